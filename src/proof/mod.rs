//! Proofs in AND/OR graphs.
//!
//! Floor 1. Knows neither boards nor rules: a graph is a trait, an answer is proved or it is not. [`dfpn`] searches a
//! [`graph`] that is walked by playing and undoing, and keeps what it found in a [`memory`]; [`solver`] a [`game`] whose positions are values, and keeps what it
//! proved in a [`table`], alone or as one of several threads ([`parallel`]).

pub mod dfpn;
mod follow;
pub mod game;
pub mod graph;
mod history;
pub mod memory;
pub mod numbers;
pub mod parallel;
pub mod solver;
pub mod table;

pub use dfpn::{Verdict, prove, prove_with_zone};
pub use graph::AndOrGraph;
pub use memory::Memory;
pub use numbers::Numbers;
