//! A set of points as a fixed-size bit set.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use super::point::{N_INDICES, Point, Size};

const N_WORDS: usize = N_INDICES / 64;

/// A set of points, iterated in point order. The cost of an operation does not depend on the board size.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet {
    words: [u64; N_WORDS],
}

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self {
        words: [0; N_WORDS],
    };

    /// All points of a board.
    #[must_use]
    pub fn board(size: Size) -> Self {
        let mut words = [0; N_WORDS];
        let row = (1u64 << size.width()) - 1;
        for y in 0..size.height() {
            let start = Point::new(0, y).index();
            let (word, shift) = (start / 64, start % 64);
            words[word] |= row << shift;
            if shift + usize::from(size.width()) > 64 {
                words[word + 1] |= row >> (64 - shift);
            }
        }
        Self { words }
    }

    /// Adds a point. True if it was not in the set before.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = (point.index() / 64, 1 << (point.index() % 64));
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Removes a point. True if it was in the set before.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = (point.index() / 64, 1 << (point.index() % 64));
        let was_there = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        was_there
    }

    /// Whether a point is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.words[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// Number of points in the set.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The first point in point order.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Whether the sets share a point.
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether every point of this set is in `other`.
    #[inline]
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words
            .iter()
            .zip(&other.words)
            .all(|(a, b)| a & !b == 0)
    }

    /// Adds all points of `other`. Returns how many of them are new.
    #[inline]
    pub fn absorb(&mut self, other: &Self) -> u16 {
        let mut n_new = 0;
        for (mine, &theirs) in self.words.iter_mut().zip(&other.words) {
            // Sets of liberties are small: most words are zero, and clearing the lowest bit a few times is cheaper
            // than a software population count.
            let mut fresh = theirs & !*mine;
            *mine |= theirs;
            while fresh != 0 {
                fresh &= fresh - 1;
                n_new += 1;
            }
        }
        n_new
    }

    /// The points in point order.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> PointIter<'_> {
        PointIter {
            words: &self.words,
            word: self.words[0],
            at: 0,
        }
    }

    /// All points of the set and their neighbors, wall points included.
    ///
    /// Constant time: the whole set is shifted in the four directions.
    #[must_use]
    pub fn spread(&self) -> Self {
        const UP: u32 = 26;
        *self
            | self.shifted_up(1)
            | self.shifted_down(1)
            | self.shifted_up(UP)
            | self.shifted_down(UP)
    }

    /// The same points relative to another one: every index is raised by `by`. Points that leave the array are lost.
    #[inline]
    #[must_use]
    pub fn raised(&self, by: usize) -> Self {
        let (skipped, shift) = (by / 64, by % 64);
        let mut words = [0; N_WORDS];
        let mut carry = 0;
        for (to, &from) in words.iter_mut().skip(skipped).zip(&self.words) {
            *to = from << shift | carry;
            // In two steps, because a shift by 64 is none.
            carry = from >> 1 >> (63 - shift);
        }
        Self { words }
    }

    /// Every index raised by `by`, which is below 64.
    fn shifted_up(&self, by: u32) -> Self {
        let mut words = [0; N_WORDS];
        let mut carry = 0;
        for (to, &from) in words.iter_mut().zip(&self.words) {
            *to = from << by | carry;
            carry = from >> (64 - by);
        }
        Self { words }
    }

    /// Every index lowered by `by`, which is below 64.
    fn shifted_down(&self, by: u32) -> Self {
        let mut words = [0; N_WORDS];
        let mut carry = 0;
        for (to, &from) in words.iter_mut().zip(&self.words).rev() {
            *to = from >> by | carry;
            carry = from << (64 - by);
        }
        Self { words }
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(points);
        set
    }
}

impl From<Point> for PointSet {
    fn from(point: Point) -> Self {
        [point].into_iter().collect()
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl<'a> IntoIterator for &'a PointSet {
    type Item = Point;
    type IntoIter = PointIter<'a>;

    fn into_iter(self) -> PointIter<'a> {
        self.iter()
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

macro_rules! word_wise {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:expr) => {
        impl $assign_trait for PointSet {
            #[inline]
            fn $assign(&mut self, other: Self) {
                for (mine, &theirs) in self.words.iter_mut().zip(&other.words) {
                    *mine = $op(*mine, theirs);
                }
            }
        }

        impl $trait for PointSet {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                self.$assign(other);
                self
            }
        }
    };
}

word_wise!(BitOr, bitor, BitOrAssign, bitor_assign, |a: u64, b: u64| a
    | b);
word_wise!(
    BitAnd,
    bitand,
    BitAndAssign,
    bitand_assign,
    |a: u64, b: u64| a & b
);
word_wise!(Sub, sub, SubAssign, sub_assign, |a: u64, b: u64| a & !b);

/// Iterator over the points of a [`PointSet`] in point order.
#[derive(Clone, Debug)]
pub struct PointIter<'a> {
    words: &'a [u64; N_WORDS],
    word: u64,
    at: usize,
}

impl Iterator for PointIter<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.word == 0 {
            self.at += 1;
            self.word = *self.words.get(self.at)?;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(Point::from_index(self.at * 64 + bit))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::Size;

    fn points() -> impl Strategy<Value = BTreeSet<Point>> {
        prop::collection::btree_set(
            (0..25u8, 0..25u8).prop_map(|(x, y)| Point::new(x, y)),
            0..60,
        )
    }

    fn set(points: &BTreeSet<Point>) -> PointSet {
        points.iter().copied().collect()
    }

    proptest! {
        #[test]
        fn agrees_with_a_tree_set(a in points(), b in points()) {
            let (x, y) = (set(&a), set(&b));
            prop_assert!(x.iter().eq(a.iter().copied()));
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert_eq!(x.first(), a.first().copied());
            prop_assert_eq!(x | y, set(&(&a | &b)));
            prop_assert_eq!(x & y, set(&(&a & &b)));
            prop_assert_eq!(x - y, set(&(&a - &b)));
            prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
            prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
            let mut union = x;
            prop_assert_eq!(usize::from(union.absorb(&y)), (&b - &a).len());
            prop_assert_eq!(union, x | y);
        }

        #[test]
        fn spreading_adds_the_neighbors(a in points()) {
            let mut expected = a.clone();
            expected.extend(a.iter().flat_map(|point| point.neighbors()));
            prop_assert_eq!(set(&a).spread(), set(&expected));
        }
    }

    #[test]
    fn raising_moves_every_point() {
        let set = PointSet::from_iter([
            Point::from_index(0),
            Point::from_index(63),
            Point::from_index(216),
        ]);
        for by in [0, 1, 63, 64, 65, 300, 487] {
            let moved = set
                .iter()
                .map(|point| Point::from_index(point.index() + by));
            assert_eq!(set.raised(by), moved.collect(), "{by}");
        }
        assert_eq!(set.raised(600).len(), 2);
    }

    #[test]
    fn insert_and_remove_tell_what_changed() {
        let mut set = PointSet::EMPTY;
        let point = Size::square(9).points().nth(40).unwrap();
        assert!(set.insert(point) && !set.insert(point));
        assert!(set.contains(point));
        assert!(set.remove(point) && !set.remove(point));
        assert!(set.is_empty());
    }
}
