//! The stones whose status is assumed when a part of the board is read.

use super::basis::{Band, Basis};
use super::status::{BlockJudgement, Status};
use crate::board::{Board, Color, Point, PointSet, score};
use crate::safety::{component, components};

/// Surrounded points with which a living group is in no danger, and in no seki.
const AMPLE: usize = 7;

/// Surrounded points with which a clearly living group is in no danger that reading on the whole board could find.
const WIDE: usize = 13;

/// Points of a region in which a group may get both eyes.
const LEAST_REGION: usize = 6;

/// The stones whose status is assumed.
pub(super) struct Walls {
    /// Stones of groups that live without help.
    pub(super) solid: PointSet,
    /// Of these, the proved ones, and the largest block of each group without a proved one: what the other blocks of
    /// the groups may be linked to.
    pub(super) anchors: PointSet,
    /// All stones that live by proof, or clearly by the estimate.
    clear: PointSet,
    /// Stones that stand however their owner plays nearby: those that are unconditionally alive, and those of groups
    /// with many points.
    sturdy: PointSet,
    /// Stones of clearly living groups with more points than reading on the whole board can settle.
    pub(super) wide: PointSet,
    /// Stones that are proved to be dead.
    pub(super) proved_dead: PointSet,
}

/// Blocks of a color that surround points together.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) blocks: Vec<PointSet>,
    /// The points that they surround, with the dead stones there.
    pub(super) territory: PointSet,
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
        let proved = solid;
        let unconditional = judgements
            .iter()
            .filter(|block| block.basis == Basis::UnconditionallyAlive);
        let mut sturdy = unconditional.fold(PointSet::EMPTY, |all, block| all | block.stones);
        let (mut anchors, mut clear, mut wide) = (proved, proved, PointSet::EMPTY);
        let count = score::count(board, &dead);
        for color in Color::BOTH {
            let alive = |block: &&BlockJudgement| block.color == color && block.is_clearly_alive();
            let stones: Vec<PointSet> = judgements
                .iter()
                .filter(alive)
                .map(|block| block.stones)
                .collect();
            clear = stones.iter().fold(clear, |all, block| all | *block);
            let estate = Estate {
                surrounded: count.surrounded[color],
                in_doubt: dead - proved_dead,
            };
            for group in groups_around(stones, &estate, AMPLE) {
                let all = group.stones();
                solid |= all;
                sturdy |= all;
                if (group.territory - estate.in_doubt).len() >= WIDE {
                    wide |= all;
                }
                if !all.intersects(&proved) {
                    anchors |= group.largest();
                }
            }
        }
        Self {
            solid,
            anchors,
            clear,
            sturdy,
            wide,
            proved_dead,
        }
    }

    /// The clearly living stones that may be assumed to stand when the blocks that are `open` are read. A block that
    /// shares liberties with one of these lives only as long as its owner does not fill them, as in a seki: it stands
    /// if it is sturdy.
    pub(super) fn apart_from(
        &self,
        board: &Board,
        judgements: &[BlockJudgement],
        open: impl Fn(&BlockJudgement) -> bool,
    ) -> PointSet {
        let empty: PointSet = board.empty_set();
        let in_question = judgements.iter().filter(|block| open(block));
        let near = in_question.fold(PointSet::EMPTY, |all, block| {
            all | (block.stones.spread() & empty)
        });
        let stands = |block: &&BlockJudgement| {
            let is_sturdy = block.stones.is_subset(&self.sturdy);
            is_sturdy
                || block.stones.is_subset(&self.clear) && !block.stones.spread().intersects(&near)
        };
        let blocks = judgements.iter().filter(stands);
        blocks.fold(PointSet::EMPTY, |all, block| all | block.stones)
    }

    /// Whether there is a stone in question on the point.
    pub(super) fn is_tight(&self, board: &Board, point: Point) -> bool {
        board.color(point).is_some()
            && !self.solid.contains(point)
            && !self.proved_dead.contains(point)
    }
}

impl Group {
    /// All its stones.
    pub(super) fn stones(&self) -> PointSet {
        let blocks = self.blocks.iter();
        blocks.fold(PointSet::EMPTY, |all, block| all | *block)
    }

    /// What may be enough for its life, the smallest first: each of its regions alone, if it has some, and all it has.
    pub(super) fn parts(self) -> Vec<Self> {
        let regions: Vec<PointSet> = components(self.territory).collect();
        let mut parts = Vec::new();
        if regions.len() > 1 {
            let large = regions
                .into_iter()
                .filter(|region| region.len() >= LEAST_REGION);
            parts.extend(large.map(|region| self.within(region)));
            parts.sort_by_key(|part| part.territory.len());
        }
        parts.push(self);
        parts
    }

    /// The blocks around one of its regions.
    fn within(&self, region: PointSet) -> Self {
        let reach = region.spread();
        let blocks = self.blocks.iter().copied();
        Self {
            blocks: blocks.filter(|block| block.intersects(&reach)).collect(),
            territory: region,
        }
    }

    /// Its largest block.
    pub(super) fn largest(&self) -> PointSet {
        let largest = self.blocks.iter().max_by_key(|block| block.len());
        largest.copied().unwrap_or_default()
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

/// The groups of living blocks of a color that surround points, if all stones that are judged dead are.
pub(super) fn living_groups(
    board: &Board,
    judgements: &[BlockJudgement],
    color: Color,
) -> Vec<Group> {
    let dead = judgements
        .iter()
        .filter(|block| block.status == Status::Dead);
    let dead = dead.fold(PointSet::EMPTY, |all, block| all | block.stones);
    let alive = judgements
        .iter()
        .filter(|block| block.color == color && block.status == Status::Alive);
    let estate = Estate {
        surrounded: score::count(board, &dead).surrounded[color],
        in_doubt: PointSet::EMPTY,
    };
    groups_around(alive.map(|block| block.stones).collect(), &estate, 1)
}

/// The groups of one color that surround at least so many points. Blocks that surround points together are one group.
fn groups_around(mut blocks: Vec<PointSet>, estate: &Estate, least: usize) -> Vec<Group> {
    let mut groups = Vec::new();
    while let Some(first) = blocks.pop() {
        let mut group = vec![first];
        let (mut reach, mut owned, mut n_sure) = (first.spread(), PointSet::EMPTY, 0);
        loop {
            let mut rest = (reach & estate.surrounded) - owned;
            if rest.is_empty() {
                break;
            }
            while let Some(point) = rest.first() {
                let region = component(&estate.surrounded, point);
                n_sure += estate.n_sure(&region);
                owned |= region;
                rest -= region;
            }
            let beside = owned.spread();
            let (joined, others): (Vec<PointSet>, Vec<PointSet>) = blocks
                .into_iter()
                .partition(|block| block.intersects(&beside));
            blocks = others;
            reach = joined
                .iter()
                .fold(reach, |reach, block| reach | block.spread());
            group.extend(joined);
        }
        if n_sure >= least {
            groups.push(Group {
                blocks: group,
                territory: owned,
            });
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::groups::tests::all_alive;

    #[test]
    fn a_group_is_wide_from_thirteen_points_on() {
        for (row, is_wide) in [("O O O . . . . . .", true), ("O O O O . . . . .", false)] {
            let diagram = format!(". X X X X X X X X\nO O O O O O O O O\nO O . . . . . . .\n{row}");
            let board: Board = diagram.parse().unwrap();
            let wide = Walls::new(&board, &all_alive(&board)).wide;
            assert_eq!(wide.contains(Point::new(0, 0)), is_wide, "{row}");
        }
    }
}
