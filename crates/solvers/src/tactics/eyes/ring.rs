//! The groups around a space, and where they can be cut apart.

use std::cmp::Reverse;

use super::state::MOST_POINTS;
use crate::board::{Block, Board, Color, Point, PointSet};
use crate::tactics::capture::Capture;
use crate::tactics::ko::Success;

/// Most stones of a block of the owner that belongs to the space if all of its liberties do.
const MOST_SHUT_IN: u16 = 4;

/// Liberties that two blocks share if they can't be cut apart.
const SHARED_LIBERTIES: usize = 2;

/// The common liberties of two blocks outside of a space.
fn shared(board: &Board, first: Point, second: Point, space: &PointSet) -> Vec<Point> {
    let (Some(first), Some(second)) = (board.block_at(first), board.block_at(second)) else {
        return Vec::new();
    };
    let liberties = first.liberties().iter();
    liberties
        .filter(|&point| second.liberties().contains(point) && !space.contains(point))
        .collect()
}

/// The blocks of the owner of a space, each by one of its stones and the number of its group.
#[derive(Debug)]
pub(super) struct Ring<'a> {
    board: &'a Board,
    owner: Color,
    blocks: Vec<(Point, usize)>,
}

impl<'a> Ring<'a> {
    /// All blocks of the owner, those of which share liberties outside of the space so that they can't be cut apart are
    /// a group.
    pub(super) fn new(board: &'a Board, owner: Color, space: &PointSet) -> Self {
        let stones = board.first_stones(owner).into_iter();
        let mut ring = Self {
            board,
            owner,
            blocks: stones.enumerate().map(|(n, stone)| (stone, n)).collect(),
        };
        for n in 0..ring.blocks.len() {
            for m in 0..n {
                let ((first, one), (second, other)) = (ring.blocks[n], ring.blocks[m]);
                if shared(board, first, second, space).len() >= SHARED_LIBERTIES {
                    ring.join(one, other);
                }
            }
        }
        ring
    }

    /// Takes all for one group.
    pub(super) fn join_all(&mut self) {
        for (_, group) in &mut self.blocks {
            *group = 0;
        }
    }

    /// Adds small blocks without liberties outside to the space.
    pub(super) fn take_in(&mut self, space: &mut PointSet) {
        self.blocks.retain(|&(stone, _)| {
            let Some(block) = self.board.block_at(stone) else {
                return false;
            };
            let is_shut_in = block.n_stones() <= MOST_SHUT_IN
                && block.liberties().is_subset(space)
                && space.len() + usize::from(block.n_stones()) <= MOST_POINTS;
            if is_shut_in {
                space.extend(self.board.stones(stone));
            }
            !is_shut_in
        });
    }

    /// The groups that have a block beside the space.
    fn near(&self, space: &PointSet) -> Vec<usize> {
        let near = self
            .blocks
            .iter()
            .filter(|&&(stone, _)| touches(self.board, stone, space));
        near.map(|&(_, group)| group).collect()
    }

    /// Leaves out the groups that are not beside the space.
    pub(super) fn keep_near(&mut self, space: &PointSet) {
        let near = self.near(space);
        self.blocks.retain(|(_, group)| near.contains(group));
    }

    /// Adds to the space where the groups can be cut apart, and joins those that can't be.
    pub(super) fn cut(&mut self, space: &mut PointSet, nodes: u64) {
        let is_near = |n: &usize| touches(self.board, self.blocks[*n].0, space);
        let near: Vec<usize> = (0..self.blocks.len()).filter(is_near).collect();
        for (later, &n) in near.iter().enumerate() {
            for &m in &near[..later] {
                let ((first, one), (second, other)) = (self.blocks[n], self.blocks[m]);
                if one == other {
                    continue;
                }
                let shared = shared(self.board, first, second, space);
                let cuts = |&point: &Point| stays(self.board, self.owner.opponent(), point, nodes);
                if shared.iter().all(cuts) {
                    space.extend(shared);
                } else {
                    self.join(one, other);
                }
            }
        }
        self.cut_by_stones(space);
    }

    /// Adds stones of the other side that keep the groups apart and are in atari, with their liberties.
    fn cut_by_stones(&self, space: &mut PointSet) {
        let near = self.near(space);
        for stone in self.board.first_stones(self.owner.opponent()) {
            let stones: PointSet = self.board.stones(stone).collect();
            let liberty = self.board.block_at(stone).and_then(Block::atari);
            let Some(liberty) = liberty.filter(|_| !space.contains(stone)) else {
                continue;
            };
            let mut parted = self.near(&stones);
            parted.retain(|group| near.contains(group));
            let mut larger = *space | stones;
            larger.insert(liberty);
            if parted.iter().any(|group| *group != parted[0]) && larger.len() <= MOST_POINTS {
                *space = larger;
            }
        }
    }

    fn join(&mut self, kept: usize, joined: usize) {
        for (_, group) in &mut self.blocks {
            if *group == joined {
                *group = kept;
            }
        }
    }

    /// The groups, the one that is beside the most points of the space first, of those the one with the most stones.
    pub(super) fn groups(&self, space: &PointSet) -> Vec<usize> {
        let mut groups: Vec<usize> = self.blocks.iter().map(|&(_, group)| group).collect();
        groups.sort_unstable();
        groups.dedup();
        groups.sort_by_cached_key(|&group| {
            let n_beside = space.iter().filter(|&point| self.is_beside(point, group));
            let n_stones = self
                .blocks_of(group)
                .map(|block| u32::from(block.n_stones()));
            Reverse((n_beside.count(), n_stones.sum::<u32>()))
        });
        groups
    }

    pub(super) fn blocks_of(&self, group: usize) -> impl Iterator<Item = &Block> {
        let of_group = self
            .blocks
            .iter()
            .filter(move |&&(_, which)| which == group);
        of_group.filter_map(|&(stone, _)| self.board.block_at(stone))
    }

    pub(super) fn is_beside(&self, point: Point, group: usize) -> bool {
        let mut near = point.neighbors().into_iter();
        near.any(|near| {
            let mut blocks = self.blocks_of(group);
            self.board
                .block_at(near)
                .is_some_and(|block| blocks.any(|other| std::ptr::eq(block, other)))
        })
    }

    pub(super) fn breathes_outside(&self, group: usize, space: &PointSet) -> bool {
        let mut blocks = self.blocks_of(group);
        blocks.any(|block| !block.liberties().is_subset(space))
    }
}

/// Whether a block is beside a space.
fn touches(board: &Board, stone: Point, space: &PointSet) -> bool {
    let near = space.spread();
    board.stones(stone).any(|stone| near.contains(stone))
}

/// Whether a stone stays on the board if it is played now: it can't be captured at once, or only by a ko.
pub(super) fn stays(board: &Board, color: Color, point: Point, nodes: u64) -> bool {
    let mut after = board.clone();
    if after.play(color, point).is_err() {
        // It may become possible.
        return true;
    }
    Capture::new(&after, point).is_none_or(|mut capture| capture.attack(nodes).0 != Success::Clean)
}
