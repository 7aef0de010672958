//! The raw numbers of a network as an evaluation.
//!
//! Source of the formulas: KataGo, `cpp/neuralnet/nneval.cpp`.

use super::evaluation::Evaluation;
use super::network_position::NetworkPosition;
use super::symmetry::Symmetry;
use crate::board::{KoRule, Move, Point, Scoring};
use crate::network::NetworkOutput;
use crate::network::model::{ErrorScale, Scales};

/// The evaluation that an output to the question about `position` under `symmetry` means.
///
/// `optimism`, from 0 to 1: how far the logits of moves are those of the optimistic policy, where there is one.
pub(super) fn evaluation(
    output: &NetworkOutput,
    scales: &Scales,
    position: &NetworkPosition<'_>,
    symmetry: Symmetry,
    optimism: f32,
) -> Evaluation {
    let places = symmetry.places(position.board.size());
    let [win, loss, no_result] = outcome(output, position);
    let score = |n: usize| output.score.get(n).copied().map_or(0.0, f64::from);
    // The network means the score of a game that has a result.
    let has_result = 1.0 - no_result;
    let mean = score(0) * scales.score_mean;
    let deviation = softplus(score(1)) * scales.score_stdev;
    let square = (mean * mean + deviation * deviation) * has_result;
    let (score_mean, lead) = (mean * has_result, score(2) * scales.lead * has_result);
    let [variance_time, win_error, score_error] = errors(scales, [score(3), score(4), score(5)]);
    let owner = |point: Point| output.ownership.get(places.of(point)).map(|raw| raw.tanh());
    Evaluation {
        policy: policy(output, position, |point| places.of(point), optimism),
        win: narrow(win),
        loss: narrow(loss),
        no_result: narrow(no_result),
        lead: narrow(lead),
        score_mean: narrow(score_mean),
        score_stdev: narrow((square - score_mean * score_mean).max(0.0).sqrt()),
        variance_time: narrow(variance_time),
        win_error: narrow(win_error),
        score_error: narrow(score_error),
        ownership: from_top_left(position).filter_map(owner).collect(),
    }
}

/// The points of the board, row by row from the top left.
fn from_top_left(position: &NetworkPosition<'_>) -> impl Iterator<Item = Point> {
    let size = position.board.size();
    let rows = (0..size.height()).rev();
    rows.flat_map(move |y| (0..size.width()).map(move |x| Point::new(x, y)))
}

/// Probabilities of the legal moves.
fn policy(
    output: &NetworkOutput,
    position: &NetworkPosition<'_>,
    place: impl Fn(Point) -> usize,
    optimism: f32,
) -> Vec<(Move, f32)> {
    let sober = output.policy.first().map_or(&[][..], Vec::as_slice);
    let optimistic = output.policy.get(1).map_or(sober, Vec::as_slice);
    let logit = |place: usize| {
        let (Some(&sober), Some(&optimistic)) = (sober.get(place), optimistic.get(place)) else {
            return 0.0;
        };
        sober + (optimistic - sober) * optimism
    };
    let size = position.board.size();
    let plays = size.points().filter(|&point| position.is_legal(point));
    let plays = plays.map(|point| (Move::Play(point), logit(place(point))));
    let mut moves: Vec<(Move, f32)> = plays
        .chain([(Move::Pass, logit(size.n_points()))])
        .collect();
    let most = moves
        .iter()
        .fold(f32::MIN, |most, &(_, logit)| most.max(logit));
    let mut sum = 0.0;
    for (_, weight) in &mut moves {
        *weight = (*weight - most).exp();
        sum += *weight;
    }
    for (_, weight) in &mut moves {
        *weight /= sum;
    }
    moves
}

