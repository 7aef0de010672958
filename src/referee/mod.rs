//! The end of the game: which stones are dead, who owns each point, and the score.
//!
//! Floor 9. Proofs come first. Where there are none, an estimate of ownership decides, which the caller passes in;
//! reading corrects it. The [`Basis`] of each judgement says which of these decided. No estimate ever overrules a
//! proof. The same input gives the same answer.

mod basis;
mod blocks;
mod estimate;
mod finish;
mod reading;
mod report;
mod score;
mod seki_candidate;
mod status;
mod teire;
mod walls;

pub use basis::{Band, Basis, Clearness, OwnerSource};
pub use estimate::{ScoreEstimate, ScoreOpinion, estimate_score, estimate_score_by_network};
pub use finish::{Count, Unfinished};
pub use report::{BlockLine, JudgementReport};
pub use score::{Hinge, Judgement, Owner, judge};
pub use status::{BlockJudgement, Status};
