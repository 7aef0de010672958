//! Agreement of the answers to both sides' questions about the same blocks.
//!
//! The side that moves first reaches at least what it keeps moving second, as a pass is a move. An estimate below that
//! gives way where the answer to the other side's question is surer.

use super::finding::{Finding, Outcome};
use crate::calibration::Confidence;
use crate::tactics::ko::Success;
use crate::tsumego::{Reading, Verdict};

/// What counts of an answer beside the answer to the other side's question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Graded {
    success: Success,
    confidence: Confidence,
    is_unknown: bool,
}

impl From<&Reading> for Graded {
    fn from(reading: &Reading) -> Self {
        Self {
            success: reading.verdict.success(),
            confidence: reading.confidence(),
            is_unknown: reading.verdict == Verdict::Unknown,
        }
    }
}

impl From<&Finding> for Graded {
    fn from(finding: &Finding) -> Self {
        Self {
            success: finding.success,
            confidence: finding.confidence(),
            is_unknown: finding.verdict == Outcome::Unknown,
        }
    }
}

impl Graded {
    /// The success that takes the place of this answer beside the `other` one; `None` if it stands. Of two answers that
    /// are equally sure this one stands if `wins_ties`.
    pub(super) fn given_way_to(self, other: Self, wins_ties: bool) -> Option<Success> {
        let least = other.success.of_the_other();
        let is_surer =
            other.confidence > self.confidence || other.confidence == self.confidence && !wins_ties;
        (!other.is_unknown && self.success < least && is_surer).then_some(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tsumego::reader::{Basis, FrameKind};

    #[test]
    fn the_less_sure_answer_gives_way() {
        let graded = |success, is_proof: bool| {
            let basis = if is_proof {
                Basis::Proof
            } else {
                Basis::Failure(FrameKind::Optimistic)
            };
            Graded::from(&Reading {
                verdict: Verdict::of(success),
                basis,
                ..Reading::proved(Verdict::Refuted, Vec::new(), Default::default())
            })
        };
        use Success::{Clean, KoTakingFirst, None as Fails};
        // Neither side fails: who moves first keeps what the other leaves.
        let given_way = graded(Fails, false).given_way_to(graded(Fails, true), true);
        assert_eq!(given_way, Some(Clean));
        assert_eq!(
            graded(Fails, true).given_way_to(graded(Fails, false), false),
            None
        );
        let ko = graded(KoTakingFirst, true);
        let least = KoTakingFirst.of_the_other();
        assert_eq!(graded(Fails, false).given_way_to(ko, true), Some(least));
        // No contradiction: the side that moves first decides.
        assert_eq!(
            graded(Clean, false).given_way_to(graded(Clean, true), true),
            None
        );
        // Equally sure.
        let equal = graded(Fails, false);
        assert_eq!(equal.given_way_to(equal, true), None);
        assert_eq!(equal.given_way_to(equal, false), Some(Clean));
    }
}
