//! Which precision a model can do with: measured on positions, not assumed.

use std::fmt;
use std::time::{Duration, Instant};

use crate::model::Model;
use crate::{NetworkInput, NetworkOutput};

use super::evaluator::{Evaluator, EvaluatorError, Scratch};
use super::precision::Precision;

/// How far a precision may be from 32-bit floats. The measures are those of [`Measurement`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// The least part of positions with the same first move.
    pub same_move: f64,
    /// The largest mean divergence of the policy.
    pub divergence: f64,
    /// The largest mean error of the win rate.
    pub win_rate_error: f64,
}

impl Default for Thresholds {
    /// What costs a search less than the speed gives it: nine moves of ten, a divergence of 0.01, one percent.
    fn default() -> Self {
        Self {
            same_move: 0.9,
            divergence: 0.01,
            win_rate_error: 0.01,
        }
    }
}

/// How a precision does on some positions, beside 32-bit floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurement {
    /// The precision.
    pub precision: Precision,
    /// Positions compared.
    pub n_positions: usize,
    /// The part of them where the move with the largest logit is the same, the pass among the moves.
    pub same_move: f64,
    /// The mean of the Kullback-Leibler divergence of the policy from that of 32-bit floats, in nats. It counts all
    /// points, legal or not.
    pub divergence: f64,
    /// The mean absolute error of the win rate, from 0 to 1; half a game without result is a win.
    pub win_rate_error: f64,
    /// Evaluations in a second of one thread, without ownership, for these positions: the fastest of a few rounds.
    pub evaluations_per_second: f64,
}

impl Measurement {
    /// Whether it is within the thresholds.
    #[must_use]
    pub fn keeps(&self, thresholds: &Thresholds) -> bool {
        self.same_move >= thresholds.same_move
            && self.divergence <= thresholds.divergence
            && self.win_rate_error <= thresholds.win_rate_error
    }
}

impl fmt::Display for Measurement {
    /// Such as `int8: same move 0.975, divergence 0.0032, win rate 0.0064, 1210 evaluations a second`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}: same move {:.3}, divergence {:.4}, win rate {:.4}, {:.0} evaluations a second",
            self.precision,
            self.same_move,
            self.divergence,
            self.win_rate_error,
            self.evaluations_per_second
        )
    }
}

/// How many times as fast a less exact precision must be to be chosen.
const GAIN: f64 = 1.1;

/// A chosen evaluator, and what it was chosen by.
#[derive(Debug)]
pub struct Choice {
    /// The fastest one that is close enough; a less exact one only if it is a tenth faster.
    pub evaluator: Evaluator,
    /// One for each precision, in the order of [`Precision::ALL`].
    pub measurements: Vec<Measurement>,
}

/// Chooses the fastest precision that keeps close to 32-bit floats on the positions `probes`; a less exact one only if
/// it is a tenth faster. Integers are calibrated with `calibration`, which had better be other positions.
///
/// Cost: 6 to 12 evaluations of each probe, the fewer the slower they are.
///
/// # Errors
/// As [`Evaluator::new`], if there are no positions to calibrate with; if answers with 32-bit floats are not finite.
pub fn choose(
    model: &Model,
    calibration: &[NetworkInput],
    probes: &[NetworkInput],
    thresholds: &Thresholds,
) -> Result<Choice, EvaluatorError> {
    let mut best = Evaluator::new(model, Precision::F32, &[])?;
    let (truth, speed) = timed(&best, probes);
    if !truth.iter().all(NetworkOutput::is_finite) {
        return Err(EvaluatorError::NotFinite);
    }
    let mut measurements = vec![measured(Precision::F32, &truth, &truth, speed)];
    let mut best_speed = speed;
    for precision in [Precision::Bf16, Precision::Int8] {
        let evaluator = Evaluator::new(model, precision, calibration)?;
        let (answers, speed) = timed(&evaluator, probes);
        let measurement = measured(precision, &truth, &answers, speed);
        measurements.push(measurement);
        let is_finite = answers.iter().all(NetworkOutput::is_finite);
        if is_finite && speed > GAIN * best_speed && measurement.keeps(thresholds) {
            (best, best_speed) = (evaluator, speed);
        }
    }
    Ok(Choice {
        evaluator: best,
        measurements,
    })
}

