//! Questions about stones, play against proofs, problems.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::game::GameText;
use super::terms::{Hue, MoveText, PointText, Trust};
use crate::calibration::Confidence;
use crate::engine::reading::{Fate, FindingReport};

/// The kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum QuestionWord {
    /// Whether blocks can be killed.
    Kill,
    /// Whether blocks can live.
    Live,
    /// What becomes of a block.
    Status,
    /// Whether two blocks can be connected.
    Connect,
    /// Whether two blocks can be cut apart.
    Cut,
    /// Who wins a race.
    Race,
}

/// Who has the ko threats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Threats {
    /// A ko is a result of its own.
    #[default]
    None,
    /// Black wins every ko.
    Black,
    /// White wins every ko.
    White,
}

/// Request for the answer to a question about stones.
#[derive(Debug, Deserialize)]
pub(crate) struct QuestionAsk {
    /// The position.
    pub(crate) game: GameText,
    /// The kind of question.
    pub(crate) question: QuestionWord,
    /// A stone of each block in question.
    pub(crate) stones: Vec<PointText>,
    /// Longest time.
    pub(crate) seconds: Option<f64>,
    /// Most nodes of the search.
    pub(crate) nodes: Option<u64>,
    /// Whether the answer shall have reasons.
    pub(crate) explain: Option<bool>,
    /// Who has the ko threats.
    #[serde(default)]
    pub(crate) threats: Threats,
}

/// An answer about life, death or a connection.
#[derive(Debug, Serialize)]
pub(crate) struct FindingText {
    /// The side that moves first.
    pub(crate) to_move: Hue,
    /// What was found, in the form that it has for every client.
    #[serde(flatten)]
    pub(crate) found: FindingReport,
    /// How reliable it is.
    pub(crate) trust: Trust,
    /// The answer in words.
    pub(crate) sentence: String,
    /// The points that the answer depends on.
    pub(crate) zone: Vec<PointText>,
    /// Positions evaluated.
    pub(crate) nodes: u64,
    /// Time used.
    pub(crate) seconds: f64,
}

/// A sentence of an explanation.
#[derive(Debug, Serialize)]
pub(crate) struct ReasonText {
    /// `proved`, `estimated` or `comment`.
    pub(crate) ground: &'static str,
    /// The sentence.
    pub(crate) text: String,
}

/// The answer to a question.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum AnswerText {
    /// About killing, living, connecting and cutting.
    Finding {
        /// What was found.
        finding: FindingText,
        /// Why.
        reasons: Vec<ReasonText>,
        /// Whether one can play against the proof.
        can_play: bool,
    },
    /// About the status of a block.
    Status {
        /// What becomes of it.
        fate: Fate,
        /// How reliable it is.
        trust: Trust,
        /// How often such an answer is right.
        confidence: Confidence,
        /// The answer in words.
        sentence: String,
        /// Whether the block can be killed.
        kill: FindingText,
        /// Whether it can be saved.
        live: Box<FindingText>,
    },
    /// About a race.
    Race {
        /// How well the first group is saved.
        defense: &'static str,
        /// How well the second group is captured.
        attack: &'static str,
        /// The move.
        r#move: Option<PointText>,
        /// How reliable it is.
        trust: Trust,
        /// The answer in words.
        sentence: String,
    },
}

/// Request for the goals of a block.
#[derive(Debug, Deserialize)]
pub(crate) struct GoalsAsk {
    /// The position.
    pub(crate) game: GameText,
    /// A stone of the block.
    pub(crate) stones: Vec<PointText>,
    /// Kill or live; the goal of the side to move if it is left out.
    pub(crate) question: Option<QuestionWord>,
}

/// The goals of a block.
#[derive(Debug, Serialize)]
pub(crate) struct GoalsText {
    /// Goals and moves.
    pub(crate) graph: Value,
    /// A picture of the goals.
    pub(crate) svg: String,
}

/// Request for the answer of a proof, or for the judgement on a move of a problem.
#[derive(Debug, Deserialize)]
pub(crate) struct LineAsk {
    /// The position in question.
    pub(crate) game: GameText,
    /// Kill or live.
    pub(crate) question: QuestionWord,
    /// A stone of each block in question.
    pub(crate) stones: Vec<PointText>,
    /// The moves since.
    #[serde(default)]
    pub(crate) line: Vec<(Hue, MoveText)>,
    /// Longest time.
    pub(crate) seconds: Option<f64>,
    /// Who has the ko threats.
    #[serde(default)]
    pub(crate) threats: Threats,
    /// Whether the stones of the attacker around the blocks are taken for granted; for problems.
    #[serde(default)]
    pub(crate) walls_stand: bool,
}

/// The answer of a proof.
#[derive(Debug, Serialize)]
pub(crate) struct ProofText {
    /// The side whose claim is proved.
    pub(crate) prover: Hue,
    /// Its move.
    pub(crate) reply: Option<MoveText>,
    /// `going`, `reached` or `not_proved`.
    pub(crate) state: &'static str,
    /// Whether the user's move lies in the zone.
    pub(crate) in_zone: bool,
    /// What happens, in words.
    pub(crate) sentence: String,
    /// The points that the proof rests on.
    pub(crate) zone: Vec<PointText>,
    /// The stones in question that are left.
    pub(crate) goal_stones: Vec<PointText>,
}

