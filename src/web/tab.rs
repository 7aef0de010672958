//! What a tab has on the server: an engine with its memory, and the way back to the page.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::mpsc;

use super::message::{Fault, GameText, OpenGame, PageReply};
use crate::base::{Budget, CancelToken};
use crate::board::Game;
use crate::config::Settings;
use crate::engine::Engine;

/// What all tabs share, and what never changes.
#[derive(Clone, Debug)]
pub struct ServerState {
    /// The settings in force.
    pub settings: Settings,
    /// The only folder in which files are read and written.
    pub folder: Option<PathBuf>,
    /// The record named on the command line.
    pub open: Option<OpenGame>,
    /// The limits of requests.
    pub limits: RequestLimits,
}

/// The limits of requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RequestLimits {
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Bytes of a record.
    pub record_bytes: u64,
    /// Longest time for a request.
    pub time: Duration,
    /// Requests of a tab that wait. Their messages have together at most the bytes of one.
    pub waiting: usize,
}

/// The state of a tab. It holds no game: each request names its own.
#[derive(Debug)]
pub(crate) struct Tab {
    /// What all tabs share.
    pub(crate) server: Arc<ServerState>,
    /// The engine.
    pub(crate) engine: Engine,
}

impl Tab {
    /// A tab with an empty memory.
    #[must_use]
    pub(crate) fn new(server: Arc<ServerState>) -> Self {
        let engine = Engine::new(server.settings.engine.clone());
        Self { server, engine }
    }

    /// The game of a request.
    ///
    /// # Errors
    /// If the setup or a move is impossible.
    pub(crate) fn game(&self, text: &GameText) -> Result<Game, Fault> {
        text.game(&self.server.settings.rules)
    }
}

/// Bytes of texts that wait for a page at most; a single text may have more.
const OUTBOX_BYTES: usize = 4 << 20;

/// How often to look whether a page that takes no texts is gone.
const LOOK: Duration = Duration::from_millis(100);

/// The way back to a page: texts wait here until its socket takes them.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<String>,
    waiting: Arc<Waiting>,
}

/// The other end of an outbox.
#[derive(Debug)]
pub(crate) struct Texts {
    receiver: mpsc::Receiver<String>,
    waiting: Arc<Waiting>,
}

/// Bytes that wait in an outbox.
#[derive(Debug, Default)]
struct Waiting {
    n_bytes: Mutex<usize>,
    taken: Condvar,
}

impl Waiting {
    fn n_bytes(&self) -> MutexGuard<'_, usize> {
        // Nothing here is left half done by a panic.
        self.n_bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outbox {
    /// An outbox with room for a number of texts, and the other end of it.
    #[must_use]
    pub(crate) fn new(room: usize) -> (Self, Texts) {
        let (sender, receiver) = mpsc::channel(room);
        let waiting = Arc::new(Waiting::default());
        let texts = Texts {
            receiver,
            waiting: Arc::clone(&waiting),
        };
        (Self { sender, waiting }, texts)
    }

    /// Sends a text; waits while there is no room. Nothing happens if the page is gone.
    pub(crate) fn send(&self, text: String) {
        let mut n_bytes = self.waiting.n_bytes();
        while *n_bytes > 0 && *n_bytes + text.len() > OUTBOX_BYTES {
            if self.sender.is_closed() {
                return;
            }
            let waited = self.waiting.taken.wait_timeout(n_bytes, LOOK);
            n_bytes = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *n_bytes += text.len();
        drop(n_bytes);
        // Not to be called from a task of the runtime.
        let _ = self.sender.blocking_send(text);
    }

    /// The same from a task of the runtime, for short texts: only their number is limited.
    pub(crate) async fn send_later(&self, text: String) {
        *self.waiting.n_bytes() += text.len();
        let _ = self.sender.send(text).await;
    }

    /// Sends a text that a later one replaces: it is left out if there is no room.
    pub(crate) fn send_if_room(&self, text: String) {
        let mut n_bytes = self.waiting.n_bytes();
        let length = text.len();
        if *n_bytes + length <= OUTBOX_BYTES && self.sender.try_send(text).is_ok() {
            *n_bytes += length;
        }
    }
}

impl Texts {
    /// The next text; `None` when no more will come.
    pub(crate) async fn recv(&mut self) -> Option<String> {
        let text = self.receiver.recv().await?;
        let mut n_bytes = self.waiting.n_bytes();
        *n_bytes = n_bytes.saturating_sub(text.len());
        drop(n_bytes);
        self.waiting.taken.notify_all();
        Some(text)
    }
}

/// The request that is being answered.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// Its number.
    pub(crate) id: u64,
    /// Ends the work on it.
    pub(crate) cancel: CancelToken,
    /// Where parts of the answer go.
    pub(crate) outbox: Outbox,
    /// The longest time for it.
    pub(crate) longest: Duration,
}

impl Caller {
    /// Sends a part of the answer.
    pub(crate) fn progress<T: Serialize>(&self, part: &T) {
        self.outbox
            .send(PageReply::Progress(part).text(Some(self.id)));
    }

    /// Sends a part of the answer that a later one replaces, if there is room.
    pub(crate) fn live<T: Serialize>(&self, part: &T) {
        self.outbox
            .send_if_room(PageReply::Progress(part).text(Some(self.id)));
    }

    /// Credit for so many seconds, or for as long as is usual; only the clock and the page end it.
    #[must_use]
    pub(crate) fn budget(&self, seconds: Option<f64>, usual: Duration) -> Budget {
        Budget::unlimited()
            .until(self.end(seconds, usual))
            .with_cancel(&self.cancel)
    }

    /// When so many seconds are over, or as long as is usual.
    #[must_use]
    pub(crate) fn end(&self, seconds: Option<f64>, usual: Duration) -> Instant {
        Instant::now() + seconds_within(seconds, usual, self.longest)
    }
}

/// The time that a page requests, or the usual one; never more than the longest.
#[must_use]
pub(crate) fn seconds_within(seconds: Option<f64>, usual: Duration, longest: Duration) -> Duration {
    let wanted = seconds.map_or(usual, |seconds| {
        Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(longest)
    });
    wanted.min(longest)
}
