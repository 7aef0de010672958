//! Learned weights of features that are a kind and a value, with those of small values at hand.

use std::ops::Range;

use crate::base::weights::Weights;

/// Values below this power of two are small.
const SMALL_BITS: u32 = 12;

/// The key of a feature: all bits depend on both words (the last steps of splitmix64).
pub(super) const fn feature(kind: u64, value: u64) -> u64 {
    let z = (kind << 40 ^ value).wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The weights of the features of some kinds, in steps.
#[derive(Clone, Debug)]
pub(super) struct FeatureWeights {
    weights: Weights<'static>,
    first_kind: u64,
    /// Those of small values, kind by kind.
    small: Vec<i8>,
}

impl FeatureWeights {
    /// Takes what a table says about some kinds.
    pub(super) fn new(weights: Weights<'static>, kinds: Range<u64>) -> Self {
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

    /// The weight of a feature; that of one which was not learned is zero.
    pub(super) fn of(&self, kind: u64, value: u64) -> i32 {
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
