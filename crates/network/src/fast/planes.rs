//! The memory of an evaluation: planes of activations and short vectors.

use crate::kernels::{Aligned, Bf16};

use super::geometry::Geometry;

/// What a plane consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// 32-bit floats.
    Float,
    /// 16-bit floats.
    Bf16,
    /// 8-bit integers.
    Byte,
    /// 8-bit integers with a scale for each point.
    Scaled,
}

/// A plane that a plan needs: channels as stored, and their kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlaneSpec {
    pub(super) channels: usize,
    pub(super) kind: Kind,
}

/// The number of a plane in its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlaneId(pub(super) usize);

/// The number of a vector in its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VectorId(pub(super) usize);

/// A board of numbers with its border, the channels of a point side by side.
#[derive(Debug)]
pub(super) enum Plane {
    Float(Aligned<f32>),
    Bf16(Aligned<Bf16>),
    Byte(Aligned<u8>),
    Scaled {
        bytes: Aligned<u8>,
        /// What a step of 1 stands for at each point.
        scales: Vec<f32>,
    },
}

impl Default for Plane {
    fn default() -> Self {
        Self::Float(Aligned::default())
    }
}

impl Plane {
    /// A plane of zeros.
    pub(super) fn new(spec: PlaneSpec, geometry: Geometry) -> Self {
        let len = geometry.n_stored() * spec.channels;
        match spec.kind {
            Kind::Float => Self::Float(Aligned::zeros(len)),
            Kind::Bf16 => Self::Bf16(Aligned::zeros(len)),
            Kind::Byte => Self::Byte(Aligned::zeros(len)),
            Kind::Scaled => Self::Scaled {
                bytes: Aligned::zeros(len),
                scales: vec![0.0; geometry.n_stored()],
            },
        }
    }

    /// The numbers of a plane of 32-bit floats.
    ///
    /// # Panics
    /// If it is none: a plan is wrong.
    pub(super) fn floats(&self) -> &[f32] {
        match self {
            Self::Float(numbers) => numbers,
            Self::Bf16(_) | Self::Byte(_) | Self::Scaled { .. } => {
                panic!("a plan reads another kind of plane as floats")
            }
        }
    }

    /// As [`Plane::floats`], to write.
    ///
    /// # Panics
    /// As [`Plane::floats`].
    pub(super) fn floats_mut(&mut self) -> &mut [f32] {
        match self {
            Self::Float(numbers) => numbers,
            Self::Bf16(_) | Self::Byte(_) | Self::Scaled { .. } => {
                panic!("a plan writes floats to another kind of plane")
            }
        }
    }
}
