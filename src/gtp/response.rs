//! What goes back over the wire.

use std::fmt;

use super::error::CommandError;
use crate::board::{Move, Point};

/// The text of a successful command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply(String);

impl Reply {
    /// No text.
    #[must_use]
    pub const fn none() -> Self {
        Self(String::new())
    }

    /// Any text, of one line or more.
    pub fn text(text: impl fmt::Display) -> Self {
        Self(text.to_string())
    }

    /// Text that begins on its own line, such as a picture of the board.
    pub fn block(text: impl fmt::Display) -> Self {
        Self(format!("\n{text}"))
    }

    /// A chosen move. GNU Go and Fuego write a pass in capitals, and their suites compare that word; clients take both.
    #[must_use]
    pub fn chosen(mv: Move) -> Self {
        match mv {
            Move::Pass => Self("PASS".to_owned()),
            Move::Play(_) | Move::Resign => Self::text(mv),
        }
    }

    /// Points on one line, in the given order.
    pub fn points(points: impl IntoIterator<Item = Point>) -> Self {
        Self::words(points)
    }

    /// Items on one line.
    pub fn words<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> Self {
        Self(
            items
                .into_iter()
                .map(|item| item.to_string())
                .collect::<Vec<_>>()
                .join(" "),
        )
    }

    /// Items on a line each.
    pub fn lines<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> Self {
        Self(
            items
                .into_iter()
                .map(|item| item.to_string())
                .collect::<Vec<_>>()
                .join("\n"),
        )
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a command handler returns.
pub type CommandResult = Result<Reply, CommandError>;

/// A response with its id; its `Display` is the exact text sent, final empty line included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The id of the request, as typed.
    pub id: Option<String>,
    /// The outcome.
    pub result: CommandResult,
}

impl fmt::Display for Response {
    /// A space always follows the status and id: clients take what comes after the first space as the text. An
    /// empty line would end the response, so it becomes a line with one space.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id.as_deref().unwrap_or_default();
        match &self.result {
            Ok(reply) => {
                write!(f, "={id} ")?;
                for (n, line) in reply.0.trim_end().split('\n').enumerate() {
                    let line = line.trim_end_matches('\r');
                    match (n, line.is_empty()) {
                        (0, _) => f.write_str(line)?,
                        (_, true) => f.write_str("\n ")?,
                        (_, false) => write!(f, "\n{line}")?,
                    }
                }
                f.write_str("\n\n")
            }
            Err(error) => {
                let text = error.to_string().replace(['\n', '\r'], " ");
                writeln!(f, "?{id} {text}\n")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(id: Option<&str>, result: CommandResult, expected: &str) {
        let response = Response {
            id: id.map(str::to_owned),
            result,
        };
        assert_eq!(response.to_string(), expected);
    }

    #[test]
    fn wire_text() {
        check(None, Ok(Reply::none()), "= \n\n");
        check(Some("7"), Ok(Reply::text("D4")), "=7 D4\n\n");
        check(
            Some("7"),
            Ok(Reply::block("a\n\n\r\nb\n\n")),
            "=7 \na\n \n \nb\n\n",
        );
        check(
            Some("01"),
            Err(CommandError::UnknownCommand),
            "?01 unknown command\n\n",
        );
        check(
            None,
            Err(CommandError::Failed("two\nlines".to_owned())),
            "? two lines\n\n",
        );
        check(
            None,
            Ok(Reply::points(
                "C3 A1".split(' ').map(|p| p.parse().unwrap()),
            )),
            "= C3 A1\n\n",
        );
    }
}
