//! The store of canonical forms.
//!
//! A game is a number plus a *part*. A part is a multiple of up plus a nimber, kept symbolically, or a form in the
//! arena whose right stop is 0; so all number translates of a game share one entry, and adding a number touches no
//! table. Invariant: forms in the arena are canonical, are no numbers and no [`UpStar`], and no two are equal; hence
//! two [`GameId`]s are equal exactly if the games are.
//! Source for the translation: number translation theorem, Siegel, *Combinatorial Game Theory* (2013), II.3.

use super::GameError;
use super::dyadic::{Dyadic, Overflow};
use super::memo::fold_wide;
use super::option_table::OptionTable;
use super::upstar::UpStar;

/// Bit that tells a part of the arena from a symbolic one.
const STORED: u32 = 1 << 31;
/// How far the ups are shifted in a symbolic part.
const UPS_SHIFT: u32 = 15;

/// A game up to a number: symbolic, or an index into the arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PartId(u32);

impl PartId {
    /// The part of numbers.
    pub(crate) const NUMBER: Self = Self(0);

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

    #[inline]
    fn index(self) -> usize {
        debug_assert!(self.0 & STORED != 0);
        (self.0 & !STORED) as usize
    }

    /// The bits, for hashing.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }
}

/// A game in canonical form: equal ids (of one [`super::Games`]) mean equal games.
///
/// 24 bytes, copied freely. Adding a number to it needs no table.
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
    pub fn from_upstar(value: UpStar) -> Self {
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
    pub fn as_number_upstar(self) -> Option<(Dyadic, UpStar)> {
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

    fn key(self) -> (PartId, Dyadic) {
        (self.part, self.number)
    }
}

/// Left and right stop, each with the sign of what is left over when it is reached.
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
    pub const fn of_number(value: Dyadic) -> Self {
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

    /// Whether a game with these stops is `<=` one with those, as far as the stops tell.
    ///
    /// A game below a number below another game is below it; and a game can only be below another one if its stops
    /// are.
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

/// The signed stops of a stored form, whose right stop is 0.
#[derive(Clone, Copy, Debug)]
struct FormStops {
    left_stop: Dyadic,
    at_most_left: bool,
    at_least_right: bool,
}

/// Options of a part, on one side.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Options<'a> {
    Stored(&'a [GameId]),
    Left(UpStar),
    Right(UpStar),
}

impl Options<'_> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        match *self {
            Self::Stored(options) => options.len(),
            Self::Left(game) => game.n_left(),
            Self::Right(game) => game.n_right(),
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> GameId {
        match *self {
            Self::Stored(options) => options[index],
            Self::Left(game) => GameId::from_upstar(game.left(index)),
            Self::Right(game) => GameId::from_upstar(game.right(index)),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = GameId> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// All stored forms.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    forms: OptionTable,
    stops: Vec<FormStops>,
    limit: usize,
}

impl Arena {
    /// An empty arena for at most `limit` forms.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            forms: OptionTable::default(),
            stops: Vec::new(),
            limit: limit.min((STORED - 2) as usize),
        }
    }

    pub(crate) fn n_forms(&self) -> usize {
        self.forms.len()
    }

    /// Bytes in use by forms, options and index (not counting spare capacity of the vectors).
    pub(crate) fn bytes(&self) -> usize {
        self.forms.bytes() + self.stops.len() * size_of::<FormStops>()
    }

    /// Left's canonical options of a part.
    #[inline]
    pub(crate) fn left(&self, part: PartId) -> Options<'_> {
        match part.as_upstar() {
            Some(game) => Options::Left(game),
            None => Options::Stored(self.forms.left(part.index())),
        }
    }

    /// Right's canonical options of a part.
    #[inline]
    pub(crate) fn right(&self, part: PartId) -> Options<'_> {
        match part.as_upstar() {
            Some(game) => Options::Right(game),
            None => Options::Stored(self.forms.right(part.index())),
        }
    }

    /// The stops of a part; the right one is 0.
    #[inline]
    pub(crate) fn part_stops(&self, part: PartId) -> Stops {
        if let Some(game) = part.as_upstar() {
            let order = game.compare_with_zero();
            return Stops {
                left: Dyadic::ZERO,
                right: Dyadic::ZERO,
                at_most_left: order.is_some_and(std::cmp::Ordering::is_le),
                at_least_right: order.is_some_and(std::cmp::Ordering::is_ge),
            };
        }
        let form = self.stops[part.index()];
        Stops {
            left: form.left_stop,
            right: Dyadic::ZERO,
            at_most_left: form.at_most_left,
            at_least_right: form.at_least_right,
        }
    }

    /// The stops of a game.
    #[inline]
    pub(crate) fn stops(&self, game: GameId) -> Result<Stops, Overflow> {
        if game.is_number() {
            return Ok(Stops::of_number(game.number));
        }
        self.part_stops(game.part).translate(game.number)
    }

    /// The game with these canonical options, which is no number and whose stops are `stops`.
    ///
    /// # Errors
    /// If the arena is full.
    pub(crate) fn intern(
        &mut self,
        left: &mut [GameId],
        right: &mut [GameId],
        stops: Stops,
    ) -> Result<GameId, GameError> {
        for option in left.iter_mut().chain(right.iter_mut()) {
            option.number = option.number.minus(stops.right)?;
        }
        left.sort_unstable_by_key(|option| option.key());
        right.sort_unstable_by_key(|option| option.key());
        let part = match upstar_with_options(left, right)? {
            Some(game) => PartId::symbolic(game),
            None => self.find_or_store(left, right, stops)?,
        };
        Ok(GameId {
            number: stops.right,
            part,
        })
    }

    fn find_or_store(
        &mut self,
        left: &[GameId],
        right: &[GameId],
        stops: Stops,
    ) -> Result<PartId, GameError> {
        let hash = match self.forms.find(left, right) {
            Ok(number) => return Ok(PartId(number | STORED)),
            Err(hash) => hash,
        };
        let full = GameError::Full { limit: self.limit };
        let left_stop = stops.left.minus(stops.right)?;
        if self.forms.len() >= self.limit {
            return Err(full);
        }
        let number = self.forms.add(left, right, hash).ok_or(full)?;
        self.stops.push(FormStops {
            left_stop,
            at_most_left: stops.at_most_left,
            at_least_right: stops.at_least_right,
        });
        Ok(PartId(number | STORED))
    }
}

