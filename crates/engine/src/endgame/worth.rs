//! What a region is worth and how urgent it is, and what that rests on.

use crate::cgt::Rational;

/// What a region is worth and how urgent it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionWorth {
    /// Mean in points, from Black's view.
    pub mean: Rational,
    /// Temperature in points per move.
    pub temperature: Rational,
    /// What both numbers rest on.
    pub basis: WorthBasis,
}

/// What a mean and a temperature rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorthBasis {
    /// The proved game.
    Proof,
    /// The komaster, judged by counting ko threats.
    Threats,
    /// An estimate.
    Estimate,
}
