//! The board of a small game as bits: neighbors, floods and the symmetries of an m x n rectangle.
//!
//! Point `row * width + column` is bit number that; row 0 is the bottom row, so bit 0 is A1. A board has at most
//! `MAX_POINTS` points, so a set of points is one `u32`.

use thiserror::Error;

/// The largest number of points on a board that this module handles.
pub(super) const MAX_POINTS: u32 = 30;

/// A set of points of a small board, one bit per point.
pub type Bits = u32;

/// Why a board shape is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// A side is zero.
    #[error("a board needs at least one row and one column")]
    Empty,
    /// More points than a solver of small boards can hold.
    #[error("a {width}x{height} board has more than {MAX_POINTS} points")]
    TooLarge {
        /// Columns given.
        width: u32,
        /// Rows given.
        height: u32,
    },
}

/// An m x n rectangle with its symmetries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    width: u32,
    height: u32,
    n_points: u32,
    full: Bits,
    not_first_column: Bits,
    not_last_column: Bits,
    /// For each symmetry but the identity, the image of each point.
    symmetries: Vec<Vec<u32>>,
    /// For each symmetry but the identity, the images of all subsets of each byte of a point set.
    byte_images: Vec<[[Bits; 256]; 4]>,
}

impl Shape {
    /// The rectangle of `width` columns and `height` rows.
    ///
    /// # Errors
    /// When a side is zero or there are more than `MAX_POINTS` points.
    pub fn new(width: u32, height: u32) -> Result<Self, ShapeError> {
        if width == 0 || height == 0 {
            return Err(ShapeError::Empty);
        }
        let n_points = width.saturating_mul(height);
        if n_points > MAX_POINTS {
            return Err(ShapeError::TooLarge { width, height });
        }
        let full = (1 << n_points) - 1;
        let first_column: Bits = (0..height).map(|row| 1 << (row * width)).sum();
        let last_column = first_column << (width - 1);
        let mut shape = Self {
            width,
            height,
            n_points,
            full,
            not_first_column: full & !first_column,
            not_last_column: full & !last_column,
            symmetries: Vec::new(),
            byte_images: Vec::new(),
        };
        shape.symmetries = shape.images_of_points();
        shape.byte_images = shape
            .symmetries
            .iter()
            .map(|images| byte_images(images))
            .collect();
        Ok(shape)
    }

    /// Columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Number of points.
    pub fn n_points(&self) -> u32 {
        self.n_points
    }

    /// The number of points as a score: the area of the whole board.
    pub fn area(&self) -> i8 {
        i8::try_from(self.n_points).unwrap_or(i8::MAX)
    }

    /// All points.
    pub fn full(&self) -> Bits {
        self.full
    }

    /// Points beside a point of `set`; may include points of `set`.
    #[inline]
    pub fn neighbors(&self, set: Bits) -> Bits {
        ((set & self.not_last_column) << 1)
            | ((set & self.not_first_column) >> 1)
            | ((set << self.width) & self.full)
            | (set >> self.width)
    }

    /// The connected parts of `within` that touch `seed`; `seed` must lie in `within`.
    #[inline]
    pub fn flood(&self, seed: Bits, within: Bits) -> Bits {
        let mut part = seed;
        loop {
            let grown = (part | self.neighbors(part)) & within;
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The connected components of `set`, by least point.
    pub fn components(&self, set: Bits) -> Components<'_> {
        Components {
            shape: self,
            rest: set,
            within: set,
        }
    }

    /// Symmetries of the rectangle other than the identity: 7 for a square, 3 otherwise, fewer where they coincide.
    pub(super) fn n_symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// The image of `set` under symmetry number `symmetry` (the identity is not numbered).
    #[inline]
    pub(super) fn image(&self, set: Bits, symmetry: usize) -> Bits {
        let images = &self.byte_images[symmetry];
        let [a, b, c, d] = set.to_le_bytes();
        images[0][usize::from(a)]
            | images[1][usize::from(b)]
            | images[2][usize::from(c)]
            | images[3][usize::from(d)]
    }

    /// The image of one point under symmetry number `symmetry`.
    pub(super) fn image_of_point(&self, point: u32, symmetry: usize) -> u32 {
        self.symmetries[symmetry][point as usize]
    }

    /// The name of a point in GTP's coordinates.
    pub fn vertex(&self, point: u32) -> String {
        const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZabcdef";
        let column = char::from(LETTERS[(point % self.width) as usize]);
        format!("{column}{}", point / self.width + 1)
    }

    fn images_of_points(&self) -> Vec<Vec<u32>> {
        let (w, h) = (self.width, self.height);
        let identity: Vec<u32> = (0..self.n_points).collect();
        let mut found = vec![identity];
        for transpose in [false, true] {
            if transpose && w != h {
                continue;
            }
            for (flip_columns, flip_rows) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                let images = (0..self.n_points)
                    .map(|point| {
                        let (mut row, mut column) = (point / w, point % w);
                        if flip_columns {
                            column = w - 1 - column;
                        }
                        if flip_rows {
                            row = h - 1 - row;
                        }
                        if transpose {
                            column * w + row
                        } else {
                            row * w + column
                        }
                    })
                    .collect();
                if !found.contains(&images) {
                    found.push(images);
                }
            }
        }
        found.remove(0);
        found
    }
}

