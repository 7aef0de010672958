//! `tedomari-dev samples`: writes samples that teach a network.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use crate::base::allocation::spawn_up_to;
use crate::base::{CancelToken, counted};
use crate::board::Size;
use crate::cli::record::{At, load_record, log_doubts};
use crate::config::Settings;
use crate::files;
use crate::intuition::{Intuition, NetworkSource, PrecisionChoice};
use crate::learn::{
    BoardSizes, Part, RecordedGame, RecordedGames, SampleBuffers, SampleMaker, SampleSource,
    parse_recorded_games,
};

/// Where the samples come from, and where they go.
#[derive(Debug, Args)]
pub(super) struct SamplesOptions {
    /// Games to take positions from: records in SGF, or files of games on 19x19, one in each line: komi, result, and
    /// moves as SGF letters, separated by tabs. Without any, the teacher plays with itself.
    games: Vec<PathBuf>,
    /// Folder for the files, one for each shard; what is there already is not made again.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Model file of the network that is asked about each position; `embedded` for the network in this program.
    #[arg(long, value_name = "FILE", required_unless_present = "games")]
    teacher: Option<PathBuf>,
    /// The numbers with which the teacher is evaluated.
    #[arg(long, value_enum, default_value_t = TeacherPrecision::Bf16)]
    precision: TeacherPrecision,
    /// Number of shards.
    #[arg(long, value_name = "N", default_value_t = 1)]
    shards: usize,
    /// Number of the first shard. Its content depends on the seed and the number.
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: usize,
    /// Samples in each shard.
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    samples: u32,
    /// Board of the teacher's games, as 9 or 9x13; the default is a mixture from 5x5 to 19x19.
    #[arg(long, value_parser = parse_size, conflicts_with = "games")]
    size: Option<Size>,
    /// The teacher plays with itself by a search of so many visits for one move of four, whose positions become
    /// samples, and of a sixth of that for the others; without this it plays by its policy alone.
    #[arg(
        long,
        value_name = "VISITS",
        conflicts_with = "games",
        value_parser = clap::value_parser!(u64).range(1..=1 << 20)
    )]
    search: Option<u64>,
    /// Take the games that are kept out for measuring, every fiftieth, instead of the others.
    #[arg(long, requires = "games")]
    kept_out: bool,
    /// Seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// The precision of the teacher.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum TeacherPrecision {
    /// Floats of 32 bits.
    F32,
    /// Floats of 16 bits.
    Bf16,
    /// Integers of 8 bits.
    Int8,
}

fn parse_size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| (2..=19).contains(side));
    let size = side(width).zip(side(height));
    let size = size.and_then(|(width, height)| Size::new(width, height));
    size.ok_or_else(|| "expected 2 to 19, or width and height as in 9x13".to_owned())
}

/// Writes the shards that are not there yet.
pub(super) fn run(
    options: &SamplesOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    fs::create_dir_all(&options.out).with_context(|| options.out.display().to_string())?;
    let precision = match options.precision {
        TeacherPrecision::F32 => PrecisionChoice::F32,
        TeacherPrecision::Bf16 => PrecisionChoice::Bf16,
        TeacherPrecision::Int8 => PrecisionChoice::Int8,
    };
    let teacher = options.teacher.as_deref().map(NetworkSource::named);
    let teacher = teacher.map(|source| Intuition::load(&source, precision));
    let teacher = teacher.transpose()?;
    let maker = SampleMaker {
        source: source(options, settings)?,
        teacher: teacher.map(Arc::new),
        seed: options.seed,
        n_samples: options.samples as usize,
    };
    let n_samples = write_all(&maker, options, cancel)?;
    let samples = counted(n_samples, "sample");
    writeln!(out, "{samples} in {}", options.out.display())?;
    Ok(())
}

fn source(options: &SamplesOptions, settings: &Settings) -> anyhow::Result<SampleSource> {
    if options.games.is_empty() {
        let sizes = options.size.map_or(BoardSizes::Mixed, BoardSizes::One);
        return Ok(match options.search {
            Some(visits) => SampleSource::Searched { sizes, visits },
            None => SampleSource::SelfMade(sizes),
        });
    }
    let mut games = Vec::new();
    for path in &options.games {
        games.extend(games_of(path, settings)?);
    }
    let part = if options.kept_out {
        Part::KeptOut
    } else {
        Part::Learned
    };
    let games = RecordedGames::new(games, part);
    if games.is_empty() {
        bail!("there is no move to learn from in these games");
    }
    Ok(SampleSource::Recorded(games))
}

/// The games in a file: one if it is a record in SGF, else one in each line.
fn games_of(path: &Path, settings: &Settings) -> anyhow::Result<Vec<RecordedGame>> {
    let is_record = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"));
    if is_record {
        let record = load_record(path, settings, At::End)?;
        log_doubts(path, &record);
        let result = record.info.result.as_deref();
        return Ok(vec![RecordedGame::new(&record.game, result)]);
    }
    let place = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(place)?;
    parse_recorded_games(&text).with_context(place)
}

