//! Why a file gives no samples.

use thiserror::Error;

/// Why a proof is no material.
#[derive(Debug, Error)]
pub enum MiningError {
    /// The file can't be read.
    #[error("cannot read the proof")]
    Read(#[from] std::io::Error),
    /// A line has another form.
    #[error("a line is not of the format of proofs")]
    Format(#[from] serde_json::Error),
    /// The file ends early.
    #[error("the proof ends before {0}")]
    Ends(&'static str),
    /// A node is missing.
    #[error("there is no node {0}")]
    NoNode(u32),
    /// A point has no name of GTP.
    #[error("`{0}` is not a point")]
    NoPoint(String),
    /// The position is no position.
    #[error("the proof has no position")]
    NoBoard,
    /// There is no stone where the block in question should be.
    #[error("there is no stone on the point in question")]
    NoBlock,
}
