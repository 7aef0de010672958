//! The first messages of a tab, and the one that ends requests.

use serde::{Deserialize, Serialize};

/// The first request of a page.
#[derive(Debug, Deserialize)]
pub(crate) struct HelloAsk {
    /// The version of the messages that the page uses.
    pub(crate) version: u64,
}

/// What the server is and what it allows.
#[derive(Debug, Serialize)]
pub(crate) struct Hello {
    /// The version of the messages.
    pub(crate) version: u64,
    /// Name and version of the program.
    pub(crate) program: String,
    /// The file name of the network in use.
    pub(crate) network: Option<String>,
    /// Whether the server has a folder for files.
    pub(crate) folder: bool,
    /// The record named on the command line.
    pub(crate) open: Option<OpenGame>,
    /// The named rules.
    pub(crate) rules: Vec<RulesText>,
    /// The limits of requests.
    pub(crate) limits: LimitsText,
}

/// A record that the server was started with.
#[derive(Clone, Debug, Serialize)]
pub struct OpenGame {
    /// The name of its file.
    pub name: String,
    /// Its text.
    pub sgf: String,
}

/// Named rules.
#[derive(Debug, Serialize)]
pub(crate) struct RulesText {
    /// The name.
    pub(crate) name: &'static str,
    /// Their usual komi.
    pub(crate) komi: f64,
    /// `area` or `territory`.
    pub(crate) scoring: crate::board::Scoring,
}

/// The limits of requests.
#[derive(Debug, Serialize)]
pub(crate) struct LimitsText {
    /// Bytes of a message.
    pub(crate) message_bytes: usize,
    /// Bytes of a record.
    pub(crate) record_bytes: u64,
    /// Nodes of a record.
    pub(crate) nodes: usize,
    /// Seconds of a request.
    pub(crate) seconds: f64,
    /// Requests that wait.
    pub(crate) waiting: usize,
}

/// Ends requests.
#[derive(Debug, Deserialize)]
pub(crate) struct Cancel {
    /// Their numbers.
    pub(crate) of: Vec<u64>,
}

/// The requests that were ended.
#[derive(Debug, Serialize)]
pub(crate) struct Cancelled {
    /// Those that still waited or ran.
    pub(crate) cancelled: Vec<u64>,
}
