//! LifeCriterion and death: what becomes of blocks anywhere on the board.
//!
//! Floor 6. A [`question`] is answered by the [`reader`] in attempts. Each attempt cuts a [`frame`] out of the board and plays the
//! [`fight`] there as a game between attacker and defender; the [`guide`] orders its moves and guesses how hard it is.
//! A proof found by search is checked again move by move before it counts. [`semeai`] combines the reader with races of
//! liberties.
//!
//! The nouns, in the order in which a question becomes an answer: `Question`, `Attempt` (a `Frame` and `KoThreats`), `Fight` and
//! `Position`, `Outcome` and zone, `ProofCheck`, `Reading`.

pub mod fight;
pub mod frame;
pub mod guide;
#[cfg(test)]
mod images;
pub mod question;
pub mod reader;
pub mod semeai;

pub use question::{Goal, Question, owner_of};
pub use reader::{Reader, ReaderParams, Reading, Verdict};
