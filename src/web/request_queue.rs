//! The requests of a tab that wait, and the one that runs.
//!
//! The socket puts requests here, the worker takes them. Both may cancel: what waits is taken off, what runs is stopped
//! by its token.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::message::{Code, Fault, Fields};
use super::services::{Background, Service};
use super::tab::Caller;
use crate::base::CancelToken;

/// A request whose service is known.
#[derive(Debug)]
pub(crate) struct Task {
    /// The service.
    pub(crate) service: &'static Service,
    /// The fields of the request.
    pub(crate) fields: Fields,
    /// Where the reply goes.
    pub(crate) caller: Caller,
}

/// Background work that can go on.
pub(crate) struct Parked {
    /// The work so far.
    pub(crate) work: Box<dyn Background>,
    /// Where the reply goes.
    pub(crate) caller: Caller,
}

/// What the worker does next.
pub(crate) enum Next {
    /// A request.
    Task(Task),
    /// Background work; it stops once the token is set.
    Parked(Parked, CancelToken),
    /// Nothing: the page is gone.
    End,
}

/// The work that runs.
struct Running {
    id: u64,
    /// Stops it.
    token: CancelToken,
    is_background: bool,
    is_cancelled: bool,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Task>,
    parked: Option<Parked>,
    running: Option<Running>,
    is_closed: bool,
}

impl State {
    fn has(&self, id: u64) -> bool {
        let waits = self.waiting.iter().any(|task| task.caller.id == id);
        let is_parked = self
            .parked
            .as_ref()
            .is_some_and(|parked| parked.caller.id == id);
        waits
            || is_parked
            || self
                .running
                .as_ref()
                .is_some_and(|running| running.id == id)
    }
}

/// The requests of a tab.
#[derive(Default)]
pub(crate) struct RequestQueue {
    state: Mutex<State>,
    arrived: Condvar,
}

impl RequestQueue {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing here is left half done by a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a request on the queue. Background work that runs makes way for it.
    ///
    /// # Errors
    /// If `most` requests wait already, if they have more than `most_bytes` bytes together with this one, or if one
    /// with the same number is not done. A request that waits alone may have any number of bytes.
    pub(crate) fn put(&self, task: Task, most: usize, most_bytes: usize) -> Result<(), Fault> {
        let mut state = self.state();
        if state.has(task.caller.id) {
            let message = format!("request {} is not done yet", task.caller.id);
            return Err(Fault::new(Code::BadRequest, message));
        }
        let waiting = state.waiting.iter().map(|task| task.fields.n_bytes());
        let n_bytes = waiting.sum::<usize>() + task.fields.n_bytes();
        let is_large = !state.waiting.is_empty() && n_bytes > most_bytes;
        if state.waiting.len() >= most || is_large {
            return Err(Fault::new(Code::Busy, "too many requests wait"));
        }
        if let Some(running) = state
            .running
            .as_ref()
            .filter(|running| running.is_background)
        {
            running.token.cancel();
        }
        state.waiting.push_back(task);
        drop(state);
        self.arrived.notify_one();
        Ok(())
    }

    /// Waits for work. What it returns counts as running until [`Self::done`].
    pub(crate) fn next(&self) -> Next {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return Next::End;
            }
            if let Some(task) = state.waiting.pop_front() {
                let token = task.caller.cancel.clone();
                state.running = Some(Running::new(task.caller.id, token, false));
                return Next::Task(task);
            }
            if let Some(parked) = state.parked.take() {
                let token = CancelToken::new();
                state.running = Some(Running::new(parked.caller.id, token.clone(), true));
                return Next::Parked(parked, token);
            }
            state = self
                .arrived
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes that the work which ran is done; whether it was cancelled meanwhile.
    pub(crate) fn done(&self) -> bool {
        let running = self.state().running.take();
        running.is_some_and(|running| running.is_cancelled)
    }

    /// Keeps the background work that ran for when nothing waits. Returns work that ends: this one if it was cancelled
    /// meanwhile, else the one that was kept before.
    pub(crate) fn park(&self, parked: Parked) -> Option<Parked> {
        let mut state = self.state();
        let running = state.running.take();
        if running.is_some_and(|running| running.is_cancelled) {
            return Some(parked);
        }
        state.parked.replace(parked)
    }

    /// Cancels requests. Returns those that waited, whose callers the caller has to answer, and those that ran: the
    /// worker answers their callers.
    pub(crate) fn cancel(&self, ids: &[u64]) -> (Vec<Caller>, Vec<u64>) {
        let mut state = self.state();
        let mut waited = Vec::new();
        let mut ran = Vec::new();
        for &id in ids {
            if let Some(at) = state.waiting.iter().position(|task| task.caller.id == id) {
                waited.extend(state.waiting.remove(at).map(|task| task.caller));
            } else if let Some(parked) = state.parked.take_if(|parked| parked.caller.id == id) {
                waited.push(parked.caller);
            } else if let Some(running) = state.running.as_mut().filter(|running| running.id == id)
            {
                running.is_cancelled = true;
                running.token.cancel();
                ran.push(id);
            }
        }
        (waited, ran)
    }

    /// Ends all work: the page is gone.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.waiting.clear();
        state.parked = None;
        if let Some(running) = &mut state.running {
            running.is_cancelled = true;
            running.token.cancel();
        }
        drop(state);
        self.arrived.notify_one();
    }
}

impl Running {
    const fn new(id: u64, token: CancelToken, is_background: bool) -> Self {
        Self {
            id,
            token,
            is_background,
            is_cancelled: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::web::message::PageRequest;
    use crate::web::services;
    use crate::web::tab::Outbox;

    /// A request of so many bytes at least.
    fn task(id: u64, n_bytes: usize) -> Task {
        let text = format!(
            r#"{{"id":{id},"ask":"hello","x":"{}"}}"#,
            "x".repeat(n_bytes)
        );
        let PageRequest { id, ask, fields } = PageRequest::parse(&text).unwrap();
        Task {
            service: services::find(&ask).unwrap(),
            fields,
            caller: Caller {
                id,
                cancel: CancelToken::new(),
                outbox: Outbox::new(1).0,
                longest: Duration::ZERO,
            },
        }
    }

    #[test]
    fn what_waits_is_bounded_in_number_and_in_bytes() {
        let queue = RequestQueue::default();
        let put = |id, n_bytes| {
            let outcome = queue.put(task(id, n_bytes), 4, 1_000);
            outcome.map_err(|fault| fault.code).is_ok()
        };
        assert!(put(1, 5_000), "one alone");
        assert!(!put(2, 10), "nothing beside it");
        assert!(matches!(queue.next(), Next::Task(task) if task.caller.id == 1));
        assert!(put(2, 400) && put(3, 400) && !put(4, 400) && put(5, 10));
        assert!(put(6, 10) && !put(7, 10), "four");
        assert!(!put(2, 10), "a number twice");
    }
}
