//! A place in a line of a file of rules.

use super::error::{RuleError, RuleFault};

/// What is left of a line, and where that is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    /// The begin of a line. What follows a `#` outside quotes is a comment and left out.
    pub(super) fn new(file: &'a str, line: u32, text: &'a str) -> Self {
        let mut is_quoted = false;
        let mut is_escaped = false;
        let comment = text.find(|c| {
            is_quoted ^= c == '"' && !is_escaped;
            is_escaped = c == '\\' && is_quoted && !is_escaped;
            c == '#' && !is_quoted
        });
        let mut cursor = Self {
            file,
            line,
            column: 1,
            rest: &text[..comment.unwrap_or(text.len())],
        };
        cursor.skip_blanks();
        cursor
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest.trim_start();
        let blanks = &self.rest[..self.rest.len() - rest.len()];
        self.forward(blanks.len());
    }

    /// Goes on by a number of bytes that ends between characters.
    fn forward(&mut self, n_bytes: usize) {
        let (passed, rest) = self.rest.split_at(n_bytes);
        let n_passed = u32::try_from(passed.chars().count()).unwrap_or(u32::MAX);
        self.column = self.column.saturating_add(n_passed);
        self.rest = rest;
    }

    /// Whether nothing but blanks is left.
    pub(super) const fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next character, without going on.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// The next word up to a blank, without going on.
    pub(super) fn peek_word(&self) -> &'a str {
        self.rest.split_whitespace().next().unwrap_or("")
    }

    /// Takes the next word up to a blank.
    pub(super) fn word(&mut self) -> Option<&'a str> {
        let word = self.rest.split_whitespace().next()?;
        self.forward(word.len());
        self.skip_blanks();
        Some(word)
    }

    /// Takes a word of letters and nothing else, up to any other character.
    pub(super) fn name(&mut self) -> Option<&'a str> {
        self.run(|c| c.is_ascii_alphabetic())
    }

    /// Takes a whole number.
    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        let before = *self;
        let number = self.run(|c| c.is_ascii_digit())?.parse().ok();
        if number.is_none() {
            *self = before;
        }
        number
    }

    fn run(&mut self, is_in: impl Fn(char) -> bool) -> Option<&'a str> {
        let end = self.rest.find(|c| !is_in(c)).unwrap_or(self.rest.len());
        let run = &self.rest[..end];
        self.forward(end);
        self.skip_blanks();
        (!run.is_empty()).then_some(run)
    }

    /// Takes the given text if it stands here.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let is_here = self.rest.starts_with(text);
        if is_here {
            self.forward(text.len());
            self.skip_blanks();
        }
        is_here
    }

    /// Takes one character that is no blank.
    pub(super) fn character(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.forward(character.len_utf8());
        self.skip_blanks();
        Some(character)
    }

    /// Takes a text in double quotes, in which `\"` and `\\` stand for the second character.
    pub(super) fn quoted(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut characters = self.rest.char_indices();
        if characters.next()?.1 != '"' {
            return None;
        }
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.forward(at + 1);
                    self.skip_blanks();
                    return Some(text);
                }
                '\\' => text.push(characters.next()?.1),
                other => text.push(other),
            }
        }
        None
    }

    /// The number of the line, counted from 0.
    pub(super) const fn line_index(&self) -> usize {
        self.line.saturating_sub(1) as usize
    }

    /// An error at this place.
    pub(super) fn error(&self, fault: RuleFault) -> RuleError {
        RuleError {
            file: self.file.to_owned(),
            line: self.line,
            column: self.column,
            fault,
        }
    }

    /// The error that something else should stand here.
    pub(super) fn expected(&self, expected: impl Into<String>) -> RuleError {
        /// Longest part of a wrong text that an error repeats, in characters.
        const MOST: usize = 40;
        let found: String = self.peek_word().chars().take(MOST).collect();
        let found = if found.is_empty() {
            "the end of the line".to_owned()
        } else {
            format!("`{found}`")
        };
        self.error(RuleFault::Expected {
            expected: expected.into(),
            found,
        })
    }

    /// Fails unless the line is read completely.
    pub(super) fn end(&self) -> Result<(), RuleError> {
        if self.is_at_end() {
            Ok(())
        } else {
            Err(self.expected("the end of the line"))
        }
    }
}
