//! The work on one board, by each of the methods.

use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, BufReader, ErrorKind};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::options::ExactOptions;
use super::report::{MoveReport, Report, Spent, States, Value, Written};
use crate::base::{Budget, CancelToken, Messages, Stop};
use crate::config::Settings;
use crate::exact::captures::{CaptureSolver, MAX_CREDIT};
use crate::exact::certificate::BoardFile;
use crate::exact::proved::{Proved, ValueQuestion};
use crate::exact::retrograde::{Retrograde, RetrogradeError, StateValue, Sweep};
use crate::exact::rules::{Counting, ExactRules};
use crate::exact::shape::Shape;
use crate::exact::solve::{BoardSolver, MoveValue};
use crate::exact::state::State;
use crate::exact::superko::{self, ColoredState, Superko};
use crate::exact::table_file;
use crate::files::{self, ReadError};

/// Longest line of play that is printed, in moves.
const LINE_LENGTH: usize = 30;

/// One board to solve.
pub(super) struct Task<'a> {
    options: &'a ExactOptions,
    settings: &'a Settings,
    shape: Shape,
    rules: ExactRules,
    start: Instant,
    progress: Progress,
}

impl<'a> Task<'a> {
    /// The clock starts.
    pub(super) fn new(
        options: &'a ExactOptions,
        settings: &'a Settings,
        shape: Shape,
        rules: ExactRules,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            options,
            settings,
            shape,
            rules,
            start: Instant::now(),
            progress: Progress::new()?,
        })
    }

    /// Proofs from the empty board. `show` gets the line of the value and of each move as soon as it is known.
    pub(super) fn by_search(
        self,
        budget: &mut Budget,
        mut show: impl FnMut(&dyn Display) -> io::Result<()>,
    ) -> anyhow::Result<Report> {
        let question = self.options.question();
        let mut solver = BoardSolver::new(
            self.shape.clone(),
            self.rules,
            self.options
                .memory(&self.shape, self.settings)
                .saturating_mul(1 << 20),
        )
        .with_threads(self.options.threads.into());
        if let Some(path) = &self.options.table {
            load(path, &mut solver)?;
        }
        let (proved, stop) = self.prove_value(&mut solver, question, budget);
        let mut report = self.report(proved.bounds(question));
        report.not_finished = stop.map(|stop| stop.to_string());
        show(&format_args!("value {}", report.value.text))?;
        let mut nodes = Spent {
            for_value: solver.n_nodes(),
            in_all: None,
        };
        if proved.answers(question) && !self.options.value_only {
            let mut shown = Ok(());
            let mut moves = Vec::new();
            let stop = solver.each_move(
                &State::EMPTY,
                question,
                budget,
                |point, nodes| {
                    let text = format!("move {}, {nodes} nodes", name(&self.shape, point));
                    self.progress.show(text);
                },
                |MoveValue { point, proved }| {
                    let found = MoveReport {
                        mv: name(&self.shape, point),
                        value: value_of(self.rules, proved.bounds(question)),
                    };
                    if shown.is_ok() {
                        shown = show(&found);
                    }
                    moves.push(found);
                },
            );
            shown?;
            report.moves = moves;
            report.not_finished = stop.map(|stop| stop.to_string());
            let line = solver.best_line(&State::EMPTY, question, LINE_LENGTH, budget);
            let line = line.into_iter().map(|point| self.name(point));
            report.line = Some(line.collect()).filter(|line: &Vec<String>| !line.is_empty());
            nodes.in_all = Some(solver.n_nodes());
            report.seconds.in_all = Some(self.start.elapsed().as_secs_f64());
        }
        report.certificate = self.write_proof(&mut solver, proved, budget)?;
        self.progress.finish();
        report.nodes = Some(nodes);
        if let Some(path) = &self.options.table {
            save(path, &solver)?;
        }
        Ok(report)
    }

    /// Writes the certificate, if the options name a file for it.
    fn write_proof(
        &self,
        solver: &mut BoardSolver,
        proved: Proved,
        budget: &Budget,
    ) -> anyhow::Result<Option<Written>> {
        let Some(path) = &self.options.proof else {
            return Ok(None);
        };
        let start = Instant::now();
        self.progress.show("proof".to_owned());
        let mut budget = budget.renewed(self.options.nodes.unwrap_or(u64::MAX));
        let bounds = proved.bounds(self.options.question());
        let file = BoardFile::new(solver, proved, bounds, &mut budget).context("no proof")?;
        let mut text = Vec::new();
        file.write(&mut text)?;
        let place = || format!("cannot write the proof {}", path.display());
        files::write(path, &text).with_context(place)?;
        Ok(Some(Written {
            file: path.clone(),
            answers: file.n_answers(),
            bytes: text.len(),
            seconds: start.elapsed().as_secs_f64(),
        }))
    }

    /// What is proved of the value of the empty board within the budget.
    fn prove_value(
        &self,
        solver: &mut BoardSolver,
        question: ValueQuestion,
        budget: &mut Budget,
    ) -> (Proved, Option<Stop>) {
        let width = |(least, most): (i8, i8)| u64::from(most.abs_diff(least));
        let area = self.shape.area();
        let whole = width((-area, area));
        self.progress.set_length(whole);
        let report = |proved: Proved, nodes| {
            let bounds = proved.bounds(question);
            self.progress.set_position(whole - width(bounds).min(whole));
            let text = Value::new(bounds, false).text;
            self.progress.show(format!("{text}, {nodes} nodes"));
        };
        match self.options.at_least {
            Some(threshold) => solver.prove(&State::EMPTY, threshold, budget, report),
            None => solver.solve(&State::EMPTY, question, budget, report),
        }
    }

    /// All states at once.
    pub(super) fn by_retrograde(self, cancel: &CancelToken) -> anyhow::Result<Report> {
        let question = self.options.question();
        let bounds = |value: StateValue| Proved::of_value(value).bounds(question);
        let solved = Retrograde::solve(self.shape.clone(), self.rules, |sweep| {
            self.swept(sweep, cancel)
        });
        self.progress.finish();
        let solved = match solved {
            Ok(solved) => solved,
            Err(error @ RetrogradeError::Stopped) => return Ok(self.unfinished(&error)),
            Err(error) => return Err(error.into()),
        };
        let value = solved
            .value(&State::EMPTY)
            .context("the empty board has no value")?;
        let mut report = self.report(bounds(value));
        let moves = solved.moves(&State::EMPTY).into_iter();
        report.moves = self.moves(moves.map(|(point, value)| (point, bounds(value))));
        report.states = Some(States {
            number: solved.n_classes() + solved.n_ko_classes(),
            sweeps: solved.sweeps(),
        });
        Ok(report)
    }

    /// The player who captures more in a cycle wins.
    pub(super) fn by_captures(self, cancel: &CancelToken) -> anyhow::Result<Report> {
        let mut solver = CaptureSolver::new(self.shape.clone())?;
        let mut progress = |sweep: Sweep| self.swept(sweep, cancel);
        let value = solver.value(&State::EMPTY, &mut progress)?;
        let moves = if self.options.value_only {
            Vec::new()
        } else {
            solver.moves(&State::EMPTY, &mut progress)?
        };
        self.progress.finish();
        let mut report = self.report((value, value));
        report.moves = self.moves(moves.into_iter().map(exactly));
        report.assumed = Some(format!(
            "no player needs a credit of more than {MAX_CREDIT} captures"
        ));
        Ok(report)
    }

    /// No position returns.
    pub(super) fn by_superko(
        self,
        superko: Superko,
        budget: &mut Budget,
    ) -> anyhow::Result<Report> {
        let empty = ColoredState::EMPTY;
        let (moves, stop) = superko::moves(&self.shape, superko, empty, &[], budget)?;
        self.progress.finish();
        let mut report = match stop {
            None => {
                let known = moves
                    .into_iter()
                    .filter_map(|(point, value)| Some((point, value?)));
                let moves: Vec<(Option<u32>, i8)> = known.collect();
                let value = moves.iter().map(|(_, value)| *value).max().unwrap_or(0);
                let mut report = self.report((value, value));
                report.moves = self.moves(moves.into_iter().map(exactly));
                report
            }
            Some(stop) => self.unfinished(&stop),
        };
        report.nodes = Some(Spent {
            for_value: budget.spent(),
            in_all: None,
        });
        Ok(report)
    }

    /// What is known when the value is found: the clock is read.
    fn report(&self, bounds: (i8, i8)) -> Report {
        let seconds = self.start.elapsed().as_secs_f64();
        Report::new(&self.shape, self.value(bounds), seconds)
    }

    /// Nothing is known but the size of the board.
    fn unfinished(&self, reason: &impl ToString) -> Report {
        let area = self.shape.area();
        let mut report = self.report((-area, area));
        report.not_finished = Some(reason.to_string());
        report
    }

    fn value(&self, bounds: (i8, i8)) -> Value {
        value_of(self.rules, bounds)
    }

    fn moves(&self, moves: impl Iterator<Item = (Option<u32>, (i8, i8))>) -> Vec<MoveReport> {
        moves
            .map(|(point, bounds)| MoveReport {
                mv: self.name(point),
                value: self.value(bounds),
            })
            .collect()
    }

    fn name(&self, point: Option<u32>) -> String {
        name(&self.shape, point)
    }

    /// Shows how far the states have come. Continues, unless the computation was cancelled.
    fn swept(&self, sweep: Sweep, cancel: &CancelToken) -> ControlFlow<()> {
        self.progress
            .show(format!("{} states changed", sweep.n_changed));
        go_on(cancel)
    }
}

