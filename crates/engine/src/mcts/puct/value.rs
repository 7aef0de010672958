//! What a position is worth, and how that becomes the one number that the search compares: the utility.
//!
//! The utility is the win rate from -1 to 1, with a little for points: winning by more is better, all else being equal.
//! Points count by an arc tangent, so that a point matters less the farther the score is from the center. One such
//! curve is centered on an even game, a steeper one near the score that is expected at the root (Wu 2019, section 3.5
//! and KataGo's `dynamicScoreUtilityFactor`). Where the evaluator estimates its own errors, evaluations that are less
//! sure weigh less (KataGo's `useUncertainty`).

use std::f64::consts::FRAC_2_PI;

use super::super::numbers::atan;
use crate::board::{Color, Score, Size};
use crate::intuition::Evaluation;

/// The share of points in the utility, around an even game and around the expected score.
const STATIC_FACTOR: f64 = 0.1;
const DYNAMIC_FACTOR: f64 = 0.3;

/// The widths of the two curves, in sides of the board.
const STATIC_WIDTH: f64 = 2.0;
const DYNAMIC_WIDTH: f64 = 0.75;

/// How far the center of the second curve is drawn from the expected score toward an even game.
const TOWARD_EVEN: f64 = 0.2;

/// Largest absolute value of a utility.
pub(super) const UTILITY_RADIUS: f64 = 1.0 + STATIC_FACTOR + DYNAMIC_FACTOR;

/// An evaluation that may be wrong by this much has weight 1, and none weighs more than [`MOST_WEIGHT`].
const USUAL_ERROR: f64 = 0.25;
const MOST_WEIGHT: f64 = 8.0;

/// Gauss and Hermite's points and weights for the mean of a function of a normal number.
const NORMAL: [(f64, f64); 4] = [
    (0.0, 0.457_142_857_142_857),
    (1.154_405_394_739_968, 0.240_123_178_605_013),
    (2.366_759_410_734_541, 0.030_757_123_967_586_5),
    (3.750_439_717_725_742, 0.000_548_268_855_972_219),
];

/// The value of a position by one evaluation, or by the end of the game, from Black's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Value {
    /// Probability that Black wins less that White wins.
    pub(super) win_loss: f32,
    /// Probability of no result.
    pub(super) no_result: f32,
    /// Expected score in points.
    pub(super) score: f32,
    /// Expected square of the score.
    pub(super) score_sq: f32,
    /// Points by which Black is ahead.
    pub(super) lead: f32,
    /// Typical error of `win_loss`; negative if unknown.
    pub(super) win_error: f32,
    /// Typical error of the score in points.
    pub(super) score_error: f32,
}

impl Value {
    /// The value in an evaluation about a position with `to_move` to move.
    pub(super) fn of_evaluation(evaluation: &Evaluation, to_move: Color) -> Self {
        let sign = match to_move {
            Color::Black => 1.0,
            Color::White => -1.0,
        };
        let Evaluation {
            score_mean: score,
            score_stdev: stdev,
            ..
        } = *evaluation;
        Self {
            win_loss: sign * (evaluation.win - evaluation.loss),
            no_result: evaluation.no_result,
            score: sign * score,
            score_sq: score * score + stdev * stdev,
            lead: sign * evaluation.lead,
            win_error: evaluation.win_error,
            score_error: evaluation.score_error.max(0.0),
        }
    }

    /// The value of a game that has ended. `knows_errors`: whether the evaluator's other values have errors.
    pub(super) fn of_end(score: Score, knows_errors: bool) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "scores are small multiples of one half"
        )]
        let points = score.points() as f32;
        let win_loss = match score.winner() {
            None => 0.0,
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
        };
        Self {
            win_loss,
            no_result: 0.0,
            score: points,
            score_sq: points * points,
            lead: points,
            win_error: if knows_errors { 0.0 } else { -1.0 },
            score_error: 0.0,
        }
    }
}

/// How values become utilities in one search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Utility {
    /// Side of the board; of a square of the same area, where it is none.
    side: f64,
    /// Center of the second curve.
    center: f64,
}

impl Utility {
    /// The utility on a board, where Black is expected to score so many points.
    pub(super) fn new(size: Size, expected: f64) -> Self {
        let side = (f64::from(size.width()) * f64::from(size.height())).sqrt();
        let most = side * DYNAMIC_WIDTH;
        let center = expected - (expected * TOWARD_EVEN).clamp(-most, most);
        Self { side, center }
    }

