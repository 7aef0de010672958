//! The moves of a player in one turn.

use std::fmt;

use super::point::Point;

/// A move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Puts a stone on an empty point.
    Play(Point),
    /// Puts no stone on the board.
    Pass,
    /// Gives up the game.
    Resign,
}

impl Move {
    /// The point played on, if a stone was played.
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Play(point) => Some(point),
            Self::Pass | Self::Resign => None,
        }
    }
}

impl From<Option<Point>> for Move {
    /// A play on the point, or a pass if there is none.
    fn from(point: Option<Point>) -> Self {
        point.map_or(Self::Pass, Self::Play)
    }
}

impl fmt::Display for Move {
    /// The point, `pass` or `resign`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(point) => point.fmt(f),
            Self::Pass => f.write_str("pass"),
            Self::Resign => f.write_str("resign"),
        }
    }
}
