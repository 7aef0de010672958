//! How near a block looks to two eyes, or to an escape. The order of moves and the forecast use this guess.
//!
//! For each cell where an eye is possible, count the stones that the defender still has to place around it. Two cheap
//! eyes that are not neighbors make life look near. Many cheap eyes make death look far.

use crate::tsumego::fight::eye_space::TargetSpace;
use crate::tsumego::fight::{Fight, Position};
use crate::tsumego::frame::cells::Cells;

/// An eye that needs this number of further stones no longer counts.
const MOST_NEED: usize = 4;

/// What an eye adds to the distance from death, in quarters, by the stones that it still needs.
const WEIGHT: [u32; MOST_NEED + 1] = [6, 4, 3, 2, 1];

/// Distance from life if no two eyes are in sight.
const FAR: u32 = 9;

/// Most steps in which a way out is searched for.
const MOST_STEPS: u32 = 6;

/// A guess about a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EyeProspects<const N: usize> {
    /// Cells where an eye is possible, sorted by the stones that it still needs.
    eyes: [Cells<N>; MOST_NEED + 1],
    /// Where the block is nearest to an exit, and the cells beyond.
    way: Cells<N>,
    /// Moves that the defender needs for two eyes or an exit.
    life: u32,
    /// Moves that the attacker needs to kill.
    death: u32,
}

impl<const N: usize> EyeProspects<N> {
    pub(crate) fn new(
        fight: &Fight<'_, N>,
        position: &Position<N>,
        space: &TargetSpace<N>,
    ) -> Self {
        let target = space.target;
        let mut eye_prospects = Self {
            eyes: [Cells::EMPTY; MOST_NEED + 1],
            way: Cells::EMPTY,
            life: FAR,
            death: 0,
        };
        eye_prospects.look_for_eyes(fight, position, target, space.eyes);
        if space.is_open {
            eye_prospects.look_for_exit(fight, position, target);
        }
        if !position.is_attacker_to_move {
            eye_prospects.life = eye_prospects.life.saturating_sub(1);
        }
        eye_prospects
    }

    fn look_for_eyes(
        &mut self,
        fight: &Fight<'_, N>,
        position: &Position<N>,
        target: Cells<N>,
        eyes: Cells<N>,
    ) {
        let frame = fight.frame;
        let near = frame.spread(frame.spread(frame.spread(target)));
        let free = eyes & near & !position.defenders;
        self.eyes = needed_stones(fight, position).map(|same| same & free);
        let weights = self.eyes.iter().zip(WEIGHT);
        let weight: u32 = weights.map(|(same, weight)| weight * same.len()).sum();
        self.death = weight / 4;
        self.life = self.cheapest_pair(fight);
    }

    /// Stones for the two cheapest eyes that are not neighbors.
    fn cheapest_pair(&self, fight: &Fight<'_, N>) -> u32 {
        let mut first: Option<(u32, Cells<N>)> = None;
        for (need, &same) in (0..).zip(&self.eyes) {
            match first {
                None if !same.is_empty() => {
                    let cell = same.first();
                    first = Some((need, fight.frame.spread(cell)));
                    if !(same & !fight.frame.spread(cell)).is_empty() {
                        return 2 * need;
                    }
                }
                Some((other, beside)) if !(same & !beside).is_empty() => return need + other,
                None | Some(_) => {}
            }
        }
        FAR
    }

    fn look_for_exit(&mut self, fight: &Fight<'_, N>, position: &Position<N>, target: Cells<N>) {
        let frame = fight.frame;
        let free = frame.cells & !position.attackers;
        let goal = frame.spread(target);
        let mut before = Cells::EMPTY;
        let mut ring = frame.exits & free;
        let mut seen = ring;
        for steps in 1..=MOST_STEPS {
            if ring.intersects(goal) {
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

    /// Cells where an eye is possible, sorted by the stones that it still needs.
    pub(crate) fn eyes(&self) -> &[Cells<N>; MOST_NEED + 1] {
        &self.eyes
    }

    /// Where the block is nearest to an exit, and the cells beyond.
    pub(crate) fn way(&self) -> Cells<N> {
        self.way
    }

    /// Moves that the defender needs for two eyes or an exit, and moves that the attacker needs to kill.
    pub(crate) fn distances(&self) -> (u32, u32) {
        (self.life, self.death)
    }
}

/// Cells sorted by the stones that the defender still has to place for an eye there. A false eye needs one more, and so
/// does an eye for which a stone has to be taken first.
fn needed_stones<const N: usize>(
    fight: &Fight<'_, N>,
    position: &Position<N>,
) -> [Cells<N>; MOST_NEED + 1] {
    let frame = fight.frame;
    let row = frame.stride();
    // Cells from which a step leads to a cell of the set.
    let left = |set: Cells<N>| set << 1;
    let right = |set: Cells<N>| set >> 1;
    let up = |set: Cells<N>| set << row;
    let down = |set: Cells<N>| set >> row;
    let (cells, attackers) = (frame.cells, position.attackers);
    let missing = cells & !position.defenders;
    let bad = [
        left(up(attackers)) & left(cells) & up(cells),
        right(up(attackers)) & right(cells) & up(cells),
        left(down(attackers)) & left(cells) & down(cells),
        right(down(attackers)) & right(cells) & down(cells),
    ];
    let (is_bad, is_twice_bad) = bad
        .iter()
        .fold((Cells::EMPTY, Cells::EMPTY), |(once, twice), &set| {
            (once | set, twice | once & set)
        });
    let is_inside = left(cells) & right(cells) & up(cells) & down(cells);
    let is_false = is_twice_bad | is_bad & !is_inside;
    let counted = [
        left(missing),
        right(missing),
        up(missing),
        down(missing),
        is_false,
        attackers,
    ];
    // The counts of all cells at once, a set for each of their three bits.
    let mut bits: [Cells<N>; 3] = [Cells::EMPTY; 3];
    for mut carry in counted {
        for bit in &mut bits {
            (*bit, carry) = (*bit ^ carry, *bit & carry);
        }
    }
    std::array::from_fn(|need| {
        let is_bit = |n: usize| {
            if need >> n & 1 == 0 {
                !bits[n]
            } else {
                bits[n]
            }
        };
        is_bit(0) & is_bit(1) & is_bit(2)
    })
}
