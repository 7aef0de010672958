//! Whom the search asks about positions.

use std::fmt::Debug;

use crate::base::Rng;
use crate::intuition::{Opinion, Situation};

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
