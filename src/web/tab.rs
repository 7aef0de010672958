//! What a tab has on the server: an engine with its memory, and the way back to the page.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::mpsc;

use super::message::{Fault, GameText, OpenGame, Reply};
use crate::base::{Budget, CancelToken};
use crate::board::Game;
use crate::config::Settings;
use crate::engine::Engine;

/// What all tabs share, and what never changes.
#[derive(Clone, Debug)]
pub struct House {
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
    /// Requests of a tab that wait.
    pub waiting: usize,
}

/// The state of a tab. It holds no game: each request names its own.
#[derive(Debug)]
pub(crate) struct Tab {
    /// What all tabs share.
    pub(crate) house: Arc<House>,
    /// What thinks.
    pub(crate) engine: Engine,
}

impl Tab {
    /// A tab with an empty memory.
    #[must_use]
    pub(crate) fn new(house: Arc<House>) -> Self {
        let engine = Engine::new(house.settings.engine.clone());
        Self { house, engine }
    }

    /// The game of a request.
    ///
    /// # Errors
    /// If the setup or a move is impossible.
    pub(crate) fn game(&self, text: &GameText) -> Result<Game, Fault> {
        text.game(&self.house.settings.rules)
    }
}

/// The way back to a page: texts wait here until its socket takes them.
#[derive(Clone, Debug)]
pub(crate) struct Outbox(mpsc::Sender<String>);

impl Outbox {
    /// An outbox with room for a number of texts, and the other end of it.
    #[must_use]
    pub(crate) fn new(room: usize) -> (Self, mpsc::Receiver<String>) {
        let (sender, receiver) = mpsc::channel(room);
        (Self(sender), receiver)
    }

    /// Sends a text; waits while there is no room. Nothing happens if the page is gone.
    pub(crate) fn send(&self, text: String) {
        // Not to be called from a task of the runtime.
        let _ = self.0.blocking_send(text);
    }

    /// The same from a task of the runtime.
    pub(crate) async fn send_later(&self, text: String) {
        let _ = self.0.send(text).await;
    }

    /// Sends a text that a later one replaces: it is left out if there is no room.
    pub(crate) fn send_if_room(&self, text: String) {
        let _ = self.0.try_send(text);
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
        self.outbox.send(Reply::Progress(part).text(Some(self.id)));
    }

    /// Sends a part of the answer that a later one replaces, if there is room.
    pub(crate) fn live<T: Serialize>(&self, part: &T) {
        self.outbox
            .send_if_room(Reply::Progress(part).text(Some(self.id)));
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

/// The time that a page asks for, or the usual one; never more than the longest.
#[must_use]
pub(crate) fn seconds_within(seconds: Option<f64>, usual: Duration, longest: Duration) -> Duration {
    let wanted = seconds.map_or(usual, |seconds| {
        Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(longest)
    });
    wanted.min(longest)
}
