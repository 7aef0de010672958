#![doc = include_str!("../README.md")]

pub mod allocation;
pub mod atomic;
mod background;
mod budget;
pub mod cache_lines;
mod panic;
mod rng;
pub mod text;
pub mod weights;
mod wilson;
mod words;

pub use background::{Background, Messages};
pub use budget::{Budget, CancelToken, Stop};
pub use panic::catch_panic;
pub use rng::Rng;
pub use wilson::wilson_interval;
pub use words::counted;
