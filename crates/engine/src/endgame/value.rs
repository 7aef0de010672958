//! What is proved about an area: one game, or two games that bound it.
//!
//! Black is Left in every game here.

use thiserror::Error;

use crate::base::Stop;
use crate::board::{Color, PerColor};
use crate::cgt::{Dyadic, GameError, GameId, Games, Player};

/// What is proved about an area: it is at least `lower` and at most `upper`. It is exact if both are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaValue {
    /// A game that is no better for Black than the area.
    pub lower: GameId,
    /// A game that is no worse for Black than the area.
    pub upper: GameId,
    /// Whether every point belongs to a color at the end of every line of play: no seki.
    pub fills_up: bool,
}

impl AreaValue {
    /// The value of a finished area.
    #[must_use]
    pub fn integer(points: i32) -> Self {
        Self::exact_game(integer(points))
    }

    /// An exact value without seki.
    #[must_use]
    const fn exact_game(game: GameId) -> Self {
        Self {
            lower: game,
            upper: game,
            fills_up: true,
        }
    }

    /// The game, if it is known exactly.
    #[must_use]
    pub fn exact(&self) -> Option<GameId> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Why an area has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsolved {
    /// The budget was spent, or the search was cancelled.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// A line of play was longer than the stack allows.
    #[error("a line of play is too long")]
    TooDeep,
    /// The store of shapes is full.
    #[error("the store of shapes is full")]
    Full,
    /// An operation on games failed.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// The integer `points` as a game.
pub(super) fn integer(points: i32) -> GameId {
    GameId::from_number(points.into())
}

/// A game made from its options, with bounds where the simplicity rule does not apply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// The game, or what Left gets by moving.
    pub(super) low: GameId,
    /// The game, or what Right gets by moving.
    pub(super) high: GameId,
    /// Whether `low` and `high` are the game itself.
    pub(super) is_forced: bool,
    /// What Left and Right get by moving, if the game is not forced.
    pub(super) ends: (Dyadic, Dyadic),
}

/// The game `{left | right}`; an interval if it is a number that no rule of Go forces.
pub(super) fn form(
    games: &mut Games,
    options: &PerColor<Vec<GameId>>,
    most: PerColor<i32>,
) -> Result<Form, GameError> {
    let [left, right] = &options.0;
    if !left.is_empty() && !right.is_empty() {
        let game = games.game(left, right)?;
        let is_forced = match game.as_number() {
            None => true,
            Some(number) => number.is_integer() && is_only_fit(games, left, right, number)?,
        };
        if is_forced {
            return Ok(Form {
                low: game,
                high: game,
                is_forced,
                ends: (Dyadic::ZERO, Dyadic::ZERO),
            });
        }
    }
    let mut low = Dyadic::from(-most[Color::White]);
    for &option in left {
        low = low.max(games.stops(option)?.right);
    }
    let mut high = Dyadic::from(most[Color::Black]);
    for &option in right {
        high = high.min(games.stops(option)?.left);
    }
    let (mut low, mut high) = (Dyadic::integer(low.floor())?, Dyadic::integer(high.ceil())?);
    // One player has no play, and the other player can show with one play that all points are theirs.
    let own = Dyadic::from(most[Color::Black]);
    if right.is_empty() && !left.is_empty() && low.plus(Dyadic::ONE)? >= own {
        (low, high) = (own, own);
    }
    let own = Dyadic::from(-most[Color::White]);
    if left.is_empty() && !right.is_empty() && high.minus(Dyadic::ONE)? <= own {
        (low, high) = (own, own);
    }
    Ok(Form {
        low: GameId::from_number(low),
        high: GameId::from_number(high),
        is_forced: low == high,
        ends: (low, high),
    })
}

/// Whether `number` is the only integer that lies between the options.
fn is_only_fit(
    games: &mut Games,
    left: &[GameId],
    right: &[GameId],
    number: Dyadic,
) -> Result<bool, GameError> {
    let below = GameId::from_number(number.minus(Dyadic::ONE)?);
    let above = GameId::from_number(number.plus(Dyadic::ONE)?);
    let mut is_below_out = false;
    for &option in left {
        is_below_out = is_below_out || games.at_most(below, option)?;
    }
    let mut is_above_out = false;
    for &option in right {
        is_above_out = is_above_out || games.at_most(option, above)?;
    }
    Ok(is_below_out && is_above_out)
}

/// The player of combinatorial game theory that has this color: Black is Left.
#[must_use]
pub(super) const fn player(color: Color) -> Player {
    match color {
        Color::Black => Player::Left,
        Color::White => Player::Right,
    }
}
