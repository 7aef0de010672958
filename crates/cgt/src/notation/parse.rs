//! Text to games and function calls: a recursive descent parser. Errors name the column.
//!
//! | form | meaning |
//! |---|---|
//! | `-5/8`, `2.5` | number |
//! | `*`, `*3`, `^`, `^^`, `^4`, `v`, `2^*` | nimber, ups and downs, and a number with them |
//! | `+_G`, `-_G`, `⧾G`, `⧿G` | tiny and miny; `3+_2` is 3 plus tiny 2 |
//! | `±G` or `+-G` | the switch `{G \| -G}` |
//! | `{a,b\|c}`, `{a\|\|b\|c}` | options; the longest run of bars separates last |
//! | `{0^(3)\|G}`, `{G\|0^(3)}` | `0 \| 0 \| 0 \| G` and its mirror image |
//! | `3.G`, `G+H`, `G-H`, `-G`, `(G)` | multiple, sum, difference, negative |
//! | `NAME(a, b)` | a function, see [`super::FUNCTIONS`] |

use thiserror::Error;

use super::MAX_NESTING;
use super::functions;
use super::value::{FunctionError, Value};
use crate::GameError;
use crate::dyadic::{Dyadic, ParseDyadicError};
use crate::game::Games;
use crate::game_id::GameId;

