//! Handles of games, and the stops that go with them.

use super::dyadic::{Dyadic, Overflow};
use super::memo::fold_wide;
use super::upstar::UpStar;

/// Bit that distinguishes a part of the arena from a symbolic one.
const STORED: u32 = 1 << 31;
/// How far the ups are shifted in a symbolic part.
const UPS_SHIFT: u32 = 15;

/// A game without its number: symbolic, or an index into the arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PartId(u32);

impl PartId {
    /// The part of numbers.
    pub(crate) const NUMBER: Self = Self(0);
    /// Largest number of forms that an index can distinguish.
    pub(super) const MAX_STORED: usize = (STORED - 2) as usize;

    pub(crate) fn symbolic(value: UpStar) -> Self {
        let ups = u32::from(value.ups.cast_unsigned());
        Self(ups << UPS_SHIFT | u32::from(value.nimber))
    }

    /// The multiple of up and nimber, if the part is symbolic.
    #[inline]
    pub(crate) fn as_upstar(self) -> Option<UpStar> {
        #[expect(clippy::cast_possible_truncation, reason = "16 and 15 bits")]
        let value = UpStar {
            ups: ((self.0 >> UPS_SHIFT) as u16).cast_signed(),
            nimber: (self.0 & ((1 << UPS_SHIFT) - 1)) as u16,
        };
        (self.0 & STORED == 0).then_some(value)
    }

    /// The part whose form has this number in the arena.
    #[inline]
    pub(super) const fn stored(number: u32) -> Self {
        Self(number | STORED)
    }

    /// The number of the form in the arena.
    #[inline]
    pub(super) fn index(self) -> usize {
        debug_assert!(self.0 & STORED != 0);
        (self.0 & !STORED) as usize
    }

    /// The bits, for hashing.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }
}

/// A game in canonical form. Two ids of one [`super::Games`] are equal exactly if the games are equal.
///
/// 24 bytes, cheap to copy. Adding a number needs no table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameId {
    pub(crate) number: Dyadic,
    pub(crate) part: PartId,
}

impl GameId {
    /// The game 0.
    pub const ZERO: Self = Self {
        number: Dyadic::ZERO,
        part: PartId::NUMBER,
    };

    /// The number `value` as a game.
    #[must_use]
    pub const fn from_number(value: Dyadic) -> Self {
        Self {
            number: value,
            part: PartId::NUMBER,
        }
    }

    /// `n.^ + *k` as a game.
    #[must_use]
    pub(crate) fn from_upstar(value: UpStar) -> Self {
        Self {
            number: Dyadic::ZERO,
            part: PartId::symbolic(value),
        }
    }

    /// The number that this game is equal to, if it is one.
    #[inline]
    #[must_use]
    pub fn as_number(self) -> Option<Dyadic> {
        (self.part == PartId::NUMBER).then_some(self.number)
    }

    /// Whether the game is equal to a number.
    #[inline]
    #[must_use]
    pub fn is_number(self) -> bool {
        self.part == PartId::NUMBER
    }

    /// The number and the multiple of up plus nimber that this game is the sum of, if it is one.
    #[must_use]
    pub(crate) fn as_number_upstar(self) -> Option<(Dyadic, UpStar)> {
        self.part.as_upstar().map(|upstar| (self.number, upstar))
    }

    /// The game plus a number.
    ///
    /// # Errors
    /// If the number does not fit.
    #[inline]
    pub fn plus_number(self, value: Dyadic) -> Result<Self, Overflow> {
        Ok(Self {
            number: self.number.plus(value)?,
            part: self.part,
        })
    }

    /// Mixes the game into a hash.
    #[inline]
    pub(crate) fn mix_into(self, hash: u64) -> u64 {
        fold_wide(hash, self.part.bits(), self.number.bits())
    }

    /// Sort key of options.
    pub(super) fn key(self) -> (PartId, Dyadic) {
        (self.part, self.number)
    }
}

/// Left stop and right stop, each with a comparison of the game with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stops {
    /// The number reached when Left starts.
    pub left: Dyadic,
    /// The number reached when Right starts.
    pub right: Dyadic,
    /// Whether the game is `<=` its left stop.
    pub at_most_left: bool,
    /// Whether the game is `>=` its right stop.
    pub at_least_right: bool,
}

impl Stops {
    /// The stops of a number.
    #[must_use]
    pub(crate) const fn of_number(value: Dyadic) -> Self {
        Self {
            left: value,
            right: value,
            at_most_left: true,
            at_least_right: true,
        }
    }

    /// The stops of the game plus a number.
    #[inline]
    pub(crate) fn translate(self, by: Dyadic) -> Result<Self, Overflow> {
        if by.is_zero() {
            return Ok(self);
        }
        Ok(Self {
            left: self.left.plus(by)?,
            right: self.right.plus(by)?,
            ..self
        })
    }

    /// Whether a game with these stops is `<=` a game with the stops `other`; `None` if the stops do not decide it.
    ///
    /// If a number lies between two games, the lower game is below the upper one. And a game is below another one
    /// only if its stops are.
    #[inline]
    pub(crate) fn decide_at_most(&self, other: &Self) -> Option<bool> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match self.left.cmp(&other.right) {
            Less => return Some(true),
            Equal if self.at_most_left && other.at_least_right => return Some(true),
            Equal | Greater => {}
        }
        match self.left.cmp(&other.left) {
            Greater => return Some(false),
            Equal if other.at_most_left && !self.at_most_left => return Some(false),
            Equal | Less => {}
        }
        match self.right.cmp(&other.right) {
            Greater => Some(false),
            Equal if self.at_least_right && !other.at_least_right => Some(false),
            Equal | Less => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_small_and_symbolic_parts_round_trip() {
        assert_eq!(size_of::<GameId>(), 24);
        for (ups, nimber) in [(0, 0), (-1, 0), (32_767, 32_767), (-32_767, 1)] {
            let value = UpStar::new(ups, nimber).unwrap();
            assert_eq!(PartId::symbolic(value).as_upstar(), Some(value));
        }
    }
}
