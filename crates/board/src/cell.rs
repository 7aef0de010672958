//! The content of a point.

use crate::Color;

/// The content of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Cell {
    /// A black stone.
    Black = 0,
    /// A white stone.
    White = 1,
    /// Nothing.
    Empty = 2,
    /// Outside the board.
    Wall = 3,
}

impl Cell {
    /// The color of the stone, if there is one.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Empty | Self::Wall => None,
        }
    }
}

impl From<Color> for Cell {
    #[inline]
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}
