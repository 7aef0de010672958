//! `tedomari-dev fit`: learns the weights of the move prior from game records.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::files;
use crate::learn::{FittedWeights, PriorFit, Ranking, parse_records};

/// The game records, the file of weights, and parameters.
#[derive(Debug, Args)]
pub(super) struct FitOptions {
    /// Games on 19x19, one in each line: komi, result, and moves as SGF letters, separated by tabs.
    games: PathBuf,
    /// The file of weights to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Approximate number of positions to learn from.
    #[arg(long, value_name = "N", default_value_t = PriorFit::default().n_positions)]
    positions: usize,
    /// A feature gets a weight if at least this many played moves have it.
    #[arg(long, value_name = "N", default_value_t = PriorFit::default().min_count)]
    min_count: u8,
    /// Size of the first steps.
    #[arg(long, value_name = "X", default_value_t = PriorFit::default().rate)]
    rate: f32,
}

/// Fits the weights, writes the file, and prints how well they predict the games held back.
pub(super) fn run(options: &FitOptions, out: &mut impl Write) -> anyhow::Result<()> {
    let path = &options.games;
    let text = fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    let games = parse_records(&text).with_context(|| format!("{}", path.display()))?;
    let fit = PriorFit {
        n_positions: options.positions,
        min_count: options.min_count,
        rate: options.rate,
        ..PriorFit::default()
    };
    let bar = ProgressBar::new(options.positions as u64).with_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} positions, {msg}, {eta} left",
    )?);
    bar.set_message("counting features");
    bar.tick();
    let fitted = fit.run(&games, |n_seen, ranking| {
        bar.set_position(n_seen as u64);
        bar.set_message(describe(ranking));
        tracing::info!(n_seen, "{}", describe(ranking));
    });
    bar.finish_and_clear();
    let path = &options.out;
    files::write(path, &fitted.bytes).with_context(|| format!("{}", path.display()))?;
    write!(out, "{} games, ", games.len())?;
    report(&fitted, out)
}

/// Prints the result of a fit.
pub(super) fn report(fitted: &FittedWeights, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{} features with a weight, {} without room, {} bytes",
        fitted.n_features,
        fitted.n_refused,
        fitted.bytes.len()
    )?;
    writeln!(
        out,
        "held back: {} positions, {}",
        fitted.ranking.n_positions,
        describe(&fitted.ranking)
    )?;
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "for people to read")]
fn describe(ranking: &Ranking) -> String {
    let n = ranking.n_positions.max(1) as f64;
    let [top_1, top_5, top_10] = ranking.n_top.map(|n_top| 100.0 * n_top as f64 / n);
    format!(
        "top 1 {top_1:.2} %, top 5 {top_5:.2} %, top 10 {top_10:.2} %, loss {:.4}",
        ranking.loss / n
    )
}
