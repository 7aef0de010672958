//! The weights of a model in the form that kernels read, for each kind of activations.

use crate::kernels::{Bf16, Packed, padded, transformed};
use crate::model::{Convolution, Linear};

use super::planes::Kind;
use super::scaled::zero_byte;
use super::step::{Direct, Filter, Rounding, ScaledMatrix, Weights};

/// Winograd's way pays from this many input channels on.
const LEAST_WINOGRAD_INPUTS: usize = 32;

/// The largest weight in bytes.
const MOST_WEIGHT: f32 = 127.0;

/// Weights, and what their sums must be multiplied by and then added, for each output as stored.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) filter: Filter,
    pub(super) scale: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

/// The weights of a convolution for activations of a kind; bytes come with their rounding.
pub(super) fn prepare(
    convolution: &Convolution,
    kind: Kind,
    rounding: Option<&Rounding>,
) -> Prepared {
    let filter = match (kind, rounding) {
        (Kind::Byte, Some(rounding)) => return bytes(convolution, rounding),
        (Kind::Bf16, _) => Filter::Bf16(floats(convolution, nearest_bf16)),
        (Kind::Float | Kind::Byte | Kind::Scaled, _) => {
            Filter::Float(floats(convolution, nearest_float))
        }
    };
    let stored = padded(convolution.n_outputs);
    Prepared {
        filter,
        scale: vec![1.0; stored],
        bias: vec![0.0; stored],
    }
}

/// A matrix as a convolution with a kernel of one point.
pub(super) fn point_by_point(linear: &Linear) -> Convolution {
    Convolution {
        name: linear.name.clone(),
        kernel_height: 1,
        kernel_width: 1,
        n_inputs: linear.n_inputs,
        n_outputs: linear.n_outputs,
        weights: linear.weights.clone(),
    }
}

/// A matrix for vectors.
pub(super) fn matrix(linear: &Linear) -> Packed<f32> {
    Packed::new(linear.n_outputs, linear.n_inputs, 1, |output, input, _| {
        linear.weights[input * linear.n_outputs + output]
    })
}

/// Numbers for each channel, as stored: with zeros at the end.
pub(super) fn stored(numbers: &[f32]) -> Vec<f32> {
    let mut stored = numbers.to_vec();
    stored.resize(padded(numbers.len()), 0.0);
    stored
}

#[expect(clippy::cast_possible_truncation, reason = "rounding is meant")]
fn nearest_float(value: f64) -> f32 {
    value as f32
}

fn nearest_bf16(value: f64) -> Bf16 {
    Bf16::nearest(nearest_float(value))
}

fn floats<T>(convolution: &Convolution, nearest: impl Fn(f64) -> T) -> Weights<T>
where
    T: crate::kernels::Element<Weight = T>,
{
    let (inputs, outputs) = (convolution.n_inputs, convolution.n_outputs);
    let is_square = (convolution.kernel_height, convolution.kernel_width) == (3, 3);
    if !is_square || inputs < LEAST_WINOGRAD_INPUTS {
        let weight =
            |output, input, tap| nearest(f64::from(weight(convolution, output, input, tap)));
        return Weights::Direct(Direct {
            height: convolution.kernel_height,
            width: convolution.kernel_width,
            packed: Packed::new(outputs, inputs, convolution.n_taps(), weight),
        });
    }
    let mut matrices: Vec<Packed<T>> = Vec::new();
    matrices.resize_with(crate::kernels::POSITIONS, || {
        Packed::zeros(outputs, inputs, 1)
    });
    for output in 0..outputs {
        for input in 0..inputs {
            let kernel =
                std::array::from_fn(|tap| f64::from(weight(convolution, output, input, tap)));
            for (matrix, factor) in matrices.iter_mut().zip(transformed(kernel)) {
                matrix.set(output, input, 0, nearest(factor));
            }
        }
    }
    Weights::Winograd(matrices)
}

fn weight(convolution: &Convolution, output: usize, input: usize, tap: usize) -> f32 {
    convolution.weights[(tap * convolution.n_inputs + input) * convolution.n_outputs + output]
}

/// Weights as bytes, and for each output what a step stands for and what the zeros of the inputs add to its sum.
#[derive(Debug)]
struct Rounded {
    matrix: Direct<u8>,
    step: Vec<f32>,
    at_zero: Vec<f32>,
}

/// Weights as bytes. What each input was multiplied by, `factors`, is taken back; `zeros` are its bytes for 0.
fn rounded(convolution: &Convolution, factors: &[f32], zeros: &[f32]) -> Rounded {
    let (inputs, outputs, taps) = (
        convolution.n_inputs,
        convolution.n_outputs,
        convolution.n_taps(),
    );
    let stored = padded(outputs);
    let mut packed: Packed<u8> = Packed::zeros(outputs, inputs, taps);
    let (mut steps, mut at_zero) = (vec![0.0; stored], vec![0.0; stored]);
    for output in 0..outputs {
        let folded = |input, tap| weight(convolution, output, input, tap) / factors[input];
        let all = || (0..taps).flat_map(|tap| (0..inputs).map(move |input| (input, tap)));
        let largest = all()
            .map(|(input, tap)| folded(input, tap).abs())
            .fold(f32::MIN_POSITIVE, f32::max);
        let step = largest / MOST_WEIGHT;
        for (input, tap) in all() {
            let rounded = (folded(input, tap) / step).round();
            at_zero[output] += rounded * zeros[input];
            packed.set(output, input, tap, byte(rounded));
        }
        steps[output] = step;
    }
    Rounded {
        matrix: Direct {
            height: convolution.kernel_height,
            width: convolution.kernel_width,
            packed,
        },
        step: steps,
        at_zero,
    }
}

/// Weights for bytes. What the zero points of the inputs add to the sums is the same everywhere, for the border holds
/// them too.
fn bytes(convolution: &Convolution, rounding: &Rounding) -> Prepared {
    let rounded = rounded(convolution, &rounding.scale, &rounding.zero);
    let at_zero = rounded.step.iter().zip(&rounded.at_zero);
    Prepared {
        bias: at_zero.map(|(step, sum)| -step * sum).collect(),
        filter: Filter::Byte(rounded.matrix),
        scale: rounded.step,
    }
}

/// A matrix at each point, for bytes of points with scales of their own, whose channels were multiplied by `factors`.
pub(super) fn scaled(matrix: &Convolution, factors: &[f32], most: u8) -> Prepared {
    let zeros = vec![zero_byte(most); factors.len()];
    let rounded = rounded(matrix, factors, &zeros);
    Prepared {
        bias: vec![0.0; rounded.step.len()],
        filter: Filter::Scaled(ScaledMatrix {
            matrix: rounded.matrix,
            at_zero: rounded.at_zero,
        }),
        scale: rounded.step,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a whole number from -127 to 127"
)]
fn byte(rounded: f32) -> i8 {
    rounded as i8
}
