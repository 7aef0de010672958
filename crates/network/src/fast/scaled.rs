//! Matrices at each point in bytes: the numbers of a point are rounded with a scale of their own.
//!
//! Points differ much in how loud they are, and so do channels. The scale of a point is taken from the point itself, in
//! each evaluation; channels are made more even by fixed factors, which the weights take back (after Xiao and others,
//! "SmoothQuant", 2022, sections 3 and 4).

use crate::kernels::{Curve, Finish, Kernels, LANES, Output, Product, Stream};

use super::memory::Memory;
use super::step::{Quantize, ScaledMatrix};
use super::writer::{Writer, chunks};

/// Points count as at least this loud: the scale of one without any number but 0 has an inverse, too.
const QUIETEST: f32 = 1e-30;

/// The byte that stands for 0, where the largest is `most`.
pub(super) fn zero_byte(most: u8) -> f32 {
    f32::from(most / 2 + 1)
}

/// Rounds the points of a plane of floats to bytes.
pub(super) fn quantize(kernels: &Kernels, step: &Quantize, memory: &mut Memory) {
    let geometry = memory.geometry;
    let mut scaled = std::mem::take(&mut memory.scaled);
    let mut steps = std::mem::take(&mut memory.bias);
    let input = memory.plane(step.input).floats();
    let channels = step.factors.len();
    let rows = scaled.bytes.chunks_exact_mut(geometry.width * channels);
    let scales = scaled.scales.chunks_exact_mut(geometry.width);
    for ((row, bytes), scales) in geometry.rows().zip(rows).zip(scales) {
        let numbers = &input[row * channels..];
        steps.clear();
        for (point, scale) in numbers.chunks_exact(channels).zip(scales) {
            *scale = loudest(point, &step.factors) / f32::from(step.most / 2);
            steps.push(1.0 / *scale);
        }
        kernels.finish(&mut Finish {
            sums: numbers,
            sums_step: channels,
            points: geometry.width,
            channels,
            of_points: Some((&step.nothing, &steps)),
            scale: &step.factors,
            bias: &step.nothing,
            stream: Stream::Absent,
            norm: None,
            curve: Curve::Identity,
            output: Output::Byte {
                bytes,
                scale: &step.ones,
                zero: &step.zeros,
                most: f32::from(step.most),
            },
            step: channels,
        });
    }
    memory.bias = steps;
    memory.scaled = scaled;
}

/// The largest size of a number of a point, times the factor of its channel.
fn loudest(point: &[f32], factors: &[f32]) -> f32 {
    let mut most = [QUIETEST; LANES];
    for (numbers, factors) in point.chunks_exact(LANES).zip(factors.chunks_exact(LANES)) {
        for (most, (number, factor)) in most.iter_mut().zip(numbers.iter().zip(factors)) {
            let size = (number * factor).abs();
            *most = if size > *most { size } else { *most };
        }
    }
    most.into_iter().fold(0.0, f32::max)
}

/// A matrix at each point that was rounded last.
pub(super) fn multiply(
    kernels: &Kernels,
    matrix: &ScaledMatrix,
    memory: &mut Memory,
    writer: &mut Writer<'_>,
) {
    let geometry = memory.geometry;
    let scaled = std::mem::take(&mut memory.scaled);
    let channels = matrix.n_inputs;
    for groups in chunks(matrix.packed.n_groups()) {
        let outputs = groups.start * LANES..groups.end * LANES;
        let zeros = &matrix.at_zero[outputs.clone()];
        let rows = scaled.scales.chunks_exact(geometry.width);
        for ((y, row), scales) in geometry.rows().enumerate().zip(rows) {
            let product = Product {
                input: &scaled.bytes[..],
                first: y * geometry.width * channels,
                step: channels,
                points: geometry.width,
                taps: &[0],
                weights: &matrix.packed,
                groups: groups.clone(),
            };
            kernels.multiply(&product, &mut memory.sums);
            writer.write_scaled(
                &memory.sums,
                outputs.len(),
                row..row + geometry.width,
                outputs.clone(),
                Some((zeros, scales)),
            );
        }
    }
    memory.scaled = scaled;
}
