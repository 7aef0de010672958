//! The store of canonical forms.
//!
//! A game is a number plus a *part*. A part is either a multiple of up plus a nimber, kept symbolically, or a form in
//! the arena whose right stop is 0. So all number translates of a game share one entry, and adding a number needs no
//! table. Invariant: forms in the arena are canonical, are neither numbers nor [`UpStar`]s, and no two are equal.
//! Hence two [`GameId`]s are equal exactly if the games are. Source for the translation: number translation theorem,
//! Siegel, *Combinatorial Game Theory* (2013), II.3.

use super::GameError;
use super::dyadic::{Dyadic, Overflow};
use super::game_id::{GameId, PartId, Stops};
use super::option_table::OptionTable;
use super::upstar::UpStar;

/// Options for which there is room, for each form of the limit: a sum of many hot games has few forms with very many
/// options.
pub(crate) const OPTIONS_PER_FORM: usize = 8;

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
            limit: limit.min(PartId::MAX_STORED),
        }
    }

    pub(crate) fn n_forms(&self) -> usize {
        self.forms.len()
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

    /// The part with these canonical options and these stops. It must not be a number, and its right stop is 0.
    ///
    /// # Errors
    /// If the arena is full.
    pub(crate) fn intern(
        &mut self,
        left: &mut [GameId],
        right: &mut [GameId],
        stops: Stops,
    ) -> Result<PartId, GameError> {
        left.sort_unstable_by_key(|option| option.key());
        right.sort_unstable_by_key(|option| option.key());
        match upstar_with_options(left, right)? {
            Some(game) => Ok(PartId::symbolic(game)),
            None => self.find_or_store(left, right, stops),
        }
    }

    fn find_or_store(
        &mut self,
        left: &[GameId],
        right: &[GameId],
        stops: Stops,
    ) -> Result<PartId, GameError> {
        let hash = match self.forms.find(left, right) {
            Ok(number) => return Ok(PartId::stored(number)),
            Err(hash) => hash,
        };
        let full = GameError::Full { limit: self.limit };
        let most_options = self.limit.saturating_mul(OPTIONS_PER_FORM);
        if self.forms.len() >= self.limit || self.forms.n_options() >= most_options {
            return Err(full);
        }
        let number = self.forms.add(left, right, hash).ok_or(full)?;
        self.stops.push(FormStops {
            left_stop: stops.left,
            at_most_left: stops.at_most_left,
            at_least_right: stops.at_least_right,
        });
        Ok(PartId::stored(number))
    }
}

/// Takes the right stop away from the options and the stops of a game, and returns it. [`Arena::intern`] takes what is
/// left.
///
/// # Errors
/// If a number does not fit.
pub(crate) fn take_right_stop(
    left: &mut [GameId],
    right: &mut [GameId],
    stops: &mut Stops,
) -> Result<Dyadic, Overflow> {
    let number = stops.right;
    *stops = stops.translate(-number)?;
    for option in left.iter_mut().chain(right) {
        option.number = option.number.minus(number)?;
    }
    Ok(number)
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
