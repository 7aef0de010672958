//! The end of the game: which stones are dead, who owns each point, and the score.
//!
//! Floor 9. Proofs come first: without search, then those of the reader, about every block. Where there are none, an
//! estimate of ownership decides, which the caller passes in; reading that assumes something corrects it. The [`Basis`]
//! of each judgement names which of these decided. No estimate ever overrules a proof. The same input gives the same
//! answer.

mod basis;
mod blocks;
mod confirm;
mod effort;
mod estimate;
mod fates;
mod finish;
mod groups;
mod reading;
mod report;
mod score;
mod seki_by_proof;
mod seki_by_shape;
mod seki_candidate;
mod status;
mod teire;
mod territory;
#[cfg(test)]
mod tests;
mod walls;
mod windows;

pub use basis::{Band, Basis, BasisKind, Clearness, OwnerSource};
pub use effort::{JudgementEffort, RefereeParams};
pub use estimate::{ScoreEstimate, ScoreEvaluation, estimate_score, estimate_score_by_network};
pub use finish::{Count, Unfinished};
pub use report::{BasisCount, BlockLine, JudgementReport};
pub use score::{Hinge, Judgement, Owner, judge};
pub use status::{BlockJudgement, Status};
