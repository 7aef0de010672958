//! A position of a fight: what stands on the cells of a frame, and what has happened that still matters.

use crate::tsumego::frame::cells::Cells;

/// A position in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const N: usize> {
    /// Stones of the attacker.
    pub attackers: Cells<N>,
    /// Stones of the defender.
    pub defenders: Cells<N>,
    /// The cell where the player to move may not play, because of a ko.
    pub ban: Cells<N>,
    /// Whose turn it is.
    pub is_attacker_to_move: bool,
    /// The attacker passed though nothing kept him from playing, and nobody has played since.
    pub is_left_alone: bool,
    /// How often a ko may still be taken back at once by who may, where that is counted.
    pub n_retakes: u8,
    /// Of several blocks in question those that were taken, as bits in the order of the cells that name them: what is played there
    /// later is another block.
    pub gone: u32,
}

impl<const N: usize> Position<N> {
    /// The stones of one side, and those of the other.
    pub(crate) const fn stones(&self, is_attackers: bool) -> (Cells<N>, Cells<N>) {
        if is_attackers {
            (self.attackers, self.defenders)
        } else {
            (self.defenders, self.attackers)
        }
    }

    /// The stones of the player to move, and those of the other.
    pub(crate) const fn own_and_other(&self) -> (Cells<N>, Cells<N>) {
        self.stones(self.is_attacker_to_move)
    }
}

/// A move: a cell, or none for a pass.
pub type FightMove = Option<u8>;

/// The number of a cell, as moves name it.
#[expect(clippy::cast_possible_truncation, reason = "at most 256 cells")]
pub(crate) fn cell_index<const N: usize>(cell: Cells<N>) -> u8 {
    cell.number() as u8
}
