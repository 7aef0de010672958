//! The eight points around a cell of a frame as a number, and the number that stands for all its images.

use std::sync::LazyLock;

use super::frame::{Cells, Frame};

/// The numbers of the points around in rows, in the order of a circle that begins at a corner.
const CIRCLE: [u32; 8] = [0, 1, 2, 4, 7, 6, 5, 3];

/// The numbers of all patterns.
const N_PATTERNS: u32 = 1 << 16;

/// The least image of each pattern.
static LEAST: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let least = |code| least_image(Pattern(code).circle(), [0; 4]).0;
    #[expect(clippy::cast_possible_truncation, reason = "eight points of two bits")]
    (0..N_PATTERNS).map(|code| least(code) as u16).collect()
});

/// What is on the eight points around a cell, two bits each, row by row: a stone of the first side, of the second one,
/// neither, or no cell of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern(u32);

impl Pattern {
    pub(super) fn around(frame: &Frame, first: Cells, second: Cells, cell: Cells) -> Self {
        let around = |set: Cells| {
            let at = cell.trailing_zeros().cast_signed();
            let row = frame.stride().cast_signed();
            let above = bits(set, at - row - 1);
            let beside = bits(set, at - 1);
            let below = bits(set, at + row - 1);
            above | (beside & 1) << 3 | (beside >> 2) << 4 | below << 5
        };
        let outside = !around(frame.cells) & 0xFF;
        Self(doubled(around(first) | outside) | doubled(around(second) | outside) << 1)
    }

    /// What is on each point, in the order of a circle that begins at a corner.
    pub(super) fn circle(self) -> [u64; 8] {
        CIRCLE.map(|place| u64::from(self.0 >> (2 * place) & 3))
    }

    /// The least number of its images under turning and mirroring, the points in the order of a circle.
    pub(super) fn least(self) -> u64 {
        u64::from(LEAST[self.0 as usize])
    }
}

/// Three bits of a set from a place on, which may be below the first.
#[expect(clippy::cast_possible_truncation, reason = "three bits are taken")]
const fn bits(set: Cells, from: i32) -> u32 {
    let moved = if from < 0 {
        set << from.unsigned_abs()
    } else if from < Cells::BITS.cast_signed() {
        set >> from
    } else {
        0
    };
    moved as u32 & 7
}

/// Eight bits with a gap after each.
const fn doubled(bits: u32) -> u32 {
    let bits = (bits | bits << 4) & 0x0F0F;
    let bits = (bits | bits << 2) & 0x3333;
    (bits | bits << 1) & 0x5555
}

/// The least number of a pattern under turning and mirroring: eight points around and, for the second, the four behind
/// those beside as well.
pub(super) fn least_image(near: [u64; 8], far: [u64; 4]) -> (u64, u64) {
    let number =
        |points: &mut dyn Iterator<Item = u64>| points.fold(0, |code, point| code << 2 | point);
    let mut least = (u64::MAX, u64::MAX);
    for turn in 0..4 {
        for is_mirrored in [false, true] {
            let place = |n: usize, len: usize, offset: usize| {
                let n = if is_mirrored { len + offset - n } else { n };
                (n + turn * len / 4) % len
            };
            let code = number(&mut (0..8).map(|n| near[place(n, 8, 2)]));
            let behind = number(&mut (0..4).map(|n| far[place(n, 4, 0)]));
            least = (least.0.min(code), least.1.min(code << 8 | behind));
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::super::frame::Boundary;
    use super::super::images::for_each_image;
    use super::*;
    use crate::base::{Color, Point, PointSet, Rng};

    /// What the board says about the points around, for regions of any shape and place.
    #[test]
    fn a_pattern_is_what_is_around() {
        let mut rng = Rng::new(7, 0);
        let mut n_seen = [0; 4];
        for_each_image(100, |_, board, image, target| {
            let size = board.size();
            let window: PointSet = size.points().filter(|_| rng.below(4) > 0).collect();
            let none = PointSet::EMPTY;
            let Some(frame) = Frame::new(board, image(target), &window, &none, Boundary::Shut)
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
                let least = |circle| least_image(circle, [0; 4]).0;
                assert_eq!(found.least(), least(expected), "{point}\n{board}");
                assert_eq!(found.least(), least(found.circle()));
                expected
                    .iter()
                    .for_each(|&kind| n_seen[usize::try_from(kind).unwrap()] += 1);
            }
        });
        assert!(n_seen.iter().all(|&n| n > 500), "{n_seen:?}");
    }
}
