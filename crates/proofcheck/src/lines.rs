//! The lines of a file, one JSON object each, within a limit of memory.

use std::io::{self, BufRead};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::fault::CheckError;
use super::format::NodeLine;

/// The longest line that is read, in bytes. The lines of a proof on the largest board have up to 20 KB; what JSON is
/// read into takes some fifty times as much as its text.
const LONGEST: usize = 1 << 17;

/// Memory that a line of a node takes beside its answers, in bytes: its place in tables, and the position that it
/// stands for.
const NODE_BYTES: u64 = 1_000;

/// Memory that the answers of a node take for each byte of their text.
const BYTES_OF_BYTE: u64 = 12;

/// The lines of a file.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    reader: R,
    /// Lines given so far.
    pub(crate) n: usize,
    /// The next line, if it was read ahead.
    waiting: Option<String>,
    /// Bytes of memory that may be taken.
    limit: u64,
    /// Bytes that the nodes of the claim take which is read.
    taken: u64,
}

/// The kind of the proof, from the first line.
#[derive(Deserialize)]
struct Kind {
    #[serde(default)]
    proof: Option<String>,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a file that is checked with so many bytes of memory.
    pub(crate) const fn new(reader: R, limit: u64) -> Self {
        Self {
            reader,
            n: 0,
            waiting: None,
            limit,
            taken: 0,
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
            Ok(LONGEST) => Err(CheckError::LongLine(line)),
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

    /// The lines of so many nodes, whose memory counts until nodes are read again.
    pub(crate) fn nodes(
        &mut self,
        number: usize,
    ) -> impl Iterator<Item = Result<NodeLine, CheckError>> + '_ {
        self.forget();
        (0..number).map(|_| self.node())
    }

    fn node(&mut self) -> Result<NodeLine, CheckError> {
        self.charged(BYTES_OF_BYTE, NODE_BYTES)
    }

    /// The next line, which has to be there, and whose text takes so many bytes of memory for each byte, and some
    /// more. They count as long as those of nodes do.
    pub(crate) fn charged<T: DeserializeOwned>(
        &mut self,
        per_byte: u64,
        more: u64,
    ) -> Result<T, CheckError> {
        let text = self.text()?;
        let n_bytes = u64::try_from(text.len()).unwrap_or(u64::MAX);
        self.waiting = Some(text);
        let more = n_bytes.saturating_mul(per_byte).saturating_add(more);
        self.taken = self.taken.saturating_add(more);
        if self.taken > self.limit {
            return Err(CheckError::Memory {
                line: self.n + 1,
                limit: self.limit,
            });
        }
        self.expect()
    }

    /// Bytes of memory that are left.
    pub(crate) const fn room(&self) -> u64 {
        self.limit.saturating_sub(self.taken)
    }

    /// Memory that counted so far counts no more.
    pub(crate) const fn forget(&mut self) {
        self.taken = 0;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_not_kept() {
        let text = format!("{{\"start\":[{}", "0,".repeat(LONGEST));
        let mut lines = Lines::new(text.as_bytes(), u64::MAX);
        assert!(matches!(lines.kind(), Err(CheckError::LongLine(1))));
    }

    #[test]
    fn nodes_count_against_the_limit() {
        let text = |n| "{\"node\":1,\"pass\":\"dead\"}\n".repeat(n);
        let read = |n, limit| {
            let text = text(n);
            let mut lines = Lines::new(text.as_bytes(), limit);
            let nodes: Result<Vec<NodeLine>, CheckError> = lines.nodes(n).collect();
            nodes.map(|nodes| nodes.len())
        };
        assert_eq!(read(100, 1 << 20).unwrap(), 100);
        let error = read(1_000, 1 << 20).unwrap_err();
        let CheckError::Memory { line, limit } = error else {
            panic!("{error}");
        };
        assert!((800..815).contains(&line) && limit == 1 << 20, "{line}");
        // Those of a claim before are gone.
        let text = text(1_000);
        let mut lines = Lines::new(text.as_bytes(), 1 << 20);
        for _ in 0..2 {
            assert!(lines.nodes(500).all(|node| node.is_ok()));
        }
    }
}
