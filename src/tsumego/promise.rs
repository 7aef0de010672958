//! How promising the moves of a fight look: the order in which they are searched.

use super::fight::{Fight, Position};
use super::frame::Cells;
use super::outlook::Outlook;

/// Promise of a cell that is taken for vital.
const PROMISE_OF_HINT: i32 = 12;

impl Fight<'_> {
    /// How promising a cell looks for the player to move.
    pub(super) fn promise(&self, position: &Position, cell: Cells, scene: &Scene) -> i32 {
        let frame = self.frame;
        let near = frame.spread(cell);
        let count = |set: Cells| i32::try_from((near & set).count_ones()).unwrap_or(0);
        let (own, other) = if position.is_attacker_to_move {
            (position.attackers, position.defenders)
        } else {
            (position.defenders, position.attackers)
        };
        let mut score = scene.outlook.promise(cell, near);
        score += 12 * count(scene.other_atari) + 8 * count(scene.own_atari);
        score += 3 * count(scene.weak);
        score += 3 * count(scene.target);
        if cell & self.hint != 0 {
            score += PROMISE_OF_HINT;
        }
        if cell & scene.reach == 0 {
            score -= 12;
        }
        let n_around = count(frame.cells) - 1;
        if count(own) == n_around && cell & (frame.anchored | frame.exits) == 0 {
            score -= 25;
        }
        if count(other) > 0 && count(own) > 0 {
            score += 3;
        }
        score
    }
}

/// What the ordering of moves looks at.
pub(super) struct Scene {
    target: Cells,
    outlook: Outlook,
    reach: Cells,
    /// Stones of blocks with one liberty.
    own_atari: Cells,
    other_atari: Cells,
    /// Stones of blocks with two liberties.
    weak: Cells,
}

impl Scene {
    pub(super) fn new(fight: &Fight<'_>, position: &Position) -> Self {
        let frame = fight.frame;
        let target = fight.target(position);
        let space = fight.space(position, target);
        let empty = fight.empty(position);
        let mut scene = Self {
            target,
            outlook: Outlook::new(fight, position, target, &space),
            reach: frame.spread(frame.spread(target | space.eyes)),
            own_atari: 0,
            other_atari: 0,
            weak: 0,
        };
        for (stones, rescue, is_attacker) in [
            (position.attackers, frame.anchored, true),
            (position.defenders, frame.exits, false),
        ] {
            let mut rest = stones;
            while rest != 0 {
                let block = frame.flood(rest & rest.wrapping_neg(), stones);
                rest &= !block;
                if block & rescue != 0 {
                    continue;
                }
                let liberties = (frame.spread(block) & empty).count_ones();
                match liberties {
                    0 | 1 if is_attacker == position.is_attacker_to_move => {
                        scene.own_atari |= block;
                    }
                    0 | 1 => scene.other_atari |= block,
                    2 => scene.weak |= block,
                    _ => {}
                }
            }
        }
        scene
    }
}
