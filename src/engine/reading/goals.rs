//! What the goals of a block are, and why an answer about life and death holds.

use std::time::Instant;

use super::error::ReadingError;
use super::finding::Finding;
use super::goal_report::GoalReport;
use super::position::PositionReading;
use crate::base::{Point, PointSet};
use crate::goals::rules::RuleBase;
use crate::goals::state::Costs;
use crate::goals::{Explainer, Reason};
use crate::tsumego::Goal;

/// Nodes for each question that explains another move.
const NODES_FOR_REASONS: u64 = 20_000;

impl<'e> PositionReading<'e> {
    /// What the block on a point hangs on if it is to be killed or to live. What seems to be plain but is not proved is
    /// taken apart, too.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn goals(&self, target: Point, goal: Goal) -> Result<GoalReport<'e>, ReadingError> {
        let position = (self.board, &self.life.past);
        GoalReport::find(position, self.life.rules, target, goal, &self.limits)
    }

    /// An answer as [`Self::life_in_full`] gives it, with its reasons. Half of the time is kept for them.
    ///
    /// # Errors
    /// As for [`Self::life_in_full`].
    pub fn life_explained(
        &mut self,
        targets: PointSet,
        goal: Goal,
        end: Instant,
    ) -> Result<(Finding, Vec<Reason>), ReadingError> {
        let question = self.question(targets, goal)?;
        let now = Instant::now();
        let half = now + end.saturating_duration_since(now) / 2;
        let mut budget = self.limits.clone().until(half);
        let reading = self.life.answer(self.board, question, true, &mut budget);
        let reading = reading.ok_or(ReadingError::NoStone)?;
        let mut budget = self.limits.clone().until(end);
        let (board, explainer) = (self.board, explainer(self.life.rules));
        let reasons = explainer.explain(&mut self.life, board, &question, &reading, &mut budget);
        let finding = Finding::of_life(&reading, question.to_move);
        Ok((self.as_playable(finding), reasons))
    }
}

/// Explains answers with rules.
#[must_use]
pub const fn explainer(rules: &RuleBase) -> Explainer<'_> {
    Explainer {
        rules,
        costs: Costs::FEW,
        nodes: NODES_FOR_REASONS,
    }
}
