//! Output whose reader may have stopped: a thread of its own writes it, so that only this thread ever waits.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long to wait before writing again to a stream that takes nothing at the moment.
const RETRY_INTERVAL: Duration = Duration::from_millis(5);

/// A stream written by a thread of its own. Clones share it.
///
/// What it writes stands in a queue. [`Self::send`] always adds to the queue; [`Self::offer`] does so only while little
/// is waiting, and returns whether it did. After the first failed write all the rest is thrown away.
#[derive(Clone, Debug)]
pub struct Background {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// Called by the thread whenever it has written something or has failed.
    notify: Box<dyn Fn() + Send + Sync>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

#[derive(Default)]
struct State {
    queue: Vec<u8>,
    /// Bytes being written at the moment.
    n_in_hand: usize,
    failure: Option<io::ErrorKind>,
    has_ended: bool,
}

impl State {
    const fn n_waiting(&self) -> usize {
        self.queue.len() + self.n_in_hand
    }
}

impl Background {
    /// Starts the thread that writes to `sink`. It calls `notify` whenever it has written something or has failed.
    /// The handle gives the sink back after [`Self::end`].
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start<S: Write + Send + 'static>(
        sink: S,
        notify: impl Fn() + Send + Sync + 'static,
    ) -> io::Result<(Self, JoinHandle<S>)> {
        let background = Self {
            shared: Arc::new(Shared {
                state: Mutex::default(),
                changed: Condvar::new(),
                notify: Box::new(notify),
            }),
        };
        let shared = Arc::clone(&background.shared);
        let thread = std::thread::Builder::new()
            .name("output".to_owned())
            .spawn(move || shared.write_all_to(sink))?;
        Ok((background, thread))
    }

    /// Queues `bytes`, however much is waiting.
    pub fn send(&self, bytes: &[u8]) {
        self.offer(bytes, usize::MAX);
    }

    /// Queues `bytes` if at most `most_waiting` bytes are waiting. False if they are lost instead.
    pub fn offer(&self, bytes: &[u8], most_waiting: usize) -> bool {
        let mut state = self.shared.lock();
        if state.failure.is_some() || state.n_waiting() > most_waiting {
            return false;
        }
        state.queue.extend_from_slice(bytes);
        self.shared.changed.notify_all();
        true
    }

    /// Bytes that are not written yet.
    #[must_use]
    pub fn n_waiting(&self) -> usize {
        self.shared.lock().n_waiting()
    }

    /// How writing has failed, if it has.
    #[must_use]
    pub fn failure(&self) -> Option<io::ErrorKind> {
        self.shared.lock().failure
    }

    /// Waits until all is written, but at most for `patience`.
    pub fn settle(&self, patience: Duration) {
        let deadline = Instant::now() + patience;
        let mut state = self.shared.lock();
        while state.n_waiting() > 0 && state.failure.is_none() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Nothing more will come: the thread ends when all is written.
    pub fn end(&self) {
        self.shared.lock().has_ended = true;
        self.shared.changed.notify_all();
    }
}

impl Shared {
    /// The state. No code that can panic runs while it is locked, so it is sound even if the lock is poisoned.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_all_to<S: Write>(&self, mut sink: S) -> S {
        while let Some(bytes) = self.next_bytes() {
            let written = write_patiently(&mut sink, &bytes);
            let mut state = self.lock();
            state.n_in_hand = 0;
            if let Err(error) = written {
                state.failure = Some(error.kind());
                state.queue = Vec::new();
            }
            drop(state);
            self.changed.notify_all();
            (self.notify)();
        }
        sink
    }

