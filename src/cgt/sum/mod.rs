//! Sums that are too large for a canonical form.
//!
//! The stops of a sum of many hot games, who wins it, and a move that keeps that, by alpha-beta over the components:
//! bounds from thermographs, dominance of moves by their incentives, cancellation of `G + -G`, numbers and ups
//! kept apart. What [`SumSolver`] returns as a value is proven; when the budget ends first it returns the interval that
//! is. [`strategy`] has the classical strategies, which need no search and may err; [`tiny_order`] is the order of
//! play in tinies and minies.
//! Source: *Winning Ways* (1982), chapter 6; Berlekamp, "The Economist's View of Combinatorial Games" (1996).

mod bounds;
mod solver;
pub mod strategy;
mod table;
pub mod tiny_order;

pub use bounds::Bounds;
pub use solver::{ScoreReport, SumSolver, WinReport, after_move};

use super::game_id::GameId;

/// A move in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// Index of the component.
    pub component: usize,
    /// What the component becomes.
    pub option: GameId,
}
