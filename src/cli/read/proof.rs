//! Proofs of answers as data.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;

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

    /// Writes the proof of an answer to one of so many problems, if proofs are asked for; the words for what became of
    /// it.
    pub(super) fn write(
        &self,
        proof: Result<&ProofFile, &NoProof>,
        problem: &Path,
        n_problems: usize,
    ) -> anyhow::Result<Option<String>> {
        let Some(out) = &self.proof else {
            return Ok(None);
        };
        let proof = match proof {
            Ok(proof) => proof,
            Err(error) => return Ok(Some(format!("no proof written: {error}"))),
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
        Ok(Some(format!("proof in {}", path.display())))
    }
}
