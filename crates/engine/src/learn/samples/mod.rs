//! Samples that teach a network: positions as the inputs of a network, with the evaluations of a teacher about them.
//!
//! Samples come in shards: files of one board size each, whose content depends on the seed and the number of the shard
//! alone, so that any number of threads and runs may share the work. `docs/training.md` describes the format.

mod chance;
mod label;
mod recorded;
mod searched;
mod self_made;
mod shard;
#[cfg(test)]
mod tests;

pub use chance::BoardSizes;
pub use label::SampleBuffers;
pub use recorded::{Part, RecordedGame, RecordedGames, parse_recorded_games};
pub use shard::Shard;

use std::sync::Arc;

use crate::base::{CancelToken, Rng};
use crate::intuition::Intuition;

/// Where the positions come from.
#[derive(Clone, Debug)]
pub enum SampleSource {
    /// Recorded games: positions at random moves of random games.
    Recorded(RecordedGames),
    /// Games that the teacher plays with itself for the samples, by its policy alone.
    SelfMade(BoardSizes),
    /// Games that a search with the teacher plays with itself; the search makes their labels better than the teacher
    /// alone.
    Searched {
        /// The boards of the games.
        sizes: BoardSizes,
        /// Visits of the searches whose positions become samples.
        visits: u64,
    },
}

/// Makes samples.
#[derive(Debug)]
pub struct SampleMaker {
    /// Where the positions come from.
    pub source: SampleSource,
    /// The network that labels them. Self-made games need one.
    pub teacher: Option<Arc<Intuition>>,
    /// Seed of all random choices.
    pub seed: u64,
    /// Samples in a shard.
    pub n_samples: usize,
}

impl SampleMaker {
    /// Makes the shard of a number; `None` if there is nothing to make it from, or if `cancel` is set. It costs an
    /// evaluation of the teacher for each sample; with searched games some two times the visits of a search.
    #[must_use]
    pub fn shard(
        &self,
        number: usize,
        buffers: &mut SampleBuffers,
        cancel: &CancelToken,
    ) -> Option<Shard> {
        let mut rng = Rng::new(self.seed, number);
        let teacher = self.teacher.as_ref();
        let n_samples = self.n_samples;
        match &self.source {
            SampleSource::Recorded(games) => {
                let teacher = teacher.map(Arc::as_ref);
                recorded::shard(games, n_samples, teacher, &mut rng, buffers, cancel)
            }
            SampleSource::SelfMade(sizes) => {
                self_made::shard(*sizes, n_samples, teacher?, &mut rng, buffers, cancel)
            }
            SampleSource::Searched { sizes, visits } => {
                let manner = searched::SearchedShard {
                    sizes: *sizes,
                    visits: *visits,
                    n_samples,
                };
                searched::shard(manner, teacher?, &mut rng, buffers, cancel)
            }
        }
    }
}
