//! `tedomari network`: reports the contents of a model file, checks it and times it.

use std::fmt;
use std::hint::black_box;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Serialize;

use crate::base::CancelToken;
use crate::intuition::NetworkSource;
use crate::intuition::calibration::{questions, questions_on};
use crate::network::NetworkInput;
use crate::network::fast::{Evaluator, Precision, Scratch};
use crate::network::model::{BlockCounts, Limits, Model};

/// The file, and how long to time it.
#[derive(Debug, Args)]
pub(super) struct NetworkOptions {
    /// Model file of KataGo: `.bin.gz`, `.txt.gz`, or decompressed; `embedded` for the network in this program.
    file: PathBuf,
    /// Seconds to time the evaluation for each size of board; 0 for none.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
    /// Sides of the boards that are timed.
    #[arg(long, value_name = "SIDES", value_delimiter = ',', default_values_t = [9, 13, 19])]
    #[arg(value_parser = clap::value_parser!(u8).range(2..=25))]
    boards: Vec<u8>,
    /// Threads that evaluate at the same time; the speed is that of all together.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The report about a file.
#[derive(Debug, Serialize)]
struct Report {
    name: String,
    version: u32,
    channels: usize,
    blocks: Blocks,
    inner_blocks: Blocks,
    parameters: usize,
    point_features: usize,
    position_features: usize,
    /// Logits for each move.
    policies: usize,
    /// Numbers about score, lead, time and errors.
    scores: usize,
    checked_positions: usize,
    is_finite: bool,
    speed: Vec<Speed>,
}

/// Numbers of blocks by kind.
#[derive(Debug, Serialize)]
struct Blocks {
    ordinary: usize,
    global_pooling: usize,
    nested_bottleneck: usize,
    attention: usize,
    feed_forward: usize,
}

/// Evaluations a second of all threads, in one precision.
#[derive(Debug, Serialize)]
struct Speed {
    precision: String,
    instructions: String,
    board: String,
    threads: u16,
    evaluations_per_second: f64,
}

/// Reads the file and prints the report.
pub(super) fn run(
    options: &NetworkOptions,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let path = options.file.as_path();
    let source = NetworkSource::named(path);
    let path = path.display();
    let file = Stoppable {
        inner: source.open().with_context(|| path.to_string())?,
        cancel,
    };
    let model = Model::read(file, &path.to_string(), &Limits::default())?;
    let questions = questions(model.areas_allow_suicide);
    let mut report = describe(&model);
    for precision in Precision::ALL {
        let evaluator = Evaluator::new(&model, precision, &questions)?;
        check(&evaluator, &questions, &mut report, cancel)?;
        if report.is_finite {
            report
                .speed
                .extend(time(&evaluator, &model, options, cancel)?);
        }
    }
    if options.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    if !report.is_finite {
        bail!("{path}: answers have numbers that are not finite");
    }
    Ok(())
}

/// Bytes that end with an error once the user cancels: to read a large file takes a while.
///
/// They are given in small parts, because a few compressed bytes can be many numbers.
struct Stoppable<'c, R> {
    inner: R,
    cancel: &'c CancelToken,
}

impl<R: Read> Read for Stoppable<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        /// Bytes of a part.
        const PART: usize = 4096;
        if self.cancel.is_cancelled() {
            return Err(io::Error::other("interrupted"));
        }
        let n_bytes = buffer.len().min(PART);
        self.inner.read(&mut buffer[..n_bytes])
    }
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("not between 0 and 3600".to_owned()),
    }
}

fn describe(model: &Model) -> Report {
    let [blocks, inner_blocks] = model.block_counts().map(Blocks::from);
    Report {
        name: model.name.clone(),
        version: model.version,
        channels: model.trunk.n_channels,
        blocks,
        inner_blocks,
        parameters: model.n_parameters(),
        point_features: model.n_point_features,
        position_features: model.n_global_features,
        policies: model.policy.n_channels(),
        scores: model.value.score.n_outputs,
        checked_positions: 0,
        is_finite: true,
        speed: Vec::new(),
    }
}

/// Evaluates all positions, and notes whether the answers are numbers.
fn check(
    evaluator: &Evaluator,
    questions: &[NetworkInput],
    report: &mut Report,
    cancel: &CancelToken,
) -> anyhow::Result<()> {
    let mut scratch = Scratch::default();
    for question in questions {
        if cancel.is_cancelled() {
            bail!("interrupted");
        }
        let answer = evaluator.evaluate_one(question, true, &mut scratch);
        report.is_finite &= answer.is_finite();
        report.checked_positions += 1;
    }
    Ok(())
}

/// Evaluations a second for each size of board, without ownership and without the work on the inputs. Stops early on
/// `cancel`. An error if a thread cannot be started.
fn time(
    evaluator: &Evaluator,
    model: &Model,
    options: &NetworkOptions,
    cancel: &CancelToken,
) -> io::Result<Vec<Speed>> {
    let length = Duration::from_secs_f64(options.seconds);
    if length.is_zero() {
        return Ok(Vec::new());
    }
    let speed = |&side: &u8| {
        let questions = questions_on(side, model.areas_allow_suicide);
        let rate = || evaluations_per_second(evaluator, &questions, length, cancel);
        let rates = thread::scope(|scope| {
            let start = |_| thread::Builder::new().spawn_scoped(scope, rate);
            let timers: Vec<_> = (0..options.threads).map(start).collect::<Result<_, _>>()?;
            let ended = timers.into_iter().filter_map(|timer| timer.join().ok());
            io::Result::Ok(ended.sum())
        })?;
        Ok(Speed {
            precision: evaluator.precision().to_string(),
            instructions: evaluator.instructions().to_string(),
            board: format!("{side}x{side}"),
            threads: options.threads,
            evaluations_per_second: rates,
        })
    };
    options.boards.iter().map(speed).collect()
}

