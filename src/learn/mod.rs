//! Learning the weights of the move prior from game records, and those of the reader's order of
//! moves and forecast from its searches.
//!
//! Floor 9. The model: a strong player chooses among the legal moves with probabilities proportional to the
//! exponential of the sum of the weights of a move's features (a conditional logit, which is the generalized Bradley-Terry model of Coulom, "Computing
//! Elo ratings of move patterns in the game of Go", 2007, fitted by gradient steps instead of
//! minorization-maximization). Two passes over the games: the first gives a weight to every feature that was met often
//! enough in a move that was played, the second fits them. The reader's lessons are fitted by the same model.

mod choice;
mod fit;
mod reading;
mod records;

pub use choice::Ranking;
pub use fit::{Fit, Fitted};
pub use reading::ReadingFit;
pub use records::{RecordError, parse_records};
