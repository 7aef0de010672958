//! The search with an evaluator: PUCT, with priors and values from the evaluations of a network, or of a substitute in
//! tests.
//!
//! A visit walks down from the root, evaluates one new position by the evaluator, and walks back up. The formulas are
//! those that KataGo has published: PUCT (Rosin, "Multi-armed bandits with episode context", 2011; Silver et al.,
//! "Mastering the game of Go without human knowledge", 2017) with the additions of Wu, "Accelerating self-play learning
//! in Go", 2019, and of KataGo's pages "KataGoMethods" and "GraphSearch". Positions that several orders of moves reach
//! are one node, so the tree is a graph: see [`graph`].
//!
//! Values are from Black's view everywhere, except where a name contains another view.
//!
//! Reading order: [`leaf_evaluator`], [`value`], [`stats`], [`graph`], [`select`], [`choice`], [`worker`], and
//! [`searcher`] last.

mod choice;
mod evaluation_cache;
mod graph;
mod leaf_evaluator;
mod node;
mod node_evaluation;
mod searcher;
mod select;
mod standing;
mod stats;
#[cfg(test)]
mod tests;
mod value;
mod worker;

pub use leaf_evaluator::{EvaluationSession, LeafEvaluator};
pub(super) use searcher::PuctSearcher;
