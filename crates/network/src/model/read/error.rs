//! Why a model file was not read.

use std::io;

use thiserror::Error;

/// What is wrong with a file, and where.
#[derive(Debug, Error)]
#[error("{file}: {place}{problem}")]
pub struct ModelError {
    /// The file, as the caller names it.
    pub file: String,
    /// The version of the format and the layer at which reading ended, as far as they were known: empty, or text that
    /// ends with a colon and a space.
    pub place: String,
    /// What is wrong.
    #[source]
    pub problem: ModelProblem,
}

/// What is wrong with a model file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ModelProblem {
    /// The system does not give the bytes.
    #[error(transparent)]
    Io(io::Error),
    /// The bytes can't be decompressed.
    #[error("the gzip data is damaged: {0}")]
    Gzip(io::Error),
    /// The bytes end within the model.
    #[error("the file ends early")]
    Truncated,
    /// The first words are no name and version.
    #[error("not a model file of KataGo")]
    Foreign,
    /// A version that is not known here.
    #[error("version {0} is not supported; versions 8 to 17 are")]
    Version(i64),
    /// A word is not the number that should stand there.
    #[error("{what}: expected a number, found {found:?}")]
    NoNumber {
        /// What the number is for.
        what: &'static str,
        /// The word there.
        found: String,
    },
    /// A number is too small or too large.
    #[error("{what}: {found} is not within {least} and {most}")]
    OutOfRange {
        /// What the number is for.
        what: &'static str,
        /// The number there.
        found: i64,
        /// The least allowed.
        least: usize,
        /// The largest allowed.
        most: usize,
    },
    /// A factor that is not positive, or not finite.
    #[error("{what}: {found} is not a positive number")]
    NotPositive {
        /// What the factor is for.
        what: &'static str,
        /// The number there.
        found: f64,
    },
    /// Two sizes do not fit each other.
    #[error("{what}: expected {expected}, found {found}")]
    Mismatch {
        /// What the size is of.
        what: &'static str,
        /// The size that fits.
        expected: usize,
        /// The size there.
        found: usize,
    },
    /// A word where the name of a kind should stand.
    #[error("unknown {what}: {found:?}")]
    Unknown {
        /// Kind of what.
        what: &'static str,
        /// The word there.
        found: String,
    },
    /// A part of the format that can't be evaluated here.
    #[error("not supported: {0}")]
    NotSupported(&'static str),
    /// A weight that is infinite or not a number.
    #[error("{what} {index} is not finite")]
    NotFinite {
        /// What the number is.
        what: &'static str,
        /// Its place in the list, from 0.
        index: usize,
    },
    /// More weights than are allowed.
    #[error("more than {limit} parameters")]
    TooManyParameters {
        /// The largest number allowed.
        limit: u64,
    },
    /// More bytes than are allowed.
    #[error("larger than {} MiB when decompressed", .limit >> 20)]
    TooLarge {
        /// The largest number of bytes allowed.
        limit: u64,
    },
    /// More white space between two words than a real file has.
    #[error("more than {limit} bytes of white space between two words")]
    TooMuchSpace {
        /// The largest number of bytes allowed.
        limit: usize,
    },
    /// Something follows the model.
    #[error("something follows the end of the model")]
    Trailing,
}
