//! `tedomari-dev mine`: rules from proofs.

use std::io::{Cursor, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use crate::base::{CancelToken, counted};
use crate::config::Settings;
use crate::engine::reading::readers;
use crate::files;
use crate::goals::mining::{FoldResult, Miner, MiningParams, SampleLimits};

/// Largest proof that is read, in bytes.
const MAX_PROOF: u64 = 1 << 26;

/// Proofs, and the thresholds of rules.
#[derive(Debug, Args)]
pub(super) struct MineOptions {
    /// Files of proofs of life and death.
    #[arg(required = true)]
    proofs: Vec<PathBuf>,
    /// Write the rules to this file. Without it nothing is written.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Least number of proofs in which a rule's move was right.
    #[arg(long, default_value_t = MiningParams::default().least_support)]
    support: u32,
    /// In how many of a hundred proofs a rule's move has to be right.
    #[arg(
        long,
        default_value_t = MiningParams::default().percent,
        value_parser = clap::value_parser!(u32).range(50..=100)
    )]
    percent: u32,
    /// Least number of points that a rule looks at; its liberties and edges count, too.
    #[arg(long, default_value_t = MiningParams::default().least_points)]
    points: u32,
    /// Most rules.
    #[arg(long, default_value_t = MiningParams::default().most_rules)]
    most: usize,
    /// Most positions of one proof.
    #[arg(long, default_value_t = SampleLimits::default().n_positions)]
    positions: usize,
    /// Nodes of the reader for each move of a position.
    #[arg(long, default_value_t = SampleLimits::default().nodes)]
    nodes: u64,
    /// Deal the positions into so many parts, each with all proofs about it, and try the rules of all others on each.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100))]
    folds: Option<u32>,
}

/// Mines rules, writes them, and prints their number.
pub(super) fn mine(
    options: &MineOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut miner = Miner::default();
    let mut reader = readers::for_problems(settings.reader_of(1));
    let effort = SampleLimits {
        n_positions: options.positions,
        nodes: options.nodes,
    };
    let mut n_samples = 0;
    for path in &options.proofs {
        let place = || path.display().to_string();
        let proof = files::read(path, MAX_PROOF, cancel).with_context(place)?;
        let found = miner.add(Cursor::new(proof), effort, &mut reader);
        n_samples += found.with_context(place)?;
    }
    let params = MiningParams {
        least_support: options.support,
        percent: options.percent,
        least_points: options.points,
        most_rules: options.most,
    };
    writeln!(
        out,
        "{n_samples} moves with a proved result in {} of {} proofs about {} positions",
        miner.n_proofs(),
        options.proofs.len(),
        miner.n_positions()
    )?;
    let rules = miner.rules(&params);
    writeln!(out, "{}", counted(rules.len(), "rule"))?;
    if let Some(path) = &options.out {
        files::write(path, rules.join("\n").as_bytes())?;
    }
    if let Some(n_parts) = options.folds {
        let folds = miner.cross_validated(&params, n_parts);
        for (number, fold) in (1..).zip(&folds) {
            writeln!(out, "part {number}: {}", told(*fold))?;
        }
        let all = folds
            .into_iter()
            .fold(FoldResult::default(), FoldResult::plus);
        writeln!(out, "all parts: {}", told(all))?;
    }
    Ok(())
}

/// A result of cross-validation in words.
fn told(fold: FoldResult) -> String {
    format!(
        "{} rules; {} positions, a rule in {}, its move right in {} (by lot {}); {} of {} matches right",
        fold.n_rules,
        fold.n_positions,
        fold.n_covered,
        fold.n_right,
        (fold.chance + 500) / 1000,
        fold.n_right_matches,
        fold.n_matches
    )
}
