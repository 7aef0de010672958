//! The words of a record: properties with their values, and where they stand.

use memchr::{memchr, memchr2, memrchr};
use sgf_parse::SgfProp as _;
use sgf_parse::go::Prop;

use super::{Fault, Place, SgfError};
use tedomari_base::CancelToken;

/// Longest value that is kept, in bytes; more than any comment that a person wrote.
const MAX_VALUE: usize = 1 << 16;

/// Longest value that a message shows, in characters.
const SHOWN: usize = 40;

/// Text of the warning about names without capital letters.
pub(super) const SMALL_NAMES: &str = "names of properties are written in small letters here and perhaps later, and \
    read as capital ones";

/// Long names of properties whose capital letters are not the short name in every program that writes them.
const LONG_NAMES: [(&str, &str); 15] = [
    ("black", "B"),
    ("white", "W"),
    ("komi", "KM"),
    ("size", "SZ"),
    ("game", "GM"),
    ("handicap", "HA"),
    ("rules", "RU"),
    ("result", "RE"),
    ("date", "DT"),
    ("event", "EV"),
    ("comment", "C"),
    ("player", "PL"),
    ("addblack", "AB"),
    ("addwhite", "AW"),
    ("addempty", "AE"),
];

/// Properties that the first node of a game may begin with. Where its semicolon is missing, they distinguish a game
/// from other text in parentheses.
const FIRST_NAMES: [&str; 42] = [
    "AB", "AN", "AP", "AW", "B", "BR", "BT", "C", "CA", "CP", "DT", "EV", "FF", "GC", "GM", "GN",
    "HA", "ID", "KM", "KO", "LC", "LT", "ON", "OT", "PB", "PC", "PL", "PW", "RD", "RE", "RO", "RU",
    "SO", "ST", "SZ", "TE", "TM", "US", "W", "WR", "WT", "N",
];

impl Place {
    /// The place of the byte at `offset`. Cost: linear in the offset.
    pub(super) fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = memrchr(b'\n', before.as_bytes()).map_or(0, |end| end + 1);
        let line = before.get(line_start..).unwrap_or_default();
        Self {
            line: 1 + memchr::memchr_iter(b'\n', before.as_bytes()).count(),
            column: 1 + line.chars().count(),
        }
    }
}

/// A property of a node, as it stands in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property<'a> {
    /// Its letters; old versions of SGF have small ones among them, which mean nothing.
    letters: &'a str,
    /// From the first opening to the last closing bracket.
    values: &'a str,
    /// Where it begins, in bytes from the start of the text.
    pub offset: usize,
}

impl<'a> Property<'a> {
    /// Its name: the capital letters; all letters if none is capital. Old versions of SGF have long names, of which
    /// the usual ones are known in any case of letters.
    pub(super) fn name(&self) -> String {
        if self.letters.len() >= 4 {
            let long = LONG_NAMES
                .iter()
                .find(|(long, _)| long.eq_ignore_ascii_case(self.letters));
            if let Some((_, name)) = long {
                return (*name).to_owned();
            }
        }
        if self.has_small_name() {
            return self.letters.to_ascii_uppercase();
        }
        let letters = self.letters.chars();
        letters.filter(char::is_ascii_uppercase).collect()
    }

    /// Whether no letter of the name is capital, which no version of SGF has.
    pub(super) fn has_small_name(&self) -> bool {
        !self.letters.bytes().any(|byte| byte.is_ascii_uppercase())
    }

    /// Its values as they stand in the text, escapes included.
    pub(super) fn values(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let mut rest = self.values;
        std::iter::from_fn(move || {
            let inside = rest.get(memchr(b'[', rest.as_bytes())? + 1..)?;
            let length = value_length(inside)?;
            rest = inside.get(length + 1..)?;
            inside.get(..length)
        })
    }

    /// Whether it has more than one value.
    pub(super) fn has_more_values(&self) -> bool {
        self.values().nth(1).is_some()
    }

    /// The first value, which is cut if it is longer than any that a person writes.
    pub(super) fn value(&self) -> &'a str {
        start_of(self.values().next().unwrap_or_default(), MAX_VALUE)
    }

    /// Whether [`Self::value`] cuts the value.
    pub(super) fn is_cut(&self) -> bool {
        self.values()
            .next()
            .is_some_and(|value| value.len() > MAX_VALUE)
    }

    /// The first value, parsed.
    pub(super) fn prop(&self) -> Prop {
        Prop::new(self.name(), vec![self.value().to_owned()])
    }
}

/// The first `n_bytes` bytes of a text, or a few less, so that no character is cut.
pub(super) fn start_of(text: &str, n_bytes: usize) -> &str {
    let is_end = |&end: &usize| text.is_char_boundary(end);
    let end = (0..=n_bytes.min(text.len())).rev().find(is_end);
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// The number of bytes before the bracket that closes a value. A backslash escapes the next character.
fn value_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut length = 0;
    loop {
        length += memchr2(b']', b'\\', bytes.get(length..)?)?;
        if bytes.get(length) == Some(&b']') {
            return Some(length);
        }
        length += 2;
    }
}

