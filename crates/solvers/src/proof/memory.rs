//! Tables for [df-pn searches](super::dfpn).

use super::graph::Key;
use super::numbers::Numbers;
use crate::base::allocation::largest_table;

/// A table of results that hold on any path. It may drop entries.
pub(crate) trait ProofTable<K, Z> {
    /// The numbers of a position, and what a proof of it rests on.
    fn get(&self, key: K) -> Option<(Numbers, Z)>;

    /// Keeps a result. `work` is the number of nodes searched for it.
    fn put(&mut self, key: K, numbers: Numbers, zone: Z, work: u64);
}

/// Results of searches. Searches may share it if [`AndOrGraph::key`] depends on all that differs between them.
///
/// [`AndOrGraph::key`]: super::AndOrGraph::key
#[derive(Debug, Default)]
pub struct Memory<Z> {
    pub(super) table: HashTable<Z>,
    pub(super) failures: Failures<u64>,
}

impl<Z: Copy + Default> Memory<Z> {
    /// Makes room for `2^log2_entries` entries, 24 bytes and a zone for each, unless room was made before.
    pub fn reserve(&mut self, log2_entries: u32) {
        if self.table.0.is_empty() {
            self.table.0 = largest_table("a table of proofs", 1 << log2_entries, 1, Entry::default);
            self.failures = Failures::new((self.table.0.len() >> 4).max(1));
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Entry<Z> {
    key: u64,
    numbers: Numbers,
    zone: Z,
}

impl<Z: Default> Default for Entry<Z> {
    fn default() -> Self {
        Self {
            key: 0,
            numbers: Numbers::OPEN,
            zone: Z::default(),
        }
    }
}

/// A table by hashes in which the newest entry takes the place of another.
#[derive(Debug)]
pub(super) struct HashTable<Z>(Vec<Entry<Z>>);

impl<Z> Default for HashTable<Z> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<Z: Copy> ProofTable<u64, Z> for HashTable<Z> {
    fn get(&self, key: u64) -> Option<(Numbers, Z)> {
        let entry = &self.0[key.slot(self.0.len())];
        (entry.key == key).then_some((entry.numbers, entry.zone))
    }

    fn put(&mut self, key: u64, numbers: Numbers, zone: Z, _work: u64) {
        let at = key.slot(self.0.len());
        self.0[at] = Entry { key, numbers, zone };
    }
}

/// The nodes of the path that a failure of the prover leans on, as bits: bit `n` is that at depth `n`.
pub(super) type Conditions = u128;

/// A failure of the prover that holds while the deepest visit that it leans on is on the path.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Failure<K> {
    pub(super) key: K,
    /// At least one.
    pub(super) conditions: Conditions,
    /// The number of that visit.
    pub(super) visit: u64,
}

impl<K> Failure<K> {
    /// The depth of the deepest visit that it leans on.
    pub(super) const fn depth(&self) -> usize {
        match self.conditions.checked_ilog2() {
            Some(depth) => depth as usize,
            None => usize::MAX,
        }
    }
}

/// The failures of the prover that hold on some path, and the count of visits that distinguishes paths.
#[derive(Debug)]
pub(crate) struct Failures<K> {
    slots: Vec<Failure<K>>,
    n_visits: u64,
}

impl<K> Default for Failures<K> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            n_visits: 0,
        }
    }
}

impl<K: Key> Failures<K> {
    /// Room for `length` failures, a power of two.
    pub(crate) fn new(length: usize) -> Self {
        Self {
            slots: vec![Failure::default(); length],
            n_visits: 0,
        }
    }

    /// A number that no visit of a node had before.
    pub(super) const fn number_visit(&mut self) -> u64 {
        self.n_visits += 1;
        self.n_visits
    }

    /// Visits since that with a number, itself included.
    pub(super) const fn n_visits_since(&self, number: u64) -> u64 {
        self.n_visits - number + 1
    }

    /// What is kept of a position, which may not hold any more.
    pub(super) fn get(&self, key: K) -> Option<&Failure<K>> {
        let failure = &self.slots[key.slot(self.slots.len())];
        (failure.key == key).then_some(failure)
    }

    /// Keeps a failure.
    pub(super) fn put(&mut self, failure: Failure<K>) {
        let at = failure.key.slot(self.slots.len());
        self.slots[at] = failure;
    }
}
