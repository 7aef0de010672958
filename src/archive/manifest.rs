//! The manifest of an archive: `manifest.jsonl`, a JSON object in each line.
//!
//! The first line names the version. Then comes a line for each file of the archive but the manifest, and one for each
//! problem, which names the proofs that show together that it has one solution.

use std::fmt::Write as _;
use std::io;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::base::CancelToken;
use crate::files::{self, ReadError};
use crate::proofcheck::CheckedFile;

/// The name of the file.
pub const MANIFEST: &str = "manifest.jsonl";

/// The version of its format.
const VERSION: u32 = 1;

/// Most bytes of a manifest that is read.
const MOST_BYTES: u64 = 1 << 30;

/// A line of a manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Line {
    /// The first line.
    Archive(Head),
    /// A file.
    File(FileLine),
    /// Proofs that belong together.
    Problem(ProblemLine),
}

/// What made the archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// The version of the format.
    pub(super) version: u32,
    /// The program that wrote it.
    pub(super) program: String,
    /// The kind of hash.
    pub(super) hash: String,
}

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileLine {
    /// Its name, from the folder of the archive on, with slashes.
    pub file: String,
    /// What kind of proof it is; `record` for a file without a claim.
    pub kind: String,
    /// What it proves, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// Its length in bytes.
    pub bytes: u64,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
    /// Seconds to find and write it.
    pub make_seconds: f64,
    /// Seconds to check it.
    pub check_seconds: f64,
}

/// A problem of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProblemLine {
    /// What its proofs show together, in words.
    pub claim: String,
    /// The names of their files, that of the right move first.
    pub files: Vec<String>,
}

/// The lines of a manifest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest {
    /// The files.
    pub files: Vec<FileLine>,
    /// The problems.
    pub problems: Vec<ProblemLine>,
}

/// Why a manifest is not read.
#[derive(Debug, Error)]
pub enum ManifestError {
    /// It can't be read.
    #[error("{MANIFEST}: {0}")]
    File(#[from] ReadError),
    /// A line is wrong.
    #[error("{MANIFEST}, line {line}: {problem}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        problem: serde_json::Error,
    },
    /// The first line, and no other, names the version.
    #[error("{MANIFEST} is none of version {VERSION}: its first line, and no other, says so")]
    Version,
    /// A file is listed twice.
    #[error("{MANIFEST}: {0} is listed twice")]
    Twice(String),
    /// A name leads out of the folder.
    #[error("{MANIFEST}: `{0}` is no name of a file in the folder")]
    Name(String),
}

impl Manifest {
    /// The manifest of a folder.
    ///
    /// # Errors
    /// If it can't be read, or a line of it is wrong.
    pub fn read(folder: &Path) -> Result<Self, ManifestError> {
        let bytes = files::read(&folder.join(MANIFEST), MOST_BYTES, &CancelToken::new())?;
        Self::parse(&String::from_utf8_lossy(&bytes))
    }

    /// The manifest of a folder; an empty one if there is none.
    ///
    /// # Errors
    /// As for [`Self::read`].
    pub fn read_if_there(folder: &Path) -> Result<Self, ManifestError> {
        match Self::read(folder) {
            Err(ManifestError::File(ReadError::Io(error)))
                if error.kind() == io::ErrorKind::NotFound =>
            {
                Ok(Self::default())
            }
            found => found,
        }
    }

    fn parse(text: &str) -> Result<Self, ManifestError> {
        let mut manifest = Self::default();
        let mut names = std::collections::HashSet::new();
        let mut has_head = false;
        for (line, text) in (1..).zip(text.lines()) {
            let read = serde_json::from_str(text);
            match read.map_err(|problem| ManifestError::Line { line, problem })? {
                Line::Archive(head) if line == 1 && head.version == VERSION => has_head = true,
                Line::Archive(_) => return Err(ManifestError::Version),
                Line::File(_) | Line::Problem(_) if !has_head => {
                    return Err(ManifestError::Version);
                }
                Line::File(file) => {
                    if !is_inside(&file.file) {
                        return Err(ManifestError::Name(file.file));
                    }
                    if !names.insert(file.file.clone()) {
                        return Err(ManifestError::Twice(file.file));
                    }
                    manifest.files.push(file);
                }
                Line::Problem(problem) => manifest.problems.push(problem),
            }
        }
        has_head.then_some(manifest).ok_or(ManifestError::Version)
    }