/// How fast one thread evaluates the questions, one after the other, for `length`.
fn evaluations_per_second(
    evaluator: &Evaluator,
    questions: &[NetworkInput],
    length: Duration,
    cancel: &CancelToken,
) -> f64 {
    let mut scratch = Scratch::default();
    let start = Instant::now();
    let mut n_evaluations = 0.0;
    for question in questions.iter().cycle() {
        black_box(evaluator.evaluate_one(question, false, &mut scratch));
        n_evaluations += 1.0;
        if start.elapsed() >= length || cancel.is_cancelled() {
            break;
        }
    }
    n_evaluations / start.elapsed().as_secs_f64()
}

impl From<BlockCounts> for Blocks {
    fn from(counts: BlockCounts) -> Self {
        Self {
            ordinary: counts.ordinary,
            global_pooling: counts.global_pooling,
            nested_bottleneck: counts.nested_bottleneck,
            attention: counts.attention,
            feed_forward: counts.feed_forward,
        }
    }
}

impl fmt::Display for Blocks {
    /// Such as `4 ordinary, 2 with global pooling`; `none` if there are none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.ordinary, "ordinary"),
            (self.global_pooling, "with global pooling"),
            (self.nested_bottleneck, "nested bottleneck"),
            (self.attention, "attention"),
            (self.feed_forward, "feed-forward"),
        ];
        let present: Vec<String> = kinds
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, kind)| format!("{count} {kind}"))
            .collect();
        f.write_str(if present.is_empty() { "none" } else { "" })?;
        f.write_str(&present.join(", "))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "name         {}", self.name)?;
        writeln!(f, "version      {}", self.version)?;
        writeln!(f, "channels     {}", self.channels)?;
        writeln!(f, "blocks       {}", self.blocks)?;
        if self.blocks.nested_bottleneck > 0 {
            writeln!(f, "inside them  {}", self.inner_blocks)?;
        }
        writeln!(f, "parameters   {}", self.parameters)?;
        writeln!(
            f,
            "inputs       {} for each point, {} for the position",
            self.point_features, self.position_features
        )?;
        let policy = match self.policies {
            1 => "moves",
            2 => "moves, optimistic moves",
            _ => "moves, optimistic moves, values of moves",
        };
        let errors = if self.scores > 4 { ", errors" } else { "" };
        writeln!(
            f,
            "outputs      {policy}; outcome, score, lead, time{errors}; ownership"
        )?;
        let finite = if self.is_finite {
            "all numbers are finite"
        } else {
            "some numbers are not finite"
        };
        writeln!(
            f,
            "check        {} answers about random games: {finite}",
            self.checked_positions
        )?;
        for speed in &self.speed {
            let Speed {
                precision,
                instructions,
                board,
                threads,
                evaluations_per_second,
            } = speed;
            let what = format!("{board} {precision}");
            let workers = match threads {
                1 => String::new(),
                n => format!(", {n} threads"),
            };
            writeln!(
                f,
                "{what:12} {evaluations_per_second:.0} evaluations a second with {instructions}{workers}"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::model::sample::sample_model;
    use crate::network::model::write::{Form, compressed, write};

    /// What the command prints about a model, and its error.
    fn told(model: &Model, json: bool) -> (String, Option<String>) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("model.bin.gz");
        std::fs::write(&file, compressed(&write(model, Form::Binary))).unwrap();
        let options = NetworkOptions {
            file,
            seconds: 0.001,
            boards: vec![5, 19],
            threads: 2,
            json,
        };
        let mut out = Vec::new();
        let outcome = run(&options, &CancelToken::new(), &mut out);
        let error = outcome.err().map(|error| error.to_string());
        (String::from_utf8(out).unwrap(), error)
    }

    #[test]
    fn a_sound_model_is_described_and_timed() {
        let (text, error) = told(&sample_model(15), false);
        assert_eq!(error, None);
        for line in [
            "name         sample-v15",
            "blocks       1 ordinary, 1 nested bottleneck",
            "inside them  1 ordinary, 1 with global pooling, 1 nested bottleneck, 1 attention, 1 feed-forward",
            "check        120 answers about random games: all numbers are finite",
        ] {
            assert!(
                text.lines().any(|found| found == line),
                "{line} is not in {text}"
            );
        }
        let n_timed = 2 * Precision::ALL.len();
        assert_eq!(text.matches("evaluations a second").count(), n_timed);
        assert_eq!(text.matches("2 threads").count(), n_timed);
    }

    #[test]
    fn json_says_the_same() {
        let (text, error) = told(&sample_model(8), true);
        assert_eq!(error, None);
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(report["blocks"]["ordinary"], 2);
        assert_eq!(report["is_finite"], true);
        assert_eq!(report["speed"][1]["board"], "19x19");
    }

    #[test]
    fn numbers_too_large_are_told() {
        let mut model = sample_model(8);
        model.value.hidden.weights.fill(f32::MAX);
        model.value.outcome.weights.fill(f32::MAX);
        let (text, error) = told(&model, false);
        assert!(text.contains("some numbers are not finite"), "{text}");
        assert!(!text.contains("evaluations a second"), "{text}");
        assert!(error.unwrap().ends_with("have numbers that are not finite"));
    }
}
