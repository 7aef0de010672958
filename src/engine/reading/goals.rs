//! What the goals of a block are, and why an answer about life and death holds.

use std::time::Instant;

use super::error::ReadingError;
use super::finding::Finding;
use super::position::PositionReading;
use crate::base::{Budget, Color, Point, PointSet};
use crate::board::Board;
use crate::goals::rules::RuleBase;
use crate::goals::state::Costs;
use crate::goals::{
    Explainer, Goal as BlockGoal, GoalMove, Graph, Label, Reason, Solver, State, Task,
    Verdict as Solved, generate_moves,
};
use crate::tsumego::{Basis, Goal, Question, Reading, Verdict};

/// Nodes for each question that explains another move.
const NODES_FOR_REASONS: u64 = 20_000;

/// What a block hangs on for one side, and the moves for it.
#[derive(Clone, Debug)]
pub struct GoalReport {
    /// The side that moves.
    pub player: Color,
    /// The goals that the goal of the side hangs on.
    pub graph: Graph,
    /// The moves for those that are unknown, the likeliest first.
    pub moves: Vec<GoalMove>,
    /// The rules that moves refer to.
    pub rules: &'static RuleBase,
}

impl PositionReading<'_> {
    /// What the block on a point hangs on if it is to be killed or to live. What seems to be plain but is not proved is
    /// taken apart, too.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn goals(&self, target: Point, goal: Goal) -> Result<GoalReport, ReadingError> {
        let owner = self.owner(target)?;
        let rules = RuleBase::builtin();
        let state = State::new(self.board.clone(), rules, Costs::FEW).within(&self.limits);
        let names = state.names_of(owner, &target.into());
        let of_block = match goal {
            Goal::Kill => BlockGoal::capture,
            Goal::Live => BlockGoal::save,
        };
        let goals: Vec<BlockGoal> = names.into_iter().map(of_block).collect();
        let player = goal.player(owner);
        let graph = Graph::in_doubt(&state, &goals, Label::All);
        let moves = generate_moves(&state, &graph, player);
        Ok(GoalReport {
            player,
            graph,
            moves,
            rules,
        })
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
        let board = self.board;
        let reasons = explainer().explain(&mut self.life, board, &question, &reading, &mut budget);
        Ok((Finding::of_life(&reading, question.to_move), reasons))
    }
}

/// Explains answers with the rules that are compiled in.
#[must_use]
pub fn explainer() -> Explainer<'static> {
    Explainer {
        rules: RuleBase::builtin(),
        costs: Costs::FEW,
        nodes: NODES_FOR_REASONS,
    }
}

/// The answer to a question by the goals alone; `None` if there is no stone on the target.
#[must_use]
pub fn by_goals(board: &Board, question: Question, budget: &mut Budget) -> Option<Reading> {
    let start = Instant::now();
    let n_before = budget.spent();
    let solver = Solver::new(RuleBase::builtin(), Costs::FEW);
    let solution = solver.solve(board, &Task::Fate(question), budget)?;
    let verdict = match solution.verdict {
        Solved::Achieved => Verdict::Achieved,
        Solved::Refuted => Verdict::Refuted,
        Solved::Unknown => Verdict::Unknown,
    };
    let basis = match verdict {
        Verdict::Unknown => Basis::Nothing,
        Verdict::Achieved | Verdict::Refuted | Verdict::Ko { .. } if solution.is_proof => {
            Basis::Proof
        }
        Verdict::Achieved | Verdict::Refuted | Verdict::Ko { .. } => Basis::SelectedMoves,
    };
    Some(Reading {
        n_nodes: budget.spent() - n_before,
        elapsed: start.elapsed(),
        ..Reading::of(
            verdict,
            basis,
            solution.line.into_iter().map(Some).collect(),
        )
    })
}
