//! Keeping the pace: steps are timed, and left out when the time left for the move does not allow them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::costs::{Step, VisitCost};
use super::proof_cache::Proofs;
use super::state::Engine;
use super::turn::Turn;
use crate::base::Budget;
use crate::board::{Board, Game};
use crate::mcts::Report;

impl Engine {
    /// Whether there is time for a step; always, where work is counted in playouts. Never for proofs and reading, if
    /// the settings switch them off.
    pub(super) fn affords(&mut self, step: Step, turn: &Turn<'_, '_>) -> bool {
        if step.is_proof() && !self.params.proofs {
            return false;
        }
        let Some(deadlines) = turn.effort.deadlines else {
            return true;
        };
        let until = if step.is_last() {
            deadlines.end
        } else {
            deadlines.target
        };
        let left = until.saturating_duration_since(Instant::now());
        let can = self.costs.affords(step, left, n_points(turn.game));
        if !can {
            tracing::debug!(?step, ?left, "no time");
        }
        can
    }

    /// Whether the time left does not even allow a search.
    pub(super) fn is_out_of_time(&mut self, turn: &Turn<'_, '_>) -> bool {
        turn.effort.deadlines.is_some_and(|deadlines| {
            let left = deadlines.limit.saturating_duration_since(Instant::now());
            let step = match self.params.search.threads {
                0 | 1 => Step::Search,
                _ => Step::LoneSearch,
            };
            let visit = if self.searcher.has_evaluator() {
                VisitCost::EVALUATION
            } else {
                VisitCost::PLAYOUT
            };
            !self
                .costs
                .affords_search(step, visit, left, n_points(turn.game))
        })
    }

    /// Does a search within its deadline, if it has one: with all threads, or with one, if there is too little time for
    /// the others. `work` gets the number of threads.
    pub(super) fn timed_search(
        &mut self,
        game: &Game,
        deadline: Option<Instant>,
        work: impl FnOnce(&mut Self, usize) -> Report,
    ) -> Report {
        let start = Instant::now();
        let all = self.params.search.threads;
        let left = deadline.map(|deadline| deadline.saturating_duration_since(start));
        let has_time = left.is_none_or(|left| {
            let is_late = left < self.clock.worst_overrun();
            all <= 1 || !is_late && self.costs.affords(Step::Search, left, n_points(game))
        });
        let (step, n_threads) = if has_time {
            (Step::Search, all)
        } else {
            (Step::LoneSearch, 1)
        };
        let report = self.timed(step, deadline, |engine| work(engine, n_threads));
        self.costs.note_playouts(report.n_playouts, start.elapsed());
        report
    }

    /// The time to keep free for a judgement at the end of a move of `limit`: none where that would take most of it.
    pub(super) fn judgement_reserve(&self, game: &Game, limit: Duration) -> Duration {
        let cost = self.costs.least(Step::Judgement, n_points(game));
        if cost * 2 <= limit {
            cost
        } else {
            Duration::ZERO
        }
    }

    /// Does a step, and notes what it takes beyond its deadline, if it has one.
    pub(super) fn timed<T>(
        &mut self,
        step: Step,
        deadline: Option<Instant>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let start = Instant::now();
        let result = work(self);
        if let Some(deadline) = deadline {
            self.costs.note(step, deadline.max(start).elapsed());
        }
        result
    }

    /// The static proofs about a position; fewer where the time of `limits` is short, or after a cancel.
    pub(super) fn proofs(&mut self, board: &Board, limits: &Budget) -> Arc<Proofs> {
        if let Some(known) = self.proof_cache.known(board, limits) {
            return known;
        }
        let now = Some(Instant::now());
        self.timed(Step::Proofs, now, |engine| {
            engine.proof_cache.about(board, limits)
        })
    }
}

fn n_points(game: &Game) -> u32 {
    u32::try_from(game.board().size().n_points()).unwrap_or(u32::MAX)
}
