//! How strong to play, when to pass and when to give up: settings.

use super::level::Level;

/// Settings of the policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyParams {
    /// How strong the engine plays in games.
    pub level: Level,
    /// Resign when the chance to win is estimated below this; 0 never resigns.
    pub resign_below: f64,
    /// Never resign before this many moves of both players, as a fraction of the points of the board.
    pub resign_after: f64,
    /// Resign only after this many hopeless moves of this engine in a row.
    pub resign_patience: u32,
    /// Whether to take dead stones off the board before passing, for servers that count all stones as alive.
    pub clears_dead_stones: bool,
    /// Playouts by which a finished position is judged where nothing is proved.
    pub scoring_playouts: u32,
    /// Playouts of `reg_genmove`, which uses no clock.
    pub regression_playouts: u64,
}

impl Default for PolicyParams {
    fn default() -> Self {
        Self {
            level: Level::FULL,
            resign_below: 0.08,
            resign_after: 0.25,
            resign_patience: 3,
            clears_dead_stones: false,
            scoring_playouts: 400,
            regression_playouts: 5000,
        }
    }
}
