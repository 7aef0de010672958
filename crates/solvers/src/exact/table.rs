//! The table of the search: exact keys, buckets of a few entries, replacement by effort.
//!
//! A key is the whole claim, never a hash of it, so that two states are never taken for one another. Workers share
//! the table; each bucket is a cache line with its own lock, a bit that no key uses.

use super::claim::Claim;
use crate::base::atomic::{Ordering, spin_loop};
use crate::base::cache_lines::{CacheLine, CacheLines};
use crate::proof::Numbers;
use crate::proof::numbers::INFINITE;

/// A claim in two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClaimKey {
    /// Stones (30 + 30 bits), pass before, whose turn; never 0 for a stored claim thanks to the topmost bit.
    stones: u64,
    /// From the lowest bit: banned point (5 bits), threshold (8), whether the game has ended (1).
    rest: u16,
}

/// Bits of a banned point; all set if there is none.
const KO_BITS: u32 = 5;
/// The bit of a game that has ended.
const END_BIT: u32 = 13;
/// The bits that belong to the state: all but the threshold.
const STATE_BITS: u16 = 1 << END_BIT | ((1 << KO_BITS) - 1);

impl ClaimKey {
    /// The key of a canonical claim.
    pub fn new(claim: &Claim) -> Self {
        let state = &claim.state;
        let stones = u64::from(state.own)
            | u64::from(state.other) << 30
            | u64::from(state.passed) << 60
            | u64::from(claim.attacker_to_move) << 61
            | 1 << 63;
        let ko = u16::try_from(state.ko.unwrap_or(31)).unwrap_or(31);
        let threshold = u16::from(claim.threshold.cast_unsigned());
        Self {
            stones,
            rest: threshold << KO_BITS | ko,
        }
    }

    /// The same key, of the game that has ended there if `is_over`.
    pub(super) fn at_end(self, is_over: bool) -> Self {
        Self {
            rest: self.rest | u16::from(is_over) << END_BIT,
            ..self
        }
    }

    /// Points claimed, attacker's view.
    pub(super) fn threshold(self) -> i8 {
        (self.rest >> KO_BITS & 0xff).to_le_bytes()[0].cast_signed()
    }

    /// Whether the two claims have the same state and attacker.
    pub(super) fn same_state(self, other: Self) -> bool {
        self.stones == other.stones && (self.rest ^ other.rest) & STATE_BITS == 0
    }

    /// A number below `n`, a power of two.
    pub fn hash(self, n: usize) -> usize {
        let mut x = self.stones ^ u64::from(self.rest).wrapping_mul(0x2545_f491_4f6c_dd1d);
        x = (x ^ x >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        usize::try_from(x >> 32).unwrap_or(0) & (n - 1)
    }
}

/// What the table holds about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimEntry {
    /// The claim.
    pub key: ClaimKey,
    /// Proof and disproof number. A large finite number may come back smaller.
    pub numbers: Numbers,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    stones: u64,
    /// From the lowest bit: rest (16 bits), proof and disproof number (21 bits each), effort as a power of two (6).
    data: u64,
}

/// Slots of a bucket.
const WAYS: usize = 4;
/// Bits of a proof or disproof number.
const NUMBER_BITS: u32 = 21;
/// The largest number that fits, which stands for [`INFINITE`].
const NUMBER_MASK: u64 = (1 << NUMBER_BITS) - 1;

/// The bit of a bucket's first word that is set while a worker reads or writes the bucket.
const LOCK: u64 = 1 << 62;

/// The slots of some claims, as pairs of words.
#[derive(Clone, Copy, Debug)]
struct Bucket<'a>(&'a CacheLine);

/// A bucket that no other worker reads or writes.
struct Locked<'a>(Bucket<'a>);

impl<'a> Bucket<'a> {
    fn lock(self) -> Locked<'a> {
        let word = &self.0[0];
        loop {
            let free = word.load(Ordering::Relaxed) & !LOCK;
            let taken =
                word.compare_exchange_weak(free, free | LOCK, Ordering::Acquire, Ordering::Relaxed);
            if taken.is_ok() {
                return Locked(self);
            }
            spin_loop();
        }
    }
}

impl Locked<'_> {
    fn slots(&self) -> [Slot; WAYS] {
        std::array::from_fn(|at| Slot {
            stones: self.0.0[2 * at].load(Ordering::Relaxed) & !LOCK,
            data: self.0.0[2 * at + 1].load(Ordering::Relaxed),
        })
    }

    fn set(&self, at: usize, slot: Slot) {
        let lock = if at == 0 { LOCK } else { 0 };
        self.0.0[2 * at].store(slot.stones | lock, Ordering::Relaxed);
        self.0.0[2 * at + 1].store(slot.data, Ordering::Relaxed);
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        self.0.0[0].fetch_and(!LOCK, Ordering::Release);
    }
}

/// A fixed-size table shared by the workers of a search.
#[derive(Debug)]
pub struct ClaimTable {
    /// As many as a power of two.
    buckets: CacheLines,
}

