//! Modal game logic: what a player has a strategy for, said in formulas and decided on a finite model.
//!
//! Floor 1: knows no Go and no board. A [`model::GameModel`] supplies states, moves and predicates; [`check`] labels
//! its states with the truth of a [`formula::Formula`] by fixpoints, with a third value where a budget cut the model.
//!
//! Source: Klinger, "Adversarial Reasoning: A Logical Approach for Computer Go" (2001), chapter 5; Kozen, "Results on
//! the Propositional mu-Calculus" (1983).

pub mod check;
pub mod formula;
pub mod model;
pub mod parse;
pub mod theory;
pub mod truth;
