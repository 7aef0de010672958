//! When a block can't be taken whatever the attacker does: unconditional life inside a frame, where the owner may even
//! pass for ever; and two eyes by the tables of [`super::eye_table`].
//!
//! Source: Benson (1976), "Life in the game of Go".

use arrayvec::ArrayVec;

use super::claim::Fight;
use super::eye_table::{LARGEST_SPACE, STRIDE, ShapedSpace};
use super::position::Position;
use crate::tsumego::frame::cells::Cells;

/// The most blocks that are examined together for unconditional life.
const MOST_BLOCKS: usize = 16;

impl<const N: usize> Fight<'_, N> {
    /// If the block can't be taken even though the defender always passes, the cells that show it.
    pub(crate) fn life(
        &self,
        position: &Position<N>,
        target: Cells<N>,
        empty: Cells<N>,
    ) -> Option<Cells<N>> {
        let frame = self.frame;
        let border = frame.anchored | frame.exits;
        let mut found = Regions::default();
        let mut blocks: ArrayVec<Cells<N>, MOST_BLOCKS> = ArrayVec::new();
        blocks.push(target);
        let mut n_done = 0;
        let inside = frame.cells & !position.defenders;
        // What reaches the border encloses no eye.
        let mut seen = frame.flood(border, inside);
        while let Some(&block) = blocks.get(n_done) {
            let around = frame.spread(block);
            let mut open = around & empty & !seen;
            while !open.is_empty() {
                let region = frame.flood(open.first(), inside);
                open &= !region;
                seen |= region;
                let edge = frame.spread(region) & position.defenders;
                let mut rest = edge;
                let mut vital_for = 0u32;
                let mut beside = 0u32;
                while !rest.is_empty() {
                    let owner = frame.flood(rest.first(), position.defenders);
                    rest &= !owner;
                    let known = blocks.iter().position(|&other| other == owner);
                    let number = match known {
                        Some(number) => number,
                        None if blocks.is_full() => return None,
                        None => {
                            blocks.push(owner);
                            blocks.len() - 1
                        }
                    };
                    beside |= 1 << number;
                    if (region & empty & !frame.spread(owner)).is_empty() {
                        vital_for |= 1 << number;
                    }
                }
                found.list.try_push((beside, vital_for, region)).ok()?;
            }
            if n_done == 0 && found.n_vital(0, u32::MAX) < 2 {
                return None;
            }
            n_done += 1;
        }
        let alive = found.alive(blocks.len())?;
        let stones = blocks.iter().enumerate();
        let stones = stones.filter(|&(number, _)| alive >> number & 1 != 0);
        Some(found.shown(alive) | stones.fold(Cells::EMPTY, |shown, (_, &block)| shown | block))
    }
}

impl<const N: usize> Fight<'_, N> {
    /// If the block gets two eyes in small spaces that it encloses alone, the cells that show it.
    pub(crate) fn life_by_shape(
        &self,
        position: &Position<N>,
        target: Cells<N>,
        empty: Cells<N>,
    ) -> Option<Cells<N>> {
        let frame = self.frame;
        let inside = frame.cells & !target;
        let outside = frame.flood(self.outside_of_eyes(position), inside);
        let mut rest = frame.spread(target) & empty & !outside;
        let mut shown = target;
        let mut n_eyes = 0;
        while !rest.is_empty() {
            let space = frame.flood(rest.first(), inside);
            rest &= !space;
            let sure = self
                .eye_space(position, target, space)
                .map_or(0, |space| space.sure_eyes());
            if sure > 0 {
                shown |= space;
                n_eyes += sure;
                if n_eyes >= 2 {
                    return Some(shown);
                }
            }
        }
        None
    }

    /// The cells that lie in no space enclosed by one block alone.
    fn outside_of_eyes(&self, position: &Position<N>) -> Cells<N> {
        let frame = self.frame;
        frame.anchored | frame.exits | frame.rim | position.defenders
    }

    /// A part of the frame as an eye space, if it is small and only the block and the edge of the board enclose it.
    pub(crate) fn eye_space(
        &self,
        position: &Position<N>,
        target: Cells<N>,
        space: Cells<N>,
    ) -> Option<ShapedSpace> {
        let frame = self.frame;
        if space.intersects(self.outside_of_eyes(position)) || space.len() > LARGEST_SPACE {
            return None;
        }
        let place = |cell: Cells<N>| {
            let bit = cell.number();
            (bit / frame.stride(), bit % frame.stride())
        };
        let first_row = place(space).0;
        let first_column = space.each().map(|cell| place(cell).1).min().unwrap_or(0);
        let around = frame.spread(target);
        let (mut cells, mut touching, mut attackers) = (0, 0, 0);
        for (n, cell) in space.each().enumerate() {
            let (row, column) = place(cell);
            let (row, column) = (row - first_row, column - first_column);
            // Only a space in several parts reaches so far.
            if row.max(column) >= LARGEST_SPACE {
                return None;
            }
            cells |= 1 << (row * STRIDE + column);
            touching |= u8::from(around.intersects(cell)) << n;
            attackers |= u8::from(position.attackers.intersects(cell)) << n;
        }
        Some(ShapedSpace {
            cells,
            touching,
            attackers,
        })
    }
}

/// Regions around blocks: bit sets of the blocks beside each, and of those for which it is vital; and its cells.
#[derive(Default)]
struct Regions<const N: usize> {
    list: ArrayVec<(u32, u32, Cells<N>), 32>,
}

impl<const N: usize> Regions<N> {
    /// Vital regions of a block that only blocks in `alive` enclose.
    fn n_vital(&self, block: usize, alive: u32) -> usize {
        self.list
            .iter()
            .filter(|&&(beside, vital_for, _)| beside & !alive == 0 && vital_for >> block & 1 != 0)
            .count()
    }

    /// Casts out what lacks two vital regions, round by round; what stays, if the first block does.
    fn alive(&self, n_blocks: usize) -> Option<u32> {
        let mut alive: u32 = (1 << n_blocks) - 1;
        loop {
            let before = alive;
            for block in 0..n_blocks {
                if self.n_vital(block, before) < 2 {
                    alive &= !(1 << block);
                }
            }
            if alive & 1 == 0 {
                return None;
            }
            if alive == before {
                return Some(alive);
            }
        }
    }

    /// The cells of the regions that only blocks in `alive` enclose.
    fn shown(&self, alive: u32) -> Cells<N> {
        let closed = self.list.iter().filter(|(beside, ..)| beside & !alive == 0);
        closed.fold(Cells::EMPTY, |shown, &(.., region)| shown | region)
    }
}
