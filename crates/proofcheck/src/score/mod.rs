//! Proofs of the score that each side can reach.
//!
//! A file holds the points by which Black is ahead at the end, and two strategies: one by which Black is ahead by so
//! many points at least, and one by which White keeps it to no more. In each the *owner* is the side whose strategy it
//! is. His stones and territory outside the region of play are proved to be safe as in [`safety`](super::safety), by
//! what lies in his territory alone; everything else outside is given to the other side.

pub(crate) mod check;
pub(crate) mod field;
pub mod format;

pub use check::ScoreReached;
pub(super) use check::check_score;
