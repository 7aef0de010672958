//! The settings of a whole match.

use std::time::Duration;

use crate::board::{Game, Rules, Size};
use crate::engine::clock::TimeSystem;

/// A match with all options checked.
#[derive(Clone, Debug)]
pub(super) struct MatchSettings {
    /// The two engines; the first has Black in the games with even index.
    pub(super) commands: [Vec<String>; 2],
    pub(super) referee: Option<Vec<String>>,
    pub(super) size: Size,
    pub(super) rules: Rules,
    pub(super) time: TimeSystem,
    pub(super) grace: Duration,
    pub(super) timeout: Duration,
    pub(super) max_moves: usize,
}

impl MatchSettings {
    /// An empty board for a game of the match.
    pub(super) fn new_game(&self) -> Game {
        Game::new(self.size, self.rules)
    }
}

/// The engine that has Black in the game with this index: they take turns.
pub(super) const fn black_engine(index: usize) -> usize {
    index % 2
}
