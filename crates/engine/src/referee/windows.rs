//! Windows of a finished board: what the owner of walls keeps there by answering.

use super::effort::JudgementEffort;
use crate::board::{Board, PointSet};
use crate::region::{RegionSafety, WindowMemory, add_windows_beside};
use crate::safety::SafetyMap;

/// Most nodes of a question about a window. The choice of windows begins with few nodes, and goes on as long as the
/// nodes of all questions last.
const QUESTION_NODES: u64 = 19_200;

/// The windows of a board, which remember their answers from one choice of walls to the next.
pub(super) struct Windows<'a> {
    board: &'a Board,
    regions: &'a RegionSafety,
    effort: &'a JudgementEffort<'a>,
    memory: WindowMemory,
}

impl<'a> Windows<'a> {
    pub(super) fn new(
        board: &'a Board,
        regions: &'a RegionSafety,
        effort: &'a JudgementEffort<'a>,
    ) -> Self {
        Self {
            board,
            regions,
            effort,
            memory: WindowMemory::default(),
        }
    }

    /// What is safe by regions and windows if the stones of `assumed` are never captured.
    pub(super) fn beside(&mut self, assumed: &PointSet) -> SafetyMap {
        let mut budget = self.effort.window_budget();
        add_windows_beside(
            self.board,
            self.regions,
            assumed,
            QUESTION_NODES,
            &mut self.memory,
            &mut budget,
        )
    }
}
