//! The count of a job, and the digest of its results.

use crate::board::{Point, PointSet};
use crate::cgt::Dyadic;

/// Amount of work, and a number that depends on every result.
#[derive(Debug, Default)]
pub(super) struct Tally {
    count: u64,
    digest: u64,
}

impl Tally {
    /// Adds to the count, in the unit of the job.
    pub(super) const fn add(&mut self, n: u64) {
        self.count += n;
    }

    /// Mixes a result into the digest.
    pub(super) fn note(&mut self, result: impl Note) {
        result.numbers(&mut |number| self.digest = mix(self.digest, number));
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    pub(super) const fn digest(&self) -> u64 {
        self.digest
    }
}

/// Mixes a number into a digest.
const fn mix(digest: u64, number: u64) -> u64 {
    (digest.rotate_left(5) ^ number).wrapping_mul(0x517C_C1B7_2722_0A95)
}

/// A result that can be part of the digest, as numbers. Its text is not used, because names may change.
pub(super) trait Note {
    /// Calls `note` with each number.
    fn numbers(&self, note: &mut dyn FnMut(u64));
}

impl Note for u64 {
    fn numbers(&self, note: &mut dyn FnMut(u64)) {
        note(*self);
    }
}

impl Note for i64 {
    fn numbers(&self, note: &mut dyn FnMut(u64)) {
        note(self.cast_unsigned());
    }
}

impl Note for bool {
    fn numbers(&self, note: &mut dyn FnMut(u64)) {
        note(u64::from(*self));
    }
}

impl Note for usize {
    fn numbers(&self, note: &mut dyn FnMut(u64)) {
        note(*self as u64);
    }
}

impl Note for Dyadic {
    fn numbers(&self, note: &mut dyn FnMut(u64)) {
        let numerator = self.numerator().cast_unsigned();
        for half in numerator.to_le_bytes().as_chunks::<8>().0 {
            note(u64::from_le_bytes(*half));
        }
        note(u64::from(self.exponent()));
    }
}

impl Note for Point {
    fn numbers(&self, note: &mut dyn FnMut(u64)) {
        note(1 + self.index() as u64);
    }
}

impl<N: Note> Note for Option<N> {
    fn numbers(&self, note: &mut dyn FnMut(u64)) {
        match self {
            Some(result) => result.numbers(note),
            None => note(0),
        }
    }
}

impl<N: Note> Note for &[N] {
    fn numbers(&self, note: &mut dyn FnMut(u64)) {
        note(self.len() as u64);
        for result in *self {
            result.numbers(note);
        }
    }
}

impl Note for PointSet {
    fn numbers(&self, note: &mut dyn FnMut(u64)) {
        note(self.len() as u64);
        for point in self {
            point.numbers(note);
        }
    }
}