/// A value as equal bounds.
fn exactly((point, value): (Option<u32>, i8)) -> (Option<u32>, (i8, i8)) {
    (point, (value, value))
}

/// The board for a text such as `4x3`.
pub(in crate::cli) fn parse_shape(text: &str) -> anyhow::Result<Shape> {
    let sides = text
        .split_once('x')
        .and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match sides {
        Some((width, height)) => Ok(Shape::new(width, height)?),
        None => bail!("`{text}` is not a board: expected columns and rows, such as 4x4"),
    }
}

/// Continues, unless the computation was cancelled.
pub(in crate::cli) fn go_on(cancel: &CancelToken) -> ControlFlow<()> {
    if cancel.is_cancelled() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Time between two lines of progress where standard error is no terminal.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);

/// Progress on standard error: a bar on a terminal, else a line now and then.
struct Progress {
    bar: ProgressBar,
    start: Instant,
    last: Cell<Instant>,
}

impl Progress {
    fn new() -> anyhow::Result<Self> {
        let style = ProgressStyle::with_template("{bar:30} {elapsed}, {msg}")?;
        let now = Instant::now();
        Ok(Self {
            bar: ProgressBar::new(1).with_style(style),
            start: now,
            last: Cell::new(now),
        })
    }

    fn set_length(&self, length: u64) {
        self.bar.set_length(length);
    }

