//! What a color has for good: unconditional life, and room for two eyes.

use arrayvec::ArrayVec;

use super::{MOST_BLOCKS, MOST_POINTS, Mask, RegionBoard, RegionPosition, lowest};
use crate::board::Color;
use crate::safety::elimination::{ENOUGH_EYES, eliminate};

/// What a color has on a region board unconditionally.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::region) struct RegionLife {
    /// Stones that can't be captured though their owner passes forever.
    pub(in crate::region) stones: Mask,
    /// Points of the regions that only such stones enclose and that are eyes of some of them.
    pub(in crate::region) vital: Mask,
    /// Whether all walls of the color are among these stones.
    pub(in crate::region) has_all_walls: bool,
    /// All points beside these stones.
    beside: Mask,
}

impl RegionBoard {
    /// What a color has unconditionally (Benson 1976): blocks keep two healthy regions, those outside included.
    ///
    /// A region that touches a wall of the other color goes on outside, and is no eye.
    pub(in crate::region) fn life(&self, position: &RegionPosition, color: Color) -> RegionLife {
        let blocks = self.blocks(position, color);
        let rest = self.all & !position.stones[color];
        let needed = if self.allows_suicide {
            rest
        } else {
            self.empty(position)
        };
        let mut eyes: ArrayVec<Mask, MOST_POINTS> = ArrayVec::new();
        let mut open = rest;
        while open != 0 {
            let region = self.component(lowest(open), rest);
            open &= !region;
            if region & self.beside[color.opponent()] == 0 {
                eyes.push(region);
            }
        }
        let is_healthy = |eye: Mask, beside: Mask| eye & beside != 0 && eye & needed & !beside == 0;
        let mut n_eyes: ArrayVec<u16, MOST_BLOCKS> = ArrayVec::new();
        n_eyes.extend(blocks.iter().map(|&(.., hold)| hold.n_eyes()));
        let n_vital = eliminate(&mut eyes, &mut n_eyes, |eye| {
            let beside = blocks.iter().map(|&(_, beside, _)| beside).enumerate();
            let around = beside.filter(move |&(_, beside)| eye & beside != 0);
            around.map(move |(block, beside)| (block, u16::from(is_healthy(eye, beside))))
        });
        let mut life = RegionLife {
            has_all_walls: true,
            ..RegionLife::default()
        };
        for (&(group, beside, _), n_eyes) in blocks.iter().zip(n_eyes) {
            if n_eyes >= ENOUGH_EYES {
                life.stones |= group.stones;
                life.beside |= beside;
                let vital = eyes[..n_vital]
                    .iter()
                    .filter(|&&eye| is_healthy(eye, beside));
                life.vital |= vital.fold(0, |all, eye| all | eye);
            } else if group.walls != 0 {
                life.has_all_walls = false;
            }
        }
        life
    }

    /// Whether `color` might make two eyes among the stones of the other color that `life` lists, if these are never
    /// taken: in some part two points that are no neighbors, or three, are beside none of them.
    ///
    /// A stone of `color` makes no room unless it is taken off, which only suicide does.
    pub(in crate::region) fn has_room(
        &self,
        position: &RegionPosition,
        color: Color,
        life: &RegionLife,
    ) -> bool {
        let rest = self.all & !life.stones;
        let candidates = if self.allows_suicide {
            rest
        } else {
            rest & !position.stones[color]
        };
        let free = candidates & !life.beside;
        let mut open = rest;
        while open != 0 {
            let part = self.component(lowest(open), rest);
            open &= !part;
            let room = free & part;
            let is_one_eye = match room.count_ones() {
                0 | 1 => true,
                2 => self.spread(lowest(room)) & room != 0,
                _ => false,
            };
            if !is_one_eye {
                return true;
            }
        }
        false
    }
}
