//! The table of positions of a search of sums.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::dyadic::Dyadic;
use crate::memo::fold;

/// Proved bounds of the stop of a position: `low <= stop <= high`, or `stop < high` if `open`.
#[derive(Clone, Copy, Debug)]
pub(super) struct StopBounds {
    pub low: Dyadic,
    pub high: Dyadic,
    pub open: bool,
}

impl StopBounds {
    /// Whether the stop is at least `target`, if that is known.
    pub(super) fn at_least(&self, target: Dyadic) -> Option<bool> {
        if self.low >= target {
            Some(true)
        } else if self.high < target || self.open && self.high == target {
            Some(false)
        } else {
            None
        }
    }

    /// Records whether the stop is at least `target`.
    pub(super) fn learn(&mut self, target: Dyadic, holds: bool) {
        if holds {
            self.low = self.low.max(target);
        } else if target <= self.high {
            self.high = target;
            self.open = true;
        }
    }
}

/// Hashes short lists of words.
#[derive(Default)]
pub(super) struct FoldHasher(u64);

impl Hasher for FoldHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = fold(self.0, u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = fold(self.0, word.into());
    }
}

impl std::fmt::Debug for FoldHasher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:x}", self.0)
    }
}

/// A table with keys that are short lists of words.
pub(super) type Map<K, V> = HashMap<K, V, BuildHasherDefault<FoldHasher>>;
