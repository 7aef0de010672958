//! Time systems, and how a clock is to be used: plain values.

use std::time::Duration;

/// A time system, the same for both players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeSystem {
    /// No limit.
    None,
    /// Main time only.
    Absolute {
        /// For all moves.
        main: f64,
    },
    /// Main time, then a number of stones in each period.
    Canadian {
        /// Before the first period.
        main: f64,
        /// Length of a period.
        period: f64,
        /// Stones to play in a period; at least 1.
        stones: u32,
    },
    /// Main time, then periods of which one is lost only when it runs out.
    Byoyomi {
        /// Before the first period.
        main: f64,
        /// Length of a period.
        period: f64,
        /// Number of periods; at least 1.
        periods: u32,
    },
    /// Main time that grows with each move.
    Fischer {
        /// At the start.
        main: f64,
        /// Added after each move.
        increment: f64,
        /// The main time never grows above this.
        main_limit: f64,
        /// No move may take longer.
        move_limit: f64,
    },
}

/// How the clock is to be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClockParams {
    /// Seconds kept back for the delays of the connection: once in a game under absolute and Fischer time, for
    /// each period or stone under the others.
    pub lag_reserve: f64,
    /// Seconds for a move when the game has no time limit.
    pub untimed_seconds: f64,
    /// Largest number of seconds for a move under any time system.
    pub max_seconds: f64,
    /// The limit of a move as a multiple of its target: how much longer an open choice may take.
    pub max_time_factor: f64,
}

impl Default for ClockParams {
    fn default() -> Self {
        Self {
            lag_reserve: 0.5,
            untimed_seconds: 5.0,
            max_seconds: 120.0,
            max_time_factor: 2.0,
        }
    }
}

/// How far a game has come, for spreading the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameProgress {
    /// Points of the board.
    pub n_points: usize,
    /// Moves of both players so far.
    pub n_moves: usize,
}

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allotment {
    /// When to stop if the choice is clear.
    pub target: Duration,
    /// When to stop in any case.
    pub limit: Duration,
}