impl ClaimTable {
    /// A table of about `bytes` bytes; a smaller one, with a warning, if memory for it can't be had.
    pub fn with_bytes(bytes: usize) -> Self {
        let most = (bytes / size_of::<CacheLine>()).max(2);
        let wanted = 1 << most.ilog2();
        let buckets = CacheLines::largest("the table of claims", wanted, 2);
        Self { buckets }
    }

    /// The entry of a claim.
    pub fn get(&self, key: ClaimKey) -> Option<ClaimEntry> {
        let slots = self.bucket(key).lock().slots();
        slots
            .iter()
            .find(|slot| slot.holds(key))
            .map(|slot| slot.entry(key))
    }

    /// Stores an entry; of a full bucket the entry of least effort goes.
    pub fn put(&self, entry: ClaimEntry, effort: u64) {
        let bucket = self.bucket(entry.key).lock();
        let slots = bucket.slots();
        let same = slots.iter().position(|slot| slot.holds(entry.key));
        let least = || (0..WAYS).min_by_key(|&at| slots[at].effort());
        if let Some(at) = same.or_else(least) {
            let before = if same.is_some() {
                slots[at].effort()
            } else {
                0
            };
            let effort = effort.max(1).ilog2().max(before).min(31);
            bucket.set(at, Slot::new(entry, effort));
        }
    }

    /// Number of claims held.
    pub fn len(&self) -> usize {
        self.raw_entries().count()
    }

    /// Whether nothing is held.
    pub fn is_empty(&self) -> bool {
        self.raw_entries().next().is_none()
    }

    /// The entries as they are stored, in the order of the table.
    pub(super) fn raw_entries(&self) -> impl Iterator<Item = [u64; 2]> + '_ {
        let buckets = self.buckets.lines().iter().map(Bucket);
        let slots = buckets.flat_map(|bucket| bucket.lock().slots());
        slots
            .filter(|slot| slot.stones != 0)
            .map(|slot| [slot.stones, slot.data])
    }

    /// Stores an entry that [`Self::raw_entries`] gave out.
    pub(super) fn put_raw(&self, [stones, data]: [u64; 2]) {
        let slot = Slot { stones, data };
        let rest = u16::try_from(data & 0xffff).unwrap_or(0);
        let effort = slot.effort().saturating_sub(1);
        self.put(slot.entry(ClaimKey { stones, rest }), 1 << effort);
    }

    fn bucket(&self, key: ClaimKey) -> Bucket<'_> {
        let buckets = self.buckets.lines();
        Bucket(&buckets[key.hash(buckets.len())])
    }
}

impl Slot {
    fn new(entry: ClaimEntry, effort: u32) -> Self {
        let number = |n: u32| match n {
            INFINITE.. => NUMBER_MASK,
            n => u64::from(n).min(NUMBER_MASK - 1),
        };
        Self {
            stones: entry.key.stones,
            data: u64::from(entry.key.rest)
                | number(entry.numbers.proof) << 16
                | number(entry.numbers.disproof) << (16 + NUMBER_BITS)
                | u64::from(effort) << (16 + 2 * NUMBER_BITS),
        }
    }

    fn holds(&self, key: ClaimKey) -> bool {
        self.stones == key.stones && self.data & 0xffff == u64::from(key.rest)
    }

    fn effort(&self) -> u32 {
        if self.stones == 0 {
            0
        } else {
            1 + u32::try_from(self.data >> (16 + 2 * NUMBER_BITS) & 63).unwrap_or(0)
        }
    }

    fn entry(&self, key: ClaimKey) -> ClaimEntry {
        let number = |n: u64| match n & NUMBER_MASK {
            NUMBER_MASK => INFINITE,
            n => u32::try_from(n).unwrap_or(INFINITE),
        };
        ClaimEntry {
            key,
            numbers: Numbers::new(
                number(self.data >> 16),
                number(self.data >> (16 + NUMBER_BITS)),
            ),
        }
    }
}

#[cfg(all(test, tedomari_loom))]
mod loom_tests {
    use std::array;

    use loom::sync::Arc;
    use loom::thread;

    use super::*;
    use crate::base::atomic::AtomicU64;

    /// A slot whose words differ from those of all other slots.
    fn slot(number: u64) -> Slot {
        Slot {
            stones: 1 << 63 | number,
            data: number,
        }
    }

    #[test]
    fn a_bucket_that_two_threads_write_is_never_seen_half_written() {
        // A thread that waits for the lock may spin for ever: only so many times may a thread be interrupted.
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(|| {
            let line: Arc<CacheLine> = Arc::new(array::from_fn(|_| AtomicU64::new(0)));
            let other = Arc::clone(&line);
            let writer = thread::spawn(move || Bucket(&other).lock().set(0, slot(1)));
            Bucket(&line).lock().set(0, slot(2));
            let seen = Bucket(&line).lock().slots()[0];
            assert!(seen.data > 0 && seen.stones & 3 == seen.data);
            writer.join().unwrap();
        });
    }
}
