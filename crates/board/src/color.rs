//! The two colors, and a pair of values indexed by color.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use thiserror::Error;

/// A player, and the color of that player's stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Black moves first in an even game.
    Black = 0,
    /// White receives komi.
    White = 1,
}

impl Color {
    /// Both colors, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for Black, 1 for White.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `+1` for Black, `-1` for White: the sign of a gain of this player in a score from Black's view.
    #[inline]
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Self::Black => 1,
            Self::White => -1,
        }
    }
}

/// A word that is not the name of a color.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is neither black nor white")]
pub struct ParseColorError(String);

impl FromStr for Color {
    type Err = ParseColorError;

    /// The color that a word names, in either case: `b`, `black`, `w` or `white`.
    fn from_str(word: &str) -> Result<Self, ParseColorError> {
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Self::Black),
            "w" | "white" => Ok(Self::White),
            _ => Err(ParseColorError(word.to_owned())),
        }
    }
}

impl Color {
    /// `Black` or `White`: the player, in a sentence.
    #[must_use]
    pub const fn player_name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }
}

impl fmt::Display for Color {
    /// `black` or `white`; with `{:#}` the letter `B` or `W`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self, f.alternate()) {
            (Self::Black, false) => "black",
            (Self::White, false) => "white",
            (Self::Black, true) => "B",
            (Self::White, true) => "W",
        })
    }
}

/// One value for each color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerColor<T>(pub [T; 2]);

impl<T> PerColor<T> {
    /// A pair made by calling `make` for Black, then for White.
    pub fn from_fn(make: impl FnMut(Color) -> T) -> Self {
        Self(Color::BOTH.map(make))
    }
}

impl<T> Index<Color> for PerColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for PerColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponent_is_an_involution() {
        for color in Color::BOTH {
            assert_eq!(color.opponent().opponent(), color);
            assert_ne!(color.opponent(), color);
            assert_eq!(color.sign(), -color.opponent().sign());
        }
    }

    #[test]
    fn pairs_are_indexed_by_color() {
        let mut pair = PerColor::from_fn(|color| color.sign());
        pair[Color::White] += 5;
        assert_eq!(pair, PerColor([1, 4]));
    }
}
