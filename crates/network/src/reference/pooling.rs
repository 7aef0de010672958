//! Numbers about the whole board.

use super::grid::Grid;
use super::pointwise::scale_in_place;
use super::product::convolve;
use crate::model::Pooling;

/// What the layers before a pooling leave of a grid, pooled: means, scaled means, maxima.
pub(super) fn pooled(input: &Grid, pooling: &Pooling) -> Vec<f32> {
    let mut grid = convolve(input, &pooling.convolution);
    scale_in_place(&mut grid, &pooling.activation);
    let (mut pooled, size) = (means(&grid), size(&grid));
    let n_channels = pooled.len();
    pooled.extend_from_within(..);
    pooled[n_channels..]
        .iter_mut()
        .for_each(|mean| *mean *= size);
    let mut maxima = vec![f32::NEG_INFINITY; n_channels];
    for point in grid.points() {
        for (maximum, &x) in maxima.iter_mut().zip(point) {
            *maximum = maximum.max(x);
        }
    }
    pooled.extend(maxima);
    pooled
}

/// The pooling of the head for values: means, times the size, times its square less a tenth.
pub(super) fn pooled_for_value(grid: &Grid) -> Vec<f32> {
    let (means, size) = (means(grid), size(grid));
    let factors = [1.0, size, size * size - 0.1];
    let scaled = factors
        .iter()
        .flat_map(|factor| means.iter().map(move |mean| mean * factor));
    scaled.collect()
}

/// How large the board is: 0 for 14x14, 0.5 for 19x19.
fn size(grid: &Grid) -> f32 {
    (count(grid).sqrt() - 14.0) * 0.1
}

fn means(grid: &Grid) -> Vec<f32> {
    let mut sums = vec![0.0; grid.n_channels];
    for point in grid.points() {
        for (sum, x) in sums.iter_mut().zip(point) {
            *sum += x;
        }
    }
    let n_points = count(grid);
    sums.iter_mut().for_each(|sum| *sum /= n_points);
    sums
}

#[expect(clippy::cast_precision_loss, reason = "the points of a board")]
fn count(grid: &Grid) -> f32 {
    grid.n_points() as f32
}
