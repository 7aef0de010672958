//! The arguments of a command, read one after the other.

use std::ops::RangeInclusive;

use super::error::CommandError;
use crate::board::{Color, Move, Point, Size};

/// A cursor over the words after a command's name. Positions in messages count from 1.
#[derive(Clone, Debug)]
pub struct Args<'a> {
    tail: &'a str,
    words: Vec<&'a str>,
    n_read: usize,
}

impl<'a> Args<'a> {
    /// The arguments in the text after a command's name.
    #[must_use]
    pub fn new(tail: &'a str) -> Self {
        Self {
            tail,
            words: tail.split_whitespace().collect(),
            n_read: 0,
        }
    }

    /// The arguments of a command whose first one is the name of a file, which may have blanks if it stands in double
    /// quotes.
    ///
    /// # Errors
    /// If there is an opening quote that nothing closes.
    pub fn with_file(tail: &'a str) -> Result<Self, CommandError> {
        let Some(inside) = tail.strip_prefix('"') else {
            return Ok(Self::new(tail));
        };
        let closed = inside
            .split_once('"')
            .filter(|(_, rest)| rest.is_empty() || rest.starts_with(char::is_whitespace));
        let (name, rest) = closed.ok_or_else(|| {
            let message = "argument 1: the quotation marks are not one pair around the name";
            CommandError::Syntax(message.to_owned())
        })?;
        Ok(Self {
            tail,
            words: std::iter::once(name)
                .chain(rest.split_whitespace())
                .collect(),
            n_read: 0,
        })
    }

    /// Number of arguments, read or not.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are no arguments at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether arguments are left to read.
    #[must_use]
    pub const fn has_more(&self) -> bool {
        self.n_read < self.words.len()
    }

    /// The next word.
    ///
    /// # Errors
    /// If there is none.
    pub fn word(&mut self) -> Result<&'a str, CommandError> {
        self.next("a word").map(|(_, word)| word)
    }

    /// The next word, without reading it.
    #[must_use]
    pub fn peek(&self) -> Option<&'a str> {
        self.words.get(self.n_read).copied()
    }

    /// Takes the last word away if it is this one and was not read.
    pub fn take_last(&mut self, word: &str) -> bool {
        let is_last = self.has_more() && self.words.last() == Some(&word);
        if is_last {
            self.words.pop();
        }
        is_last
    }

    /// A color, in either case and short or long.
    ///
    /// # Errors
    /// If the next word is not a color.
    pub fn color(&mut self) -> Result<Color, CommandError> {
        let (position, word) = self.next("a color")?;
        word.parse().map_err(|_| wrong(position, word, "a color"))
    }

    /// A point of a board of the given size.
    ///
    /// # Errors
    /// If the next word is not a point on that board.
    pub fn point(&mut self, size: Size) -> Result<Point, CommandError> {
        let (position, word) = self.next("a point")?;
        parse_point(position, word, size)
    }

    /// A point or `pass`.
    ///
    /// # Errors
    /// If the next word is neither.
    pub fn vertex(&mut self, size: Size) -> Result<Move, CommandError> {
        let (position, word) = self.next("a vertex")?;
        if word.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        parse_point(position, word, size).map(Move::Play)
    }

    /// An integer in a range.
    ///
    /// # Errors
    /// If the next word is not such an integer.
    pub fn int(&mut self, range: RangeInclusive<i64>) -> Result<i64, CommandError> {
        let wanted = format!("an integer from {} to {}", range.start(), range.end());
        let (position, word) = self.next(&wanted)?;
        let value: Option<i64> = word.parse().ok();
        value
            .filter(|value| range.contains(value))
            .ok_or_else(|| wrong(position, word, &wanted))
    }

    /// A finite decimal number.
    ///
    /// # Errors
    /// If the next word is not one.
    pub fn number(&mut self) -> Result<f64, CommandError> {
        let (position, word) = self.next("a number")?;
        let value: Option<f64> = word.parse().ok();
        value
            .filter(|value| value.is_finite())
            .ok_or_else(|| wrong(position, word, "a number"))
    }

    /// All words not read yet, which are read now.
    pub fn rest(&mut self) -> &[&'a str] {
        let rest = self.words.get(self.n_read..).unwrap_or_default();
        self.n_read = self.words.len();
        rest
    }

    /// The whole text after the command's name, inner spaces kept. All words are read with it.
    pub fn tail(&mut self) -> &'a str {
        self.n_read = self.words.len();
        self.tail
    }

    /// Refuses words that nothing has read.
    ///
    /// # Errors
    /// If there are any.
    pub fn end(&self) -> Result<(), CommandError> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(CommandError::Syntax(format!(
                "argument {}: `{word}` is one argument too many",
                self.n_read + 1
            ))),
        }
    }

    /// The next word and its position.
    fn next(&mut self, wanted: &str) -> Result<(usize, &'a str), CommandError> {
        let position = self.n_read + 1;
        let word = self.words.get(self.n_read).copied();
        let word = word.ok_or_else(|| {
            CommandError::Syntax(format!("argument {position} is missing: {wanted}"))
        })?;
        self.n_read = position;
        Ok((position, word))
    }
}

