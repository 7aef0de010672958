//! Modal game logic: formulas about what a player has a strategy for, decided on a finite model.
//!
//! Floor 1: independent of Go and of `board`. A [`model::GameModel`] has states, moves and predicates. [`check`] labels
//! its states with the truth of a [`formula::Formula`] by fixpoints. If a budget cut off a part of the model, the truth
//! has a third value, unknown.
//!
//! Source: Klinger, "Adversarial Reasoning: A Logical Approach for Computer Go" (2001), chapter 5; Kozen, "Results on
//! the Propositional mu-Calculus" (1983).

pub mod check;
pub mod formula;
pub mod model;
pub mod parse;
pub mod theory;
pub mod truth;
