//! From a model file to a network that can be asked.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::asking::Intuition;
use super::calibration::questions;
use super::choice_file::{self, Digesting};
use crate::files::{self, ReadError};
use crate::network::fast::{Evaluator, EvaluatorError, Precision, Scratch};
use crate::network::model::{Limits, Model, ModelError};
use crate::network::{Answer, Question};

/// Which numbers a network is evaluated with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrecisionChoice {
    /// The fastest precision that agrees with 32-bit floats. It is measured once for a file and remembered.
    #[default]
    Auto,
    /// 32-bit floats.
    F32,
    /// 16-bit floats.
    Bf16,
    /// 8-bit integers.
    Int8,
}

/// Why there is no network.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file can't be opened.
    #[error("{}: {problem}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why not.
        problem: ReadError,
    },
    /// The file is no model, or damaged.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The model can't be evaluated.
    #[error("{}: {problem}", .file.display())]
    Evaluator {
        /// The file.
        file: PathBuf,
        /// Why not.
        problem: EvaluatorError,
    },
}

impl Intuition {
    /// Reads a model file, and makes it ready for this processor.
    ///
    /// Costs about as much as a few hundred evaluations; with [`PrecisionChoice::Auto`] several times that, unless the
    /// choice for the file is remembered.
    ///
    /// # Errors
    /// If the file is no model that can be evaluated.
    pub fn load(path: &Path, choice: PrecisionChoice) -> Result<Self, LoadError> {
        let in_file = |problem| LoadError::File {
            file: path.to_owned(),
            problem,
        };
        let mut file = Digesting::new(files::open(path).map_err(in_file)?);
        let model = Model::read(&mut file, &path.display().to_string(), &Limits::default())?;
        let evaluator =
            evaluator(&model, choice, file.digest()).map_err(|problem| LoadError::Evaluator {
                file: path.to_owned(),
                problem,
            })?;
        Ok(Self {
            name: model.name,
            version: model.version,
            scales: model.scales,
            areas_allow_suicide: model.areas_allow_suicide,
            evaluator,
        })
    }
}

fn evaluator(
    model: &Model,
    choice: PrecisionChoice,
    digest: u64,
) -> Result<Evaluator, EvaluatorError> {
    let questions = questions(model.areas_allow_suicide);
    let (for_scales, for_comparison) = questions.split_at(questions.len() / 2);
    let precision = match choice {
        PrecisionChoice::F32 => Some(Precision::F32),
        PrecisionChoice::Bf16 => Some(Precision::Bf16),
        PrecisionChoice::Int8 => Some(Precision::Int8),
        PrecisionChoice::Auto => choice_file::remembered(digest),
    };
    if let Some(precision) = precision {
        return Evaluator::new(model, precision, for_scales);
    }
    let fastest = fastest(model, for_scales, for_comparison)?;
    choice_file::remember(digest, fastest.precision());
    Ok(fastest)
}

/// The fastest evaluator whose answers agree with those of 32-bit floats.
fn fastest(
    model: &Model,
    for_scales: &[Question],
    for_comparison: &[Question],
) -> Result<Evaluator, EvaluatorError> {
    let exact = Evaluator::new(model, Precision::F32, &[])?;
    let (expected, mut best_time) = answers(&exact, for_comparison);
    let mut best = exact;
    for precision in Precision::ALL {
        if precision == Precision::F32 {
            continue;
        }
        let evaluator = Evaluator::new(model, precision, for_scales)?;
        let (found, time) = answers(&evaluator, for_comparison);
        if time < best_time && Distance::between(&expected, &found).is_accepted() {
            (best, best_time) = (evaluator, time);
        }
    }
    Ok(best)
}

/// Answers to questions, and the time for them in the faster of two rounds.
fn answers(evaluator: &Evaluator, questions: &[Question]) -> (Vec<Answer>, Duration) {
    let mut scratch = Scratch::default();
    let mut ask = || {
        let start = Instant::now();
        let answers = evaluator.evaluate(questions, false, &mut scratch);
        (answers, start.elapsed())
    };
    let (_, first) = ask();
    let (answers, second) = ask();
    (answers, first.min(second))
}

/// Means over positions by which answers differ.
#[derive(Clone, Copy, Debug)]
struct Distance {
    /// Divergence of the policies, after Kullback and Leibler, in nats.
    policy: f64,
    /// Difference of the probabilities to win.
    win: f64,
}

impl Distance {
    /// The most that is accepted.
    const MOST: Self = Self {
        policy: 0.01,
        win: 0.01,
    };

    #[expect(clippy::cast_precision_loss, reason = "there are a few dozen answers")]
    fn between(expected: &[Answer], found: &[Answer]) -> Self {
        let (mut policy, mut win) = (0.0, 0.0);
        for (expected, found) in expected.iter().zip(found) {
            let first = |answer: &Answer| softmax(answer.policy.first().map_or(&[], Vec::as_slice));
            let (p, q) = (first(expected), first(found));
            let terms = p
                .iter()
                .zip(&q)
                .map(|(p, q)| p * (p.max(1e-30) / q.max(1e-30)).ln());
            policy += terms.sum::<f64>();
            let first = |answer: &Answer| softmax(&answer.value).first().copied().unwrap_or(0.0);
            win += (first(expected) - first(found)).abs();
        }
        let n = expected.len().max(1) as f64;
        Self {
            policy: policy / n,
            win: win / n,
        }
    }

    /// Numbers that are not finite are not accepted either.
    fn is_accepted(self) -> bool {
        self.policy <= Self::MOST.policy && self.win <= Self::MOST.win
    }
}

fn softmax(logits: &[f32]) -> Vec<f64> {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let weights: Vec<f64> = logits.iter().map(|&x| f64::from(x - most).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}