    /// All that is queued, as soon as there is something; `None` at the end.
    fn next_bytes(&self) -> Option<Vec<u8>> {
        let mut state = self.lock();
        loop {
            if !state.queue.is_empty() {
                state.n_in_hand = state.queue.len();
                return Some(std::mem::take(&mut state.queue));
            }
            if state.has_ended || state.failure.is_some() {
                return None;
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Writes and flushes, also to a stream that another process has set not to block.
fn write_patiently(sink: &mut impl Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match sink.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(n_bytes) => bytes = bytes.get(n_bytes..).unwrap_or_default(),
            Err(error) => may_retry(error)?,
        }
    }
    while let Err(error) = sink.flush() {
        may_retry(error)?;
    }
    Ok(())
}

/// Waits a moment if the stream is only busy.
fn may_retry(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::WouldBlock {
        std::thread::sleep(RETRY_INTERVAL);
    } else if error.kind() != io::ErrorKind::Interrupted {
        return Err(error);
    }
    Ok(())
}

/// A sink for messages that may be lost: it hides every failure to write them.
#[derive(Debug)]
struct Careless<S>(S);

impl<S: Write> Write for Careless<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The next bytes may fit again: a full disk can be cleared.
        let _ = write_patiently(&mut self.0, bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes of messages that wait at most; with more waiting, new ones are lost.
const MOST_WAITING: usize = 1 << 20;

/// Messages for people: they are lost if they cannot be written, and nothing ever waits for them. Without a thread
/// to write them, all are lost.
#[derive(Clone, Debug)]
pub struct Messages(Option<Background>);

impl Messages {
    /// Starts the thread that writes to `sink`.
    #[must_use]
    pub fn to(sink: impl Write + Send + 'static) -> Self {
        let started = Background::start(Careless(sink), || {});
        Self(started.ok().map(|(background, _)| background))
    }

    /// Standard error, the same for the whole process.
    #[must_use]
    pub fn to_standard_error() -> Self {
        static STANDARD_ERROR: OnceLock<Messages> = OnceLock::new();
        STANDARD_ERROR
            .get_or_init(|| Self::to(io::stderr()))
            .clone()
    }

    /// Writes a message soon, or loses it.
    pub fn write(&self, message: &[u8]) {
        if let Some(background) = &self.0 {
            background.offer(message, MOST_WAITING);
        }
    }

    /// Waits until all messages are written, but at most for `patience`.
    pub fn settle(&self, patience: Duration) {
        if let Some(background) = &self.0 {
            background.settle(patience);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    /// A sink that takes bytes only on a signal from its channel.
    struct Gate(mpsc::Receiver<()>, Vec<u8>);

    impl Write for Gate {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(io::Error::other)?;
            self.1.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_stream_that_nobody_reads_holds_nobody_up() {
        let (open, gate) = mpsc::channel();
        let (background, thread) = Background::start(Gate(gate, Vec::new()), || {}).unwrap();
        background.send(b"first ");
        assert!(!background.offer(b"lost ", 3));
        assert!(background.offer(b"second ", 6));
        background.settle(Duration::from_millis(1));
        assert_eq!(background.n_waiting(), 13);
        for _ in 0..3 {
            open.send(()).unwrap();
        }
        background.settle(Duration::from_secs(10));
        assert_eq!(background.n_waiting(), 0);
        background.end();
        assert_eq!(thread.join().unwrap().1, b"first second ");
    }

    #[test]
    fn a_failure_is_told_and_the_rest_is_thrown_away() {
        let (open, gate) = mpsc::channel();
        let (background, thread) = Background::start(Gate(gate, Vec::new()), || {}).unwrap();
        drop(open);
        background.send(b"text");
        thread.join().unwrap();
        assert_eq!(background.failure(), Some(io::ErrorKind::Other));
        background.send(b"more");
        assert_eq!(background.n_waiting(), 0);
    }

    #[test]
    fn messages_hide_failures() {
        let (open, gate) = mpsc::channel();
        drop(open);
        let messages = Messages::to(Gate(gate, Vec::new()));
        messages.write(b"lost");
        messages.settle(Duration::from_secs(10));
        messages.write(b"lost as well");
        messages.settle(Duration::from_secs(10));
    }
}
