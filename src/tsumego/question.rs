//! What the reader is asked.

use super::claim::Goal;
use crate::base::{Color, PointSet};
use crate::board::Board;

/// A question: can the side whose goal it is reach it, moving first?
///
/// It is about one block, or about several of one color. Of several the owner lives if one of them does, and the other side
/// has to take them all: which of them is given up is part of the fight.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// A stone of each block.
    pub targets: PointSet,
    /// What is asked for.
    pub goal: Goal,
    /// Who moves first.
    pub to_move: Color,
}

impl Question {
    /// A question about the block on a point, or the blocks on several.
    #[must_use]
    pub fn new(targets: impl Into<PointSet>, goal: Goal, to_move: Color) -> Self {
        Self {
            targets: targets.into(),
            goal,
            to_move,
        }
    }

    /// Who owns the blocks, as [`owner_of`] says.
    #[must_use]
    pub fn owner(&self, board: &Board) -> Option<Color> {
        owner_of(board, &self.targets)
    }

    /// A stone of each of the blocks.
    pub(super) fn blocks(&self, board: &Board) -> PointSet {
        let stones = self.targets.iter();
        let stones = stones.filter(|&point| board.color(point).is_some());
        board.first_of_each_block(stones).into_iter().collect()
    }
}

/// Who owns the blocks on some points; nobody if there is no stone on any of the points, or if there are stones of both colors.
#[must_use]
pub fn owner_of(board: &Board, targets: &PointSet) -> Option<Color> {
    let mut colors = targets.iter().filter_map(|point| board.color(point));
    let owner = colors.next()?;
    colors.all(|color| color == owner).then_some(owner)
}
