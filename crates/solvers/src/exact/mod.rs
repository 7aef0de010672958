//! Whole small boards, solved (floor 4).
//!
//! Two solvers share nothing but the moves of [`state`]. [`retrograde`] values every state of a board of at most 16
//! points by a fixpoint over the whole state graph. [`solve`] proves claims about one state at a time, on boards of up
//! to 30 points. What both report is a theorem about the game that [`rules`] states, never an estimate.
//!
//! Sources: Sei and Kawashima, "A Solution of Go on 4x4 Board by Game Tree Search Program" (about 2000); van der
//! Werf, van den Herik and Uiterwijk, "Solving Go on Small Boards", ICGA Journal 26 (2003).

pub mod bounds;
pub mod captures;
pub mod certificate;
pub mod claim;
pub mod deepening;
mod dfpn;
mod estimate;
pub mod fit;
mod meter;
pub mod needs;
pub mod proved;
pub mod retrograde;
pub mod rules;
mod settling_stones;
pub mod shape;
pub mod solve;
pub mod state;
mod strategy;
pub mod superko;
pub mod table;
pub mod table_file;
