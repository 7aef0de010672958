//! The judgement on a block at the end of a game: its status, and what that rests on.

use std::fmt;

use super::basis::{Band, Basis, BasisKind};
use crate::board::{Color, PerColor, Point, PointSet};

/// What becomes of a block when the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// It stays on the board, and the points that it surrounds count.
    Alive,
    /// It is taken off.
    Dead,
    /// It stays, but neither side can play on without loss.
    Seki,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alive => "alive",
            Self::Dead => "dead",
            Self::Seki => "seki",
        })
    }
}

/// The fate of a block hangs on who moves first if the estimates for both colors lie on both sides of 0, and so far
/// apart. Of 31 such blocks in games that were played on, 29 went to the side to move
/// (`docs/measurements/judgement.md`).
const LEAST_SWING: f32 = 0.4;

/// The judgement on one block.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockJudgement {
    /// Its first stone in point order.
    pub head: Point,
    /// Its color.
    pub color: Color,
    /// All its stones.
    pub stones: PointSet,
    /// What becomes of it.
    pub status: Status,
    /// What that rests on.
    pub basis: Basis,
    /// How far an estimate gives its stones to its own color when a color moves first: from -1, dead, to 1, alive. Zero
    /// where a proof or a reading decides.
    pub by_first: PerColor<f32>,
    /// The move of each color that decides its fate, where it [hangs on the first move](Basis::HangsOnFirstMove).
    pub first_moves: PerColor<Option<Point>>,
    /// The liberties that it shares with its opponents in a seki.
    pub shared: PointSet,
}

impl BlockJudgement {
    /// Whether an estimate decides that is hardly better than a toss-up.
    pub(super) fn is_doubtful(&self) -> bool {
        self.basis.band() == Some(Band::TossUp)
    }

    /// Whether ownership alone decides, and clearly.
    pub(super) fn is_decided_by_ownership(&self) -> bool {
        self.basis.kind() == BasisKind::Estimate && !self.is_doubtful()
    }

    /// Notes that reading beside walls found the same status.
    pub(super) const fn confirm_by_reading(&mut self) {
        self.basis = match self.status {
            Status::Dead => Basis::CapturedByReading,
            Status::Alive | Status::Seki => Basis::SurvivesByReading,
        };
    }

    /// Whether the block lives if its owner moves first, and is dead if the opponent does: by proofs of the reader, or
    /// by an estimate.
    pub(super) fn hangs_on_first_move(&self) -> bool {
        if self.basis == Basis::HangsOnFirstMove {
            return true;
        }
        let [own, other] = [self.color, self.color.opponent()].map(|first| self.by_first[first]);
        let is_estimate = self.basis.band().is_some();
        is_estimate && own > 0.0 && other < 0.0 && own - other >= LEAST_SWING
    }

    /// Whether the block lives by proof, or nearly always. A block with less is no wall for a reading.
    pub(super) fn is_clearly_alive(&self) -> bool {
        let is_clear = match self.basis.band() {
            Some(band) => band >= Band::Clear,
            None => self.basis.is_proof() && self.basis != Basis::ProvedSeki,
        };
        self.status == Status::Alive && is_clear
    }
}
