//! Samples that teach a network: positions as the inputs of a network, with what a teacher says about them.
//!
//! Samples come in shards: files of one board size each, whose content depends on the seed and the number of the shard
//! alone, so that any number of threads and runs may share the work. `docs/training.md` says what is in a file.

mod chance;
mod label;
mod recorded;
mod self_made;
mod shard;
#[cfg(test)]
mod tests;

pub use label::SampleDesk;
pub use recorded::{Part, RecordedGame, RecordedGames, parse_recorded_games};
pub use self_made::BoardSizes;
pub use shard::Shard;

use crate::base::{CancelToken, Rng};
use crate::intuition::Intuition;

/// Where the positions come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// Recorded games: positions at random moves of random games.
    Recorded(RecordedGames),
    /// Games that the teacher plays with itself for the samples, by its policy alone.
    SelfMade(BoardSizes),
}

/// Makes samples.
#[derive(Debug)]
pub struct SampleMaker<'a> {
    /// Where the positions come from.
    pub source: Source,
    /// Who is asked about them. Games of its own need one.
    pub teacher: Option<&'a Intuition>,
    /// Seed of all random choices.
    pub seed: u64,
    /// Samples in a shard.
    pub n_samples: usize,
}

impl SampleMaker<'_> {
    /// Makes the shard of a number; `None` if there is nothing to make it from, or if `cancel` says stop. It costs an
    /// evaluation of the teacher for each sample.
    #[must_use]
    pub fn shard(
        &self,
        number: usize,
        desk: &mut SampleDesk,
        cancel: &CancelToken,
    ) -> Option<Shard> {
        let mut rng = Rng::new(self.seed, number);
        match &self.source {
            Source::Recorded(games) => {
                recorded::shard(games, self.n_samples, self.teacher, &mut rng, desk, cancel)
            }
            Source::SelfMade(sizes) => {
                self_made::shard(sizes, self.n_samples, self.teacher?, &mut rng, desk, cancel)
            }
        }
    }
}