/// Writes the shards on several threads. Returns the number of samples written.
fn write_all(
    maker: &SampleMaker,
    options: &SamplesOptions,
    cancel: &CancelToken,
) -> anyhow::Result<usize> {
    let progress = ProgressBar::new(options.shards as u64).with_style(
        ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos} of {len} shards")?,
    );
    let there = shards_in(&options.out).with_context(|| options.out.display().to_string())?;
    let next = AtomicUsize::new(0);
    let n_samples = AtomicUsize::new(0);
    let problem: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    let work_off = || {
        let mut buffers = SampleBuffers::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= options.shards || cancel.is_cancelled() {
                break;
            }
            progress.inc(1);
            let number = options.first + index;
            if there.contains(&number) {
                continue;
            }
            match write_shard(maker, options, number, &mut buffers, cancel) {
                Ok(n) => {
                    n_samples.fetch_add(n, Ordering::Relaxed);
                }
                Err(error) => {
                    // The other threads have nothing left to do.
                    next.store(options.shards, Ordering::Relaxed);
                    if let Ok(mut problem) = problem.lock() {
                        *problem = Some(error);
                    }
                    break;
                }
            }
        }
    };
    thread::scope(|scope| {
        spawn_up_to(scope, options.threads.max(1) - 1, |_| &work_off);
        work_off();
    });
    progress.finish_and_clear();
    match problem.into_inner() {
        Ok(Some(error)) => Err(error),
        _ if cancel.is_cancelled() => bail!("interrupted"),
        _ => Ok(n_samples.into_inner()),
    }
}

/// Numbers of the shards in a folder, which stand before the size of the board in the names of files.
fn shards_in(folder: &Path) -> io::Result<HashSet<usize>> {
    let mut numbers = HashSet::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let shard = name.to_str().filter(|name| name.ends_with(".npy"));
        let number = shard.and_then(|name| name.split_once('-')?.0.parse().ok());
        numbers.extend::<Option<usize>>(number);
    }
    Ok(numbers)
}

/// Writes one shard. Returns the number of samples written.
fn write_shard(
    maker: &SampleMaker,
    options: &SamplesOptions,
    number: usize,
    buffers: &mut SampleBuffers,
    cancel: &CancelToken,
) -> anyhow::Result<usize> {
    let Some(shard) = maker.shard(number, buffers, cancel) else {
        return Ok(0);
    };
    let n_samples = shard.n_samples();
    let name = format!("{number:06}-{}.npy", shard.size());
    let path = options.out.join(name);
    files::write(&path, &shard.into_file()).with_context(|| path.display().to_string())?;
    tracing::info!(number, n_samples, "shard written");
    Ok(n_samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the command prints with some arguments, or its error.
    fn told(args: &[&str]) -> Result<String, String> {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            options: SamplesOptions,
        }
        let args = ["samples"].iter().chain(args);
        let options = <Line as clap::Parser>::try_parse_from(args)
            .map_err(|error| error.to_string())?
            .options;
        crate::cli::printed(run, &options).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn shards_are_written_once() {
        let dir = tempfile::tempdir().unwrap();
        let [lines, record, out] =
            ["games.tsv", "game.sgf", "shards"].map(|name| dir.path().join(name));
        fs::write(&lines, "6.5\tB+R\tpddddp\n").unwrap();
        fs::write(&record, "(;GM[1]FF[4]SZ[9]RE[W+R];B[ee];W[ec];B[cc])").unwrap();
        let [lines, record, out] = [&lines, &record, &out].map(|path| path.display().to_string());
        let args = [
            &lines,
            &record,
            "--out",
            &out,
            "--shards",
            "6",
            "--samples",
            "8",
            "--threads",
            "2",
        ];
        assert!(told(&args).unwrap().starts_with("48 samples in"));
        let mut sizes: Vec<String> = fs::read_dir(&out)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|name| Some(name.split_once('-')?.1.to_owned()))
            .collect();
        sizes.sort_unstable();
        sizes.dedup();
        assert_eq!(sizes, ["19x19.npy", "9x9.npy"]);
        assert!(told(&args).unwrap().starts_with("0 samples in"));
        let error = told(&[&lines, "--kept-out", "--out", &out]).unwrap_err();
        assert_eq!(error, "there is no move to learn from in these games");
        let error = told(&["--out", &out]).unwrap_err();
        assert!(error.contains("--teacher"), "{error}");
        let error = told(&["--out", &out, "--teacher", &lines]).unwrap_err();
        assert!(error.contains("not a model file"), "{error}");
    }

    #[test]
    fn boards_are_named_by_their_sides() {
        assert_eq!(parse_size("9"), Ok(Size::square(9)));
        assert_eq!(parse_size("9x13").unwrap().to_string(), "9x13");
        for text in ["1", "20", "9x", "x", "9x9x9"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
