//! Sets of cells of a [`Frame`](super::Frame), 64 in each word.

use std::cmp::Ordering;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// The most cells a frame can have.
pub(crate) const MOST_CELLS: usize = 256;

/// Bits in a word.
const WORD: u32 = u64::BITS;

/// A set of up to `64 * N` cells, one bit for the number of each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells<const N: usize>([u64; N]);

impl<const N: usize> Cells<N> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; N]);

    /// The most cells a set can hold.
    #[expect(clippy::cast_possible_truncation, reason = "a few words")]
    pub const MOST: u32 = WORD * N as u32;

    /// The set of the one cell with this number.
    ///
    /// # Panics
    /// If the number is not below [`Self::MOST`].
    #[must_use]
    pub const fn cell(number: u32) -> Self {
        let mut words = [0; N];
        words[(number / WORD) as usize] = 1 << (number % WORD);
        Self(words)
    }

    /// The number of the first cell; [`Self::MOST`] if the set is empty.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u32 {
        let mut word = 0;
        while word < N {
            if self.0[word] != 0 {
                #[expect(clippy::cast_possible_truncation, reason = "a few words")]
                return word as u32 * WORD + self.0[word].trailing_zeros();
            }
            word += 1;
        }
        Self::MOST
    }

    /// The set of the first cell alone; the empty set stays empty.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Self {
        let mut words = [0; N];
        let mut word = 0;
        while word < N {
            if self.0[word] != 0 {
                words[word] = self.0[word] & self.0[word].wrapping_neg();
                break;
            }
            word += 1;
        }
        Self(words)
    }

    /// The number of cells in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        let mut n = 0;
        let mut word = 0;
        while word < N {
            n += self.0[word].count_ones();
            word += 1;
        }
        n
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let mut all = 0;
        let mut word = 0;
        while word < N {
            all |= self.0[word];
            word += 1;
        }
        all == 0
    }

    /// Whether the sets have a cell in common.
    #[inline]
    #[must_use]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the cell with a number is in the set; `false` for numbers beyond [`Self::MOST`].
    #[inline]
    #[must_use]
    pub const fn has(self, number: u32) -> bool {
        number < Self::MOST && self.0[(number / WORD) as usize] >> (number % WORD) & 1 != 0
    }

    /// Three bits: whether the cells numbered `from`, `from + 1` and `from + 2` are in the set. Numbers outside of it
    /// give 0.
    #[expect(clippy::cast_possible_truncation, reason = "three bits are taken")]
    #[inline]
    #[must_use]
    pub const fn three(self, from: i32) -> u32 {
        let number = from.unsigned_abs();
        if from < 0 {
            return if number < 3 {
                (self.0[0] << number) as u32 & 7
            } else {
                0
            };
        }
        let (word, bit) = ((number / WORD) as usize, number % WORD);
        if word >= N {
            return 0;
        }
        let mut bits = self.0[word] >> bit;
        if bit > WORD - 3 && word + 1 < N {
            bits |= self.0[word + 1] << (WORD - bit);
        }
        bits as u32 & 7
    }

    /// Eight bits, row by row: whether the eight places around `cell` are in the set. Places without a number give 0.
    /// `stride` is the number of cells in a row.
    #[expect(clippy::cast_possible_truncation, reason = "eight bits")]
    #[inline]
    #[must_use]
    pub const fn around(self, cell: Self, stride: u32) -> u8 {
        let at = cell.number().cast_signed();
        let row = stride.cast_signed();
        let above = self.three(at - row - 1);
        let beside = self.three(at - 1);
        let below = self.three(at + row - 1);
        (above | (beside & 1) << 3 | (beside >> 2) << 4 | below << 5) as u8
    }

    /// Iterates over the cells.
    pub fn each(mut self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let cell = self.first();
            self ^= cell;
            (!cell.is_empty()).then_some(cell)
        })
    }

    /// The words of the set, the one with the lowest numbers first.
    #[must_use]
    pub const fn words(&self) -> &[u64; N] {
        &self.0
    }

    #[inline]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| {
            join(self.0[word], other.0[word])
        }))
    }
}

