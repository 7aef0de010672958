//! The position that the root of a tree stands for.

use crate::board::game::Start;
use crate::board::{Color, Game, Move, Rules};

/// The game and the player to move that the root of a tree stands for.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    start: Start,
    rules: Rules,
    moves: Vec<(Color, Move)>,
    color: Color,
}

impl Origin {
    /// The position of a game, with `color` to move.
    pub(super) fn new(game: &Game, color: Color) -> Self {
        Self {
            start: game.start().clone(),
            rules: *game.rules(),
            moves: game.moves().to_vec(),
            color,
        }
    }

    /// The moves that lead from here to the position of `game` with `color` to move; `None` if the players do not
    /// alternate in them.
    pub(super) fn moves_to<'a>(&self, game: &'a Game, color: Color) -> Option<&'a [(Color, Move)]> {
        if self.start != *game.start() || self.rules != *game.rules() {
            return None;
        }
        let moves = game.moves().strip_prefix(self.moves.as_slice())?;
        let mut turn = self.color;
        for &(mover, _) in moves {
            if mover != turn {
                return None;
            }
            turn = turn.opponent();
        }
        (turn == color).then_some(moves)
    }
}
