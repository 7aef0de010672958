//! The end of the game: which stones are dead, whose every point is, and the score.
//!
//! Floor 9. Proofs come first; where there are none, an estimate of ownership passed in by the caller decides, and
//! the answer says so. No estimate ever overrules a proof. The same input gives the same answer.

mod basis;
mod blocks;
pub mod estimate;
mod reading;
pub mod report;
pub mod score;
mod seki_candidate;
pub mod status;
mod teire;
mod walls;

pub use basis::{Band, Basis, Clearness};
pub use estimate::{ScoreEstimate, estimate_score};
pub use report::Report;
pub use score::{Judgement, Owner, judge};
pub use status::{BlockJudgement, Status};
