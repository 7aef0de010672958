//! Points in the order in which clients list them.

use std::cmp::Reverse;

use crate::base::Point;
use crate::gtp::response::Reply;

/// Points on one line, top row first, as GNU Go lists them.
pub(super) fn top_first(points: impl Iterator<Item = Point>) -> Reply {
    let mut points: Vec<Point> = points.collect();
    points.sort_by_key(|point| (Reverse(point.y()), point.x()));
    Reply::points(points)
}
