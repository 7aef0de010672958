//! Memory in cache lines, for tables that several threads share.

#[cfg(tedomari_loom)]
use super::allocation::filled;
use super::allocation::largest;
#[cfg(not(tedomari_loom))]
use super::allocation::zeroed;
use super::atomic::AtomicU64;

/// Bytes of a cache line.
const N_BYTES: usize = 64;

/// Words of a cache line.
const N_WORDS: usize = N_BYTES / size_of::<u64>();

/// A cache line.
pub type CacheLine = [AtomicU64; N_WORDS];

/// Cache lines that begin as zeros.
#[derive(Debug)]
pub struct CacheLines {
    words: Vec<AtomicU64>,
    /// The first word that begins a cache line.
    first: usize,
}

impl CacheLines {
    /// As [`largest_table`](super::allocation::largest_table), of lines of zeros, in no time.
    pub fn largest(what: &str, wanted: usize, least: usize) -> Self {
        let of_length = |length| zeroed(n_words(length));
        let of_least = || (0..n_words(least)).map(|_| AtomicU64::default()).collect();
        let words = largest(what, wanted, least, size_of::<CacheLine>(), of_length)
            .unwrap_or_else(of_least);
        let first = words.as_ptr().align_offset(N_BYTES);
        Self {
            first: first.min(words.len()),
            words,
        }
    }

    /// The lines.
    pub fn lines(&self) -> &[CacheLine] {
        self.words[self.first..].as_chunks().0
    }
}

/// Words for so many lines, wherever the first of them begins.
fn n_words(n_lines: usize) -> usize {
    n_lines.saturating_mul(N_WORDS).saturating_add(N_WORDS - 1)
}

/// The atomics of the model checker are no plain words.
#[cfg(tedomari_loom)]
fn zeroed(n_words: usize) -> Option<Vec<AtomicU64>> {
    filled(n_words, AtomicU64::default)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atomic::Ordering;

    #[test]
    fn lines_begin_where_those_of_the_cache_do() {
        for (wanted, length) in [(2, 4), (5, 5), (1000, 1000)] {
            let lines = CacheLines::largest("a test", wanted, 4);
            let lines = lines.lines();
            assert_eq!(lines.len(), length);
            assert_eq!(lines.as_ptr().addr() % N_BYTES, 0);
            let mut words = lines.iter().flatten();
            assert!(words.all(|word| word.load(Ordering::Relaxed) == 0));
        }
    }
}
