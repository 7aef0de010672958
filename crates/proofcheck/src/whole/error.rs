//! Why a claim about a whole board does not hold.

use thiserror::Error;

/// What can be wrong in a claim about a whole board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WholeError {
    /// A letter that stands for no move.
    #[error("`{0}` is no letter of a point of the board, nor a pass")]
    Letter(char),
    /// More is claimed than endless play is worth.
    #[error("where endless play counts as 0, no more than 0 can be claimed")]
    Draw,
    /// No answer is left for a position.
    #[error("no answer is left for this position: {0}")]
    Short(String),
    /// Answers to nothing.
    #[error("answers that no position asks for: {0}")]
    Long(usize),
    /// An answer that the rules forbid, or that ends the game with less.
    #[error("the answer is not legal, or ends the game with less, in this position: {0}")]
    Illegal(String),
    /// The other side can end the game.
    #[error("the other side can end the game with less for the owner: {0}")]
    Lost(String),
    /// Play that has no end.
    #[error("play can come back to this position: {0}")]
    Circle(String),
    /// Play that superko may forbid.
    #[error("these stones can come back: {0}")]
    Repeats(String),
}
