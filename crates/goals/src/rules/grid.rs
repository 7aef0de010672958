//! The board as rules are matched on it: own, other's, empty or off the board, with room around the edges for whole
//! maps.

use tedomari_board::{Board, Color, MAX_SIDE, Point, PointSet};

/// Points around the board on each side: a map with edges is 11 points wide.
const MARGIN: u16 = 10;
/// Distance between a point and the point above it.
const STRIDE: u16 = MAX_SIDE as u16 + 2 * MARGIN;
const N_PLACES: usize = STRIDE as usize * STRIDE as usize;

/// State of a point: the bit of a content that holds it is `1 << state`.
pub(super) const OWN: u8 = 0;
pub(super) const OTHER: u8 = 1;
pub(super) const EMPTY: u8 = 2;
pub(super) const EDGE: u8 = 3;

/// Index of a point on or off the board.
pub(super) type Place = u16;

/// States of all points, from the view of one player.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    states: [u8; N_PLACES],
}

impl Grid {
    /// The view of a player. Cost: one copy of the board.
    pub(super) fn new(board: &Board, player: Color) -> Self {
        let mut states = [EDGE; N_PLACES];
        // In the order of `Cell`.
        let seen = match player {
            Color::Black => [OWN, OTHER, EMPTY, EDGE],
            Color::White => [OTHER, OWN, EMPTY, EDGE],
        };
        let width = usize::from(board.size().width());
        for y in 0..board.size().height() {
            let first = Point::new(0, y);
            let start = usize::from(place(first));
            for (x, state) in states[start..start + width].iter_mut().enumerate() {
                *state = seen[board.cell(Point::from_index(first.index() + x)) as usize];
            }
        }
        Self { states }
    }

    /// State of a place.
    #[inline]
    pub(super) fn state(&self, place: Place) -> u8 {
        self.states[usize::from(place)]
    }

    /// Whether the place holds something in a set.
    #[inline]
    pub(super) fn fits(&self, place: Place, bits: u8) -> bool {
        bits >> self.state(place) & 1 != 0
    }

    /// The point of a place, if it is on the board.
    pub(super) fn point(&self, place: Place) -> Option<Point> {
        (self.state(place) != EDGE).then(|| point(place))
    }

    /// The places as points, those off the board left out.
    pub(super) fn points(&self, places: impl Iterator<Item = Place>) -> PointSet {
        places.filter_map(|place| self.point(place)).collect()
    }
}

/// The place of a point of the board.
#[inline]
pub(super) fn place(point: Point) -> Place {
    (u16::from(point.y()) + MARGIN) * STRIDE + u16::from(point.x()) + MARGIN
}

/// The point of a place on the board.
#[inline]
fn point(place: Place) -> Point {
    Point::from_index(POINTS[usize::from(place)].into())
}

/// Indices of the points of all places on the largest board; 0 elsewhere. A table, because division is slow.
#[expect(clippy::cast_possible_truncation, reason = "indices are below 704")]
const POINTS: [u16; N_PLACES] = {
    let mut points = [0; N_PLACES];
    let mut y = 0;
    while y < MAX_SIDE {
        let mut x = 0;
        while x < MAX_SIDE {
            let place =
                (y as usize + MARGIN as usize) * STRIDE as usize + x as usize + MARGIN as usize;
            points[place] = Point::new(x, y).index() as u16;
            x += 1;
        }
        y += 1;
    }
    points
};

/// The distance from one point to another, as columns and rows.
pub(super) type Offset = (i16, i16);

/// The place at a distance.
#[inline]
pub(super) fn shifted(place: Place, offset: i16) -> Place {
    place.wrapping_add_signed(offset)
}

/// The place at an offset from a corner.
#[inline]
pub(super) fn moved(corner: Place, (x, y): Offset) -> Place {
    shifted(corner, flat(x, y))
}

/// The place that lies at an offset before another.
#[inline]
pub(super) fn moved_back(place: Place, (x, y): Offset) -> Place {
    shifted(place, -flat(x, y))
}

/// An offset as a difference of places.
#[expect(clippy::cast_possible_wrap, reason = "the stride is 45")]
pub(super) const fn flat(x: i16, y: i16) -> i16 {
    y * STRIDE as i16 + x
}
