//! Neural networks: model files and their evaluation. It knows grids of numbers and nothing of Go.
//!
//! A grid is stored row by row from the top left, with the channels of one point side by side.

pub mod model;
mod question;

pub use question::{Answer, Question};
