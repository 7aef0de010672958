//! Samples from games that the teacher plays with itself, by its policy alone: each evaluation chooses a move and is a
//! label. Temperature and random moves lead to positions that good players don't reach.

use super::chance::{BoardSizes, drawn, random_rules, random_symmetry};
use super::label::{SampleBuffers, SampleLabels, add, ask, with_komi};
use super::shard::Shard;
use crate::base::{CancelToken, Rng};
use crate::board::{Game, Move, Size};
use crate::intuition::{Evaluation, Intuition};

/// How one game is played.
struct GameNoise {
    /// Probabilities are raised to the power of this before a move is drawn.
    sharpness: f64,
    /// The chance of a move by pure chance.
    blunders: f64,
    /// Moves by pure chance at the start.
    n_random: usize,
}

impl GameNoise {
    fn random(size: Size, rng: &mut Rng) -> Self {
        Self {
            sharpness: 0.8 + rng.unit(),
            blunders: [0.0, 0.02, 0.1][rng.index(3)],
            n_random: if rng.below(5) < 2 {
                1 + rng.index(1 + size.n_points() / 12)
            } else {
                0
            },
        }
    }
}

/// A shard of whole games on boards of one size; the last game is cut where the shard is full.
pub(super) fn shard(
    sizes: BoardSizes,
    n_samples: usize,
    teacher: &Intuition,
    rng: &mut Rng,
    buffers: &mut SampleBuffers,
    cancel: &CancelToken,
) -> Option<Shard> {
    let size = sizes.random(rng);
    let mut shard = Shard::new(size);
    for number in 0.. {
        let mut game = Game::new(size, random_rules(rng));
        game.set_rules(with_komi(&game, teacher, rng, buffers));
        let noise = GameNoise::random(size, rng);
        while !game.is_over() && game.moves().len() < 2 * size.n_points() {
            if cancel.is_cancelled() {
                return None;
            }
            if shard.n_samples() == n_samples {
                return Some(shard);
            }
            let evaluation = ask(teacher, &game, random_symmetry(rng), buffers);
            let mv = choose(&evaluation, &noise, game.moves().len(), rng);
            let known = SampleLabels {
                game: number,
                ..SampleLabels::default()
            };
            add(&mut shard, &game, Some(&evaluation), known, buffers);
            if game.play(game.to_move(), mv).is_err() {
                break;
            }
        }
    }
    None
}

/// The next move.
fn choose(evaluation: &Evaluation, noise: &GameNoise, n_moves: usize, rng: &mut Rng) -> Move {
    let is_random = n_moves < noise.n_random || rng.unit() < noise.blunders;
    let weight = |&(mv, chance): &(Move, f32)| {
        if is_random {
            f64::from(u8::from(mv != Move::Pass))
        } else {
            f64::from(chance).powf(noise.sharpness)
        }
    };
    drawn(&evaluation.policy, weight, rng)
}
