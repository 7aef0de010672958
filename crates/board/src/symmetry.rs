//! The symmetries of a board: eight on a square board, four on any other.

use crate::{Point, Size};

/// A rotation or reflection of a board.
///
/// Bit 0 mirrors left and right, bit 1 mirrors top and bottom, then bit 2 swaps columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The symmetries that map a board of this size onto itself, the identity first.
    pub fn all(size: Size) -> impl Iterator<Item = Self> + Clone {
        (0..if size.is_square() { 8 } else { 4 }).map(Self)
    }

    /// Where the symmetry takes a point of a board of this size.
    #[must_use]
    pub const fn apply(self, size: Size, point: Point) -> Point {
        let mut x = point.x();
        let mut y = point.y();
        if self.0 & 1 != 0 {
            x = size.width() - 1 - x;
        }
        if self.0 & 2 != 0 {
            y = size.height() - 1 - y;
        }
        if self.0 & 4 == 0 {
            Point::new(x, y)
        } else {
            Point::new(y, x)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn symmetries_are_distinct_permutations() {
        for (size, n) in [(Size::square(5), 8), (Size::new(4, 3).unwrap(), 4)] {
            let mut images = BTreeSet::new();
            for symmetry in Symmetry::all(size) {
                let image: Vec<Point> = size
                    .points()
                    .map(|point| symmetry.apply(size, point))
                    .collect();
                assert_eq!(image.iter().collect::<BTreeSet<_>>().len(), size.n_points());
                for point in size.points() {
                    assert_eq!(size.line(symmetry.apply(size, point)), size.line(point));
                }
                images.insert(image);
            }
            assert_eq!(images.len(), n);
        }
    }
}
