//! Proofs in AND/OR graphs.
//!
//! Floor 1. Knows neither boards nor rules: a graph is a trait, an answer is proved or it is not.

pub mod dfpn;

pub use dfpn::{AndOrGraph, Verdict, prove};