    /// Writes it into a folder.
    ///
    /// # Errors
    /// If it can't be written in full.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let head = Line::Archive(Head {
            version: VERSION,
            program: concat!("tedomari ", env!("CARGO_PKG_VERSION")).to_owned(),
            hash: "sha256".to_owned(),
        });
        let files = self.files.iter().cloned().map(Line::File);
        let problems = self.problems.iter().cloned().map(Line::Problem);
        files::replace(&folder.join(MANIFEST), |out| {
            for line in std::iter::once(head).chain(files).chain(problems) {
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
            }
            Ok(())
        })
    }

    /// The line of a file.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&FileLine> {
        self.files.iter().find(|line| line.file == name)
    }
}

/// Whether a name leads to something inside the folder.
fn is_inside(name: &str) -> bool {
    let path = Path::new(name);
    let mut components = path.components();
    !name.is_empty()
        && !name.contains('\\')
        && components.all(|component| matches!(component, Component::Normal(_)))
}

/// The place of a file of an archive.
pub(super) fn place(folder: &Path, name: &str) -> PathBuf {
    name.split('/')
        .fold(folder.to_owned(), |path, part| path.join(part))
}

/// The SHA-256 of some bytes, in hexadecimal digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |mut text, byte| {
            // Writing to a text never fails.
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// The claim of a checked proof, with its position.
pub(super) fn claim(shown: &CheckedFile) -> String {
    format!("{}: {}", shown.position(), shown.claim())
}

/// The claim of a problem, from what its first proof shows, its only first move and the number of moves that fail.
pub(super) fn claim_of_problem(right: &CheckedFile, only: &str, n_wrong: usize) -> String {
    format!(
        "{}, by {only} alone: the {n_wrong} other first moves, a pass included, fail",
        claim(right)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_standard() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), expected);
    }

    #[test]
    fn a_manifest_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = Manifest {
            files: vec![FileLine {
                file: "a/b.proof".to_owned(),
                kind: "board".to_owned(),
                claim: Some("so".to_owned()),
                bytes: 3,
                sha256: sha256(b"abc"),
                make_seconds: 0.5,
                check_seconds: 0.25,
            }],
            problems: vec![ProblemLine {
                claim: "one".to_owned(),
                files: vec!["a/b.proof".to_owned()],
            }],
        };
        manifest.write(folder.path()).unwrap();
        assert_eq!(Manifest::read(folder.path()).unwrap(), manifest);
    }

    #[test]
    fn names_stay_inside_the_folder() {
        let line = |name: &str| {
            format!(
                concat!(
                    r#"{{"line":"file","file":"{name}","kind":"record","bytes":0,"sha256":"","#,
                    r#""make_seconds":0,"check_seconds":0}}"#
                ),
                name = name
            )
        };
        let head = r#"{"line":"archive","version":1,"program":"p","hash":"sha256"}"#;
        for (name, is_fine) in [("a/b", true), ("../a", false), ("/a", false), ("", false)] {
            let read = Manifest::parse(&format!("{head}\n{}", line(name)));
            assert_eq!(read.is_ok(), is_fine, "{name}");
        }
        let twice = format!("{head}\n{}\n{}", line("a"), line("a"));
        assert!(matches!(
            Manifest::parse(&twice),
            Err(ManifestError::Twice(_))
        ));
        assert!(matches!(
            Manifest::parse(&line("a")),
            Err(ManifestError::Version)
        ));
        assert!(matches!(Manifest::parse(""), Err(ManifestError::Version)));
    }
}
