//! Activations and normalizations.

use super::grid::Grid;
use crate::model::{Activation, RootMeanSquare, ScaledActivation, Tip};

/// From here on, mish is the number itself in 32 bits.
const MISH_LINEAR: f32 = 20.0;

/// The activation of each number.
pub(super) fn activate(numbers: &mut [f32], activation: Activation) {
    match activation {
        Activation::Identity => {}
        Activation::Relu => change(numbers, |x| x.max(0.0)),
        Activation::Mish => change(numbers, mish),
        Activation::Silu => change(numbers, silu),
    }
}

/// A normalization and its activation, on a copy.
pub(super) fn scaled(grid: &Grid, layer: &ScaledActivation) -> Grid {
    let mut grid = grid.clone();
    scale_in_place(&mut grid, layer);
    grid
}

/// A normalization and its activation.
pub(super) fn scale_in_place(grid: &mut Grid, layer: &ScaledActivation) {
    for point in grid.points_mut() {
        for ((x, scale), bias) in point.iter_mut().zip(&layer.scale).zip(&layer.bias) {
            *x = *x * scale + bias;
        }
    }
    activate(&mut grid.values, layer.activation);
}

/// A normalization by the mean square at each point, on a copy.
pub(super) fn normalized(grid: &Grid, norm: &RootMeanSquare) -> Grid {
    let mut grid = grid.clone();
    for point in grid.points_mut() {
        let factor = 1.0 / (mean_square(point) + norm.epsilon).sqrt();
        scale_point(point, factor, &norm.scale);
    }
    grid
}

/// The end of a trunk.
pub(super) fn finish(mut grid: Grid, tip: &Tip) -> Grid {
    match tip {
        Tip::Scaled(layer) => {
            scale_in_place(&mut grid, layer);
            grid
        }
        Tip::RootMeanSquare {
            norm,
            bias,
            over_board,
            activation,
        } => {
            if *over_board {
                let factor = 1.0 / (mean_square(&grid.values) + norm.epsilon).sqrt();
                grid.points_mut()
                    .for_each(|point| scale_point(point, factor, &norm.scale));
            } else {
                grid = normalized(&grid, norm);
            }
            grid.add_to_points(bias);
            activate(&mut grid.values, *activation);
            grid
        }
    }
}

/// `x / (1 + exp(-x))`.
pub(super) fn silu(x: f32) -> f32 {
    x / (1.0 + (-x).exp())
}

/// `x * tanh(ln(1 + e))` with `e = exp(x)`, which is `x * (e^2 + 2e) / (e^2 + 2e + 2)`.
fn mish(x: f32) -> f32 {
    let e = x.min(MISH_LINEAR).exp();
    let n = e * (e + 2.0);
    if x < MISH_LINEAR {
        x * (n / (n + 2.0))
    } else {
        x
    }
}

fn change(numbers: &mut [f32], function: impl Fn(f32) -> f32) {
    for number in numbers {
        *number = function(*number);
    }
}

fn scale_point(point: &mut [f32], factor: f32, scale: &[f32]) {
    for (x, scale) in point.iter_mut().zip(scale) {
        *x *= factor * scale;
    }
}

/// The mean of the squares. The sum has 64 bits: over a whole board 32 would lose digits.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a mean of some thousand numbers"
)]
fn mean_square(numbers: &[f32]) -> f32 {
    let sum: f64 = numbers.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    (sum / numbers.len() as f64) as f32
}
