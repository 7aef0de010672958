//! Expressions: games, functions of games and comparisons, evaluated to typed values.
//!
//! The functions are in one table, from which the help is made as well.

use std::cmp::Ordering;

use thiserror::Error;

use super::parse::{ParseError, Parser};
use super::print::Style;
use crate::cgt::arena::GameId;
use crate::cgt::dyadic::{Dyadic, Overflow};
use crate::cgt::game::{GameError, Games, Player};
use crate::cgt::interval::{End, Interval};
use crate::cgt::order::Outcome;
use crate::cgt::thermograph::Thermograph;

/// What an expression evaluates to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A game.
    Game(GameId),
    /// A number that was asked for as such (it is a game as well).
    Number(Dyadic),
    /// Whether a relation holds.
    Truth(bool),
    /// How two games compare; `None` if confused.
    Order(Option<Ordering>),
    /// Who wins.
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
    /// If it is none.
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

    fn into_number(self) -> Result<Dyadic, FunctionError> {
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
    #[error("{name} needs {needed} arguments, not {found}")]
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

/// A function that expressions can call.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its names; the first one is the full one.
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

/// Wraps a computation of one game from another.
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
        help: "the incentives that no other one is at least as good as",
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

/// A relation between two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    AtMost,
    AtLeast,
    Equal,
    Different,
    Confused,
    LessOrConfused,
    GreaterOrConfused,
    Less,
    Greater,
}

/// Signs of relations; a sign stands before its beginnings.
const RELATIONS: &[(&str, Relation)] = &[
    ("<=", Relation::AtMost),
    ("\u{2264}", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("\u{2265}", Relation::AtLeast),
    ("==", Relation::Equal),
    ("=", Relation::Equal),
    ("!=", Relation::Different),
    ("<|", Relation::LessOrConfused),
    ("|>", Relation::GreaterOrConfused),
    ("||", Relation::Confused),
    ("\u{2225}", Relation::Confused),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

impl Relation {
    const fn holds(self, order: Option<Ordering>) -> bool {
        use Ordering::{Equal, Greater, Less};
        match self {
            Self::AtMost => matches!(order, Some(Less | Equal)),
            Self::AtLeast => matches!(order, Some(Greater | Equal)),
            Self::Equal => matches!(order, Some(Equal)),
            Self::Different => !matches!(order, Some(Equal)),
            Self::Confused => order.is_none(),
            Self::LessOrConfused => matches!(order, Some(Less) | None),
            Self::GreaterOrConfused => matches!(order, Some(Greater) | None),
            Self::Less => matches!(order, Some(Less)),
            Self::Greater => matches!(order, Some(Greater)),
        }
    }
}

/// Evaluates an expression: a game, a function, or a relation between two games.
///
/// Relations are `<= >= == != < > || <| |>`; the functions are listed in [`FUNCTIONS`].
///
/// # Errors
/// The column and the problem.
pub fn evaluate(games: &mut Games, text: &str) -> Result<Value, ParseError> {
    let mut parser = Parser::new(games, text);
    let start = parser.position();
    let value = parser.sum()?;
    let at = parser.position();
    let relation = RELATIONS.iter().find(|(sign, _)| parser.take(sign));
    let Some(&(_, relation)) = relation else {
        parser.end()?;
        return Ok(value);
    };
    let first = value
        .into_game()
        .or_else(|problem| parser.error(start, problem))?;
    let second_at = parser.position();
    let second = parser.sum()?;
    let second = second
        .into_game()
        .or_else(|problem| parser.error(second_at, problem))?;
    parser.end()?;
    let order = parser.games.compare(first, second);
    match order {
        Ok(order) => Ok(Value::Truth(relation.holds(order))),
        Err(problem) => parser.error(at, problem),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let mut games = Games::default();
        let found = match evaluate(&mut games, text) {
            Ok(value) => value.text(&mut games, Style::default()).unwrap(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn games_are_read_and_named() {
        for (text, name) in [
            ("0.5 + 1/4", "3/4"),
            ("{0|0}", "*"),
            ("{0|*}", "^"),
            ("^+^+^+*", "^^^*"),
            ("4.^", "^4"),
            ("-3.^ + *2", "vvv*2"),
            ("{0||0|-2}", "+_2"),
            ("3 + -_{5|1}", "3+(-_({5|1}))"),
            ("3+_1/2", "3+(+_1/2)"),
            ("-5v", "-5v"),
            ("-(5v)", "-5^"),
            ("+-3", "{3|-3}"),
            ("{2||1|*}", "{2|{1|*}}"),
            ("{1,{2|0}|-1||-3}", "{{1,{2|0}|-1}|-3}"),
            ("{0^(3)|0}", "^^*"),
            ("{-_2|0^(2)}", "{{-_2|0}|0}"),
            ("{|}", "0"),
            ("{1|}", "2"),
            ("{1|1} - 1*", "0"),
            ("\u{21d1}* + \u{2193}", "^*"),
            ("\u{29fe}2 - +_2", "0"),
        ] {
            check(text, name);
        }
    }

    #[test]
    fn functions_and_relations() {
        for (text, value) in [
            ("cool({2|-1}, 1)", "{1|0}"),
            ("chill({2|0})", "1*"),
            ("warm(chill({4||3|*})) + *", "{4|{3|*}}"),
            ("heat(*, 1)", "{1|-1}"),
            ("mean({4||2|0}) + temp({4|0})", "9/2"),
            ("stops({4||2|0})", "left 4, right 2"),
            ("incentives(^)", "v, ^*"),
            ("best_incentives({4|0})", "{4|0}"),
            ("outcome({1|-1})", "the first player wins"),
            ("weight(^^*3)", "2"),
            ("reduced({2*|^})", "{2|0}"),
            ("birthday(3/4)", "3"),
            ("braces(^)", "{0|{0|0}}"),
            ("simplest(1/4, 1)", "1/2"),
            ("zeros(1, 3)", "1/8"),
            ("left({1,3|0})", "3"),
            ("^ > 0", "true"),
            ("^* || 0", "true"),
            ("* <| ^", "true"),
            ("{1|-1} || 1", "true"),
            ("compare(^, *)", "||"),
        ] {
            check(text, value);
        }
    }

    #[test]
    fn errors_point_at_the_column() {
        for (text, message) in [
            ("", "column 1: expected a game"),
            ("{1|2", "column 5: expected }"),
            ("{1,2}", "column 5: expected |"),
            ("1 + x", "column 6: expected ( after the name of a function"),
            ("  foo(1)", "column 3: unknown function foo"),
            ("1/3", "column 1: denominator is no power of two"),
            ("1 2", "column 3: expected the end"),
            ("^40000", "column 1: more than 32767 ups"),
            ("cool(1)", "column 1: cool needs 2 arguments, not 1"),
            (
                "+_0",
                "column 1: tiny and miny need a game greater than some positive number",
            ),
            ("stops(1) + 1", "column 1: not a game"),
            ("1 <", "column 4: expected a game"),
        ] {
            check(text, message);
        }
        let deep = "(".repeat(100_000);
        check(&deep, "column 201: nested deeper than 200");
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = FUNCTIONS.iter().flat_map(|f| f.names).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
