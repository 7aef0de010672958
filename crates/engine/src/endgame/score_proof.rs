//! A proof of the score of a position: exact where a strategy of each side can be written, else bounds.

use std::io::{self, Write};

use super::bounds_file::BoundsFile;
use super::score_file::{NoScoreProof, ScoreFile};
use crate::base::Budget;
use crate::board::{Color, Game};

/// A proof of a score, or of bounds of it.
#[derive(Clone, Debug)]
pub enum ScoreProof {
    /// Strategies for the exact score.
    Exact(ScoreFile),
    /// What each side is ahead by at least.
    Bounds(Box<BoundsFile>),
}

impl ScoreProof {
    /// The proof of by how much Black is ahead when `to_move` moves first. `lead` is the exact score if it is known
    /// ([`super::Endgame::lead`]); the search for each of its strategies has at most the budget.
    ///
    /// # Errors
    /// If neither the score nor a bound of it can be written.
    pub fn new(
        game: &Game,
        to_move: Color,
        lead: Option<i32>,
        budget: &mut Budget,
    ) -> Result<Self, NoScoreProof> {
        let bounds = BoundsFile::new(game, to_move, budget).map(Box::new);
        let is_exact = |file: &BoundsFile| file.header().least == file.header().most;
        let bounds = match bounds {
            Ok(file) if is_exact(&file) => return Ok(Self::Bounds(file)),
            bounds => bounds,
        };
        let exact = lead.map(|lead| ScoreFile::new(game, to_move, lead, budget));
        match (exact, bounds) {
            (Some(Ok(exact)), _) => Ok(Self::Exact(exact)),
            (_, Ok(bounds)) if !bounds.is_empty() => Ok(Self::Bounds(bounds)),
            (Some(Err(error)), _) | (None, Err(error)) => Err(error),
            (None, Ok(_)) => Err(NoScoreProof::NotExact),
        }
    }

    /// By how many points Black is ahead, at least and at most, komi and the prisoners so far left out.
    #[must_use]
    pub fn range(&self) -> (i32, i32) {
        match self {
            Self::Exact(file) => (file.header().lead, file.header().lead),
            Self::Bounds(file) => (file.header().least, file.header().most),
        }
    }

    /// Writes the lines.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Exact(file) => file.write(out),
            Self::Bounds(file) => file.write(out),
        }
    }
}
