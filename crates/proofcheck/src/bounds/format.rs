//! The lines of a proof of bounds. `docs/proof_format.md` explains them.

use serde::{Deserialize, Serialize};

use crate::format::Side;
use crate::score::format::Counting;

/// The version of this format.
pub const VERSION: u32 = 1;

/// What marks the first line of a proof of bounds.
pub const KIND: &str = "bounds";

/// The first line: the position, and by how many points Black is ahead. What Black and what White holds follows.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoundsHeader {
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
    /// Points of Black less points of White, at least. Komi and the prisoners so far are left out.
    pub least: i32,
    /// The same at most.
    pub most: i32,
}

/// What a side holds. The lines of the steps follow, then one for each window, and then one for the answers in each
/// window.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HoldingLine {
    /// A play of the other side on one point of a pair is answered on the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<(String, String)>,
    /// How many steps make more safe.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub steps: usize,
    /// A stone of each wall of the windows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<String>,
    /// How many windows make more safe.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub windows: usize,
    /// The points of each free area.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<Vec<String>>,
    /// How many areas each group has, one after the other. A play of the other side is answered in its group. If the
    /// owner moves first, it does so in the first group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<usize>,
}

const fn is_zero(number: &usize) -> bool {
    *number == 0
}
