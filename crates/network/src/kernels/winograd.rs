//! Winograd's way to a 3x3 convolution, F(2x2, 3x3): 16 products give four points, where 36 would be needed.
//!
//! Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2015, section 4.1. A tile is two by two
//! points. The transforms are computed in 32-bit floats.

use super::element::{Element, LANES};

/// Products of one tile.
pub(crate) const POSITIONS: usize = 16;

/// A 3x3 kernel (by rows) as the 16 factors by which the transformed inputs are multiplied.
pub(crate) fn transformed(kernel: [f64; 9]) -> [f64; POSITIONS] {
    let line = |a: f64, b: f64, c: f64| [a, (a + b + c) / 2.0, (a - b + c) / 2.0, c];
    let columns: [[f64; 4]; 3] =
        std::array::from_fn(|x| line(kernel[x], kernel[3 + x], kernel[6 + x]));
    std::array::from_fn(|at| {
        let [a, b, c] = columns.map(|column| column[at / 4]);
        line(a, b, c)[at % 4]
    })
}

/// A row of tiles to transform before the products.
#[derive(Debug)]
pub(crate) struct Gather<'a, T: Element> {
    /// The activations.
    pub(crate) input: &'a [T],
    /// The point above and left of the first tile.
    pub(crate) first: usize,
    /// How far the next row of points is.
    pub(crate) row_step: usize,
    /// How far the next point is, and how many channels there are, a multiple of [`LANES`].
    pub(crate) channels: usize,
    /// How many tiles.
    pub(crate) tiles: usize,
    /// Where the numbers go: `[position][tile][channel]`.
    pub(crate) output: &'a mut [T],
    /// How far the next position is in `output`.
    pub(crate) position_step: usize,
}

impl<T: Element> Gather<'_, T> {
    /// Checks that every number the loop will touch lies inside its slice.
    ///
    /// # Panics
    /// If one does not.
    pub(super) fn check(&self) {
        let points = 2 * self.tiles + 2;
        let reach = self.first + 3 * self.row_step + points * self.channels;
        assert!(self.channels.is_multiple_of(LANES), "whole vectors only");
        assert!(reach <= self.input.len(), "input too short");
        let reach = (POSITIONS - 1) * self.position_step + self.tiles * self.channels;
        assert!(reach <= self.output.len(), "output too short");
    }
}

/// A row of tiles to transform after the products.
#[derive(Debug)]
pub(crate) struct Scatter<'a> {
    /// The products: `[position][tile][channel]`, from the first tile on.
    pub(crate) products: &'a [f32],
    /// How far the next position is in `products`.
    pub(crate) position_step: usize,
    /// How many channels, a multiple of [`LANES`].
    pub(crate) channels: usize,
    /// How many tiles.
    pub(crate) tiles: usize,
    /// Two rows of `2 * tiles` points, `[row][point][channel]`.
    pub(crate) sums: &'a mut [f32],
}

impl Scatter<'_> {
    /// Checks that every number the loop will touch lies inside its slice.
    ///
    /// # Panics
    /// If one does not.
    pub(super) fn check(&self) {
        let run = self.tiles * self.channels;
        assert!(self.channels.is_multiple_of(LANES), "whole vectors only");
        assert!(
            (POSITIONS - 1) * self.position_step + run <= self.products.len(),
            "products too short"
        );
        assert!(4 * run <= self.sums.len(), "sums too short");
    }
}

