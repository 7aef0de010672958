//! `tedomari exact`: small boards solved.

use std::io::{BufReader, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use crate::base::{Budget, CancelToken};
use crate::config::Settings;
use crate::exact::captures::{CaptureSolver, MAX_CREDIT};
use crate::exact::proved::{Proved, ValueQuestion};
use crate::exact::retrograde::{MAX_RETROGRADE_POINTS, Retrograde, RetrogradeError, StateValue};
use crate::exact::rules::{Counting, ExactRules, KoAtEnd, Territory};
use crate::exact::shape::Shape;
use crate::exact::solve::{BoardSolver, MoveValue};
use crate::exact::state::State;
use crate::exact::superko::{self, Superko, SuperkoError};
use crate::exact::table_file;
use crate::files::{self, ReadError};

/// The board to solve, and the rules and limits.
#[derive(Debug, Args)]
pub(super) struct ExactOptions {
    /// Columns and rows, such as 4x4; at most 30 points.
    board: String,
    /// Rules of the game.
    #[arg(long, value_enum, default_value_t = RuleSet::Area)]
    rules: RuleSet,
    /// The result of endless play.
    #[arg(long, value_enum, default_value_t = Repetition::Draw)]
    repetition: Repetition,
    /// The regions that are territory, under Sei and Kawashima's rules.
    #[arg(long, value_enum, default_value_t = TerritoryRule::NotInSeki)]
    territory: TerritoryRule,
    /// The effect of a ko on passes and on the end of the game.
    #[arg(long, value_enum, default_value_t = KoRule::Ignored)]
    ko: KoRule,
    /// The method that finds the value.
    #[arg(long, value_enum, default_value_t = Method::Search)]
    method: Method,
    /// Prove only the value: no best line, no values of the first moves.
    #[arg(long)]
    value_only: bool,
    /// Prove only whether Black can force this many points, such as 25 or -3.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    at_least: Option<i8>,
    /// Threads of the search by depth, which proves the hard cases under area scoring.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// Stop after this many nodes, with the bounds proved by then.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Memory for the table of the search, in MiB. The default is 64 for boards up to 16 points, and 1024 for larger
    /// boards, but no more than `limits.memory_mib` leaves.
    #[arg(long, value_name = "MIB")]
    memory: Option<usize>,
    /// Keep the results of the search in this file. If the file exists, continue from it.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

/// A family of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RuleSet {
    /// Area scoring, simple ko.
    Area,
    /// Territory and prisoners.
    SeiKawashima,
}

/// The result of endless play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Repetition {
    /// A draw; under Sei and Kawashima's rules the prisoners decide.
    Draw,
    /// A loss for Black.
    Loses,
    /// A win for Black.
    Wins,
    /// A win for the player who captures more stones in the cycle, or a draw; at most 16 points.
    Captures,
    /// No arrangement of stones may occur again; at most 9 points.
    Superko,
    /// No arrangement of stones may occur again with the same player to move; at most 9 points.
    SituationalSuperko,
}

/// The regions that are territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TerritoryRule {
    /// All regions that touch one color only.
    All,
    /// Those whose blocks do not touch dame.
    NotInSeki,
    /// Those of `not-in-seki`, without regions that are linked to excluded ones.
    NotInLinkedSeki,
}

/// The effect of a ko on passes and on the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KoRule {
    /// A ko may be retaken at once.
    NoBan,
    /// A pass ends the ban on retaking; two passes end the game.
    Ignored,
    /// A pass does not count while a ko may not be retaken.
    BannedPassDoesNotCount,
    /// The game goes on while a ko can be taken.
    OpenKoContinues,
}

/// The method that finds the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Proofs from the empty board, up to 30 points.
    Search,
    /// All states of the board at once, up to 16 points.
    Retrograde,
}

/// Longest line of play that is printed, in moves.
const LINE_LENGTH: usize = 30;

/// Solves the board and prints its value, or the bounds proved so far.
pub(super) fn run(
    options: &ExactOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let shape = parse_shape(&options.board)?;
    let rules = options.exact_rules();
    let only_area = !matches!(
        options.repetition,
        Repetition::Draw | Repetition::Loses | Repetition::Wins
    );
    if only_area && rules != ExactRules::AREA {
        bail!("this rule of repetition needs area scoring and the default ko rule");
    }
    if options.table.is_some() && (only_area || options.method != Method::Search) {
        bail!("only `--method search` without a rule of repetition keeps a table");
    }
    options.check_method()?;
    let mut budget = options.nodes.map_or_else(Budget::unlimited, Budget::nodes);
    budget = budget.with_cancel(cancel);
    let task = Task {
        options,
        settings,
        shape,
        rules,
        start: Instant::now(),
        bar: progress_bar()?,
    };
    match (options.repetition, options.method) {
        (Repetition::Captures, _) => task.by_captures(cancel, out),
        (Repetition::Superko, _) => task.by_superko(Superko::Positional, &mut budget, out),
        (Repetition::SituationalSuperko, _) => {
            task.by_superko(Superko::Situational, &mut budget, out)
        }
        (_, Method::Retrograde) => task.by_retrograde(cancel, out),
        (_, Method::Search) => task.by_search(&mut budget, out),
    }
}

