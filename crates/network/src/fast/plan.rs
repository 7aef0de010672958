//! A plan: the steps of an evaluation, the memory that they need, and where the answers are found.

use crate::kernels::Kernels;
use crate::model::Rotation;

use super::planes::{Kind, PlaneId, PlaneSpec, VectorId};
use super::step::Step;

/// Everything about an evaluation that does not depend on the position.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) kernels: Kernels,
    pub(super) n_point_features: usize,
    pub(super) n_global_features: usize,
    /// How wide the border of a board must be.
    pub(super) margin: usize,
    pub(super) planes: Vec<PlaneSpec>,
    /// Lengths of the vectors.
    pub(super) vectors: Vec<usize>,
    pub(super) rotations: Vec<Rotation>,
    /// The sizes of queries and values that heads of attentions have, each pair once.
    pub(super) head_sizes: Vec<(usize, usize)>,
    /// What queries, keys and values consist of: floats of 32 or 16 bits.
    pub(super) head_kind: Kind,
    /// All but the ownership.
    pub(super) steps: Vec<Step>,
    /// The ownership.
    pub(super) ownership_steps: Vec<Step>,
    pub(super) ends: Ends,
}

/// Where inputs go and where answers are found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub(super) globals: VectorId,
    pub(super) policy: PlaneId,
    pub(super) n_policies: usize,
    pub(super) pass: VectorId,
    pub(super) outcome: VectorId,
    pub(super) n_outcomes: usize,
    pub(super) score: VectorId,
    pub(super) n_scores: usize,
    pub(super) ownership: PlaneId,
}
