//! The eight ways to turn and mirror a board before a network is shown it.

use crate::board::{Point, Size};

/// A rotation or reflection, numbered as by KataGo: bit 0 mirrors top and bottom, bit 1 mirrors left and right, then
/// bit 2 swaps rows and columns, unless the board is not square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(u8);

impl Symmetry {
    /// How many there are.
    pub const COUNT: usize = 8;
    /// The board as it is.
    pub const IDENTITY: Self = Self(0);

    /// The symmetry of a number, if there is one.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        if (number as usize) < Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// All symmetries in the order of their numbers, the identity first.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..8).map(Self)
    }

    /// Its number, below [`Self::COUNT`].
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Where points land in the image of a board, as places in a list row by row from the top left.
    #[must_use]
    pub(super) const fn places(self, size: Size) -> Places {
        Places {
            symmetry: self,
            size,
        }
    }
}

/// Where the points of a board land under a symmetry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    symmetry: Symmetry,
    size: Size,
}

impl Places {
    /// The place of a point in the image, counted row by row from the top left.
    #[inline]
    pub(super) fn of(self, point: Point) -> usize {
        let (width, height) = (
            usize::from(self.size.width()),
            usize::from(self.size.height()),
        );
        let (mut column, mut row) = (usize::from(point.x()), height - 1 - usize::from(point.y()));
        if self.symmetry.0 & 1 != 0 {
            row = height - 1 - row;
        }
        if self.symmetry.0 & 2 != 0 {
            column = width - 1 - column;
        }
        if self.symmetry.0 & 4 != 0 && self.size.is_square() {
            std::mem::swap(&mut column, &mut row);
        }
        row * width + column
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_images_are_the_numbered_ones() {
        let image = |side: (u8, u8), number: u8| -> Vec<usize> {
            let size = Size::new(side.0, side.1).unwrap();
            let places = Symmetry::from_number(number).unwrap().places(size);
            let rows = (0..size.height()).rev();
            let points = rows.flat_map(|y| (0..size.width()).map(move |x| Point::new(x, y)));
            points.map(|point| places.of(point)).collect()
        };
        assert_eq!(image((2, 2), 0), [0, 1, 2, 3]);
        assert_eq!(image((2, 2), 1), [2, 3, 0, 1]);
        assert_eq!(image((2, 2), 2), [1, 0, 3, 2]);
        assert_eq!(image((2, 2), 4), [0, 2, 1, 3]);
        // Top and bottom are mirrored before rows become columns.
        assert_eq!(image((2, 2), 5), [1, 3, 0, 2]);
        assert_eq!(image((2, 2), 6), [2, 0, 3, 1]);
        assert_eq!(image((3, 2), 1), [3, 4, 5, 0, 1, 2]);
        assert_eq!(image((3, 2), 6), image((3, 2), 2));
        assert_eq!(Symmetry::from_number(8), None);
    }

    #[test]
    fn every_symmetry_is_another_permutation() {
        let size = Size::square(4);
        let images: BTreeSet<Vec<usize>> = Symmetry::all()
            .map(|symmetry| size.points().map(|p| symmetry.places(size).of(p)).collect())
            .collect();
        assert_eq!(images.len(), Symmetry::COUNT);
        for image in images {
            assert_eq!(image.iter().collect::<BTreeSet<_>>().len(), 16);
        }
    }
}
