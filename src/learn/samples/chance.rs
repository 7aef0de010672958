//! Random choices that both kinds of samples make.

use crate::base::Rng;
use crate::board::Rules;
use crate::intuition::Symmetry;

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
