//! A question on which rules are tried.

use tedomari_board::Board;
use tedomari_solvers::tsumego::Question;

/// A question about a position. The side to move is expected to reach the goal.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What it is called.
    pub name: String,
    /// The position.
    pub board: Board,
    /// The question; the side whose goal it is moves first.
    pub question: Question,
}
