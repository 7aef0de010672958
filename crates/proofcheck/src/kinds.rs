//! The kinds of proofs that a file may hold.

use std::io::BufRead;

use super::bounds::format::KIND as BOUNDS;
use super::bounds::{BoundsReached, check_bounds};
use super::check::{Checked, check_lines};
use super::fault::CheckError;
use super::lines::Lines;
use super::safety::format::KIND as SAFETY;
use super::safety::{Safe, check_safety};
use super::score::format::KIND as SCORE;
use super::score::{ScoreReached, check_score};
use super::whole::format::KIND as WHOLE;
use super::whole::{WholeReached, check_whole};

/// What a valid file proves.
#[derive(Clone, Debug)]
pub enum CheckedFile {
    /// An answer to a question of life and death.
    Reading(Checked),
    /// Safety under alternate play.
    Safety(Safe),
    /// The score of an endgame.
    Score(ScoreReached),
    /// Bounds of a score.
    Bounds(BoundsReached),
    /// What can be reached on a whole small board.
    Whole(WholeReached),
}

/// Checks a proof of any kind, with about `memory` bytes at most.
///
/// # Errors
/// If it does not hold: why, and where. Also if the memory does not suffice.
pub fn check_file(reader: impl BufRead, memory: u64) -> Result<CheckedFile, CheckError> {
    let mut lines = Lines::new(reader, memory);
    match lines.kind()?.as_deref() {
        None => check_lines(&mut lines).map(CheckedFile::Reading),
        Some(SAFETY) => check_safety(&mut lines).map(CheckedFile::Safety),
        Some(SCORE) => check_score(&mut lines).map(CheckedFile::Score),
        Some(BOUNDS) => check_bounds(&mut lines).map(CheckedFile::Bounds),
        Some(WHOLE) => check_whole(&mut lines).map(CheckedFile::Whole),
        Some(kind) => Err(CheckError::Kind(kind.to_owned())),
    }
}
