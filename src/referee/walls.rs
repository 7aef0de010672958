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
    /// Stones that are proved to be dead.
    pub(super) proved_dead: PointSet,
}

impl Walls {
    pub(super) fn new(board: &Board, judgements: &[BlockJudgement]) -> Self {
        let mut solid = PointSet::EMPTY;
        let (mut dead, mut proved_dead) = (PointSet::EMPTY, PointSet::EMPTY);
        for block in judgements {
            let is_clear = block
                .basis
                .band()
                .is_none_or(|band| band >= Band::VeryClear);
            if block.status == Status::Dead && is_clear {
                dead |= block.stones;
            }
            if block.status == Status::Dead && block.basis.is_proof() {
                proved_dead |= block.stones;
            }
            if block.status == Status::Alive && block.basis.is_proved_apart() {
                solid |= block.stones;
            }
        }
        let count = score::count(board, &dead);
        for color in Color::BOTH {
            let alive = |block: &&BlockJudgement| block.color == color && block.is_clearly_alive();
            let stones = judgements.iter().filter(alive).map(|block| block.stones);
            let estate = Estate {
                surrounded: count.surrounded[color],
                in_doubt: dead - proved_dead,
            };
            solid |= ample_groups(stones.collect(), &estate);
        }
        Self { solid, proved_dead }
    }

    /// Whether there is a stone in question on the point.
    pub(super) fn is_tight(&self, board: &Board, point: Point) -> bool {
        board.color(point).is_some()
            && !self.solid.contains(point)
            && !self.proved_dead.contains(point)
    }
}

/// What the groups of a color surround.
struct Estate {
    surrounded: PointSet,
    /// Stones that only look dead.
    in_doubt: PointSet,
}

impl Estate {
    /// How many points of a surrounded region make a group safe. Where stones that only look dead fill most of it, they
    /// may leave one eye only, or stand in a seki: then its empty points alone do.
    fn n_sure(&self, region: &PointSet) -> usize {
        let n_in_doubt = (*region & self.in_doubt).len();
        if 2 * n_in_doubt > region.len() {
            region.len() - n_in_doubt
        } else {
            region.len()
        }
    }
}

/// The stones of the groups of one color that surround at least `AMPLE` points. Blocks that surround points together
/// are one group.
fn ample_groups(mut blocks: Vec<PointSet>, estate: &Estate) -> PointSet {
    let mut ample = PointSet::EMPTY;
    while let Some(mut group) = blocks.pop() {
        let (mut owned, mut n_sure) = (PointSet::EMPTY, 0);
        loop {
            let mut rest = (group.spread() & estate.surrounded) - owned;
            if rest.is_empty() {
                break;
            }
            while let Some(point) = rest.first() {
                let region = component(&estate.surrounded, point);
                n_sure += estate.n_sure(&region);
                owned |= region;
                rest -= region;
            }
            let reach = owned.spread();
            let (joined, others) = blocks
                .into_iter()
                .partition(|block| block.intersects(&reach));
            blocks = others;
            group = Vec::into_iter(joined).fold(group, |group, block| group | block);
        }
        if n_sure >= AMPLE {
            ample |= group;
        }
    }
    ample
}
