//! How large a model may be.

/// The largest sizes that are read. They are checked before memory is taken, and memory is taken only as fast as bytes
/// arrive, so a small file that claims to be large costs little.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes after decompression.
    pub bytes: u64,
    /// Weights and other parameters.
    pub parameters: u64,
    /// Channels of one layer.
    pub channels: usize,
    /// Blocks, inner ones among them.
    pub blocks: usize,
    /// Rows or columns of a kernel.
    pub kernel: usize,
}

impl Default for Limits {
    /// About three times the largest networks of 2026: a gibibyte of weights.
    fn default() -> Self {
        Self {
            bytes: 3 << 30,
            parameters: 1 << 28,
            channels: 1 << 13,
            blocks: 1 << 10,
            kernel: 19,
        }
    }
}
