//! The stones whose status is assumed when a part of the board is read.

use super::basis::Band;
use super::status::{BlockJudgement, Status};
use crate::base::{Color, Point, PointSet};
use crate::board::{Board, score};
use crate::safety::component;

/// Surrounded points with which a living group is in no danger, and in no seki.
const AMPLE: usize = 7;

/// The stones whose status is assumed.
pub(super) struct Walls {
    /// Stones of groups that live without help.
    pub(super) solid: PointSet,
    /// Stones that are dead.
    pub(super) dead: PointSet,
}

impl Walls {
    pub(super) fn new(board: &Board, judgements: &[BlockJudgement]) -> Self {
        let mut walls = Self {
            solid: PointSet::EMPTY,
            dead: PointSet::EMPTY,
        };
        for block in judgements {
            let is_clearly_dead = block
                .basis
                .band()
                .is_none_or(|band| band >= Band::VeryClear);
            if block.status == Status::Dead && is_clearly_dead {
                walls.dead |= block.stones;
            }
            if block.status == Status::Alive && block.basis.is_proof() {
                walls.solid |= block.stones;
            }
        }
        let count = score::count(board, &walls.dead);
        for color in Color::BOTH {
            let alive = |block: &&BlockJudgement| block.color == color && block.is_clearly_alive();
            let stones = judgements.iter().filter(alive).map(|block| block.stones);
            walls.solid |= ample_groups(stones.collect(), count.surrounded[color]);
        }
        walls
    }

    /// Whether there is a stone in question on the point.
    pub(super) fn is_tight(&self, board: &Board, point: Point) -> bool {
        board.color(point).is_some() && !self.solid.contains(point) && !self.dead.contains(point)
    }
}

/// The stones of the groups of one color that surround at least `AMPLE` points. Blocks that surround points together
/// are one group.
fn ample_groups(mut blocks: Vec<PointSet>, surrounded: PointSet) -> PointSet {
    let mut ample = PointSet::EMPTY;
    while let Some(mut group) = blocks.pop() {
        let mut estate = PointSet::EMPTY;
        loop {
            let mut rest = (group.spread() & surrounded) - estate;
            if rest.is_empty() {
                break;
            }
            while let Some(point) = rest.first() {
                let region = component(&surrounded, point);
                estate |= region;
                rest -= region;
            }
            let reach = estate.spread();
            let (joined, others) = blocks
                .into_iter()
                .partition(|block| block.intersects(&reach));
            blocks = others;
            group = Vec::into_iter(joined).fold(group, |group, block| group | block);
        }
        if estate.len() >= AMPLE {
            ample |= group;
        }
    }
    ample
}
