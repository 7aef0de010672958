//! Positions as text diagrams, read and written.
//!
//! A diagram has a line for each row, the top row first, with one character for each point: `X` or `#` black, `O`
//! white, `.` or `+` empty. Spaces between the points are skipped, and so are empty lines.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use thiserror::Error;

use super::{Board, Cell, ChokedBlock};
use crate::{Color, Point, Size};

/// Why a text is not a diagram of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// No rows, or more than 25, or a row that is empty or longer than 25.
    #[error("a diagram has 1 to 25 rows of 1 to 25 points")]
    Size,
    /// A row is longer or shorter than the first.
    #[error("row {row} from the top has {} instead of {wanted}", tedomari_base::counted(.found.to_owned(), "point"))]
    Ragged {
        /// Row counted from 1 at the top.
        row: usize,
        /// Points in that row.
        found: usize,
        /// Points in the first row.
        wanted: usize,
    },
    /// A character that is not in diagrams.
    #[error("`{0}` is not one of X, O and .")]
    Character(char),
    /// A block without liberties.
    #[error("the block on {0} has no liberty")]
    NoLiberty(Point),
}

impl FromStr for Board {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let width = rows.first().map_or(0, Vec::len);
        let size = match (u8::try_from(width), u8::try_from(rows.len())) {
            (Ok(width), Ok(height)) => Size::new(width, height).ok_or(DiagramError::Size)?,
            _ => return Err(DiagramError::Size),
        };
        let mut stones = Vec::new();
        for (row, (y, line)) in (0..size.height()).rev().zip(&rows).enumerate() {
            if line.len() != width {
                return Err(DiagramError::Ragged {
                    row: row + 1,
                    found: line.len(),
                    wanted: width,
                });
            }
            for (x, &c) in (0..size.width()).zip(line) {
                match c {
                    'X' | 'x' | '#' => stones.push((Color::Black, Point::new(x, y))),
                    'O' | 'o' => stones.push((Color::White, Point::new(x, y))),
                    '.' | '+' => {}
                    other => return Err(DiagramError::Character(other)),
                }
            }
        }
        Self::with_stones(size, stones).map_err(|ChokedBlock(point)| DiagramError::NoLiberty(point))
    }
}

impl Board {
    /// The position as a diagram with coordinates, as `showboard` prints it, with parentheses around the points for
    /// which `is_marked` is true, such as the last move.
    #[must_use]
    pub fn to_picture(&self, is_marked: impl Fn(Point) -> bool) -> String {
        let size = self.size();
        let letters: String = (0..size.width())
            .map(|x| format!(" {}", Point::new(x, 0).to_string().trim_end_matches('1')))
            .collect();
        let mut text = format!("  {letters}\n");
        for y in (0..size.height()).rev() {
            let _ = write!(text, "{:2}", y + 1);
            let mut after = ' ';
            for x in 0..size.width() {
                let point = Point::new(x, y);
                text.push(if is_marked(point) { '(' } else { after });
                after = if is_marked(point) { ')' } else { ' ' };
                text.push(self.letter(point));
            }
            let _ = writeln!(text, "{after}{}", y + 1);
        }
        text + "  " + &letters
    }

    fn letter(&self, point: Point) -> char {
        match self.cell(point) {
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Empty | Cell::Wall => '.',
        }
    }
}

impl fmt::Display for Board {
    /// The diagram that [`Board::from_str`] reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.size().height()).rev() {
            for x in 0..self.size().width() {
                let gap = if x == 0 { "" } else { " " };
                write!(f, "{gap}{}", self.letter(Point::new(x, y)))?;
            }
            if y > 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_round_trip() {
        let text = "X . O .\n. X O O\n. . . X";
        let board: Board = text.parse().unwrap();
        assert_eq!(board.size(), Size::new(4, 3).unwrap());
        assert_eq!(board.to_string(), text);
        assert_eq!(board.color(Point::new(3, 0)), Some(Color::Black));
    }

    #[test]
    fn bad_diagrams_are_refused() {
        let check = |text: &str, error| assert_eq!(text.parse::<Board>(), Err(error), "{text:?}");
        check("", DiagramError::Size);
        check(&".".repeat(26), DiagramError::Size);
        check(&".\n".repeat(26), DiagramError::Size);
        check(
            "..\n...",
            DiagramError::Ragged {
                row: 2,
                found: 3,
                wanted: 2,
            },
        );
        check("X?", DiagramError::Character('?'));
        check("XO\nOX", DiagramError::NoLiberty(Point::new(0, 0)));
    }

    #[test]
    fn pictures_name_the_columns_and_mark_points() {
        let board: Board = ". X\nO .".parse().unwrap();
        let marked = Point::new(1, 1);
        let picture = board.to_picture(|point| point == marked);
        assert_eq!(picture, "   A B\n 2 .(X)2\n 1 O . 1\n   A B");
    }
}
