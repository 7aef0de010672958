#![doc = include_str!("../README.md")]
//!
//! Game records in SGF, the Smart Game Format FF\[4\] (Hollosi 1999, red-bean.com/sgf), and in its older versions.
//!
//! Records in GIB and NGF are rewritten as SGF first (`foreign`).
//!
//! Floor 3. A file's bytes are decoded first (`encoding`), because the brackets of some encodings are halves of
//! characters. `scan` checks the grammar of the whole game and finds the main line. Only the main line is read, one
//! property after the other, and the `sgf-parse` crate reads the values. Its own reader of whole records is not used:
//! it keeps all variations in memory, and its errors have no place in the text.
//!
//! The reader accepts what old files need (see [`load`]): doubtful values become warnings, not errors. It never
//! panics and never overflows the stack: [`MAX_LINE_NODES`] limits the length of a line of play. Its time grows with
//! the length of the text, its memory not at all.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod amount;
mod application;
mod encoding;
mod file;
mod foreign;
mod header;
mod komi;
mod lexer;
mod read;
mod reader;
mod scan;
mod stones;
mod tree;
mod tree_write;
mod values;
mod warnings;
mod write;

use std::fmt;

use thiserror::Error;

use tedomari_base::CancelToken;
use tedomari_board::{Game, Rules};

pub use application::Application;
pub use encoding::{Decoded, decode};
pub use file::{FileError, load_file, load_standard_input};
pub use foreign::as_sgf;
pub use read::{load, load_bytes};
pub use scan::MAX_LINE_NODES;
pub use tree::{
    MAX_TREE_ITEMS, MAX_TREE_NODES, Marks, Tree, TreeNode, TreeSetup, games, load_tree,
};
pub use tree_write::write_tree;
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

/// Why a text is not read as a tree, or a tree not written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TreeError {
    /// It is no record.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// It has more nodes than are kept.
    #[error("more than {MAX_TREE_NODES} nodes")]
    TooManyNodes,
    /// Its marked points, labels and unknown properties are more than are kept.
    #[error(
        "more than {MAX_TREE_ITEMS} marked points; a label counts as 4, another property as 4 and 2 for each value"
    )]
    TooManyItems,
    /// The nodes are no tree with the root first.
    #[error("node {0} has no parent before it")]
    NoParent(usize),
    /// A property that has no form in a record.
    #[error("node {0} has a property that can't be written")]
    Unwritable(usize),
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
    /// A line of play has more than [`MAX_LINE_NODES`] nodes or moves.
    #[error("more than {MAX_LINE_NODES} nodes or moves in one line of play")]
    TooLong,
    /// The record is of some other game.
    #[error("not a record of Go: the game type is not 1")]
    OtherGame,
    /// The user cancelled.
    #[error("interrupted")]
    Interrupted,
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
    Setup(#[from] tedomari_board::ChokedBlock),
    /// A move against the rules.
    #[error("move {number}, {color} {mv}, is illegal: {reason}")]
    Illegal {
        /// Number of the move in the file, counted from 1.
        number: usize,
        /// The player who moves.
        color: tedomari_board::Color,
        /// The move.
        mv: tedomari_board::Move,
        /// Why.
        reason: tedomari_board::PlayError,
    },
}

/// Options for reading a record. The default reads the whole game, under the default rules if it names none.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Rules and komi if the record has none (`RU`, `KM`).
    pub rules: Rules,
    /// Stop before this move, counted as in GTP's `loadsgf`: 1 reads the setup only, 3 reads two moves. Passes count,
    /// setup stones do not. `None`, or a number beyond the end: the whole game.
    pub before_move: Option<usize>,
    /// Stops the reading.
    pub cancel: CancelToken,
}

/// A record that was read.
#[derive(Clone, Debug)]
pub struct Record {
    /// The position that was requested, with the moves that led to it since the last setup.
    pub game: Game,
    /// Number of moves in the file up to this position; passes count, setup stones do not.
    pub n_moves: usize,
    /// Players, result and so on.
    pub info: RecordInfo,
    /// The doubtful places.
    pub warnings: Vec<Warning>,
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
    /// The program that wrote the record (`AP`).
    pub application: Option<Application>,
    /// Remarks on the whole game (`GC`).
    pub comment: Option<String>,
    /// Remarks on the first position (`C` of the root node).
    pub root_comment: Option<String>,
    /// Points of the first position marked with crosses or triangles (`MA`, `TR`), sorted: column from the left and
    /// row from the top, both counted from 0.
    pub marks: Vec<(u8, u8)>,
}

impl RecordInfo {
    /// The players of the game; the name of its file where they have no names.
    #[must_use]
    pub fn title(&self, file: &std::path::Path) -> String {
        match (&self.black, &self.white) {
            (Some(black), Some(white)) => format!("{black} (Black) against {white} (White)"),
            _ => file.display().to_string(),
        }
    }
}
