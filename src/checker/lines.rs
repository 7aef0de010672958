//! The lines of a file, one JSON object each.

use std::io::{self, BufRead};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::fault::CheckError;

/// The longest line that is read, in bytes.
const LONGEST: usize = 1 << 26;

/// The lines of a file.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    reader: R,
    /// Lines given so far.
    pub(crate) n: usize,
    /// The next line, if it was looked at already.
    waiting: Option<String>,
}

/// What the first line says about the kind of the proof.
#[derive(Deserialize)]
struct Kind {
    #[serde(default)]
    proof: Option<String>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) const fn new(reader: R) -> Self {
        Self {
            reader,
            n: 0,
            waiting: None,
        }
    }

    /// The next line as text; empty at the end of the file.
    fn text(&mut self) -> Result<String, CheckError> {
        if let Some(text) = self.waiting.take() {
            return Ok(text);
        }
        let line = self.n + 1;
        let mut text = String::new();
        let mut limited = io::Read::take(&mut self.reader, LONGEST as u64);
        let n_bytes = limited.read_line(&mut text);
        match n_bytes {
            Ok(LONGEST) => Err(CheckError::Read {
                line,
                error: io::Error::new(io::ErrorKind::InvalidData, "the line is too long"),
            }),
            Ok(_) => Ok(text),
            Err(error) => Err(CheckError::Read { line, error }),
        }
    }

    /// The kind of the proof, from a line that is still to be read; `None` if it names none.
    pub(crate) fn kind(&mut self) -> Result<Option<String>, CheckError> {
        let text = self.text()?;
        let kind = if text.is_empty() {
            Ok(Kind { proof: None })
        } else {
            serde_json::from_str(&text)
        };
        self.waiting = Some(text);
        let line = self.n + 1;
        let kind = kind.map_err(|error| CheckError::Format { line, error })?;
        Ok(kind.proof)
    }

    /// The next line; `None` at the end of the file.
    pub(crate) fn next<T: DeserializeOwned>(&mut self) -> Result<Option<T>, CheckError> {
        let text = self.text()?;
        if text.is_empty() {
            return Ok(None);
        }
        self.n += 1;
        let value = serde_json::from_str(&text);
        value.map(Some).map_err(|error| CheckError::Format {
            line: self.n,
            error,
        })
    }

    /// The next line, which has to be there.
    pub(crate) fn expect<T: DeserializeOwned>(&mut self) -> Result<T, CheckError> {
        self.next()?.ok_or(CheckError::Short(self.n + 1))
    }

    /// Makes sure that no line follows.
    pub(crate) fn end(&mut self) -> Result<(), CheckError> {
        match self.text()?.as_str() {
            "" => Ok(()),
            _ => Err(CheckError::Long(self.n + 1)),
        }
    }
}
