//! The evaluation of a position by a network.

use crate::board::Move;

/// An evaluation, from the view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The legal moves in point order, the pass last, with the probability that each is played. They sum to 1.
    pub policy: Vec<(Move, f32)>,
    /// Probability that the player to move wins.
    pub win: f32,
    /// Probability that the player to move loses.
    pub loss: f32,
    /// Probability that the game ends without a result; 0 where the rules have no such end.
    pub no_result: f32,
    /// Points by which the player to move is ahead, komi included: the komi that would make the game even.
    pub lead: f32,
    /// Expected score at the end of a game of the network with itself, in points, komi included.
    pub score_mean: f32,
    /// Standard deviation of that score, in points.
    pub score_stdev: f32,
    /// Number of moves until most of the result is decided; -1 if the network has no such output.
    pub variance_time: f32,
    /// Typical error of the win rate (win minus loss) against a short search; -1 if the network has no such output.
    pub win_error: f32,
    /// Typical error of the score, in points; -1 if the network has no such output.
    pub score_error: f32,
    /// For each point of the board, row by row from the top left, how far it will belong to the player to move, from -1
    /// to 1; empty if it was not requested.
    pub ownership: Vec<f32>,
}
