//! The table of a [solver](super::solver).

use std::sync::{Mutex, PoisonError};

use super::numbers::Numbers;
use crate::base::allocation::largest_table;

/// Entries that share a bucket.
const WAYS: usize = 4;

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<M, Z> {
    pub(super) key: u64,
    /// Key of the path above, if this is a failure that holds on that path only; zero if it holds everywhere.
    pub(super) path: u64,
    pub(crate) numbers: Numbers,
    /// Nodes searched below the position: what would be lost with the entry.
    pub(crate) work: u32,
    /// The generation of the table when the entry was made; entries of older generations are void.
    pub(super) generation: u8,
    /// The move that wins for the player to move, else the move that looked best at the end.
    pub(crate) best: Option<M>,
    /// The zone, if the position is settled.
    pub(crate) zone: Option<Z>,
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

    /// Whether the position is settled, on any path.
    pub(super) const fn is_settled(&self) -> bool {
        self.path == 0 && !self.numbers.is_open()
    }
}

/// A table of positions, fixed in size. A new entry replaces the one of least work in its bucket.
#[derive(Debug)]
pub struct SolverTable<M, Z> {
    /// Some bits of the key of each entry. They fit into the cache, and show for most positions that they are not in
    /// the table.
    tags: Vec<u16>,
    entries: Vec<Entry<M, Z>>,
    /// The generation that is read and written now; entries of all others are void.
    generation: u8,
    /// The highest generation since the table was filled with void.
    latest: u8,
    /// How often the table was filled with void.
    epoch: u32,
}

/// What a table holds of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    number: u8,
    epoch: u32,
}

impl<M: Copy, Z: Copy> SolverTable<M, Z> {
    /// A table of 2 to the power `log2_entries` entries of about 64 bytes, at least one bucket. A smaller one, with a
    /// warning, if memory for it can't be had.
    #[must_use]
    pub fn new(log2_entries: u32) -> Self {
        let wanted = (1 << log2_entries).max(WAYS);
        let mut tags = largest_table("the tags of the reader's table", wanted, WAYS, || 0);
        let entries = largest_table("the reader's table", tags.len(), WAYS, Entry::vacant);
        tags.truncate(entries.len());
        Self {
            tags,
            entries,
            generation: 1,
            latest: 1,
            epoch: 0,
        }
    }

    /// Begins a new generation: all entries are void. Those of earlier generations stay where they are until their
    /// place is needed.
    pub fn clear(&mut self) -> Generation {
        if self.latest == u8::MAX {
            self.entries.fill(Entry::vacant());
            self.latest = 0;
            self.epoch = self.epoch.wrapping_add(1);
        }
        self.latest += 1;
        self.generation = self.latest;
        Generation {
            number: self.generation,
            epoch: self.epoch,
        }
    }

    /// Makes an earlier generation the present one, with what is left of its entries. False, and nothing is changed, if
    /// nothing is left of it.
    pub fn go_back_to(&mut self, generation: Generation) -> bool {
        let is_there = generation.epoch == self.epoch;
        if is_there {
            self.generation = generation.number;
        }
        is_there
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry<M, Z>> {
        let bucket = bucket(key, self.entries.len() / WAYS);
        find(&self.tags, &self.entries, bucket, key, self.generation)
    }

    pub(super) fn put(&mut self, entry: Entry<M, Z>) {
        let bucket = bucket(entry.key, self.entries.len() / WAYS);
        replace(
            &mut self.tags,
            &mut self.entries,
            bucket,
            entry,
            self.generation,
        );
    }

    /// Drops the entry of a position, if there is one.
    pub(super) fn remove(&mut self, key: u64) {
        let bucket = bucket(key, self.entries.len() / WAYS);
        let slots = &mut self.entries[bucket * WAYS..(bucket + 1) * WAYS];
        let is_same =
            |entry: &&mut Entry<M, Z>| entry.key == key && entry.generation == self.generation;
        if let Some(entry) = slots.iter_mut().find(is_same) {
            *entry = Entry::vacant();
        }
    }

    /// The same table for several threads at once.
    pub(super) fn locked(&mut self) -> LockedTable<'_, M, Z> {
        let n_buckets = self.entries.len() / WAYS;
        let part = n_buckets.div_ceil(MOST_LOCKS);
        let tags = self.tags.chunks_mut(part * WAYS);
        let parts = tags.zip(self.entries.chunks_mut(part * WAYS));
        LockedTable {
            parts: parts.map(Mutex::new).collect(),
            n_buckets,
            log2_part: part.ilog2(),
            generation: self.generation,
        }
    }
}

/// Most parts of a table with a lock each.
const MOST_LOCKS: usize = 1 << 12;

