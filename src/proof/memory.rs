//! What [df-pn searches](super::dfpn) know of the positions that they have seen.

use super::numbers::MoverNumbers;

/// What searches know of the positions that they have seen. Searches may share it if [`AndOrGraph::key`] tells apart all that
/// differs between them.
///
/// [`AndOrGraph::key`]: super::AndOrGraph::key
#[derive(Debug)]
pub struct Memory<Z> {
    table: Vec<Entry<Z>>,
    /// A sixteenth of the size of the table.
    conditional: Vec<Conditional>,
    n_visits: u64,
}

impl<Z> Default for Memory<Z> {
    fn default() -> Self {
        Self {
            table: Vec::new(),
            conditional: Vec::new(),
            n_visits: 0,
        }
    }
}

impl<Z: Copy + Default> Memory<Z> {
    /// Makes room for `2^log2_entries` entries, 24 bytes and a zone for each, unless room was made before.
    pub fn reserve(&mut self, log2_entries: u32) {
        if self.table.is_empty() {
            let n_entries = 1 << log2_entries;
            self.table = vec![Entry::default(); n_entries];
            self.conditional = vec![Conditional::default(); (n_entries >> 4).max(1)];
        }
    }

    /// A number that no visit of a node had before.
    pub(super) const fn number_visit(&mut self) -> u64 {
        self.n_visits += 1;
        self.n_visits
    }

    /// What is known of a position, whatever the path.
    pub(super) fn get(&self, key: u64) -> Option<&Entry<Z>> {
        let entry = &self.table[slot(key, self.table.len())];
        (entry.key == key).then_some(entry)
    }

    /// Keeps what is known of a position, whatever the path.
    pub(super) fn put(&mut self, entry: Entry<Z>) {
        let at = slot(entry.key, self.table.len());
        self.table[at] = entry;
    }

    /// A failure of a position that may hold on the path.
    pub(super) fn failure(&self, key: u64) -> Option<&Conditional> {
        let failure = &self.conditional[slot(key, self.conditional.len())];
        (failure.key == key).then_some(failure)
    }

    /// Keeps a failure that holds on the path.
    pub(super) fn put_failure(&mut self, failure: Conditional) {
        let at = slot(failure.key, self.conditional.len());
        self.conditional[at] = failure;
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<Z> {
    pub(super) key: u64,
    pub(super) numbers: MoverNumbers,
    pub(super) zone: Z,
}

impl<Z: Default> Default for Entry<Z> {
    fn default() -> Self {
        Self {
            key: 0,
            numbers: MoverNumbers::UNKNOWN,
            zone: Z::default(),
        }
    }
}

/// The nodes of the path that a failure of the prover leans on, as bits: bit `n` is that at depth `n`.
pub(super) type Conditions = u128;

/// All nodes from depth 127 on share a bit that is never cleared.
pub(super) const DEEP: Conditions = 1 << 127;

pub(super) const fn condition(depth: usize) -> Conditions {
    if depth < 127 { 1 << depth } else { DEEP }
}

/// A failure of the prover that holds while the deepest visit that it leans on is on the path.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Conditional {
    pub(super) key: u64,
    pub(super) conditions: Conditions,
    pub(super) depth: usize,
    pub(super) visit: u64,
}

/// Where a key belongs in a table whose length is a power of two.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the index is masked to the length"
)]
const fn slot(key: u64, length: usize) -> usize {
    key as usize & (length - 1)
}
