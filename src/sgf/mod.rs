//! Game records in SGF, the Smart Game Format FF\[4\] (Hollosi 1999, red-bean.com/sgf), and in its older versions.
//!
//! Floor 3. The `sgf-parse` crate reads the grammar and the values. Its errors have no place in the text. So `scan`
//! reads the text first, with the same grammar: it finds the first error, the beginning and end of the first game,
//! and the place of every property of the main line, which later errors name.
//!
//! The reader accepts what old files need (see [`load`]): doubtful values become warnings, not errors. It never
//! panics and never overflows the stack: [`MAX_LINE_NODES`] limits the length of a line of play.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod header;
mod read;
mod scan;
mod values;
mod write;

use std::fmt;

use thiserror::Error;

pub use read::{LoadOptions, Record, decode, load};
pub use scan::MAX_LINE_NODES;
pub use write::to_sgf;

/// A place in a text: line and column, both counted from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

impl Place {
    /// The first character of a text.
    pub(crate) const START: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for Place {
    /// `LINE:COLUMN`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Why a text is not the record of a game, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place} {fault}")]
pub struct SgfError {
    /// The first character that the grammar does not allow, or the property at fault.
    pub place: Place,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The text has no start of a game.
    #[error("no game found: `(;` is missing")]
    NoGame,
    /// A character that the grammar does not allow here.
    #[error("found {found:?}, expected {expected}")]
    Unexpected {
        /// The character.
        found: char,
        /// What the grammar allows here.
        expected: &'static str,
    },
    /// The text ends too early.
    #[error("the file ends inside a {inside}")]
    EndOfFile {
        /// What begins at the given place and does not end.
        inside: &'static str,
    },
    /// A line of play has more than [`MAX_LINE_NODES`] nodes.
    #[error("more than {MAX_LINE_NODES} nodes in one line of play")]
    TooLong,
    /// The record is of some other game.
    #[error("not a record of Go: the game type is not 1")]
    OtherGame,
    /// The parser refuses a text that the scan accepted.
    #[error("{0}")]
    Parser(String),
    /// The size can't be read, or is not 1 to 25.
    #[error("board size `{0}` is not a number, or two numbers with a colon, from 1 to 25")]
    Size(String),
    /// A move that is neither a point of the board nor a pass.
    #[error("`{0}` is not a move")]
    Move(String),
    /// Setup stones outside the board.
    #[error("`{0}` has a point that is not on the board")]
    Points(String),
    /// A setup that leaves a block without liberties.
    #[error("after this setup {0}")]
    Setup(#[from] crate::board::ChokedBlock),
    /// A move against the rules.
    #[error("move {number}, {color} {mv}, is illegal: {reason}")]
    Illegal {
        /// Number of the move in the file, counted from 1.
        number: usize,
        /// The player who moves.
        color: crate::base::Color,
        /// The move.
        mv: crate::base::Move,
        /// Why.
        reason: crate::board::PlayError,
    },
}

/// A doubtful place of a record, and how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The property in question.
    pub place: Place,
    /// What is doubtful, and how it was read.
    pub text: String,
}

/// Information in a record besides the moves. `None` if the record does not have it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordInfo {
    /// Name of the player with the black stones (`PB`).
    pub black: Option<String>,
    /// Name of the player with the white stones (`PW`).
    pub white: Option<String>,
    /// How the game ended, as SGF writes it (`RE`): `B+3.5`, `W+R`, `0`, `Void`.
    pub result: Option<String>,
    /// The date of the game (`DT`).
    pub date: Option<String>,
    /// The event that it belongs to (`EV`).
    pub event: Option<String>,
    /// The program that wrote the record, with its version after a colon (`AP`).
    pub application: Option<String>,
    /// Remarks on the whole game (`GC`).
    pub comment: Option<String>,
    /// Remarks on the first position (`C` of the root node).
    pub root_comment: Option<String>,
    /// Points of the first position marked with crosses or triangles (`MA`, `TR`), sorted: column from the left and
    /// row from the top, both counted from 0.
    pub marks: Vec<(u8, u8)>,
}
