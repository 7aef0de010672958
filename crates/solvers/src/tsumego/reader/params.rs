//! Limits of a reader: memory and threads.

use crate::proof::parallel::Threads;

/// Limits of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReaderParams {
    /// Size of the table: 2 to this power entries of about 64 bytes. A second table, with half as many entries of about
    /// 80 bytes, is made once a block is too large for the usual frames.
    pub log2_entries: u32,
    /// Questions whose searches the table keeps, so that a repeated question goes on where its search ended. With 0
    /// each search begins anew, and no answer depends on earlier questions.
    pub kept_searches: usize,
    /// Threads that read one question together.
    pub threads: Threads,
}

impl Default for ReaderParams {
    fn default() -> Self {
        Self {
            log2_entries: 20,
            kept_searches: 0,
            threads: Threads::default(),
        }
    }
}
