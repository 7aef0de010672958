//! What each color holds in the positions of a game, with answers about windows that are remembered from move to move.

use crate::base::Budget;
use crate::board::Game;
use crate::endgame::Held;
use crate::region::WindowMemory;

/// Nodes in windows after which the answers about them are forgotten, so that they do not fill the memory.
const MOST_REMEMBERED: u64 = 20_000_000;

/// Answers about windows from one move to the next: most windows stay as they are.
#[derive(Debug, Default)]
pub(super) struct BoundMemory {
    windows: WindowMemory,
    n_spent: u64,
}

impl BoundMemory {
    /// What each color holds in a position, and the nodes that it took are charged to `budget`.
    pub(super) fn held(&mut self, game: &Game, budget: &mut Budget) -> Held {
        if self.n_spent > MOST_REMEMBERED {
            *self = Self::default();
        }
        let before = budget.spent();
        let held = Held::new(game, &mut self.windows, budget);
        self.n_spent += budget.spent() - before;
        held
    }
}
