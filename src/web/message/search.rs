//! Searches, and moves of the engine.

use serde::{Deserialize, Serialize};

use super::game::GameText;
use super::terms::{Hue, MoveText, PointText};

/// Request for a search.
#[derive(Debug, Deserialize)]
pub(crate) struct SearchAsk {
    /// The position.
    pub(crate) game: GameText,
    /// Longest time.
    pub(crate) seconds: Option<f64>,
    /// Most playouts or evaluations.
    pub(crate) visits: Option<u64>,
    /// Seconds between two reports.
    pub(crate) interval: Option<f64>,
    /// Whether the answer shall hold the likely owner of each point.
    #[serde(default)]
    pub(crate) ownership: bool,
    /// The moves to choose among.
    pub(crate) among: Option<Vec<PointText>>,
}

/// What a search has found so far.
#[derive(Debug, Serialize)]
pub(crate) struct SearchText {
    /// The side to move.
    pub(crate) to_move: Hue,
    /// Playouts or evaluations.
    pub(crate) visits: u64,
    /// Chance of Black.
    pub(crate) win_rate: f64,
    /// The likely score, for Black.
    pub(crate) score: f64,
    /// The moves worth showing, the best first.
    pub(crate) candidates: Vec<CandidateText>,
    /// The likely owner of each point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ownership: Option<Vec<f64>>,
}

/// A move that a search considers.
#[derive(Debug, Serialize)]
pub(crate) struct CandidateText {
    /// The move.
    pub(crate) r#move: MoveText,
    /// Its playouts or evaluations.
    pub(crate) visits: u32,
    /// Chance of Black after it.
    pub(crate) win_rate: f64,
    /// The likely score after it, for Black.
    pub(crate) score: f64,
    /// How likely it looked before the search.
    pub(crate) prior: f64,
    /// The move and what follows.
    pub(crate) line: Vec<MoveText>,
}

/// Request for a move of the engine.
#[derive(Debug, Deserialize)]
pub(crate) struct GenmoveAsk {
    /// The game.
    pub(crate) game: GameText,
    /// The side that the engine plays.
    pub(crate) color: Hue,
    /// Its clock.
    pub(crate) clock: Option<ClockText>,
    /// Longest time, without a clock.
    pub(crate) seconds: Option<f64>,
    /// Most playouts or evaluations, without a clock.
    pub(crate) visits: Option<u64>,
    /// Its level; the full strength if there is none.
    pub(crate) level: Option<u8>,
    /// Whether it may resign.
    pub(crate) may_resign: Option<bool>,
}

/// The engine's clock; all times in seconds.
#[derive(Debug, Deserialize)]
pub(crate) struct ClockText {
    /// The time system.
    #[serde(flatten)]
    pub(crate) system: SystemText,
    /// What is left of the main time, or of the period.
    pub(crate) left: f64,
    /// In a period: the periods left, or the stones left to play in it.
    #[serde(default)]
    pub(crate) left_periods: u32,
}

/// A time system.
#[derive(Debug, Deserialize)]
#[serde(tag = "system", rename_all = "lowercase")]
pub(crate) enum SystemText {
    /// Main time alone.
    Absolute {
        /// For all moves.
        main: f64,
    },
    /// Main time, and then periods that are lost one by one.
    Byoyomi {
        /// Before the first period.
        main: f64,
        /// Length of a period.
        period: f64,
        /// Number of periods.
        periods: u32,
    },
    /// Main time, and then a number of stones in each period.
    Canadian {
        /// Before the first period.
        main: f64,
        /// Length of a period.
        period: f64,
        /// Stones in a period.
        stones: u32,
    },
    /// Main time that grows with each move.
    Fischer {
        /// At the start.
        main: f64,
        /// Added after each move.
        increment: f64,
    },
}

/// A move of the engine.
#[derive(Debug, Serialize)]
pub(crate) struct GenmoveText {
    /// The move.
    pub(crate) r#move: MoveText,
    /// Why.
    pub(crate) reason: String,
    /// How reliable that is.
    pub(crate) trust: super::terms::Trust,
    /// Chance of Black, if there was a search.
    pub(crate) win_rate: Option<f64>,
    /// The likely score for Black, if there was a search.
    pub(crate) score: Option<f64>,
    /// Playouts or evaluations.
    pub(crate) visits: u64,
    /// The move and what follows.
    pub(crate) line: Vec<MoveText>,
    /// Time used.
    pub(crate) seconds: f64,
}

/// Request for the points of handicap stones.
#[derive(Debug, Deserialize)]
pub(crate) struct HandicapAsk {
    /// Width and height.
    pub(crate) size: (u8, u8),
    /// Number of stones.
    pub(crate) n: usize,
}

/// The points of handicap stones.
#[derive(Debug, Serialize)]
pub(crate) struct HandicapText {
    /// The points.
    pub(crate) points: Vec<PointText>,
}
