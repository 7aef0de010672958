//! The lines of a proof about a whole board. They are accepted as section 7 of `docs/proof_format.md` defines.

use serde::{Deserialize, Serialize};

use crate::format::Side;

/// The version of this format.
pub const VERSION: u32 = 1;

/// What marks the first line of a proof about a whole board.
pub const KIND: &str = "board";

/// Most points of such a board.
pub const MOST_POINTS: usize = 30;

/// The letter of a pass among the answers.
pub const PASS: char = '-';

/// Most answers of a line that this program writes.
pub const ANSWERS_OF_LINE: usize = 100_000;

/// The letter of a point, by its number row by row from below.
#[must_use]
pub fn letter(point: u32) -> Option<char> {
    let alphabet = ('a'..='z').chain('A'..='D');
    alphabet.into_iter().nth(usize::try_from(point).ok()?)
}

/// The first line: the position, and how many claims follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WholeHeader {
    /// [`KIND`].
    pub proof: String,
    /// The version of the format.
    pub version: u32,
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// Points with black stones.
    pub black: Vec<String>,
    /// Points with white stones.
    pub white: Vec<String>,
    /// The side that moves first.
    pub to_move: Side,
    /// One claim, or one of Black and then one of White.
    pub claims: usize,
}

/// A claim: its owner ends with so many points more than the other side. The lines of its answers follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WholeClaimLine {
    /// Whose claim it is.
    pub owner: Side,
    /// Points of area of the owner less those of the other side, at least.
    pub least: i32,
    /// Under which rules of repetition.
    pub repetition: Repetition,
    /// How many lines of answers follow.
    pub lines: usize,
}

/// The rules of repetition for which a claim is made, the strongest claim first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Repetition {
    /// No position comes back: the claim holds under positional and situational superko, and under a simple ko,
    /// whatever endless play is worth.
    Superko,
    /// All play ends: the claim holds under a simple ko, whatever endless play is worth.
    Any,
    /// The claim holds under a simple ko if endless play is worth nothing to both sides.
    Draw,
}

/// Answers of the owner, a letter each, in the order in which the walk reaches the positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WholeAnswersLine {
    /// The letters.
    pub answers: String,
}
