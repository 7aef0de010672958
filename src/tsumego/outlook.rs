//! How near a block looks to two eyes, and to getting out: what the order of moves and the forecast look at.
//!
//! For each cell where an eye is possible the stones are counted that the defender still has to place around it. Two
//! cheap eyes that are not neighbors make life look near; many cheap eyes make death look far.

use super::fight::{Fight, Position, Space, each};
use super::frame::Cells;

/// Stones to place around an eye at which it no longer counts.
const MOST_NEED: usize = 4;

/// What an eye adds to the distance from death, in quarters, by the stones to place.
const WEIGHT: [u32; MOST_NEED + 1] = [6, 4, 3, 2, 1];

/// Distance from life if there are no two eyes in sight.
const FAR: u32 = 9;

/// Steps within which a way out is looked for.
const MOST_STEPS: u32 = 6;

/// A guess about a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// Cells where an eye is possible, by the stones that are still to be placed around.
    eyes: [Cells; MOST_NEED + 1],
    /// Where the block is nearest to an exit, and the cells beyond.
    way: Cells,
    /// Moves to two eyes or to an exit.
    life: u32,
    /// How many moves kill.
    death: u32,
}

impl Outlook {
    pub(super) fn new(
        fight: &Fight<'_>,
        position: &Position,
        target: Cells,
        space: &Space,
    ) -> Self {
        let mut outlook = Self {
            eyes: [0; MOST_NEED + 1],
            way: 0,
            life: FAR,
            death: 0,
        };
        outlook.look_for_eyes(fight, position, target, space.eyes);
        if space.is_open {
            outlook.look_for_exit(fight, position, target);
        }
        if !position.is_attacker_to_move {
            outlook.life = outlook.life.saturating_sub(1);
        }
        outlook
    }

    fn look_for_eyes(
        &mut self,
        fight: &Fight<'_>,
        position: &Position,
        target: Cells,
        eyes: Cells,
    ) {
        let frame = fight.frame;
        let near = frame.spread(frame.spread(frame.spread(target)));
        let mut weight = 0;
        for cell in each(eyes & near & !position.defenders) {
            let need = needed_stones(fight, position, cell);
            if let Some(same) = self.eyes.get_mut(need) {
                *same |= cell;
                weight += WEIGHT[need];
            }
        }
        self.death = weight / 4;
        self.life = self.cheapest_pair(fight);
    }

    /// Stones for the two cheapest eyes that are not neighbors.
    fn cheapest_pair(&self, fight: &Fight<'_>) -> u32 {
        let mut first: Option<(u32, Cells)> = None;
        for (need, &same) in (0..).zip(&self.eyes) {
            match first {
                None if same != 0 => {
                    let cell = same & same.wrapping_neg();
                    first = Some((need, fight.frame.spread(cell)));
                    if same & !fight.frame.spread(cell) != 0 {
                        return 2 * need;
                    }
                }
                Some((other, beside)) if same & !beside != 0 => return need + other,
                None | Some(_) => {}
            }
        }
        FAR
    }

    fn look_for_exit(&mut self, fight: &Fight<'_>, position: &Position, target: Cells) {
        let frame = fight.frame;
        let free = frame.cells & !position.attackers;
        let goal = frame.spread(target);
        let mut before = 0;
        let mut ring = frame.exits & free;
        let mut seen = ring;
        for steps in 1..=MOST_STEPS {
            if ring & goal != 0 {
                self.way = ring & goal | before & frame.spread(ring & goal);
                self.life = self.life.min(steps);
                self.death += (MOST_STEPS - steps) / 2 + 1;
                return;
            }
            before = ring;
            ring = frame.spread(ring) & free & !seen;
            seen |= ring;
        }
    }

    /// Cells where an eye is possible, by the stones that are still to be placed around.
    pub(super) const fn eyes(&self) -> &[Cells; MOST_NEED + 1] {
        &self.eyes
    }

    /// Where the block is nearest to an exit, and the cells beyond.
    pub(super) const fn way(&self) -> Cells {
        self.way
    }

    /// Moves to two eyes or to an exit, and how many moves kill.
    pub(super) const fn distances(&self) -> (u32, u32) {
        (self.life, self.death)
    }
}

/// Stones that the defender still has to place for an eye on a cell, one more if it would be false, or if a stone is to
/// be taken first.
fn needed_stones(fight: &Fight<'_>, position: &Position, cell: Cells) -> usize {
    let frame = fight.frame;
    let around = frame.spread(cell) & !cell;
    let beside = (cell << 1 | cell >> 1) & frame.cells;
    let diagonal = frame.spread(beside) & frame.spread(around & !beside) & !around & !cell;
    let n_bad = (diagonal & position.attackers).count_ones();
    let is_false = n_bad >= if around.count_ones() == 4 { 2 } else { 1 };
    let n_missing = (around & !position.defenders).count_ones() as usize;
    n_missing + usize::from(is_false) + usize::from(position.attackers & cell != 0)
}
