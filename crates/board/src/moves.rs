//! The moves of a player in one turn.

use std::fmt;
use std::str::FromStr;

use super::point::{ParsePointError, Point};

/// A move of the game. As text it is the name of a point, `pass` or `resign`.
///
/// ```
/// use tedomari_board::Move;
///
/// let corner: Move = "d4".parse()?;
/// assert_eq!(corner.to_string(), "D4");
/// assert_eq!("PASS".parse(), Ok(Move::Pass));
/// assert!("I5".parse::<Move>().is_err() && "".parse::<Move>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

impl FromStr for Move {
    type Err = ParsePointError;

    /// Reads a point, `pass` or `resign`, in either case.
    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        match text.to_ascii_lowercase().as_str() {
            "pass" => Ok(Self::Pass),
            "resign" => Ok(Self::Resign),
            point => point.parse().map(Self::Play),
        }
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
