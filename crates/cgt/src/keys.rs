//! Keys of the memo tables.

use super::dyadic::Dyadic;
use super::game_id::{GameId, PartId};
use super::memo::{MemoKey, fold, fold_wide};

/// Key of an ordered pair of parts and the number by which they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairKey {
    pub(crate) first: PartId,
    pub(crate) second: PartId,
    pub(crate) number: Dyadic,
}

impl MemoKey for PairKey {
    #[inline]
    fn mix(&self) -> u64 {
        let parts = u64::from(self.first.bits()) << 32 | u64::from(self.second.bits());
        let hash = fold(0, parts);
        if self.number.is_zero() {
            hash
        } else {
            fold_wide(hash, 0, self.number.bits())
        }
    }
}

/// Key of a unary operation with a number as parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnaryKey {
    pub(crate) operation: Unary,
    pub(crate) game: GameId,
    pub(crate) parameter: Dyadic,
}

/// The memoised unary operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Negative,
    Cool,
    Chill,
    Warm,
    Heat,
    Birthday,
    AtomicWeight,
    LargestNimber,
    StarProjection,
    StarHeat,
}

impl MemoKey for UnaryKey {
    fn mix(&self) -> u64 {
        let operation = self.operation as u32;
        fold_wide(self.game.mix_into(0), operation, self.parameter.bits())
    }
}
