//! Why a proof of safety is not written.

use thiserror::Error;

use crate::base::Stop;
use crate::board::Point;

/// The most nodes of a file.
pub(super) const MOST_NODES: usize = 1 << 20;

/// Why there is no proof of safety to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoSafetyProof {
    /// The rules allow suicide, and windows show nothing. Pairs and regions are written for rules without it.
    #[error("where suicide is allowed, only windows are written, and they show nothing here")]
    Suicide,
    /// Nothing is proved to be safe.
    #[error("nothing is proved to be safe")]
    Nothing,
    /// The answers were not found in time, or only ones that go in circles.
    #[error("the answers of the owner in the region of {0} were not found")]
    Answers(Point),
    /// The file would be too large.
    #[error("the proof would have more than {MOST_NODES} nodes")]
    TooLarge,
    /// Out of time, or interrupted.
    #[error(transparent)]
    Stopped(#[from] Stop),
}
