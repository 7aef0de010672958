//! How far a set of stones is from deciding a claim by itself, for all sets at once.
//!
//! Secure area (see [`super::bounds`]) depends on the stones of its owner alone. So one table over all sets of stones
//! holds the number of further stones that the attacker needs before the claim is decided, even if the defender never
//! moves again. It is a bound from below on the moves of a proof.

use super::bounds::secure_area;
use super::shape::{Bits, Shape, points};
use crate::base::allocation::zeroed;

/// The largest board with such a table; it takes a byte for each set of points, 32 MiB for 25 of them.
pub(super) const MAX_NEEDS_POINTS: u32 = 25;

/// More stones than fit on a board.
const NEVER: u8 = 64;

/// Sets between two calls of `go_on`.
const TICK: u32 = 4096;

/// Marks sets that disprove the claim if they are the defender's.
const REFUTES: u8 = 128;

/// The needs of all sets of stones for one claim under area scoring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    threshold: i8,
    of: Vec<u8>,
}

impl Needs {
    /// The needs of the claim to end with `threshold` points or more over the opponent; nothing for boards with more
    /// than `MAX_NEEDS_POINTS` points, if there is no memory for it, or when `go_on`, called every few thousand sets,
    /// returns false. Takes time and memory proportional to the number of sets of points: some ten seconds for 25.
    pub fn new(shape: &Shape, threshold: i8, go_on: &mut dyn FnMut() -> bool) -> Option<Self> {
        if shape.n_points() > MAX_NEEDS_POINTS {
            return None;
        }
        let n_points = shape.n_points().cast_signed();
        let mut of = zeroed(1 << n_points)?;
        // Larger sets first: a set needs one stone more than the best set with one stone more.
        for own in (0..=shape.full()).rev() {
            if own.is_multiple_of(TICK) && !go_on() {
                return None;
            }
            let secure = 2 * secure_area(shape, own).count_ones().cast_signed() - n_points;
            let needs = if secure >= i32::from(threshold) {
                0
            } else {
                let with = |point: u32| of[index(own | 1 << point)] & !REFUTES;
                let least = points(shape.full() & !own).map(with).min();
                least.map_or(NEVER, |least| NEVER.min(least + 1))
            };
            let refutes = -secure < i32::from(threshold);
            of[index(own)] = needs | if refutes { REFUTES } else { 0 };
        }
        Some(Self { threshold, of })
    }

    /// Bytes that the table of a board takes.
    pub fn bytes(shape: &Shape) -> usize {
        1_usize.checked_shl(shape.n_points()).unwrap_or(usize::MAX)
    }

    /// Points claimed, attacker's view.
    pub fn threshold(&self) -> i8 {
        self.threshold
    }

    /// The least number of stones that the attacker must add to `own` before they secure the claim. 0 if they do; more
    /// than the board has points if no stones can.
    #[inline]
    pub fn of(&self, own: Bits) -> u8 {
        self.of[index(own)] & !REFUTES
    }

    /// Whether the defender's stones secure enough to make the claim fail.
    #[inline]
    pub(super) fn is_refuted_by(&self, stones: Bits) -> bool {
        self.of[index(stones)] & REFUTES != 0
    }
}

fn index(set: Bits) -> usize {
    set as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_of_stones_on_small_boards() {
        for (width, height, threshold, stones) in
            [(1, 3, 3, 1), (2, 4, 8, 4), (3, 3, 9, 3), (3, 3, 1, 3)]
        {
            let shape = Shape::new(width, height).unwrap();
            let needs = Needs::new(&shape, threshold, &mut || true).unwrap();
            assert_eq!(needs.of(0), stones, "{width}x{height} {threshold}");
        }
    }

    #[test]
    fn a_table_too_long_in_the_making_is_given_up() {
        let shape = Shape::new(4, 5).unwrap();
        let mut n_asked = 0;
        let mut go_on = || {
            n_asked += 1;
            n_asked < 3
        };
        assert_eq!(Needs::new(&shape, 20, &mut go_on), None);
        assert_eq!(n_asked, 3);
    }

    /// The bound never exceeds what some stones achieve, and is reached by some.
    #[test]
    fn needs_are_those_of_the_best_stones() {
        let shape = Shape::new(3, 4).unwrap();
        let needs = Needs::new(&shape, 12, &mut || true).unwrap();
        for own in 0..=shape.full() {
            let is_secure = |set: Bits| secure_area(&shape, set) == shape.full();
            assert_eq!(needs.of(own) == 0, is_secure(own));
            assert_eq!(needs.is_refuted_by(own), secure_area(&shape, own) != 0);
            let more = (own..=shape.full()).filter(|set| set & own == own);
            let least = more
                .filter(|&set| is_secure(set))
                .map(|set| (set & !own).count_ones())
                .min();
            assert_eq!(
                Some(u32::from(needs.of(own))).filter(|&needs| needs < u32::from(NEVER)),
                least,
                "{own:b}"
            );
        }
    }
}