/// Why a text could not be evaluated, and at which column (from 1).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct ParseError {
    /// Column of the first character at fault, counted from 1.
    pub column: usize,
    /// What is wrong there.
    #[source]
    pub problem: ParseProblem,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseProblem {
    /// The text does not go on with what is needed here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// Nested too deeply.
    #[error("nested deeper than {MAX_NESTING}")]
    TooNested,
    /// A number that cannot be read.
    #[error(transparent)]
    Number(#[from] ParseDyadicError),
    /// The game cannot be computed.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A function cannot be applied.
    #[error(transparent)]
    Function(#[from] FunctionError),
}

impl ParseProblem {
    /// Whether the text itself is sound, and a limit, a budget or the user ended the computation.
    #[must_use]
    pub const fn is_limit(&self) -> bool {
        let (Self::Game(error) | Self::Function(FunctionError::Game(error))) = self else {
            return false;
        };
        matches!(
            error,
            GameError::Full { .. }
                | GameError::TooLong { .. }
                | GameError::TooDeep { .. }
                | GameError::Stopped(_)
        )
    }
}

/// Reads one game.
///
/// # Errors
/// The column and the problem, if the text is no game or the game cannot be computed.
pub fn parse_game(games: &mut Games, text: &str) -> Result<GameId, ParseError> {
    let mut parser = Parser::new(games, text);
    let game = parser.sum()?;
    let column = 1;
    let game = game.into_game().map_err(|error| ParseError {
        column,
        problem: error.into(),
    })?;
    parser.end()?;
    Ok(game)
}

/// A position in a text, with the table that games are built in.
#[derive(Debug)]
pub(super) struct Parser<'a> {
    pub(super) games: &'a mut Games,
    text: Vec<char>,
    at: usize,
    nesting: u32,
}

type Parsed<T> = Result<T, ParseError>;

impl<'a> Parser<'a> {
    pub(super) fn new(games: &'a mut Games, text: &str) -> Self {
        Self {
            games,
            text: text.chars().map(plain).collect(),
            at: 0,
            nesting: 0,
        }
    }

    pub(super) fn error<T>(&self, at: usize, problem: impl Into<ParseProblem>) -> Parsed<T> {
        Err(ParseError {
            column: at + 1,
            problem: problem.into(),
        })
    }

    fn expected<T>(&self, what: &'static str) -> Parsed<T> {
        self.error(self.at, ParseProblem::Expected(what))
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.text.get(self.at + ahead).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek(0).is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    pub(super) fn position(&mut self) -> usize {
        self.skip_blanks();
        self.at
    }

    /// Reads `sign` if it comes next. False if it does not.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        self.skip_blanks();
        let found = sign
            .chars()
            .enumerate()
            .all(|(ahead, c)| self.peek(ahead) == Some(c));
        if found {
            self.at += sign.chars().count();
        }
        found
    }

    fn digits(&mut self) -> String {
        let mut digits = String::new();
        while let Some(c) = self.peek(0).filter(char::is_ascii_digit) {
            digits.push(c);
            self.at += 1;
        }
        digits
    }

    /// The natural number at this place, if there is one. A number too large for 64 bits counts as the largest one.
    fn natural(&mut self) -> Option<u64> {
        let digits = self.digits();
        (!digits.is_empty()).then(|| digits.parse().unwrap_or(u64::MAX))
    }

    fn game_result<T>(&self, at: usize, result: Result<T, GameError>) -> Parsed<T> {
        result.or_else(|problem| self.error(at, problem))
    }

    fn game_of(&self, at: usize, value: Value) -> Parsed<GameId> {
        value.into_game().or_else(|problem| self.error(at, problem))
    }

    /// Checks that the text ends here.
    pub(super) fn end(&mut self) -> Parsed<()> {
        self.skip_blanks();
        if self.at < self.text.len() {
            return self.expected("the end");
        }
        Ok(())
    }

    /// Terms with signs between them. The value of a single term keeps its type; a sum is a game.
    pub(super) fn sum(&mut self) -> Parsed<Value> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return self.error(self.at, ParseProblem::TooNested);
        }
        let start = self.position();
        let mut value = if self.begins_negative() {
            self.at += 1;
            let game = self.term_game()?;
            Value::Game(self.game_result_of(start, |games| games.negative(game))?)
        } else {
            self.term()?
        };
        loop {
            let at = self.position();
            let (Some(sign @ ('+' | '-')), next) = (self.peek(0), self.peek(1)) else {
                break;
            };
            if next != Some('_') {
                self.at += 1;
            }
            let first = self.game_of(start, value)?;
            let second = self.term_game()?;
            value = Value::Game(self.game_result_of(at, |games| {
                if sign == '+' || next == Some('_') {
                    games.sum(first, second)
                } else {
                    games.difference(first, second)
                }
            })?);
        }
        self.nesting -= 1;
        Ok(value)
    }

    fn game_result_of<T>(
        &mut self,
        at: usize,
        compute: impl FnOnce(&mut Games) -> Result<T, GameError>,
    ) -> Parsed<T> {
        let result = compute(self.games);
        self.game_result(at, result)
    }

    /// Whether a minus sign comes next that belongs neither to a number nor to a miny.
    fn begins_negative(&self) -> bool {
        self.peek(0) == Some('-')
            && self.peek(1) != Some('_')
            && !self.peek(1).is_some_and(|c| c.is_ascii_digit())
    }

    fn term_game(&mut self) -> Parsed<GameId> {
        let at = self.position();
        let value = self.term()?;
        self.game_of(at, value)
    }

    fn term(&mut self) -> Parsed<Value> {
        let at = self.position();
        if self.take("(") {
            let value = self.sum()?;
            return if self.take(")") {
                Ok(value)
            } else {
                self.expected(")")
            };
        }
        if self.take("+_") || self.take("\u{29fe}") {
            let size = self.size_of_tiny()?;
            return Ok(Value::Game(self.game_result_of(at, |g| g.tiny(size))?));
        }
        if self.take("-_") || self.take("\u{29ff}") {
            let size = self.size_of_tiny()?;
            return Ok(Value::Game(self.game_result_of(at, |g| g.miny(size))?));
        }
        if self.take("\u{b1}") || self.take("+-") {
            let game = self.nested_term()?;
            let switch = self.game_result_of(at, |games| {
                let negative = games.negative(game)?;
                games.game(&[game], &[negative])
            })?;
            return Ok(Value::Game(switch));
        }
        if self.take("{") {
            let game = self.barred_form()?;
            return if self.take("}") {
                Ok(Value::Game(game))
            } else {
                self.expected("}")
            };
        }
        if self.begins_name() {
            return self.call();
        }
        self.literal()
    }

    /// A term after a sign. It counts as nested, because many signs may follow each other.
    fn nested_term(&mut self) -> Parsed<GameId> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return self.error(self.at, ParseProblem::TooNested);
        }
        let game = self.term_game()?;
        self.nesting -= 1;
        Ok(game)
    }

    /// The game after `+_` or `-_`: a number alone, or a term in braces or parentheses.
    fn size_of_tiny(&mut self) -> Parsed<GameId> {
        self.skip_blanks();
        if self.peek(0).is_some_and(|c| c.is_ascii_digit()) {
            return Ok(GameId::from_number(self.number()?));
        }
        self.nested_term()
    }

    /// Whether a name comes next: letters that are not all `v` (downs).
    fn begins_name(&self) -> bool {
        self.text[self.at..]
            .iter()
            .take_while(|c| c.is_ascii_alphabetic())
            .any(|&c| c != 'v')
    }

    fn call(&mut self) -> Parsed<Value> {
        let at = self.at;
        let mut name = String::new();
        while let Some(c) = self
            .peek(0)
            .filter(|&c| c.is_ascii_alphanumeric() || c == '_')
        {
            name.push(c);
            self.at += 1;
        }
        if !self.take("(") {
            return self.expected("( after the name of a function");
        }
        let mut arguments = Vec::new();
        if !self.take(")") {
            loop {
                arguments.push(self.sum()?);
                if self.take(")") {
                    break;
                }
                if !self.take(",") {
                    return self.expected(", or )");
                }
            }
        }
        functions::call(self.games, &name, arguments).or_else(|problem| self.error(at, problem))
    }

    /// A signed number such as `-3/4` or `2.5`.
    fn number(&mut self) -> Parsed<Dyadic> {
        let at = self.at;
        let mut text = String::new();
        if self.peek(0) == Some('-') {
            text.push('-');
            self.at += 1;
        }
        text.push_str(&self.digits());
        let mark = self.peek(0).filter(|c| matches!(c, '/' | '.'));
        if let Some(mark) = mark
            && self.peek(1).is_some_and(|c| c.is_ascii_digit())
        {
            text.push(mark);
            self.at += 1;
            text.push_str(&self.digits());
        }
        text.parse()
            .or_else(|problem: ParseDyadicError| self.error(at, problem))
    }

    /// A number, ups and a nimber, in this order, and at least one of them; or a multiple of a term.
    fn literal(&mut self) -> Parsed<Value> {
        let start = self.at;
        let mut game = GameId::ZERO;
        let signed = self.peek(0) == Some('-');
        if self
            .peek(usize::from(signed))
            .is_some_and(|c| c.is_ascii_digit())
        {
            let number = self.number()?;
            if self.peek(0) == Some('.') {
                self.at += 1;
                return self.multiple(start, number);
            }
            game = GameId::from_number(number);
        }
        let after_number = self.at;
        let ups = self.ups()?;
        let mut nimber = 0;
        if self.peek(0) == Some('*') {
            self.at += 1;
            nimber = self.natural().unwrap_or(1);
        }
        if self.at == start {
            return self.expected("a game");
        }
        if self.at == after_number {
            return Ok(Value::Number(game.number));
        }
        let upstar = self.games.ups(ups, nimber);
        let upstar = self.game_result(after_number, upstar)?;
        let sum = self.game_result_of(start, |games| games.sum(game, upstar))?;
        Ok(Value::Game(sum))
    }

    fn multiple(&mut self, start: usize, number: Dyadic) -> Parsed<Value> {
        let factor = i64::try_from(number.numerator())
            .ok()
            .filter(|_| number.is_integer());
        let Some(factor) = factor else {
            return self.error(start, ParseProblem::Expected("an integer before the dot"));
        };
        let game = self.nested_term()?;
        let multiple = self.game_result_of(start, |games| games.multiple(factor, game))?;
        Ok(Value::Game(multiple))
    }

    /// Several arrows, or one arrow and a count. The result is negative for downs.
    fn ups(&mut self) -> Parsed<i64> {
        let (arrow, sign) = match self.peek(0) {
            Some(arrow @ ('^' | '\u{21d1}')) => (arrow, 1),
            Some(arrow @ ('v' | '\u{21d3}')) => (arrow, -1),
            _ => return Ok(0),
        };
        let (single, double) = if sign == 1 {
            ('^', '\u{21d1}')
        } else {
            ('v', '\u{21d3}')
        };
        let mut count = 0;
        while let Some(c) = self.peek(0).filter(|&c| c == single || c == double) {
            count += if c == double { 2 } else { 1 };
            self.at += 1;
        }
        if count == 1 && arrow == single && self.peek(0).is_some_and(|c| c.is_ascii_digit()) {
            count = i64::try_from(self.natural().unwrap_or(1)).unwrap_or(i64::MAX);
        }
        Ok(sign * count)
    }

    /// The text between braces: two sides, separated by the longest run of bars. Each option counts as nested.
    fn barred_form(&mut self) -> Parsed<GameId> {
        let start = self.position();
        let end = self.matching_end();
        self.barred(start, end)
    }

    /// The place where the braces around this place close, or the end of the text.
    fn matching_end(&self) -> usize {
        let mut depth = 0;
        for (at, c) in self.text.iter().enumerate().skip(self.at) {
            match c {
                '{' | '(' => depth += 1,
                '}' | ')' if depth == 0 => return at,
                '}' | ')' => depth -= 1,
                _ => {}
            }
        }
        self.text.len()
    }

    /// The form between two places of the text, with a bar outside inner braces.
    fn barred(&mut self, start: usize, end: usize) -> Parsed<GameId> {
        let Some((bar, length)) = self.longest_bars(start, end) else {
            return self.error(end, ParseProblem::Expected("|"));
        };
        self.at = start;
        let left_zeros = self.zeros_power(bar)?;
        let left = if left_zeros.is_some() {
            Vec::new()
        } else {
            self.side(start, bar)?
        };
        self.at = bar + length;
        let right_zeros = self.zeros_power(end)?;
        let right = if right_zeros.is_some() {
            Vec::new()
        } else {
            self.side(bar + length, end)?
        };
        self.at = end;
        match (left_zeros, right_zeros, &left[..], &right[..]) {
            (None, None, _, _) => self.game_result_of(start, |games| games.game(&left, &right)),
            (Some(n), None, _, &[game]) => self.game_result_of(start, |games| games.zeros(n, game)),
            (None, Some(n), &[game], _) => self.game_result_of(start, |games| {
                let negative = games.negative(game)?;
                let zeros = games.zeros(n, negative)?;
                games.negative(zeros)
            }),
            _ => self.error(start, ParseProblem::Expected("one game beside 0^(n)")),
        }
    }

    /// The `n` of a side that is exactly `0^(n)` and ends at `end`.
    fn zeros_power(&mut self, end: usize) -> Parsed<Option<u32>> {
        if !self.take("0^(") {
            return Ok(None);
        }
        let at = self.at;
        let n = self.natural().and_then(|n| u32::try_from(n).ok());
        let Some(n) = n.filter(|&n| n <= MAX_NESTING) else {
            return self.error(at, ParseProblem::Expected("a small natural number"));
        };
        if !self.take(")") {
            return self.expected(")");
        }
        if self.position() != end {
            return self.expected("nothing else beside 0^(n)");
        }
        Ok(Some(n))
    }

    /// Place and length of the longest run of bars outside inner braces.
    fn longest_bars(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        let (mut depth, mut at) = (0, start);
        while at < end {
            match self.text[at] {
                '{' | '(' => depth += 1,
                '}' | ')' => depth -= 1,
                '|' if depth == 0 => {
                    let run = self.text[at..end].iter().take_while(|&&c| c == '|').count();
                    if best.is_none_or(|(_, longest)| run > longest) {
                        best = Some((at, run));
                    }
                    at += run;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        best
    }

    /// The options of one side: a barred form without its braces, or games with commas between them.
    fn side(&mut self, start: usize, end: usize) -> Parsed<Vec<GameId>> {
        if self.longest_bars(start, end).is_some() {
            self.nesting += 1;
            if self.nesting > MAX_NESTING {
                return self.error(start, ParseProblem::TooNested);
            }
            let game = self.barred(start, end)?;
            self.nesting -= 1;
            return Ok(vec![game]);
        }
        self.at = start;
        let mut options = Vec::new();
        if self.position() >= end {
            return Ok(options);
        }
        loop {
            let at = self.position();
            let value = self.sum()?;
            options.push(self.game_of(at, value)?);
            if self.position() >= end {
                return Ok(options);
            }
            if !self.take(",") {
                return self.expected(", | or }");
            }
        }
    }
}

/// The ASCII character for a mathematical sign, if there is one.
fn plain(c: char) -> char {
    match c {
        '\u{2191}' => '^',
        '\u{2193}' => 'v',
        '\u{2212}' => '-',
        '\u{2217}' | '\u{22c6}' => '*',
        other => other,
    }
}
