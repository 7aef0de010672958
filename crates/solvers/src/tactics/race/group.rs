//! Blocks of one color that stand or fall together in a race.

use arrayvec::ArrayVec;

use crate::board::{Block, Board, Color, Point, PointSet};

/// Fewest liberties of a firm block: filling a liberty beside it is safe.
pub(super) const FIRM_LIBERTIES: u16 = 3;

/// Liberties that two blocks of one color share if they count as one group.
const SHARED_LIBERTIES: u8 = 2;

/// Most blocks of one group that are kept apart.
const MOST_BLOCKS: usize = 24;

/// Blocks of one color, each of which shares two liberties with another one, with all their liberties.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) color: Color,
    /// The head of each block, that of the block in question first.
    heads: ArrayVec<Point, MOST_BLOCKS>,
    pub(super) liberties: PointSet,
}

impl Group {
    /// The group of the block on a point, if there is one.
    pub(super) fn at(board: &Board, point: Point) -> Option<Self> {
        let first = board.block_at(point)?;
        let mut group = Self {
            color: first.color(),
            heads: [first.head()].into_iter().collect(),
            liberties: *first.liberties(),
        };
        let mut n_seen = 0;
        while let Some(&head) = group.heads.get(n_seen) {
            n_seen += 1;
            for joined in joined_to(board, head) {
                if !group.heads.contains(&joined) && group.heads.try_push(joined).is_ok() {
                    let block = board.block_at(joined);
                    group.liberties |= block.map_or(PointSet::EMPTY, |block| *block.liberties());
                }
            }
        }
        Some(group)
    }

    pub(super) fn n_liberties(&self) -> usize {
        self.liberties.len()
    }

    /// Whether a stone of the group is on a point.
    pub(super) fn holds(&self, board: &Board, point: Point) -> bool {
        board.color(point) == Some(self.color)
            && board
                .block_at(point)
                .is_some_and(|block| self.has(block.head()))
    }

    /// Whether a block is one of the group's.
    pub(super) fn has(&self, head: Point) -> bool {
        self.heads.contains(&head)
    }

    /// Heads of the blocks of the other color beside it that have at most `most` liberties.
    pub(super) fn weak_beside(&self, board: &Board, most: u16) -> Vec<Point> {
        weak_beside(board, &self.heads, most)
    }
}

/// Heads of the blocks that share liberties enough with one.
fn joined_to(board: &Board, head: Point) -> impl Iterator<Item = Point> {
    let mut n_shared: ArrayVec<(Point, u8), MOST_BLOCKS> = ArrayVec::new();
    if let Some(block) = board.block_at(head) {
        for liberty in block.liberties().iter() {
            for stone in board.blocks_beside(liberty, block.color()) {
                let other = board.block(board.block_id(stone)).head();
                match n_shared.iter().position(|&(seen, _)| seen == other) {
                    Some(at) => n_shared[at].1 = n_shared[at].1.saturating_add(1),
                    None if other == head || n_shared.is_full() => {}
                    None => n_shared.push((other, 1)),
                }
            }
        }
    }
    let joined = n_shared.into_iter().filter(|&(_, n)| n >= SHARED_LIBERTIES);
    joined.map(|(other, _)| other)
}

/// Heads of the blocks of the other color beside some blocks that have at most `most` liberties.
pub(super) fn weak_beside(board: &Board, heads: &[Point], most: u16) -> Vec<Point> {
    let mut weak = Vec::new();
    for &head in heads {
        let rival = board.color(head).map(Color::opponent);
        for stone in board.stones(head) {
            for near in stone.neighbors() {
                if board.color(near) == rival
                    && let Some(block) = board.block_at(near)
                    && block.n_liberties() <= most
                    && !weak.contains(&block.head())
                {
                    weak.push(block.head());
                }
            }
        }
    }
    weak
}

/// Whether filling a liberty of a group beside a block is safe. A block whose liberties all belong to the group is in
/// its eye.
pub(super) fn is_firm(block: &Block, group: &Group) -> bool {
    block.n_liberties() >= FIRM_LIBERTIES && !(*block.liberties() - group.liberties).is_empty()
}
