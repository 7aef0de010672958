//! The whole model.

use super::heads::{PolicyHead, Trunk, ValueHead};
use super::scales::Scales;

/// A model as its file has it. All sizes fit each other, and all weights are finite: [`Model::read`] checks it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The name that the file gives it.
    pub name: String,
    /// The version of the format, 8 to 17.
    pub version: u32,
    /// Features of a point.
    pub n_point_features: usize,
    /// Features of the whole position.
    pub n_global_features: usize,
    /// Whether the features about areas that are alive unconditionally are to be computed as if suicide were legal.
    pub areas_allow_suicide: bool,
    /// The constants of the outputs.
    pub scales: Scales,
    /// From the inputs to what the heads read.
    pub trunk: Trunk,
    /// The head for moves.
    pub policy: PolicyHead,
    /// The head for values.
    pub value: ValueHead,
}
