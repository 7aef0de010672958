//! Checks the structure of a record, finds the place of the first error, and the main line.

use super::lexer::{Cursor, Property};
use super::{Fault, SgfError};
use tedomari_base::CancelToken;

/// Largest number of nodes in one line of play, which is the depth of the tree; far more than a game has.
pub const MAX_LINE_NODES: usize = 5_000;

/// The first game of a text, as the scan finds it.
#[derive(Debug)]
pub(super) struct Outline<'a> {
    /// The first parenthesis that the text does not close, as an offset in bytes.
    pub unclosed: Option<usize>,
    /// The first place where a parenthesis or a semicolon is missing, as an offset in bytes.
    pub unopened: Option<usize>,
    /// At the first parenthesis of the game.
    start: Cursor<'a>,
    /// Where the main line ends: it is what stands before the first closing parenthesis.
    end: usize,
    /// Where the text after the game begins.
    pub after: usize,
}

/// A node of the main line. Its properties are read from the text at each use, so that a long record needs no memory.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    /// Where its semicolon stands, or its first property if that is missing, in bytes from the start of the text.
    pub offset: usize,
    /// Behind it.
    start: Cursor<'a>,
}

impl<'a> Outline<'a> {
    /// At the first parenthesis of the game.
    pub(super) fn cursor(&self) -> Cursor<'a> {
        self.start.clone()
    }

    /// The nodes of the main line.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let (mut cursor, end) = (self.start.clone(), self.end);
        std::iter::from_fn(move || {
            loop {
                cursor.skip_space();
                let offset = cursor.offset;
                match cursor.peek().filter(|_| offset < end)? {
                    b'(' => {
                        cursor.offset += 1;
                        continue;
                    }
                    b';' => cursor.offset += 1,
                    // A node without its semicolon.
                    found if found.is_ascii_alphabetic() => {}
                    _ => return None,
                }
                let start = cursor.clone();
                while let Ok(Some(_)) = cursor.property() {}
                return Some(Node { offset, start });
            }
        })
    }
}

impl<'a> Node<'a> {
    /// Its properties in the order of the text. An interrupt ends them early.
    pub(super) fn properties(&self) -> impl Iterator<Item = Property<'a>> + use<'a> {
        let mut cursor = self.start.clone();
        std::iter::from_fn(move || cursor.property().ok().flatten())
    }
}

/// Scans the first game of a text. Text before the first `(;` and after the end of the game is skipped, as the
/// standard recommends for files sent by mail. Closing parentheses may be missing at the end, because some old
/// collections have such files; so may the semicolon of a node that begins a tree, and the parenthesis that opens the
/// game.
///
/// Cost: linear in the text; memory for the open parentheses only.
///
/// # Errors
/// The first error in the grammar, or an interruption by `cancel`.
pub(super) fn scan<'a>(text: &'a str, cancel: &'a CancelToken) -> Result<Outline<'a>, SgfError> {
    let mut cursor = Cursor::new(text, cancel);
    cursor.skip_to_game()?;
    let start = cursor.clone();
    let mut main_line_end = None;
    // For each open parenthesis: the number of nodes above it, and its place.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut n_nodes = 0;
    let mut unopened = None;
    let mut allowed = Allowed::TREE;
    if cursor.peek() == Some(b';') {
        open.push((0, cursor.offset));
        unopened = Some(cursor.offset);
        allowed = Allowed::NODE;
    }
    loop {
        cursor.check_cancel()?;
        cursor.skip_space();
        let place = cursor.offset;
        let found = match cursor.peek() {
            Some(found) if allowed.has(found) => found,
            Some(found) if allowed.has(b';') && found.is_ascii_alphabetic() => {
                unopened.get_or_insert(place);
                found
            }
            Some(_) => return Err(cursor.unexpected(allowed.what)),
            None if allowed.has(b')') => break,
            None => {
                let opened = open.last().map_or(0, |&(_, at)| at);
                return Err(cursor.unfinished(opened, "game tree"));
            }
        };
        if !found.is_ascii_alphabetic() {
            cursor.offset += 1;
        }
        match found {
            b'(' => {
                open.push((n_nodes, place));
                allowed = Allowed::NODE;
            }
            b')' => {
                main_line_end.get_or_insert(place);
                n_nodes = open.pop().map_or(0, |(above, _)| above);
                allowed = Allowed::AFTER_TREE;
                if open.is_empty() {
                    break;
                }
            }
            _ => {
                n_nodes += 1;
                if n_nodes > MAX_LINE_NODES {
                    return Err(cursor.error(place, Fault::TooLong));
                }
                while cursor.property()?.is_some() {}
                allowed = Allowed::AFTER_NODE;
            }
        }
    }
    Ok(Outline {
        unclosed: open.first().map(|&(_, at)| at),
        unopened,
        start,
        end: main_line_end.unwrap_or(text.len()),
        after: cursor.offset,
    })
}

