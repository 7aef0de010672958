//! Evaluating positions with a network.

use super::evaluation::Evaluation;
use super::inputs::InputBuilder;
use super::network_position::NetworkPosition;
use super::outputs;
use super::symmetry::Symmetry;
use crate::network::fast::{Evaluator, Precision, Scratch};
use crate::network::model::Scales;

/// A network that is ready to evaluate. Threads share one; each has a [`EvaluationBuffers`] of its own.
#[derive(Debug)]
pub struct Intuition {
    pub(super) name: String,
    pub(super) version: u32,
    pub(super) scales: Scales,
    pub(super) areas_allow_suicide: bool,
    pub(super) evaluator: Evaluator,
}

/// The workspace of one thread for evaluations: memory that is kept, and ladders of the last positions. Evaluations do
/// not depend on it. It takes some MiB.
#[derive(Debug, Default)]
pub struct EvaluationBuffers {
    builder: InputBuilder,
    scratch: Scratch,
}

impl Intuition {
    /// The network's evaluation of a position, evaluated under a symmetry.
    ///
    /// `optimism`, from 0 to 1: the weight of the optimistic policy, where the network has one. Without ownership, that
    /// list is empty, and the evaluation a little cheaper.
    ///
    /// Cost: one evaluation; the inputs take a few percent of that of a small network.
    pub fn ask(
        &self,
        position: &NetworkPosition<'_>,
        symmetry: Symmetry,
        optimism: f32,
        with_ownership: bool,
        buffers: &mut EvaluationBuffers,
    ) -> Evaluation {
        let EvaluationBuffers { builder, scratch } = buffers;
        let question = builder.question(position, symmetry, self.areas_allow_suicide);
        let answer = self
            .evaluator
            .evaluate_one(&question, with_ownership, scratch);
        outputs::evaluation(&answer, &self.scales, position, symmetry, optimism)
    }

    /// The name that the file gives the network.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version of the file's format.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// The precision in which it is evaluated.
    #[must_use]
    pub fn precision(&self) -> Precision {
        self.evaluator.precision()
    }

    /// Precision and instructions in words.
    #[must_use]
    pub fn describe(&self) -> String {
        self.evaluator.describe()
    }
}
