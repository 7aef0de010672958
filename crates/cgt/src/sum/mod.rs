//! Sums that are too large for a canonical form.
//!
//! The stops of a sum of many hot games, its winner, and a move that keeps the value. The search is alpha-beta over
//! the components, with bounds from thermographs, dominance of moves by their incentives, cancellation of `G + -G`,
//! and numbers and ups kept apart. A value that [`SumSolver`] returns is proved. If the budget ends first, it returns
//! a proved interval. [`strategy`] has the classical strategies, which do not search and may be wrong; [`tiny_order`]
//! is the order of play in tinies and minies. Source: *Winning Ways* (1982), chapter 6; Berlekamp, "The Economist's
//! View of Combinatorial Games" (1996).

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
