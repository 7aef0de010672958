//! Expressions: games, functions of games and comparisons. They are evaluated to typed values.

use std::cmp::Ordering;

use super::parse::{ParseError, Parser};
use super::value::Value;
use crate::game::Games;

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

/// Signs of relations. A longer sign stands before the signs that it begins with.
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
/// Relations are `<= >= == != < > || <| |>`; the functions are listed in [`FUNCTIONS`](super::FUNCTIONS).
///
/// # Errors
/// The column of the problem, and what is wrong there.
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
    use crate::notation::Style;

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
            ("1/3", "column 1: denominator is not a power of two"),
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
}
