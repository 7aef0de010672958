//! A file of an archive: written, checked and described.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Instant;

use thiserror::Error;

use super::manifest::{FileLine, ManifestError, claim, place, sha256};
use crate::base::CancelToken;
use crate::compose::ReadSetError;
use crate::files::{self, ReadError};
use crate::proofcheck::{CheckError, CheckedFile, check_file};

/// Why an archive is not built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A file can't be written.
    #[error("{0}: {1}")]
    Write(String, io::Error),
    /// A file can't be read.
    #[error("{0}: {1}")]
    Read(String, ReadError),
    /// A proof that was just written does not hold.
    #[error("{0}: does not hold: {1}")]
    Proof(String, CheckError),
    /// The manifest of the folder can't be read.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The list of problems can't be read.
    #[error(transparent)]
    Set(#[from] ReadSetError),
    /// There are no problems in the folder that was named.
    #[error("{0}: no problems there")]
    NoProblems(String),
    /// The proofs of a problem do not show that it has one solution.
    #[error("problem {0}: {1}")]
    Problem(usize, String),
}

/// Writes a file of an archive.
pub(super) fn write(archive: &Path, name: &str, text: &[u8]) -> Result<(), BuildError> {
    let path = place(archive, name);
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = made.and_then(|()| files::write(&path, text));
    written.map_err(|error| BuildError::Write(name.to_owned(), error))
}

/// The line of a proof that stands in the archive, and what it proves. It took `make_seconds`.
pub(super) fn proof_line(
    archive: &Path,
    name: String,
    kind: &str,
    make_seconds: f64,
    memory: u64,
) -> Result<(FileLine, CheckedFile), BuildError> {
    let bytes = read(archive, &name)?;
    let start = Instant::now();
    let shown = check_file(bytes.as_slice(), memory);
    let shown = shown.map_err(|error| BuildError::Proof(name.clone(), error))?;
    let line = FileLine {
        kind: kind.to_owned(),
        claim: Some(claim(&shown)),
        bytes: bytes.len() as u64,
        sha256: sha256(&bytes),
        make_seconds: rounded(make_seconds),
        check_seconds: rounded(start.elapsed().as_secs_f64()),
        file: name,
    };
    Ok((line, shown))
}

/// The line of a file without a claim.
pub(super) fn record_line(archive: &Path, name: String) -> Result<FileLine, BuildError> {
    let bytes = read(archive, &name)?;
    Ok(FileLine {
        file: name,
        kind: "record".to_owned(),
        claim: None,
        bytes: bytes.len() as u64,
        sha256: sha256(&bytes),
        make_seconds: 0.0,
        check_seconds: 0.0,
    })
}

fn read(archive: &Path, name: &str) -> Result<Vec<u8>, BuildError> {
    let bytes = files::read(&place(archive, name), u64::MAX, &CancelToken::new());
    bytes.map_err(|error| BuildError::Read(name.to_owned(), error))
}

/// Seconds to four digits.
pub(super) fn rounded(seconds: f64) -> f64 {
    (seconds * 10_000.0).round() / 10_000.0
}
