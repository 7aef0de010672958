//! Blocks: solidly connected stones of one color.

use crate::{Color, Point, PointSet};

/// Slot of a block in its board: a small number, reused after the block is gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub(super) u16);

impl BlockId {
    /// Position in an array with one entry for each slot.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A block with its exact liberties. [`Board::stones`](super::Board::stones) lists its stones.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub(super) liberties: PointSet,
    pub(super) n_liberties: u16,
    pub(super) n_stones: u16,
    pub(super) head: Point,
    pub(super) color: Color,
    /// Number of the last play whose journal entry has a copy of this block.
    pub(super) saved_at: u32,
}

impl Block {
    /// A block without stones yet.
    pub(super) const fn new(color: Color, head: Point) -> Self {
        Self {
            liberties: PointSet::EMPTY,
            n_liberties: 0,
            n_stones: 0,
            head,
            color,
            saved_at: 0,
        }
    }

    /// The empty points next to the block.
    #[inline]
    #[must_use]
    pub const fn liberties(&self) -> &PointSet {
        &self.liberties
    }

    /// Number of liberties.
    #[inline]
    #[must_use]
    pub const fn n_liberties(&self) -> u16 {
        self.n_liberties
    }

    /// Number of stones.
    #[inline]
    #[must_use]
    pub const fn n_stones(&self) -> u16 {
        self.n_stones
    }

    /// One of the stones; it stays the same until the block changes.
    #[inline]
    #[must_use]
    pub const fn head(&self) -> Point {
        self.head
    }

    /// Color of the stones.
    #[inline]
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// The last liberty, if the block is in atari.
    #[inline]
    #[must_use]
    pub fn atari(&self) -> Option<Point> {
        if self.n_liberties == 1 {
            self.liberties.first()
        } else {
            None
        }
    }

    #[inline]
    pub(super) fn add_liberty(&mut self, point: Point) {
        self.n_liberties += u16::from(self.liberties.insert(point));
    }

    #[inline]
    pub(super) fn remove_liberty(&mut self, point: Point) {
        self.n_liberties -= u16::from(self.liberties.remove(point));
    }
}
