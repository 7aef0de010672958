//! Points in the order in which clients list them.

use std::cmp::Reverse;

use crate::base::{Point, Size};
use crate::gtp::response::Reply;

/// Points on one line, top row first, as GNU Go lists them.
pub(super) fn top_first(points: impl Iterator<Item = Point>) -> Reply {
    let mut points: Vec<Point> = points.collect();
    points.sort_by_key(|point| (Reverse(point.y()), point.x()));
    Reply::points(points)
}

/// The points row by row from the top left.
pub(super) fn points_from_top(size: Size) -> impl Iterator<Item = Point> {
    let rows = (0..size.height()).rev();
    rows.flat_map(move |y| (0..size.width()).map(move |x| Point::new(x, y)))
}
