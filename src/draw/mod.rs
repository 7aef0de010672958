//! Pictures as SVG.
//!
//! Floor 11: draws typed results of the floors below. It knows no protocol and no files. The same input gives the
//! same bytes.

pub mod goal_graph;
pub mod thermograph;
