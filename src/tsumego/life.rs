//! Unconditional life of one block, looked at around it only, with the points that show it.
//!
//! The same criterion as [`crate::safety::benson`], but it starts at the block and stops at the first sign that the
//! block lacks two vital regions, since a search asks at every node and is nearly always told no.
//!
//! Source: Benson, "Life in the Game of Go" (1976), sections 4 and 5.

use arrayvec::ArrayVec;

use crate::base::{Color, Point, PointSet};
use crate::board::{BlockId, Board, Cell};

/// Regions of more points are taken for open.
const LARGEST_REGION: usize = 24;

/// Blocks that are looked at together.
const MOST_BLOCKS: usize = 24;

struct Region {
    points: PointSet,
    /// Bit sets over the blocks found: those on its border, and those for which it is healthy.
    border: u32,
    healthy: u32,
}

struct Found<'a> {
    board: &'a Board,
    color: Color,
    blocks: ArrayVec<(BlockId, Point), MOST_BLOCKS>,
    regions: Vec<Region>,
    /// Points of regions that were looked at, and of those that are too large.
    seen: PointSet,
    open: PointSet,
}

/// If the block on `stone` can't be taken though its owner passes forever: the blocks and regions that show it.
/// Suicide is taken to be forbidden.
#[must_use]
pub fn unconditional_life_of(board: &Board, stone: Point) -> Option<PointSet> {
    let block = board.block_at(stone)?;
    if block.n_liberties() < 2 {
        return None;
    }
    let mut found = Found {
        board,
        color: block.color(),
        blocks: ArrayVec::new(),
        regions: Vec::new(),
        seen: PointSet::EMPTY,
        open: PointSet::EMPTY,
    };
    found.blocks.push((board.block_id(stone), block.head()));
    let mut n_done = 0;
    while let Some(&(id, _)) = found.blocks.get(n_done) {
        for liberty in board.block(id).liberties() {
            found.look_at(liberty);
        }
        let n_vital = found
            .regions
            .iter()
            .filter(|r| r.healthy >> n_done & 1 != 0)
            .count();
        if n_done == 0 && n_vital < 2 {
            return None;
        }
        n_done += 1;
    }
    found.alive()
}

impl Found<'_> {
    /// The number of a block among those found; a new one is added. `None` if there are too many.
    fn number(&mut self, stone: Point) -> Option<u32> {
        let id = self.board.block_id(stone);
        let known = self.blocks.iter().position(|&(block, _)| block == id);
        let number = match known {
            Some(number) => number,
            None => {
                self.blocks.try_push((id, stone)).ok()?;
                self.blocks.len() - 1
            }
        };
        u32::try_from(number).ok()
    }

    /// Finds the region of a point, unless it is known or too large.
    fn look_at(&mut self, start: Point) {
        if self.seen.contains(start) {
            return;
        }
        let mut points = PointSet::EMPTY;
        let mut stack: ArrayVec<Point, { LARGEST_REGION + 1 }> = ArrayVec::new();
        let mut border: ArrayVec<Point, 64> = ArrayVec::new();
        points.insert(start);
        stack.push(start);
        let mut n_done = 0;
        while let Some(&point) = stack.get(n_done) {
            n_done += 1;
            for neighbor in point.neighbors() {
                match self.board.cell(neighbor) {
                    Cell::Wall => {}
                    cell if cell.color() == Some(self.color) => {
                        let is_full = border.is_full();
                        if !is_full {
                            border.push(neighbor);
                        } else {
                            self.close_off(&points);
                            return;
                        }
                    }
                    Cell::Empty | Cell::Black | Cell::White => {
                        if self.open.contains(neighbor) {
                            self.close_off(&points);
                            return;
                        }
                        if points.insert(neighbor) {
                            stack.push(neighbor);
                            if stack.is_full() {
                                self.close_off(&points);
                                return;
                            }
                        }
                    }
                }
            }
        }
        self.seen |= points;
        let mut region = Region {
            points,
            border: 0,
            healthy: 0,
        };
        let mut common: Option<PointSet> = None;
        for &stone in &border {
            let liberties = *self
                .board
                .block_at(stone)
                .map_or(&PointSet::EMPTY, |b| b.liberties());
            if common.is_none() {
                common = Some(points.iter().filter(|&p| self.board.is_empty(p)).collect());
            }
            let Some(number) = self.number(stone) else {
                return;
            };
            region.border |= 1 << number;
            if common
                .as_ref()
                .is_some_and(|empty| empty.is_subset(&liberties))
            {
                region.healthy |= 1 << number;
            }
        }
        if region.healthy != 0 {
            self.regions.push(region);
        }
    }

    fn close_off(&mut self, points: &PointSet) {
        self.open |= *points;
        self.seen |= *points;
    }

    /// Casts out what lacks two vital regions, round by round; what is left, if the first block is in it.
    fn alive(&self) -> Option<PointSet> {
        let mut alive: u32 = (1 << self.blocks.len()) - 1;
        loop {
            let before = alive;
            let is_vital = |region: &&Region| region.border & !before == 0;
            for number in 0..self.blocks.len() {
                let vital = self.regions.iter().filter(is_vital);
                if vital.filter(|r| r.healthy >> number & 1 != 0).count() < 2 {
                    alive &= !(1 << number);
                }
            }
            if alive & 1 == 0 {
                return None;
            }
            if alive == before {
                break;
            }
        }
        let mut points = PointSet::EMPTY;
        for (number, &(_, head)) in self.blocks.iter().enumerate() {
            if alive >> number & 1 != 0 {
                points.extend(self.board.stones(head));
            }
        }
        for region in &self.regions {
            if region.border & !alive == 0 {
                points |= region.points;
            }
        }
        Some(points)
    }
}
