//! The functions that expressions can call, in one table. The help is made from the same table.

use super::value::{FunctionError, Value};
use crate::dyadic::Dyadic;
use crate::game::Games;
use crate::interval::{End, Interval};
use crate::{GameError, GameId, Player};

/// A function that expressions can call.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its names, the full name first.
    pub names: &'static [&'static str],
    /// Its arguments, as shown in the help.
    pub arguments: &'static [&'static str],
    /// What it computes.
    pub help: &'static str,
    apply: Apply,
}

type Applied<T> = Result<T, FunctionError>;

#[derive(Clone, Copy, Debug)]
enum Apply {
    /// One game to a value.
    Unary(fn(&mut Games, GameId) -> Applied<Value>),
    /// A game and a number to a game.
    Scaled(fn(&mut Games, GameId, Dyadic) -> Result<GameId, GameError>),
    /// Two games to a value.
    Binary(fn(&mut Games, GameId, GameId) -> Applied<Value>),
}

/// The entry of a method that computes one game from another.
macro_rules! game {
    ($method:ident) => {
        Apply::Unary(|games, game| Ok(Value::Game(games.$method(game)?)))
    };
}

/// All functions.
pub const FUNCTIONS: &[Function] = &[
    Function {
        names: &["cool"],
        arguments: &["G", "t"],
        help: "G cooled by t, -1 <= t",
        apply: Apply::Scaled(Games::cool),
    },
    Function {
        names: &["heat"],
        arguments: &["G", "t"],
        help: "G heated by t",
        apply: Apply::Scaled(Games::heat),
    },
    Function {
        names: &["chill"],
        arguments: &["G"],
        help: "G chilled: every move costs 1, without freezing",
        apply: game!(chill),
    },
    Function {
        names: &["warm"],
        arguments: &["G"],
        help: "G warmed: the inverse of chilling, up to a star",
        apply: game!(warm),
    },
    Function {
        names: &["reduced", "rcf"],
        arguments: &["G"],
        help: "reduced canonical form: G up to infinitesimals",
        apply: game!(reduced),
    },
    Function {
        names: &["weight", "aw"],
        arguments: &["G"],
        help: "atomic weight of an all-small G",
        apply: game!(atomic_weight),
    },
    Function {
        names: &["tiny"],
        arguments: &["G"],
        help: "{0||0|-G}, also written +_G",
        apply: game!(tiny),
    },
    Function {
        names: &["miny"],
        arguments: &["G"],
        help: "{G|0||0}, also written -_G",
        apply: game!(miny),
    },
    Function {
        names: &["zeros"],
        arguments: &["G", "n"],
        help: "0^n|G: n zeros over G",
        apply: Apply::Scaled(zeros),
    },
    Function {
        names: &["mean"],
        arguments: &["G"],
        help: "mean of G",
        apply: Apply::Unary(|games, game| Ok(Value::Number(games.mean(game)?))),
    },
    Function {
        names: &["temperature", "temp"],
        arguments: &["G"],
        help: "temperature of G",
        apply: Apply::Unary(|games, game| Ok(Value::Number(games.temperature(game)?))),
    },
    Function {
        names: &["stops"],
        arguments: &["G"],
        help: "left and right stop of G",
        apply: Apply::Unary(|games, game| {
            let stops = games.stops(game)?;
            Ok(Value::Stops(stops.left, stops.right))
        }),
    },
    Function {
        names: &["thermograph"],
        arguments: &["G"],
        help: "corners (value, temperature) of both walls, mean and temperature",
        apply: Apply::Unary(|games, game| {
            Ok(Value::Thermograph(Box::new(games.thermograph(game)?)))
        }),
    },
    Function {
        names: &["incentives"],
        arguments: &["G"],
        help: "all incentives: Left's, then Right's",
        apply: Apply::Unary(|games, game| Ok(Value::Games(incentives(games, game)?))),
    },
    Function {
        names: &["best_incentives"],
        arguments: &["G"],
        help: "the incentives that are not dominated",
        apply: Apply::Unary(|games, game| {
            let all = incentives(games, game)?;
            Ok(Value::Games(games.undominated(&all, Player::Left)?))
        }),
    },
    Function {
        names: &["left"],
        arguments: &["G"],
        help: "Left's options in the canonical form",
        apply: Apply::Unary(|games, game| Ok(Value::Games(games.options(game, Player::Left)?))),
    },
    Function {
        names: &["right"],
        arguments: &["G"],
        help: "Right's options in the canonical form",
        apply: Apply::Unary(|games, game| Ok(Value::Games(games.options(game, Player::Right)?))),
    },
    Function {
        names: &["outcome"],
        arguments: &["G"],
        help: "who wins G when the last move wins",
        apply: Apply::Unary(|games, game| Ok(Value::Outcome(games.outcome(game)?))),
    },
    Function {
        names: &["birthday"],
        arguments: &["G"],
        help: "height of the tree of the canonical form",
        apply: Apply::Unary(|games, game| {
            let day = games.birthday(game)?.cast_signed();
            Ok(Value::Number(Dyadic::integer(day)?))
        }),
    },
    Function {
        names: &["braces"],
        arguments: &["G"],
        help: "canonical form written out down to numbers",
        apply: Apply::Unary(|games, game| Ok(Value::Text(games.braces(game)?))),
    },
    Function {
        names: &["compare"],
        arguments: &["G", "H"],
        help: "<, =, > or ||",
        apply: Apply::Binary(|games, first, second| {
            Ok(Value::Order(games.compare(first, second)?))
        }),
    },
    Function {
        names: &["simplest"],
        arguments: &["x", "y"],
        help: "simplest number strictly between two numbers",
        apply: Apply::Binary(simplest),
    },
];

