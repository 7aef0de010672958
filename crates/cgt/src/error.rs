//! Why a game could not be computed.

use thiserror::Error;

use super::dyadic::Overflow;
use tedomari_base::Stop;

/// Why a game could not be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// A number does not fit.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// More ups than a symbolic infinitesimal holds.
    #[error("more than 32767 ups")]
    TooManyUps,
    /// A larger nimber than a symbolic infinitesimal holds.
    #[error("nimber above 32767")]
    NimberTooLarge,
    /// The store of canonical forms is full.
    #[error("more than {limit} stored games")]
    Full {
        /// The configured limit.
        limit: usize,
    },
    /// The text of a game would hold too many games.
    #[error("a text of more than {limit} games")]
    TooLong {
        /// The configured limit.
        limit: usize,
    },
    /// The game is deeper than the configured recursion limit.
    #[error("game deeper than {limit}")]
    TooDeep {
        /// The configured limit.
        limit: u32,
    },
    /// The budget is used up, or the work was cancelled.
    #[error("stopped: {0}")]
    Stopped(#[from] Stop),
    /// Cooling is defined for temperatures of at least -1.
    #[error("temperature below -1")]
    TooCold,
    /// The operation is defined for all-small games (infinitesimals of a certain kind) only.
    #[error("the game is not all small")]
    NotAllSmall,
    /// Warming and chilling are defined for games whose stops are integers only.
    #[error("the game does not end in integers")]
    NotIntegerValued,
    /// Tiny and miny are defined for games above some positive number only.
    #[error("tiny and miny need a game greater than some positive number")]
    NotPositive,
}
