//! Checks an archive: the files against the manifest, each proof by the checker, and each problem as a whole.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use thiserror::Error;

use super::manifest::{
    FileLine, MANIFEST, Manifest, ProblemLine, claim, claim_of_problem, place, sha256,
};
use crate::base::CancelToken;
use crate::base::allocation::spawn_up_to;
use crate::files::{self, ReadError};
use crate::proofcheck::format::Header;
use crate::proofcheck::{CheckError, CheckedFile, NotUnique, check_file, unique_first_move};

/// What is wrong with an archive.
#[derive(Debug, Error)]
pub enum Failure {
    /// A file of the manifest can't be read.
    #[error("{0}: {1}")]
    File(String, ReadError),
    /// A file is longer or shorter.
    #[error("{file}: {found} bytes instead of {expected}")]
    Length {
        /// The file.
        file: String,
        /// Its length by the manifest.
        expected: u64,
        /// Its length.
        found: u64,
    },
    /// The bytes of a file have another hash.
    #[error("{0}: changed: the hash is another one")]
    Hash(String),
    /// The checker does not accept a proof.
    #[error("{0}: does not hold: {1}")]
    Proof(String, CheckError),
    /// A proof shows something else.
    #[error("{file}: the claim of the manifest is not what is proved: {proved}")]
    Claim {
        /// The file.
        file: String,
        /// What it proves.
        proved: String,
    },
    /// There is a file that the manifest does not list.
    #[error("{0}: not in the manifest")]
    Surplus(String),
    /// The folder can't be searched for such files.
    #[error("{0}: {1}")]
    Folder(String, io::Error),
    /// The proofs of a problem do not show that it has one solution.
    #[error("problem of {0}: {1}")]
    Problem(String, NotUnique),
    /// A problem lists a file that is no accepted proof of reading.
    #[error("problem of {0}: no accepted proof of reading in the archive")]
    NoProof(String),
    /// The proofs of a problem show something else.
    #[error("problem of {file}: the claim of the manifest is not what is proved: {proved}")]
    ProblemClaim {
        /// Its first file.
        file: String,
        /// What its proofs show.
        proved: String,
    },
    /// The check was interrupted.
    #[error("interrupted: {0} files were not checked")]
    Interrupted(usize),
}

/// How much was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Accepted files by their kinds.
    pub kinds: BTreeMap<String, usize>,
    /// Problems whose only solution is shown.
    pub problems: usize,
    /// Bytes of the accepted files.
    pub bytes: u64,
}

