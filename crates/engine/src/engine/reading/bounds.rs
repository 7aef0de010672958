//! What is proved about the answer to a question: the least and the most that the side to move reaches.

use crate::board::PointSet;
use crate::tactics::ko::Success;
use crate::tsumego::reader::{Basis, FrameKind};
use crate::tsumego::{Reading, Verdict};

/// Proved bounds of an answer, for the side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The least that it reaches.
    pub(super) least: Success,
    /// The most that it reaches.
    pub(super) most: Success,
    /// The points that the proofs depend on.
    pub(super) zone: PointSet,
}

impl Bounds {
    /// Nothing is proved.
    pub(super) const OPEN: Self = Self {
        least: Success::None,
        most: Success::Clean,
        zone: PointSet::EMPTY,
    };

    /// Whether the answer is proved.
    pub(super) fn is_exact(&self) -> bool {
        self.least == self.most
    }

    /// Whether the bounds contradict each other.
    pub(super) fn is_contradiction(&self) -> bool {
        self.least > self.most
    }

    /// Takes over that at least so much is reached.
    pub(super) fn raise(&mut self, least: Success, zone: &PointSet) {
        if least > self.least {
            self.least = least;
            self.zone |= *zone;
        }
    }

    /// Takes over that at most so much is reached.
    pub(super) fn lower(&mut self, most: Success, zone: &PointSet) {
        if most < self.most {
            self.most = most;
            self.zone |= *zone;
        }
    }

    /// The success nearest to `success` that the proofs allow.
    pub(super) fn clamp(&self, success: Success) -> Success {
        success.min(self.most).max(self.least)
    }

    /// A reading that the proofs allow: as it is where it agrees with them or is a proof itself, else what they prove.
    pub(super) fn apply(&self, reading: Reading) -> Reading {
        if reading.is_proven() || *self == Self::OPEN || self.is_contradiction() {
            return reading;
        }
        let judged = reading.judgement();
        let allowed = self.clamp(judged.success());
        let agrees = judged != Verdict::Unknown && allowed == judged.success();
        if self.is_exact() {
            let shown = agrees && reading.verdict == judged;
            let line = if shown {
                reading.line.clone()
            } else {
                Vec::new()
            };
            return Reading {
                n_nodes: reading.n_nodes,
                elapsed: reading.elapsed,
                ..Reading::proved(Verdict::of(allowed), line, self.zone)
            };
        }
        if agrees || judged == Verdict::Unknown && allowed == Success::None {
            return reading;
        }
        Reading {
            verdict: Verdict::of(allowed),
            basis: Basis::Ko(FrameKind::Pessimistic),
            line: Vec::new(),
            ..reading
        }
    }
}
