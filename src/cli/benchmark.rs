//! `tedomari benchmark`: how fast the search is here, with each number of threads, and which number suits the machine.

use std::fmt;
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use crate::base::{Budget, CancelToken};
use crate::board::Game;
use crate::config::Settings;
use crate::engine::Engine;
use crate::intuition::calibration::middle_game;

/// What is timed.
#[derive(Debug, Args)]
pub(super) struct BenchmarkOptions {
    /// Numbers of threads to time; without it 1, 2, 4 and so on, up to the cores of this machine.
    #[arg(long, value_name = "N", value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Vec<u16>,
    /// Seconds of search with each number of threads.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = super::network::seconds)]
    seconds: f64,
    /// Side of the board.
    #[arg(long, value_name = "SIDE", default_value_t = 19)]
    #[arg(value_parser = clap::value_parser!(u8).range(2..=25))]
    board: u8,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The report.
#[derive(Debug, Serialize)]
struct Report {
    /// The network and its numbers, `playouts` without one.
    evaluation: String,
    /// Seconds until the network was ready.
    loading_seconds: f64,
    cores: usize,
    /// The threads of `search.threads`.
    threads_in_use: usize,
    runs: Vec<Run>,
    /// The least number of threads that is nearly as fast as the fastest.
    suitable_threads: usize,
}

/// A search with a number of threads.
#[derive(Clone, Copy, Debug, Serialize)]
struct Run {
    threads: usize,
    /// Visits of a search with a network, or playouts.
    visits_per_second: f64,
    /// Beside the first run.
    speed: f64,
}

/// Times searches of middle games, and prints the speed with each number of threads.
pub(super) fn run(
    options: &BenchmarkOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let start = Instant::now();
    let mut engine = Engine::new(settings.engine.clone());
    let evaluation = match engine.network(&Budget::unlimited().with_cancel(cancel)) {
        Ok(network) => format!("{}, {}", network.name(), network.describe()),
        Err(error) => format!("playouts: {error}"),
    };
    let loading_seconds = start.elapsed().as_secs_f64();
    let numbers: Vec<usize> = match &options.threads[..] {
        [] => doubled_up_to(cores),
        given => given.iter().map(|&number| number.into()).collect(),
    };
    let mut runs: Vec<Run> = Vec::new();
    for threads in numbers {
        if cancel.is_cancelled() {
            break;
        }
        let visits_per_second = visits_per_second(&mut engine, settings, threads, options, cancel);
        let first = runs
            .first()
            .map_or(visits_per_second, |run| run.visits_per_second);
        runs.push(Run {
            threads,
            visits_per_second,
            speed: visits_per_second / first.max(f64::MIN_POSITIVE),
        });
    }
    let report = Report {
        evaluation,
        loading_seconds,
        cores,
        threads_in_use: settings.engine.search.threads,
        suitable_threads: suitable(&runs),
        runs,
    };
    if options.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}

/// 1, 2, 4 and so on, and the number of cores itself.
fn doubled_up_to(cores: usize) -> Vec<usize> {
    let powers = std::iter::successors(Some(1), |number| Some(2 * number));
    let mut numbers: Vec<usize> = powers.take_while(|&number| number < cores).collect();
    numbers.push(cores);
    numbers
}

/// Visits a second of the search with so many threads, over a few positions that share the time.
fn visits_per_second(
    engine: &mut Engine,
    settings: &Settings,
    threads: usize,
    options: &BenchmarkOptions,
    cancel: &CancelToken,
) -> f64 {
    let mut params = settings.engine.clone();
    params.search.threads = threads;
    params.search.stops_early = false;
    engine.set_params(&params);
    let games: Vec<Game> = (0..N_POSITIONS as usize)
        .map(|n| middle_game(n, options.board))
        .collect();
    let share = Duration::from_secs_f64(options.seconds) / N_POSITIONS;
    let start = Instant::now();
    let mut n_visits = 0;
    for game in &games {
        engine.new_game();
        let limits = Budget::unlimited()
            .with_cancel(cancel)
            .until(Instant::now() + share);
        n_visits += engine.look(game, game.to_move(), &limits).n_playouts;
    }
    #[expect(clippy::cast_precision_loss, reason = "visits of some seconds")]
    let n_visits = n_visits as f64;
    n_visits / start.elapsed().as_secs_f64()
}

/// Positions that are searched.
const N_POSITIONS: u32 = 5;

/// The least number of threads whose speed is within a tenth of the fastest: more threads search the same tree less
/// well, because each chooses before the others are back.
fn suitable(runs: &[Run]) -> usize {
    let fastest = runs
        .iter()
        .map(|run| run.visits_per_second)
        .fold(0.0, f64::max);
    let near = runs
        .iter()
        .filter(|run| run.visits_per_second >= 0.9 * fastest);
    near.map(|run| run.threads).min().unwrap_or(1)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "evaluation   {}", self.evaluation)?;
        writeln!(f, "ready after  {:.1} s", self.loading_seconds)?;
        writeln!(f, "cores        {}", self.cores)?;
        for Run {
            threads,
            visits_per_second,
            speed,
        } in &self.runs
        {
            let word = if *threads == 1 { "thread " } else { "threads" };
            writeln!(
                f,
                "{threads:3} {word}  {visits_per_second:8.0} visits a second, {speed:.2} times"
            )?;
        }
        writeln!(
            f,
            "suitable     --set search.threads={}, in use {}",
            self.suitable_threads, self.threads_in_use
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        options: BenchmarkOptions,
    }

    fn run_of(threads: usize, visits_per_second: f64) -> Run {
        Run {
            threads,
            visits_per_second,
            speed: 1.0,
        }
    }

    #[test]
    fn the_least_number_that_is_nearly_the_fastest_suits() {
        assert_eq!(doubled_up_to(1), [1]);
        assert_eq!(doubled_up_to(6), [1, 2, 4, 6]);
        let runs = [
            run_of(1, 50.0),
            run_of(2, 91.0),
            run_of(4, 100.0),
            run_of(8, 99.0),
        ];
        assert_eq!(suitable(&runs), 2);
        assert_eq!(suitable(&[]), 1);
    }

    #[test]
    fn each_number_of_threads_has_its_line() {
        let line = [
            "benchmark",
            "--threads",
            "1,2",
            "--seconds",
            "0.1",
            "--board",
            "9",
        ];
        let options = Line::parse_from(line).options;
        let overrides = [
            "search.network=none".to_owned(),
            "search.memory_mib=8".to_owned(),
        ];
        let settings = Settings::load(&[], &overrides).unwrap();
        let mut out = Vec::new();
        run(&options, &settings, &CancelToken::default(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("evaluation   playouts"), "{text}");
        let speeds = text
            .lines()
            .filter_map(|line| line.split_once("visits a second"));
        let visits: Vec<f64> = speeds
            .map(|(left, _)| left.split_whitespace().last().unwrap().parse().unwrap())
            .collect();
        assert!(
            visits.len() == 2 && visits.iter().all(|&number| number > 0.0),
            "{text}"
        );
        assert!(text.contains("--set search.threads="), "{text}");
    }
}
