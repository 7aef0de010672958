//! What a color keeps, and where it answers.

use crate::board::{Point, PointSet};

/// What a color keeps by answering each play of the other one, and where it answers.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Stones that are never captured.
    pub stones: PointSet,
    /// Points that end up as the color's, with all stones there.
    pub territory: PointSet,
    /// All points on which that rests: eyes, pairs, regions and windows. A stone of the color elsewhere changes nothing
    /// there.
    pub answers: PointSet,
    /// Pairs among them: to a play on one point the color answers on the other, if it has not played there before.
    pub pairs: Vec<[Point; 2]>,
}

impl Kept {
    /// Whether everything that `other` keeps is kept.
    pub(in crate::region) fn contains(&self, other: &Self) -> bool {
        other.stones.is_subset(&self.stones) && other.territory.is_subset(&self.territory)
    }

    fn points(&self) -> PointSet {
        self.stones | self.territory
    }

    pub(in crate::region) fn n_points(&self) -> usize {
        self.points().len()
    }
}
