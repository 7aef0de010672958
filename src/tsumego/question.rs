//! What the reader is asked.

use super::claim::Goal;
use crate::base::{Color, Point, PointSet};
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

    /// Who owns the blocks; nobody if there is no stone on any of the points, or if there are stones of both colors.
    #[must_use]
    pub fn owner(&self, board: &Board) -> Option<Color> {
        let mut colors = self.stones(board).map(|(color, _)| color);
        let owner = colors.next()?;
        colors.all(|color| color == owner).then_some(owner)
    }

    /// A stone of each of the blocks.
    pub(super) fn blocks(&self, board: &Board) -> PointSet {
        let mut seen = PointSet::EMPTY;
        let first = self.stones(board).filter(|&(_, point)| {
            let is_new = !seen.contains(point);
            seen.extend(board.stones(point));
            is_new
        });
        first.map(|(_, point)| point).collect()
    }

    fn stones<'b>(&'b self, board: &'b Board) -> impl Iterator<Item = (Color, Point)> + 'b {
        let points = self.targets.iter();
        points.filter_map(|point| Some((board.color(point)?, point)))
    }
}
