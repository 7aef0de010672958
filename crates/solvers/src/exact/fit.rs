//! Fits the weights of `estimate` to the values of solved boards.
//!
//! Stochastic gradient descent on the squared error of `16 tanh(z / 16)` against the value when repetition is a
//! draw, over random states of each board: half of them random legal arrangements, half of them random games.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::base::Rng;

use super::estimate::{
    N_BLOCK_FEATURES, PatternWeights, SCALE_POINTS, UNITS, block_features, cells_of,
    for_each_pattern, images,
};
use super::retrograde::Retrograde;
use super::shape::{Shape, points};
use super::state::State;

/// Passes over the samples.
const N_EPOCHS: u32 = 12;

/// Fitted weights and their error.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternFit {
    /// The weights as text, in the form that `PatternWeights::parse` reads.
    pub text: String,
    /// Root of the mean squared error on the tenth of the states that was set aside, in points of a 4x4 board.
    pub error: f32,
    /// The same for the guess 0 everywhere.
    pub spread: f32,
}

struct Sample {
    /// Classes of the patterns and whether the colors are swapped.
    patterns: Vec<(usize, bool)>,
    blocks: [f32; N_BLOCK_FEATURES],
    value: f32,
}

/// Classes of patterns under symmetry and swapping, numbered as they are met.
#[derive(Default)]
struct Classes {
    class_of: BTreeMap<usize, (usize, bool)>,
    /// A pattern of each class.
    first: Vec<usize>,
}

impl Classes {
    fn class(&mut self, pattern: usize) -> (usize, bool) {
        if let Some(&class) = self.class_of.get(&pattern) {
            return class;
        }
        let number = self.first.len();
        self.first.push(pattern);
        for (image, swapped) in images(&cells_of(pattern)) {
            self.class_of.entry(image).or_insert((number, swapped));
        }
        (number, false)
    }
}

struct Model {
    patterns: Vec<f32>,
    blocks: [f32; N_BLOCK_FEATURES],
}

/// Fits weights to `n_samples` states of each solved board.
pub fn fit(boards: &[Retrograde], n_samples: usize, rng: &mut Rng) -> PatternFit {
    let mut classes = Classes::default();
    let mut samples = Vec::new();
    for board in boards {
        sample_states(board, n_samples, rng, &mut classes, &mut samples);
    }
    let mut model = Model {
        patterns: vec![0.0; classes.first.len()],
        blocks: [0.0; N_BLOCK_FEATURES],
    };
    let (set_aside, mut training): (Vec<usize>, Vec<usize>) =
        (0..samples.len()).partition(|index| index % 10 == 0);
    let mut rate = 0.006;
    for _ in 0..N_EPOCHS {
        rng.shuffle(&mut training);
        for &index in &training {
            model.learn(&samples[index], rate);
        }
        rate *= 0.75;
    }
    let mean = |error: &dyn Fn(&Sample) -> f32| {
        let sum: f64 = set_aside
            .iter()
            .map(|&at| f64::from(error(&samples[at]).powi(2)))
            .sum();
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            reason = "a mean of a sample"
        )]
        let root = (sum / set_aside.len().max(1) as f64).sqrt() as f32;
        root
    };
    PatternFit {
        error: mean(&|sample| squash(model.raw(sample)) - sample.value),
        spread: mean(&|sample| sample.value),
        text: model.to_text(&classes),
    }
}

impl Model {
    fn raw(&self, sample: &Sample) -> f32 {
        let patterns: f32 = sample
            .patterns
            .iter()
            .map(|&(class, swapped)| {
                if swapped {
                    -self.patterns[class]
                } else {
                    self.patterns[class]
                }
            })
            .sum();
        let blocks: f32 = self
            .blocks
            .iter()
            .zip(sample.blocks)
            .map(|(w, f)| w * f)
            .sum();
        patterns + blocks
    }

