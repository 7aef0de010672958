//! What the goals of a block are, and why an answer about life and death holds.

use super::effort::Effort;
use super::error::ReadingError;
use super::finding::Finding;
use super::goal_report::GoalReport;
use super::position::PositionReading;
use crate::base::Budget;
use crate::board::Point;
use crate::goals::rules::RuleBase;
use crate::goals::state::Costs;
use crate::goals::{Explainer, Reason};
use crate::tsumego::{Goal, Question};

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

    /// The answer to a question of life and death, with its reasons. Half of the time is kept for them.
    ///
    /// # Errors
    /// If there is no stone on the targets.
    pub fn life_explained(
        &mut self,
        question: Question,
        effort: &Effort,
    ) -> Result<(Finding, Vec<Reason>), ReadingError> {
        let finding = self.life(question, &effort.with_time(1, 2))?;
        let reasons = self.reasons(&question, &finding, effort.limits());
        Ok((finding, reasons))
    }

    /// Why an answer to a question of life and death holds. The time and the token of the limits end the searches.
    pub fn reasons(
        &mut self,
        question: &Question,
        finding: &Finding,
        limits: &Budget,
    ) -> Vec<Reason> {
        let Some(reading) = &finding.reading else {
            return Vec::new();
        };
        let (board, explainer) = (self.board, explainer(self.life.rules));
        let mut budget = limits.renewed(u64::MAX);
        explainer.explain(&mut self.life, board, question, reading, &mut budget)
    }
}

/// Explains answers with rules.
const fn explainer(rules: &RuleBase) -> Explainer<'_> {
    Explainer {
        rules,
        costs: Costs::FEW,
        nodes: NODES_FOR_REASONS,
    }
}
