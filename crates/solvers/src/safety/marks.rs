//! Pictures of safe points, for tests.

use crate::board::{Board, Point, PointSet};

/// The rows of a board from the top down: `*` for a stone in `stones`, `+` for another point in `area`, else `-`.
pub(super) fn marked(board: &Board, stones: &PointSet, area: &PointSet) -> String {
    let mark = |point: Point| match (stones.contains(point), area.contains(point)) {
        (true, _) => '*',
        (false, true) => '+',
        (false, false) => '-',
    };
    let (width, height) = (board.size().width(), board.size().height());
    let row = |y: u8| (0..width).map(|x| mark(Point::new(x, y))).collect();
    (0..height)
        .rev()
        .map(row)
        .collect::<Vec<String>>()
        .join(" ")
}
