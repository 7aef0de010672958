//! A bounded memo table that may drop entries.
//!
//! Two-way buckets in one vector that doubles until its limit; after that a new entry replaces an old one. A lookup
//! returns only what was stored for exactly that key, so a dropped entry costs time, never correctness.

/// A key of a memo table.
pub(crate) trait MemoKey: Copy + Eq {
    /// A well mixed hash of the key.
    fn mix(&self) -> u64;
}

/// Mixes one word into a hash (a multiplication folded to its own high half).
#[inline]
pub(crate) fn fold(hash: u64, word: u64) -> u64 {
    let wide = u128::from(hash ^ word ^ 0x2545_f491_4f6c_dd1d) * 0x9e37_79b9_7f4a_7c15;
    #[expect(clippy::cast_possible_truncation, reason = "folds both halves")]
    let folded = (wide >> 64) as u64 ^ wide as u64;
    folded.rotate_left(23)
}

/// Mixes a 32-bit word and a 128-bit number (usually close to 0) into a hash by one multiplication.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "takes the halves"
)]
pub(crate) fn fold_wide(hash: u64, narrow: u32, wide: i128) -> u64 {
    let halves = wide as u64 ^ ((wide >> 64) as u64).rotate_left(16);
    fold(hash, halves ^ u64::from(narrow) << 32)
}

/// A lossy map of bounded size.
#[derive(Clone, Debug)]
pub(crate) struct Memo<K, V> {
    slots: Vec<Option<(K, V)>>,
    filled: usize,
    limit: usize,
}

impl<K: MemoKey, V: Copy> Memo<K, V> {
    /// An empty table that never holds more than `limit` entries (rounded up to a power of two, at least two).
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            slots: Vec::new(),
            filled: 0,
            limit: limit.next_power_of_two().max(2),
        }
    }

    #[inline]
    fn bucket(&self, key: &K) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "masked by the table size right after"
        )]
        let hash = key.mix() as usize;
        hash & (self.slots.len() - 1) & !1
    }

    /// The value stored for `key`; `None` if it was never stored or was dropped.
    #[inline]
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        if self.slots.is_empty() {
            return None;
        }
        let bucket = self.bucket(key);
        self.slots[bucket..bucket + 2]
            .iter()
            .flatten()
            .find(|(stored, _)| stored == key)
            .map(|&(_, value)| value)
    }

    /// Stores a value; may drop another one.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        if self.filled * 2 >= self.slots.len() && self.slots.len() < self.limit {
            self.grow();
        }
        let bucket = self.bucket(&key);
        let pair = &mut self.slots[bucket..bucket + 2];
        if pair[0].is_some() {
            pair.swap(0, 1);
        }
        self.filled += usize::from(pair[0].is_none());
        pair[0] = Some((key, value));
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).clamp(64.min(self.limit), self.limit);
        let old = std::mem::replace(&mut self.slots, vec![None; size]);
        self.filled = 0;
        for (key, value) in old.into_iter().flatten() {
            self.insert(key, value);
        }
    }

    /// Drops all entries and frees the memory.
    pub(crate) fn clear(&mut self) {
        self.slots = Vec::new();
        self.filled = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl MemoKey for u64 {
        fn mix(&self) -> u64 {
            fold(0, *self)
        }
    }

    #[test]
    fn never_wrong_and_never_larger_than_its_limit() {
        let mut memo = Memo::new(256);
        for key in 0..10_000u64 {
            memo.insert(key, key * 3);
            assert_eq!(memo.get(&key), Some(key * 3));
        }
        let kept = (0..10_000).filter(|key| memo.get(key).is_some()).count();
        assert!((128..=256).contains(&kept), "{kept}");
        assert!((0..10_000).all(|key| memo.get(&key).is_none_or(|value| value == key * 3)));
        memo.clear();
        assert_eq!(memo.get(&1), None);
    }
}
