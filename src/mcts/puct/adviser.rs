//! The source of the opinions of the search: a trait for networks and for substitutes in tests.

use std::fmt::Debug;

use crate::base::Rng;
use crate::intuition::{Desk, Intuition, Opinion, Situation, Symmetry};

/// A source of opinions on positions: a network, or in tests something smaller.
pub trait Adviser: Debug + Send + Sync {
    /// Opens a consultation for one thread, which keeps its workspace between two evaluations.
    fn consult(&self) -> Box<dyn Consultation + '_>;
}

/// One thread's evaluations by an adviser.
pub trait Consultation {
    /// The adviser's opinion of a position, with the ownership of all points. It may evaluate the position in a random
    /// symmetry: the same position with the same state of `rng` gets the same opinion.
    ///
    /// `optimism` in 0..=1 raises the priors of moves that could turn out better than expected, where the adviser has
    /// such a policy.
    fn advise(&mut self, situation: &Situation<'_>, optimism: f32, rng: &mut Rng) -> Opinion;
}

impl Adviser for Intuition {
    fn consult(&self) -> Box<dyn Consultation + '_> {
        Box::new(Asking {
            network: self,
            desk: Desk::default(),
        })
    }
}

/// One thread's questions to a network.
struct Asking<'a> {
    network: &'a Intuition,
    desk: Desk,
}

impl Consultation for Asking<'_> {
    fn advise(&mut self, situation: &Situation<'_>, optimism: f32, rng: &mut Rng) -> Opinion {
        let number = u8::try_from(rng.index(Symmetry::COUNT)).unwrap_or(0);
        let symmetry = Symmetry::from_number(number).unwrap_or_default();
        self.network
            .ask(situation, symmetry, optimism, true, &mut self.desk)
    }
}
