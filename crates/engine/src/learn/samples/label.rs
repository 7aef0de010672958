//! Evaluating positions of games with the teacher, and adding them to shards.

use super::chance::{normal, random_symmetry};
use super::shard::{Sample, Shard};
use crate::base::Rng;
use crate::board::{Color, Game, Komi, Move, Rules};
use crate::intuition::inputs::InputBuilder;
use crate::intuition::{
    Evaluation, EvaluationBuffers, History, Intuition, NetworkPosition, Symmetry,
};

/// What one thread works with: memory that is kept. The samples don't depend on it.
#[derive(Debug, Default)]
pub struct SampleBuffers {
    builder: InputBuilder,
    buffers: EvaluationBuffers,
}

impl SampleBuffers {
    /// The teacher's evaluation of a position, shown to it under a symmetry.
    pub(super) fn ask(
        &mut self,
        teacher: &Intuition,
        position: &NetworkPosition<'_>,
        symmetry: Symmetry,
    ) -> Evaluation {
        teacher.ask(position, symmetry, 0.0, true, &mut self.buffers)
    }
}

/// What is known about a position beside the teacher's evaluation.
#[derive(Clone, Copy, Default)]
pub(super) struct SampleLabels {
    /// The move that was played.
    pub(super) played: Option<Move>,
    /// Who won the game, if that counts here.
    pub(super) winner: Option<Color>,
    /// Number of the game.
    pub(super) game: u32,
}

/// The teacher's evaluation of the position of a game, shown to it under a symmetry.
pub(super) fn ask(
    teacher: &Intuition,
    game: &Game,
    symmetry: Symmetry,
    buffers: &mut SampleBuffers,
) -> Evaluation {
    let history = History::of_game(game);
    let position = NetworkPosition::of_game(game, &history, game.to_move());
    buffers.ask(teacher, &position, symmetry)
}

/// Adds the position of a game to a shard of its size.
pub(super) fn add(
    shard: &mut Shard,
    game: &Game,
    evaluation: Option<&Evaluation>,
    known: SampleLabels,
    buffers: &mut SampleBuffers,
) {
    let history = History::of_game(game);
    let position = NetworkPosition::of_game(game, &history, game.to_move());
    let question = buffers
        .builder
        .question(&position, Symmetry::IDENTITY, false);
    shard.add(&Sample {
        position: &position,
        question: &question,
        evaluation,
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
    buffers: &mut SampleBuffers,
) -> Rules {
    let rules = *game.rules();
    let lead = ask(teacher, game, random_symmetry(rng), buffers).lead;
    let lead = f64::from(game.to_move().sign()) * f64::from(lead);
    let spread = if rng.below(2) == 0 { 1.0 } else { 8.0 };
    let komi = Komi::from_points(rules.komi.points() + lead + spread * normal(rng));
    Rules {
        komi: komi.unwrap_or(rules.komi),
        ..rules
    }
}
