//! Which stones of a player settle a claim by themselves, looked up.

use super::bounds::secure_area;
use super::needs::MAX_NEEDS_POINTS;
use super::shape::{Bits, Shape};

/// Sets of stones of the attacker that settle a claim by themselves.
#[derive(Debug)]
pub(super) struct SettlingStones {
    least: i32,
    /// A bit for each set, on boards that are small enough.
    table: Vec<u64>,
}

impl SettlingStones {
    /// The sets that settle the claim to end at least `least` points ahead, by area.
    pub(super) fn new(shape: &Shape, least: i32) -> Self {
        let mut settled = Self {
            least,
            table: Vec::new(),
        };
        if shape.n_points() <= MAX_NEEDS_POINTS {
            let n_words = (shape.full() >> 6) + 1;
            let word = |word: u32| {
                let sets = (0..64).filter(|bit| (word << 6 | bit) <= shape.full());
                let settle = sets.filter(|bit| settled.by_area(shape, word << 6 | bit));
                settle.fold(0_u64, |bits, bit| bits | 1 << bit)
            };
            settled.table = (0..n_words).map(word).collect();
        }
        settled
    }

    /// Whether these stones settle the claim.
    pub(super) fn has(&self, shape: &Shape, own: Bits) -> bool {
        match self.table.get((own >> 6) as usize) {
            Some(word) => word >> (own & 63) & 1 != 0,
            None => self.by_area(shape, own),
        }
    }

    fn by_area(&self, shape: &Shape, own: Bits) -> bool {
        let held = secure_area(shape, own).count_ones().cast_signed();
        2 * held - shape.n_points().cast_signed() >= self.least
    }
}
