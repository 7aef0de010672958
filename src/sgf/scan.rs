//! Checks the structure of a record and finds the place of the first error.

use std::borrow::Cow;

use super::{Fault, Place, SgfError};

/// Largest number of nodes in one line of play, which is the depth of the tree; far more than a game has.
pub const MAX_LINE_NODES: usize = 5_000;

/// The first game of a text, as the scan finds it.
#[derive(Debug)]
pub(super) struct Outline<'a> {
    /// The game tree, from its opening to its closing parenthesis.
    pub game: Cow<'a, str>,
    /// The first parenthesis that the text does not close; `game` has the missing ones added.
    pub unclosed: Option<Place>,
    /// The places of the nodes of the main line and of their properties.
    pub main_line: Vec<NodePlaces>,
}

/// The place of a node, and those of its properties in the order of the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NodePlaces {
    pub node: Place,
    pub properties: Vec<Place>,
}

/// Scans the first game of a text. Text before the first `(;` and after the end of the game is skipped, as the
/// standard recommends for files sent by mail. Closing parentheses that are missing at the end are added, because
/// some old collections have such files.
///
/// # Errors
/// The first error in the grammar.
pub(super) fn scan(text: &str) -> Result<Outline<'_>, SgfError> {
    let mut cursor = Cursor::new(text);
    let start = cursor.skip_to_game()?;
    let mut main_line = Vec::new();
    let mut is_main_line = true;
    // For each open parenthesis: the number of nodes above it, and its place.
    let mut open: Vec<(usize, Place)> = Vec::new();
    let mut n_nodes = 0;
    let mut allowed = Allowed::TREE;
    loop {
        cursor.skip_space();
        let place = cursor.place;
        let found = match cursor.peek() {
            Some(found) if allowed.has(found) => found,
            Some(found) => return Err(unexpected(place, found, allowed.what)),
            None if allowed.has(')') => {
                let game = text.get(start..).unwrap_or_default();
                return Ok(Outline {
                    game: Cow::Owned(format!("{game}{}", ")".repeat(open.len()))),
                    unclosed: open.first().map(|&(_, at)| at),
                    main_line,
                });
            }
            None => return Err(end_of_file(open.last().map(|&(_, at)| at), "game tree")),
        };
        cursor.next();
        match found {
            '(' => {
                open.push((n_nodes, place));
                allowed = Allowed::NODE;
            }
            ';' => {
                n_nodes += 1;
                if n_nodes > MAX_LINE_NODES {
                    return Err(error(place, Fault::TooLong));
                }
                let properties = cursor.properties()?;
                if is_main_line {
                    main_line.push(NodePlaces {
                        node: place,
                        properties,
                    });
                }
                allowed = Allowed::AFTER_NODE;
            }
            _ => {
                is_main_line = false;
                n_nodes = open.pop().map_or(0, |(above, _)| above);
                allowed = Allowed::AFTER_TREE;
                if open.is_empty() {
                    let game = text.get(start..cursor.offset).unwrap_or_default();
                    return Ok(Outline {
                        game: Cow::Borrowed(game),
                        unclosed: None,
                        main_line,
                    });
                }
            }
        }
    }
}

/// The structural characters that may come next.
struct Allowed {
    chars: &'static str,
    what: &'static str,
}

impl Allowed {
    const TREE: Self = Self {
        chars: "(",
        what: "`(`",
    };
    const NODE: Self = Self {
        chars: ";",
        what: "`;`",
    };
    const AFTER_NODE: Self = Self {
        chars: ";()",
        what: "a property, `;`, `(` or `)`",
    };
    const AFTER_TREE: Self = Self {
        chars: "()",
        what: "`(` or `)`",
    };

    fn has(&self, found: char) -> bool {
        self.chars.contains(found)
    }
}

fn error(place: Place, fault: Fault) -> SgfError {
    SgfError { place, fault }
}

fn unexpected(place: Place, found: char, expected: &'static str) -> SgfError {
    error(place, Fault::Unexpected { found, expected })
}

fn end_of_file(opened: Option<Place>, inside: &'static str) -> SgfError {
    error(opened.unwrap_or(Place::START), Fault::EndOfFile { inside })
}

/// Reads a text character by character and knows where it is.
struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    place: Place,
}

impl<'a> Cursor<'a> {
    const fn new(text: &'a str) -> Self {
        Self {
            text,
            offset: 0,
            place: Place::START,
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let found = self.peek()?;
        self.offset += found.len_utf8();
        if found == '\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        Some(found)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|c| c.is_ascii_whitespace()) {
            self.next();
        }
    }

