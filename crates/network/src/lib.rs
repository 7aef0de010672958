#![doc = include_str!("../README.md")]
//!
//! A grid is stored row by row from the top left, with the channels of one point side by side. The version of a model
//! determines what its inputs and outputs mean.

pub mod fast;
#[expect(
    unsafe_code,
    reason = "vector instructions; every entry checks what it is given"
)]
mod kernels;
pub mod model;
mod question;
#[cfg(test)]
mod reference;

pub use kernels::InstructionSet;
pub use question::{Answer, Question};
#[cfg(test)]
pub(crate) use reference::Reference;
