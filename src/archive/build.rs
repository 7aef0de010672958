//! Builds an archive: problems, small boards, endgames, and the manifest.
//!
//! The manifest is written after each step, so a build that was cut off goes on where it ended: what the manifest lists
//! and what stands in the folder unchanged is not made again.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::endgames;
use super::entry::{BuildError, proof_line, write};
use super::manifest::{FileLine, MANIFEST, Manifest, place, sha256};
use super::problems;
use super::small_boards::{boards, certificate};
use crate::base::Budget;
use crate::compose::{Games, Problem, ProblemSet};
use crate::engine::Engine;
use crate::files;

/// What an archive is made of, problems aside.
#[derive(Clone, Debug)]
pub struct BuildParams {
    /// Most points of a small board.
    pub board_points: usize,
    /// Most nodes for the value and for each strategy of a small board.
    pub board_nodes: u64,
    /// Number of endgames.
    pub endgames: usize,
    /// Most games that are looked through for endgames.
    pub most_games: u64,
    /// Most nodes for each strategy of an endgame.
    pub endgame_nodes: u64,
    /// Bytes of memory for the check of a proof.
    pub memory: u64,
}

/// What has happened.
#[derive(Debug)]
pub enum BuildEvent<'a> {
    /// So many problems of all are in the manifest.
    Problems(usize, usize),
    /// A board has a certificate of so many bytes, or none for a reason.
    Board(String, Result<u64, &'a str>),
    /// So many endgames were found in so many games.
    Endgames(usize, u64),
}

/// Builds an archive in a folder.
#[derive(Debug)]
pub struct Builder {
    folder: PathBuf,
    params: BuildParams,
    /// The manifest of an earlier build.
    old: Manifest,
    manifest: Manifest,
    limits: Budget,
}