    fn set_position(&self, position: u64) {
        self.bar.set_position(position);
    }

    fn show(&self, text: String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(text);
        } else if self.last.get().elapsed() >= PROGRESS_INTERVAL {
            self.last.set(Instant::now());
            let seconds = self.start.elapsed().as_secs();
            Messages::to_standard_error().write(format!("{seconds} s, {text}\n").as_bytes());
        }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The name of a move.
fn name(shape: &Shape, point: Option<u32>) -> String {
    point.map_or_else(|| "pass".to_owned(), |point| shape.vertex(point))
}

/// A value in the words of the rules.
fn value_of(rules: ExactRules, bounds: (i8, i8)) -> Value {
    Value::new(bounds, rules.counting != Counting::Area)
}

fn load(path: &Path, solver: &mut BoardSolver) -> anyhow::Result<()> {
    let place = || format!("cannot read the table {}", path.display());
    let file = match files::open(path) {
        Err(ReadError::Io(error)) if error.kind() == ErrorKind::NotFound => return Ok(()),
        file => file.with_context(place)?,
    };
    let mut input = BufReader::new(file);
    let (shape, rules) = (solver.shape().clone(), solver.rules());
    table_file::read(&mut input, &shape, rules, |entry| solver.add_entry(entry))
        .with_context(place)?;
    Ok(())
}

/// Writes the table; a crash leaves the old one.
fn save(path: &Path, solver: &BoardSolver) -> anyhow::Result<()> {
    let table = files::replace(path, |mut out| {
        table_file::write(&mut out, solver.shape(), solver.rules(), solver.entries()).map(drop)
    });
    table.with_context(|| format!("cannot write the table {}", path.display()))
}
