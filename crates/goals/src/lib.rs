#![doc = include_str!("../README.md")]
//!
//! Goals on the board in the terms of a strategic theory: what a move is for.
//!
//! Floor 7. [`rules`] is a base of small patterns, each with a move that is reasonable for a goal. [`state`] keeps
//! their matches in a position through play and undo, with blocks, connections, cores, eyes and room. [`Goal`] and
//! [`Graph`] put the goals about blocks in relation to each other, and [`Solver`] reads a question out among the moves
//! for the unknown goals of a graph. [`mining`] finds rules in proofs.
//!
//! A match of a rule is never a proof, and neither is a conclusion of the theory: [`Evidence`] marks what is proved.
//!
//! Source: K. Klinger, "Adversarial Reasoning: A Logical Approach for Computer Go" (2001), chapters 2 and 3.

mod builder;
mod goal;
mod graph;
mod independence;
pub mod mining;
mod moves;
mod node;
mod picture;
mod reasons;
pub mod rules;
mod solver;
pub mod state;
mod statics;
#[cfg(test)]
mod tests;
pub mod trial;

pub use goal::{Evidence, Goal, Value};
pub use graph::Graph;
pub use moves::{GoalMove, MoveSource, Suggestion, generate_moves};
pub use node::{Fork, Label, Node, NodeId};
pub use picture::graph_to_dot;
pub use reasons::{Explainer, Ground, Reason};
pub use solver::{FirstMove, Solution, Solver, Task, Verdict};
pub use state::State;
