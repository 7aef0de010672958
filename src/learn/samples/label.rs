//! Asking the teacher about a position of a game, and writing down what it says.

use super::shard::{Sample, Shard};
use crate::base::{Color, Move};
use crate::board::Game;
use crate::intuition::inputs::Asker;
use crate::intuition::{Desk, History, Intuition, Opinion, Situation, Symmetry};

/// What one thread works with: memory that is kept. The samples don't depend on it.
#[derive(Debug, Default)]
pub struct SampleDesk {
    asker: Asker,
    desk: Desk,
}

/// What is known about a position beside what the teacher says.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    /// The move that was played.
    pub(super) played: Option<Move>,
    /// Who won the game, if that counts here.
    pub(super) winner: Option<Color>,
    /// Number of the game.
    pub(super) game: u32,
}

/// The teacher's opinion of the position of a game, shown to it under a symmetry.
pub(super) fn ask(
    teacher: &Intuition,
    game: &Game,
    symmetry: Symmetry,
    desk: &mut SampleDesk,
) -> Opinion {
    let history = History::of_game(game);
    let situation = Situation::of_game(game, &history, game.to_move());
    teacher.ask(&situation, symmetry, 0.0, true, &mut desk.desk)
}

/// Adds the position of a game to a shard of its size.
pub(super) fn add(
    shard: &mut Shard,
    game: &Game,
    opinion: Option<&Opinion>,
    known: Known,
    desk: &mut SampleDesk,
) {
    let history = History::of_game(game);
    let situation = Situation::of_game(game, &history, game.to_move());
    let question = desk.asker.question(&situation, Symmetry::IDENTITY, false);
    shard.add(&Sample {
        situation: &situation,
        question: &question,
        opinion,
        played: known.played,
        winner: known.winner,
        game: known.game,
        n_moves: game.moves().len(),
    });
}
