//! Whom the search asks about positions.

use std::fmt::Debug;

use crate::base::Rng;
use crate::intuition::{Desk, Intuition, Opinion, Situation, Symmetry};

/// Somebody who has an opinion of every position: a network, or in tests something smaller.
pub trait Adviser: Debug + Send + Sync {
    /// Opens a consultation for one thread, which keeps what it needs between two questions.
    fn consult(&self) -> Box<dyn Consultation + '_>;
}

/// One thread's questions to an adviser.
pub trait Consultation {
    /// What the adviser thinks of a position, with the ownership of all points. It may look at the position in a random
    /// symmetry: the same question with the same state of `rng` gets the same opinion.
    ///
    /// `optimism` in 0..=1 says how far moves are liked that could turn out better than expected, where the adviser
    /// knows such a difference.
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
