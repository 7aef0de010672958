//! The table of a [solver](super::solver).

use super::numbers::Numbers;

/// Entries that share a bucket.
const WAYS: usize = 4;

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M, Z> {
    pub(super) key: u64,
    /// Which nodes stand above, if a failure was found that holds below them only; zero if it holds everywhere.
    pub(super) path: u64,
    pub(super) numbers: Numbers,
    /// Nodes searched below the position: what would be lost with the entry.
    pub(super) work: u32,
    /// When it was made; what is older than the table's present is void.
    pub(super) generation: u8,
    pub(super) best: Option<M>,
    /// The zone, if the position is settled.
    pub(super) zone: Option<Z>,
}

impl<M, Z> Entry<M, Z> {
    const fn vacant() -> Self {
        Self {
            key: 0,
            path: 0,
            numbers: Numbers::OPEN,
            work: 0,
            generation: 0,
            best: None,
            zone: None,
        }
    }
}

/// A table of positions, fixed in size: the least worked-for entry of a bucket goes first.
#[derive(Debug)]
pub struct SolverTable<M, Z> {
    entries: Vec<Entry<M, Z>>,
    generation: u8,
}

impl<M: Copy, Z: Copy> SolverTable<M, Z> {
    /// A table of 2 to the power `log2_entries` entries of about 64 bytes, at least one bucket.
    #[must_use]
    pub fn new(log2_entries: u32) -> Self {
        let n_entries = (1 << log2_entries).max(WAYS);
        Self {
            entries: vec![Entry::vacant(); n_entries],
            generation: 1,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.generation == u8::MAX {
            self.entries.fill(Entry::vacant());
            self.generation = 0;
        }
        self.generation += 1;
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the index is masked to the length"
    )]
    fn bucket(&self, key: u64) -> usize {
        (key as usize & (self.entries.len() / WAYS - 1)) * WAYS
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry<M, Z>> {
        let start = self.bucket(key);
        self.entries[start..start + WAYS]
            .iter()
            .find(|entry| entry.key == key && entry.generation == self.generation)
    }

    pub(super) fn put(&mut self, mut entry: Entry<M, Z>) {
        let start = self.bucket(entry.key);
        let now = self.generation;
        let bucket = &mut self.entries[start..start + WAYS];
        let is_same = |old: &Entry<M, Z>| old.key == entry.key && old.generation == now;
        let worth = |old: &Entry<M, Z>| (old.generation == now).then_some(old.work);
        let known = bucket.iter().position(is_same);
        let slot =
            known.unwrap_or_else(|| (0..WAYS).min_by_key(|&n| worth(&bucket[n])).unwrap_or(0));
        entry.generation = now;
        if known.is_some() {
            entry.work = entry.work.saturating_add(bucket[slot].work);
        }
        bucket[slot] = entry;
    }
}
