//! The eight ways to turn and mirror a board before a network is shown it.

use crate::base::{Point, Size};

/// A rotation or reflection, numbered as by KataGo: bit 0 mirrors top and bottom, bit 1 mirrors left and right, then
/// bit 2 swaps rows and columns. A board that is not square changes its shape when rows and columns are swapped.
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

    /// Width and height of the image of a board.
    #[must_use]
    pub const fn shape(self, size: Size) -> (usize, usize) {
        let (width, height) = (size.width() as usize, size.height() as usize);
        if self.swaps() {
            (height, width)
        } else {
            (width, height)
        }
    }

    /// Where points land in the image of a board, as places in a list row by row from the top left.
    #[must_use]
    pub(super) const fn places(self, size: Size) -> Places {
        Places {
            symmetry: self,
            size,
        }
    }

    const fn swaps(self) -> bool {
        self.0 & 4 != 0
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
        if self.symmetry.swaps() {
            column * height + row
        } else {
            row * width + column
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_images_are_the_numbered_ones() {
        let size = Size::new(3, 2).unwrap();
        let image = |number: u8| -> Vec<usize> {
            let places = Symmetry::from_number(number).unwrap().places(size);
            // From the top left: A2 B2 C2 A1 B1 C1.
            ["A2", "B2", "C2", "A1", "B1", "C1"]
                .map(|name| places.of(name.parse().unwrap()))
                .to_vec()
        };
        assert_eq!(image(0), [0, 1, 2, 3, 4, 5]);
        assert_eq!(image(1), [3, 4, 5, 0, 1, 2]);
        assert_eq!(image(2), [2, 1, 0, 5, 4, 3]);
        assert_eq!(image(4), [0, 2, 4, 1, 3, 5]);
        // Top and bottom are mirrored before rows become columns.
        assert_eq!(image(5), [1, 3, 5, 0, 2, 4]);
        assert_eq!(image(6), [4, 2, 0, 5, 3, 1]);
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