/// Whether a text can stand between the brackets of a value as it is.
pub(super) fn is_value(text: &str) -> bool {
    value_length(&format!("{text}]")) == Some(text.len())
}

/// A value as a message shows it.
pub(super) fn shown(value: &str) -> String {
    match value.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", value.get(..end).unwrap_or_default()),
        None => value.to_owned(),
    }
}

/// Reads a text word by word and holds its place.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    /// Where the next word begins, in bytes.
    pub offset: usize,
    cancel: &'a CancelToken,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(text: &'a str, cancel: &'a CancelToken) -> Self {
        Self {
            text,
            offset: 0,
            cancel,
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    /// The next byte, which is the whole character if it is one of the grammar's.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    /// Skips white space; also zero bytes and other control characters, and byte order marks, which have no meaning.
    pub(super) fn skip_space(&mut self) {
        loop {
            match self.peek() {
                Some(byte) if byte.is_ascii_whitespace() || byte.is_ascii_control() => {
                    self.offset += 1;
                }
                Some(byte) if !byte.is_ascii() => {
                    let is_blank =
                        |c: &char| c.is_whitespace() || ['\u{feff}', '\u{200b}'].contains(c);
                    match self.rest().chars().next().filter(is_blank) {
                        Some(blank) => self.offset += blank.len_utf8(),
                        None => return,
                    }
                }
                Some(_) | None => return,
            }
        }
    }

    /// Moves to the first `(` that is followed by `;`, or by a property where the semicolon is missing; if there is
    /// none, to a `;` at the start of the text. Returns the offset.
    pub(super) fn skip_to_game(&mut self) -> Result<usize, SgfError> {
        let start = self.offset;
        while let Some(skipped) = memchr(b'(', self.rest().as_bytes()) {
            self.check_cancel()?;
            let opened = self.offset + skipped;
            self.offset = opened + 1;
            self.skip_space();
            if self.peek() == Some(b';') || self.is_at_first_property() {
                self.offset = opened;
                return Ok(opened);
            }
        }
        self.offset = start;
        self.skip_space();
        if self.peek() == Some(b';') {
            let mut inside = self.clone();
            inside.offset += 1;
            inside.skip_space();
            if inside.is_at_first_property() {
                return Ok(self.offset);
            }
        }
        Err(self.error(0, Fault::NoGame))
    }

    /// Whether a property comes next that the first node of a game may begin with.
    fn is_at_first_property(&self) -> bool {
        let mut after = self.clone();
        while after.peek().is_some_and(|byte| byte.is_ascii_uppercase()) {
            after.offset += 1;
        }
        let name = self.text.get(self.offset..after.offset).unwrap_or_default();
        after.skip_space();
        FIRST_NAMES.contains(&name) && after.peek() == Some(b'[')
    }

    /// The next property of a node; `None` if the node has no more.
    pub(super) fn property(&mut self) -> Result<Option<Property<'a>>, SgfError> {
        self.skip_space();
        let offset = self.offset;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            self.offset += 1;
        }
        if self.offset == offset {
            return Ok(None);
        }
        let letters = self.text.get(offset..self.offset).unwrap_or_default();
        self.skip_space();
        let opened = self.offset;
        match self.peek() {
            Some(b'[') => {}
            Some(_) => return Err(self.unexpected("`[` and a value")),
            None => return Err(self.unfinished(offset, "property")),
        }
        let mut closed = opened;
        while self.peek() == Some(b'[') {
            self.check_cancel()?;
            let inside = self.text.get(self.offset + 1..).unwrap_or_default();
            let length =
                value_length(inside).ok_or_else(|| self.unfinished(self.offset, "value"))?;
            self.offset += length + 2;
            closed = self.offset;
            self.skip_space();
        }
        Ok(Some(Property {
            letters,
            values: self.text.get(opened..closed).unwrap_or_default(),
            offset,
        }))
    }

    pub(super) fn check_cancel(&self) -> Result<(), SgfError> {
        if self.cancel.is_cancelled() {
            return Err(self.error(self.offset, Fault::Interrupted));
        }
        Ok(())
    }

    pub(super) fn error(&self, offset: usize, fault: Fault) -> SgfError {
        SgfError {
            place: Place::of(self.text, offset),
            fault,
        }
    }

    /// The error that the next character is none of those `expected`.
    pub(super) fn unexpected(&self, expected: &'static str) -> SgfError {
        let found = self.rest().chars().next().unwrap_or_default();
        self.error(self.offset, Fault::Unexpected { found, expected })
    }

    /// The error that the text ends inside of what begins at `opened`.
    pub(super) fn unfinished(&self, opened: usize, inside: &'static str) -> SgfError {
        self.error(opened, Fault::EndOfFile { inside })
    }
}