    /// The utility of a value for Black.
    pub(super) fn of(self, value: &Value) -> f64 {
        let score = f64::from(value.score);
        let variance = f64::from(value.score_sq) - score * score;
        f64::from(value.win_loss) + self.of_score(score, variance.max(0.0).sqrt())
    }

    /// The mean utility of scores around `mean` with a standard deviation.
    fn of_score(self, mean: f64, stdev: f64) -> f64 {
        let curves = |score: f64| {
            let Curves { fixed, moving } = self.curves(score);
            FRAC_2_PI * (STATIC_FACTOR * atan(fixed.0) + DYNAMIC_FACTOR * atan(moving.0))
        };
        NORMAL
            .iter()
            .map(|&(step, weight)| {
                let away = step * stdev;
                if away > 0.0 {
                    weight * (curves(mean - away) + curves(mean + away))
                } else if step > 0.0 {
                    2.0 * weight * curves(mean)
                } else {
                    weight * curves(mean)
                }
            })
            .sum()
    }

    /// How much a value weighs against others.
    pub(super) fn weight(self, value: &Value) -> f64 {
        if value.win_error < 0.0 {
            return 1.0;
        }
        let Curves { fixed, moving } = self.curves(f64::from(value.score));
        let slope = |(x, width): (f64, f64)| FRAC_2_PI / (width * (1.0 + x * x));
        let per_point = STATIC_FACTOR * slope(fixed) + DYNAMIC_FACTOR * slope(moving);
        let error = f64::from(value.win_error) + per_point * f64::from(value.score_error);
        USUAL_ERROR / (error + USUAL_ERROR / MOST_WEIGHT)
    }

    /// Where a score lies on the two curves, each with its width in points.
    fn curves(self, score: f64) -> Curves {
        let on = |center: f64, width: f64| {
            let width = width * self.side;
            ((score - center) / width, width)
        };
        Curves {
            fixed: on(0.0, STATIC_WIDTH),
            moving: on(self.center, DYNAMIC_WIDTH),
        }
    }
}

/// A score measured in the widths of the two curves, with these widths.
struct Curves {
    fixed: (f64, f64),
    moving: (f64, f64),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;

    fn value(win_loss: f32, score: f32, stdev: f32) -> Value {
        Value {
            win_loss,
            no_result: 0.0,
            score,
            score_sq: score * score + stdev * stdev,
            lead: score,
            win_error: -1.0,
            score_error: 0.0,
        }
    }

    #[test]
    fn utility_is_bounded_and_grows_with_wins_and_points() {
        let utility = Utility::new(Size::square(9), 5.0);
        let of = |win_loss, score, stdev| utility.of(&value(win_loss, score, stdev));
        assert!(of(1.0, 500.0, 1.0) < UTILITY_RADIUS && of(1.0, 500.0, 1.0) > 1.3);
        assert!(of(-1.0, -500.0, 1.0) > -UTILITY_RADIUS);
        assert!(of(0.0, 6.0, 3.0) > of(0.0, 5.0, 3.0));
        assert!(of(0.1, 5.0, 3.0) > of(0.0, 5.0, 3.0));
        // A point is worth more near the expected score.
        let step = |score| of(0.0, score + 1.0, 3.0) - of(0.0, score, 3.0);
        assert!(step(4.0) > step(20.0) && step(4.0) > step(-20.0));
    }

    /// The quadrature against the mean of many random scores.
    #[test]
    fn the_mean_over_scores_is_one() {
        let mut rng = Rng::new(9, 0);
        let utility = Utility::new(Size::square(9), 3.0);
        for (mean, stdev) in [(0.0, 5.0), (3.0, 12.0), (-20.0, 8.0)] {
            const N: u32 = 40_000;
            let sum: f64 = (0..N)
                .map(|_| {
                    let normal = (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
                    utility.of_score(mean + stdev * normal, 0.0)
                })
                .sum();
            let error = sum / f64::from(N) - utility.of_score(mean, stdev);
            assert!(error.abs() < 0.004, "{mean} {stdev}: {error}");
        }
    }

    #[test]
    fn sure_values_weigh_more() {
        let utility = Utility::new(Size::square(9), 0.0);
        let weight = |win_error, score_error| {
            utility.weight(&Value {
                win_error,
                score_error,
                ..value(0.0, 0.0, 5.0)
            })
        };
        assert!((weight(-1.0, 0.0) - 1.0).abs() < 1e-12);
        assert!((weight(0.0, 0.0) - MOST_WEIGHT).abs() < 1e-12);
        assert!(weight(0.1, 1.0) > weight(0.3, 1.0) && weight(0.1, 1.0) > weight(0.1, 3.0));
    }
}
