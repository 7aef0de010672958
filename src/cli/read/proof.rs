//! Proofs of answers as data.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use clap::Args;

use crate::base::counted;
use crate::files;
use crate::tsumego::proof_file::{NoProof, ProofFile};

/// Where proofs are written.
#[derive(Debug, Default, Args)]
pub(super) struct ProofOptions {
    /// Write the proof of each proved answer as data, for `check`. One problem: to this file. Several: to files in this
    /// directory, named after the problems.
    #[arg(long, value_name = "OUT")]
    proof: Option<PathBuf>,
    /// Seconds to write each proof: what the search has forgotten is searched again.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60.0,
        requires = "proof"
    )]
    proof_seconds: f64,
}

impl ProofOptions {
    /// Whether proofs are to be written.
    pub(super) const fn is_wanted(&self) -> bool {
        self.proof.is_some()
    }

    /// The time to find each proof.
    pub(super) fn time(&self) -> anyhow::Result<Duration> {
        Duration::try_from_secs_f64(self.proof_seconds).context("not a number of seconds")
    }

    /// Writes the proof of an answer to one of so many problems, if the options name a place for proofs.
    pub(super) fn write(
        &self,
        proof: Result<&ProofFile, &NoProof>,
        problem: &Path,
        n_problems: usize,
    ) -> anyhow::Result<Option<Written>> {
        let Some(out) = &self.proof else {
            return Ok(None);
        };
        let proof = match proof {
            Ok(proof) => proof,
            Err(error) => {
                return Ok(Some(Written {
                    text: format!("no proof written: {error}"),
                    is_there: false,
                    is_due: !matches!(error, NoProof::NotProved),
                }));
            }
        };
        let path = if n_problems == 1 {
            out.clone()
        } else {
            fs::create_dir_all(out).with_context(|| out.display().to_string())?;
            let name = problem.file_stem().context("a problem without a name")?;
            out.join(name).with_extension("proof")
        };
        let mut text = Vec::new();
        proof.write(&mut text)?;
        files::write(&path, &text).with_context(|| path.display().to_string())?;
        Ok(Some(Written {
            text: format!("proof in {}", path.display()),
            is_there: true,
            is_due: true,
        }))
    }
}

/// What became of a proof.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// The same in words.
    pub(super) text: String,
    /// Whether it was written.
    is_there: bool,
    /// Whether the answer is proved, so that there should be a proof.
    is_due: bool,
}

/// The error at the end if a proof that was due is missing, or if none was written at all.
pub(super) fn missing(written: &[Written]) -> Option<anyhow::Error> {
    if let [Written { text, is_there, .. }] = written {
        return (!is_there).then(|| anyhow!("{text}"));
    }
    let n_there = written.iter().filter(|it| it.is_there).count();
    let n_missing = written
        .iter()
        .filter(|it| it.is_due && !it.is_there)
        .count();
    let answers = counted(written.len(), "answer");
    if n_missing > 0 {
        Some(anyhow!(
            "no proof written for {n_missing} of {answers}, though they are proved"
        ))
    } else if n_there == 0 && !written.is_empty() {
        Some(anyhow!("no proof written: none of {answers} is proved"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_proof_is_a_failure() {
        let written = |is_there, is_due| Written {
            text: "no proof written: so".to_owned(),
            is_there,
            is_due,
        };
        let check = |all: &[Written], expected: Option<&str>| {
            let error = missing(all).map(|error| error.to_string());
            assert_eq!(error.as_deref(), expected);
        };
        let (there, lost, open) = (
            written(true, true),
            written(false, true),
            written(false, false),
        );
        check(&[], None);
        check(std::slice::from_ref(&there), None);
        check(std::slice::from_ref(&open), Some("no proof written: so"));
        check(std::slice::from_ref(&lost), Some("no proof written: so"));
        check(&[there.clone(), open.clone()], None);
        check(
            &[there, lost],
            Some("no proof written for 1 of 2 answers, though they are proved"),
        );
        check(
            &[open.clone(), open],
            Some("no proof written: none of 2 answers is proved"),
        );
    }
}
