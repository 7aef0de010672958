//! The eye space of a block in a fight: all cells that it reaches without crossing stones that can't be taken.

use super::claim::Fight;
use super::position::Position;
use crate::tsumego::frame::cells::Cells;

/// The eye space of the target of a fight: a block, or several blocks together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetSpace<const N: usize> {
    /// The stones of the block.
    pub target: Cells<N>,
    /// Stones of the attacker that can't be taken.
    pub walls: Cells<N>,
    /// Cells that the block reaches without crossing these stones.
    pub area: Cells<N>,
    /// Cells where an eye is still possible.
    pub eyes: Cells<N>,
    /// Empty cells that the block reaches.
    pub n_empty: u32,
    /// Liberties of the block.
    pub n_liberties: u32,
    /// Whether the block reaches an exit.
    pub is_open: bool,
}

impl<const N: usize> Fight<'_, N> {
    /// Stones of the attacker that can't be taken.
    pub(crate) fn walls(&self, position: &Position<N>) -> Cells<N> {
        let frame = self.frame;
        frame.flood(position.attackers & frame.anchored, position.attackers)
    }

    /// The eye space of the block.
    #[must_use]
    pub fn space(&self, position: &Position<N>, target: Cells<N>) -> TargetSpace<N> {
        self.space_within(position, target, self.walls(position))
    }

    /// The same, given the stones that can't be taken.
    pub(crate) fn space_within(
        &self,
        position: &Position<N>,
        target: Cells<N>,
        walls: Cells<N>,
    ) -> TargetSpace<N> {
        let frame = self.frame;
        let area = frame.flood(target, frame.cells & !walls);
        let empty = self.empty(position);
        TargetSpace {
            target,
            walls,
            area,
            eyes: area & !(frame.anchored | frame.spread(walls) | target),
            n_empty: (area & empty).len(),
            n_liberties: (frame.spread(target) & empty).len(),
            is_open: area.intersects(frame.exits),
        }
    }

    /// All cells that the block reaches, and the walls around them.
    pub(crate) fn surroundings(&self, space: &TargetSpace<N>) -> Cells<N> {
        let frame = self.frame;
        if space.is_open {
            return frame.cells;
        }
        space.area | frame.flood(frame.spread(space.area) & space.walls, space.walls)
    }
}
