//! Vector code: matrix products over runs of points and what follows them, for each set of instructions.
//!
//! The only module with `unsafe`. Each loop is written once, as a macro over a few operations on vectors of 16 numbers;
//! `portable`, `avx2`, `avx512` and `neon` define the operations. A kernel is entered through [`Kernels`], which holds
//! only kernels that this processor can run, and checks all slices first.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod curves;
mod element;
mod finish;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
mod product;
mod sets;
mod softmax;
mod sparse;
#[cfg(test)]
mod tests;
mod winograd;

pub(crate) use element::{Aligned, Bf16, Element, LANES, padded};
pub(crate) use finish::{Curve, Finish, Output, Stream};
pub(crate) use product::{Packed, Product};
pub use sets::InstructionSet;
pub(crate) use sets::{Kernels, Multiply, Transform, Weigh};
pub(crate) use sparse::{SparseGrid, SparseWeights};
pub(crate) use winograd::{Gather, POSITIONS, Scatter, transformed};
