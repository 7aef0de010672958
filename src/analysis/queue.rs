//! The positions that wait for their analysis, and those that are being analyzed.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::query::Query;
use crate::base::CancelToken;

/// Bytes of waiting positions from which on no more lines are read.
const MOST_WAITING_BYTES: usize = 64 << 20;

/// One position to analyze.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) query: Arc<Query>,
    pub(super) turn: usize,
    /// Ends the search, which then reports what it has.
    pub(super) cancel: CancelToken,
    number: u64,
    n_bytes: usize,
}

/// The positions that wait, and those that are being analyzed.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// By priority and age.
    waiting: BTreeMap<(Reverse<i64>, u64), Job>,
    running: Vec<Job>,
    n_bytes: usize,
    n_jobs: u64,
    is_closed: bool,
}

impl Queue {
    /// Adds all positions of a query.
    pub(super) fn add(&self, query: Query) {
        let mut state = self.lock();
        let n_bytes = query.n_bytes() / query.turns.len().max(1) + size_of::<Job>();
        let query = Arc::new(query);
        for &(turn, priority) in &query.turns {
            let number = state.n_jobs;
            state.n_jobs += 1;
            state.n_bytes += n_bytes;
            let job = Job {
                query: Arc::clone(&query),
                turn,
                cancel: CancelToken::new(),
                number,
                n_bytes,
            };
            state.waiting.insert((Reverse(priority), number), job);
        }
        self.changed.notify_all();
    }

    /// Waits until there is room for more positions, or the queue is closed.
    pub(super) fn wait_for_room(&self) {
        let mut state = self.lock();
        while state.n_bytes > MOST_WAITING_BYTES && !state.is_closed {
            state = self.wait(state);
        }
    }

    /// The next position; waits for one. `None` once there will be no more. The caller calls [`Self::done`] at the end.
    pub(super) fn take(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if let Some((_, job)) = state.waiting.pop_first() {
                state.n_bytes -= job.n_bytes;
                state.running.push(job.clone());
                self.changed.notify_all();
                return Some(job);
            }
            if state.is_closed {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// Notes that a position was analyzed.
    pub(super) fn done(&self, job: &Job) {
        let mut state = self.lock();
        state.running.retain(|other| other.number != job.number);
    }

    /// Ends the analysis of positions, of one query or of all, of some turns or of all. Returns the waiting ones, which
    /// will not be analyzed any more; those that are being analyzed end soon.
    pub(super) fn terminate(&self, id: Option<&str>, turns: Option<&[i64]>) -> Vec<Job> {
        let is_meant = |job: &Job| {
            let turn = i64::try_from(job.turn).unwrap_or(i64::MAX);
            id.is_none_or(|id| job.query.id == id)
                && turns.is_none_or(|turns| turns.contains(&turn))
        };
        let mut state = self.lock();
        for job in state.running.iter().filter(|job| is_meant(job)) {
            job.cancel.cancel();
        }
        let ended: Vec<Job> = state
            .waiting
            .values()
            .filter(|job| is_meant(job))
            .cloned()
            .collect();
        state.waiting.retain(|_, job| !is_meant(job));
        state.n_bytes -= ended.iter().map(|job| job.n_bytes).sum::<usize>();
        self.changed.notify_all();
        ended
    }

    /// Nothing more will come: [`Self::take`] ends when all is taken.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::katago::KataParams;

    fn query(id: &str, turns: &[i64], priorities: &[i64]) -> Query {
        let value = json!({
            "moves": [["B", "C3"], ["W", "D4"]], "rules": "chinese", "boardXSize": 7, "boardYSize": 7,
            "analyzeTurns": turns, "priorities": priorities,
        });
        let object = value.as_object().unwrap();
        Query::parse(object, id, &KataParams::default())
            .unwrap()
            .query
    }

    fn names(queue: &Queue) -> Vec<String> {
        queue.close();
        std::iter::from_fn(|| queue.take())
            .map(|job| format!("{}{}", job.query.id, job.turn))
            .collect()
    }

    #[test]
    fn the_highest_priority_comes_first_then_the_oldest() {
        let queue = Queue::default();
        queue.add(query("a", &[0, 1, 2], &[0, 5, 0]));
        queue.add(query("b", &[0, 1], &[5, 9]));
        assert_eq!(names(&queue), ["b1", "a1", "b0", "a0", "a2"]);
        assert_eq!(queue.lock().n_bytes, 0);
    }

    #[test]
    fn termination_empties_the_queue_and_cancels_what_runs() {
        let queue = Queue::default();
        queue.add(query("a", &[0, 1, 2], &[9, 0, 0]));
        queue.add(query("b", &[0], &[0]));
        let running = queue.take().unwrap();
        let ended = queue.terminate(Some("a"), Some(&[0, 2]));
        assert_eq!(ended.iter().map(|job| job.turn).collect::<Vec<_>>(), [2]);
        assert!(running.cancel.is_cancelled());
        queue.done(&running);
        assert!(queue.lock().running.is_empty());
        assert_eq!(names(&queue), ["a1", "b0"]);
        assert!(queue.terminate(None, None).is_empty());
    }
}
