//! Windows of a finished board: what the owner of walls keeps there by answering.

use crate::base::Budget;
use crate::board::{Board, PointSet};
use crate::region::{RegionSafety, WindowMemory, add_windows_beside};
use crate::safety::SafetyMap;

/// Nodes of a question about a window, and of all of them.
const WINDOW_NODES: u64 = 2_000;
const ALL_WINDOW_NODES: u64 = 800_000;

/// The windows of a board, which remember their answers from one choice of walls to the next.
pub(super) struct Windows<'a> {
    board: &'a Board,
    regions: &'a RegionSafety,
    limits: &'a Budget,
    memory: WindowMemory,
}

impl<'a> Windows<'a> {
    pub(super) fn new(board: &'a Board, regions: &'a RegionSafety, limits: &'a Budget) -> Self {
        Self {
            board,
            regions,
            limits,
            memory: WindowMemory::default(),
        }
    }

    /// What is safe by regions and windows if the stones of `assumed` are never captured.
    pub(super) fn beside(&mut self, assumed: &PointSet) -> SafetyMap {
        let mut budget = self.limits.renewed(ALL_WINDOW_NODES);
        add_windows_beside(
            self.board,
            self.regions,
            assumed,
            WINDOW_NODES,
            &mut self.memory,
            &mut budget,
        )
    }
}
