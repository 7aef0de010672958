//! What bounds a reader: memory and threads.

use crate::proof::parallel::Threads;

/// Bounds of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReaderParams {
    /// Size of the table: 2 to this power entries of about 64 bytes, and half as many of about 80 once a block is too large for
    /// the usual frames.
    pub log2_entries: u32,
    /// The threads for one question.
    pub threads: Threads,
}

impl Default for ReaderParams {
    fn default() -> Self {
        Self {
            log2_entries: 20,
            threads: Threads::default(),
        }
    }
}
