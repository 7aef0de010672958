//! Limits of a reader: memory and threads.

use crate::proof::parallel::Threads;

/// Limits of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReaderParams {
    /// Size of the table: 2 to this power entries of about 64 bytes. A second table, with half as many entries of about 80
    /// bytes, is
    /// made once a block is too large for the usual frames.
    pub log2_entries: u32,
    /// Threads that read one question together.
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
