//! Answers to questions of reading.

use crate::base::Point;
use crate::tactics::connection::Link;
use crate::tactics::ko::Success;
use crate::tsumego::Reading;

/// How well the side that moves first succeeds, and its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How well it succeeds.
    pub success: Success,
    /// The move; `None` if none is needed, or if none helps.
    pub mv: Option<Point>,
    /// Whether all searches ended early, so that neither success nor failure is shown.
    pub is_unknown: bool,
}

impl Answer {
    /// The side that moves first fails.
    pub(super) const FAILURE: Self = Self {
        success: Success::None,
        mv: None,
        is_unknown: false,
    };

    /// The side that moves first succeeds though it does nothing.
    pub(super) const NOTHING_NEEDED: Self = Self {
        success: Success::Clean,
        mv: None,
        is_unknown: false,
    };

    /// What a reading says.
    pub(super) fn of(reading: &Reading) -> Self {
        Self {
            success: reading.judgement().success(),
            mv: reading.first(),
            is_unknown: false,
        }
    }

    /// What searches about a connection say; unknown if they show no success and left one open.
    pub(super) fn of_link(link: &Link, is_open: bool) -> Self {
        Self {
            success: link.success,
            mv: link.mv,
            is_unknown: is_open && link.success == Success::None,
        }
    }
}

impl From<(Success, Option<Point>)> for Answer {
    fn from((success, mv): (Success, Option<Point>)) -> Self {
        Self {
            success,
            mv,
            is_unknown: false,
        }
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
