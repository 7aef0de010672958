//! The problems of an archive: their files, and what the proofs of each show together.

use std::fs;
use std::io;
use std::path::Path;

use super::check::header;
use super::entry::{BuildError, proof_line, record_line};
use super::manifest::{FileLine, ProblemLine, claim_of_problem, place};
use crate::compose::set::{COLLECTION, LIST};
use crate::compose::{Problem, ProblemSet};
use crate::files;
use crate::proofcheck::unique_first_move;

/// The folder of the problems in an archive.
pub(super) const FOLDER: &str = "problems";

/// The name of a file of a problem in the folder of the set.
fn name(problem: &Problem, file: &str) -> String {
    let folder = problem.folder();
    let parts = folder.iter().map(|part| part.to_string_lossy());
    let mut parts: Vec<_> = parts.collect();
    parts.push(file.into());
    parts.join("/")
}

/// Removes the files of a problem's folder in an archive that are none of its proofs: it held an earlier problem of the
/// same number.
fn remove_others(folder: &Path, problem: &Problem) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        let is_proof = |name: &String| entry.file_name().to_str() == Some(name.as_str());
        if entry.file_type()?.is_file() && !problem.proofs.iter().any(is_proof) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Copies the files of a set from the folder `from` into an archive. Files that stand there as they should are left.
pub(super) fn copy(set: &ProblemSet, from: &Path, archive: &Path) -> io::Result<()> {
    let to = archive.join(FOLDER);
    for problem in &set.problems {
        remove_others(&to.join(problem.folder()), problem)?;
    }
    let names = set.problems.iter().flat_map(|problem| {
        let files = problem.proofs.iter();
        files.map(|file| name(problem, file))
    });
    for name in names {
        let path = place(&to, &name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let text = fs::read(place(from, &name))?;
        if fs::read(&path).is_ok_and(|found| found == text) {
            continue;
        }
        files::write(&path, &text)?;
    }
    set.write(&to)
}

/// The lines of the manifest for a problem: its files, and what they show together.
pub(super) fn lines(
    archive: &Path,
    problem: &Problem,
    memory: u64,
) -> Result<(Vec<FileLine>, ProblemLine), BuildError> {
    // The time was measured for the problem as a whole.
    let n_files = u32::try_from(problem.proofs.len()).unwrap_or(u32::MAX);
    let seconds = problem.seconds / f64::from(n_files.max(1));
    let (mut files, mut all) = (Vec::new(), Vec::new());
    for file in &problem.proofs {
        let name = format!("{FOLDER}/{}", name(problem, file));
        let (line, shown) = proof_line(archive, name, "problem", seconds, memory)?;
        files.push(line);
        all.push(shown);
    }
    let wrong = |reason: String| BuildError::Problem(problem.number, reason);
    let headers: Option<Vec<_>> = all.iter().map(|shown| header(Some(shown))).collect();
    let headers = headers.ok_or_else(|| wrong("a proof of another kind".to_owned()))?;
    let only = unique_first_move(&headers).map_err(|error| wrong(error.to_string()))?;
    let right = all.first().ok_or_else(|| wrong("no proof".to_owned()))?;
    let claim = claim_of_problem(right, &only, all.len() - 1);
    let names = files.iter().map(|line| line.file.clone()).collect();
    Ok((
        files,
        ProblemLine {
            claim,
            files: names,
        },
    ))
}

/// The lines for the list and the collection.
pub(super) fn record_lines(archive: &Path) -> Result<Vec<FileLine>, BuildError> {
    let names = [LIST, COLLECTION].into_iter();
    names
        .map(|name| record_line(archive, format!("{FOLDER}/{name}")))
        .collect()
}
