//! Blocks of attention and the layers between them.

use super::grid::Grid;
use super::pointwise::{normalized, silu};
use super::product::multiply_points;
use crate::model::{AttentionBlock, FeedForwardBlock, Rotation};

/// What a block of attention adds to the trunk.
pub(super) fn attend(trunk: &Grid, block: &AttentionBlock) -> Grid {
    let input = normalized(trunk, &block.norm);
    let mut queries = multiply_points(&input, &block.query);
    let mut keys = multiply_points(&input, &block.key);
    let values = multiply_points(&input, &block.value);
    if let Some(rotation) = &block.rotation {
        rotate(
            &mut queries,
            rotation,
            block.query_size,
            block.n_heads / block.n_key_heads,
        );
        rotate(&mut keys, rotation, block.query_size, 1);
    }
    let mut taken = Grid::zeros(trunk.height, trunk.width, block.n_heads * block.value_size);
    for head in 0..block.n_heads {
        attend_with_head(block, head, [&queries, &keys, &values], &mut taken);
    }
    multiply_points(&taken, &block.output)
}

/// What a block between those of attention adds to the trunk.
pub(super) fn feed_forward(trunk: &Grid, block: &FeedForwardBlock) -> Grid {
    let input = normalized(trunk, &block.norm);
    let mut inner = multiply_points(&input, &block.inner);
    let gate = multiply_points(&input, &block.gate);
    for (x, gate) in inner.values.iter_mut().zip(&gate.values) {
        *x = silu(*x) * gate;
    }
    multiply_points(&inner, &block.output)
}

/// Turns queries or keys. `share` neighbouring heads have the frequencies of one key head.
fn rotate(grid: &mut Grid, rotation: &Rotation, size: usize, share: usize) {
    let width = grid.width;
    // Neighbours in a row need them one after the other, so they are computed where they are used.
    for (index, point) in grid.points_mut().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a column and a row of a board")]
        let (x, y) = ((index % width) as f32, (index / width) as f32);
        for (key_head, frequencies) in rotation.frequencies.chunks_exact(size / 2).enumerate() {
            for (pair, [of_column, of_row]) in frequencies.iter().enumerate() {
                let (sin, cos) = (x * of_column + y * of_row).sin_cos();
                for head in key_head * share..(key_head + 1) * share {
                    let at = head * size + 2 * pair;
                    let (a, b) = (point[at], point[at + 1]);
                    point[at] = a * cos - b * sin;
                    point[at + 1] = a * sin + b * cos;
                }
            }
        }
    }
}

/// Writes what one head takes from the values of all points.
fn attend_with_head(
    block: &AttentionBlock,
    head: usize,
    [queries, keys, values]: [&Grid; 3],
    taken: &mut Grid,
) {
    let key_head = head * block.n_key_heads / block.n_heads;
    let keys = transposed(keys, key_head * block.query_size, block.query_size);
    #[expect(clippy::cast_precision_loss, reason = "the channels of a head")]
    let scale = 1.0 / (block.query_size as f32).sqrt();
    let mut weights = vec![0.0; queries.n_points()];
    for (query, taken) in queries.points().zip(taken.points_mut()) {
        weights.fill(0.0);
        let query = &query[head * block.query_size..][..block.query_size];
        for (&x, keys) in query.iter().zip(keys.chunks_exact(weights.len())) {
            accumulate(&mut weights, x * scale, keys);
        }
        softmax(&mut weights);
        let taken = &mut taken[head * block.value_size..][..block.value_size];
        for (&weight, value) in weights.iter().zip(values.points()) {
            accumulate(
                taken,
                weight,
                &value[key_head * block.value_size..][..block.value_size],
            );
        }
    }
}

/// `n_channels` channels from `first` on: for each of them the numbers of all points.
fn transposed(grid: &Grid, first: usize, n_channels: usize) -> Vec<f32> {
    let mut numbers = Vec::with_capacity(n_channels * grid.n_points());
    for channel in first..first + n_channels {
        numbers.extend(grid.points().map(|point| point[channel]));
    }
    numbers
}

fn accumulate(sums: &mut [f32], factor: f32, numbers: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += factor * number;
    }
}

/// Logits to weights that sum to 1.
fn softmax(logits: &mut [f32]) {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = (*logit - largest).exp();
        sum += *logit;
    }
    logits.iter_mut().for_each(|weight| *weight /= sum);
}