/// Iterator over connected components.
#[derive(Debug, Clone)]
pub struct Components<'a> {
    shape: &'a Shape,
    rest: Bits,
    within: Bits,
}

impl Iterator for Components<'_> {
    type Item = Bits;

    fn next(&mut self) -> Option<Bits> {
        if self.rest == 0 {
            return None;
        }
        let part = self.shape.flood(lowest(self.rest), self.within);
        self.rest &= !part;
        Some(part)
    }
}

/// The least point of a set that is not empty, as a set.
#[inline]
pub fn lowest(set: Bits) -> Bits {
    set & set.wrapping_neg()
}

/// The points of a set in rising order.
pub fn points(mut set: Bits) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let point = set.trailing_zeros();
        set &= set - 1;
        Some(point)
    })
}

fn byte_images(images: &[u32]) -> [[Bits; 256]; 4] {
    let mut table = [[0; 256]; 4];
    for (byte, row) in table.iter_mut().enumerate() {
        for (subset, image) in row.iter_mut().enumerate() {
            *image = (0..8)
                .filter(|bit| subset >> bit & 1 == 1)
                .filter_map(|bit| images.get(8 * byte + bit))
                .map(|&point| 1 << point)
                .sum();
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_by_coordinates() {
        for (width, height) in [
            (1, 1),
            (1, 7),
            (7, 1),
            (2, 3),
            (5, 6),
            (6, 5),
            (30, 1),
            (4, 4),
        ] {
            let shape = Shape::new(width, height).unwrap();
            for point in 0..shape.n_points() {
                let (row, column) = (point / width, point % width);
                let beside: Bits = (0..shape.n_points())
                    .filter(|other| {
                        (other / width).abs_diff(row) + (other % width).abs_diff(column) == 1
                    })
                    .map(|other| 1 << other)
                    .sum();
                assert_eq!(
                    shape.neighbors(1 << point),
                    beside,
                    "{width}x{height} {point}"
                );
            }
        }
    }

    #[test]
    fn symmetries_are_distinct_and_keep_neighbors() {
        for (width, height, count) in [
            (1, 1, 0),
            (1, 5, 1),
            (2, 2, 7),
            (2, 3, 3),
            (5, 5, 7),
            (5, 6, 3),
        ] {
            let shape = Shape::new(width, height).unwrap();
            assert_eq!(shape.n_symmetries(), count);
            for symmetry in 0..count {
                assert_eq!(shape.image(shape.full(), symmetry), shape.full());
                for point in 0..shape.n_points() {
                    let image = shape.image_of_point(point, symmetry);
                    assert_eq!(shape.image(1 << point, symmetry), 1 << image);
                    let beside = shape.image(shape.neighbors(1 << point), symmetry);
                    assert_eq!(beside, shape.neighbors(1 << image));
                }
            }
        }
    }

    #[test]
    fn refused_shapes() {
        assert_eq!(Shape::new(0, 3), Err(ShapeError::Empty));
        assert_eq!(
            Shape::new(6, 6),
            Err(ShapeError::TooLarge {
                width: 6,
                height: 6
            })
        );
        assert!(Shape::new(u32::MAX, u32::MAX).is_err());
    }
}