/// Checks the archive in a folder with so many threads, each of which keeps to `memory` bytes for a proof. Returns how
/// much was accepted, and everything that is wrong in the order of the manifest.
#[must_use]
pub fn check(
    folder: &Path,
    manifest: &Manifest,
    n_threads: usize,
    memory: u64,
    cancel: &CancelToken,
) -> (Counts, Vec<Failure>) {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(line) = manifest.files.get(number) else {
                break;
            };
            if cancel.is_cancelled() {
                break;
            }
            let outcome = accepted(folder, line, memory);
            if let Ok(mut done) = done.lock() {
                done.push((number, outcome));
            }
        }
    };
    thread::scope(|scope| {
        spawn_up_to(scope, n_threads.saturating_sub(1), |_| &work);
        work();
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_unstable_by_key(|(number, _)| *number);
    let mut counts = Counts::default();
    let mut failures = Vec::new();
    let mut shown = HashMap::new();
    let n_open = manifest.files.len() - done.len();
    for (number, outcome) in done {
        let Some(line) = manifest.files.get(number) else {
            continue;
        };
        match outcome {
            Ok(proved) => {
                *counts.kinds.entry(line.kind.clone()).or_default() += 1;
                counts.bytes += line.bytes;
                shown.extend(proved.map(|proved| (line.file.as_str(), proved)));
            }
            Err(failure) => failures.push(failure),
        }
    }
    if n_open > 0 {
        failures.push(Failure::Interrupted(n_open));
        return (counts, failures);
    }
    for problem in &manifest.problems {
        match solved(problem, &shown) {
            Ok(()) => counts.problems += 1,
            Err(failure) => failures.push(failure),
        }
    }
    failures.extend(surplus(folder, manifest));
    (counts, failures)
}

/// Checks a file; returns what it proves, if it is a proof.
fn accepted(folder: &Path, line: &FileLine, memory: u64) -> Result<Option<CheckedFile>, Failure> {
    let file = || line.file.clone();
    let bytes = files::read(&place(folder, &line.file), u64::MAX, &CancelToken::new());
    let bytes = bytes.map_err(|error| Failure::File(file(), error))?;
    let found = bytes.len() as u64;
    if found != line.bytes {
        return Err(Failure::Length {
            file: file(),
            expected: line.bytes,
            found,
        });
    }
    if sha256(&bytes) != line.sha256 {
        return Err(Failure::Hash(file()));
    }
    let Some(expected) = &line.claim else {
        return Ok(None);
    };
    let shown = check_file(bytes.as_slice(), memory);
    let shown = shown.map_err(|error| Failure::Proof(file(), error))?;
    let proved = claim(&shown);
    if proved == *expected {
        Ok(Some(shown))
    } else {
        Err(Failure::Claim {
            file: file(),
            proved,
        })
    }
}

/// Makes sure that the proofs of a problem show its claim.
fn solved(problem: &ProblemLine, shown: &HashMap<&str, CheckedFile>) -> Result<(), Failure> {
    let first = problem.files.first().cloned().unwrap_or_default();
    let mut headers = Vec::new();
    for file in &problem.files {
        headers
            .push(header(shown.get(file.as_str())).ok_or_else(|| Failure::NoProof(file.clone()))?);
    }
    let only = unique_first_move(&headers);
    let only = only.map_err(|error| Failure::Problem(first.clone(), error))?;
    let right = shown.get(first.as_str());
    let right = right.ok_or_else(|| Failure::NoProof(first.clone()))?;
    let proved = claim_of_problem(right, &only, headers.len() - 1);
    if proved == problem.claim {
        Ok(())
    } else {
        Err(Failure::ProblemClaim {
            file: first,
            proved,
        })
    }
}

/// The header of a proof of reading.
pub(super) fn header(shown: Option<&CheckedFile>) -> Option<Header> {
    match shown {
        Some(CheckedFile::Reading(checked)) => Some(checked.header.clone()),
        Some(
            CheckedFile::Safety(_)
            | CheckedFile::Score(_)
            | CheckedFile::Bounds(_)
            | CheckedFile::Whole(_),
        )
        | None => None,
    }
}

/// Everything in the folder that the manifest does not list.
fn surplus(folder: &Path, manifest: &Manifest) -> Vec<Failure> {
    let known: HashSet<&str> = manifest
        .files
        .iter()
        .map(|line| line.file.as_str())
        .chain([MANIFEST])
        .collect();
    let mut failures = Vec::new();
    let mut open = vec![String::new()];
    while let Some(inside) = open.pop() {
        let entries = fs::read_dir(place(folder, &inside)).and_then(|entries| {
            entries
                .map(|entry| {
                    let entry = entry?;
                    let name = entry.file_name().to_string_lossy().into_owned();
                    Ok((name, entry.file_type()?.is_dir()))
                })
                .collect::<io::Result<Vec<(String, bool)>>>()
        });
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => {
                failures.push(Failure::Folder(inside, error));
                continue;
            }
        };
        entries.sort();
        for (name, is_folder) in entries {
            let name = if inside.is_empty() {
                name
            } else {
                format!("{inside}/{name}")
            };
            if is_folder {
                open.push(name);
            } else if !known.contains(name.as_str()) {
                failures.push(Failure::Surplus(name));
            }
        }
    }
    failures
}