/// The answers, and how many of them a second gives.
#[expect(clippy::cast_precision_loss, reason = "positions are few")]
fn timed(evaluator: &Evaluator, probes: &[NetworkInput]) -> (Vec<NetworkOutput>, f64) {
    const ROUNDS: usize = 3;
    /// A round that takes so long is exact enough by itself.
    const LONG: Duration = Duration::from_millis(100);
    let mut scratch = Scratch::default();
    let answers = evaluator.evaluate(probes, true, &mut scratch);
    let mut fastest = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        evaluator.evaluate(probes, false, &mut scratch);
        fastest = fastest.min(start.elapsed());
        if fastest >= LONG {
            break;
        }
    }
    (
        answers,
        probes.len() as f64 / fastest.as_secs_f64().max(f64::MIN_POSITIVE),
    )
}

#[expect(clippy::cast_precision_loss, reason = "positions are few")]
fn measured(
    precision: Precision,
    truth: &[NetworkOutput],
    answers: &[NetworkOutput],
    speed: f64,
) -> Measurement {
    let n = truth.len();
    let mean = |of: &dyn Fn(&NetworkOutput, &NetworkOutput) -> f64| {
        let sum: f64 = truth
            .iter()
            .zip(answers)
            .map(|(truth, answer)| of(truth, answer))
            .sum();
        sum / n.max(1) as f64
    };
    Measurement {
        precision,
        n_positions: n,
        same_move: mean(&|truth, answer| {
            let same = first_move(&truth.policy[0]) == first_move(&answer.policy[0]);
            f64::from(u8::from(same))
        }),
        divergence: mean(&|truth, answer| divergence(&truth.policy[0], &answer.policy[0])),
        win_rate_error: mean(&|truth, answer| {
            (win_rate(&truth.value) - win_rate(&answer.value)).abs()
        }),
        evaluations_per_second: speed,
    }
}

fn first_move(logits: &[f32]) -> Option<usize> {
    (0..logits.len()).max_by(|&a, &b| logits[a].total_cmp(&logits[b]))
}

/// Logarithms of the shares that logits stand for.
fn log_shares(logits: &[f32]) -> impl Iterator<Item = f64> {
    let largest = logits.iter().copied().fold(f32::MIN, f32::max);
    let total: f64 = logits
        .iter()
        .map(|&logit| f64::from(logit - largest).exp())
        .sum();
    logits
        .iter()
        .map(move |&logit| f64::from(logit - largest) - total.ln())
}

fn divergence(truth: &[f32], answer: &[f32]) -> f64 {
    let pairs = log_shares(truth).zip(log_shares(answer));
    pairs
        .map(|(truth, answer)| truth.exp() * (truth - answer))
        .sum()
}

fn win_rate(outcome: &[f32]) -> f64 {
    let shares: Vec<f64> = log_shares(outcome).map(f64::exp).collect();
    shares[0] + shares.get(2).unwrap_or(&0.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divergence_is_zero_only_for_equal_policies() {
        let shifted = divergence(&[0.5, 1.5, -3.0], &[1.5, 2.5, -2.0]);
        assert!(shifted.abs() < 1e-6, "{shifted}");
        let of_two = divergence(&[0.0, 0.0], &[0.0, 3.0_f32.ln()]);
        let exact = (2.0_f64 / 1.0).ln() / 2.0 + (2.0_f64 / 3.0).ln() / 2.0;
        assert!((of_two - exact).abs() < 1e-6, "{of_two}");
    }

    #[test]
    fn a_measurement_counts_moves_and_win_rates() {
        let answer = |first: f32, win: f32| NetworkOutput {
            policy: vec![vec![first, 0.0]],
            value: vec![win, 0.0, -100.0],
            ..NetworkOutput::default()
        };
        let truth = [answer(1.0, 0.0), answer(1.0, 0.0)];
        let answers = [answer(2.0, 3.0_f32.ln()), answer(-1.0, 0.0)];
        let found = measured(Precision::Bf16, &truth, &answers, 1.0);
        assert!((found.same_move - 0.5).abs() < 1e-9);
        assert!((found.win_rate_error - 0.125).abs() < 1e-6, "{found:?}");
        assert!(!found.keeps(&Thresholds::default()));
        assert!(measured(Precision::F32, &truth, &truth, 1.0).keeps(&Thresholds::default()));
    }
}