/// Sets compare like numbers whose bits are the cells.
impl<const N: usize> Ord for Cells<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Cells<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> BitAnd for Cells<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Cells<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Cells<N> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Cells<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> BitAndAssign for Cells<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Cells<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitXorAssign for Cells<N> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

/// Moves every cell `places` numbers up, from 1 to 63.
impl<const N: usize> Shl<u32> for Cells<N> {
    type Output = Self;

    #[inline]
    fn shl(self, places: u32) -> Self {
        debug_assert!(0 < places && places < WORD, "{places}");
        Self(std::array::from_fn(|word| {
            let carried = word.checked_sub(1).map_or(0, |below| self.0[below]);
            self.0[word] << places | carried >> (WORD - places)
        }))
    }
}

/// Moves every cell `places` numbers down, from 1 to 63.
impl<const N: usize> Shr<u32> for Cells<N> {
    type Output = Self;

    #[inline]
    fn shr(self, places: u32) -> Self {
        debug_assert!(0 < places && places < WORD, "{places}");
        Self(std::array::from_fn(|word| {
            let carried = self.0.get(word + 1).copied().unwrap_or(0);
            self.0[word] >> places | carried << (WORD - places)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;

    fn random(rng: &mut Rng) -> (Cells<2>, u128) {
        let words = [rng.bits(), rng.bits()];
        let sparse = words.map(|word| word & word.rotate_left(7) & word.rotate_left(20));
        let number = u128::from(sparse[1]) << 64 | u128::from(sparse[0]);
        (Cells(sparse), number)
    }

    fn check(cells: Cells<2>, number: u128) {
        let bits = (0..128).filter(|&n| number >> n & 1 != 0);
        assert_eq!(
            cells.each().map(Cells::number).collect::<Vec<_>>(),
            bits.collect::<Vec<_>>()
        );
        assert_eq!(cells.len(), number.count_ones());
        assert_eq!(cells.number(), number.trailing_zeros());
        assert_eq!(cells.is_empty(), number == 0);
        let three = |from: i32| {
            let has = (from..from + 3).map(|n: i32| u32::try_from(n).is_ok_and(|n| cells.has(n)));
            (0..)
                .zip(has)
                .map(|(n, has)| u32::from(has) << n)
                .sum::<u32>()
        };
        assert!((-40..140).all(|from| cells.three(from) == three(from)));
        assert!((0..140).all(|n| cells.has(n) == (n < 128 && number >> n & 1 != 0)));
    }

    #[test]
    fn a_set_is_a_wide_number() {
        let mut rng = Rng::new(5, 0);
        check(Cells::EMPTY, 0);
        for _ in 0..200 {
            let ((a, x), (b, y)) = (random(&mut rng), random(&mut rng));
            check(a, x);
            check(a & b, x & y);
            check(a | b, x | y);
            check(a ^ b, x ^ y);
            check(!a, !x);
            check(a.first(), x & x.wrapping_neg());
            for places in 1..64 {
                check(a << places, x << places);
                check(a >> places, x >> places);
            }
            assert_eq!(a.cmp(&b), x.cmp(&y));
            assert_eq!(a.intersects(b), x & y != 0);
        }
    }

    #[test]
    fn four_words_go_on_where_two_end() {
        for number in [0, 63, 64, 127, 128, 200, 255] {
            let cell = Cells::<4>::cell(number);
            assert_eq!((cell.number(), cell.len()), (number, 1));
            let places = 26;
            let on = cell << places;
            assert_eq!(on.is_empty(), number + places > 255);
            if !on.is_empty() {
                assert_eq!(on.number(), number + places);
                assert_eq!(on >> places, cell);
            }
        }
    }
}
