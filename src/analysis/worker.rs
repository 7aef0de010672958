//! A thread that analyzes positions, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::answer::{self, AnswerWriter, Background};
use super::fields::FieldError;
use super::queue::Job;
use super::shared::Shared;
use crate::base::Budget;
use crate::engine::Engine;
use crate::intuition::Symmetry;
use crate::mcts::{Evidence, Observer, Report};

/// The interval between reports of a running search where the query sets none: no report.
const NEVER: Duration = Duration::from_secs(1_000_000);

/// How long a proof of the score may take.
const PROOF_TIME: Duration = Duration::from_millis(500);

/// An engine, and the queue that it works on.
#[derive(Debug)]
pub(super) struct Worker {
    engine: Engine,
    shared: Arc<Shared>,
    /// How often the caches had been cleared when this one cleared its own.
    n_cleared: u64,
}

impl Worker {
    pub(super) const fn new(engine: Engine, shared: Arc<Shared>) -> Self {
        Self {
            engine,
            shared,
            n_cleared: 0,
        }
    }

    /// Analyzes positions until there will be no more.
    pub(super) fn run(mut self) {
        while let Some(job) = self.shared.queue.take() {
            let last = self.last_answer(&job);
            self.shared.send(&last);
            self.shared.queue.done(&job);
            if self.shared.has_failed() {
                // Answers to the other positions would not be read.
                self.shared.queue.terminate(None, None);
            }
        }
    }

    /// Analyzes one position; returns its last answer. A mistake in the program costs this position only.
    fn last_answer(&mut self, job: &Job) -> Value {
        // What a panic may leave half-changed is the search tree, which is thrown away before the next search.
        let result = catch_unwind(AssertUnwindSafe(|| self.analyze(job)));
        match result {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => answer::error(&job.query.id, &error),
            Err(_) => {
                tracing::error!(id = job.query.id, turn = job.turn, "panic in an analysis");
                let message = format!("internal error in the analysis of turn {}", job.turn);
                answer::error(&job.query.id, &FieldError::new("analyzeTurns", message))
            }
        }
    }

    fn analyze(&mut self, job: &Job) -> Result<Value, FieldError> {
        let query = &job.query;
        if job.cancel.is_cancelled() {
            return Ok(answer::nothing(query, job.turn));
        }
        self.prepare(job);
        let game = query.game(job.turn)?;
        let color = game.to_move();
        let limits = Budget::unlimited().with_cancel(&job.cancel);
        let mut background = self.background(job, &limits)?;
        let seconds = query.params.engine.clock.max_seconds;
        let deadline = Instant::now() + Duration::from_secs_f64(seconds);
        let mut budget = Budget::nodes(self.n_playouts(job, &limits))
            .with_cancel(&job.cancel)
            .until(deadline);
        let writer = AnswerWriter::new(query, job.turn, &game, color, &background);
        let shared = Arc::clone(&self.shared);
        let mut show = |report: &Report| shared.offer(&writer.answer(report, true));
        let includes = query.includes;
        let mut observer = Observer {
            interval: query.report_every.unwrap_or(NEVER),
            show: &mut show,
            owners_by_move: includes.moves_ownership || includes.moves_ownership_stdev,
        };
        let filter = query.filter(color);
        let report = self
            .engine
            .search_within(&game, color, &filter, &mut budget, &mut observer);
        if report.n_playouts == 0 && report.evidence == Evidence::Playouts {
            return Ok(answer::nothing(query, job.turn));
        }
        if includes.proved {
            let limits = limits.until(Instant::now() + PROOF_TIME);
            background.proved = Some(self.engine.proved_facts(&game, color, &limits));
        }
        let writer = AnswerWriter::new(query, job.turn, &game, color, &background);
        Ok(writer.answer(&report, false))
    }

    /// Sets the parameters of the query, and clears what other searches have left.
    fn prepare(&mut self, job: &Job) {
        let n_cleared = self.shared.n_cleared.load(Ordering::Relaxed);
        if n_cleared > self.n_cleared {
            self.n_cleared = n_cleared;
            self.engine.forget_all();
        }
        self.engine.set_params(&job.query.params.engine);
        self.engine.forget();
    }

    /// What is known before a search.
    fn background(&self, job: &Job, limits: &Budget) -> Result<Background, FieldError> {
        let game = job.query.game(job.turn)?;
        let color = game.to_move();
        let evaluations =
            self.engine
                .raw_evaluations(&game, color, &[Symmetry::IDENTITY], 0.0, limits);
        let evaluation = evaluations
            .ok()
            .and_then(|evaluations| evaluations.into_iter().next());
        let wants_policy = job.query.includes.policy;
        let policy = wants_policy.then(|| match &evaluation {
            Some(evaluation) => evaluation.policy.clone(),
            None => self.engine.prior(&game, color),
        });
        Ok(Background {
            evaluation,
            policy,
            proved: None,
        })
    }

    /// The playouts for the visits of the query. With a network, the first visit is that of the position.
    fn n_playouts(&self, job: &Job, limits: &Budget) -> u64 {
        let visits = job.query.params.engine.max_playouts.unwrap_or(u64::MAX);
        let n_first = u64::from(self.engine.network(limits).is_ok());
        visits.saturating_sub(n_first)
    }
}
