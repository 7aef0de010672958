//! Learned weights of features. A feature is a kind and a value; the weights of small values lie in an array.

use std::ops::Range;

use crate::base::weights::Weights;

/// Values below 2 to this power are small.
const SMALL_BITS: u32 = 12;

/// The key of a feature: all bits depend on both words (the last steps of splitmix64).
pub(crate) const fn feature(kind: u64, value: u64) -> u64 {
    let z = (kind << 40 ^ value).wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The weights of the features of some kinds, in steps.
#[derive(Clone, Debug)]
pub(crate) struct FeatureWeights {
    weights: Weights<'static>,
    first_kind: u64,
    /// The weights of small values, kind by kind.
    small: Vec<i8>,
}

impl FeatureWeights {
    /// Takes the weights of a range of kinds from a file of weights.
    pub(crate) fn new(weights: Weights<'static>, kinds: Range<u64>) -> Self {
        let values = kinds
            .clone()
            .flat_map(|kind| (0..1 << SMALL_BITS).map(move |value| feature(kind, value)));
        let known = values.map(|feature| weights.of(feature).unwrap_or(0));
        Self {
            first_kind: kinds.start,
            small: known
                .map(|weight| i8::try_from(weight).unwrap_or(0))
                .collect(),
            weights,
        }
    }

    /// The weight of a feature; 0 if none was learned.
    #[inline]
    pub(crate) fn of(&self, kind: u64, value: u64) -> i32 {
        if value < 1 << SMALL_BITS {
            let place = (kind - self.first_kind) << SMALL_BITS | value;
            #[expect(clippy::cast_possible_truncation, reason = "a few kinds")]
            let place = place as usize;
            i32::from(self.small[place])
        } else {
            self.weights.of(feature(kind, value)).unwrap_or(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::base::weights::WeightsBuilder;

    /// Small values and others have the weights of the table, for each of the kinds.
    #[test]
    fn weights_are_those_of_the_table() {
        let kinds = 7..10;
        let mut rng = Rng::new(31, 0);
        let features: Vec<(u64, u64)> = (0..600)
            .map(|n| (7 + n % 3, u64::from(rng.below(2 << SMALL_BITS))))
            .collect();
        let mut table = WeightsBuilder::new(1 << 12);
        for &(kind, value) in &features {
            assert!(table.add(feature(kind, value)));
        }
        let weights: Vec<f32> = (0..100).map(|n: u8| f32::from(n) / 16.0).collect();
        let weights: Vec<f32> = weights
            .iter()
            .cycle()
            .take(table.n_slots())
            .copied()
            .collect();
        let bytes: &'static [u8] = table.bytes(&weights).leak();
        let stored = Weights::new(bytes).unwrap();
        let known = FeatureWeights::new(stored, kinds);
        let mut n_small = 0;
        for &(kind, value) in &features {
            let expected = stored.of(feature(kind, value)).unwrap();
            assert_eq!(known.of(kind, value), expected, "{kind} {value}");
            n_small += usize::from(value < 1 << SMALL_BITS);
        }
        assert!(n_small > 200 && n_small < 400, "{n_small}");
    }
}
