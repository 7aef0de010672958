//! `tedomari-dev fit-exact`: learns the weights that estimate values in the search of small boards, from solved boards.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use crate::base::{CancelToken, Rng};
use crate::cli::exact::{go_on, parse_shape};
use crate::exact::fit::fit;
use crate::exact::retrograde::Retrograde;
use crate::exact::rules::ExactRules;
use crate::files;

/// The boards to learn from, and the file of weights.
#[derive(Debug, Args)]
pub(super) struct FitExactOptions {
    /// Boards of at most 16 points, such as 5x3.
    #[arg(required = true)]
    boards: Vec<String>,
    /// The file of weights to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Random states of each board to learn from.
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    samples: usize,
}

/// Solves the boards, fits the weights, writes the file, and prints the error of the estimate on states that were not
/// learned from.
pub(super) fn run(
    options: &FitExactOptions,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut boards = Vec::new();
    for name in &options.boards {
        let solved = Retrograde::solve(parse_shape(name)?, ExactRules::AREA, |_| go_on(cancel));
        boards.push(solved.with_context(|| name.clone())?);
    }
    let fit = fit(&boards, options.samples, &mut Rng::new(1, 0));
    let path = &options.out;
    files::write(path, fit.text.as_bytes()).with_context(|| format!("{}", path.display()))?;
    writeln!(
        out,
        "root mean square error {:.2} of 16 points; {:.2} if the estimate were always 0",
        fit.error, fit.spread
    )?;
    Ok(())
}
