//! The outline of a set of points: around each point lies a square, and the outline runs inside its outer edges.

use std::collections::BTreeMap;

use crate::board::{Point, PointSet};

/// A corner of the grid of squares, in columns from the left and rows from below.
type GridCorner = (i32, i32);

/// A direction along the edges of squares, with the inside on the left.
type Direction = (i32, i32);

/// Closed lines around the points: their corners in units of squares from the left and from below, moved inwards by
/// `inset`. Points that touch only by a corner get lines of their own.
pub(super) fn contours(points: &PointSet, inset: f64) -> Vec<Vec<(f64, f64)>> {
    let mut edges: BTreeMap<GridCorner, Vec<Direction>> = BTreeMap::new();
    let is_inside = |x: i32, y: i32| {
        let column = u8::try_from(x).ok().filter(|&x| x < crate::board::MAX_SIDE);
        let row = u8::try_from(y).ok().filter(|&y| y < crate::board::MAX_SIDE);
        column
            .zip(row)
            .is_some_and(|(x, y)| points.contains(Point::new(x, y)))
    };
    for point in points {
        let (x, y) = (i32::from(point.x()), i32::from(point.y()));
        // Each side with the neighbor behind it, counterclockwise.
        let sides = [
            ((x, y), (1, 0), (x, y - 1)),
            ((x + 1, y), (0, 1), (x + 1, y)),
            ((x + 1, y + 1), (-1, 0), (x, y + 1)),
            ((x, y + 1), (0, -1), (x - 1, y)),
        ];
        for (start, direction, behind) in sides {
            if !is_inside(behind.0, behind.1) {
                edges.entry(start).or_default().push(direction);
            }
        }
    }
    let mut lines = Vec::new();
    while let Some((&start, _)) = edges.iter().find(|(_, leaving)| !leaving.is_empty()) {
        let walk = walk(&mut edges, start);
        lines.push(moved_in(&walk, inset));
    }
    lines
}

/// Follows the edges from a corner back to it, and takes them away. At a corner where two lines meet it turns left,
/// which keeps to the same square.
fn walk(
    edges: &mut BTreeMap<GridCorner, Vec<Direction>>,
    start: GridCorner,
) -> Vec<(GridCorner, Direction)> {
    let mut way: Vec<(GridCorner, Direction)> = Vec::new();
    let mut at = start;
    while let Some(leaving) = edges.get_mut(&at).filter(|leaving| !leaving.is_empty()) {
        let left = way.last().map(|&(_, (dx, dy))| (-dy, dx));
        let index = left.and_then(|left| leaving.iter().position(|&it| it == left));
        let direction = leaving.swap_remove(index.unwrap_or(0));
        way.push((at, direction));
        at = (at.0 + direction.0, at.1 + direction.1);
    }
    way
}

/// The corners where the way turns, each moved away from both edges to the inside.
fn moved_in(way: &[(GridCorner, Direction)], inset: f64) -> Vec<(f64, f64)> {
    let before = way.iter().cycle().skip(way.len().saturating_sub(1));
    let turns = way.iter().zip(before).filter(|(one, two)| one.1 != two.1);
    turns
        .map(|(&((x, y), to), &(_, from))| {
            // The inside lies on the left of both edges.
            let (dx, dy) = (-to.1 - from.1, to.0 + from.0);
            (
                f64::from(x) + inset * f64::from(dx),
                f64::from(y) + inset * f64::from(dy),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> Vec<Vec<(f64, f64)>> {
        let points: PointSet = names.iter().map(|name| name.parse().unwrap()).collect();
        contours(&points, 0.25)
    }

    #[test]
    fn a_point_is_a_square() {
        let corners = vec![(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)];
        assert_eq!(of(&["A1"]), [corners]);
    }

    #[test]
    fn straight_edges_have_no_corners_and_holes_lines_of_their_own() {
        assert_eq!(of(&["A1", "B1", "C1"])[0].len(), 4);
        let ring = of(&["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"]);
        assert_eq!(ring.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
        // The inner line lies around the hole.
        assert!(ring[1].contains(&(0.75, 0.75)) && ring[1].contains(&(2.25, 2.25)));
    }

    #[test]
    fn points_that_touch_by_a_corner_stay_apart() {
        let lines = of(&["A1", "B2"]);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() == 4));
    }

    #[test]
    fn a_bend_has_six_corners() {
        assert_eq!(of(&["A1", "B1", "A2"])[0].len(), 6);
    }
}