fn parse_point(position: usize, word: &str, size: Size) -> Result<Point, CommandError> {
    match word.parse() {
        Ok(point) if size.contains(point) => Ok(point),
        Ok(_) => Err(CommandError::Syntax(format!(
            "argument {position}: `{word}` is not on the {size} board"
        ))),
        Err(reason) => Err(CommandError::Syntax(format!(
            "argument {position}: `{word}`: {reason}"
        ))),
    }
}

fn wrong(position: usize, word: &str, wanted: &str) -> CommandError {
    CommandError::Syntax(format!("argument {position}: `{word}` is not {wanted}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_in_order() {
        let mut args = Args::new("W pass 7 -0.5 x  y");
        let size = Size::square(9);
        assert_eq!(args.color(), Ok(Color::White));
        assert_eq!(args.vertex(size), Ok(Move::Pass));
        assert_eq!(args.int(0..=9), Ok(7));
        assert_eq!(args.number(), Ok(-0.5));
        assert_eq!(args.rest(), ["x", "y"]);
        assert!(!args.has_more());
        assert_eq!(args.tail(), "W pass 7 -0.5 x  y");
    }

    #[test]
    fn names_of_files_may_be_quoted() {
        let words = |tail| Args::with_file(tail).map(|args| args.words);
        assert_eq!(words("a.sgf 3"), Ok(vec!["a.sgf", "3"]));
        assert_eq!(
            words("\"my  games/a.sgf\" 3"),
            Ok(vec!["my  games/a.sgf", "3"])
        );
        assert_eq!(words("\"a.sgf\""), Ok(vec!["a.sgf"]));
        assert_eq!(words("my game.sgf"), Ok(vec!["my", "game.sgf"]));
        assert_eq!(words("\"\""), Ok(vec![""]));
        assert_eq!(words(""), Ok(vec![]));
        for wrong in ["\"open 3", "\"a\"b", "\""] {
            assert!(words(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn words_that_are_left_are_refused() {
        let mut args = Args::new("b 7 x");
        assert_eq!((args.color(), args.int(1..=9)), (Ok(Color::Black), Ok(7)));
        let error = args.end().unwrap_err().to_string();
        assert_eq!(
            error,
            "syntax error: argument 3: `x` is one argument too many"
        );
        assert_eq!(args.tail(), "b 7 x");
        assert_eq!(args.end(), Ok(()));
    }

    #[test]
    fn messages_name_the_argument() {
        let size = Size::square(9);
        let check = |result: Result<(), CommandError>, text: &str| {
            assert_eq!(
                result.unwrap_err().to_string(),
                format!("syntax error: {text}")
            );
        };
        check(
            Args::new("red").color().map(|_| ()),
            "argument 1: `red` is not a color",
        );
        check(
            Args::new("").color().map(|_| ()),
            "argument 1 is missing: a color",
        );
        check(
            Args::new("I5").point(size).map(|_| ()),
            "argument 1: `I5`: there is no column I",
        );
        check(
            Args::new("K1").point(size).map(|_| ()),
            "argument 1: `K1` is not on the 9x9 board",
        );
        check(
            Args::new("A0").vertex(size).map(|_| ()),
            "argument 1: `A0`: row out of range",
        );
        check(
            Args::new("12").int(2..=9).map(|_| ()),
            "argument 1: `12` is not an integer from 2 to 9",
        );
        check(
            Args::new("nan").number().map(|_| ()),
            "argument 1: `nan` is not a number",
        );
    }
}
