//! Fast evaluation on a processor: a model becomes a plan of steps, each a convolution with all that follows it.
//!
//! A plan is made once for a model, a precision and a set of instructions (`compiler`, `blocks`, `transformer`,
//! `heads`, `filter`); an evaluation runs its steps (`run`, `convolve`, `scaled`, `whole`, `attention`) on memory that
//! is kept (`memory`). Activations lie on boards with a border of zeros (`geometry`), the channels of a point side by
//! side.

mod attention;
mod blocks;
mod choice;
mod compiler;
mod convolve;
mod evaluator;
mod filter;
mod geometry;
mod heads;
mod memory;
mod plan;
mod planes;
mod precision;
mod ranges;
mod run;
mod scaled;
mod step;
#[cfg(test)]
mod tests;
mod transformer;
mod whole;
mod writer;

pub use choice::{Choice, Measurement, Thresholds, choose};
pub use evaluator::{Evaluator, EvaluatorError, Scratch};
pub use precision::Precision;
