//! Questions that have no meaning on a board.

use thiserror::Error;

/// Why a question about blocks has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReadingError {
    /// There is no stone on a point.
    #[error("vertex must not be empty")]
    NoStone,
    /// The question is about blocks of one color.
    #[error("the blocks must be of one color")]
    TwoColors,
    /// The question is about groups of two colors.
    #[error("the groups must be of different colors")]
    OneColor,
}
