//! Boards on a terminal: with colors where it has them, in plain letters elsewhere.

use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};

use crate::board::{Board, Color, Point};

/// Ends all colors.
const RESET: &str = "\x1b[0m";
/// The background of a board, and the colors of stones, lines and the mark of a point, on a terminal of 256 colors.
const WOOD: &str = "\x1b[48;5;179m";
const LINES: &str = "\x1b[38;5;94m";
const BLACK: &str = "\x1b[38;5;16m";
const WHITE: &str = "\x1b[1;38;5;231m";
const MARKED: &str = "\x1b[48;5;173m";

/// What the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Screen {
    /// Whether colors are shown.
    is_colored: bool,
    /// Whether it shows more than ASCII.
    is_unicode: bool,
}

impl Screen {
    /// What standard output can show: no colors if it is no terminal, or if `NO_COLOR` is set (no-color.org).
    pub(super) fn of_standard_output() -> Self {
        let variable = |name: &str| env::var(name).unwrap_or_default();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
        let locale = locale.into_iter().find(|value| !value.is_empty());
        Self::new(
            io::stdout().is_terminal(),
            &variable("NO_COLOR"),
            &variable("TERM"),
            &locale.unwrap_or_default(),
        )
    }

    fn new(is_terminal: bool, no_color: &str, term: &str, locale: &str) -> Self {
        let is_colored = is_terminal && no_color.is_empty() && !matches!(term, "" | "dumb");
        let locale = locale.to_ascii_lowercase();
        Self {
            is_colored,
            is_unicode: is_colored && (locale.contains("utf-8") || locale.contains("utf8")),
        }
    }

    /// A board with coordinates and marked points, such as the last move or dead stones.
    pub(super) fn board(self, board: &Board, is_marked: impl Fn(Point) -> bool) -> String {
        if !self.is_colored {
            return board.to_picture(is_marked);
        }
        let size = board.size();
        let mut letters = String::from("   ");
        for x in 0..size.width() {
            let name = Point::new(x, 0).to_string();
            letters += name.trim_end_matches('1');
            letters.push(' ');
        }
        let letters = letters.trim_end();
        let mut text = format!("{letters}\n");
        for y in (0..size.height()).rev() {
            // Writing to a string can't fail.
            let _ = write!(text, "{:2} {WOOD}", y + 1);
            for x in 0..size.width() {
                let point = Point::new(x, y);
                text += &self.cell(board, point, is_marked(point));
            }
            let _ = writeln!(text, "{RESET} {}", y + 1);
        }
        text + letters
    }

    /// A point and the space after it.
    fn cell(self, board: &Board, point: Point, is_marked: bool) -> String {
        let (color, letter, sign) = match board.color(point) {
            Some(Color::Black) => (BLACK, 'X', '●'),
            Some(Color::White) => (WHITE, 'O', '●'),
            None => (LINES, '.', '·'),
        };
        let sign = if self.is_unicode { sign } else { letter };
        let back = if is_marked { MARKED } else { WOOD };
        format!("{back}{color}{sign}{RESET}{WOOD} ")
    }

    /// Text that stands out.
    pub(super) fn strong(self, text: &str) -> String {
        if self.is_colored {
            format!("\x1b[1m{text}{RESET}")
        } else {
            text.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_only_where_they_are_wanted() {
        let board: Board = ". X\nO .".parse().unwrap();
        let marked = |point: Point| point == Point::new(1, 1);
        let picture = |terminal, no_color, term, locale| {
            Screen::new(terminal, no_color, term, locale).board(&board, marked)
        };
        let plain = board.to_picture(marked);
        assert_eq!(picture(false, "", "xterm", "C.UTF-8"), plain);
        assert_eq!(picture(true, "1", "xterm", "C.UTF-8"), plain);
        assert_eq!(picture(true, "", "dumb", "C.UTF-8"), plain);
        let ascii = picture(true, "", "xterm", "C");
        assert!(
            ascii.contains(WOOD) && ascii.contains('X') && ascii.is_ascii(),
            "{ascii}"
        );
        let full = picture(true, "", "xterm-256color", "de_DE.utf8");
        assert_eq!(
            (full.matches('●').count(), full.matches(MARKED).count()),
            (2, 1)
        );
        assert!(full.starts_with("   A B\n 2 "), "{full}");
    }
}
