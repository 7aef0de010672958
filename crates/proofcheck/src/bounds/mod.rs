//! Proofs of bounds of a score: what each side is ahead by at least, whatever the other side plays.
//!
//! The *owner* of a bound holds stones and territory by answers, as in a proof of safety. Beside these are
//! *free areas*, in which it plays as it likes, but keeps all its stones (`area`). Both sides move in turn, in any of
//! the areas, and pass; the value of this game (`sum`) is what the owner gets there. The theorem is number 7 of
//! `docs/design/endgame.md`; this is written from it alone.

mod area;
mod check;
pub mod format;
mod sum;

pub use check::BoundsReached;
pub(super) use check::check_bounds;
