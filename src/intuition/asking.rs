//! Evaluating situations with a network.

use super::inputs::Asker;
use super::opinion::Opinion;
use super::outputs;
use super::situation::Situation;
use super::symmetry::Symmetry;
use crate::network::fast::{Evaluator, Precision, Scratch};
use crate::network::model::Scales;

/// A network that is ready to evaluate. Threads share one; each has a [`Desk`] of its own.
#[derive(Debug)]
pub struct Intuition {
    pub(super) name: String,
    pub(super) version: u32,
    pub(super) scales: Scales,
    pub(super) areas_allow_suicide: bool,
    pub(super) evaluator: Evaluator,
}

/// The workspace of one thread for evaluations: memory that is kept, and ladders of the last positions. Opinions do not
/// depend on it. It takes some MiB.
#[derive(Debug, Default)]
pub struct Desk {
    asker: Asker,
    scratch: Scratch,
}

impl Intuition {
    /// The network's opinion of a situation, evaluated under a symmetry.
    ///
    /// `optimism`, from 0 to 1: the weight of the optimistic policy, where the network has one. Without ownership, that
    /// list is empty, and the evaluation a little cheaper.
    ///
    /// Cost: one evaluation; the inputs take a few percent of that of a small network.
    pub fn ask(
        &self,
        situation: &Situation<'_>,
        symmetry: Symmetry,
        optimism: f32,
        with_ownership: bool,
        desk: &mut Desk,
    ) -> Opinion {
        let Desk { asker, scratch } = desk;
        let question = asker.question(situation, symmetry, self.areas_allow_suicide);
        let answer = self
            .evaluator
            .evaluate_one(&question, with_ownership, scratch);
        outputs::opinion(&answer, &self.scales, situation, symmetry, optimism)
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
