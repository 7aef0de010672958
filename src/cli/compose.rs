//! `tedomari compose`: problems made by search from self-played games.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::Args;

use crate::base::{Budget, CancelToken, Messages, counted};
use crate::board::Size;
use crate::compose::set::COLLECTION;
use crate::compose::{
    ComposeEvent, ComposeParams, Composer, GameSource, Games, Goals, Problem, ProblemSet,
};
use crate::config::Settings;
use crate::intuition::{Intuition, PrecisionChoice};

/// Games between two messages about progress.
const GAMES_PER_MESSAGE: u64 = 20;

/// Which problems to make, and where to put them.
#[derive(Clone, Debug, Args)]
pub(super) struct ComposeOptions {
    /// Folder for the problems and their proofs. If there is a set in it, made with the same options, it is continued.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    pub(super) kind: KindOptions,
    /// Stop after so many seconds; problems that are finished stay.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<f64>,
}

/// Which problems to make.
#[derive(Clone, Debug, Args)]
pub(super) struct KindOptions {
    /// Number of problems.
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,
    /// Seed of the games: the same seed makes the same problems.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Board size: a number, or columns and rows such as 7x5.
    #[arg(long, value_name = "SIZE", default_value = "9", value_parser = parse_size)]
    size: Size,
    /// How the games are played from which problems are taken: by playouts, or by the policy of the network.
    #[arg(long, value_name = "SOURCE", default_value = "playouts")]
    games: GameSource,
    /// Goals: kill, live or both.
    #[arg(long, value_name = "GOAL", default_value = "both")]
    goal: Goals,
    /// Most nodes for each question of reading.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20_000,
        value_parser = clap::value_parser!(u64).range(100..=100_000_000)
    )]
    nodes: u64,
    /// Fewest nodes that the proof of the right move takes: easier problems are left out.
    #[arg(long, value_name = "N", default_value_t = 60)]
    least_nodes: u64,
    /// Fewest moves of the main line.
    #[arg(long, value_name = "MOVES", default_value_t = 3)]
    least_line: usize,
    /// Most stones of a problem.
    #[arg(long, value_name = "STONES", default_value_t = 40)]
    most_stones: usize,
    /// Keep problems with an obvious first move as well: one that takes stones or saves stones in atari.
    #[arg(long)]
    easy: bool,
}

/// A size as an option names it.
fn parse_size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse::<u8>().ok().filter(|side| *side >= 3);
    let size = side(width).zip(side(height));
    let size = size.and_then(|(width, height)| Size::new(width, height));
    size.ok_or_else(|| "not a size from 3 to 25, such as 9 or 7x5".to_owned())
}

impl KindOptions {
    /// Number of problems.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    fn params(&self) -> ComposeParams {
        ComposeParams {
            size: self.size,
            seed: self.seed,
            source: self.games,
            goals: self.goal,
            nodes: self.nodes,
            least_nodes: self.least_nodes,
            least_line: self.least_line,
            most_stones: self.most_stones,
            easy: self.easy,
        }
    }

    /// The games from which problems are taken.
    pub(super) fn games(&self, settings: &Settings) -> anyhow::Result<Games> {
        let network = match self.games {
            GameSource::Policy => network(settings)?,
            GameSource::Playouts => None,
        };
        Ok(Games::new(self.size, self.seed, network))
    }

    /// The composer for a folder, which is made if it is not there.
    pub(super) fn composer(
        &self,
        folder: &Path,
        settings: &Settings,
        limits: &Budget,
    ) -> anyhow::Result<Composer> {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let set = ProblemSet::read(folder)?;
        let network = network(settings)?;
        if self.games == GameSource::Policy && network.is_none() {
            bail!("no network is set: games are played by `--games playouts` then");
        }
        let composer = Composer::new(self.params(), folder, set, network, limits);
        composer.with_context(|| {
            format!(
                "{}: the problems there were made with other options",
                folder.display()
            )
        })
    }
}

/// The network of the settings, in floats of 32 bits: their policy does not depend on what was measured before.
fn network(settings: &Settings) -> anyhow::Result<Option<Arc<Intuition>>> {
    let source = settings.engine.network.source.as_ref();
    let network = source.map(|source| Intuition::load(source, PrecisionChoice::F32));
    Ok(network.transpose()?.map(Arc::new))
}

/// Makes the problems; prints a line for each.
pub(super) fn run(
    options: &ComposeOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut limits = Budget::unlimited().with_cancel(cancel);
    if let Some(seconds) = options.seconds {
        let time = Duration::try_from_secs_f64(seconds).context("--seconds: not a time")?;
        let end = Instant::now().checked_add(time);
        limits = limits.until(end.context("--seconds: not a time")?);
    }
    let mut composer = options.kind.composer(&options.out, settings, &limits)?;
    compose(&mut composer, options.kind.count(), out)?;
    let set = composer.set();
    writeln!(
        out,
        "{} from {} in {}",
        counted(set.problems.len(), "problem"),
        counted(set.header.n_games, "game"),
        options.out.join(COLLECTION).display()
    )?;
    Ok(out.flush()?)
}

/// Makes problems up to a number; prints a line for each, and the progress on standard error.
pub(super) fn compose(
    composer: &mut Composer,
    count: usize,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let start = Instant::now();
    let (mut n_found, mut failed) = (0, Ok(()));
    composer.run(count, |event| match event {
        ComposeEvent::Problem(problem) => {
            n_found += 1;
            if failed.is_ok() {
                failed = writeln!(out, "{}", line(problem)).and_then(|()| out.flush());
            }
        }
        ComposeEvent::Games(number) if number.is_multiple_of(GAMES_PER_MESSAGE) => {
            let text = format!(
                "compose: {number} games, {} found in {:.0} s\n",
                counted(n_found, "problem"),
                start.elapsed().as_secs_f64()
            );
            Messages::to_standard_error().write(text.as_bytes());
        }
        ComposeEvent::Games(_) => {}
        ComposeEvent::Refused(number) => {
            let problems = counted(number, "problem");
            let text = format!("compose: {problems} with a proof that does not hold: made again\n");
            Messages::to_standard_error().write(text.as_bytes());
        }
    })?;
    Ok(failed?)
}

/// A problem in a line.
fn line(problem: &Problem) -> String {
    let Problem {
        number,
        to_move,
        goal,
        target,
        right,
        difficulty,
        proofs,
        ..
    } = problem;
    let verb = if goal == "kill" {
        "kills"
    } else {
        "lives with"
    };
    format!(
        "{number}: {to_move} {verb} {target} by {right}: {}, main line of {}, {} in {} KiB",
        counted(difficulty.nodes, "node"),
        counted(difficulty.line, "move"),
        counted(proofs.len(), "proof"),
        problem.proof_bytes.div_ceil(1024)
    )
}