/// Probabilities of win, loss and no result.
fn outcome(output: &NetworkOutput, position: &NetworkPosition<'_>) -> [f64; 3] {
    let rules = position.rules;
    let can_fail = rules.ko == KoRule::Simple || rules.scoring == Scoring::Territory;
    let logit = |n: usize| output.value.get(n).copied().map_or(0.0, f64::from);
    let most = logit(0).max(logit(1)).max(logit(2));
    let mut weights = [0, 1, 2].map(|n| (logit(n) - most).exp());
    if !can_fail {
        weights[2] = 0.0;
    }
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

/// Time until most is decided, error of the win rate, error of the score; all -1 if the version lacks them.
fn errors(scales: &Scales, [time, win, score]: [f64; 3]) -> [f64; 3] {
    let time = softplus(time) * scales.variance_time;
    match scales.errors {
        ErrorScale::Absent => [-1.0; 3],
        ErrorScale::Softplus {
            value,
            score: of_score,
        } => [time, softplus(win) * value, softplus(score) * of_score],
        ErrorScale::Root {
            value,
            score: of_score,
        } => [
            time,
            (softplus(win) * value).sqrt(),
            (softplus(score) * of_score).sqrt(),
        ],
        ErrorScale::Half {
            value,
            score: of_score,
        } => {
            let half = |raw: f64, factor: f64| softplus(raw / 2.0) * factor.sqrt();
            [time, half(win, value), half(score, of_score)]
        }
    }
}

/// `ln(1 + exp(x))` without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "an evaluation needs no more digits"
)]
const fn narrow(x: f64) -> f32 {
    x as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Game, Rules, Size};
    use crate::intuition::History;

    const SCALES: Scales = Scales {
        score_mean: 20.0,
        score_stdev: 20.0,
        lead: 20.0,
        variance_time: 40.0,
        errors: ErrorScale::Half {
            value: 0.25,
            score: 30.0,
        },
    };

    fn check_close(found: f32, expected: f64) {
        assert!(
            (f64::from(found) - expected).abs() < 1e-5,
            "{found} {expected}"
        );
    }

    /// What an output means on an empty board of 2x1 under some rules.
    fn read(rules: &str, output: &NetworkOutput, symmetry: u8, optimism: f32) -> Evaluation {
        let size = Size::new(2, 1).unwrap();
        let game = Game::new(size, Rules::named(rules).unwrap());
        let history = History::of_game(&game);
        let position = NetworkPosition::of_game(&game, &history, Color::Black);
        let symmetry = Symmetry::from_number(symmetry).unwrap();
        evaluation(output, &SCALES, &position, symmetry, optimism)
    }

    fn output() -> NetworkOutput {
        NetworkOutput {
            policy: vec![vec![1.0, 0.0, 2.0], vec![0.0, 3.0, 1.0]],
            value: vec![0.5, -0.5, -2.0],
            score: vec![0.5, 0.0, 0.25, 0.0, 1.0, -1.0],
            ownership: vec![0.3, -0.2],
        }
    }

    #[test]
    fn numbers_follow_the_formulas() {
        let evaluation = read("chinese", &output(), 0, 0.0);
        let sum = 0.5f64.exp() + (-0.5f64).exp() + (-2.0f64).exp();
        let no_result = (-2.0f64).exp() / sum;
        check_close(evaluation.win, 0.5f64.exp() / sum);
        check_close(evaluation.no_result, no_result);
        check_close(evaluation.lead, 5.0 * (1.0 - no_result));
        let mean = 10.0 * (1.0 - no_result);
        check_close(evaluation.score_mean, mean);
        let deviation = 20.0 * 2.0f64.ln();
        let square = (100.0 + deviation * deviation) * (1.0 - no_result);
        check_close(evaluation.score_stdev, (square - mean * mean).sqrt());
        check_close(evaluation.variance_time, 40.0 * 2.0f64.ln());
        check_close(evaluation.win_error, 0.5 * (1.0 + 0.5f64.exp()).ln());
        check_close(
            evaluation.score_error,
            30.0f64.sqrt() * (1.0 + (-0.5f64).exp()).ln(),
        );
    }

    #[test]
    fn superko_leaves_no_game_without_a_result() {
        let evaluation = read("tromp_taylor", &output(), 0, 0.0);
        check_close(evaluation.no_result, 0.0);
        check_close(evaluation.win + evaluation.loss, 1.0);
    }

    #[test]
    fn logits_are_mixed_and_turned_back() {
        let probabilities = |symmetry, optimism| -> Vec<f32> {
            let evaluation = read("chinese", &output(), symmetry, optimism);
            evaluation.policy.iter().map(|&(_, p)| p).collect()
        };
        let expected = |logits: [f64; 3]| {
            let sum: f64 = logits.iter().map(|x| x.exp()).sum();
            logits.map(|x| x.exp() / sum)
        };
        let check = |found: Vec<f32>, logits: [f64; 3]| {
            assert_eq!(found.len(), 3);
            for (found, expected) in found.into_iter().zip(expected(logits)) {
                check_close(found, expected);
            }
        };
        check(probabilities(0, 0.0), [1.0, 0.0, 2.0]);
        check(probabilities(0, 0.5), [0.5, 1.5, 1.5]);
        check(probabilities(2, 1.0), [3.0, 0.0, 1.0]);
        check_close(
            read("chinese", &output(), 2, 0.0).ownership[0],
            (-0.2f64).tanh(),
        );
    }
}
