//! `tedomari archive`: folders of proofs with a manifest, built and checked.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};

use super::compose::{KindOptions, compose};
use crate::archive::{BuildEvent, BuildParams, Builder, Counts, Manifest, check};
use crate::base::{Budget, CancelToken, Messages, counted};
use crate::config::Settings;
use crate::engine::Engine;

/// Problems between two messages about progress.
const PROBLEMS_PER_MESSAGE: usize = 50;

/// Build an archive of proofs, or check one.
#[derive(Debug, Args)]
pub(super) struct ArchiveOptions {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Make a folder with proofs of composed problems, small boards and endgames, and a manifest of their claims.
    Build(BuildOptions),
    /// Check the folder: each file against the manifest, each proof by the checker, each problem for its only solution.
    Check(CheckOptions),
}

#[derive(Debug, Args)]
struct BuildOptions {
    /// The folder. A build that was cut off goes on where it ended.
    folder: PathBuf,
    /// Take the problems that `compose` has put into this folder, instead of composing them.
    #[arg(long, value_name = "DIR")]
    problems: Option<PathBuf>,
    #[command(flatten)]
    kind: KindOptions,
    /// Small boards of at most so many points; 0 for none.
    #[arg(long, value_name = "POINTS", default_value_t = 12, value_parser = clap::value_parser!(u8).range(0..=30))]
    boards: u8,
    /// Most nodes for the value and for each strategy of a small board.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    board_nodes: u64,
    /// Number of endgames, from games of the same seed.
    #[arg(long, value_name = "N", default_value_t = 10)]
    endgames: usize,
    /// Most games that are looked through for endgames.
    #[arg(long, value_name = "N", default_value_t = 200)]
    endgame_games: u64,
    /// Most nodes for each strategy of an endgame.
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    endgame_nodes: u64,
}

#[derive(Debug, Args)]
struct CheckOptions {
    /// The folder.
    folder: PathBuf,
    /// Files that are checked at the same time; the default is the number of processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

/// Builds or checks an archive.
pub(super) fn run(
    options: &ArchiveOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    match &options.task {
        Task::Build(options) => build(options, settings, cancel, out),
        Task::Check(options) => run_check(options, settings, cancel, out),
    }
}

fn build(
    options: &BuildOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let BuildOptions { folder, kind, .. } = options;
    let limits = Budget::unlimited().with_cancel(cancel);
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let params = BuildParams {
        board_points: options.boards.into(),
        board_nodes: options.board_nodes,
        endgames: options.endgames,
        most_games: options.endgame_games,
        endgame_nodes: options.endgame_nodes,
        memory: settings.memory_bytes(),
    };
    let mut builder = Builder::new(folder, params, &limits)?;
    let composed = builder.problems_folder();
    if options.problems.is_none() && kind.count() > 0 {
        let mut composer = kind.composer(&composed, settings, &limits)?;
        compose(&mut composer, kind.count(), out)?;
    }
    match &options.problems {
        Some(from) => builder.problems(from, told)?,
        None if kind.count() > 0 => builder.problems(&composed, told)?,
        None => {}
    }
    builder.boards(told)?;
    if options.endgames > 0 {
        let mut engine = Engine::for_questions(settings.engine.clone());
        let mut games = kind.games(settings)?;
        builder.endgames(&mut engine, &mut games, told)?;
    }
    let manifest = builder.manifest();
    let seconds: f64 = manifest.files.iter().map(|line| line.check_seconds).sum();
    let bytes: u64 = manifest.files.iter().map(|line| line.bytes).sum();
    writeln!(
        out,
        "{} in {}, {} KiB, checked in {seconds:.1} s",
        counted(manifest.files.len(), "file"),
        folder.display(),
        bytes.div_ceil(1024)
    )?;
    out.flush()?;
    if cancel.is_cancelled() {
        bail!("interrupted: the same command goes on from here");
    }
    Ok(())
}

/// Writes the progress of a build to standard error.
fn told(step: BuildEvent<'_>) {
    let text = match step {
        BuildEvent::Problems(number, all)
            if number.is_multiple_of(PROBLEMS_PER_MESSAGE) || number == all =>
        {
            format!("archive: {number} of {} checked\n", counted(all, "problem"))
        }
        BuildEvent::Problems(..) => return,
        BuildEvent::Board(board, Ok(bytes)) => format!("archive: board {board}: {bytes} bytes\n"),
        BuildEvent::Board(board, Err(reason)) => {
            format!("archive: board {board}: none: {reason}\n")
        }
        BuildEvent::Endgames(found, games) => {
            let found = counted(found, "endgame");
            format!("archive: {found} in {}\n", counted(games, "game"))
        }
    };
    Messages::to_standard_error().write(text.as_bytes());
}

fn run_check(
    options: &CheckOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let folder = &options.folder;
    let start = Instant::now();
    let manifest = Manifest::read(folder).with_context(|| folder.display().to_string())?;
    let n_jobs = options.jobs.map_or_else(num_cpus::get, usize::from);
    let jobs = u64::try_from(n_jobs).unwrap_or(u64::MAX);
    let memory = settings.memory_bytes() / jobs.max(1);
    let (counts, failures) = check(folder, &manifest, n_jobs, memory, cancel);
    for failure in &failures {
        writeln!(out, "{failure}")?;
    }
    let Counts {
        kinds,
        problems,
        bytes,
    } = &counts;
    for (kind, number) in kinds {
        writeln!(out, "{kind}: {} hold", counted(*number, "file"))?;
    }
    writeln!(
        out,
        "{} with one solution, {} KiB, {:.1} s",
        counted(*problems, "problem"),
        bytes.div_ceil(1024),
        start.elapsed().as_secs_f64()
    )?;
    out.flush()?;
    match failures.len() {
        0 => Ok(()),
        n_failures => bail!("{}: {}", folder.display(), counted(n_failures, "failure")),
    }
}
