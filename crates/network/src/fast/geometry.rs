//! How a board lies in memory: with a border of zeros, so that a convolution needs no edges.

/// A board with a border. The border on the right of a row is also the one on the left of the next row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    /// Points in a row.
    pub(super) width: usize,
    /// Number of rows.
    pub(super) height: usize,
    /// How wide the border is: as far as the largest kernel reaches, at least 1.
    pub(super) margin: usize,
}

impl Geometry {
    /// How far the next row is, in points.
    pub(super) fn stride(self) -> usize {
        self.width + self.margin
    }

    /// Points of the board.
    pub(super) fn area(self) -> usize {
        self.width * self.height
    }

    /// Points in memory. Tiles of two rows may reach one row and a few points beyond the border.
    pub(super) fn n_stored(self) -> usize {
        (self.height + 2 * self.margin + 1) * self.stride() + 2 * self.margin + 4
    }

    /// Where row `y` of the board begins.
    pub(super) fn row(self, y: usize) -> usize {
        (y + self.margin) * self.stride() + self.margin
    }

    /// Where each row of the board begins.
    pub(super) fn rows(self) -> impl Iterator<Item = usize> {
        (0..self.height).map(move |y| self.row(y))
    }

    /// How far back the first tap of a kernel lies from its center.
    pub(super) fn reach(self, kernel_height: usize, kernel_width: usize) -> usize {
        kernel_height / 2 * self.stride() + kernel_width / 2
    }

    /// How far each tap of a kernel lies from the first, in numbers, with this many channels.
    pub(super) fn taps(
        self,
        kernel_height: usize,
        kernel_width: usize,
        channels: usize,
    ) -> impl Iterator<Item = usize> {
        let rows = 0..kernel_height;
        rows.flat_map(move |row| {
            (0..kernel_width).map(move |column| (row * self.stride() + column) * channels)
        })
    }

    /// The runs of points that are border, as ranges.
    pub(super) fn border(self) -> impl Iterator<Item = std::ops::Range<usize>> {
        (0..=self.height).map(move |y| {
            let from = if y == 0 {
                0
            } else {
                self.row(y - 1) + self.width
            };
            let to = if y == self.height {
                self.n_stored()
            } else {
                self.row(y)
            };
            from..to
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_is_what_is_not_the_board() {
        for (width, height, margin) in [(5, 5, 1), (7, 3, 1), (1, 1, 1), (9, 19, 2)] {
            let geometry = Geometry {
                width,
                height,
                margin,
            };
            let mut times = vec![0; geometry.n_stored()];
            for range in geometry.border() {
                times[range].iter_mut().for_each(|count| *count += 1);
            }
            for row in geometry.rows() {
                times[row..row + width]
                    .iter_mut()
                    .for_each(|count| *count += 1);
            }
            assert!(times.iter().all(|&count| count == 1));
        }
    }

    #[test]
    fn taps_at_an_edge_fall_on_the_border() {
        let geometry = Geometry {
            width: 3,
            height: 2,
            margin: 1,
        };
        let first = geometry.row(0) - geometry.reach(3, 3);
        let is_border = |point| geometry.border().any(|range| range.contains(&point));
        let outside = geometry.taps(3, 3, 1).map(|tap| is_border(first + tap));
        let expected = [true, true, true, true, false, false, true, false, false];
        assert!(outside.eq(expected));
    }
}
