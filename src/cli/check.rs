//! `tedomari check`: proofs written by `--proof`.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;

use crate::checker::format::{Goal, Side, Verdict};
use crate::checker::safety::Safe;
use crate::checker::score::Reached;
use crate::checker::score::format::Counting;
use crate::checker::{CheckError, Checked, Shown, check_file};
use crate::config::Settings;

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
    let mut n_wrong = 0;
    for path in &options.proofs {
        match checked(path, settings.memory_bytes()) {
            Ok(shown) => writeln!(out, "{}: {}", path.display(), said(&shown))?,
            Err(error) => {
                n_wrong += 1;
                writeln!(out, "{}: does not hold: {error:#}", path.display())?;
            }
        }
    }
    out.flush()?;
    if n_wrong > 0 {
        bail!("{n_wrong} of {} proofs do not hold", options.proofs.len());
    }
    Ok(())
}

fn checked(path: &Path, memory: u64) -> anyhow::Result<Shown> {
    let file = File::open(path).context("cannot be opened")?;
    let shown = check_file(BufReader::new(file), memory);
    if matches!(shown, Err(CheckError::Memory { .. })) {
        return shown.context("not checked within `limits.memory_mib`");
    }
    Ok(shown?)
}

/// What a proof shows, in words.
fn said(shown: &Shown) -> String {
    match shown {
        Shown::Reading(checked) => said_of_reading(checked),
        Shown::Safety(safe) => said_of_safety(safe),
        Shown::Score(reached) => said_of_score(reached),
    }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

/// Where a ko forbids the side that moves first to play, in words.
fn banned(ko: Option<&str>) -> String {
    ko.map_or_else(String::new, |point| format!(" but not at {point} (ko)"))
}

fn said_of_safety(safe: &Safe) -> String {
    let header = &safe.header;
    format!(
        "{} answers, {} blocks and {} points of territory are safe: holds ({} pairs, {} nodes)",
        name(header.color),
        header.stones.len(),
        header.territory.len(),
        header.pairs.len(),
        safe.n_nodes
    )
}

fn said_of_score(reached: &Reached) -> String {
    let header = &reached.header;
    let counting = match header.counting {
        Counting::Area => "area",
        Counting::Territory => "territory and prisoners from now on",
    };
    format!(
        "{} first{}, black is ahead by {} points of {counting}, without komi: holds ({} nodes)",
        name(header.to_move),
        banned(header.ko.as_deref()),
        header.lead,
        reached.n_nodes
    )
}

fn said_of_reading(checked: &Checked) -> String {
    let header = &checked.header;
    let side = name(header.to_move);
    let goal = match header.goal {
        Goal::Kill => "kill",
        Goal::Live => "live",
    };
    let verdict = match header.verdict {
        Verdict::Achieved => "achieved",
        Verdict::Refuted => "refuted",
        Verdict::KoTheOtherNeedsThreats => "ko, the other side needs threats",
        Verdict::KoNeedsThreats => "ko that needs threats",
    };
    let outside = if checked.n_open == 0 {
        ""
    } else {
        ", the outside given to the other side"
    };
    let suicide = if header.suicide {
        ", suicide allowed"
    } else {
        ""
    };
    format!(
        "{side} first{}{suicide}, to {goal} {}: {verdict}: holds ({} nodes{outside})",
        banned(header.ko.as_deref()),
        header.blocks.join(" "),
        checked.n_nodes
    )
}
