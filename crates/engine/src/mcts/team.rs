//! The threads of a search: they share one budget, and stop together.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::report::{Ending, Report};
use crate::base::allocation::spawn_up_to;
use crate::base::{Budget, Stop};

/// Receives interim reports of a running search.
#[expect(missing_debug_implementations, reason = "holds a closure")]
pub struct Observer<'a> {
    /// Time between two reports.
    pub interval: Duration,
    /// Takes a report. It runs on the thread that called the search, and the search waits for it. The ownership in
    /// the report comes from one worker only.
    pub show: &'a mut dyn FnMut(&Report),
    /// Whether reports shall hold the owners of the points after each move.
    pub owners_by_move: bool,
}

/// One thread's part of a search.
pub(super) trait TeamWorker {
    /// What is left of the worker after the search.
    type Rest: Send;

    /// One playout.
    fn playout(&mut self);

    /// An interim report; all workers together have begun `n_playouts`.
    fn report(&self, n_playouts: u64) -> Report;

    /// Whether no other move can become the choice in so many more playouts.
    fn is_decided(&self, n_remaining: u64) -> bool;

    /// What is left of the worker after the search.
    fn into_rest(self) -> Self::Rest;
}

/// What all workers have done.
#[derive(Debug)]
pub(super) struct Work<R> {
    pub(super) n_playouts: u64,
    pub(super) ending: Ending,
    /// What is left of the workers; the first one is that of the calling thread.
    pub(super) rest: Vec<R>,
}

impl<R> Work<R> {
    /// Where no move may be chosen.
    pub(super) const fn nothing_to_do() -> Self {
        Self {
            n_playouts: 0,
            ending: Ending::Decided,
            rest: Vec::new(),
        }
    }
}

/// Runs workers until the budget is spent, the search is cancelled, or the choice is decided. `hire` makes the worker
/// with a number from 0; it is called in the worker's own thread. Only worker 0, which runs on the calling thread, has
/// an observer.
pub(super) fn run<W: TeamWorker>(
    n_threads: usize,
    budget: &Budget,
    observer: Option<&mut Observer<'_>>,
    hire: impl Fn(usize) -> W + Sync,
) -> Work<W::Rest> {
    let referee = Referee {
        budget,
        began: Instant::now(),
        n_begun: AtomicU64::new(0),
        ending: OnceLock::new(),
    };
    let work =
        |id: usize, observer: Option<&mut Observer<'_>>| referee.work(id, hire(id), observer);
    let parts = std::thread::scope(|scope| {
        let others = spawn_up_to(scope, n_threads.max(1) - 1, |index| {
            let work = &work;
            move || work(index + 1, None)
        });
        let mut parts = vec![work(0, observer)];
        for other in others {
            match other.join() {
                Ok(part) => parts.push(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        parts
    });
    let (counts, rest): (Vec<u64>, Vec<W::Rest>) = parts.into_iter().unzip();
    Work {
        n_playouts: counts.into_iter().sum(),
        ending: referee.ending.into_inner().unwrap_or(Ending::Decided),
        rest,
    }
}

/// Counts the playouts of all workers, and stops them.
#[derive(Debug)]
struct Referee<'a> {
    budget: &'a Budget,
    began: Instant,
    n_begun: AtomicU64,
    /// The reason to end the search, set by the first worker that finds one.
    ending: OnceLock<Ending>,
}

impl Referee<'_> {
    /// Worker 0 checks after this many playouts whether the choice is decided.
    const DECISION_INTERVAL: u64 = 32;

    /// The work of one worker: the number of its playouts, and what is left of it.
    fn work<W: TeamWorker>(
        &self,
        id: usize,
        mut worker: W,
        mut observer: Option<&mut Observer<'_>>,
    ) -> (u64, W::Rest) {
        let mut n_playouts = 0;
        let mut shown = self.began;
        while self.may_begin() {
            worker.playout();
            n_playouts += 1;
            if let Some(observer) = &mut observer
                && shown.elapsed() >= observer.interval
            {
                shown = Instant::now();
                (observer.show)(&worker.report(self.n_begun.load(Ordering::Relaxed)));
            }
            if id == 0
                && n_playouts % Self::DECISION_INTERVAL == 0
                && worker.is_decided(self.n_remaining())
            {
                self.end(Ending::Decided);
            }
        }
        (n_playouts, worker.into_rest())
    }

    /// Whether a worker may begin another playout.
    fn may_begin(&self) -> bool {
        if self.ending.get().is_some() {
            return false;
        }
        if let Err(stop) = self.budget.check() {
            self.end(Ending::Stopped(stop));
            return false;
        }
        let n_begun = self.n_begun.fetch_add(1, Ordering::Relaxed);
        if n_begun >= self.budget.remaining() {
            self.end(Ending::Stopped(Stop::Nodes));
            return false;
        }
        true
    }

    /// Stops all workers; the first reason counts.
    fn end(&self, ending: Ending) {
        self.ending.get_or_init(|| ending);
    }

    /// Number of playouts still to come: the remaining credit, or the number that fits before the deadline at the
    /// speed so far if that is less.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a rough estimate, never negative"
    )]
    fn n_remaining(&self) -> u64 {
        let n_begun = self.n_begun.load(Ordering::Relaxed);
        let credit = self.budget.remaining().saturating_sub(n_begun);
        let Some(deadline) = self.budget.deadline() else {
            return credit;
        };
        let now = Instant::now();
        let spent = now.duration_since(self.began).as_secs_f64();
        let left = deadline.saturating_duration_since(now).as_secs_f64();
        let rate = n_begun as f64 / spent.max(1e-6);
        credit.min((rate * left).ceil() as u64)
    }
}

/// Whether the move with the most visits keeps them whatever move gets the remaining ones.
pub(super) fn lead_is_safe(visits: impl Iterator<Item = u32>, n_remaining: u64) -> bool {
    let (mut first, mut second) = (0, 0);
    for visits in visits {
        if visits > first {
            (first, second) = (visits, first);
        } else {
            second = second.max(visits);
        }
    }
    u64::from(first - second) > n_remaining
}
