//! The connections that are no tabs. Where all places are taken, a new one gets the place of the one that has waited
//! longest for the head of a request: so a client that sends heads a byte at a time keeps no other out. Those of pages
//! that were loaded, which have sent a whole head before, make way last.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The connections of a server.
#[derive(Debug)]
pub(super) struct Connections {
    most: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    places: BTreeMap<u64, Entry>,
    /// Numbers of places and times; it only grows.
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    phase: Phase,
    /// Since when.
    since: u64,
    close: Arc<Notify>,
}

/// What a connection does. Of those that wait, the first make way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// It has sent no whole head yet.
    New,
    /// It waits for another head.
    Idle,
    /// Its request is answered.
    Busy,
}

/// The place of one connection; it is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Place {
    connections: Arc<Connections>,
    number: u64,
    close: Arc<Notify>,
}

impl Connections {
    /// Places for so many connections.
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            state: Mutex::default(),
        })
    }

    /// A place for a new connection, perhaps that of another one, which is closed then; `None` if all are busy.
    pub(super) fn enter(self: &Arc<Self>) -> Option<Place> {
        let mut state = self.state();
        if state.places.len() >= self.most {
            let waiting = state.places.iter();
            let waiting = waiting.filter(|(_, entry)| entry.phase != Phase::Busy);
            let (&longest, _) = waiting.min_by_key(|(_, entry)| (entry.phase, entry.since))?;
            if let Some(entry) = state.places.remove(&longest) {
                entry.close.notify_one();
            }
        }
        state.clock += 1;
        let (number, close) = (state.clock, Arc::new(Notify::new()));
        let entry = Entry {
            phase: Phase::New,
            since: number,
            close: Arc::clone(&close),
        };
        state.places.insert(number, entry);
        drop(state);
        Some(Place {
            connections: Arc::clone(self),
            number,
            close,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing here is left half done by a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Notes that a request has come.
    pub(super) fn begin(&self) {
        self.set(Phase::Busy);
    }

    /// Notes that the request is answered.
    pub(super) fn finish(&self) {
        self.set(Phase::Idle);
    }

    /// Waits until the connection has to make way.
    pub(super) async fn closed(&self) {
        self.close.notified().await;
    }

    fn set(&self, phase: Phase) {
        let mut state = self.connections.state();
        state.clock += 1;
        let since = state.clock;
        if let Some(entry) = state.places.get_mut(&self.number) {
            (entry.phase, entry.since) = (phase, since);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.state().places.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future as _;
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;

    fn is_closed(place: &Place) -> bool {
        let closed = pin!(place.closed());
        closed
            .poll(&mut Context::from_waker(Waker::noop()))
            .is_ready()
    }

    #[test]
    fn who_waits_longest_makes_way() {
        let connections = Connections::new(3);
        let enter = || connections.enter();
        let loaded = enter().unwrap();
        loaded.begin();
        loaded.finish();
        let drips = [enter().unwrap(), enter().unwrap()];
        // Each new connection takes the place of one that has sent nothing.
        let next = enter().unwrap();
        assert!(is_closed(&drips[0]) && !is_closed(&drips[1]) && !is_closed(&loaded));
        next.begin();
        let another = enter().unwrap();
        assert!(is_closed(&drips[1]));
        another.begin();
        // A loaded page makes way where the others are busy, and no connection where all are.
        let last = enter().unwrap();
        assert!(is_closed(&loaded));
        last.begin();
        assert!(enter().is_none());
        // A connection that was closed for another has no place to give back.
        drop((drips, loaded));
        assert!(enter().is_none());
        drop(last);
        assert!(enter().is_some());
    }
}
