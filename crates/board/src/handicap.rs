//! The points of handicap stones.

use crate::{Color, Point, PointSet, Size};

/// The points for a fixed handicap of `n_stones`, in the order in which GTP adds them, or `None` if the board or
/// the number has no fixed placement (GTP version 2, section 4.1.1).
///
/// Corner points are on the fourth line from size 13 up, and on the third line below 13. Boards of even size and 7x7
/// take at most four stones, boards smaller than 7 none.
#[must_use]
pub fn fixed(size: Size, n_stones: usize) -> Option<Vec<Point>> {
    let side = |side: u8| (side >= 7).then_some((side, if side >= 13 { 3 } else { 2 }));
    let ((width, x), (height, y)) = (side(size.width())?, side(size.height())?);
    let has_middle = width % 2 == 1 && height % 2 == 1 && width >= 9 && height >= 9;
    if n_stones < 2 || n_stones > if has_middle { 9 } else { 4 } {
        return None;
    }
    let (right, top, mid_x, mid_y) = (width - 1 - x, height - 1 - y, width / 2, height / 2);
    let corners = [(x, y), (right, top), (x, top), (right, y)];
    let sides = [(x, mid_y), (right, mid_y), (mid_x, y), (mid_x, top)];
    let mut points: Vec<(u8, u8)> = corners[..n_stones.min(4)].to_vec();
    if n_stones >= 6 {
        points.extend(&sides[..(n_stones - 4) & !1]);
    }
    if n_stones % 2 == 1 && n_stones >= 5 {
        points.push((mid_x, mid_y));
    }
    Some(points.into_iter().map(|(x, y)| Point::new(x, y)).collect())
}

/// Exactly `n_stones` points for a free handicap: the fixed placement if there is one, else points spread over the
/// board. `None` if `n_stones` is below 2, or if no point of the board would stay empty.
#[must_use]
pub fn free(size: Size, n_stones: usize) -> Option<Vec<Point>> {
    if n_stones < 2 || n_stones >= size.n_points() {
        return None;
    }
    let n_fixed = (2..=n_stones.min(9))
        .rev()
        .find(|&n| fixed(size, n).is_some());
    let mut points = n_fixed.and_then(|n| fixed(size, n)).unwrap_or_default();
    let mut taken: PointSet = points.iter().copied().collect();
    while points.len() < n_stones {
        let next = size
            .points()
            .filter(|&point| !taken.contains(point))
            .max_by_key(|&point| {
                let nearest = points
                    .iter()
                    .map(|&other| distance(point, other))
                    .min()
                    .unwrap_or(0);
                // As far as possible from the others, then on a useful line. Ties go by point order.
                (
                    nearest.min(4),
                    size.line(point).min(4),
                    nearest,
                    std::cmp::Reverse(point),
                )
            })?;
        taken.insert(next);
        points.push(next);
    }
    Some(points)
}

fn distance(a: Point, b: Point) -> u8 {
    a.x().abs_diff(b.x()) + a.y().abs_diff(b.y())
}

/// The stones of a handicap, as a setup.
pub fn stones(points: &[Point]) -> impl Iterator<Item = (Color, Point)> + '_ {
    points.iter().map(|&point| (Color::Black, point))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(side: u8, n_stones: usize, expected: &str) {
        let points = fixed(Size::square(side), n_stones);
        let names: Vec<String> = points.iter().flatten().map(ToString::to_string).collect();
        assert_eq!(
            names.join(" "),
            expected,
            "{n_stones} stones on size {side}"
        );
    }

    #[test]
    fn fixed_placement_follows_the_protocol() {
        check(19, 2, "D4 Q16");
        check(19, 3, "D4 Q16 D16");
        check(19, 4, "D4 Q16 D16 Q4");
        check(19, 5, "D4 Q16 D16 Q4 K10");
        check(19, 6, "D4 Q16 D16 Q4 D10 Q10");
        check(19, 7, "D4 Q16 D16 Q4 D10 Q10 K10");
        check(19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        check(19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        check(13, 5, "D4 K10 D10 K4 G7");
        check(12, 4, "C3 K10 C10 K3");
        check(9, 4, "C3 G7 C7 G3");
        check(7, 4, "C3 E5 C5 E3");
    }

    #[test]
    fn impossible_numbers_are_refused() {
        for (side, n_stones) in [(19, 1), (19, 10), (19, 0), (12, 5), (7, 5), (6, 2), (1, 2)] {
            assert_eq!(
                fixed(Size::square(side), n_stones),
                None,
                "{n_stones} stones on size {side}"
            );
        }
    }

    #[test]
    fn free_placement_gives_exactly_as_many_stones_as_asked() {
        for side in [2, 5, 6, 9, 12, 19, 25] {
            let size = Size::square(side);
            for n_stones in 2..size.n_points().min(40) {
                let points = free(size, n_stones).unwrap();
                let distinct: PointSet = points.iter().copied().collect();
                assert_eq!((points.len(), distinct.len()), (n_stones, n_stones));
                assert!(crate::Board::with_stones(size, stones(&points)).is_ok());
            }
            assert_eq!(free(size, size.n_points()), None);
        }
    }
}
