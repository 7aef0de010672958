//! Answers about a whole board: scores, and moves with the scores that they lead to.

use crate::board::{Move, Point, Score};
use crate::cgt::GameId;

/// An interval of scores: Black less White, komi included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreRange {
    /// Black is proved to reach this score.
    pub low: Score,
    /// White is proved to keep Black from more than this score.
    pub high: Score,
}

impl ScoreRange {
    /// The score, if both ends are equal.
    #[must_use]
    pub fn exact(&self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }

    /// The part of this range, which is proved, that an estimate leaves; all of it if the estimate contradicts it.
    #[must_use]
    pub fn narrowed(&self, estimate: Self) -> Self {
        let common = Self {
            low: self.low.max(estimate.low),
            high: self.high.min(estimate.high),
        };
        if common.low <= common.high {
            common
        } else {
            *self
        }
    }
}

impl std::fmt::Display for ScoreRange {
    /// The score in points, such as `-3.5`, or `unknown LOW HIGH`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let points = |score: Score| f64::from(score.half_points()) / 2.0;
        match self.exact() {
            Some(score) => write!(f, "{}", points(score)),
            None => write!(f, "unknown {} {}", points(self.low), points(self.high)),
        }
    }
}

/// A move on the board, with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The point; `None` is a pass.
    pub point: Option<Point>,
    /// Number of the region; `None` for a pass.
    pub region: Option<usize>,
    /// The score after the move, with best play.
    pub score: ScoreRange,
    /// What the move gains in the chilled game, if the region is exact.
    pub incentive: Option<GameId>,
    /// Whether no other play has a greater incentive.
    pub is_undominated: bool,
    /// Whether nothing is left to gain after it: it is the last profitable move.
    pub is_tedomari: bool,
}

impl RankedMove {
    /// The move itself.
    #[must_use]
    pub fn mv(&self) -> Move {
        self.point.map_or(Move::Pass, Move::Play)
    }
}
