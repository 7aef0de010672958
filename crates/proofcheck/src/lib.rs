#![doc = include_str!("../README.md")]
//!
//! The checker has its own small board, states its own reasons for life and death, and works out its own zones.

mod arena;
mod board;
pub mod bounds;
mod check;
mod death;
#[cfg(test)]
mod death_tests;
mod ends;
mod fault;
pub mod format;
mod grid;
mod kinds;
mod life;
mod lines;
mod prune;
mod record;
mod room;
pub mod safety;
pub mod score;
mod set;
mod strategy;
#[cfg(test)]
mod tests;
mod unique;
mod walk;
pub mod whole;
mod words;
pub mod writing;
mod zone;

pub use check::{Checked, FEW_RETAKES, check};
pub use fault::{BoundError, CheckError, Fault, StepError, WindowError, Wrong};
pub use kinds::{CheckedFile, check_file};
pub use unique::{NotUnique, unique_first_move};
