//! The table of positions of a search for a proof: fixed in size, the least worked-for entry of a bucket goes first.

use std::sync::Arc;

use super::numbers::Numbers;
use super::zoned::Proof;

/// Entries that share a bucket.
const WAYS: usize = 4;

/// What is known about a position.
#[derive(Debug)]
pub(super) struct Entry<M, Z> {
    key: u64,
    /// Which nodes stand above, if a failure was found that holds below them only; zero if it holds everywhere.
    pub path: u64,
    pub numbers: Numbers,
    /// Nodes searched below the position: what would be lost with the entry.
    work: u32,
    pub proof: Option<Arc<Proof<M, Z>>>,
}

impl<M, Z> Entry<M, Z> {
    // DEBUG-BEGIN
    pub fn work(&self) -> u32 { self.work }
    // DEBUG-END
    const fn vacant() -> Self {
        Self {
            key: 0,
            path: 0,
            numbers: Numbers::OPEN,
            work: 0,
            proof: None,
        }
    }
}

/// A table of fixed size.
#[derive(Debug)]
pub struct Table<M, Z> {
    entries: Vec<Entry<M, Z>>,
}

impl<M, Z> Table<M, Z> {
    /// A table of 2 to the power `log2_entries` entries, at least one bucket.
    #[must_use]
    pub fn new(log2_entries: u32) -> Self {
        let n_entries = (1 << log2_entries).max(WAYS);
        Self {
            entries: (0..n_entries).map(|_| Entry::vacant()).collect(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill_with(Entry::vacant);
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the index is masked to the length"
    )]
    fn bucket(&self, key: u64) -> usize {
        (key as usize & (self.entries.len() / WAYS - 1)) * WAYS
    }

    /// What is known about the position with a key, which is not zero.
    pub(super) fn get(&self, key: u64) -> Option<&Entry<M, Z>> {
        let start = self.bucket(key);
        self.entries[start..start + WAYS]
            .iter()
            .find(|entry| entry.key == key)
    }

    /// Keeps what was found about a position, in place of what was known about it or of what cost least.
    pub(super) fn put(
        &mut self,
        key: u64,
        path: u64,
        numbers: Numbers,
        work: u32,
        proof: Option<Arc<Proof<M, Z>>>,
    ) {
        let start = self.bucket(key);
        let bucket = &mut self.entries[start..start + WAYS];
        let slot = bucket
            .iter()
            .position(|entry| entry.key == key)
            .unwrap_or_else(|| (0..WAYS).min_by_key(|&n| bucket[n].work).unwrap_or(0));
        let entry = &mut bucket[slot];
        let work = if entry.key == key {
            entry.work.saturating_add(work)
        } else {
            work
        };
        *entry = Entry {
            key,
            path,
            numbers,
            work,
            proof,
        };
    }
}