impl ExactOptions {
    fn exact_rules(&self) -> ExactRules {
        let counting = match (self.rules, self.territory) {
            (RuleSet::Area, _) => Counting::Area,
            (RuleSet::SeiKawashima, TerritoryRule::All) => Counting::Prisoners(Territory::All),
            (RuleSet::SeiKawashima, TerritoryRule::NotInSeki) => {
                Counting::Prisoners(Territory::NotInSeki)
            }
            (RuleSet::SeiKawashima, TerritoryRule::NotInLinkedSeki) => {
                Counting::Prisoners(Territory::NotInLinkedSeki)
            }
        };
        let ko = match self.ko {
            KoRule::NoBan => KoAtEnd::NoBan,
            KoRule::Ignored => KoAtEnd::Ignored,
            KoRule::BannedPassDoesNotCount => KoAtEnd::BannedPassDoesNotCount,
            KoRule::OpenKoContinues => KoAtEnd::OpenKoContinues,
        };
        ExactRules { counting, ko }
    }

    /// Checks that the method knows the options that are given.
    fn check_method(&self) -> anyhow::Result<()> {
        let is_superko = matches!(
            self.repetition,
            Repetition::Superko | Repetition::SituationalSuperko
        );
        let only_draws = self.repetition != Repetition::Captures && !is_superko;
        let searches = only_draws && self.method == Method::Search;
        let given = [
            ("--nodes", self.nodes.is_some(), searches || is_superko),
            ("--at-least", self.at_least.is_some(), searches),
            ("--threads", self.threads > 1, searches),
        ];
        for (option, is_given, is_known) in given {
            if is_given && !is_known {
                let method = match self.method {
                    Method::Retrograde => "`--method retrograde`",
                    Method::Search => "this rule of repetition",
                };
                bail!("{method} does not know `{option}`");
            }
        }
        Ok(())
    }

    /// Memory for the table, in MiB: as asked for, else as the limit of all memory allows.
    fn memory(&self, shape: &Shape, settings: &Settings) -> usize {
        let is_small = shape.n_points() <= MAX_RETROGRADE_POINTS;
        let usual = if is_small { 64 } else { 1024 };
        self.memory.unwrap_or_else(|| settings.solver_mib(usual))
    }

    /// The question about endless play, for the kinds of repetition that the search knows.
    fn question(&self) -> ValueQuestion {
        match self.repetition {
            Repetition::Loses => ValueQuestion::Lower,
            Repetition::Wins => ValueQuestion::Upper,
            Repetition::Draw
            | Repetition::Captures
            | Repetition::Superko
            | Repetition::SituationalSuperko => ValueQuestion::WithDraw,
        }
    }
}

/// One board to solve.
struct Task<'a> {
    options: &'a ExactOptions,
    settings: &'a Settings,
    shape: Shape,
    rules: ExactRules,
    start: Instant,
    bar: ProgressBar,
}

