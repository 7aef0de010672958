//! The store of canonical forms.
//!
//! A game is a number plus a *part*. A part is a multiple of up plus a nimber, kept symbolically, or a form in the
//! arena whose right stop is 0; so all number translates of a game share one entry, and adding a number touches no
//! table. Invariant: forms in the arena are canonical, are no numbers and no [`UpStar`], and no two are equal; hence
//! two [`GameId`]s are equal exactly if the games are.
//! Source for the translation: number translation theorem, Siegel, *Combinatorial Game Theory* (2013), II.3.

use super::GameError;
use super::dyadic::{Dyadic, Overflow};
use super::memo::{fold, fold_wide};
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

    #[inline]
    pub(crate) fn mix(self) -> u64 {
        fold_wide(u64::from(self.part.bits()), self.number.bits())
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
    pub(crate) fn translate(self, by: Dyadic) -> Result<Self, Overflow> {
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

/// One stored form.
#[derive(Clone, Copy, Debug)]
struct Form {
    /// Where the options begin: Left's first, then Right's.
    start: u32,
    n_left: u16,
    n_right: u16,
    hash: u32,
    at_most_left: bool,
    at_least_right: bool,
    /// The right stop is 0.
    left_stop: Dyadic,
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

/// All stored forms, with an index from options to form.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    forms: Vec<Form>,
    options: Vec<GameId>,
    /// Open addressing; 0 is empty, else the index of a form plus one.
    index: Vec<u32>,
    limit: usize,
}

impl Arena {
    /// An empty arena for at most `limit` forms.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            forms: Vec::new(),
            options: Vec::new(),
            index: vec![0; 64],
            limit: limit.min((STORED - 2) as usize),
        }
    }

    pub(crate) fn n_forms(&self) -> usize {
        self.forms.len()
    }

    /// Bytes in use by forms, options and index (not counting spare capacity of the vectors).
    pub(crate) fn bytes(&self) -> usize {
        self.forms.len() * size_of::<Form>()
            + self.options.len() * size_of::<GameId>()
            + self.index.len() * size_of::<u32>()
    }

    fn form(&self, part: PartId) -> &Form {
        &self.forms[part.index()]
    }

    /// Left's canonical options of a part.
    #[inline]
    pub(crate) fn left(&self, part: PartId) -> Options<'_> {
        if let Some(game) = part.as_upstar() {
            return Options::Left(game);
        }
        let form = self.form(part);
        let start = form.start as usize;
        Options::Stored(&self.options[start..start + usize::from(form.n_left)])
    }

    /// Right's canonical options of a part.
    #[inline]
    pub(crate) fn right(&self, part: PartId) -> Options<'_> {
        if let Some(game) = part.as_upstar() {
            return Options::Right(game);
        }
        let form = self.form(part);
        let start = form.start as usize + usize::from(form.n_left);
        Options::Stored(&self.options[start..start + usize::from(form.n_right)])
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
        let form = self.form(part);
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
        let hash = hash_options(left, right);
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        while self.index[slot] != 0 {
            let part = PartId((self.index[slot] - 1) | STORED);
            if self.is_form(part, hash, left, right) {
                return Ok(part);
            }
            slot = (slot + 1) & mask;
        }
        let part = self.store(left, right, stops, hash)?;
        self.index[slot] = (part.0 & !STORED) + 1;
        if self.forms.len() * 2 > self.index.len() {
            self.grow_index();
        }
        Ok(part)
    }

    fn is_form(&self, part: PartId, hash: u32, left: &[GameId], right: &[GameId]) -> bool {
        let form = self.form(part);
        let start = form.start as usize;
        form.hash == hash
            && usize::from(form.n_left) == left.len()
            && usize::from(form.n_right) == right.len()
            && self.options[start..start + left.len()] == *left
            && self.options[start + left.len()..start + left.len() + right.len()] == *right
    }

    fn store(
        &mut self,
        left: &[GameId],
        right: &[GameId],
        stops: Stops,
        hash: u32,
    ) -> Result<PartId, GameError> {
        let limit = self.limit;
        let full = |_| GameError::Full { limit };
        if self.forms.len() >= self.limit {
            return Err(GameError::Full { limit });
        }
        let index = u32::try_from(self.forms.len()).map_err(full)?;
        self.forms.push(Form {
            start: u32::try_from(self.options.len()).map_err(full)?,
            n_left: u16::try_from(left.len()).map_err(full)?,
            n_right: u16::try_from(right.len()).map_err(full)?,
            hash,
            at_most_left: stops.at_most_left,
            at_least_right: stops.at_least_right,
            left_stop: stops.left.minus(stops.right)?,
        });
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        Ok(PartId(index | STORED))
    }

    fn grow_index(&mut self) {
        let size = self.index.len() * 2;
        self.index.clear();
        self.index.resize(size, 0);
        for (number, form) in (1..).zip(&self.forms) {
            let mut slot = form.hash as usize & (size - 1);
            while self.index[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.index[slot] = number;
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "half of a mixed hash")]
fn hash_options(left: &[GameId], right: &[GameId]) -> u32 {
    let side = |hash, options: &[GameId]| {
        options
            .iter()
            .fold(hash, |hash, option| fold(hash, option.mix()))
    };
    side(fold(side(0, left), left.len() as u64), right) as u32
}

/// The multiple of up plus nimber with these options (ordered), if there is one.
fn upstar_with_options(left: &[GameId], right: &[GameId]) -> Result<Option<UpStar>, GameError> {
    let all_symbolic = left
        .iter()
        .chain(right)
        .all(|option| option.number.is_zero() && option.part.0 & STORED == 0);
    if !all_symbolic {
        return Ok(None);
    }
    let symbolic = |options: &[GameId]| -> Vec<UpStar> {
        options
            .iter()
            .filter_map(|option| option.part.as_upstar())
            .collect()
    };
    UpStar::from_options(&symbolic(left), &symbolic(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_small_and_symbolic_parts_round_trip() {
        assert_eq!((size_of::<GameId>(), size_of::<Form>()), (24, 32));
        for (ups, nimber) in [(0, 0), (-1, 0), (32_767, 32_767), (-32_767, 1)] {
            let value = UpStar::new(ups, nimber).unwrap();
            assert_eq!(PartId::symbolic(value).as_upstar(), Some(value));
        }
    }
}
