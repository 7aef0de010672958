//! Errors in settings, and their text.

use std::fmt;

use thiserror::Error;

/// An error in a setting, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ConfigError {
    /// The name of the file, or the override as typed, `--set KEY=VALUE`.
    pub origin: String,
    /// The line in the file, counted from 1.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: SettingFault,
}

impl fmt::Display for ConfigError {
    /// `FILE:LINE: KEY: what is wrong`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

/// What is wrong with a setting, or with a whole layer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingFault {
    /// The file can't be read.
    #[error("{0}")]
    Unreadable(String),
    /// The file is larger than any file of settings.
    #[error("more than {most} bytes: not a file of settings")]
    TooLarge {
        /// The most bytes that are read.
        most: u64,
    },
    /// The text is not UTF-8.
    #[error("byte 0x{byte:02x} is not UTF-8 text")]
    Encoding {
        /// The first wrong byte.
        byte: u8,
    },
    /// The text is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// An override without an equals sign.
    #[error("expected KEY=VALUE, such as search.threads=2")]
    NoAssignment,
    /// There is no such setting.
    #[error("{key}: unknown key, did you mean `{nearest}`?")]
    UnknownKey {
        /// The key as written, with its section.
        key: String,
        /// The known key nearest to it.
        nearest: &'static str,
    },
    /// There is no such section. A section with settings is reported by the first of them instead.
    #[error("[{name}]: unknown section, did you mean `[{nearest}]`?")]
    UnknownSection {
        /// The name as written.
        name: String,
        /// The known section nearest to it.
        nearest: &'static str,
    },
    /// The value has the wrong type or is not among those allowed.
    #[error("{key}: found {found}, allowed is {allowed}")]
    Value {
        /// The key with its section.
        key: &'static str,
        /// The value as written.
        found: String,
        /// The values allowed, in words.
        allowed: String,
    },
}
