//! What a mined move is for.

use crate::tsumego::Goal;

/// What a move is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Aim {
    /// To kill the block in question.
    Capture,
    /// To make it live.
    Save,
}

impl From<Goal> for Aim {
    fn from(goal: Goal) -> Self {
        match goal {
            Goal::Kill => Self::Capture,
            Goal::Live => Self::Save,
        }
    }
}