fn zeros(games: &mut Games, game: GameId, n: Dyadic) -> Result<GameId, GameError> {
    let count = u32::try_from(n.numerator())
        .ok()
        .filter(|&count| n.is_integer() && count <= games.config.max_depth)
        .ok_or(GameError::TooDeep {
            limit: games.config.max_depth,
        })?;
    games.zeros(count, game)
}

fn incentives(games: &mut Games, game: GameId) -> Result<Vec<GameId>, GameError> {
    let mut all = games.incentives(game, Player::Left)?;
    all.extend(games.incentives(game, Player::Right)?);
    Ok(all)
}

fn simplest(_: &mut Games, first: GameId, second: GameId) -> Applied<Value> {
    let end = |game: GameId| {
        let at = game.as_number().ok_or(FunctionError::NotANumber)?;
        Ok::<_, FunctionError>(Some(End { at, open: true }))
    };
    let room = Interval {
        lower: end(first)?,
        upper: end(second)?,
    };
    room.simplest()?
        .map(Value::Number)
        .ok_or(FunctionError::NothingBetween)
}

/// Applies the function called `name`.
pub(super) fn call(games: &mut Games, name: &str, arguments: Vec<Value>) -> Applied<Value> {
    let function = FUNCTIONS
        .iter()
        .find(|function| function.names.contains(&name))
        .ok_or_else(|| FunctionError::Unknown(name.to_owned()))?;
    if arguments.len() != function.arguments.len() {
        return Err(FunctionError::Arguments {
            name: function.names[0],
            needed: function.arguments.len(),
            found: arguments.len(),
        });
    }
    let mut arguments = arguments.into_iter();
    let mut next = || arguments.next().ok_or(FunctionError::NotAGame);
    let game = next()?.into_game()?;
    match function.apply {
        Apply::Unary(apply) => apply(games, game),
        Apply::Scaled(apply) => {
            let number = next()?.into_number()?;
            Ok(Value::Game(apply(games, game, number)?))
        }
        Apply::Binary(apply) => {
            let second = next()?.into_game()?;
            apply(games, game, second)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = FUNCTIONS.iter().flat_map(|f| f.names).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
