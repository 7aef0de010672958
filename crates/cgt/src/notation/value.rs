//! What expressions evaluate to.

use std::cmp::Ordering;

use thiserror::Error;

use super::print::Style;
use crate::dyadic::{Dyadic, Overflow};
use crate::game::Games;
use crate::order::Outcome;
use crate::thermograph::Thermograph;
use crate::{GameError, GameId};

/// What an expression evaluates to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A game.
    Game(GameId),
    /// A number (which is also a game) that a function returned as a number.
    Number(Dyadic),
    /// Whether a relation holds.
    Truth(bool),
    /// How two games compare; `None` if confused.
    Order(Option<Ordering>),
    /// The winner.
    Outcome(Outcome),
    /// Left and right stop.
    Stops(Dyadic, Dyadic),
    /// A thermograph.
    Thermograph(Box<Thermograph>),
    /// Several games.
    Games(Vec<GameId>),
    /// A text, such as a canonical form written out.
    Text(String),
}

impl Value {
    /// The value as a game.
    ///
    /// # Errors
    /// If it is not a game.
    pub fn into_game(self) -> Result<GameId, FunctionError> {
        match self {
            Self::Game(game) => Ok(game),
            Self::Number(value) => Ok(GameId::from_number(value)),
            Self::Truth(_)
            | Self::Order(_)
            | Self::Outcome(_)
            | Self::Stops(..)
            | Self::Thermograph(_)
            | Self::Games(_)
            | Self::Text(_) => Err(FunctionError::NotAGame),
        }
    }

    /// The value as a number.
    pub(super) fn into_number(self) -> Result<Dyadic, FunctionError> {
        self.into_game()?
            .as_number()
            .ok_or(FunctionError::NotANumber)
    }

    /// The value as text, games in `style`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn text(&self, games: &mut Games, style: Style) -> Result<String, GameError> {
        Ok(match self {
            Self::Game(game) => games.text(*game, style)?,
            Self::Number(value) => value.to_string(),
            Self::Truth(truth) => truth.to_string(),
            Self::Order(order) => match order {
                Some(Ordering::Less) => "<",
                Some(Ordering::Equal) => "=",
                Some(Ordering::Greater) => ">",
                None => "||",
            }
            .to_owned(),
            Self::Outcome(outcome) => match outcome {
                Outcome::Left => "Left wins",
                Outcome::Right => "Right wins",
                Outcome::First => "the first player wins",
                Outcome::Second => "the second player wins",
            }
            .to_owned(),
            Self::Stops(left, right) => format!("left {left}, right {right}"),
            Self::Thermograph(graph) => graph.to_string(),
            Self::Games(list) => {
                let mut texts = Vec::new();
                for &game in list {
                    texts.push(games.text(game, style)?);
                }
                texts.join(", ")
            }
            Self::Text(text) => text.clone(),
        })
    }
}

/// Why a function could not be applied.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FunctionError {
    /// No function has this name.
    #[error("unknown function {0}")]
    Unknown(String),
    /// Too many or too few arguments.
    #[error("{name} needs {}, not {found}", tedomari_base::counted(.needed.to_owned(), "argument"))]
    Arguments {
        /// The function.
        name: &'static str,
        /// How many it needs.
        needed: usize,
        /// How many were given.
        found: usize,
    },
    /// An argument is no game.
    #[error("not a game")]
    NotAGame,
    /// An argument is no number.
    #[error("not a number")]
    NotANumber,
    /// No number lies between the arguments.
    #[error("no number in between")]
    NothingBetween,
    /// The result cannot be computed.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl From<Overflow> for FunctionError {
    fn from(overflow: Overflow) -> Self {
        Self::Game(overflow.into())
    }
}
