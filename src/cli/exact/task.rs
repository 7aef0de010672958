//! The work on one board, by each of the methods.

use std::io::{BufReader, ErrorKind};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::options::ExactOptions;
use super::report::{MoveReport, Report, Spent, States, Value};
use crate::base::{Budget, CancelToken};
use crate::config::Settings;
use crate::exact::captures::{CaptureSolver, MAX_CREDIT};
use crate::exact::proved::Proved;
use crate::exact::retrograde::{Retrograde, RetrogradeError, StateValue, Sweep};
use crate::exact::rules::{Counting, ExactRules};
use crate::exact::shape::Shape;
use crate::exact::solve::{BoardSolver, MoveValue};
use crate::exact::state::State;
use crate::exact::superko::{self, Superko, SuperkoError};
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
    bar: ProgressBar,
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
            bar: progress_bar()?,
        })
    }

    /// Proofs from the empty board.
    pub(super) fn by_search(self, budget: &mut Budget) -> anyhow::Result<Report> {
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
        let width = |(least, most): (i8, i8)| u64::from(most.abs_diff(least));
        let area = self.shape.area();
        self.bar.set_length(width((-area, area)));
        let report = |proved: Proved, nodes| {
            let bounds = proved.bounds(question);
            self.bar
                .set_position(width((-area, area)) - width(bounds).min(width((-area, area))));
            let text = Value::new(bounds, false).text;
            self.bar.set_message(format!("{text}, {nodes} nodes"));
        };
        let (proved, stop) = match self.options.at_least {
            Some(threshold) => solver.prove(&State::EMPTY, threshold, budget, report),
            None => solver.solve(&State::EMPTY, question, budget, report),
        };
        self.bar.finish_and_clear();
        let mut report = self.report(proved.bounds(question));
        report.not_finished = stop.map(|stop| stop.to_string());
        let mut nodes = Spent {
            for_value: solver.n_nodes(),
            in_all: None,
        };
        if proved.answers(question) && !self.options.value_only {
            let line = solver.best_line(&State::EMPTY, question, LINE_LENGTH, budget);
            report.line = Some(line.into_iter().map(|point| self.name(point)).collect());
            let (moves, _) = solver.moves(&State::EMPTY, question, budget);
            report.moves = self.moves(
                moves
                    .into_iter()
                    .map(|MoveValue { point, proved }| (point, proved.bounds(question))),
            );
            nodes.in_all = Some(solver.n_nodes());
            report.seconds.in_all = Some(self.start.elapsed().as_secs_f64());
        }
        report.nodes = Some(nodes);
        if let Some(path) = &self.options.table {
            save(path, &solver)?;
        }
        Ok(report)
    }

    /// All states at once.
    pub(super) fn by_retrograde(self, cancel: &CancelToken) -> anyhow::Result<Report> {
        let question = self.options.question();
        let bounds = |value: StateValue| Proved::of_value(value).bounds(question);
        let solved = Retrograde::solve(self.shape.clone(), self.rules, |sweep| {
            self.swept(sweep, cancel)
        });
        self.bar.finish_and_clear();
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
        self.bar.finish_and_clear();
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
        let found = superko::first_moves(&self.shape, superko, budget);
        self.bar.finish_and_clear();
        let mut report = match found {
            Ok(moves) => {
                let value = moves.iter().map(|(_, value)| *value).max().unwrap_or(0);
                let mut report = self.report((value, value));
                report.moves = self.moves(moves.into_iter().map(exactly));
                report
            }
            Err(SuperkoError::Stopped(stop)) => self.unfinished(&stop),
            Err(error @ SuperkoError::TooLarge { .. }) => return Err(error.into()),
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
        Value::new(bounds, self.rules.counting != Counting::Area)
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
        point.map_or_else(|| "pass".to_owned(), |point| self.shape.vertex(point))
    }

    /// Shows how far the states have come. Continues, unless the computation was cancelled.
    fn swept(&self, sweep: Sweep, cancel: &CancelToken) -> ControlFlow<()> {
        self.bar
            .set_message(format!("{} states changed", sweep.n_changed));
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

/// A progress bar on standard error, if that is a terminal.
fn progress_bar() -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:30} {elapsed}, {msg}")?;
    Ok(ProgressBar::new(1).with_style(style))
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
