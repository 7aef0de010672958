//! Evaluating positions of games with the teacher, and adding them to shards.

use super::chance::{normal, random_symmetry};
use super::shard::{Sample, Shard};
use crate::base::{Color, Komi, Move, Rng};
use crate::board::{Game, Rules};
use crate::intuition::inputs::Asker;
use crate::intuition::{Desk, History, Intuition, Opinion, Situation, Symmetry};

/// What one thread works with: memory that is kept. The samples don't depend on it.
#[derive(Debug, Default)]
pub struct SampleDesk {
    asker: Asker,
    desk: Desk,
}

impl SampleDesk {
    /// The teacher's opinion of a situation, shown to it under a symmetry.
    pub(super) fn ask(
        &mut self,
        teacher: &Intuition,
        situation: &Situation<'_>,
        symmetry: Symmetry,
    ) -> Opinion {
        teacher.ask(situation, symmetry, 0.0, true, &mut self.desk)
    }
}

/// What is known about a position beside the teacher's opinion.
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
    desk.ask(teacher, &situation, symmetry)
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

/// The rules of a game with a komi that makes its position even, or somewhat or far uneven.
pub(super) fn with_komi(
    game: &Game,
    teacher: &Intuition,
    rng: &mut Rng,
    desk: &mut SampleDesk,
) -> Rules {
    let rules = *game.rules();
    let lead = ask(teacher, game, random_symmetry(rng), desk).lead;
    let lead = f64::from(game.to_move().sign()) * f64::from(lead);
    let spread = if rng.below(2) == 0 { 1.0 } else { 8.0 };
    let komi = Komi::from_points(rules.komi.points() + lead + spread * normal(rng));
    Rules {
        komi: komi.unwrap_or(rules.komi),
        ..rules
    }
}
