//! Learning of weights: those of the move prior from game records, and those of the reader's move order and forecast
//! from the reader's searches.
//!
//! Floor 10. The model: a strong player chooses among the legal moves; the probability of a move is proportional to
//! the exponential of the sum of its features' weights. This is a conditional logit, the generalized Bradley-Terry
//! model of Coulom, "Computing Elo ratings of move patterns in the game of Go" (2007); gradient steps fit it here
//! instead of minorization-maximization. There are two passes over the games. The first one gives a weight to every
//! feature that played moves had often enough. The second one fits the weights. The same model fits the reader's
//! lessons.

mod choice;
mod prior_fit;
mod reader_fit;
mod records;
mod samples;

pub use choice::Ranking;
pub use prior_fit::{FittedWeights, PriorFit};
pub use reader_fit::ReaderFit;
pub use records::{RecordError, parse_records};
pub use samples::{
    BoardSizes, Part, RecordedGame, RecordedGames, SampleBuffers, SampleMaker, SampleSource, Shard,
    parse_recorded_games,
};
