//! Neural networks: model files and their evaluation. It works on grids of numbers, independent of Go.
//!
//! A grid is stored row by row from the top left, with the channels of one point side by side. The version of a model
//! determines what its inputs and outputs mean; floors above make the ones and read the others.

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
