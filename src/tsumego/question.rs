//! What the reader is asked.

use crate::base::{Color, PointSet};
use crate::board::Board;

/// What is claimed about a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// It can be captured, or kept from what it needs to live.
    Kill,
    /// It lives.
    Live,
}

impl Goal {
    /// What the other side claims.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Kill => Self::Live,
            Self::Live => Self::Kill,
        }
    }

    /// The goal of a player for a block of `owner`.
    #[must_use]
    pub fn of(player: Color, owner: Color) -> Self {
        if player == owner {
            Self::Live
        } else {
            Self::Kill
        }
    }

    /// The player whose goal it is, for a block of `owner`.
    #[must_use]
    pub const fn player(self, owner: Color) -> Color {
        match self {
            Self::Kill => owner.opponent(),
            Self::Live => owner,
        }
    }
}

/// With what a block lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LifeCriterion {
    /// It stays on the board, with two eyes or in a seki.
    EyesOrSeki,
    /// It gets two eyes, or out: in a seki it counts as killed.
    TwoEyes,
}

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
    pub(crate) fn blocks(&self, board: &Board) -> PointSet {
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
