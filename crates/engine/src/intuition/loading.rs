//! From a model file to a network that can evaluate.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::calibration::{parted, questions};
use super::choice_file::{self, Digesting};
use super::evaluate::Intuition;
use super::source::NetworkSource;
use crate::files::ReadError;
use crate::network::NetworkInput;
use crate::network::fast::{Evaluator, EvaluatorError, Precision, Scratch, Thresholds, choose};
use crate::network::model::{Limits, Model, ModelError};

/// Which numbers a network is evaluated with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrecisionChoice {
    /// The fastest precision that agrees with 32-bit floats. It is measured once for a file and kept.
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
    #[error("{network}: {problem}")]
    File {
        /// The file.
        network: NetworkSource,
        /// Why not.
        problem: ReadError,
    },
    /// The file is no model, or damaged.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The model can't be evaluated.
    #[error("{network}: {problem}")]
    Evaluator {
        /// Where the model comes from.
        network: NetworkSource,
        /// Why not.
        problem: EvaluatorError,
    },
}

impl Intuition {
    /// Reads a model file, and makes it ready for this processor.
    ///
    /// Costs 5 to 60 evaluations, the fewer the larger the network is; with [`PrecisionChoice::Auto`] 50 to 260, unless
    /// the choice for the file is kept.
    ///
    /// # Errors
    /// If the file is no model that can be evaluated.
    pub fn load(source: &NetworkSource, choice: PrecisionChoice) -> Result<Self, LoadError> {
        let in_file = |problem| LoadError::File {
            network: source.clone(),
            problem,
        };
        let mut file = Digesting::new(source.open().map_err(in_file)?);
        let model = Model::read(&mut file, &source.to_string(), &Limits::default())?;
        let evaluator =
            evaluator(&model, choice, file.digest()).map_err(|problem| LoadError::Evaluator {
                network: source.clone(),
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
    let (for_scales, for_comparison) = parted(questions, model.n_parameters());
    // Integers hide numbers that are too large. A choice is kept only for networks that were tested.
    let (precision, is_tested) = match choice {
        PrecisionChoice::F32 => (Some(Precision::F32), true),
        PrecisionChoice::Bf16 => (Some(Precision::Bf16), false),
        PrecisionChoice::Int8 => (Some(Precision::Int8), false),
        PrecisionChoice::Auto => (choice_file::remembered(digest), true),
    };
    if let Some(precision) = precision {
        if !is_tested {
            let floats = Evaluator::new(model, Precision::F32, &for_scales)?;
            test(&floats, &for_comparison)?;
        }
        let evaluator = Evaluator::new(model, precision, &for_scales)?;
        test(&evaluator, &for_comparison)?;
        return Ok(evaluator);
    }
    let choice = choose(model, &for_scales, &for_comparison, &Thresholds::default())?;
    for measurement in &choice.measurements {
        tracing::info!(model = %model.name, %measurement, "precision measured");
    }
    choice_file::remember(digest, choice.evaluator.precision());
    Ok(choice.evaluator)
}

/// Makes sure that the answers to some questions are numbers.
fn test(evaluator: &Evaluator, questions: &[NetworkInput]) -> Result<(), EvaluatorError> {
    let mut scratch = Scratch::default();
    let is_finite = |question| {
        let answer = evaluator.evaluate_one(question, true, &mut scratch);
        answer.is_finite()
    };
    if questions.iter().all(is_finite) {
        Ok(())
    } else {
        Err(EvaluatorError::NotFinite)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::model::sample::sample_models;

    #[test]
    fn weights_that_are_too_large_together_are_refused() {
        let [model, ..] = &sample_models(3)[..] else {
            panic!("no model");
        };
        let loaded = |model: &Model, choice| evaluator(model, choice, 0).err();
        let choices = [
            PrecisionChoice::F32,
            PrecisionChoice::Bf16,
            PrecisionChoice::Int8,
        ];
        let mut huge = model.clone();
        for weight in &mut huge.trunk.convolution.weights {
            *weight = 3e38;
        }
        for choice in choices {
            assert_eq!(loaded(model, choice), None, "{choice:?}");
            let error = loaded(&huge, choice);
            assert_eq!(error, Some(EvaluatorError::NotFinite), "{choice:?}");
        }
    }
}
