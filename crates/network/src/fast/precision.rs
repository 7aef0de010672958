//! How exact an evaluation is.

use std::fmt;

/// The numbers that convolutions and matrices of the trunk read, and attention. The residual stream, the first
/// convolution and the heads of policy and value use 32-bit floats in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precision {
    /// 32-bit floats.
    F32,
    /// 16-bit floats with 8 bits of precision, summed in 32 bits.
    Bf16,
    /// 8-bit integers, summed in 32 bits; matrices of transformers and attention use 16-bit floats.
    Int8,
}

impl Precision {
    /// All, the most exact first.
    pub const ALL: [Self; 3] = [Self::F32, Self::Bf16, Self::Int8];
}

impl fmt::Display for Precision {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::F32 => "f32",
            Self::Bf16 => "bf16",
            Self::Int8 => "int8",
        })
    }
}
