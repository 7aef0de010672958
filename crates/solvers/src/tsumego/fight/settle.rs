//! What a position of a [`Fight`] shows without search: which side has reached its goal, and the cells that show it.

use super::claim::{Criteria, Fight};
use super::eye_space::TargetSpace;
use super::position::{Position, cell_index};
use crate::tsumego::frame::cells::Cells;
use crate::tsumego::question::{Goal, LifeCriterion};

impl<const N: usize> Fight<'_, N> {
    /// The position after a pass, as it counts for the passing side. If the block gets out or lives at once, the proof
    /// does not need the fact that it was left alone.
    pub(crate) fn nothing(&self, position: &Position<N>) -> Position<N> {
        let passed = self.pass(position);
        let answered = Position {
            is_left_alone: false,
            ..passed
        };
        if passed.is_left_alone && matches!(self.settle(&answered), Ok((Goal::Live, _))) {
            answered
        } else {
            passed
        }
    }

    /// The goal that has been reached, if no search is needed to show it, and the cells that show it. Else the eye
    /// space, from which the first proof numbers are guessed.
    pub fn settle(&self, position: &Position<N>) -> Result<(Goal, Cells<N>), TargetSpace<N>> {
        let target = self.target(position);
        let frame = self.frame;
        if target.is_empty() {
            return Ok((Goal::Kill, frame.targets));
        }
        let is_over = self.is_over(position);
        if target.intersects(frame.exits) || is_over && self.life == LifeCriterion::EyesOrSeki {
            return Ok((Goal::Live, target));
        }
        if self.capture_of(position, target).is_some() {
            return Ok((Goal::Kill, frame.spread(target)));
        }
        let empty = self.empty(position);
        if let Some(way_out) = self.way_out(position, target, empty) {
            return Ok((Goal::Live, target | way_out));
        }
        let space = self.space(position, target);
        if let Some(death) = self.death(position, &space) {
            return Ok((Goal::Kill, death.shown));
        }
        for block in self.blocks(target) {
            let shown = self.life(position, block, empty);
            let by_shape = || match self.criteria {
                Criteria::All => self.life_by_shape(position, block, empty),
                Criteria::Plain => None,
            };
            if let Some(shown) = shown.or_else(by_shape) {
                return Ok((Goal::Live, shown));
            }
        }
        if is_over {
            return Ok((Goal::Kill, self.surroundings(&space)));
        }
        Err(space)
    }

    /// The cell where the attacker takes the block at once, if there is one.
    #[must_use]
    pub fn capture(&self, position: &Position<N>) -> Option<u8> {
        self.capture_of(position, self.target(position))
    }

    fn capture_of(&self, position: &Position<N>, target: Cells<N>) -> Option<u8> {
        let liberties = self.frame.spread(target) & self.empty(position);
        let can_take = position.is_attacker_to_move
            && !target.is_empty()
            && liberties.len() == 1
            && liberties != self.banned(position);
        can_take.then(|| cell_index(liberties))
    }

    /// The cell where the defender gets out at once, if there is one.
    pub(crate) fn escape(&self, position: &Position<N>) -> Option<u8> {
        if position.is_attacker_to_move {
            return None;
        }
        let (target, empty) = (self.target(position), self.empty(position));
        self.way_out(position, target, empty).map(cell_index)
    }

    /// Liberties through which the block gets out with the defender's next move, whatever the attacker plays before:
    /// one if the defender moves next, else two.
    fn way_out(
        &self,
        position: &Position<N>,
        target: Cells<N>,
        empty: Cells<N>,
    ) -> Option<Cells<N>> {
        let frame = self.frame;
        let ways = frame.spread(target) & empty & frame.exits & !self.banned(position);
        let first = ways.first();
        let others = ways & !first;
        if position.is_attacker_to_move {
            if others.is_empty() {
                return None;
            }
            return Some(first | others.first());
        }
        if first.is_empty() { None } else { Some(first) }
    }
}
