//! The source of the evaluations of the search: a trait for networks and for substitutes in tests.

use std::fmt::Debug;

use crate::base::Rng;
use crate::intuition::{Evaluation, EvaluationBuffers, Intuition, NetworkPosition, Symmetry};

/// A source of evaluations on positions: a network, or in tests something smaller.
pub trait LeafEvaluator: Debug + Send + Sync {
    /// Opens a session for one thread, which keeps its workspace between two evaluations.
    fn session(&self) -> Box<dyn EvaluationSession + '_>;
}

/// One thread's evaluations by an evaluator.
pub trait EvaluationSession {
    /// The evaluator's evaluation of a position, with the ownership of all points. It may evaluate the position in a
    /// random symmetry: the same position with the same state of `rng` gets the same evaluation.
    ///
    /// `optimism` in 0..=1 raises the priors of moves that could turn out better than expected, where the evaluator has
    /// such a policy.
    fn evaluate(
        &mut self,
        position: &NetworkPosition<'_>,
        optimism: f32,
        rng: &mut Rng,
    ) -> Evaluation;
}

impl LeafEvaluator for Intuition {
    fn session(&self) -> Box<dyn EvaluationSession + '_> {
        Box::new(Asking {
            network: self,
            buffers: EvaluationBuffers::default(),
        })
    }
}

/// One thread's questions to a network.
struct Asking<'a> {
    network: &'a Intuition,
    buffers: EvaluationBuffers,
}

impl EvaluationSession for Asking<'_> {
    fn evaluate(
        &mut self,
        position: &NetworkPosition<'_>,
        optimism: f32,
        rng: &mut Rng,
    ) -> Evaluation {
        let number = u8::try_from(rng.index(Symmetry::COUNT)).unwrap_or(0);
        let symmetry = Symmetry::from_number(number).unwrap_or_default();
        self.network
            .ask(position, symmetry, optimism, true, &mut self.buffers)
    }
}
