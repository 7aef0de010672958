//! The journal of plays: all values that undo restores.

use super::{Block, BlockId, Cell};
use crate::{Color, PerColor, Point};

/// How the slot of a new block was found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Allocation {
    None,
    Reused(BlockId),
    Grown,
}

/// One turn in the journal: all that is needed to take it back, except its saved points and blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The played point and its position in the list of empty points; a pass has none.
    pub(super) point: Option<(Point, u16)>,
    pub(super) hash: u64,
    pub(super) ko: Option<(Color, Point)>,
    pub(super) n_prisoners: PerColor<u32>,
    pub(super) allocation: Allocation,
    /// Number of freed slots: blocks that were captured or merged into another.
    pub(super) n_freed: u16,
    /// Number of points that became empty.
    pub(super) n_emptied: u16,
    pub(super) points_start: usize,
    pub(super) blocks_start: usize,
}

/// The values of a point before a play changes them.
#[derive(Clone, Copy, Debug)]
pub(super) struct SavedPoint {
    pub(super) point: Point,
    pub(super) cell: Cell,
    pub(super) block: BlockId,
    pub(super) next: Point,
}

/// A stack of entries, and the stacks of saved values that they share.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    pub(super) entries: Vec<Entry>,
    pub(super) points: Vec<SavedPoint>,
    pub(super) blocks: Vec<(BlockId, Block)>,
    /// Number of the last play, never used again: a block that the current play has saved holds it.
    pub(super) serial: u32,
}