/// The multiple of up plus nimber with these options (ordered), if there is one.
fn upstar_with_options(left: &[GameId], right: &[GameId]) -> Result<Option<UpStar>, GameError> {
    let symbolic = |option: &GameId| option.part.as_upstar().filter(|_| option.number.is_zero());
    let first = |options: &[GameId]| options.first().and_then(symbolic);
    let (Some(first_left), Some(first_right)) = (first(left), first(right)) else {
        return Ok(None);
    };
    let candidate = UpStar::candidate((first_left, left.len()), (first_right, right.len()))?;
    let same = |options: &[GameId], count: usize, option: fn(UpStar, usize) -> UpStar| {
        options.len() == count
            && (0..count).all(|at| symbolic(&options[at]) == Some(option(candidate, at)))
    };
    let found = same(left, candidate.n_left(), UpStar::left)
        && same(right, candidate.n_right(), UpStar::right);
    Ok(found.then_some(candidate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_small_and_symbolic_parts_round_trip() {
        assert_eq!((size_of::<GameId>(), size_of::<FormStops>()), (24, 24));
        for (ups, nimber) in [(0, 0), (-1, 0), (32_767, 32_767), (-32_767, 1)] {
            let value = UpStar::new(ups, nimber).unwrap();
            assert_eq!(PartId::symbolic(value).as_upstar(), Some(value));
        }
    }
}
