//! Points by their names.

use crate::board::PointSet;

/// The names of some points.
pub(super) fn names(points: &PointSet) -> String {
    let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
    names.join(" ")
}
