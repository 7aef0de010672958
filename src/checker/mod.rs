//! Proofs as data, and a check that shares nothing with the searches that find them.
//!
//! Floor 0. Imports nothing of the program: it has its own small board, states its own reasons for life and death, and
//! works out its own zones. Positions are compared stone by stone, never by a hash. A file holds the moves of the side
//! that makes a claim, and names the reasons at the ends of the lines; everything else is worked out again.
//! `docs/proofs.md` explains the format and what a proof shows.

mod arena;
mod board;
mod check;
mod death;
mod ends;
mod fault;
pub mod format;
pub(crate) mod grid;
mod kinds;
mod life;
mod lines;
pub(crate) mod prune;
mod record;
mod room;
pub mod safety;
pub mod score;
pub(crate) mod set;
#[cfg(test)]
mod tests;
mod walk;
mod zone;

pub use check::{Checked, FEW_RETAKES, check};
pub use fault::{CheckError, Fault, StepError, WindowError, Wrong};
pub use kinds::{CheckedFile, check_file};
pub use record::{Advice, Asked, ProverMove, Wanted, record};
