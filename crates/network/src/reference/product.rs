//! Convolutions and matrices.

use super::grid::Grid;
use crate::model::{Convolution, Linear};

/// Neighbours in a row that are computed together.
const N_POINTS: usize = 4;

/// Output channels that are computed together. With [`N_POINTS`] points the sums fit the registers of any processor
/// that has vectors of four numbers.
const N_LANES: usize = 8;

/// What a convolution gives, without anything added.
pub(super) fn convolve(input: &Grid, convolution: &Convolution) -> Grid {
    let kernel = Kernel {
        height: convolution.kernel_height,
        width: convolution.kernel_width,
        n_outputs: convolution.n_outputs,
        weights: &convolution.weights,
    };
    kernel.apply(input)
}

/// What a matrix gives at each point.
pub(super) fn multiply_points(input: &Grid, linear: &Linear) -> Grid {
    let kernel = Kernel {
        height: 1,
        width: 1,
        n_outputs: linear.n_outputs,
        weights: &linear.weights,
    };
    let mut output = kernel.apply(input);
    output.add_to_points(&linear.bias);
    output
}

/// What a matrix gives for one list of numbers.
pub(super) fn multiply(input: &[f32], linear: &Linear) -> Vec<f32> {
    let mut output = linear.bias.clone();
    for (&number, weights) in input
        .iter()
        .zip(linear.weights.chunks_exact(linear.n_outputs))
    {
        for (sum, &weight) in output.iter_mut().zip(weights) {
            *sum += number * weight;
        }
    }
    output
}

/// The weights of a convolution, in the layout of [`Convolution::weights`].
#[derive(Debug)]
struct Kernel<'a> {
    height: usize,
    width: usize,
    n_outputs: usize,
    weights: &'a [f32],
}

impl Kernel<'_> {
    fn apply(&self, input: &Grid) -> Grid {
        let mut output = Grid::zeros(input.height, input.width, self.n_outputs);
        if (self.height, self.width) == (1, 1) {
            self.apply_padded(input, &mut output);
        } else {
            self.apply_padded(&input.padded(self.height / 2, self.width / 2), &mut output);
        }
        output
    }

    fn apply_padded(&self, padded: &Grid, output: &mut Grid) {
        let (n_outputs, width) = (self.n_outputs, output.width);
        for (y, row) in output
            .values
            .chunks_exact_mut(width * n_outputs)
            .enumerate()
        {
            for (tile, outputs) in row.chunks_mut(N_POINTS * n_outputs).enumerate() {
                let start = y * padded.width + tile * N_POINTS;
                match outputs.len() / n_outputs {
                    1 => self.tile::<1>(padded, start, outputs),
                    2 => self.tile::<2>(padded, start, outputs),
                    3 => self.tile::<3>(padded, start, outputs),
                    _ => self.tile::<N_POINTS>(padded, start, outputs),
                }
            }
        }
    }

    /// All channels of `N` neighbours in a row. `start` is the point of `padded` that the first weight reads for the
    /// first of them.
    fn tile<const N: usize>(&self, padded: &Grid, start: usize, outputs: &mut [f32]) {
        for channel in (0..self.n_outputs).step_by(N_LANES) {
            let sums: [[f32; N_LANES]; N] = if self.n_outputs - channel >= N_LANES {
                self.sums(padded, start, channel, |weights| {
                    weights.first_chunk().copied().unwrap_or_default()
                })
            } else {
                self.sums(padded, start, channel, |weights| {
                    std::array::from_fn(|lane| weights.get(lane).copied().unwrap_or_default())
                })
            };
            for (outputs, sums) in outputs.chunks_exact_mut(self.n_outputs).zip(&sums) {
                for (output, sum) in outputs[channel..].iter_mut().zip(sums) {
                    *output = *sum;
                }
            }
        }
    }

    /// The sums of the channels from `channel` on. `lanes` takes as many weights as there are lanes from the weights
    /// of one input channel that begin there.
    #[inline(always)]
    fn sums<const N: usize>(
        &self,
        padded: &Grid,
        start: usize,
        channel: usize,
        lanes: impl Fn(&[f32]) -> [f32; N_LANES],
    ) -> [[f32; N_LANES]; N] {
        let n_inputs = padded.n_channels;
        let mut sums = [[0.0; N_LANES]; N];
        for (tap, weights) in self
            .weights
            .chunks_exact(n_inputs * self.n_outputs)
            .enumerate()
        {
            let first = start + tap / self.width * padded.width + tap % self.width;
            let inputs: [&[f32]; N] = std::array::from_fn(|point| {
                &padded.values[(first + point) * n_inputs..][..n_inputs]
            });
            for (input, weights) in weights.chunks_exact(self.n_outputs).enumerate() {
                let weights = lanes(&weights[channel..]);
                for (sums, inputs) in sums.iter_mut().zip(&inputs) {
                    for (sum, weight) in sums.iter_mut().zip(&weights) {
                        *sum += inputs[input] * weight;
                    }
                }
            }
        }
        sums
    }
}
