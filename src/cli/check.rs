//! `tedomari check`: proofs written by `--proof`.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;

use crate::base::counted;
use crate::config::Settings;
use crate::proofcheck::safety::Safe;
use crate::proofcheck::{CheckError, CheckedFile, check_file};

/// The proofs to check.
#[derive(Debug, Args)]
pub(super) struct CheckOptions {
    /// Files with proofs.
    #[arg(required = true)]
    proofs: Vec<PathBuf>,
}

/// Checks all files and prints what they prove. Fails if one of them does not hold.
pub(super) fn run(
    options: &CheckOptions,
    settings: &Settings,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (mut n_wrong, mut n_unread) = (0_usize, 0_usize);
    for path in &options.proofs {
        let file = match open(path) {
            Ok(file) => file,
            Err(error) => {
                n_unread += 1;
                writeln!(out, "{}: cannot be read: {error}", path.display())?;
                continue;
            }
        };
        match checked(file, settings.memory_bytes()) {
            Ok(shown) => writeln!(out, "{}: {}", path.display(), said(&shown))?,
            Err(error) => {
                n_wrong += 1;
                writeln!(out, "{}: does not hold: {error:#}", path.display())?;
            }
        }
    }
    out.flush()?;
    let proofs = counted(options.proofs.len(), "proof");
    match (n_wrong, n_unread) {
        (0, 0) => Ok(()),
        (0, n_unread) => bail!("{n_unread} of {proofs} could not be read"),
        (n_wrong, 0) => bail!("{n_wrong} of {proofs} not shown to hold"),
        (n_wrong, n_unread) => {
            bail!("{n_wrong} of {proofs} not shown to hold, {n_unread} could not be read")
        }
    }
}

/// Opens a file. A folder is refused here, before its first line is read.
fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(file)
}

fn checked(file: File, memory: u64) -> anyhow::Result<CheckedFile> {
    let shown = check_file(BufReader::new(file), memory);
    if matches!(shown, Err(CheckError::Memory { .. })) {
        return shown.context("not checked within `limits.memory_mib`");
    }
    Ok(shown?)
}

/// What a proof shows, in words, and the size of the proof.
fn said(shown: &CheckedFile) -> String {
    let claim = shown.claim();
    match shown {
        CheckedFile::Reading(checked) => {
            let outside = if checked.n_open == 0 {
                ""
            } else {
                ", the outside given to the other side"
            };
            let nodes = counted(checked.n_nodes, "node");
            format!("{claim}: holds ({nodes}{outside})")
        }
        CheckedFile::Safety(safe) => said_of_safety(&claim, safe),
        CheckedFile::Score(reached) => {
            format!("{claim}: holds ({})", counted(reached.n_nodes, "node"))
        }
        CheckedFile::Bounds(reached) => format!(
            "{claim}: holds ({}, {})",
            counted(reached.n_areas, "free area"),
            counted(reached.n_positions, "position"),
        ),
        CheckedFile::Whole(reached) => {
            format!("{claim}: holds ({})", counted(reached.n_answers, "answer"))
        }
    }
}

fn said_of_safety(claim: &str, safe: &Safe) -> String {
    let header = &safe.header;
    let mut text = format!(
        "{claim}: holds ({}, {}, {}, {}, {})",
        counted(header.pairs.len(), "pair"),
        counted(header.steps, "step"),
        counted(safe.n_nodes, "node"),
        counted(header.windows, "window"),
        counted(safe.n_positions, "position"),
    );
    for (what, points) in [
        ("never taken: the blocks of", &header.stones),
        ("no two eyes for the other side:", &header.territory),
    ] {
        if !points.is_empty() {
            text.push_str(&format!("\n  {what} {}", points.join(" ")));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_cannot_be_read_is_no_wrong_proof() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("text"), "no proof").unwrap();
        for (names, reason) in [
            (&["missing"][..], "1 of 1 proof could not be read"),
            (&["missing", "."], "2 of 2 proofs could not be read"),
            (&["text"], "1 of 1 proof not shown to hold"),
            (
                &["text", "missing"],
                "1 of 2 proofs not shown to hold, 1 could not be read",
            ),
        ] {
            let proofs = names.iter().map(|name| path(name)).collect();
            let mut out = Vec::new();
            let outcome = run(&CheckOptions { proofs }, &Settings::default(), &mut out);
            let text = String::from_utf8(out).unwrap();
            assert_eq!(outcome.unwrap_err().to_string(), reason, "{text}");
            let n_unread = text.matches(": cannot be read: ").count();
            let n_missing = names.iter().filter(|&&name| name != "text").count();
            assert_eq!(n_unread, n_missing, "{text}");
        }
    }
}
