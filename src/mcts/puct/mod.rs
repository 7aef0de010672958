//! The search with an adviser: PUCT, with priors and values from the opinions of a network, or of a substitute in
//! tests.
//!
//! A visit walks down from the root, evaluates one new position by the adviser, and walks back up. The formulas are
//! those that KataGo has published: PUCT (Rosin, "Multi-armed bandits with episode context", 2011; Silver et al.,
//! "Mastering the game of Go without human knowledge", 2017) with the additions of Wu, "Accelerating self-play learning
//! in Go", 2019, and of KataGo's pages "KataGoMethods" and "GraphSearch". Positions that several orders of moves reach
//! are one node, so the tree is a graph: see [`graph`].
//!
//! Values are from Black's view everywhere, except where a name contains another view.
//!
//! Reading order: [`adviser`], [`value`], [`stats`], [`graph`], [`select`], [`choice`], [`worker`], and [`searcher`]
//! last.

mod adviser;
mod choice;
mod evaluation;
mod graph;
mod memory;
mod node;
mod searcher;
mod select;
mod standing;
mod stats;
#[cfg(test)]
mod tests;
mod value;
mod worker;

pub use adviser::{Adviser, Consultation};
pub(super) use searcher::OpinionSearcher;
