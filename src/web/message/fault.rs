//! Errors as the page gets them.

use serde::Serialize;

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Code {
    /// The page is of another version.
    #[serde(rename = "version")]
    Version,
    /// There is no such service.
    #[serde(rename = "unknown_ask")]
    UnknownAsk,
    /// The message has not the right form.
    #[serde(rename = "bad_request")]
    BadRequest,
    /// The setup or a move is impossible.
    #[serde(rename = "bad_game")]
    BadGame,
    /// The question has no meaning in the position.
    #[serde(rename = "bad_question")]
    BadQuestion,
    /// Something is over a limit.
    #[serde(rename = "too_large")]
    TooLarge,
    /// Too many requests wait.
    #[serde(rename = "busy")]
    Busy,
    /// The page has cancelled the request.
    #[serde(rename = "cancelled")]
    Cancelled,
    /// The server has no folder.
    #[serde(rename = "no_folder")]
    NoFolder,
    /// There is no such file.
    #[serde(rename = "no_file")]
    NoFile,
    /// The file was changed meanwhile.
    #[serde(rename = "conflict")]
    Conflict,
    /// The file can't be written.
    #[serde(rename = "cannot_save")]
    CannotSave,
    /// An error of the program.
    #[serde(rename = "failed")]
    Failed,
}

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Fault {
    /// The kind.
    pub(crate) code: Code,
    /// The text for the user.
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
