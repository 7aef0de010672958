#![doc = include_str!("../README.md")]
//!
//! A grid is stored row by row from the top left, with the channels of one point side by side. The version of a model
//! determines what its inputs and outputs mean.

pub mod fast;
mod input_output;
#[expect(
    unsafe_code,
    reason = "vector instructions; every entry checks what it is given"
)]
mod kernels;
pub mod model;
#[cfg(test)]
mod reference;

pub use input_output::{NetworkInput, NetworkOutput};
pub use kernels::InstructionSet;
#[cfg(test)]
pub(crate) use reference::Reference;
