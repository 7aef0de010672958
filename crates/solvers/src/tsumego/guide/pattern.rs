//! The eight points around a cell of a frame as one number, the same for all images under turning and mirroring.

use std::sync::LazyLock;

use crate::tsumego::frame::Frame;
use crate::tsumego::frame::cells::Cells;

/// The eight points, numbered row by row, in the order of a circle that begins at a corner.
const CIRCLE: [u32; 8] = [0, 1, 2, 4, 7, 6, 5, 3];

/// The number of patterns.
const N_PATTERNS: u32 = 1 << 16;

/// For each pattern, the smallest number of its images, and one bit for each image that has this number.
struct Least {
    numbers: Vec<u16>,
    images: Vec<u8>,
}

static LEAST: LazyLock<Least> = LazyLock::new(|| {
    let least = |code| {
        let around = Pattern(code).circle();
        let numbers = IMAGES.map(|image| number(&around, image, 2));
        let number = numbers.into_iter().min().unwrap_or(0);
        let is_least = (0..)
            .zip(numbers)
            .map(|(n, other)| u8::from(other == number) << n);
        #[expect(clippy::cast_possible_truncation, reason = "eight points of two bits")]
        let number = number as u16;
        (number, is_least.sum::<u8>())
    };
    let (numbers, images) = (0..N_PATTERNS).map(least).unzip();
    Least { numbers, images }
});

/// For four points in the order of a circle, two bits each: the number of each image.
static BEHIND: LazyLock<[[u8; 8]; 1 << 8]> = LazyLock::new(|| {
    std::array::from_fn(|far| {
        let far = [6, 4, 2, 0].map(|place| (far >> place & 3) as u64);
        #[expect(clippy::cast_possible_truncation, reason = "four points of two bits")]
        IMAGES.map(|image| number(&far, image, 0) as u8)
    })
});

/// A turn by some quarters, and whether the board is mirrored as well.
type Image = (usize, bool);

/// All images of a board.
const IMAGES: [Image; 8] = [
    (0, false),
    (0, true),
    (1, false),
    (1, true),
    (2, false),
    (2, true),
    (3, false),
    (3, true),
];

/// The number of an image of points in the order of a circle, two bits each. Mirroring leaves the point `offset` in
/// place.
fn number<const N: usize>(circle: &[u64; N], (turn, is_mirrored): Image, offset: usize) -> u64 {
    let place = |n: usize| {
        let n = if is_mirrored { N + offset - n } else { n };
        (n + turn * N / 4) % N
    };
    (0..N).fold(0, |code, n| code << 2 | circle[place(n)])
}

/// The contents of the eight points around a cell, two bits each, row by row: a stone of the first side, a stone of the
/// second side, neither, or no cell of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pattern(u32);

impl Pattern {
    pub(crate) fn around<const N: usize>(
        frame: &Frame<N>,
        first: Cells<N>,
        second: Cells<N>,
        cell: Cells<N>,
    ) -> Self {
        let outside = frame.outside(cell);
        let around = |set: Cells<N>| u32::from(set.around(cell, frame.stride())) | outside;
        Self(doubled(around(first)) | doubled(around(second)) << 1)
    }

    /// The contents of each point, in the order of a circle that begins at a corner.
    pub(crate) fn circle(self) -> [u64; 8] {
        CIRCLE.map(|place| u64::from(self.0 >> (2 * place) & 3))
    }

    /// The smallest number of its images under turning and mirroring, the points in the order of a circle.
    pub(crate) fn least(self) -> u64 {
        u64::from(LEAST.numbers[self.0 as usize])
    }

    /// The same smallest number, with the four points behind the neighbors.
    pub(crate) fn least_with(self, far: [u64; 4]) -> u64 {
        let images = LEAST.images[self.0 as usize];
        let far = far.into_iter().fold(0, |far, point| far << 2 | point);
        #[expect(clippy::cast_possible_truncation, reason = "four points of two bits")]
        let behind = BEHIND[far as usize].iter().zip(0..);
        let behind = behind.filter(|&(_, n)| images >> n & 1 != 0);
        let behind = behind.map(|(&number, _)| number).min();
        self.least() << 8 | u64::from(behind.unwrap_or(0))
    }
}

/// Eight bits with a gap after each.
const fn doubled(bits: u32) -> u32 {
    let bits = (bits | bits << 4) & 0x0F0F;
    let bits = (bits | bits << 2) & 0x3333;
    (bits | bits << 1) & 0x5555
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::{Color, Point, PointSet};
    use crate::tsumego::frame::Boundary;
    use crate::tsumego::images::for_each_image;

    /// The pattern agrees with the board, for regions of any shape and place.
    #[test]
    fn a_pattern_is_what_is_around() {
        check_patterns::<2>();
        check_patterns::<4>();
    }

    fn check_patterns<const N: usize>() {
        let mut rng = Rng::new(7, 0);
        let mut n_seen = [0; 4];
        for_each_image(100, |_, board, image, target| {
            let size = board.size();
            let window: PointSet = size.points().filter(|_| rng.below(4) > 0).collect();
            let none = PointSet::EMPTY;
            let Some(frame) = Frame::<N>::new(board, image(target), &window, &none, Boundary::Shut)
            else {
                return;
            };
            for point in &frame.region {
                let contents = |(dx, dy): (i8, i8)| {
                    let x = point.x().checked_add_signed(dx);
                    let y = point.y().checked_add_signed(dy);
                    let near = x
                        .zip(y)
                        .filter(|&(x, y)| x < size.width() && y < size.height());
                    let near = near.map(|(x, y)| Point::new(x, y));
                    match near.filter(|&near| frame.region.contains(near)) {
                        None => 3,
                        Some(near) => match board.color(near) {
                            None => 0,
                            Some(Color::White) => 1,
                            Some(Color::Black) => 2,
                        },
                    }
                };
                let circle = [
                    (-1, -1),
                    (0, -1),
                    (1, -1),
                    (1, 0),
                    (1, 1),
                    (0, 1),
                    (-1, 1),
                    (-1, 0),
                ];
                let expected = circle.map(contents);
                let cell = frame.cell(point);
                let found = Pattern::around(&frame, frame.attackers, frame.defenders, cell);
                let images = IMAGES.map(|image| number(&expected, image, 2));
                assert_eq!(
                    images.iter().min(),
                    Some(&found.least()),
                    "{point}\n{board}"
                );
                assert!(images.contains(&number(&found.circle(), (0, false), 2)));
                expected
                    .iter()
                    .for_each(|&kind| n_seen[usize::try_from(kind).unwrap()] += 1);
            }
        });
        assert!(n_seen.iter().all(|&n| n > 500), "{n_seen:?}");
    }
}
