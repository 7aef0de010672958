//! What is known about a position: the board, its layers, its score.

use serde::{Deserialize, Serialize};

use super::game::GameText;
use super::terms::{BothColors, Hue, MoveText, Trust, Vertex};
use crate::base::Confidence;

/// Asks for the board of a position.
#[derive(Debug, Deserialize)]
pub struct PositionAsk {
    /// The position.
    pub game: GameText,
}

/// The board of a position.
#[derive(Debug, Serialize)]
pub struct PositionText {
    /// The stones on the board.
    pub stones: BothColors<Vec<Vertex>>,
    /// The side to move.
    pub to_move: Hue,
    /// The stones that each side has taken.
    pub captures: BothColors<u32>,
    /// Where the ko rule forbids the side to move to play.
    pub ko: Option<Vertex>,
    /// Empty points where a side may not play, with the reason.
    pub illegal: BothColors<Vec<(Vertex, &'static str)>>,
    /// The last move.
    pub last: Option<(Hue, MoveText)>,
    /// Whether both sides have just passed.
    pub is_over: bool,
    /// Single stones that can be taken in a ko.
    pub kos: Vec<Vertex>,
}

/// Asks for layers of a position.
#[derive(Debug, Deserialize)]
pub struct LayersAsk {
    /// The position.
    pub game: GameText,
    /// The names of the layers.
    pub want: Vec<String>,
    /// Time for all of them.
    pub seconds: Option<f64>,
}

/// The layers that were found.
#[derive(Debug, Serialize)]
pub struct LayersDone {
    /// Their names.
    pub layers: Vec<&'static str>,
}

/// A layer.
#[derive(Debug, Serialize)]
#[serde(tag = "layer", rename_all = "lowercase")]
pub enum Layers {
    /// Settled points.
    Safety(Safety),
    /// The status of each block.
    Groups(Groups),
    /// The regions of the endgame.
    Regions(Regions),
    /// The likely owner of each point.
    Ownership(Ownership),
}

/// Points that are settled, by the first kind of proof that shows it.
#[derive(Debug, Serialize)]
pub struct Safety {
    /// For Black.
    pub black: SafePoints,
    /// For White.
    pub white: SafePoints,
    /// Empty points that are nobody's.
    pub dame: Vec<Vertex>,
    /// Whether more is to come.
    pub is_final: bool,
}

/// The settled points of a color.
#[derive(Debug, Serialize)]
pub struct SafePoints {
    /// Safe though the owner always passes.
    pub benson: Vec<Vertex>,
    /// Safe if the owner answers, by static rules.
    #[serde(rename = "static")]
    pub by_rules: Vec<Vertex>,
    /// Safe if the owner answers, by local search.
    pub search: Vec<Vertex>,
}

/// The status of each block.
#[derive(Debug, Serialize)]
pub struct Groups {
    /// The blocks.
    pub groups: Vec<Group>,
    /// Whether more is to come.
    pub is_final: bool,
}

/// The status of a block.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// Its stones.
    pub stones: Vec<Vertex>,
    /// Its owner.
    pub color: Hue,
    /// `alive`, `dead`, `seki`, `critical` or `open`.
    pub status: &'static str,
    /// How far to trust it.
    pub trust: Trust,
    /// How often such an answer is right.
    pub confidence: Confidence,
    /// What it rests on.
    pub basis: &'static str,
    /// The move that kills it.
    pub kill: Option<Vertex>,
    /// The move that saves it.
    pub live: Option<Vertex>,
    /// All of that in words.
    pub sentence: String,
}

/// The regions of the endgame.
#[derive(Debug, Serialize)]
pub struct Regions {
    /// Proved bounds of the score if the side to move moves first.
    pub score: Option<(f64, f64)>,
    /// Whether the value of each region is exact.
    pub is_exact: bool,
    /// The open regions, the hottest first.
    pub regions: Vec<RegionText>,
    /// Whether more is to come.
    pub is_final: bool,
}

/// A region of the endgame.
#[derive(Debug, Serialize)]
pub struct RegionText {
    /// `A`, `B`, ...
    pub name: String,
    /// Its points.
    pub points: Vec<Vertex>,
    /// How far to trust mean and temperature.
    pub trust: Trust,
    /// The game as mathematics writes it, or its bounds.
    pub value: String,
    /// What the region is worth for Black on average.
    pub mean: Option<f64>,
    /// What a move there gains.
    pub temperature: Option<f64>,
    /// Who plays there in sente.
    pub sente: Option<String>,
    /// The best play of each side.
    pub best: BothColors<Option<Vertex>>,
    /// All of that in words.
    pub text: String,
}

/// The likely owner of each point.
#[derive(Debug, Serialize)]
pub struct Ownership {
    /// From -1 for White to 1 for Black.
    pub mean: Vec<f64>,
    /// The likely score.
    pub score: ScoreMean,
    /// Whether more is to come.
    pub is_final: bool,
}

/// A likely score.
#[derive(Debug, Serialize)]
pub struct ScoreMean {
    /// The mean, for Black.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The spread of a single playout.
    pub spread: f64,
}

/// The score of a finished game.
#[derive(Debug, Serialize)]
pub struct Scored {
    /// For Black.
    pub score: f64,
    /// Who wins.
    pub winner: Option<Hue>,
    /// Such as `W+3.5`.
    pub text: String,
    /// The rules and the komi in words.
    pub rules: String,
    /// Proved if the status of each block is.
    pub trust: Trust,
    /// That of the least certain block.
    pub confidence: Confidence,
    /// Whether a block hangs on an estimate that is hardly better than a toss-up.
    pub is_doubtful: bool,
    /// What each side surrounds and keeps.
    pub territory: BothColors<Vec<Vertex>>,
    /// Points of nobody.
    pub dame: Vec<Vertex>,
    /// The status of each block.
    pub blocks: Vec<JudgedBlock>,
    /// What each side counts.
    pub count: BothColors<CountText>,
    /// What White receives.
    pub komi: f64,
}

/// The status of a block at the end.
#[derive(Debug, Serialize)]
pub struct JudgedBlock {
    /// Its stones.
    pub stones: Vec<Vertex>,
    /// Its owner.
    pub color: Hue,
    /// `alive`, `dead` or `seki`.
    pub status: String,
    /// How far to trust it.
    pub trust: Trust,
    /// How often such a judgement is right.
    pub confidence: Confidence,
    /// Why.
    pub reason: String,
}

/// What a side counts.
#[derive(Debug, Serialize)]
pub struct CountText {
    /// Living stones on the board.
    pub stones: usize,
    /// Surrounded points.
    pub territory: usize,
    /// Stones taken, dead ones included.
    pub prisoners: usize,
    /// Compensation for handicap stones.
    pub handicap: usize,
    /// The sum under the rules in force, without komi.
    pub total: usize,
}
