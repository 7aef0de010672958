//! A probability for each candidate move before any playout.

use std::fmt::Debug;

use super::features::View;
use super::numbers::exp;
use super::playout::PlayoutTurn;
use crate::base::weights::{STEPS_PER_UNIT, Weights};
use crate::board::{Board, Point};

/// A source of first evaluations about moves. A network can implement it, too.
pub(super) trait Prior: Debug + Send + Sync {
    /// Appends one positive weight for each of `points`, in order. Only ratios matter: a move that is twice as likely
    /// has twice the weight. The tree turns weights into probabilities.
    ///
    /// Called once for each node that gets children, from any thread. Deterministic.
    fn weigh(&self, board: &Board, turn: PlayoutTurn, points: &[Point], weights: &mut Vec<f32>);
}

/// The weights that `tedomari-dev fit` learned from games of strong players; see `scripts/fit_prior.sh`.
static EMBEDDED: &[u8] = include_bytes!("../../data/prior.bin");

/// Steps below the likeliest move; all moves this far below it or farther count as equally unlikely.
const N_LEVELS: usize = 8 * 16;

/// A prior of learned weights: how likely a strong player is to make each move (conditional logit; Coulom,
/// "Computing Elo ratings of move patterns in the game of Go", 2007, and Stern et al., 2006).
///
/// Cost: about a microsecond for each candidate.
#[derive(Clone, Debug)]
pub(super) struct LearnedPrior {
    weights: Weights<'static>,
    /// Weight of a move by the number of steps that it is below the likeliest one.
    levels: [f32; N_LEVELS],
}

impl LearnedPrior {
    /// The prior with the weights that are compiled in. Never panics: a test reads the same file.
    #[must_use]
    pub(super) fn embedded() -> Self {
        let weights = Weights::new(EMBEDDED).expect("the embedded file is a table of weights");
        Self::new(weights)
    }

    fn new(weights: Weights<'static>) -> Self {
        let step = exp(-1.0 / f64::from(STEPS_PER_UNIT));
        let mut level = 1.0;
        #[expect(clippy::cast_possible_truncation, reason = "less precision will do")]
        let levels = std::array::from_fn(|_| {
            let this = level;
            level *= step;
            this as f32
        });
        Self { weights, levels }
    }
}

impl Prior for LearnedPrior {
    fn weigh(&self, board: &Board, turn: PlayoutTurn, points: &[Point], weights: &mut Vec<f32>) {
        let view = View::new(board, turn);
        let sums: Vec<i32> = points
            .iter()
            .map(|&point| {
                let mut sum = 0;
                view.visit_features(point, |feature| {
                    let weight = self.weights.of(feature);
                    sum += weight.unwrap_or(0);
                    weight.is_some()
                });
                sum
            })
            .collect();
        let best = sums.iter().copied().max().unwrap_or(0);
        weights.extend(sums.into_iter().map(|sum| {
            let level = usize::try_from(best - sum).unwrap_or(0);
            self.levels[level.min(N_LEVELS - 1)]
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Size};

    /// Weights of Black's moves.
    fn weights(board: &Board, names: &[&str]) -> Vec<f32> {
        let points: Vec<Point> = names.iter().map(|name| name.parse().unwrap()).collect();
        let mut weights = Vec::new();
        let turn = PlayoutTurn::first(Color::Black);
        LearnedPrior::embedded().weigh(board, turn, &points, &mut weights);
        weights
    }

    #[test]
    fn a_capture_outweighs_a_move_elsewhere_and_a_self_atari() {
        let board: Board = ". . . . . . .\n. X O X . . .\n. . X . . . .\n. . . . . . .\n. . . . . O .\n. . . . . O .\n\
            . . . . . O X"
            .parse()
            .unwrap();
        let weights = weights(&board, &["C7", "G7", "G2"]);
        assert!(
            weights[1..]
                .iter()
                .all(|&weight| weight > 0.0 && 5.0 * weight < weights[0]),
            "{weights:?}"
        );
    }

    #[test]
    fn the_first_move_is_in_a_corner() {
        let board = Board::new(Size::square(19));
        let weights = weights(&board, &["D4", "K10", "A1", "K1"]);
        assert!(
            weights[1..].iter().all(|&weight| weight < weights[0]),
            "{weights:?}"
        );
    }
}
