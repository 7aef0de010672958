//! The two players, and their moves in a number.

use super::dyadic::{Dyadic, Overflow};

/// One of the two players of the theory. In Go, Left is Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Plays for large values.
    Left,
    /// Plays for small values.
    Right,
}

impl Player {
    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The canonical option of `player` in a number, if there is one: `n - 1` for Left in a positive integer `n`, `n + 1`
/// for Right in a negative one; for a fraction `x` with denominator `2^k`, `x - 1/2^k` for Left and `x + 1/2^k` for
/// Right.
pub(crate) fn number_option(value: Dyadic, player: Player) -> Result<Option<Dyadic>, Overflow> {
    let exists = !value.is_integer()
        || match player {
            Player::Left => value.is_positive(),
            Player::Right => value.is_negative(),
        };
    if !exists {
        return Ok(None);
    }
    match player {
        Player::Left => value.minus(value.ulp()).map(Some),
        Player::Right => value.plus(value.ulp()).map(Some),
    }
}
