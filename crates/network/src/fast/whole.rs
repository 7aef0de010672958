//! Steps about the whole board: pooling, matrices times vectors, normalizations.

use crate::kernels::{Finish, Kernels, Output, Product, Stream};

use super::memory::Memory;
use super::step::{Dense, Normalize, Pool, PoolKind};
use super::writer::Writer;

/// Three numbers of each channel of a plane.
#[expect(clippy::cast_precision_loss, reason = "boards are small")]
pub(super) fn pool(step: &Pool, memory: &mut Memory) {
    let geometry = memory.geometry;
    let n = step.channels;
    let mut vector = std::mem::take(&mut memory.vectors[step.output.0]);
    let input = memory.plane(step.input).floats();
    let stored = input.len() / geometry.n_stored();
    let (sums, rest) = vector.split_at_mut(n);
    let (scaled, third) = rest.split_at_mut(n);
    let largest = &mut third[..n];
    sums.fill(0.0);
    largest.fill(f32::MIN);
    for row in geometry.rows() {
        for point in input[row * stored..]
            .chunks_exact(stored)
            .take(geometry.width)
        {
            for ((sum, most), &value) in sums.iter_mut().zip(largest.iter_mut()).zip(point) {
                *sum += value;
                *most = if value > *most { value } else { *most };
            }
        }
    }
    let area = geometry.area() as f32;
    let size = (area.sqrt() - 14.0) / 10.0;
    for ((sum, scaled), third) in sums.iter_mut().zip(scaled).zip(largest) {
        *sum /= area;
        *scaled = *sum * size;
        match step.kind {
            PoolKind::Largest => {}
            PoolKind::Value => *third = *sum * (size * size - 0.1),
        }
    }
    memory.vectors[step.output.0] = vector;
}

/// A matrix times a vector, and an activation.
pub(super) fn dense(kernels: &Kernels, step: &Dense, memory: &mut Memory) {
    let mut output = std::mem::take(&mut memory.vectors[step.output.0]);
    let product = Product {
        input: &memory.vectors[step.input.0],
        first: 0,
        step: 0,
        points: 1,
        taps: &[0],
        weights: &step.weights,
        groups: 0..step.weights.n_groups(),
    };
    kernels.multiply(&product, &mut memory.sums);
    kernels.finish(&mut Finish {
        sums: &memory.sums,
        sums_step: 0,
        points: 1,
        channels: step.bias.len(),
        of_points: None,
        scale: &step.ones,
        bias: &step.bias,
        stream: Stream::Absent,
        norm: None,
        curve: step.curve,
        output: Output::Float(&mut output),
        step: 0,
    });
    memory.vectors[step.output.0] = output;
}

/// A normalization by the root of the mean square, at each point or over the board.
#[expect(clippy::cast_precision_loss, reason = "boards and channels are few")]
pub(super) fn normalize(kernels: &Kernels, step: &Normalize, memory: &mut Memory) {
    let geometry = memory.geometry;
    let mut writer = Writer::open(kernels, &step.ending, memory);
    let stored = step.ending.scale.len();
    let input = memory.planes[step.input.0].floats();
    let factor = |square: f32, count: usize| 1.0 / (square / count as f32 + step.epsilon).sqrt();
    let points_of = |row: usize| {
        input[row * stored..]
            .chunks_exact(stored)
            .take(geometry.width)
    };
    let over_board = step.over_board.then(|| {
        let square = geometry.rows().flat_map(points_of).map(square).sum();
        factor(square, geometry.area() * step.channels)
    });
    for row in geometry.rows() {
        for (to, point) in memory.sums.chunks_exact_mut(stored).zip(points_of(row)) {
            let factor = over_board.unwrap_or_else(|| factor(square(point), step.channels));
            for (to, &value) in to.iter_mut().zip(point) {
                *to = value * factor;
            }
        }
        writer.write(&memory.sums, stored, row, geometry.width, 0..stored);
    }
    writer.close(memory);
}

/// The sum of the squares; in eight parts, which a compiler can lay side by side.
fn square(point: &[f32]) -> f32 {
    let mut parts = [0.0; 8];
    for chunk in point.chunks_exact(8) {
        for (part, value) in parts.iter_mut().zip(chunk) {
            *part += value * value;
        }
    }
    parts.iter().sum()
}
