//! A convolution of a grid that is nearly all zeros, as the inputs of a network are: only what is there is added.

use super::element::{Aligned, LANES, padded};

/// Points of a grid with their numbers that are not zero.
#[derive(Clone, Debug, Default)]
pub(crate) struct SparseGrid {
    width: usize,
    height: usize,
    channels: usize,
    /// Where the numbers of each point begin, and the end.
    starts: Vec<usize>,
    /// Column times channels plus channel, and the number: the numbers of a row form one run.
    numbers: Vec<(usize, f32)>,
}

impl SparseGrid {
    /// Takes over a grid, row by row, the channels of one point side by side. It allocates only if this grid has more
    /// numbers than those before.
    ///
    /// # Panics
    /// If the slice has another length.
    pub(crate) fn fill(&mut self, width: usize, height: usize, channels: usize, dense: &[f32]) {
        assert!(
            dense.len() == width * height * channels,
            "a grid of another size"
        );
        (self.width, self.height, self.channels) = (width, height, channels);
        self.starts.clear();
        self.numbers.clear();
        for row in dense.chunks_exact(width * channels) {
            for (x, point) in row.chunks_exact(channels).enumerate() {
                self.starts.push(self.numbers.len());
                for (channel, &value) in point.iter().enumerate() {
                    // Neither 0.0 nor -0.0.
                    if value.to_bits() << 1 != 0 {
                        self.numbers.push((x * channels + channel, value));
                    }
                }
            }
        }
        self.starts.push(self.numbers.len());
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The numbers of row `y` that a kernel of this width reads for column `x`, and the place from which they are
    /// counted there; nothing outside the grid.
    fn around(&self, x: usize, y: Option<usize>, kernel_width: usize) -> (&[(usize, f32)], usize) {
        let Some(y) = y.filter(|&y| y < self.height) else {
            return (&[], 0);
        };
        let reach = kernel_width / 2;
        let from = self.starts[y * self.width + x.saturating_sub(reach)];
        let to = self.starts[y * self.width + (x + reach + 1).min(self.width)];
        (&self.numbers[from..to], x * self.channels)
    }
}

/// Weights of such a convolution: `[row][column][input][output]`.
#[derive(Debug)]
pub(crate) struct SparseWeights {
    weights: Aligned<f32>,
    height: usize,
    width: usize,
    inputs: usize,
    outputs: usize,
}

impl SparseWeights {
    /// A kernel of this height and width, with weights in the same order as here.
    pub(crate) fn new(
        height: usize,
        width: usize,
        inputs: usize,
        outputs: usize,
        weights: &[f32],
    ) -> Self {
        let stored = padded(outputs);
        let mut room = Aligned::zeros(height * width * inputs * stored);
        for (to, from) in room
            .chunks_exact_mut(stored)
            .zip(weights.chunks_exact(outputs))
        {
            to[..outputs].copy_from_slice(from);
        }
        Self {
            weights: room,
            height,
            width,
            inputs,
            outputs: stored,
        }
    }

    /// Outputs as they are stored, a multiple of [`LANES`].
    pub(crate) fn outputs(&self) -> usize {
        self.outputs
    }

    pub(super) fn height(&self) -> usize {
        self.height
    }

    /// What kernel row `row` reads at `(x, y)`: places and numbers, and what must be added to a place (wrapping) to
    /// find its weights with [`SparseWeights::line`].
    pub(super) fn terms<'a>(
        &self,
        grid: &'a SparseGrid,
        (x, y): (usize, usize),
        row: usize,
    ) -> (&'a [(usize, f32)], usize) {
        let (numbers, column) = grid.around(x, (y + row).checked_sub(self.height / 2), self.width);
        let row_start = (row * self.width + self.width / 2) * self.inputs;
        (numbers, row_start.wrapping_sub(column))
    }

    /// The weights to `count` outputs from `output` on.
    #[inline]
    pub(super) fn line(&self, place: usize, output: usize, count: usize) -> &[f32] {
        &self.weights[place * self.outputs + output..][..count]
    }

    /// Checks that the sums of a row have room.
    ///
    /// # Panics
    /// If they have not, or the grid has other channels.
    pub(super) fn check(&self, grid: &SparseGrid, sums: &[f32]) {
        assert!(grid.channels == self.inputs, "a grid with other channels");
        assert!(grid.width * self.outputs <= sums.len(), "sums too short");
        assert!(self.outputs.is_multiple_of(LANES), "whole vectors only");
    }
}

/// A kernel: the sums of row `y`, `[point][output]`.
///
/// # Safety
/// The processor has the instructions that it was compiled for, and [`SparseWeights::check`] passed.
pub(super) type SparseKernel = unsafe fn(&SparseGrid, &SparseWeights, usize, &mut [f32]);

/// Writes a kernel for one set of operations `$ops` on vectors of floats, with up to six vectors of sums in registers.
macro_rules! sparse_kernel {
    ($(#[$feature:meta])? $kernel:ident, $ops:ident) => {
        /// # Safety
        /// See [`SparseKernel`](crate::kernels::sparse::SparseKernel).
        $(#[$feature])?
        pub(in crate::kernels) unsafe fn $kernel(
            grid: &crate::kernels::sparse::SparseGrid,
            weights: &crate::kernels::sparse::SparseWeights,
            y: usize,
            sums: &mut [f32],
        ) {
            use crate::kernels::element::LANES;
            use crate::kernels::sparse::{SparseGrid, SparseWeights};

            /// The sums of one point for `VECTORS` vectors of outputs from `output` on.
            ///
            /// # Safety
            /// The weights have these outputs.
            $(#[$feature])?
            unsafe fn point<const VECTORS: usize>(
                grid: &SparseGrid,
                weights: &SparseWeights,
                (x, y): (usize, usize),
                output: usize,
                sums: &mut [f32],
            ) {
                let mut tile = [$ops::splat(0.0); VECTORS];
                for row in 0..weights.height() {
                    let (numbers, offset) = weights.terms(grid, (x, y), row);
                    for &(place, value) in numbers {
                        let value = $ops::splat(value);
                        let line = weights.line(place.wrapping_add(offset), output, VECTORS * LANES);
                        for vector in 0..VECTORS {
                            // SAFETY: the line has as many vectors.
                            let weight = unsafe { $ops::load(line.as_ptr().add(vector * LANES)) };
                            tile[vector] = $ops::multiply_add(value, weight, tile[vector]);
                        }
                    }
                }
                let sums = &mut sums[output..output + VECTORS * LANES];
                for (chunk, sum) in sums.chunks_exact_mut(LANES).zip(tile) {
                    // SAFETY: a chunk is one vector.
                    unsafe { $ops::store(chunk.as_mut_ptr(), sum) };
                }
            }

            for (x, sums) in sums.chunks_exact_mut(weights.outputs()).take(grid.width()).enumerate() {
                let mut output = 0;
                while output < weights.outputs() {
                    let vectors = ((weights.outputs() - output) / LANES).min(6);
                    // SAFETY: as many outputs are left.
                    unsafe {
                        match vectors {
                            6 => point::<6>(grid, weights, (x, y), output, sums),
                            4 | 5 => point::<4>(grid, weights, (x, y), output, sums),
                            2 | 3 => point::<2>(grid, weights, (x, y), output, sums),
                            _ => point::<1>(grid, weights, (x, y), output, sums),
                        }
                    }
                    output += match vectors {
                        6 => 6,
                        4 | 5 => 4,
                        2 | 3 => 2,
                        _ => 1,
                    } * LANES;
                }
            }
        }
    };
}
pub(super) use sparse_kernel;
