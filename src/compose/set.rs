//! A set of composed problems in a folder.
//!
//! | file | contents |
//! |---|---|
//! | `problems.jsonl` | the settings, then a line for each problem |
//! | `problems.sgf` | the records of all problems, as a collection |
//! | `proofs/0001/right.proof` | the proof that the right move of problem 1 works |
//! | `proofs/0001/pass.proof`, `C3.proof` and so on | the proofs that a pass and each other legal play fail |
//!
//! The proofs of a problem stand there before its line does, and each file is replaced as a whole: whenever the work
//! ends, what is listed is complete.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::difficulty::Difficulty;
use crate::base::CancelToken;
use crate::files::{self, ReadError};

/// The name of the list.
pub const LIST: &str = "problems.jsonl";

/// The name of the collection.
pub const COLLECTION: &str = "problems.sgf";

/// The name of the folder with the proofs.
pub const PROOFS: &str = "proofs";

/// Most bytes of a list that is read.
const MOST_BYTES: u64 = 256 << 20;

/// What a set was made with. The same settings make the same problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetHeader {
    /// The version of this list.
    pub set: u32,
    /// Columns of the boards.
    pub width: u8,
    /// Rows of the boards.
    pub height: u8,
    /// The seed of the games.
    pub seed: u64,
    /// How games are played.
    pub games_by: String,
    /// Which goals were tried.
    pub goals: String,
    /// Most nodes of a question.
    pub nodes: u64,
    /// Fewest nodes of a problem.
    pub least_nodes: u64,
    /// Fewest moves of the main line.
    pub least_line: usize,
    /// Most stones of a problem.
    pub most_stones: usize,
    /// Whether obvious first moves are allowed.
    pub easy: bool,
    /// Games that were looked through.
    pub n_games: u64,
}

/// The version of the list.
const VERSION: u32 = 1;

impl SetHeader {
    /// A header of the version that is written.
    pub(super) const fn version() -> u32 {
        VERSION
    }
}

/// A problem of a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// Its number in the set, from 1.
    pub number: usize,
    /// The number of the game that it comes from, and the move after which it arose.
    pub game: u64,
    /// See `game`.
    pub after_move: usize,
    /// `corner`, `side` or `center`.
    pub place: String,
    /// Points with black stones.
    pub black: Vec<String>,
    /// Points with white stones.
    pub white: Vec<String>,
    /// The side to move.
    pub to_move: String,
    /// `kill` or `live`.
    pub goal: String,
    /// A stone of the group in question.
    pub target: String,
    /// The only first move that works.
    pub right: String,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// The names of the files with the proofs, that of the right move first.
    pub proofs: Vec<String>,
    /// Bytes of these files.
    pub proof_bytes: u64,
    /// Seconds since the problem before: all that was looked through for this one, and its proofs.
    pub seconds: f64,
    /// Names of the position under which no second problem is taken.
    pub names: Vec<String>,
    /// The record.
    pub sgf: String,
}

impl Problem {
    /// The folder of its proofs in the folder of the set.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        Path::new(PROOFS).join(format!("{:04}", self.number))
    }
}

/// A set of problems.
#[derive(Clone, Debug)]
pub struct ProblemSet {
    /// Its settings.
    pub header: SetHeader,
    /// The problems in the order of their numbers.
    pub problems: Vec<Problem>,
}

/// Why a set is not read.
#[derive(Debug, Error)]
pub enum ReadSetError {
    /// The list can't be read.
    #[error("{}: {problem}", path.display())]
    File {
        /// The list.
        path: PathBuf,
        /// Why not.
        problem: ReadError,
    },
    /// A line of the list is no problem.
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        /// The list.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// Why not.
        problem: serde_json::Error,
    },
    /// The list is empty or of another version.
    #[error("{}: no list of problems of version {VERSION}", .0.display())]
    Version(PathBuf),
}

impl ProblemSet {
    /// The set in a folder; `None` if there is no list in it.
    ///
    /// # Errors
    /// If the list can't be read.
    pub fn read(folder: &Path) -> Result<Option<Self>, ReadSetError> {
        let path = folder.join(LIST);
        let bytes = match files::read(&path, MOST_BYTES, &CancelToken::new()) {
            Ok(bytes) => bytes,
            Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(None);
            }
            Err(problem) => return Err(ReadSetError::File { path, problem }),
        };
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = (1..).zip(text.lines());
        let (number, first) = lines
            .next()
            .ok_or_else(|| ReadSetError::Version(path.clone()))?;
        let wrong = |line, problem| ReadSetError::Line {
            path: path.clone(),
            line,
            problem,
        };
        let header: SetHeader =
            serde_json::from_str(first).map_err(|error| wrong(number, error))?;
        if header.set != VERSION {
            return Err(ReadSetError::Version(path));
        }
        let problems = lines
            .map(|(number, line)| serde_json::from_str(line).map_err(|error| wrong(number, error)));
        let problems = problems.collect::<Result<_, _>>()?;
        Ok(Some(Self { header, problems }))
    }

    /// Writes the list and the collection.
    ///
    /// # Errors
    /// If a file can't be written in full.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        files::replace(&folder.join(LIST), |out| {
            writeln!(out, "{}", serde_json::to_string(&self.header)?)?;
            for problem in &self.problems {
                writeln!(out, "{}", serde_json::to_string(problem)?)?;
            }
            Ok(())
        })?;
        files::replace(&folder.join(COLLECTION), |out| {
            for problem in &self.problems {
                out.write_all(problem.sgf.as_bytes())?;
            }
            Ok(())
        })
    }
}

/// Writes the proofs of a problem: pairs of a name and the lines. What stands in its folder from a run that was cut off
/// is removed first.
pub(super) fn write_proofs(
    folder: &Path,
    problem: &Problem,
    proofs: &[(String, &str)],
) -> io::Result<()> {
    let folder = folder.join(problem.folder());
    match fs::remove_dir_all(&folder) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    fs::create_dir_all(&folder)?;
    for (name, text) in proofs {
        files::write(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}