/// A kernel that transforms inputs.
///
/// # Safety
/// The processor has the instructions that it was compiled for, and [`Gather::check`] passed.
pub(crate) type GatherKernel<T> = unsafe fn(&mut Gather<'_, T>);

/// A kernel that transforms products.
///
/// # Safety
/// The processor has the instructions that it was compiled for, and [`Scatter::check`] passed.
pub(super) type ScatterKernel = unsafe fn(&mut Scatter<'_>);

/// Writes a kernel that transforms inputs, for one set of operations on vectors of floats and one way to load and
/// store them.
macro_rules! gather_kernel {
    ($(#[$feature:meta])? $kernel:ident, $ops:ident, $element:ty, $load:ident, $store:ident) => {
        /// # Safety
        /// See [`GatherKernel`](crate::kernels::winograd::GatherKernel).
        $(#[$feature])?
        pub(in crate::kernels) unsafe fn $kernel(
            gather: &mut crate::kernels::winograd::Gather<'_, $element>,
        ) {
            use crate::kernels::element::LANES;

            /// Four points in a line.
            $(#[$feature])?
            #[inline]
            fn line(points: [$ops::Floats; 4]) -> [$ops::Floats; 4] {
                let [a, b, c, d] = points;
                [$ops::subtract(a, c), $ops::add(b, c), $ops::subtract(c, b), $ops::subtract(b, d)]
            }

            /// Four points below each other, of one vector of channels.
            ///
            /// # Safety
            /// They lie there.
            $(#[$feature])?
            #[inline]
            unsafe fn column(from: *const $element, row_step: usize) -> [$ops::Floats; 4] {
                // SAFETY: a condition on the caller.
                unsafe {
                    line([
                        $ops::$load(from),
                        $ops::$load(from.add(row_step)),
                        $ops::$load(from.add(2 * row_step)),
                        $ops::$load(from.add(3 * row_step)),
                    ])
                }
            }

            let channels = gather.channels;
            for channel in (0..channels).step_by(LANES) {
                // SAFETY: by `check` the slices reach the last tile.
                unsafe {
                    let from = gather.input.as_ptr().add(gather.first + channel);
                    let to = gather.output.as_mut_ptr().add(channel);
                    let mut left = [column(from, gather.row_step), column(from.add(channels), gather.row_step)];
                    for tile in 0..gather.tiles {
                        let next = from.add((2 * tile + 2) * channels);
                        let right = [column(next, gather.row_step), column(next.add(channels), gather.row_step)];
                        let to = to.add(tile * channels);
                        for row in 0..4 {
                            let out = line([left[0][row], left[1][row], right[0][row], right[1][row]]);
                            for (at, value) in out.into_iter().enumerate() {
                                $ops::$store(to.add((4 * row + at) * gather.position_step), value);
                            }
                        }
                        left = right;
                    }
                }
            }
        }
    };
}
pub(super) use gather_kernel;

/// Writes a kernel that transforms products, for one set of operations on vectors of floats.
macro_rules! scatter_kernel {
    ($(#[$feature:meta])? $kernel:ident, $ops:ident) => {
        /// # Safety
        /// See [`ScatterKernel`](crate::kernels::winograd::ScatterKernel).
        $(#[$feature])?
        pub(in crate::kernels) unsafe fn $kernel(
            scatter: &mut crate::kernels::winograd::Scatter<'_>,
        ) {
            use crate::kernels::element::LANES;

            /// Four products in a line give two points.
            $(#[$feature])?
            #[inline]
            fn line(products: [$ops::Floats; 4]) -> [$ops::Floats; 2] {
                let [a, b, c, d] = products;
                [$ops::add($ops::add(a, b), c), $ops::subtract($ops::subtract(b, c), d)]
            }

            let channels = scatter.channels;
            let step = scatter.position_step;
            for channel in (0..channels).step_by(LANES) {
                for tile in 0..scatter.tiles {
                    // SAFETY: by `check` the slices reach the last tile.
                    unsafe {
                        let from = scatter.products.as_ptr().add(tile * channels + channel);
                        let mut columns = [[$ops::splat(0.0); 2]; 4];
                        for (at, column) in columns.iter_mut().enumerate() {
                            *column = line([
                                $ops::load(from.add(at * step)),
                                $ops::load(from.add((4 + at) * step)),
                                $ops::load(from.add((8 + at) * step)),
                                $ops::load(from.add((12 + at) * step)),
                            ]);
                        }
                        for row in 0..2 {
                            let points = line([columns[0][row], columns[1][row], columns[2][row], columns[3][row]]);
                            let to = (row * scatter.tiles + tile) * 2 * channels + channel;
                            $ops::store(scatter.sums.as_mut_ptr().add(to), points[0]);
                            $ops::store(scatter.sums.as_mut_ptr().add(to + channels), points[1]);
                        }
                    }
                }
            }
        }
    };
}
pub(super) use scatter_kernel;
