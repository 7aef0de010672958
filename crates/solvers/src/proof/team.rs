//! What threads that search for one proof share: the table, and which nodes they work at.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64};

use super::numbers::INFINITE;
use super::table::{Entry, LockedTable, SolverTable};
use crate::base::Stop;

/// Number of counters for threads at work, as a power of two. Nodes may share one, which spreads threads a little
/// worse.
const LOG2_COUNTERS: u32 = 15;

/// What threads that search together share.
#[derive(Debug)]
pub(super) struct Team<'t, M, Z> {
    table: LockedTable<'t, M, Z>,
    /// Threads at work in and below the nodes that share a counter.
    n_at_work: Box<[AtomicU16]>,
    /// Count of events that threads at work must look at: nodes on their paths that were settled, and the end.
    n_news: AtomicU64,
    is_over: AtomicBool,
}

impl<'t, M: Copy, Z: Copy> Team<'t, M, Z> {
    pub(super) fn new(table: &'t mut SolverTable<M, Z>) -> Self {
        Self {
            table: table.locked(),
            n_at_work: (0..1 << LOG2_COUNTERS).map(|_| AtomicU16::new(0)).collect(),
            n_news: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        }
    }

    /// Ends the search of all threads when the value is dropped, even by a panic.
    pub(super) const fn end(&self) -> End<'_, 't, M, Z> {
        End(self)
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry<M, Z>> {
        self.table.get(key)
    }

    fn put(&self, entry: Entry<M, Z>) {
        self.table.put(entry);
        if entry.is_settled() && self.counter(entry.key).load(Relaxed) > 0 {
            self.n_news.fetch_add(1, Release);
        }
    }

    fn counter(&self, key: u64) -> &AtomicU16 {
        // The high bits: the low ones number the buckets.
        &self.n_at_work[(key >> (u64::BITS - LOG2_COUNTERS)) as usize]
    }
}

/// Ends the search of all threads when one is done.
pub(super) struct End<'a, 't, M, Z>(&'a Team<'t, M, Z>);

impl<M, Z> Drop for End<'_, '_, M, Z> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Relaxed);
        self.0.n_news.fetch_add(1, Release);
    }
}

/// Where a solver keeps what it finds.
#[derive(Debug)]
pub(super) enum Store<'a, M, Z> {
    /// In a table of its own.
    Own(&'a mut SolverTable<M, Z>),
    /// In one that it shares with other threads.
    Shared {
        team: &'a Team<'a, M, Z>,
        /// Events that this solver has looked at.
        n_seen: u64,
    },
}

impl<'a, M: Copy, Z: Copy> Store<'a, M, Z> {
    #[inline]
    pub(super) const fn is_shared(&self) -> bool {
        matches!(self, Self::Shared { .. })
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry<M, Z>> {
        match self {
            Self::Own(table) => table.get(key),
            Self::Shared { team, .. } => team.get(key),
        }
    }

    #[inline]
    pub(super) fn put(&mut self, entry: Entry<M, Z>) {
        match self {
            Self::Own(table) => table.put(entry),
            Self::Shared { team, .. } => team.put(entry),
        }
    }

    /// Counts a thread that begins to work below a node.
    #[inline]
    pub(super) fn enter(&self, key: u64) {
        if let Self::Shared { team, .. } = self {
            team.counter(key).fetch_add(1, Relaxed);
        }
    }

    /// Counts a thread that ends its work below a node.
    #[inline]
    pub(super) fn leave(&self, key: u64) {
        if let Self::Shared { team, .. } = self {
            team.counter(key).fetch_sub(1, Relaxed);
        }
    }

    /// The team if there are events that this solver has not looked at.
    ///
    /// # Errors
    /// Cancelled, if another thread has ended the search.
    #[inline]
    pub(super) fn news(&mut self) -> Result<Option<&'a Team<'a, M, Z>>, Stop> {
        let Self::Shared { team, n_seen } = self else {
            return Ok(None);
        };
        let n_news = team.n_news.load(Acquire);
        if n_news == *n_seen {
            return Ok(None);
        }
        *n_seen = n_news;
        if team.is_over.load(Relaxed) {
            return Err(Stop::Cancelled);
        }
        Ok(Some(team))
    }

    /// The child to search next, and the least number of another one: as `planned` for a solver alone, else by virtual
    /// numbers. `children` are the places, keys and numbers of the children that may be searched.
    #[inline]
    pub(super) fn spread(
        &self,
        children: impl Iterator<Item = (usize, u64, u32)>,
        planned: (usize, u32),
    ) -> (usize, u32) {
        let Self::Shared { team, .. } = self else {
            return planned;
        };
        let (mut first, mut least, mut second) = (planned.0, INFINITE, INFINITE);
        for (place, key, number) in children {
            let n_at_work = u32::from(team.counter(key).load(Relaxed));
            let number = virtual_number(number, n_at_work);
            if number < least {
                (first, least, second) = (place, number, least);
            } else {
                second = second.min(number);
            }
        }
        (first, second)
    }
}

/// The number of a node for a thread that may join those at work below: each of them counts as much as the node.
fn virtual_number(number: u32, n_at_work: u32) -> u32 {
    number.saturating_mul(1 + n_at_work).min(INFINITE - 1)
}
