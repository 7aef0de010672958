//! How a move or a pass changes the position of a [`Fight`].

use super::blocks::Effect;
use super::claim::Fight;
use super::position::Position;
use crate::tsumego::frame::cells::Cells;
use crate::tsumego::question::LifeCriterion;

impl<const N: usize> Fight<'_, N> {
    /// The position after a move on an empty cell; `None` if it is illegal.
    #[must_use]
    pub fn play(&self, position: &Position<N>, cell: Cells<N>) -> Option<Position<N>> {
        self.play_to(position, cell, &self.effect(position, cell))
    }

    /// The position after a move on an empty cell, given what the stone does; `None` if it is illegal.
    pub(crate) fn play_to(
        &self,
        position: &Position<N>,
        cell: Cells<N>,
        effect: &Effect<N>,
    ) -> Option<Position<N>> {
        let is_suicide = effect.is_suicide();
        if cell == self.banned(position) || is_suicide && !self.may_remove(cell, effect) {
            return None;
        }
        let frame = self.frame;
        let is_attacker = position.is_attacker_to_move;
        let taken = effect.taken;
        // On the rim, and where it can't be taken, the stone may have a liberty or a friend outside.
        let is_ko = taken.len() == 1
            && effect.made == cell
            && effect.liberties == taken
            && !cell.intersects(frame.rim | self.rescue(is_attacker));
        let (own, other) = position.own_and_other();
        let lost = if is_suicide {
            effect.made
        } else {
            Cells::EMPTY
        };
        let (own, other) = ((own | cell) & !lost, other & !taken);
        let (attackers, defenders) = if is_attacker {
            (own, other)
        } else {
            (other, own)
        };
        Some(Position {
            attackers,
            defenders,
            ban: if is_ko && !self.may_retake(!is_attacker) {
                taken
            } else {
                Cells::EMPTY
            },
            is_attacker_to_move: !is_attacker,
            is_left_alone: false,
            n_retakes: position.n_retakes - u8::from(cell == position.ban),
            gone: position.gone | self.named(taken | lost),
        })
    }

    /// Whether a stone may remove itself and its block by suicide. A single stone never does: that changes nothing on
    /// the board, as a pass does. On the rim the block may have a liberty outside that the frame gives away.
    fn may_remove(&self, cell: Cells<N>, effect: &Effect<N>) -> bool {
        self.frame.allows_suicide && effect.made != cell && !effect.made.intersects(self.frame.rim)
    }

    /// The position after a pass.
    #[must_use]
    pub fn pass(&self, position: &Position<N>) -> Position<N> {
        Position {
            ban: Cells::EMPTY,
            is_attacker_to_move: !position.is_attacker_to_move,
            is_left_alone: if position.is_attacker_to_move {
                self.banned(position).is_empty()
            } else {
                position.is_left_alone
            },
            ..*position
        }
    }

    /// Whether the side that passed last has ended the fight by that pass.
    pub(crate) const fn is_over(&self, position: &Position<N>) -> bool {
        position.is_left_alone
            && match self.life {
                LifeCriterion::EyesOrSeki => true,
                LifeCriterion::TwoEyes => position.is_attacker_to_move,
            }
    }
}
