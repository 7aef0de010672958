//! Why a command failed, as the text after the `?`.

use thiserror::Error;

use super::input::MAX_LINE_BYTES;
use crate::board::{ChokedBlock, PlayError};
use crate::engine::NetworkError;
use crate::engine::reading::ReadingError;

/// A failure of one command. The first words are those that the protocol prescribes, since clients compare them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// No command has that name.
    #[error("unknown command")]
    UnknownCommand,
    /// A line that is not read to its end.
    #[error("line longer than {MAX_LINE_BYTES} bytes")]
    LineTooLong,
    /// The arguments are not what the command takes.
    #[error("syntax error: {0}")]
    Syntax(String),
    /// A board size that is not supported.
    #[error("unacceptable size")]
    UnacceptableSize,
    /// A move against the rules.
    #[error("illegal move: {0}")]
    IllegalMove(#[from] PlayError),
    /// Stones may be set up on an empty board only.
    #[error("board not empty")]
    BoardNotEmpty,
    /// A handicap that the board does not take.
    #[error("invalid number of stones")]
    InvalidHandicap,
    /// Handicap points that are repeated, occupied or too few.
    #[error("bad vertex list: {0}")]
    BadVertexList(String),
    /// There is no move to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// The score is not known.
    #[error("cannot score: {0}")]
    CannotScore(String),
    /// A file that can't be read, or is no record.
    #[error("cannot load file: {0}")]
    CannotLoad(String),
    /// A file that can't be written.
    #[error("cannot save file: {0}")]
    CannotSave(String),
    /// A question about reading that has no meaning on the board.
    #[error(transparent)]
    Reading(#[from] ReadingError),
    /// There is no network to evaluate with.
    #[error("{0}")]
    NoNetwork(String),
    /// Any other reason, stated in full.
    #[error("{0}")]
    Failed(String),
    /// A mistake in this program. The position is what it was before the command.
    #[error("internal error: {0}")]
    Internal(String),
}

impl From<NetworkError> for CommandError {
    fn from(error: NetworkError) -> Self {
        Self::NoNetwork(match error {
            NetworkError::NotSet => {
                format!(
                    "{error}: set search.network to embedded, or to the path of a model file of KataGo"
                )
            }
            NetworkError::NotLoaded(_) | NetworkError::StillLoading => error.to_string(),
        })
    }
}

impl From<ChokedBlock> for CommandError {
    fn from(error: ChokedBlock) -> Self {
        Self::Failed(error.to_string())
    }
}
