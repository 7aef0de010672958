//! The lines of a proof of a score. `docs/proofs.md` explains them.

use serde::{Deserialize, Serialize};

use crate::format::{Side, Start};

/// The version of this format.
pub const VERSION: u32 = 1;

/// What marks the first line of a proof of a score.
pub const KIND: &str = "score";

/// The first line: the position and the score. Suicide is forbidden. The lines of Black's strategy follow, then those
/// of White's.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreHeader {
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
    /// What counts.
    pub counting: Counting,
    /// The side that moves first.
    pub to_move: Side,
    /// Where a ko forbids this side to play, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ko: Option<String>,
    /// Points of Black less points of White. Komi and the prisoners so far are left out.
    pub lead: i32,
}

/// What counts at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// Stones that are not dead, and the points that they surround.
    Area,
    /// These points, and prisoners.
    Territory,
}

const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The first line of a strategy: what is safe for its owner, as in a proof of safety, and where it plays. The lines of
/// the steps follow, then those of the nodes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrategyLine {
    /// A play of the other side on one point of a pair is answered on the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<(String, String)>,
    /// How many steps make more safe.
    pub steps: usize,
    /// A stone of each wall of the windows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<String>,
    /// How many windows make more safe.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub windows: usize,
    /// The points in play.
    pub region: Vec<String>,
    /// What the owner does at first, or the first node if the other side moves first.
    pub start: Start,
    /// How many lines of nodes follow.
    pub nodes: usize,
}
