//! Pictures as SVG.
//!
//! Floor 8: knows the typed results of the floors below, no protocol, no files. Same input, same bytes.

pub mod plot;
pub mod thermograph;