    /// Moves to the first `(` that is followed by `;`. Returns its offset.
    fn skip_to_game(&mut self) -> Result<usize, SgfError> {
        loop {
            match self.peek() {
                None => return Err(error(Place::START, Fault::NoGame)),
                Some('(') if self.is_before_node() => return Ok(self.offset),
                Some(_) => self.next(),
            };
        }
    }

    /// Whether the rest is a parenthesis followed by a node, with or without space between.
    fn is_before_node(&self) -> bool {
        self.rest().strip_prefix('(').is_some_and(|inside| {
            inside
                .trim_start_matches(|c: char| c.is_ascii_whitespace())
                .starts_with(';')
        })
    }

    /// Skips the properties of a node. Returns their places.
    fn properties(&mut self) -> Result<Vec<Place>, SgfError> {
        let mut places = Vec::new();
        loop {
            self.skip_space();
            if !self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
                return Ok(places);
            }
            places.push(self.place);
            self.property()?;
        }
    }

    /// Skips one property: letters, then one or more values.
    fn property(&mut self) -> Result<(), SgfError> {
        let place = self.place;
        while self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            self.next();
        }
        self.skip_space();
        match self.peek() {
            Some('[') => {}
            Some(found) => return Err(unexpected(self.place, found, "`[` and a value")),
            None => return Err(end_of_file(Some(place), "property")),
        }
        while self.peek() == Some('[') {
            self.value()?;
            self.skip_space();
        }
        Ok(())
    }

    /// Skips a value in brackets. A backslash escapes the next character.
    fn value(&mut self) -> Result<(), SgfError> {
        let place = self.place;
        self.next();
        loop {
            match self.next() {
                Some(']') => return Ok(()),
                Some('\\') => {
                    self.next();
                }
                Some(_) => {}
                None => return Err(end_of_file(Some(place), "value")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_fault(text: &str, expected: &str) {
        assert_eq!(scan(text).unwrap_err().to_string(), expected, "{text:?}");
    }

    #[test]
    fn the_first_breach_is_found_with_its_place() {
        check_fault("", "1:1 no game found: `(;` is missing");
        check_fault("hello (world)", "1:1 no game found: `(;` is missing");
        check_fault("(;B[aa]\n (", "2:2 the file ends inside a game tree");
        check_fault("(;B[aa];W[bb", "1:10 the file ends inside a value");
        check_fault("(;B[aa];W[bb\\]", "1:10 the file ends inside a value");
        check_fault("(;B[aa];W", "1:9 the file ends inside a property");
        check_fault("(;\nB 7)", "2:3 found '7', expected `[` and a value");
        check_fault(
            "(;B[aa] ]",
            "1:9 found ']', expected a property, `;`, `(` or `)`",
        );
        check_fault(
            "(;é)",
            "1:3 found 'é', expected a property, `;`, `(` or `)`",
        );
        check_fault("(;C[éé]()", "1:9 found ')', expected `;`");
        check_fault("(;(;B[aa]);W[bb])", "1:11 found ';', expected `(` or `)`");
    }

    #[test]
    fn the_main_line_is_outlined() {
        let text = "From: me\n(;SZ[9]\n KM [5];C[(;\\])](;B[aa])(;B[bb]))(;rest";
        let outline = scan(text).unwrap();
        assert_eq!(outline.game, "(;SZ[9]\n KM [5];C[(;\\])](;B[aa])(;B[bb]))");
        let places: Vec<String> = outline
            .main_line
            .iter()
            .flat_map(|node| std::iter::once(&node.node).chain(&node.properties))
            .map(ToString::to_string)
            .collect();
        assert_eq!(places.join(" "), "2:2 2:3 3:2 3:8 3:9 3:18 3:19");
    }

    #[test]
    fn missing_parentheses_are_supplied() {
        let outline = scan("\n(;B[aa](;W[bb];B[cc]\n").unwrap();
        assert_eq!(outline.game, "(;B[aa](;W[bb];B[cc]\n))");
        assert_eq!(outline.unclosed, Some(Place { line: 2, column: 1 }));
        assert_eq!(outline.main_line.len(), 3);
        assert_eq!(scan("(;B[aa])").unwrap().unclosed, None);
    }

    #[test]
    fn endless_lines_are_refused() {
        let game = |n| format!("({})", ";".repeat(n));
        assert!(scan(&game(MAX_LINE_NODES)).is_ok());
        assert_eq!(
            scan(&game(MAX_LINE_NODES + 1)).unwrap_err().fault,
            Fault::TooLong
        );
        // Many short variations are not one long line. Nested parentheses without nodes are not a tree.
        let many = format!("(;{})", "(;;)".repeat(MAX_LINE_NODES));
        assert!(scan(&many).is_ok());
        assert!(scan(&format!("(;{}", "(".repeat(100_000))).is_err());
    }
}
