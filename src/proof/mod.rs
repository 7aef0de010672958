//! Proofs in AND/OR graphs.
//!
//! Floor 1. Knows neither boards nor rules: a graph is a trait, an answer is proved or it is not. [`dfpn`] is the
//! plain search; [`zoned`] keeps with each proof the part of the position that it depends on.

pub mod dfpn;
pub mod numbers;
pub mod table;
pub mod zoned;

pub use dfpn::{AndOrGraph, Verdict, prove};
pub use numbers::Numbers;
pub use table::Table;
