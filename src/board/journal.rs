//! The journal of plays: all that undo restores.

use super::{Block, BlockId, Cell};
use crate::base::{Color, PerColor, Point};

/// How a slot was found for a new block.
#[derive(Clone, Copy, Debug)]
pub(super) enum Allocation {
    None,
    Reused(BlockId),
    Grown,
}

/// Everything needed to take one turn back, besides the saved points and blocks that belong to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The played point and its position in the list of empty points; a pass has none.
    pub(super) point: Option<(Point, u16)>,
    pub(super) hash: u64,
    pub(super) ko: Option<(Color, Point)>,
    pub(super) n_prisoners: PerColor<u32>,
    pub(super) allocation: Allocation,
    /// Blocks that were merged away or captured: as many slots were freed.
    pub(super) n_freed: u16,
    /// Points that became empty.
    pub(super) n_emptied: u16,
    pub(super) points_start: usize,
    pub(super) blocks_start: usize,
}

/// The values of a point before a play changed them.
#[derive(Clone, Copy, Debug)]
pub(super) struct SavedPoint {
    pub(super) point: Point,
    pub(super) cell: Cell,
    pub(super) block: BlockId,
    pub(super) next: Point,
}

/// What undo needs: a stack of entries, and the stacks of saved values that they share.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    pub(super) entries: Vec<Entry>,
    pub(super) points: Vec<SavedPoint>,
    pub(super) blocks: Vec<(BlockId, Block)>,
    /// Number of the last play, never reused, so that a block knows whether it was saved in the current one.
    pub(super) serial: u32,
}
