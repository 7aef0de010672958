//! The learned weights of features: one table, compiled in.
//!
//! An open hash table with three bytes per slot: a 16-bit check of the feature (little-endian) and its weight. A
//! feature that was never learned has no weight; about 1 in 10,000 of them is mistaken for a learned one.

use thiserror::Error;

/// Bytes of a slot.
const SLOT: usize = 3;
/// Slots searched for a feature, beginning with its own.
const WINDOW: usize = 8;
/// Steps per natural logarithm; a weight is a whole number of steps.
pub const STEPS_PER_UNIT: f32 = 16.0;

/// The bytes are not a table of weights; holds their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a table of weights has {SLOT} bytes for each slot and a power of two of slots, not {0} bytes"
)]
pub struct WeightsError(pub usize);

/// A weight in whole steps, limited to the range of a slot.
fn steps(weight: f32) -> f32 {
    (weight * STEPS_PER_UNIT).round().clamp(-127.0, 127.0)
}

/// A weight as it is read back after it was stored in a slot.
#[must_use]
pub fn as_stored(weight: f32) -> f32 {
    steps(weight) / STEPS_PER_UNIT
}

/// Weights of features, for reading.
#[derive(Clone, Copy, Debug)]
pub struct Weights<'a> {
    slots: &'a [[u8; SLOT]],
}

/// First slot of a feature, and its check, which distinguishes it from other features there.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "only some of the bits are needed"
)]
fn place(feature: u64, mask: usize) -> (usize, u16) {
    let check = (feature >> 48) as u16;
    (feature as usize & mask, check.max(1))
}

impl<'a> Weights<'a> {
    /// An empty table.
    pub const NONE: Self = Self {
        slots: &[[0; SLOT]],
    };

    /// The table in these bytes.
    ///
    /// # Errors
    /// If their number is not that of a table.
    pub const fn new(slots: &'a [u8]) -> Result<Self, WeightsError> {
        let (whole, rest) = slots.as_chunks();
        if !rest.is_empty() || !whole.len().is_power_of_two() {
            return Err(WeightsError(slots.len()));
        }
        Ok(Self { slots: whole })
    }

    /// The weight of a feature in steps of one sixteenth of a natural logarithm, if it is known.
    #[inline]
    #[must_use]
    pub fn of(&self, feature: u64) -> Option<i32> {
        let mask = self.slots.len() - 1;
        let (first, check) = place(feature, mask);
        for slot in first..first + WINDOW {
            let [low, high, weight] = self.slots[slot & mask];
            let stored = u16::from_le_bytes([low, high]);
            if stored == check {
                return Some(i32::from(weight.cast_signed()));
            }
            if stored == 0 {
                break;
            }
        }
        None
    }
}

/// A table to be filled. Each feature has an index (its slot), for weights that are still being learned.
#[derive(Clone, Debug)]
pub struct WeightsBuilder {
    checks: Vec<u16>,
}

impl WeightsBuilder {
    /// A table of `n_slots` slots, a power of two.
    #[must_use]
    pub fn new(n_slots: usize) -> Self {
        Self {
            checks: vec![0; n_slots.next_power_of_two()],
        }
    }

    /// Number of slots.
    #[must_use]
    pub const fn n_slots(&self) -> usize {
        self.checks.len()
    }

    /// The slot of a feature, if it has one.
    #[inline]
    #[must_use]
    pub fn find(&self, feature: u64) -> Option<usize> {
        let (first, check) = place(feature, self.checks.len() - 1);
        self.window(first)
            .take_while(|&slot| self.checks[slot] != 0)
            .find(|&slot| self.checks[slot] == check)
    }

    /// Gives a feature a slot. False if its window is full.
    pub fn add(&mut self, feature: u64) -> bool {
        let (first, check) = place(feature, self.checks.len() - 1);
        let found = self
            .window(first)
            .find(|&slot| self.checks[slot] == 0 || self.checks[slot] == check);
        if let Some(slot) = found {
            self.checks[slot] = check;
        }
        found.is_some()
    }

    fn window(&self, first: usize) -> impl Iterator<Item = usize> + use<> {
        let mask = self.checks.len() - 1;
        (first..first + WINDOW).map(move |slot| slot & mask)
    }

    /// The bytes of the table. `weights` has one entry for each slot, in natural logarithms.
    #[must_use]
    pub fn bytes(&self, weights: &[f32]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.checks.len() * SLOT);
        for (check, weight) in self.checks.iter().zip(weights) {
            bytes.extend(check.to_le_bytes());
            #[expect(clippy::cast_possible_truncation, reason = "in the range")]
            let steps = steps(*weight) as i8;
            bytes.push(steps.cast_unsigned());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn what_was_put_in_comes_out() {
        let mut builder = WeightsBuilder::new(1 << 10);
        let mut rng = Rng::new(1, 0);
        let features: Vec<u64> = (0..400).map(|_| rng.bits()).collect();
        let mut weights = vec![0.0; builder.n_slots()];
        for (n, &feature) in features.iter().enumerate() {
            assert!(builder.add(feature));
            let slot = builder.find(feature).unwrap();
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let weight = n as f32 / 64.0 - 3.0;
            weights[slot] = weight;
        }
        let bytes = builder.bytes(&weights);
        let table = Weights::new(&bytes).unwrap();
        for &feature in &features {
            let expected = weights[builder.find(feature).unwrap()] * STEPS_PER_UNIT;
            #[expect(clippy::cast_possible_truncation, reason = "small")]
            let expected = expected.round() as i32;
            assert_eq!(table.of(feature), Some(expected));
        }
        let unknown = (0..1000).filter(|_| table.of(rng.bits()).is_some()).count();
        assert!(unknown < 5, "{unknown}");
    }

    #[test]
    fn a_full_window_refuses_and_wrong_lengths_are_errors() {
        let mut builder = WeightsBuilder::new(WINDOW);
        let n_added = (1..100u64).filter(|n| builder.add(n << 48)).count();
        assert_eq!(n_added, WINDOW);
        assert_eq!(Weights::new(&[0; 10]).unwrap_err(), WeightsError(10));
        assert_eq!(Weights::new(&[0; 9]).unwrap_err(), WeightsError(9));
    }
}
