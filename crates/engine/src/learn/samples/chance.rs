//! Random choices that several kinds of samples make.

use crate::base::Rng;
use crate::board::{Move, Rules, Size};
use crate::intuition::Symmetry;

/// The boards of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardSizes {
    /// Always the same.
    One(Size),
    /// Half 9x9 and 13x13, the others from 5x5 to 19x19, a few with different sides.
    Mixed,
}

impl BoardSizes {
    pub(super) fn random(self, rng: &mut Rng) -> Size {
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

/// Rules for a game of samples: those of China in half of the cases, else any of the named ones. Komi is theirs.
pub(super) fn random_rules(rng: &mut Rng) -> Rules {
    let names: Vec<&str> = Rules::names().collect();
    let name = if rng.below(2) == 0 {
        "chinese"
    } else {
        names[rng.index(names.len())]
    };
    Rules::named(name).unwrap_or_default()
}

/// A random number with the standard normal distribution (Box and Muller).
pub(super) fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * (1.0 - rng.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.unit()).cos()
}

/// One of the symmetries.
pub(super) fn random_symmetry(rng: &mut Rng) -> Symmetry {
    let all: Vec<Symmetry> = Symmetry::all().collect();
    all[rng.index(all.len())]
}

/// One of some moves, drawn with probabilities proportional to the weights; a pass if all weights are 0.
pub(super) fn drawn<T>(
    moves: &[(Move, T)],
    weight: impl Fn(&(Move, T)) -> f64,
    rng: &mut Rng,
) -> Move {
    let sum: f64 = moves.iter().map(&weight).sum();
    let mut left = sum * rng.unit();
    for choice in moves {
        left -= weight(choice);
        if left < 0.0 {
            return choice.0;
        }
    }
    Move::Pass
}
