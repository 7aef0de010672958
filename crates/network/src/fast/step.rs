//! What a plan consists of: steps on planes and vectors.

use crate::kernels::{Bf16, Curve, Element, Packed, SparseWeights};

use super::planes::{PlaneId, VectorId};

/// One step of a plan.
#[derive(Debug)]
pub(super) enum Step {
    /// The first convolution, of the inputs.
    Begin(Begin),
    /// A convolution.
    Convolve(Convolve),
    /// The same for each number of a plane, without a convolution.
    Apply(Apply),
    /// Numbers about the whole board.
    Pool(Pool),
    /// A matrix times a vector.
    Dense(Dense),
    /// A normalization by the root of the mean square.
    Normalize(Normalize),
    /// Queries or keys are turned by where their point is.
    Rotate(Rotate),
    /// Attention of every point to every point.
    Attend(Attend),
    /// The numbers of each point become bytes with a scale of their own, for matrices.
    Quantize(Quantize),
}

/// What happens to sums: `curve(norm(stream + scale * sum + bias + shift))`.
#[derive(Debug)]
pub(super) struct Ending {
    pub(super) scale: Vec<f32>,
    pub(super) bias: Vec<f32>,
    /// A vector computed before, added to the bias.
    pub(super) shift: Option<VectorId>,
    pub(super) stream: StreamUse,
    pub(super) norm: Option<Affine>,
    pub(super) curve: Curve,
    pub(super) output: Option<Target>,
}

/// One factor and one summand for each channel.
#[derive(Clone, Debug)]
pub(super) struct Affine {
    pub(super) scale: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

/// What is done with a residual stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StreamUse {
    Absent,
    Begin(PlaneId),
    Join(PlaneId),
    /// No stream: the numbers are multiplied by this plane.
    Gate(PlaneId),
}

impl StreamUse {
    /// The stream that is written.
    pub(super) fn written(self) -> Option<PlaneId> {
        match self {
            Self::Begin(plane) | Self::Join(plane) => Some(plane),
            Self::Absent | Self::Gate(_) => None,
        }
    }
}

/// Where results go.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) plane: PlaneId,
    /// For a plane of bytes.
    pub(super) rounding: Option<Rounding>,
    /// The number of this place among those that are calibrated, the same in plans of every precision.
    pub(super) site: Option<usize>,
}

/// How numbers become bytes: `scale * x + zero` for each channel, rounded, from 0 to `most`.
#[derive(Clone, Debug)]
pub(super) struct Rounding {
    pub(super) scale: Vec<f32>,
    /// Whole numbers.
    pub(super) zero: Vec<f32>,
    /// The zeros as bytes, for the border; empty if all are 0.
    pub(super) border: Vec<u8>,
    pub(super) most: u8,
}

#[derive(Debug)]
pub(super) struct Begin {
    pub(super) weights: SparseWeights,
    pub(super) ending: Ending,
}

#[derive(Debug)]
pub(super) struct Convolve {
    pub(super) input: PlaneId,
    pub(super) filter: Filter,
    pub(super) ending: Ending,
}

/// The weights of a convolution, for a kind of activations.
#[derive(Debug)]
pub(super) enum Filter {
    Float(Weights<f32>),
    Bf16(Weights<Bf16>),
    Byte(Direct<u8>),
    /// A matrix at points with scales of their own.
    Scaled(ScaledMatrix),
}

/// A matrix in bytes, for points with scales of their own.
#[derive(Debug)]
pub(super) struct ScaledMatrix {
    pub(super) matrix: Direct<u8>,
    /// What the bytes that stand for 0 add to each sum.
    pub(super) at_zero: Vec<f32>,
}

#[derive(Debug)]
pub(super) struct Quantize {
    /// A plane of floats.
    pub(super) input: PlaneId,
    /// A plane of bytes with scales.
    pub(super) output: PlaneId,
    /// What each channel is multiplied by before.
    pub(super) factors: Vec<f32>,
    /// For each channel 0, 1, and the byte that stands for 0.
    pub(super) nothing: Vec<f32>,
    pub(super) ones: Vec<f32>,
    pub(super) zeros: Vec<f32>,
    /// The largest byte.
    pub(super) most: u8,
}

/// Weights, and how they are used.
#[derive(Debug)]
pub(super) enum Weights<T: Element> {
    Direct(Direct<T>),
    /// One matrix for each product of a tile.
    Winograd(Vec<Packed<T>>),
}

/// Weights with the kernel as the file has it.
#[derive(Debug)]
pub(super) struct Direct<T: Element> {
    pub(super) height: usize,
    pub(super) width: usize,
    pub(super) packed: Packed<T>,
}

#[derive(Debug)]
pub(super) struct Apply {
    pub(super) input: PlaneId,
    pub(super) ending: Ending,
}

#[derive(Debug)]
pub(super) struct Pool {
    pub(super) input: PlaneId,
    pub(super) channels: usize,
    pub(super) kind: PoolKind,
    pub(super) output: VectorId,
}

/// Which numbers are taken of each channel: the mean `m`, `m * d` with `d = (sqrt(area) - 14) / 10`, and a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PoolKind {
    /// The largest.
    Largest,
    /// `m * (d^2 - 0.1)`.
    Value,
}

#[derive(Debug)]
pub(super) struct Dense {
    pub(super) input: VectorId,
    pub(super) weights: Packed<f32>,
    pub(super) bias: Vec<f32>,
    /// Ones, as many as the bias.
    pub(super) ones: Vec<f32>,
    pub(super) curve: Curve,
    pub(super) output: VectorId,
}

#[derive(Debug)]
pub(super) struct Normalize {
    pub(super) input: PlaneId,
    pub(super) channels: usize,
    pub(super) epsilon: f32,
    /// Over all points, not at each.
    pub(super) over_board: bool,
    pub(super) ending: Ending,
}

#[derive(Debug)]
pub(super) struct Rotate {
    /// A plane of floats.
    pub(super) input: PlaneId,
    /// A plane of floats of 32 or 16 bits, another one.
    pub(super) output: PlaneId,
    /// Heads in these planes.
    pub(super) n_heads: usize,
    /// Heads that share frequencies.
    pub(super) sharing: usize,
    /// Pairs of channels of a head.
    pub(super) n_pairs: usize,
    /// The number of the table of cosines and sines.
    pub(super) table: usize,
}

#[derive(Debug)]
pub(super) struct Attend {
    /// Planes of one kind: floats of 32 or 16 bits.
    pub(super) query: PlaneId,
    pub(super) key: PlaneId,
    pub(super) value: PlaneId,
    /// A plane of floats.
    pub(super) output: PlaneId,
    pub(super) n_heads: usize,
    pub(super) n_key_heads: usize,
    pub(super) query_size: usize,
    pub(super) value_size: usize,
    /// The number of these sizes in the plan.
    pub(super) room: usize,
}
