//! What is known about a position: the board, its layers, its score.

use serde::{Deserialize, Serialize};

use super::game::GameText;
use super::terms::{BothColors, Hue, MoveText, PointText, Trust};
use crate::calibration::Confidence;

/// Request for the board of a position.
#[derive(Debug, Deserialize)]
pub(crate) struct PositionAsk {
    /// The position.
    pub(crate) game: GameText,
}

/// The board of a position.
#[derive(Debug, Serialize)]
pub(crate) struct PositionText {
    /// The stones on the board.
    pub(crate) stones: BothColors<Vec<PointText>>,
    /// The side to move.
    pub(crate) to_move: Hue,
    /// The stones that each side has taken.
    pub(crate) captures: BothColors<u32>,
    /// Where the ko rule forbids the side to move to play.
    pub(crate) ko: Option<PointText>,
    /// Empty points where a side may not play, with the reason.
    pub(crate) illegal: BothColors<Vec<(PointText, &'static str)>>,
    /// The last move.
    pub(crate) last: Option<(Hue, MoveText)>,
    /// Whether both sides have just passed.
    pub(crate) is_over: bool,
    /// Single stones that can be taken in a ko.
    pub(crate) kos: Vec<PointText>,
}

/// Request for layers of a position.
#[derive(Debug, Deserialize)]
pub(crate) struct LayersAsk {
    /// The position.
    pub(crate) game: GameText,
    /// The names of the layers.
    pub(crate) want: Vec<String>,
    /// Time for all of them.
    pub(crate) seconds: Option<f64>,
}

/// The layers that were found.
#[derive(Debug, Serialize)]
pub(crate) struct LayersDone {
    /// Their names.
    pub(crate) layers: Vec<&'static str>,
}

/// A layer.
#[derive(Debug, Serialize)]
#[serde(tag = "layer", rename_all = "lowercase")]
pub(crate) enum Layers {
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
pub(crate) struct Safety {
    /// For Black.
    pub(crate) black: SafePoints,
    /// For White.
    pub(crate) white: SafePoints,
    /// Empty points without an owner.
    pub(crate) dame: Vec<PointText>,
    /// Whether more is to come.
    pub(crate) is_final: bool,
}

/// The settled points of a color.
#[derive(Debug, Serialize)]
pub(crate) struct SafePoints {
    /// Safe though the owner always passes.
    pub(crate) benson: Vec<PointText>,
    /// Safe if the owner answers, by static rules.
    #[serde(rename = "static")]
    pub(crate) by_rules: Vec<PointText>,
    /// Safe if the owner answers, by local search.
    pub(crate) search: Vec<PointText>,
}

/// The status of each block.
#[derive(Debug, Serialize)]
pub(crate) struct Groups {
    /// The blocks.
    pub(crate) groups: Vec<GroupStatusText>,
    /// Whether more is to come.
    pub(crate) is_final: bool,
}

/// The status of a block.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GroupStatusText {
    /// Its stones.
    pub(crate) stones: Vec<PointText>,
    /// Its owner.
    pub(crate) color: Hue,
    /// `alive`, `dead`, `seki`, `critical` or `open`.
    pub(crate) status: &'static str,
    /// How reliable it is.
    pub(crate) trust: Trust,
    /// How often such an answer is right.
    pub(crate) confidence: Confidence,
    /// What it rests on.
    pub(crate) basis: &'static str,
    /// The move that kills it.
    pub(crate) kill: Option<PointText>,
    /// The move that saves it.
    pub(crate) live: Option<PointText>,
    /// All of that in words.
    pub(crate) sentence: String,
}

/// The regions of the endgame.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Regions {
    /// Proved bounds of the score if the side to move moves first; nothing if they are far apart.
    pub(crate) score: Option<(f64, f64)>,
    /// Whether the value of each region is exact. If something is given, so is this.
    pub(crate) is_exact: bool,
    /// What is taken for granted; nothing if all is proved.
    pub(crate) given: Option<Given>,
    /// The open regions, the hottest first.
    pub(crate) regions: Vec<RegionText>,
    /// The best play of each region, the largest first.
    pub(crate) plays: BothColors<Vec<RegionPlayText>>,
    /// Whether more is to come.
    pub(crate) is_final: bool,
}

/// What an analysis takes for granted.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Given {
    /// Bounds of the score given that, if the side to move moves first; nothing if they are far apart.
    pub(crate) score: Option<(f64, f64)>,
    /// The probability of the least likely point.
    pub(crate) probability: f64,
    /// The areas that a color is assumed to hold, the smallest first.
    pub(crate) facts: Vec<Fact>,
}

/// An area that a color is assumed to hold.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Fact {
    /// The color.
    pub(crate) color: Hue,
    /// Its stones and points.
    pub(crate) points: Vec<PointText>,
    /// The probability of its least likely point.
    pub(crate) probability: f64,
    /// All of that in words.
    pub(crate) text: String,
}

