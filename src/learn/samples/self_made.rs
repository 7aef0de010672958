//! Samples from games that the teacher plays with itself, by its policy alone: each evaluation chooses a move and is a
//! label. Temperature and random moves lead to positions that good players don't reach.

use super::chance::{normal, random_rules, random_symmetry};
use super::label::{Known, SampleDesk, add, ask};
use super::shard::Shard;
use crate::base::{CancelToken, Komi, Move, Rng, Size};
use crate::board::{Game, Rules};
use crate::intuition::{Intuition, Opinion};

/// The boards of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardSizes {
    /// Always the same.
    One(Size),
    /// Half 9x9 and 13x13, the others from 5x5 to 19x19, a few with different sides.
    Mixed,
}

impl BoardSizes {
    fn random(self, rng: &mut Rng) -> Size {
        let mut side = || u8::try_from(5 + rng.below(15)).unwrap_or(19);
        let (width, height) = (side(), side());
        match (self, rng.below(100)) {
            (Self::One(size), _) => size,
            (Self::Mixed, 0..32) => Size::square(9),
            (Self::Mixed, 32..52) => Size::square(13),
            (Self::Mixed, 52..62) => Size::square(19),
            (Self::Mixed, 62..68) => Size::square(7),
            (Self::Mixed, 68..92) => Size::square(width),
            (Self::Mixed, _) => Size::new(width, height).unwrap_or(Size::square(width)),
        }
    }
}

/// How one game is played.
struct Manner {
    /// Probabilities are raised to the power of this before a move is drawn.
    sharpness: f64,
    /// The chance of a move by pure chance.
    blunders: f64,
    /// Moves by pure chance at the start.
    n_random: usize,
}

impl Manner {
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
    sizes: &BoardSizes,
    n_samples: usize,
    teacher: &Intuition,
    rng: &mut Rng,
    desk: &mut SampleDesk,
    cancel: &CancelToken,
) -> Option<Shard> {
    let size = sizes.random(rng);
    let mut shard = Shard::new(size);
    for number in 0.. {
        let mut game = Game::new(size, random_rules(rng));
        game.set_rules(with_komi(&game, teacher, rng, desk));
        let manner = Manner::random(size, rng);
        while !game.is_over() && game.moves().len() < 2 * size.n_points() {
            if cancel.is_cancelled() {
                return None;
            }
            if shard.n_samples() == n_samples {
                return Some(shard);
            }
            let opinion = ask(teacher, &game, random_symmetry(rng), desk);
            let mv = choose(&opinion, &manner, game.moves().len(), rng);
            let known = Known {
                game: number,
                ..Known::default()
            };
            add(&mut shard, &game, Some(&opinion), known, desk);
            if game.play(game.to_move(), mv).is_err() {
                break;
            }
        }
    }
    None
}

/// The rules of a game with a komi that makes it even, or somewhat or far uneven.
fn with_komi(game: &Game, teacher: &Intuition, rng: &mut Rng, desk: &mut SampleDesk) -> Rules {
    let rules = *game.rules();
    let lead = f64::from(ask(teacher, game, random_symmetry(rng), desk).lead);
    let spread = if rng.below(2) == 0 { 1.0 } else { 8.0 };
    let komi = Komi::from_points(rules.komi.points() + lead + spread * normal(rng));
    Rules {
        komi: komi.unwrap_or(rules.komi),
        ..rules
    }
}

/// The next move.
fn choose(opinion: &Opinion, manner: &Manner, n_moves: usize, rng: &mut Rng) -> Move {
    let is_random = n_moves < manner.n_random || rng.unit() < manner.blunders;
    let weight = |&(mv, chance): &(Move, f32)| {
        if is_random {
            f64::from(u8::from(mv != Move::Pass))
        } else {
            f64::from(chance).powf(manner.sharpness)
        }
    };
    let sum: f64 = opinion.policy.iter().map(weight).sum();
    let mut left = sum * rng.unit();
    for choice in &opinion.policy {
        left -= weight(choice);
        if left < 0.0 {
            return choice.0;
        }
    }
    Move::Pass
}