/// The tags and the entries of some buckets.
type Part<'t, M, Z> = (&'t mut [u16], &'t mut [Entry<M, Z>]);

/// A table that several threads share: each part has a lock.
#[derive(Debug)]
pub(super) struct LockedTable<'t, M, Z> {
    parts: Vec<Mutex<Part<'t, M, Z>>>,
    n_buckets: usize,
    /// Buckets in a part, as a power of two.
    log2_part: u32,
    generation: u8,
}

impl<'t, M: Copy, Z: Copy> LockedTable<'t, M, Z> {
    pub(super) fn get(&self, key: u64) -> Option<Entry<M, Z>> {
        self.with_bucket(key, |(tags, entries), bucket| {
            find(tags, entries, bucket, key, self.generation)
        })
    }

    /// Keeps an entry, unless the table holds a settled one and this one is not settled or no proof.
    pub(super) fn put(&self, entry: Entry<M, Z>) {
        self.with_bucket(entry.key, |(tags, entries), bucket| {
            let known = find(tags, entries, bucket, entry.key, self.generation);
            let says_less = known.is_some_and(|known| {
                known.is_settled() && !entry.is_settled()
                    || known.numbers.is_proved() && !entry.numbers.is_proved()
            });
            if !says_less {
                replace(tags, entries, bucket, entry, self.generation);
            }
        });
    }

    /// Calls `work` with the part that holds the bucket of a key, and the number of the bucket there.
    fn with_bucket<T>(&self, key: u64, work: impl FnOnce(&mut Part<'t, M, Z>, usize) -> T) -> T {
        let bucket = bucket(key, self.n_buckets);
        let part = &self.parts[bucket >> self.log2_part];
        // An entry is written in one step, so that a panic of another thread leaves it whole.
        let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut part, bucket & ((1 << self.log2_part) - 1))
    }
}

/// The number of the bucket of a key; the number of buckets is a power of two.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the index is masked to the length"
)]
const fn bucket(key: u64, n_buckets: usize) -> usize {
    key as usize & (n_buckets - 1)
}

/// Bits of a key that do not choose its bucket.
const fn tag(key: u64) -> u16 {
    (key >> 48) as u16
}

/// The entry of a position in one of some buckets.
fn find<M: Copy, Z: Copy>(
    tags: &[u16],
    entries: &[Entry<M, Z>],
    bucket: usize,
    key: u64,
    generation: u8,
) -> Option<Entry<M, Z>> {
    let slots = bucket * WAYS..(bucket + 1) * WAYS;
    let tagged = tags[slots.clone()].iter().zip(slots);
    let mut alike = tagged.filter(|&(&other, _)| other == tag(key));
    alike.find_map(|(_, slot)| {
        let entry = &entries[slot];
        (entry.key == key && entry.generation == generation).then_some(*entry)
    })
}

/// Puts an entry into a bucket: in place of the same position, else of the entry of least work.
fn replace<M, Z>(
    tags: &mut [u16],
    entries: &mut [Entry<M, Z>],
    bucket: usize,
    mut entry: Entry<M, Z>,
    now: u8,
) {
    let is_same = |old: &Entry<M, Z>| old.key == entry.key && old.generation == now;
    let worth = |old: &Entry<M, Z>| (old.generation == now).then_some(old.work);
    let slots = bucket * WAYS..(bucket + 1) * WAYS;
    let known = slots.clone().find(|&slot| is_same(&entries[slot]));
    let least = known.or_else(|| slots.min_by_key(|&slot| worth(&entries[slot])));
    let Some(slot) = least else {
        return;
    };
    entry.generation = now;
    if known.is_some() {
        entry.work = entry.work.saturating_add(entries[slot].work);
    }
    tags[slot] = tag(entry.key);
    entries[slot] = entry;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_entry_is_removed_and_the_others_stay() {
        let mut table: SolverTable<u8, ()> = SolverTable::new(4);
        for key in [3, 7] {
            table.put(Entry {
                key,
                ..Entry::vacant()
            });
        }
        table.remove(7);
        table.remove(11);
        assert!(table.get(3).is_some() && table.get(7).is_none());
    }

    #[test]
    fn an_earlier_generation_comes_back_unless_the_table_was_filled_since() {
        let mut table: SolverTable<u8, ()> = SolverTable::new(4);
        let entry = |key: u64| Entry {
            key,
            ..Entry::vacant()
        };
        let first = table.clear();
        table.put(entry(5));
        let second = table.clear();
        assert!(table.get(5).is_none());
        assert!(table.go_back_to(first) && table.get(5).is_some());
        let third = table.clear();
        assert!(third != second && table.get(5).is_none());
        for _ in 0..u8::MAX {
            table.clear();
        }
        assert!(!table.go_back_to(first));
        assert!(table.get(5).is_none());
    }
}
