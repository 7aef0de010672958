//! What reading of few liberties has found about a block in the position at hand.

use crate::board::Point;
use crate::tactics::ko::Success;
use crate::tsumego::Goal;

/// The result of a search about the capture of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownCapture {
    /// The first stone of the block.
    pub(super) head: Point,
    /// Nodes of the search about each move.
    pub(super) nodes: u64,
    /// Kill if the attacker moved first, live if the owner did.
    pub(super) goal: Goal,
    /// How well the side that moved first succeeds, and its move.
    pub(super) found: (Success, Option<Point>),
}