impl Builder {
    /// A builder that goes on with what stands in the folder. The token of `limits` ends the work.
    ///
    /// # Errors
    /// If there is a manifest that can't be read.
    pub fn new(folder: &Path, params: BuildParams, limits: &Budget) -> Result<Self, BuildError> {
        let old = Manifest::read_if_there(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            params,
            manifest: old.clone(),
            old,
            limits: limits.clone(),
        })
    }

    /// The folder of the problems, in which they are composed if they come from nowhere else.
    #[must_use]
    pub fn problems_folder(&self) -> PathBuf {
        self.folder.join(problems::FOLDER)
    }

    /// The manifest so far.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Takes the problems of a folder into the archive. If that is a folder elsewhere, the files are copied.
    ///
    /// # Errors
    /// If there are none, if a file can't be read or written, or if a proof does not hold.
    pub fn problems(
        &mut self,
        from: &Path,
        mut told: impl FnMut(BuildEvent<'_>),
    ) -> Result<(), BuildError> {
        let place = || from.display().to_string();
        let set = ProblemSet::read(from)?.ok_or_else(|| BuildError::NoProblems(place()))?;
        if from != self.problems_folder() {
            let copied = problems::copy(&set, from, &self.folder);
            copied.map_err(|error| BuildError::Write(place(), error))?;
        }
        self.manifest.problems.clear();
        self.manifest
            .files
            .retain(|line| !is_of(line, problems::FOLDER));
        for (number, problem) in (1..).zip(&set.problems) {
            self.problem(problem)?;
            told(BuildEvent::Problems(number, set.problems.len()));
        }
        let records = problems::record_lines(&self.folder)?;
        self.manifest.files.extend(records);
        self.write()
    }

    /// The lines of a problem: those of an earlier build if nothing changed.
    fn problem(&mut self, problem: &Problem) -> Result<(), BuildError> {
        let known = self.old.problems.iter().find(|line| {
            let folder = problem.folder();
            let folder = folder.to_string_lossy().replace('\\', "/");
            let begin = format!("{}/{folder}/", problems::FOLDER);
            line.files.len() == problem.proofs.len()
                && line.files.iter().all(|file| file.starts_with(&begin))
        });
        if let Some(line) = known {
            let files = line.files.iter().map(|file| self.unchanged(file));
            if let Some(files) = files.collect::<Option<Vec<FileLine>>>() {
                self.manifest.problems.push(line.clone());
                self.manifest.files.extend(files);
                return Ok(());
            }
        }
        let (files, line) = problems::lines(&self.folder, problem, self.params.memory)?;
        self.manifest.files.extend(files);
        self.manifest.problems.push(line);
        Ok(())
    }

    /// The line of an earlier build about a file that stands there unchanged.
    fn unchanged(&self, name: &str) -> Option<FileLine> {
        let line = self.old.file(name)?;
        let path = place(&self.folder, name);
        let bytes = files::read(&path, line.bytes, self.limits.cancel_token()).ok()?;
        (sha256(&bytes) == line.sha256).then(|| line.clone())
    }

    /// Makes the certificates of small boards.
    ///
    /// # Errors
    /// If a file can't be written, or a proof does not hold.
    pub fn boards(&mut self, mut told: impl FnMut(BuildEvent<'_>)) -> Result<(), BuildError> {
        self.manifest.files.retain(|line| !is_of(line, BOARDS));
        for size in boards(self.params.board_points) {
            if self.limits.check().is_err() {
                break;
            }
            let board = format!("{}x{}", size.width(), size.height());
            let name = format!("{BOARDS}/{board}.proof");
            if let Some(line) = self.unchanged(&name) {
                self.manifest.files.push(line);
                continue;
            }
            match certificate(size, self.params.board_nodes, &self.limits) {
                Ok((text, seconds)) => {
                    self.add(name, "board", &text, seconds)?;
                    told(BuildEvent::Board(board, Ok(text.len() as u64)));
                }
                Err(reason) => told(BuildEvent::Board(board, Err(&reason))),
            }
        }
        self.write()
    }

    /// Makes proofs of endgames of the games, and of what is safe in them.
    ///
    /// # Errors
    /// If a file can't be written, or a proof does not hold.
    pub fn endgames(
        &mut self,
        engine: &mut Engine,
        games: &mut Games,
        mut told: impl FnMut(BuildEvent<'_>),
    ) -> Result<(), BuildError> {
        self.manifest.files.retain(|line| !is_of(line, ENDGAMES));
        let mut n_found = 0;
        for number in 0..self.params.most_games {
            if self.limits.check().is_err() || n_found >= self.params.endgames {
                break;
            }
            let names = endgames::NAMES.map(|name| format!("{ENDGAMES}/{number:04}.{name}.proof"));
            let [first, ..] = &names;
            if self.unchanged(first).is_some() {
                let known: Vec<_> = names
                    .iter()
                    .filter_map(|name| self.unchanged(name))
                    .collect();
                self.manifest.files.extend(known);
                n_found += 1;
                continue;
            }
            let nodes = self.params.endgame_nodes;
            let made = endgames::proofs(engine, games, number, nodes, &self.limits);
            n_found += usize::from(!made.is_empty());
            for (kind, name, text, seconds) in made {
                let name = format!("{ENDGAMES}/{number:04}.{name}.proof");
                self.add(name, kind, &text, seconds)?;
            }
            told(BuildEvent::Endgames(n_found, number + 1));
        }
        self.write()
    }

    /// Writes a proof, has it checked, and adds its line.
    fn add(
        &mut self,
        name: String,
        kind: &str,
        text: &[u8],
        seconds: f64,
    ) -> Result<(), BuildError> {
        write(&self.folder, &name, text)?;
        let (line, _) = proof_line(&self.folder, name, kind, seconds, self.params.memory)?;
        self.manifest.files.push(line);
        self.write()
    }

    /// Writes the manifest so far.
    fn write(&self) -> Result<(), BuildError> {
        let mut seen = HashSet::new();
        let mut manifest = self.manifest.clone();
        manifest.files.retain(|line| seen.insert(line.file.clone()));
        let written = manifest.write(&self.folder);
        written.map_err(|error| BuildError::Write(MANIFEST.to_owned(), error))
    }
}

/// The folder of the small boards.
const BOARDS: &str = "boards";

/// The folder of the endgames.
const ENDGAMES: &str = "endgames";

/// Whether a file lies in a folder of the archive.
fn is_of(line: &FileLine, folder: &str) -> bool {
    let rest = line.file.strip_prefix(folder);
    rest.is_some_and(|rest| rest.starts_with('/'))
}
