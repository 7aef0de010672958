//! Sets of points, one bit for each.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

const WORDS: usize = 11;
const BITS: usize = u64::BITS as usize;

/// The most points that a set can hold.
pub(crate) const MOST_POINTS: usize = WORDS * BITS;

/// A set of points, by the numbers that a [`Grid`](super::writing::Grid) gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Set([u64; WORDS]);

impl Set {
    /// No point.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The set of one point.
    pub(crate) fn of(point: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }

    pub(crate) fn insert(&mut self, point: usize) {
        self.0[point / BITS] |= 1 << (point % BITS);
    }

    /// Whether a point is in the set.
    #[must_use]
    pub fn has(self, point: usize) -> bool {
        self.0
            .get(point / BITS)
            .is_some_and(|word| word >> (point % BITS) & 1 != 0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    pub(crate) fn is_within(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    pub(crate) fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * BITS + self.0[word].trailing_zeros() as usize)
    }

    /// The points, the smallest number first.
    pub fn points(self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(n, word)| {
            (0..BITS)
                .filter(move |bit| word >> bit & 1 != 0)
                .map(move |bit| n * BITS + bit)
        })
    }

    /// Every point moved up by `places`, from 1 to 63.
    pub(crate) fn up(self, places: usize) -> Self {
        Self(std::array::from_fn(|n| {
            let carried = n.checked_sub(1).map_or(0, |below| self.0[below]);
            self.0[n] << places | carried >> (BITS - places)
        }))
    }

    /// Every point moved down by `places`, from 1 to 63.
    pub(crate) fn down(self, places: usize) -> Self {
        Self(std::array::from_fn(|n| {
            let carried = self.0.get(n + 1).copied().unwrap_or(0);
            self.0[n] >> places | carried << (BITS - places)
        }))
    }
}

impl FromIterator<usize> for Set {
    fn from_iter<I: IntoIterator<Item = usize>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl BitOr for Set {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }
}

impl BitOrAssign for Set {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for Set {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }
}

/// The points of the first set that are not in the second.
impl Sub for Set {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] & !other.0[n]))
    }
}
