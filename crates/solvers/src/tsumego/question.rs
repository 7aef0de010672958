//! Questions for the reader.

use crate::board::{Board, Color, PointSet};

/// The goal of one side for a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Goal {
    /// The attacker captures the block, or keeps it from what it needs to live.
    Kill,
    /// The defender makes the block live.
    Live,
}

impl Goal {
    /// What a player with this goal does, before the names of the blocks: `kill` or `live with`.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Kill => "kill",
            Self::Live => "live with",
        }
    }

    /// The goal of the other side.
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

    /// The player that has this goal for a block of `owner`.
    #[must_use]
    pub const fn player(self, owner: Color) -> Color {
        match self {
            Self::Kill => owner.opponent(),
            Self::Live => owner,
        }
    }
}

/// What counts as life for a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LifeCriterion {
    /// The block stays on the board, with two eyes or in a seki.
    EyesOrSeki,
    /// The block gets two eyes or gets out. In a seki it counts as killed.
    TwoEyes,
}

/// A question: can the side with this goal reach it, when `to_move` moves first?
///
/// The question is about one block, or about several blocks of one color. Several blocks live if one of them lives, and
/// the attacker has to take all of them. Which of them the defender gives up is part of the fight.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Points of the blocks in question.
    pub targets: PointSet,
    /// The goal.
    pub goal: Goal,
    /// The side that moves first.
    pub to_move: Color,
}

impl Question {
    /// A question about the block on a point, or about the blocks on several points.
    #[must_use]
    pub fn new(targets: impl Into<PointSet>, goal: Goal, to_move: Color) -> Self {
        Self {
            targets: targets.into(),
            goal,
            to_move,
        }
    }

    /// The question of the other side about the same blocks, if it moves next.
    #[must_use]
    pub const fn of_the_other(&self) -> Self {
        Self {
            targets: self.targets,
            goal: self.goal.opposite(),
            to_move: self.to_move.opponent(),
        }
    }

    /// The owner of the blocks; see [`owner_of`].
    #[must_use]
    pub fn owner(&self, board: &Board) -> Option<Color> {
        owner_of(board, &self.targets)
    }

    /// One stone of each block.
    pub fn blocks(&self, board: &Board) -> PointSet {
        let stones = self.targets.iter();
        let stones = stones.filter(|&point| board.color(point).is_some());
        board.first_of_each_block(stones).into_iter().collect()
    }

    /// All stones of the blocks.
    #[must_use]
    pub fn stones(&self, board: &Board) -> PointSet {
        let heads = self.blocks(board);
        heads.iter().flat_map(|head| board.stones(head)).collect()
    }
}

/// The owner of the blocks on some points. `None` if there is no stone on any of the points, or if there are stones of
/// both colors.
#[must_use]
pub fn owner_of(board: &Board, targets: &PointSet) -> Option<Color> {
    let mut colors = targets.iter().filter_map(|point| board.color(point));
    let owner = colors.next()?;
    colors.all(|color| color == owner).then_some(owner)
}
