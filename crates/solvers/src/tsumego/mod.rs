//! Life and death: whether blocks anywhere on the board live.
//!
//! Floor 6. The [`reader`] answers a [`question`] in attempts. Each attempt cuts a [`frame`] out of the board and plays
//! the [`fight`] there as a game between attacker and defender. The [`guide`] orders the moves of this game and guesses
//! how hard a position is. A proof that a search found is checked again, move by move, before it counts. [`semeai`]
//! combines the reader with races of liberties.
//!
//! The nouns, in the order in which a question becomes an answer: `Question`; `Attempt`, with a `Frame` and
//! `KoThreats`; `Fight` and `Position`; `Outcome` and zone; `ProofCheck`; `Reading`.

pub mod fight;
pub mod frame;
pub mod guide;
#[cfg(test)]
mod images;
pub mod proof_file;
pub mod question;
pub mod reader;
pub mod semeai;

pub use question::{Goal, Question, owner_of};
pub use reader::{Basis, Reader, ReaderParams, Reading, Verdict};
