//! Sets of points as records write them: single points and rectangles.

use sgf_parse::go::Point as SgfPoint;

use super::Fault;
use super::lexer::{Property, shown};
use super::values::{Found, Oddity, place_named};
use tedomari_board::{Board, Color, MAX_SIDE, Point, Size};

/// A rectangle of points of a board: columns from the left and rows from the top, counted from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    first: SgfPoint,
    last: SgfPoint,
}

/// The rectangles of a list of points, each checked; a single point is a small rectangle. Blank values are skipped.
pub(super) fn rectangles(
    property: Property<'_>,
    size: Size,
) -> impl Iterator<Item = Result<Found<Rectangle>, Fault>> {
    let values = property.values().filter(|value| !value.trim().is_empty());
    values.map(move |value| {
        rectangle(value.trim(), size)
            .ok_or_else(|| Fault::Points(format!("{}[{}]", property.name(), shown(value))))
    })
}

fn rectangle(value: &str, size: Size) -> Option<Found<Rectangle>> {
    let (first, last) = value.split_once(':').unwrap_or((value, value));
    let (from, to) = (place_named(first, size)?, place_named(last, size)?);
    let (mut first, mut last) = (from.what, to.what);
    // Coordinates count rows from below.
    if from.oddity == Some(Oddity::Coordinates) {
        (first.y, last.y) = (first.y.min(last.y), first.y.max(last.y));
    }
    let is_ordered = first.x <= last.x && first.y <= last.y;
    is_ordered.then_some(Found {
        what: Rectangle { first, last },
        oddity: from.oddity.or(to.oddity),
    })
}

/// A set of points: for each row from the top, a bit for each column. A rectangle costs as much as its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows([u32; MAX_SIDE as usize]);

impl Rows {
    /// Changes all points of the rectangle.
    pub(super) fn set(&mut self, rectangle: Rectangle, is_in: bool) {
        let Rectangle { first, last } = rectangle;
        let columns = (2 << last.x) - (1 << first.x);
        let rows = usize::from(first.y)..=usize::from(last.y);
        for row in self.0.get_mut(rows).into_iter().flatten() {
            if is_in {
                *row |= columns;
            } else {
                *row &= !columns;
            }
        }
    }

    /// Whether the point in this column and row is in the set.
    pub(super) fn has(&self, x: u8, y: u8) -> bool {
        let row = self.0.get(usize::from(y)).copied().unwrap_or(0);
        row >> x & 1 == 1
    }

    /// The points of a board that are in the set, from the top left, row by row.
    pub(super) fn points(&self, size: Size) -> Vec<Point> {
        let rows = 0..size.height();
        let places = rows.flat_map(|y| (0..size.width()).map(move |x| (x, y)));
        places
            .filter(|&(x, y)| self.has(x, y))
            .map(|(x, y)| Point::new(x, size.height() - 1 - y))
            .collect()
    }

    fn n_points(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }
}

/// The stones of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stones {
    size: Size,
    black: Rows,
    white: Rows,
}

impl Stones {
    /// The stones on a board.
    pub(super) fn of(board: &Board) -> Self {
        let size = board.size();
        let mut stones = Self {
            size,
            black: Rows::default(),
            white: Rows::default(),
        };
        for point in size.points() {
            let at = SgfPoint {
                x: point.x(),
                y: size.height() - 1 - point.y(),
            };
            if let Some(color) = board.color(point) {
                stones.rows(color).set(
                    Rectangle {
                        first: at,
                        last: at,
                    },
                    true,
                );
            }
        }
        stones
    }

    const fn rows(&mut self, color: Color) -> &mut Rows {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// Puts stones of a color on the rectangle, or takes all stones off.
    pub(super) fn set(&mut self, rectangle: Rectangle, color: Option<Color>) {
        for each in Color::BOTH {
            self.rows(each).set(rectangle, color == Some(each));
        }
    }

    /// Number of black stones.
    pub(super) fn n_black(&self) -> usize {
        self.black.n_points()
    }

    /// The stones in point order.
    pub(super) fn list(&self) -> Vec<(Color, Point)> {
        let color = |point: Point| {
            let (x, y) = (point.x(), self.size.height() - 1 - point.y());
            let is_black = self.black.has(x, y).then_some(Color::Black);
            is_black.or_else(|| self.white.has(x, y).then_some(Color::White))
        };
        let points = self.size.points();
        points
            .filter_map(|point| Some((color(point)?, point)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_cover_their_rows() {
        let size = Size::square(25);
        let mut rows = Rows::default();
        rows.set(rectangle("aa:yy", size).unwrap().what, true);
        assert_eq!(rows.n_points(), 625);
        rows.set(rectangle("bb:xy", size).unwrap().what, false);
        assert_eq!(rows.n_points(), 25 + 2 * 24);
        assert!(rows.has(24, 24) && !rows.has(23, 24) && rows.has(0, 1));
        for wrong in ["ba:ab", "aa:az", "zz", "a", "aa:", ":aa", "aa:bb:cc", "é"] {
            assert!(rectangle(wrong, size).is_none(), "{wrong}");
        }
        let (letters, coordinates) = (rectangle("bc:df", size), rectangle("B23:D20", size));
        let corners =
            |found: Option<Found<Rectangle>>| found.map(|it| (it.what.first, it.what.last));
        assert_eq!(corners(letters), corners(coordinates));
        assert_eq!(corners(letters), corners(rectangle("B20:D23", size)));
    }
}
