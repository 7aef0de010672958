//! Answers to questions of reading.

use crate::base::Point;
use crate::tactics::ko::Success;
use crate::tsumego::Reading;

/// How well the side that moves first succeeds, and its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How well it succeeds.
    pub success: Success,
    /// The move; `None` if none is needed, or if none helps.
    pub mv: Option<Point>,
}

impl Answer {
    /// The side that moves first fails.
    pub(super) const FAILURE: Self = Self {
        success: Success::None,
        mv: None,
    };

    /// The side that moves first succeeds though it does nothing.
    pub(super) const NOTHING_NEEDED: Self = Self {
        success: Success::Clean,
        mv: None,
    };

    /// What a reading says.
    pub(super) fn of(reading: &Reading) -> Self {
        Self {
            success: reading.judgement().success(),
            mv: reading.first(),
        }
    }
}

impl From<(Success, Option<Point>)> for Answer {
    fn from((success, mv): (Success, Option<Point>)) -> Self {
        Self { success, mv }
    }
}

/// The status of a block, by the questions whether it can be killed and whether it can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockStatus {
    /// The attacker, who moves first, does not kill it.
    Alive,
    /// The defender, who moves first, does not save it.
    Dead,
    /// The side that moves first succeeds, perhaps by a ko.
    Critical {
        /// Where the attacker kills it.
        attack: Option<Point>,
        /// Where the defender saves it.
        defense: Option<Point>,
    },
    /// Reading did not tell.
    Unknown,
}
