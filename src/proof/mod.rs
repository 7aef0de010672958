//! Proofs in AND/OR graphs.
//!
//! Floor 1. Knows neither boards nor rules: a graph is a trait, an answer is proved or it is not. [`dfpn`] searches a
//! graph that is walked by playing and undoing; [`solver`] one whose positions are values, and keeps what it proved.

pub mod dfpn;
pub mod numbers;
pub mod solver;

pub use dfpn::{AndOrGraph, Verdict, prove};
pub use numbers::Numbers;
