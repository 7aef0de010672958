//! Answers in short: how well the side that moves first succeeds, and its move.

use super::finding::{Finding, Outcome};
use crate::board::Point;
use crate::tactics::ko::Success;
use crate::tsumego::Reading;

/// How well the side that moves first succeeds, and its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// How well it succeeds.
    pub success: Success,
    /// The move; `None` if none is needed, or if none helps.
    pub mv: Option<Point>,
    /// Whether all searches ended early, so that neither success nor failure is shown.
    pub is_unknown: bool,
}

impl BestMove {
    /// The side that moves first succeeds though it does nothing.
    pub(super) const NOTHING_NEEDED: Self = Self {
        success: Success::Clean,
        mv: None,
        is_unknown: false,
    };

    /// The answer in short.
    #[must_use]
    pub fn of(finding: &Finding) -> Self {
        Self {
            success: finding.success,
            mv: finding.first(),
            is_unknown: finding.verdict == Outcome::Unknown,
        }
    }

    /// A reading in short.
    pub(super) fn of_reading(reading: &Reading) -> Self {
        Self {
            success: reading.judgement().success(),
            mv: reading.first(),
            is_unknown: false,
        }
    }
}

impl From<(Success, Option<Point>)> for BestMove {
    fn from((success, mv): (Success, Option<Point>)) -> Self {
        Self {
            success,
            mv,
            is_unknown: false,
        }
    }
}