/// A region of the endgame.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RegionText {
    /// `A`, `B`, ...
    pub(crate) name: String,
    /// Its points.
    pub(crate) points: Vec<PointText>,
    /// How reliable mean and temperature are.
    pub(crate) trust: Trust,
    /// The probability of the least likely point among those beside it that are taken for granted.
    pub(crate) probability: Option<f64>,
    /// The game as mathematics writes it, or its bounds.
    pub(crate) value: String,
    /// What the region is worth for Black on average.
    pub(crate) mean: Option<f64>,
    /// What a move there gains.
    pub(crate) temperature: Option<f64>,
    /// All of that in words.
    pub(crate) text: String,
}

/// The best play of a color in a region.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RegionPlayText {
    /// The play.
    #[serde(rename = "move")]
    pub(crate) mv: PointText,
    /// The name of the region.
    pub(crate) region: String,
    /// What it gains in points a move.
    pub(crate) miai: f64,
    /// What it is worth in players' words, such as `gote 5 (miai 2.5)`.
    pub(crate) worth: String,
    /// Whether it keeps the score; false also where that is not known.
    pub(crate) keeps_score: bool,
}

/// The request for what a move of the endgame was worth.
#[derive(Debug, Deserialize)]
pub(crate) struct MoveWorthAsk {
    /// The game, which ends with the move.
    pub(crate) game: GameText,
    /// Seconds for it.
    pub(crate) seconds: Option<f64>,
}

/// What a move of the endgame was worth beside the best one.
#[derive(Debug, Serialize)]
pub(crate) struct MoveWorth {
    /// What the move was worth, in players' words, if that is known.
    pub(crate) worth: Option<String>,
    /// The best move, if one is known.
    pub(crate) best: Option<MoveText>,
    /// What that is worth.
    pub(crate) best_worth: Option<String>,
    /// The points that the move lost at least and at most; the same twice if that is exact.
    pub(crate) lost: Option<(f64, f64)>,
    /// About how many it lost by temperatures, where that is not exact.
    pub(crate) about: Option<f64>,
    /// Number of regions that could not be counted. The best move is the best one of the others.
    pub(crate) n_uncounted: usize,
    /// Whether it rests on proofs alone.
    pub(crate) trust: Trust,
    /// The probability of the least likely point that is taken for granted.
    pub(crate) probability: Option<f64>,
    /// The move beside the best one in a sentence, if it lost something and both are counted.
    pub(crate) text: Option<String>,
}

/// The likely owner of each point.
#[derive(Debug, Serialize)]
pub(crate) struct Ownership {
    /// From -1 for White to 1 for Black.
    pub(crate) mean: Vec<f64>,
    /// The likely score.
    pub(crate) score: ScoreMean,
    /// Whether more is to come.
    pub(crate) is_final: bool,
}

/// A likely score.
#[derive(Debug, Serialize)]
pub(crate) struct ScoreMean {
    /// The mean, for Black.
    pub(crate) mean: f64,
    /// Its standard error.
    pub(crate) error: f64,
    /// The spread of a single playout.
    pub(crate) spread: f64,
}

/// The score of a finished game.
#[derive(Debug, Serialize)]
pub(crate) struct Scored {
    /// For Black.
    pub(crate) score: f64,
    /// Who wins.
    pub(crate) winner: Option<Hue>,
    /// Such as `W+3.5`.
    pub(crate) text: String,
    /// The rules and the komi in words.
    pub(crate) rules: String,
    /// Proved if the status of each block is.
    pub(crate) trust: Trust,
    /// That of the least certain block.
    pub(crate) confidence: Confidence,
    /// Why the game looks unfinished, if it does.
    pub(crate) unfinished: Option<String>,
    /// What each side surrounds and keeps.
    pub(crate) territory: BothColors<Vec<PointText>>,
    /// Points without an owner.
    pub(crate) dame: Vec<PointText>,
    /// The status of each block.
    pub(crate) blocks: Vec<JudgedBlock>,
    /// What each side counts.
    pub(crate) count: BothColors<CountText>,
    /// What White receives.
    pub(crate) komi: f64,
}

/// The status of a block at the end.
#[derive(Debug, Serialize)]
pub(crate) struct JudgedBlock {
    /// Its stones.
    pub(crate) stones: Vec<PointText>,
    /// Its owner.
    pub(crate) color: Hue,
    /// `alive`, `dead` or `seki`.
    pub(crate) status: String,
    /// How reliable it is.
    pub(crate) trust: Trust,
    /// How often such a judgement is right.
    pub(crate) confidence: Confidence,
    /// Why.
    pub(crate) reason: String,
}

/// What a side counts.
#[derive(Debug, Serialize)]
pub(crate) struct CountText {
    /// Living stones on the board.
    pub(crate) stones: usize,
    /// Surrounded points.
    pub(crate) territory: usize,
    /// Stones taken, dead ones included.
    pub(crate) prisoners: usize,
    /// Compensation for handicap stones.
    pub(crate) handicap: usize,
    /// The sum under the rules in force, without komi.
    pub(crate) total: usize,
}
