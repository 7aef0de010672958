//! What the threads of an analysis engine share: the queue, and the way of answers to the output.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

use super::queue::Queue;
use crate::base::Background;

/// Bytes of unread answers from which on no more positions are analyzed.
const MOST_UNREAD_BYTES: usize = 1 << 20;

/// Unread bytes from which on reports of running searches are left out.
const MOST_UNREAD_PROGRESS: usize = 1 << 16;

/// How long to wait before checking again whether answers were read.
const PATIENCE: Duration = Duration::from_millis(200);

/// What the threads share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) queue: Queue,
    /// How often a client has requested to clear the caches.
    pub(super) n_cleared: AtomicU64,
    output: Background,
    written: Arc<Written>,
}

/// Wakes the threads that wait for answers to be read.
#[derive(Debug, Default)]
pub(super) struct Written {
    mutex: Mutex<()>,
    changed: Condvar,
}

impl Written {
    /// Notes that answers were read, or that none will be read any more.
    pub(super) fn tell(&self) {
        let _held = self.mutex.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }
}

impl Shared {
    /// Threads that will write to `output`, whose writer notifies `written` whenever answers were read.
    pub(super) fn new(output: Background, written: Arc<Written>) -> Self {
        Self {
            queue: Queue::default(),
            n_cleared: AtomicU64::new(0),
            output,
            written,
        }
    }

    /// Whether the output has failed, so that no more answers can be read.
    pub(super) fn has_failed(&self) -> bool {
        self.output.failure().is_some()
    }

    /// Sends an answer. Waits while too many are unread.
    pub(super) fn send(&self, answer: &Value) {
        let mut held = self
            .written
            .mutex
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        while self.output.n_waiting() > MOST_UNREAD_BYTES && self.output.failure().is_none() {
            let waited = self.written.changed.wait_timeout(held, PATIENCE);
            held = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(held);
        self.output.send(format!("{answer}\n").as_bytes());
    }

    /// Sends an answer unless others are unread.
    pub(super) fn offer(&self, answer: &Value) {
        self.output
            .offer(format!("{answer}\n").as_bytes(), MOST_UNREAD_PROGRESS);
    }
}
