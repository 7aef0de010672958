//! The statistics of the visits of a node: weighted means of its own value and of its children.
//!
//! The mean is not a plain one. Children that look much worse than their siblings weigh less, as the player to move
//! would not choose them (KataGo's `valueWeightExponent`), and visits that went to a child beyond what its prior
//! deserves weigh less if it turned out worse than the likelier moves (KataGo's `useNoisePruning`).

use super::super::numbers::{exp, student3};
use super::value::Value;

/// The difference in utility at which most of the excess visits of a worse child no longer count.
const EXCESS_SCALE: f64 = 0.15;

/// A child may have so many times the visits that its prior deserves.
const FAIR_EXCESS: f64 = 2.0;

/// Means over visits, from Black's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stats {
    /// Sum of the weights of the visits.
    pub(super) weight: f64,
    /// Sum of the squares of the weights.
    pub(super) weight_sq: f64,
    pub(super) win_loss: f64,
    pub(super) no_result: f64,
    pub(super) score: f64,
    pub(super) score_sq: f64,
    pub(super) lead: f64,
    pub(super) utility: f64,
    pub(super) utility_sq: f64,
}

/// A child's part in its parent's mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    /// The child's own means.
    pub(super) stats: Stats,
    /// Weight of the visits that came from the parent.
    pub(super) weight: f64,
    /// Prior probability of its move.
    pub(super) prior: f64,
}

impl Stats {
    /// The statistics of `n_visits` visits that all found the same value.
    pub(super) fn of_value(value: &Value, utility: f64, weight: f64, n_visits: u32) -> Self {
        let n = f64::from(n_visits);
        Self {
            weight: n * weight,
            weight_sq: n * weight * weight,
            win_loss: f64::from(value.win_loss),
            no_result: f64::from(value.no_result),
            score: f64::from(value.score),
            score_sq: f64::from(value.score_sq),
            lead: f64::from(value.lead),
            utility,
            utility_sq: utility * utility,
        }
    }

    /// The statistics of a node: its own value, and those of its children, the likeliest first. `sign` is 1 if Black is
    /// to move at the node, else -1. The weights of the shares are spoilt.
    pub(super) fn combined(own: Self, children: &mut [Share], sign: f64) -> Self {
        let total = without_excess(children, sign);
        without_bad_ones(children, total, sign);
        let mut sum = Self::default();
        sum.add(&own, own.weight);
        for share in children {
            sum.add(&share.stats, share.weight);
        }
        let weight = sum.weight;
        for mean in [
            &mut sum.win_loss,
            &mut sum.no_result,
            &mut sum.score,
            &mut sum.score_sq,
            &mut sum.lead,
            &mut sum.utility,
            &mut sum.utility_sq,
        ] {
            *mean /= weight;
        }
        sum
    }

    /// Adds means times `weight`, so that this holds sums.
    fn add(&mut self, means: &Self, weight: f64) {
        let scale = weight / means.weight;
        self.weight += weight;
        self.weight_sq += scale * scale * means.weight_sq;
        self.win_loss += weight * means.win_loss;
        self.no_result += weight * means.no_result;
        self.score += weight * means.score;
        self.score_sq += weight * means.score_sq;
        self.lead += weight * means.lead;
        self.utility += weight * means.utility;
        self.utility_sq += weight * means.utility_sq;
    }
}

/// Takes weight from children that are worse than the likelier ones and have more of it than their priors deserve.
/// Returns the sum of the weights then.
fn without_excess(children: &mut [Share], sign: f64) -> f64 {
    let (mut utility, mut weight, mut prior) = (0.0, 0.0, 0.0);
    for share in children {
        if weight > 0.0 && prior > 0.0 {
            let gap = utility / weight - sign * share.stats.utility;
            let fair = FAIR_EXCESS * weight * share.prior / prior;
            if gap > 0.0 && share.weight > fair {
                share.weight -= (share.weight - fair) * (1.0 - exp(-gap / EXCESS_SCALE));
            }
        }
        utility += sign * share.stats.utility * share.weight;
        weight += share.weight;
        prior += share.prior;
    }
    weight
}

/// Moves weight from children that look worse than the mean to those that look better; the sum `total` stays. The fewer
/// visits a child has, the less it is reduced.
fn without_bad_ones(children: &mut [Share], total: f64, sign: f64) {
    /// The least share of its weight that a child keeps, before the root is taken.
    const LEAST: f64 = 0.0001;
    /// A value of weight 1 has the variance 1 / `PRECISION`.
    const PRECISION: f64 = 1.5;
    if children.len() < 2 {
        return;
    }
    let weighted = |share: &Share| sign * share.stats.utility * share.weight;
    let mean = children.iter().map(weighted).sum::<f64>() / total;
    let mut sum = 0.0;
    for share in &mut *children {
        let stdev = (1.0 / (PRECISION * share.weight.sqrt())).sqrt();
        let distance = (sign * share.stats.utility - mean) / stdev;
        // KataGo's exponent is one fourth.
        share.weight *= (student3(distance) + LEAST).sqrt().sqrt();
        sum += share.weight;
    }
    for share in children {
        share.weight *= total / sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(utility: f64, weight: f64, prior: f64) -> Share {
        let stats = Stats {
            weight,
            weight_sq: weight,
            utility,
            utility_sq: utility * utility,
            win_loss: utility,
            ..Stats::default()
        };
        Share {
            stats,
            weight,
            prior,
        }
    }

    fn combined(children: &[Share], sign: f64) -> Stats {
        let own = share(0.0, 1.0, 1.0).stats;
        Stats::combined(own, &mut children.to_vec(), sign)
    }

    #[test]
    fn the_mean_of_equal_children_is_plain() {
        let children = [share(0.4, 2.0, 0.5), share(0.4, 1.0, 0.25)];
        let stats = combined(&children, 1.0);
        assert!((stats.weight - 4.0).abs() < 1e-9);
        assert!((stats.utility - 0.3).abs() < 1e-9, "{stats:?}");
    }

    #[test]
    fn the_player_to_move_is_trusted_to_avoid_what_is_bad() {
        let children = [share(0.5, 20.0, 0.5), share(-0.5, 20.0, 0.5)];
        let (black, white) = (combined(&children, 1.0), combined(&children, -1.0));
        assert!(
            black.utility > 0.1 && white.utility < -0.1,
            "{black:?} {white:?}"
        );
        assert!((black.weight - 41.0).abs() < 1e-9);
    }

    #[test]
    fn visits_beyond_the_prior_count_less_where_they_are_worse() {
        let fair = combined(&[share(0.5, 20.0, 0.5), share(0.3, 20.0, 0.5)], 1.0);
        let forced = combined(&[share(0.5, 20.0, 0.5), share(0.3, 20.0, 0.01)], 1.0);
        assert!(forced.weight < fair.weight - 10.0, "{forced:?}");
        assert!(forced.utility > fair.utility);
    }
}
