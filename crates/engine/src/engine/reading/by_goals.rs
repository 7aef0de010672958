//! Life and death read among the moves that goals suggest.

use std::sync::Arc;
use std::time::Instant;

use crate::base::Budget;
use crate::board::Board;
use crate::goals::rules::RuleBase;
use crate::goals::state::Costs;
use crate::goals::{Solver, Task, Verdict as Solved};
use crate::tsumego::reader::Past;
use crate::tsumego::{Basis, Question, Reading, Verdict};

/// The answer to a question by the goals alone, with moves that rules suggest; `None` if there is no stone on the
/// target. Proofs respect the past of the game.
#[must_use]
pub fn by_goals(
    board: &Board,
    past: &Arc<Past>,
    rules: &RuleBase,
    question: Question,
    budget: &mut Budget,
) -> Option<Reading> {
    let start = Instant::now();
    let n_before = budget.spent();
    let solver = Solver::new(rules, Costs::FEW).after(past);
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
        line: solution.line.into_iter().map(Some).collect(),
        ..Reading::new(verdict, basis)
    })
}
