//! The lines of a proof of safety. `docs/proofs.md` explains them.

use serde::{Deserialize, Serialize};

use crate::format::{Next, Side};

/// The version of this format.
pub const VERSION: u32 = 1;

/// What marks the first line of a proof of safety.
pub const KIND: &str = "safety";

/// The answer in a window that is no play.
pub const PASS: &str = "-";

/// The first line: the position, what is claimed to be safe, and the pairs. The lines of the steps follow, then one for
/// each window, and then one for the answers in each window.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SafetyHeader {
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
    /// Whether suicide is allowed. Then only windows may be used.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suicide: bool,
    /// Whose safety it is; the other color moves first.
    pub color: Side,
    /// Stones that are never taken.
    pub stones: Vec<String>,
    /// Points in which the other color gets no two eyes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub territory: Vec<String>,
    /// A play of the other color on one point of a pair is answered on the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<(String, String)>,
    /// Points that are left to windows: regions with one of them are no eyes of pairs, and areas with one are no
    /// territory by pairs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<String>,
    /// How many steps follow.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub steps: usize,
    /// How many windows follow after them. Their walls are all blocks in `stones`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub windows: usize,
}

const fn is_zero(number: &usize) -> bool {
    *number == 0
}

const fn one() -> usize {
    1
}

const fn is_one(number: &usize) -> bool {
    *number == 1
}

/// The first line of a step: some regions that make the blocks around them safe. The lines of the regions follow.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepLine {
    /// How many regions follow.
    pub regions: usize,
    /// Whether a block that is not safe yet has to count on an eye in another region of the step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
}

/// A region, with a strategy of the owner in it if its nodes follow.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionLine {
    /// Its points: all that stones of the owner enclose.
    pub region: Vec<String>,
    /// What the strategy keeps; without a strategy, all empty points are liberties of a block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keeps: Option<Keeps>,
    /// The first node, the other color to move, or `alive`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Next>,
    /// How many lines of nodes follow.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub nodes: usize,
}

/// What a strategy in a region keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keeps {
    /// The blocks around the region.
    Blocks,
    /// These, and the region: the other color gets no two eyes there.
    Territory,
}

/// A window: points in which the owner answers each play of the other color, and what he keeps there.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowLine {
    /// Its points, without stones of walls.
    pub window: Vec<String>,
    /// Links of walls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkLine>,
    /// Liberties of walls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eyes: Vec<EyeLine>,
    /// Points in which the other color gets no two eyes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub territory: Vec<String>,
    /// How many lines its answers take.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub lines: usize,
}

impl Default for WindowLine {
    fn default() -> Self {
        Self {
            window: Vec::new(),
            links: Vec::new(),
            eyes: Vec::new(),
            territory: Vec::new(),
            lines: one(),
        }
    }
}

/// A link in a window.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkLine {
    /// Its place in the order of all links.
    pub order: usize,
    /// One stone of each wall of each end. The walls of an end are one by earlier links.
    pub ends: Vec<Vec<String>>,
}

/// A liberty that the owner keeps for some walls in a window.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EyeLine {
    /// One stone of each wall.
    pub walls: Vec<String>,
    /// Whether one is left even after each single play of the other color.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub double: bool,
}

/// A line of the owner's answers in a window.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswersLine {
    /// Points, or [`PASS`], with spaces between them, in the order in which the walk through the window reads them. A
    /// word may end with [`HELD`] and numbers of paired areas, with commas between them, counted from zero through all
    /// lines of the window: pairs hold the position after the answer. Such a word without an answer at the beginning is
    /// about the first position.
    pub answers: String,
    /// Areas of the window with pairs of points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paired: Vec<PairedLine>,
}

/// What comes before the numbers of paired areas.
pub const HELD: char = '=';

/// A part of a window in which the owner answers a play on one point of a pair on the other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairedLine {
    /// One of its points.
    pub at: String,
    /// The pairs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<(String, String)>,
    /// How many eyes the walls around it have here, which the pairs link as well; nothing if the pairs keep territory
    /// alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// A point of each eye; none if the area is an eye as a whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spots: Vec<String>,
    /// Where the other color may have its only eye, if the area has territory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub granted: Vec<String>,
}
