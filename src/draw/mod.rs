//! Pictures as SVG.
//!
//! Floor 11: knows the typed results of the floors below, no protocol, no files. Same input, same bytes.

pub mod plot;
pub mod thermograph;
