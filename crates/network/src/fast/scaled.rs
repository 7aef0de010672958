//! Matrices at each point in bytes: the numbers of a point are rounded with a scale of their own.
//!
//! Points differ much in how loud they are, and so do channels. The scale of a point is taken from the point itself, in
//! each evaluation; channels are made more even by fixed factors, which the weights take back (after Xiao and others,
//! "SmoothQuant", 2022, sections 3 and 4).

use crate::kernels::{Curve, Finish, Kernels, LANES, Output, Stream};

use super::memory::Memory;
use super::planes::Plane;
use super::step::Quantize;

/// Points count as at least this loud: the scale of one without any number but 0 has an inverse, too.
const QUIETEST: f32 = 1e-30;

/// The byte that stands for 0, where the largest is `most`.
pub(super) fn zero_byte(most: u8) -> f32 {
    f32::from(most / 2 + 1)
}

/// Rounds the points of a plane of floats to bytes.
///
/// # Panics
/// If the other plane is not one of bytes with scales: a plan is wrong.
pub(super) fn quantize(kernels: &Kernels, step: &Quantize, memory: &mut Memory) {
    let geometry = memory.geometry;
    let mut output = memory.take(step.output);
    let Plane::Scaled { bytes, scales } = &mut output else {
        panic!("a plan writes scales to another kind of plane")
    };
    let mut steps = std::mem::take(&mut memory.bias);
    let input = memory.plane(step.input).floats();
    let channels = step.factors.len();
    for row in geometry.rows() {
        let numbers = &input[row * channels..];
        let scales = &mut scales[row..row + geometry.width];
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
                bytes: &mut bytes[row * channels..],
                scale: &step.ones,
                zero: &step.zeros,
                most: f32::from(step.most),
            },
            step: channels,
        });
    }
    memory.bias = steps;
    memory.put(step.output, output);
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
