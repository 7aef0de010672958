//! Points of the board and their names.
//!
//! A point is an index into a grid of fixed stride with a border of one wall point around the largest board, so that
//! neighbors are at constant offsets. A point has the same index and the same name on every board size.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The longest side of a board; the 25 column letters are A to Z without I.
pub const MAX_SIDE: u8 = 25;

/// Distance between the indices of a point and the point above it.
const STRIDE: u16 = MAX_SIDE as u16 + 1;

/// Length of an array indexed by point: the largest board with its border, rounded up to a multiple of 64.
pub const N_INDICES: usize = 704;

/// Column letters from the left.
const LETTERS: &[u8; MAX_SIDE as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A point of the board, or one of the wall points just outside it.
///
/// The order of points is by row from the bottom, then by column from the left: A1, B1, ..., A2, ...
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point in column `x` from the left and row `y` from the bottom, both counted from 0.
    ///
    /// # Panics
    /// In debug builds, if a coordinate is not below [`MAX_SIDE`].
    #[inline]
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Self {
        debug_assert!(x < MAX_SIDE && y < MAX_SIDE);
        Self((y as u16 + 1) * STRIDE + x as u16 + 1)
    }

    /// The point with a given index.
    ///
    /// # Panics
    /// In debug builds, if the index is not below [`N_INDICES`].
    #[inline]
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an index is below N_INDICES"
    )]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < N_INDICES);
        Self(index as u16)
    }

    /// Position in arrays of length [`N_INDICES`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column from the left, counted from 0.
    #[inline]
    #[must_use]
    pub const fn x(self) -> u8 {
        ((self.0 - 1) % STRIDE) as u8
    }

    /// Row from the bottom, counted from 0.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a quotient below 28")]
    pub const fn y(self) -> u8 {
        ((self.0 - 1) / STRIDE) as u8 - 1
    }

    /// The four points beside this one: below, left, right, above. Some may be wall points.
    #[inline]
    #[must_use]
    pub const fn neighbors(self) -> [Self; 4] {
        let p = self.0;
        [Self(p - STRIDE), Self(p - 1), Self(p + 1), Self(p + STRIDE)]
    }

    /// The four diagonal points: below left, below right, above left, above right. Some may be wall points.
    #[inline]
    #[must_use]
    pub const fn diagonals(self) -> [Self; 4] {
        let p = self.0;
        [
            Self(p - STRIDE - 1),
            Self(p - STRIDE + 1),
            Self(p + STRIDE - 1),
            Self(p + STRIDE + 1),
        ]
    }

    /// The eight points around this one, row by row from below left to above right.
    #[inline]
    #[must_use]
    pub const fn around(self) -> [Self; 8] {
        let [below, left, right, above] = self.neighbors();
        let [below_left, below_right, above_left, above_right] = self.diagonals();
        [
            below_left,
            below,
            below_right,
            left,
            right,
            above_left,
            above,
            above_right,
        ]
    }

    /// Whether `other` is one of the four neighbors.
    #[inline]
    #[must_use]
    pub const fn is_adjacent_to(self, other: Self) -> bool {
        let distance = self.0.abs_diff(other.0);
        distance == 1 || distance == STRIDE
    }
}

impl fmt::Display for Point {
    /// The name of the point, such as `D4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match LETTERS.get(usize::from(self.x())) {
            Some(&letter) => write!(f, "{}{}", char::from(letter), self.y() + 1),
            None => write!(f, "wall({})", self.0),
        }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < STRIDE {
            write!(f, "wall({})", self.0)
        } else {
            fmt::Display::fmt(self, f)
        }
    }
}

/// Why a text is not the name of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParsePointError {
    /// The text is not a letter followed by a number.
    #[error("not a point")]
    Form,
    /// The column letter is I, which boards do not have.
    #[error("there is no column I")]
    ColumnI,
    /// The row is 0 or above 25.
    #[error("row out of range")]
    Row,
}

impl FromStr for Point {
    type Err = ParsePointError;