    fn learn(&mut self, sample: &Sample, rate: f32) {
        let guess = squash(self.raw(sample));
        let slope = (1.0 - (guess / 16.0).powi(2)).max(0.05);
        let step = rate * slope * (sample.value - guess);
        for &(class, swapped) in &sample.patterns {
            self.patterns[class] += if swapped { -step } else { step };
        }
        for (weight, feature) in self.blocks.iter_mut().zip(sample.blocks) {
            *weight += 0.3 * step * feature;
        }
    }

    fn to_text(&self, classes: &Classes) -> String {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            reason = "weights are a few thousand units at most"
        )]
        let units = |weight: f32| (weight * UNITS as f32).round() as i16;
        let mut text = "blocks".to_owned();
        for weight in self.blocks {
            let _ = write!(text, " {}", units(weight));
        }
        text.push('\n');
        for (&pattern, &weight) in classes.first.iter().zip(&self.patterns) {
            if units(weight) != 0 {
                let cells: String = cells_of(pattern)
                    .into_iter()
                    .map(|cell| cell.letter())
                    .collect();
                let _ = writeln!(text, "{cells} {}", units(weight));
            }
        }
        text
    }
}

fn squash(value: f32) -> f32 {
    16.0 * (value / 16.0).tanh()
}

fn sample_states(
    board: &Retrograde,
    n_samples: usize,
    rng: &mut Rng,
    classes: &mut Classes,
    samples: &mut Vec<Sample>,
) {
    let shape = board.shape();
    let ternary = PatternWeights::none();
    let scale = f32::from(i8::try_from(SCALE_POINTS).unwrap_or(0)) / f32::from(shape.area());
    let wanted = samples.len() + n_samples;
    while samples.len() < wanted {
        let state = if rng.below(2) == 0 {
            random_arrangement(shape, rng)
        } else {
            random_game(shape, rng)
        };
        if !state.is_legal(shape) || state.own | state.other == 0 {
            continue;
        }
        let Some(value) = board.value(&state) else {
            continue;
        };
        let mut patterns = Vec::new();
        for_each_pattern(shape, &state, ternary.ternary(), |pattern| {
            patterns.push(classes.class(pattern));
        });
        #[expect(clippy::cast_precision_loss, reason = "counts of stones")]
        let blocks = block_features(shape, &state).map(|count| count as f32);
        samples.push(Sample {
            patterns,
            blocks,
            value: f32::from(value.with_draw()) * scale,
        });
    }
}

fn random_arrangement(shape: &Shape, rng: &mut Rng) -> State {
    let mut state = State::EMPTY;
    let density = 1 + rng.below(3);
    for point in 0..shape.n_points() {
        let draw = rng.below(8);
        if draw < density {
            state.own |= 1 << point;
        } else if draw < 2 * density {
            state.other |= 1 << point;
        }
    }
    state
}

fn random_game(shape: &Shape, rng: &mut Rng) -> State {
    let mut state = State::EMPTY;
    for _ in 0..rng.below(2 * shape.n_points()) {
        let empty: Vec<u32> = points(state.empty(shape)).collect();
        let Some(&point) = empty.get(rng.index(empty.len().max(1))) else {
            break;
        };
        state = match state.play(shape, point) {
            Some(played) => played.state,
            None => State {
                own: state.other,
                other: state.own,
                ko: None,
                passed: false,
            },
        };
    }
    state.without_ban()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::rules::ExactRules;
    use super::*;

    /// On 3x3 the fit explains most of the spread, and its text can be read back.
    #[test]
    fn a_fit_predicts_states_it_has_not_seen() {
        let shape = Shape::new(3, 3).unwrap();
        let go_on = |_| ControlFlow::Continue(());
        let board = Retrograde::solve(shape, ExactRules::AREA, go_on).unwrap();
        let fit = fit(&[board], 5000, &mut Rng::new(1, 0));
        assert!(fit.error < 0.6 * fit.spread, "{} {}", fit.error, fit.spread);
        assert!(PatternWeights::parse(&fit.text).is_ok());
    }
}
