//! A table from pairs of option lists to running numbers.
//!
//! The store of canonical forms uses it, and so does the memo that maps given forms to canonical forms. Lists are
//! compared in full, so no answer depends on a hash alone.

use super::game_id::GameId;
use super::memo::fold;

/// Left's and Right's options of one entry.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where the options begin: Left's first, then Right's.
    start: u32,
    n_left: u16,
    n_right: u16,
    hash: u32,
}

/// Pairs of option lists, numbered from 0 in order of arrival.
#[derive(Clone, Debug, Default)]
pub(crate) struct OptionTable {
    entries: Vec<Entry>,
    options: Vec<GameId>,
    /// Open addressing; 0 is empty, else the number of an entry plus one.
    index: Vec<u32>,
}

impl OptionTable {
    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Number of options of all entries.
    pub(crate) fn n_options(&self) -> usize {
        self.options.len()
    }

    /// Left's options of an entry.
    #[inline]
    pub(crate) fn left(&self, number: usize) -> &[GameId] {
        let entry = &self.entries[number];
        let start = entry.start as usize;
        &self.options[start..start + usize::from(entry.n_left)]
    }

    /// Right's options of an entry.
    #[inline]
    pub(crate) fn right(&self, number: usize) -> &[GameId] {
        let entry = &self.entries[number];
        let start = entry.start as usize + usize::from(entry.n_left);
        &self.options[start..start + usize::from(entry.n_right)]
    }

    /// The number of the entry with these lists, in this order; `Err` with their hash if there is none.
    pub(crate) fn find(&self, left: &[GameId], right: &[GameId]) -> Result<u32, u32> {
        let hash = hash_options(left, right);
        if self.index.is_empty() {
            return Err(hash);
        }
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(number) = self.index[slot].checked_sub(1) {
            let at = number as usize;
            if self.entries[at].hash == hash && self.left(at) == left && self.right(at) == right {
                return Ok(number);
            }
            slot = (slot + 1) & mask;
        }
        Err(hash)
    }

    /// Adds lists that [`Self::find`] did not find, with the hash that it returned. `None` if there are too many
    /// options.
    pub(crate) fn add(&mut self, left: &[GameId], right: &[GameId], hash: u32) -> Option<u32> {
        let number = u32::try_from(self.entries.len()).ok()?;
        self.entries.push(Entry {
            start: u32::try_from(self.options.len()).ok()?,
            n_left: u16::try_from(left.len()).ok()?,
            n_right: u16::try_from(right.len()).ok()?,
            hash,
        });
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        if self.entries.len() * 2 > self.index.len() {
            self.grow_index();
        } else {
            self.place(number, hash);
        }
        Some(number)
    }

    fn place(&mut self, number: u32, hash: u32) {
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        while self.index[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.index[slot] = number + 1;
    }

    fn grow_index(&mut self) {
        let size = (self.index.len() * 2).max(1024);
        self.index.clear();
        self.index.resize(size, 0);
        for number in 0..self.entries.len() {
            #[expect(clippy::cast_possible_truncation, reason = "checked when added")]
            self.place(number as u32, self.entries[number].hash);
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "half of a mixed hash")]
fn hash_options(left: &[GameId], right: &[GameId]) -> u32 {
    let side = |hash, options: &[GameId]| {
        options
            .iter()
            .fold(hash, |hash, option| option.mix_into(hash))
    };
    side(fold(side(0, left), left.len() as u64), right) as u32
}
