//! The judgement on a block at the end of a game: its status, and what that rests on.

use std::fmt;

use super::basis::{Band, Basis};
use crate::base::{Color, Point, PointSet};

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
    /// The liberties that it shares with its opponents in a seki.
    pub shared: PointSet,
}

impl BlockJudgement {
    /// Whether an estimate decides that is hardly better than a toss-up.
    pub(super) fn is_doubtful(&self) -> bool {
        self.basis.band() == Some(Band::TossUp)
    }

    /// Whether the block lives by proof, or nearly always. A block with less is no wall for a reading.
    pub(super) fn is_clearly_alive(&self) -> bool {
        let is_clear = match self.basis.band() {
            Some(band) => band >= Band::Clear,
            None => self.basis.is_proof(),
        };
        self.status == Status::Alive && is_clear
    }
}
