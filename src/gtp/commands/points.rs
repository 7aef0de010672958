//! Points in the order in which clients list them.

use std::cmp::Reverse;
use std::fmt::Write as _;

use crate::board::{Color, Move, Point, Size};
use crate::gtp::response::Reply;

/// A line of play as GoGui draws it: pairs of a color and a move, `color` first.
pub(super) fn variation(color: Color, moves: impl Iterator<Item = Move>) -> String {
    let letters = match color {
        Color::Black => ["b", "w"],
        Color::White => ["w", "b"],
    };
    let pairs = moves.zip(letters.into_iter().cycle());
    Reply::words(pairs.map(|(mv, letter)| format!("{letter} {mv}")))
        .as_str()
        .to_owned()
}

/// Points on one line, top row first, as GNU Go lists them.
pub(super) fn top_first(points: impl Iterator<Item = Point>) -> Reply {
    let mut points: Vec<Point> = points.collect();
    points.sort_by_key(|point| (Reverse(point.y()), point.x()));
    Reply::points(points)
}

/// The owner of each point as a grid of numbers, the top row first: 1 for Black, -1 for White.
pub(super) fn owner_grid(size: Size, owner: impl Fn(Point) -> f64) -> String {
    let mut text = String::new();
    for point in size.points_from_top() {
        let is_last = point.x() + 1 == size.width();
        let end = if is_last { '\n' } else { ' ' };
        // Writing to a string never fails.
        let _ = write!(text, "{:.3}{end}", owner(point));
    }
    text.truncate(text.trim_end().len());
    text
}
