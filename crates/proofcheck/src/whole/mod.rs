//! Proofs about whole small boards: what a side ends with at least, by area, if it plays by the file.
//!
//! `docs/design/certificates.md` has the theorem. The rules are those of `state`: suicide is forbidden, a pass is
//! always legal and lifts the ban of a ko, two passes end the game, and all stones on the board count.

mod check;
pub(crate) mod error;
pub mod format;
mod repeats;
mod shape;
mod state;
mod walk;

pub(super) use check::check_whole;
pub use check::{WholeReached, returning};
pub use error::WholeError;