    /// Reads a point name in either case, such as `D4` or `q16`.
    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let (&first, digits) = text.as_bytes().split_first().ok_or(ParsePointError::Form)?;
        let letter = first.to_ascii_uppercase();
        if letter == b'I' {
            return Err(ParsePointError::ColumnI);
        }
        let x = LETTERS
            .iter()
            .position(|&known| known == letter)
            .ok_or(ParsePointError::Form)?;
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(ParsePointError::Form);
        }
        let row: u8 = text[1..].parse().map_err(|_| ParsePointError::Row)?;
        if row == 0 || row > MAX_SIDE {
            return Err(ParsePointError::Row);
        }
        let x = u8::try_from(x).map_err(|_| ParsePointError::Form)?;
        Ok(Self::new(x, row - 1))
    }
}

/// Width and height of a board, each 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// A board of `width` columns and `height` rows, or `None` if a side is not 1 to 25.
    #[must_use]
    pub const fn new(width: u8, height: u8) -> Option<Self> {
        if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
            return None;
        }
        Some(Self { width, height })
    }

    /// A square board.
    ///
    /// # Panics
    /// If `side` is not 1 to 25. For constants and tests.
    #[must_use]
    pub const fn square(side: u8) -> Self {
        match Self::new(side, side) {
            Some(size) => size,
            None => panic!("a side is 1 to 25"),
        }
    }

    /// Number of columns.
    #[inline]
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[inline]
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points.
    #[inline]
    #[must_use]
    pub const fn n_points(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether both sides are equal.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Whether a point lies on the board.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.0 >= STRIDE && point.x() < self.width && point.y() < self.height
    }

    /// All points in point order.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::new(x, y)))
    }

    /// All points row by row from the top left, as clients list values of points.
    pub fn points_from_top(self) -> impl Iterator<Item = Point> {
        let rows = (0..self.height).rev();
        rows.flat_map(move |y| (0..self.width).map(move |x| Point::new(x, y)))
    }

    /// Distance of a point from the nearest edge: 1 on the edge, 2 on the second line, and so on.
    #[must_use]
    pub fn line(self, point: Point) -> u8 {
        let (x, y) = (point.x(), point.y());
        1 + x.min(self.width - 1 - x).min(y).min(self.height - 1 - y)
    }
}

impl fmt::Display for Size {
    /// `19x19`: columns, then rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_on_the_largest_board() {
        for point in Size::square(MAX_SIDE).points() {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_lowercase().parse(), Ok(point));
            assert_eq!(Point::new(point.x(), point.y()), point);
        }
        assert_eq!(Point::new(24, 24).to_string(), "Z25");
    }

    #[test]
    fn bad_names_are_refused() {
        let check = |text: &str, error| assert_eq!(text.parse::<Point>(), Err(error), "{text:?}");
        check("", ParsePointError::Form);
        check("A", ParsePointError::Form);
        check("4D", ParsePointError::Form);
        check("A-1", ParsePointError::Form);
        check("A+1", ParsePointError::Form);
        check("AA26", ParsePointError::Form);
        check("pass", ParsePointError::Form);
        check("Ä4", ParsePointError::Form);
        check("I5", ParsePointError::ColumnI);
        check("i5", ParsePointError::ColumnI);
        check("A0", ParsePointError::Row);
        check("A26", ParsePointError::Row);
        check("A99999999999", ParsePointError::Row);
    }

    #[test]
    fn neighbors_of_every_point_stay_inside_the_arrays() {
        for point in Size::square(MAX_SIDE).points() {
            for around in point.around() {
                assert!(around.index() < N_INDICES);
            }
            let size = Size::square(MAX_SIDE);
            let on_board = point
                .neighbors()
                .into_iter()
                .filter(|&n| size.contains(n))
                .count();
            let edges = usize::from(point.x() == 0 || point.x() == 24)
                + usize::from(point.y() == 0 || point.y() == 24);
            assert_eq!(on_board, 4 - edges, "{point}");
        }
    }

    #[test]
    fn lines_count_from_the_edge() {
        let size = Size::new(5, 9).unwrap();
        assert_eq!(size.line("A1".parse().unwrap()), 1);
        assert_eq!(size.line("C5".parse().unwrap()), 3);
        assert_eq!(size.line("D8".parse().unwrap()), 2);
    }
}