/// The structural characters that may come next.
struct Allowed {
    bytes: &'static [u8],
    what: &'static str,
}

impl Allowed {
    const TREE: Self = Self {
        bytes: b"(",
        what: "`(`",
    };
    const NODE: Self = Self {
        bytes: b";",
        what: "`;`",
    };
    const AFTER_NODE: Self = Self {
        bytes: b";()",
        what: "a property, `;`, `(` or `)`",
    };
    const AFTER_TREE: Self = Self {
        bytes: b"()",
        what: "`(` or `)`",
    };

    fn has(&self, found: u8) -> bool {
        self.bytes.contains(&found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;

    fn check_fault(text: &str, expected: &str) {
        let error = scan(text, &CancelToken::new()).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text:?}");
    }

    /// The places of the nodes of the main line and of their properties.
    fn main_line(text: &str) -> String {
        let cancel = CancelToken::new();
        let outline = scan(text, &cancel).unwrap();
        let places: Vec<String> = outline
            .nodes()
            .flat_map(|node| {
                let properties: Vec<usize> = node.properties().map(|p| p.offset).collect();
                [vec![node.offset], properties].concat()
            })
            .map(|offset| Place::of(text, offset).to_string())
            .collect();
        places.join(" ")
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
        assert_eq!(main_line(text), "2:2 2:3 3:2 3:8 3:9 3:18 3:19");
        assert_eq!(main_line("(;C[é];AB[aa] [bb]W[])"), "1:2 1:3 1:7 1:8 1:19");
    }

    #[test]
    fn missing_parentheses_are_put_up_with() {
        let text = "\n(;B[aa](;W[bb];B[cc]\n";
        let cancel = CancelToken::new();
        assert_eq!(scan(text, &cancel).unwrap().unclosed, Some(1));
        assert_eq!(main_line(text), "2:2 2:3 2:9 2:10 2:15 2:16");
        assert_eq!(scan("(;B[aa])", &cancel).unwrap().unclosed, None);
    }

    #[test]
    fn missing_semicolons_and_parentheses_are_put_up_with() {
        let cancel = CancelToken::new();
        let unopened = |text| scan(text, &cancel).unwrap().unopened;
        assert_eq!(unopened("(;B[aa](;W[bb]))"), None);
        assert_eq!(unopened("(\nSZ[9]\n;B[aa])"), Some(2));
        assert_eq!(main_line("(\nSZ[9]\n;B[aa])"), "2:1 2:1 3:1 3:2");
        assert_eq!(unopened("(;B[aa](W[bb];B[cc])(W[dd]))"), Some(8));
        assert_eq!(
            main_line("(;B[aa](W[bb];B[cc])(W[dd]))"),
            "1:2 1:3 1:9 1:9 1:14 1:15"
        );
        assert_eq!(unopened(";SZ[9];B[aa])"), Some(0));
        assert_eq!(main_line(" ;SZ[9];B[aa]"), "1:2 1:3 1:8 1:9");
        // Other text in parentheses is no game.
        assert_eq!(main_line("(see B) (Foo[1]) (x[2])\n(;B[aa])"), "2:2 2:3");
        check_fault("; see B[aa]", "1:1 no game found: `(;` is missing");
        // Zero bytes, byte order marks and blanks of full width are blanks.
        assert_eq!(
            main_line("\u{feff}(\0;\u{3000}B[aa]\0\u{feff};W[bb])\0"),
            "1:4 1:6 1:13 1:14"
        );
    }

    #[test]
    fn an_interrupt_ends_the_scan() {
        let cancel = CancelToken::new();
        cancel.cancel();
        let error = scan("(;B[aa])", &cancel).unwrap_err();
        assert_eq!(error.fault, Fault::Interrupted);
    }

    #[test]
    fn endless_lines_are_refused() {
        let game = |n| format!("({})", ";".repeat(n));
        let cancel = CancelToken::new();
        assert!(scan(&game(MAX_LINE_NODES), &cancel).is_ok());
        assert_eq!(
            scan(&game(MAX_LINE_NODES + 1), &cancel).unwrap_err().fault,
            Fault::TooLong
        );
        // Many short variations are not one long line. Nested parentheses without nodes are not a tree.
        let many = format!("(;{})", "(;;)".repeat(MAX_LINE_NODES));
        assert!(scan(&many, &cancel).is_ok());
        assert!(scan(&format!("(;{}", "(".repeat(100_000)), &cancel).is_err());
    }
}
