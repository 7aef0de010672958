//! Errors as the page gets them.

use serde::Serialize;

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Code {
    /// The page is of another version.
    Version,
    /// There is no such service.
    UnknownAsk,
    /// The message has not the right form.
    BadRequest,
    /// The setup or a move is impossible.
    BadGame,
    /// The question has no meaning in the position.
    BadQuestion,
    /// Something is over a limit.
    TooLarge,
    /// Too many requests wait.
    Busy,
    /// The page has cancelled the request.
    Cancelled,
    /// The server has no folder.
    NoFolder,
    /// There is no such file.
    NoFile,
    /// The file was changed meanwhile.
    Conflict,
    /// The file can't be written.
    CannotSave,
    /// An error of the program.
    Failed,
}

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Fault {
    /// The kind.
    pub(crate) code: Code,
    /// What to tell the user.
    pub(crate) message: String,
    /// The number of the move at fault, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<usize>,
    /// The revision that a file has now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) revision: Option<String>,
}

impl Fault {
    /// An error without details.
    #[must_use]
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            at: None,
            revision: None,
        }
    }

    /// The error that a request was cancelled.
    #[must_use]
    pub(crate) fn cancelled() -> Self {
        Self::new(Code::Cancelled, "cancelled")
    }
}
