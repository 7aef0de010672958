//! How a question of life and death is answered: the verdict, what shows it, and whether it is proved.

use std::time::Duration;

use super::basis::{Basis, Trust};
use crate::board::{Color, Point, PointSet};
use crate::calibration::Confidence;
use crate::tactics::ko::{KoThreats, Success};
use crate::tsumego::frame::Boundary;
use crate::tsumego::question::Goal;

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached whatever the other side does, without any ko.
    Achieved,
    /// It is reached if a ko is won.
    Ko {
        /// Whether it is the other side that has to find the first threat.
        is_favorable: bool,
    },
    /// It is not reached.
    Refuted,
    /// Nothing was found in time.
    Unknown,
}

impl Verdict {
    /// The verdict of a question whose blocks die without any ko.
    #[must_use]
    pub const fn of_death(goal: Goal) -> Self {
        match goal {
            Goal::Kill => Self::Achieved,
            Goal::Live => Self::Refuted,
        }
    }

    /// The verdict for the other side.
    #[must_use]
    pub const fn for_the_other(self) -> Self {
        match self {
            Self::Achieved => Self::Refuted,
            Self::Ko { is_favorable } => Self::Ko {
                is_favorable: !is_favorable,
            },
            Self::Refuted => Self::Achieved,
            Self::Unknown => Self::Unknown,
        }
    }

    /// How well the side with the goal succeeds; an unknown answer counts as a failure.
    #[must_use]
    pub const fn success(self) -> Success {
        match self {
            Self::Achieved => Success::Clean,
            Self::Ko { is_favorable: true } => Success::KoTakingFirst,
            Self::Ko {
                is_favorable: false,
            } => Success::KoNeedingThreat,
            Self::Refuted | Self::Unknown => Success::None,
        }
    }

    /// The verdict for a side that succeeds so well.
    #[must_use]
    pub const fn of(success: Success) -> Self {
        match success {
            Success::Clean => Self::Achieved,
            Success::KoTakingFirst => Self::Ko { is_favorable: true },
            Success::KoNeedingThreat => Self::Ko {
                is_favorable: false,
            },
            Success::None => Self::Refuted,
        }
    }

    /// The side that has to find threats in a ko, if `first` moved first; `None` if there is no ko.
    #[must_use]
    pub const fn needs_threats(self, first: Color) -> Option<Color> {
        match self {
            Self::Ko { is_favorable: true } => Some(first.opponent()),
            Self::Ko {
                is_favorable: false,
            } => Some(first),
            Self::Achieved | Self::Refuted | Self::Unknown => None,
        }
    }

    /// The word for it in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Achieved => "achieved",
            Self::Ko { .. } => "ko",
            Self::Refuted => "refuted",
            Self::Unknown => "unknown",
        }
    }
}

/// A claim that was proved: enough to find the proof again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvedClaim {
    /// What the prover reaches.
    pub goal: Goal,
    /// Which side may retake kos.
    pub ko_threats: KoThreats,
    /// Where it was proved.
    pub place: Place,
}

/// Where a claim was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the whole board, as a capture.
    Board,
    /// In a frame: its region, and how the outside is judged.
    Frame(PointSet, Boundary),
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What was found.
    pub verdict: Verdict,
    /// What it rests on.
    pub basis: Basis,
    /// Whether the block stays on the board in a seki, without two eyes. Always `false` except from
    /// [`Reader::read_in_full`](crate::tsumego::reader::Reader::read_in_full).
    pub is_seki: bool,
    /// Extra ko threats that the side in need of threats must have to win the ko. `None` unless
    /// [`Reader::read_in_full`](crate::tsumego::reader::Reader::read_in_full) found the number.
    pub n_threats: Option<u8>,
    /// How it goes on, the first move included; `None` is a pass.
    pub line: Vec<Option<Point>>,
    /// The points that the answer depends on.
    pub zone: PointSet,
    /// What the answer takes for granted: a stone of each block that stands, and empty points where the stones stand
    /// that the attacker plays there.
    pub given: PointSet,
    /// What was proved, if the verdict is: enough to find the proof again.
    pub claims: Vec<ProvedClaim>,
    /// Positions evaluated.
    pub n_nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

impl Reading {
    /// An answer with nothing but a verdict and its basis.
    pub fn new(verdict: Verdict, basis: Basis) -> Self {
        Self {
            verdict,
            basis,
            is_seki: false,
            n_threats: None,
            line: Vec::new(),
            zone: PointSet::EMPTY,
            given: PointSet::EMPTY,
            claims: Vec::new(),
            n_nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// An answer that is proved, at no cost. `zone` holds the points that it depends on.
    #[must_use]
    pub fn proved(verdict: Verdict, line: Vec<Option<Point>>, zone: PointSet) -> Self {
        Self {
            line,
            zone,
            ..Self::new(verdict, Basis::Proof)
        }
    }

    /// The word for what was found.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        if self.is_seki {
            "seki"
        } else {
            self.verdict.name()
        }
    }

    /// Whether it is proved.
    #[must_use]
    pub const fn is_proven(&self) -> bool {
        self.basis.is_proof()
    }

    /// The word for how reliable the verdict is.
    #[must_use]
    pub const fn proof(&self) -> &'static str {
        if self.is_proven() {
            "proven"
        } else {
            "estimated"
        }
    }

    /// How often such an answer is right: 1 for a proof alone.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        self.basis.confidence()
    }

    /// Whether the answer is a success without a ko that is at least so reliable.
    pub(crate) fn achieves(&self, least: Trust) -> bool {
        self.verdict == Verdict::Achieved && self.basis.trust() >= least
    }

    /// The verdict, but unknown where a success is claimed that fails about as often as not.
    #[must_use]
    pub fn judgement(&self) -> Verdict {
        if self.verdict == Verdict::Achieved && !self.achieves(Trust::Likely) {
            Verdict::Unknown
        } else {
            self.verdict
        }
    }

    /// The ko threats of the side against which the answer is proved up to which it holds. `None` where their number
    /// does not matter, or nothing is proved so.
    #[must_use]
    pub fn given_threats(&self) -> Option<u8> {
        match (self.basis, self.claims.as_slice()) {
            (Basis::Given(_), [claim]) => match claim.ko_threats {
                KoThreats::Refuter(n) => Some(n),
                KoThreats::RefuterEndless
                | KoThreats::Nobody
                | KoThreats::Prover(_)
                | KoThreats::ProverEndless => None,
            },
            _ => None,
        }
    }

    /// The side that has to find threats in a ko, if `first` moved first; `None` if there is no ko.
    #[must_use]
    pub const fn needs_threats(&self, first: Color) -> Option<Color> {
        self.verdict.needs_threats(first)
    }

    /// The first move; `None` for a pass or if there is none to name.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.line.first().copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::super::basis::{FrameKind, Support};
    use super::*;

    #[test]
    fn a_success_that_is_doubtful_is_no_judgement() {
        let check = |verdict, basis, expected| {
            assert_eq!(Reading::new(verdict, basis).judgement(), expected);
        };
        let (achieved, refuted) = (Verdict::Achieved, Verdict::Refuted);
        check(achieved, Basis::Optimistic(Support::Life), Verdict::Unknown);
        check(achieved, Basis::Optimistic(Support::KillInFew), achieved);
        check(achieved, Basis::Proof, achieved);
        check(refuted, Basis::Failure(FrameKind::Optimistic), refuted);
    }
}
