//! The first messages of a tab, and the one that ends requests.

use serde::{Deserialize, Serialize};

/// The first request of a page.
#[derive(Debug, Deserialize)]
pub struct HelloAsk {
    /// The version of the messages that the page knows.
    pub version: u64,
}

/// What the server is and what it allows.
#[derive(Debug, Serialize)]
pub struct Hello {
    /// The version of the messages.
    pub version: u64,
    /// Name and version of the program.
    pub program: String,
    /// The file name of the network in use.
    pub network: Option<String>,
    /// Whether the server has a folder for files.
    pub folder: bool,
    /// The record named on the command line.
    pub open: Option<OpenGame>,
    /// The named rules.
    pub rules: Vec<RulesText>,
    /// The limits of requests.
    pub limits: LimitsText,
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
pub struct RulesText {
    /// The name.
    pub name: &'static str,
    /// Their usual komi.
    pub komi: f64,
    /// `area` or `territory`.
    pub scoring: crate::board::Scoring,
}

/// The limits of requests.
#[derive(Debug, Serialize)]
pub struct LimitsText {
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Bytes of a record.
    pub record_bytes: u64,
    /// Nodes of a record.
    pub nodes: usize,
    /// Seconds of a request.
    pub seconds: f64,
    /// Requests that wait.
    pub waiting: usize,
}

/// Ends requests.
#[derive(Debug, Deserialize)]
pub struct Cancel {
    /// Their numbers.
    pub of: Vec<u64>,
}

/// The requests that were ended.
#[derive(Debug, Serialize)]
pub struct Cancelled {
    /// Those that still waited or ran.
    pub cancelled: Vec<u64>,
}
