#![doc = include_str!("../README.md")]

mod budget;
mod rng;
pub mod text;
mod words;

pub use budget::{Budget, CancelToken, Stop};
pub use rng::Rng;
pub use words::counted;
