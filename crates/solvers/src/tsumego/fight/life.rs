//! When a block can't be taken whatever the attacker does: unconditional life inside a frame, where the owner may even
//! pass for ever; and two eyes by the tables of [`super::eye_table`].
//!
//! Source: Benson (1976), "Life in the game of Go".

use arrayvec::ArrayVec;

use super::claim::Fight;
use super::eye_table::{LARGEST_SPACE, STRIDE, ShapedSpace};
use super::position::Position;
use crate::safety::elimination::{ENOUGH_EYES, eliminate};
use crate::tsumego::frame::cells::Cells;

/// The most blocks that are examined together for unconditional life.
const MOST_BLOCKS: usize = 16;

/// The most regions around them.
const MOST_REGIONS: usize = 32;

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
        let mut regions: ArrayVec<EnclosedRegion<N>, MOST_REGIONS> = ArrayVec::new();
        let mut blocks: ArrayVec<Cells<N>, MOST_BLOCKS> = ArrayVec::new();
        blocks.push(target);
        let mut n_done = 0;
        let inside = frame.cells & !position.defenders;
        // The points of a region that have to be liberties of a block to which it is vital. By suicide the attacker can
        // empty the others.
        let needed = if frame.allows_suicide { inside } else { empty };
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
                    if (region & needed & !frame.spread(owner)).is_empty() {
                        vital_for |= 1 << number;
                    }
                }
                let region = EnclosedRegion {
                    beside,
                    vital_for,
                    cells: region,
                };
                regions.try_push(region).ok()?;
            }
            let n_own = || regions.iter().filter(|region| region.vital_for & 1 != 0);
            if n_done == 0 && n_own().take(2).count() < 2 {
                return None;
            }
            n_done += 1;
        }
        let mut n_eyes = [0; MOST_BLOCKS];
        let n_closed = eliminate(&mut regions, &mut n_eyes, EnclosedRegion::border);
        if n_eyes[0] < ENOUGH_EYES {
            return None;
        }
        let closed = regions[..n_closed].iter().map(|region| region.cells);
        let alive = blocks.into_iter().zip(n_eyes);
        let alive = alive.filter(|&(_, n_eyes)| n_eyes >= ENOUGH_EYES);
        let stones = alive.map(|(block, _)| block);
        Some(
            closed
                .chain(stones)
                .fold(Cells::EMPTY, |shown, part| shown | part),
        )
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
            allows_suicide: frame.allows_suicide,
        })
    }
}

/// A region that blocks of the defender enclose.
#[derive(Clone, Copy)]
struct EnclosedRegion<const N: usize> {
    /// The blocks beside it, as bits.
    beside: u32,
    /// Those of them that have an eye here.
    vital_for: u32,
    cells: Cells<N>,
}

impl<const N: usize> EnclosedRegion<N> {
    /// The blocks beside it, each with its eyes here.
    fn border(self) -> impl Iterator<Item = (usize, u16)> {
        let blocks = (0..MOST_BLOCKS).filter(move |block| self.beside >> block & 1 != 0);
        blocks.map(move |block| (block, u16::from(self.vital_for >> block & 1 != 0)))
    }
}