/// The judgement on a move.
#[derive(Debug, Serialize)]
pub(crate) struct ProgressText {
    /// `right`, `wrong` or `open`.
    pub(crate) judgement: &'static str,
    /// How reliable it is.
    pub(crate) trust: Trust,
    /// A stone of each block that is taken for granted: then it is proved if they stand.
    pub(crate) given: Vec<PointText>,
    /// The answer to the move.
    pub(crate) reply: Option<MoveText>,
    /// `going`, `solved` or `failed`.
    pub(crate) state: &'static str,
    /// What happens, in words.
    pub(crate) sentence: String,
    /// The result of reading after the move.
    pub(crate) finding: Option<FindingText>,
}

/// All first moves of a problem.
#[derive(Debug, Serialize)]
pub(crate) struct MovesText {
    /// The moves, the best first.
    pub(crate) moves: Vec<MoveResult>,
    /// The best result.
    pub(crate) best: &'static str,
}

/// A first move of a problem.
#[derive(Debug, Serialize)]
pub(crate) struct MoveResult {
    /// The move.
    pub(crate) r#move: PointText,
    /// `clean`, `ko_taking_first`, `ko_needing_threat`, `none` or `open`.
    pub(crate) result: &'static str,
    /// How reliable it is.
    pub(crate) trust: Trust,
    /// As in `ProgressText`.
    pub(crate) given: Vec<PointText>,
    /// Whether it solves the problem.
    pub(crate) is_solution: bool,
}

/// The problems of a collection.
#[derive(Debug, Serialize)]
pub(crate) struct ProblemList {
    /// The problems.
    pub(crate) problems: Vec<ProblemText>,
    /// What could not be read.
    pub(crate) warnings: Vec<String>,
}

/// A problem.
#[derive(Debug, Serialize)]
pub(crate) struct ProblemText {
    /// Which game of the collection it is, from 0.
    pub(crate) number: usize,
    /// A short name.
    pub(crate) title: String,
    /// The comment of the record.
    pub(crate) comment: Option<String>,
    /// The position.
    pub(crate) game: GameText,
    /// Kill or live.
    pub(crate) question: QuestionWord,
    /// A stone of each block in question.
    pub(crate) stones: Vec<PointText>,
    /// `mark`, `comment` or `guess`.
    pub(crate) target_from: &'static str,
    /// What was guessed and why, if it is a guess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) guessed: Option<String>,
}

/// Request for the questions that a region allows.
#[derive(Debug, Deserialize)]
pub(crate) struct RegionAsk {
    /// The position.
    pub(crate) game: GameText,
    /// The points of the region.
    pub(crate) points: Vec<PointText>,
}

/// The questions that a region allows.
#[derive(Debug, Serialize)]
pub(crate) struct RegionQuestions {
    /// The questions, about the block first that lies in the region most.
    pub(crate) questions: Vec<RegionQuestion>,
}

/// A question about a block of a region.
#[derive(Debug, Serialize)]
pub(crate) struct RegionQuestion {
    /// Kill or live.
    pub(crate) question: QuestionWord,
    /// A stone of the block.
    pub(crate) stones: Vec<PointText>,
    /// The side that moves first.
    pub(crate) to_move: Hue,
    /// The question in words.
    pub(crate) sentence: String,
}

/// Request for what a bad move changed.
#[derive(Debug, Deserialize)]
pub(crate) struct MistakeAsk {
    /// The position before the move.
    pub(crate) game: GameText,
    /// The move of the side to move.
    pub(crate) r#move: MoveText,
    /// Points of interest: better moves, and answers to the move.
    #[serde(default)]
    pub(crate) hints: Vec<PointText>,
    /// Longest time.
    pub(crate) seconds: Option<f64>,
}

/// What a bad move changed.
#[derive(Debug, Serialize)]
pub(crate) struct MistakeText {
    /// The reasons, the surest first.
    pub(crate) reasons: Vec<MistakeReasonText>,
}

/// A reason why a move was bad.
#[derive(Debug, Serialize)]
pub(crate) struct MistakeReasonText {
    /// `let_die`, `let_live`, `let_cut` or `let_join`.
    pub(crate) change: &'static str,
    /// A stone of the block, or of each of two blocks.
    pub(crate) stones: Vec<PointText>,
    /// Before the move, with its player to move.
    pub(crate) before: HalfText,
    /// After the move, with the other player to move.
    pub(crate) after: HalfText,
    /// Proved if both halves are.
    pub(crate) trust: Trust,
    /// All of that in words.
    pub(crate) text: String,
}

/// The position before or after a bad move.
#[derive(Debug, Serialize)]
pub(crate) struct HalfText {
    /// The move that does it; nothing if none is needed.
    pub(crate) r#move: Option<PointText>,
    /// How reliable it is.
    pub(crate) trust: Trust,
    /// What has to stand for it to be proved; nothing if it is proved without, or is no more than an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) given: Option<GivenText>,
}

/// Stones that a proof takes for granted.
#[derive(Debug, Serialize)]
pub(crate) struct GivenText {
    /// A stone of each block.
    pub(crate) stones: Vec<PointText>,
    /// How likely the least certain of them stands, from 0 to 1.
    pub(crate) probability: f64,
}
