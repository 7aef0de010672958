//! Records from files.

use std::path::Path;

use thiserror::Error;

use super::read::load_bytes;
use super::{LoadOptions, Record, SgfError};
use tedomari_files::{self as files, ReadError};

/// Why a file gave no game.
#[derive(Debug, Error)]
pub enum FileError {
    /// It was not read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is no record of a game.
    #[error(transparent)]
    Sgf(#[from] SgfError),
}

/// Reads the first game of a regular file of at most `max_bytes` bytes: see [`load`](super::load). The doubtful places
/// go to the log.
///
/// # Errors
/// If the file can't be read, is too large, or is no record of a game, or if the options' token is cancelled.
pub fn load_file(path: &Path, max_bytes: u64, options: &LoadOptions) -> Result<Record, FileError> {
    let bytes = files::read(path, max_bytes, &options.cancel)?;
    load_logged(bytes, &path.display().to_string(), options)
}

/// Reads the first game of what comes on standard input, of which at most `max_bytes` bytes are taken.
///
/// # Errors
/// As for [`load_file`].
pub fn load_standard_input(max_bytes: u64, options: &LoadOptions) -> Result<Record, FileError> {
    let bytes = files::read_standard_input(max_bytes, &options.cancel)?;
    load_logged(bytes, "standard input", options)
}

fn load_logged(bytes: Vec<u8>, file: &str, options: &LoadOptions) -> Result<Record, FileError> {
    let record = load_bytes(bytes, options)?;
    for warning in &record.warnings {
        tracing::warn!(file, place = %warning.place, "{}", warning.text);
    }
    Ok(record)
}