impl Task<'_> {
    fn by_search(self, budget: &mut Budget, out: &mut impl Write) -> anyhow::Result<()> {
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
            self.bar
                .set_message(format!("{}, {nodes} nodes", interval(bounds)));
        };
        let (proved, stop) = match self.options.at_least {
            Some(threshold) => solver.prove(&State::EMPTY, threshold, budget, report),
            None => solver.solve(&State::EMPTY, question, budget, report),
        };
        self.bar.finish_and_clear();
        writeln!(out, "value {}", self.text(proved.bounds(question)))?;
        if let Some(stop) = stop {
            writeln!(out, "not finished: {stop}")?;
        }
        let (nodes, seconds) = (solver.n_nodes(), self.start.elapsed().as_secs_f64());
        if proved.answers(question) && !self.options.value_only {
            self.write_moves(&mut solver, question, budget, out)?;
            let all = solver.n_nodes();
            writeln!(out, "nodes {nodes} for the value, {all} in all")?;
            let all = self.start.elapsed().as_secs_f64();
            writeln!(out, "seconds {seconds:.2} for the value, {all:.2} in all")?;
        } else {
            writeln!(out, "nodes {nodes}")?;
            writeln!(out, "seconds {seconds:.2}")?;
        }
        if let Some(path) = &self.options.table {
            save(path, &solver)?;
        }
        Ok(())
    }

    fn write_moves(
        &self,
        solver: &mut BoardSolver,
        question: ValueQuestion,
        budget: &mut Budget,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let line = solver.best_line(&State::EMPTY, question, LINE_LENGTH, budget);
        let line: Vec<String> = line.into_iter().map(|point| self.name(point)).collect();
        writeln!(out, "line {}", line.join(" "))?;
        let (moves, _) = solver.moves(&State::EMPTY, question, budget);
        for MoveValue { point, proved } in moves {
            let value = self.text(proved.bounds(question));
            writeln!(out, "move {} {value}", self.name(point))?;
        }
        Ok(())
    }

    fn by_retrograde(self, cancel: &CancelToken, out: &mut impl Write) -> anyhow::Result<()> {
        let question = self.options.question();
        let bounds = |value: StateValue| Proved::of_value(value).bounds(question);
        let solved = Retrograde::solve(self.shape.clone(), self.rules, |sweep| {
            self.bar
                .set_message(format!("{} states changed", sweep.n_changed));
            go_on(cancel)
        });
        self.bar.finish_and_clear();
        let solved = match solved {
            Ok(solved) => solved,
            Err(RetrogradeError::Stopped) => {
                let area = self.shape.area();
                writeln!(out, "value {}", interval((-area, area)))?;
                writeln!(out, "not finished: {}", RetrogradeError::Stopped)?;
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        let value = solved
            .value(&State::EMPTY)
            .context("the empty board has no value")?;
        writeln!(out, "value {}", self.text(bounds(value)))?;
        for (point, value) in solved.moves(&State::EMPTY) {
            writeln!(
                out,
                "move {} {}",
                self.name(point),
                self.text(bounds(value))
            )?;
        }
        let n_states = solved.n_classes() + solved.n_ko_classes();
        writeln!(out, "states {n_states}, sweeps {}", solved.sweeps())?;
        writeln!(out, "seconds {:.2}", self.start.elapsed().as_secs_f64())?;
        Ok(())
    }

    fn by_captures(self, cancel: &CancelToken, out: &mut impl Write) -> anyhow::Result<()> {
        let mut solver = CaptureSolver::new(self.shape.clone())?;
        let mut progress = |sweep: crate::exact::retrograde::Sweep| {
            self.bar
                .set_message(format!("{} states changed", sweep.n_changed));
            go_on(cancel)
        };
        let value = solver.value(&State::EMPTY, &mut progress)?;
        let moves = if self.options.value_only {
            Vec::new()
        } else {
            solver.moves(&State::EMPTY, &mut progress)?
        };
        self.bar.finish_and_clear();
        writeln!(out, "value {}", points(value))?;
        for (point, value) in moves {
            writeln!(out, "move {} {}", self.name(point), points(value))?;
        }
        writeln!(
            out,
            "assumed: no player needs a credit of more than {MAX_CREDIT} captures"
        )?;
        writeln!(out, "seconds {:.2}", self.start.elapsed().as_secs_f64())?;
        Ok(())
    }

    fn by_superko(
        self,
        superko: Superko,
        budget: &mut Budget,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let found = superko::first_moves(&self.shape, superko, budget);
        self.bar.finish_and_clear();
        match found {
            Ok(moves) => {
                let value = moves.iter().map(|(_, value)| *value).max().unwrap_or(0);
                writeln!(out, "value {}", points(value))?;
                for (point, value) in moves {
                    writeln!(out, "move {} {}", self.name(point), points(value))?;
                }
            }
            Err(SuperkoError::Stopped(stop)) => {
                let area = self.shape.area();
                writeln!(out, "value {}", interval((-area, area)))?;
                writeln!(out, "not finished: {stop}")?;
            }
            Err(error @ SuperkoError::TooLarge { .. }) => return Err(error.into()),
        }
        writeln!(out, "nodes {}", budget.spent())?;
        writeln!(out, "seconds {:.2}", self.start.elapsed().as_secs_f64())?;
        Ok(())
    }

    fn name(&self, point: Option<u32>) -> String {
        point.map_or_else(|| "pass".to_owned(), |point| self.shape.vertex(point))
    }

    /// The value as `B+9`, `W+2` or `0`; bounds as `W+2 to B+9`. In the prisoner game, `win`, `draw` or `loss` comes
    /// first.
    fn text(&self, bounds: (i8, i8)) -> String {
        let score = interval(bounds);
        if self.rules.counting == Counting::Area || bounds.0 != bounds.1 {
            return score;
        }
        let outcome = match bounds.0 {
            1.. => "win",
            0 => "draw",
            _ => "loss",
        };
        format!("{outcome} {score}")
    }
}

/// The board for a text such as `4x3`.
pub(super) fn parse_shape(text: &str) -> anyhow::Result<Shape> {
    let sides = text
        .split_once('x')
        .and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match sides {
        Some((width, height)) => Ok(Shape::new(width, height)?),
        None => bail!("`{text}` is not a board: expected columns and rows, such as 4x4"),
    }
}

/// Continues, unless the computation was cancelled.
pub(super) fn go_on(cancel: &CancelToken) -> ControlFlow<()> {
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

fn interval((least, most): (i8, i8)) -> String {
    if least == most {
        points(least)
    } else {
        format!("{} to {}", points(least), points(most))
    }
}

/// A value as `B+9`, `W+2` or `0`.
fn points(value: i8) -> String {
    match value {
        0 => "0".to_owned(),
        1.. => format!("B+{value}"),
        _ => format!("W+{}", value.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: ExactOptions,
    }

    fn solve(line: &str) -> anyhow::Result<String> {
        let words = std::iter::once("exact").chain(line.split_whitespace());
        let options = Line::try_parse_from(words)?.options;
        let mut out = Vec::new();
        run(
            &options,
            &Settings::default(),
            &CancelToken::new(),
            &mut out,
        )?;
        Ok(String::from_utf8(out)?)
    }

    fn check(line: &str, expected: &[&str]) {
        let out = solve(&format!("{line} --memory 16")).unwrap();
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.first(), expected.first(), "{line}: {out}");
        for wanted in expected {
            assert!(lines.contains(wanted), "{line}: {wanted} in {out}");
        }
    }

    #[test]
    fn small_boards_have_their_known_values() {
        check("3x3", &["value B+9", "move B2 B+9", "move A1 W+9"]);
        check("1x3", &["value B+3", "line A2 pass pass"]);
        check(
            "2x2 --rules sei-kawashima",
            &["value draw 0", "move pass draw 0"],
        );
        check("3x3 --repetition loses --value-only", &["value B+9"]);
        check("2x3 --repetition wins", &["value B+6", "move A1 W+6"]);
        check("2x2 --repetition superko", &["value B+1", "move pass W+1"]);
        check("2x2 --repetition situational-superko", &["value B+1"]);
        check("1x6 --repetition captures", &["value B+1"]);
        check(
            "3x2 --ko no-ban --method retrograde",
            &["value 0", "move A1 0"],
        );
        check(
            "3x3 --rules sei-kawashima --territory all --method retrograde",
            &["value win B+5", "move B3 win B+2", "move A3 loss W+6"],
        );
    }

    #[test]
    fn one_claim_gives_one_bound() {
        check("3x4 --at-least 4", &["value B+4 to B+12"]);
        check("3x4 --at-least 3 --threads 2", &["value B+3 to B+12"]);
        check("3x4 --at-least -12", &["value W+12 to B+12"]);
        check(
            "3x4 --at-least 5 --repetition loses",
            &["value W+12 to B+4"],
        );
    }

    #[test]
    fn a_method_refuses_an_option_that_it_does_not_know() {
        for (line, expected) in [
            (
                "3x3 --method retrograde --nodes 10",
                "`--method retrograde` does not know `--nodes`",
            ),
            (
                "3x3 --repetition captures --nodes 10",
                "this rule of repetition does not know `--nodes`",
            ),
            (
                "3x3 --repetition superko --at-least 3",
                "this rule of repetition does not know `--at-least`",
            ),
            (
                "3x3 --method retrograde --threads 2",
                "`--method retrograde` does not know `--threads`",
            ),
        ] {
            assert_eq!(solve(line).unwrap_err().to_string(), expected, "{line}");
        }
    }

    #[test]
    fn a_budget_too_small_leaves_bounds() {
        check(
            "4x4 --nodes 100",
            &["value W+16 to B+16", "not finished: out of nodes"],
        );
        check(
            "3x3 --nodes 100 --repetition superko",
            &["value W+9 to B+9"],
        );
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "",
            "3",
            "x",
            "axb",
            "0x3",
            "9x9",
            "5x5 --method retrograde",
            "4x4 --repetition superko",
            "3x3 --repetition captures --rules sei-kawashima",
            "3x3 --repetition captures --table nowhere",
        ] {
            assert!(solve(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_table_is_kept_and_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("3x4.table");
        let table = format!("--memory 16 --value-only --table {}", path.display());
        let nodes = |out: String| -> u64 {
            let words = out.lines().find_map(|line| line.strip_prefix("nodes "));
            words.unwrap().parse().unwrap()
        };
        let first = nodes(solve(&format!("3x4 {table}")).unwrap());
        let second = nodes(solve(&format!("3x4 {table}")).unwrap());
        assert!(second * 10 < first, "{second} {first}");
        assert!(solve(&format!("4x3 {table}")).is_err());
    }
}
