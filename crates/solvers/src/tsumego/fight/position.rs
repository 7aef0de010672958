//! A position of a fight: what stands on the cells of a frame, and the part of its history that still matters.

use crate::tsumego::frame::cells::Cells;

/// A position in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const N: usize> {
    /// Stones of the attacker.
    pub attackers: Cells<N>,
    /// Stones of the defender.
    pub defenders: Cells<N>,
    /// The cell where a ko forbids the side to move to play.
    pub ban: Cells<N>,
    /// Whether the attacker moves next.
    pub is_attacker_to_move: bool,
    /// Whether the attacker passed while no ko forbade a play, and neither side has played since.
    pub is_left_alone: bool,
    /// How often the side with counted ko threats may still retake a ko at once.
    pub n_retakes: u8,
    /// Of several blocks in question, those already taken, as bits in the order of the cells that name them. Stones
    /// played there later belong to other blocks.
    pub gone: u32,
}

impl<const N: usize> Position<N> {
    /// The stones of one side, then those of the other side.
    pub(crate) const fn stones(&self, is_attackers: bool) -> (Cells<N>, Cells<N>) {
        if is_attackers {
            (self.attackers, self.defenders)
        } else {
            (self.defenders, self.attackers)
        }
    }

    /// The stones of the side to move, then those of the other side.
    pub(crate) const fn own_and_other(&self) -> (Cells<N>, Cells<N>) {
        self.stones(self.is_attacker_to_move)
    }
}

/// A move: a cell, or none for a pass.
pub type FightMove = Option<u8>;

/// The number of a cell, as moves use it.
#[expect(clippy::cast_possible_truncation, reason = "at most 256 cells")]
pub(crate) fn cell_index<const N: usize>(cell: Cells<N>) -> u8 {
    cell.number() as u8
}
