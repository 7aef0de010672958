//! `tedomari read`: life and death problems from SGF records; connections and statuses by options.
//!
//! The question is about the block that is marked in the first position, or named in its comment. Otherwise the block
//! is guessed, and the output notes it. If several blocks of one color are marked, the question is about all of them:
//! to live means that one of them lives.

mod drawing;
mod proof;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use crate::base::allocation::spawn_up_to;
use crate::base::{Budget, CancelToken, counted};
use crate::board::{Board, Color, Komi, Point, PointSet};
use crate::cli::read_report::{AnswerReport, Asked, Report, StatusReport, vertices};
use crate::cli::record::{
    At, CountOptions, check_on_board, check_stones, doubts, load_record, log_doubts, parse_komi,
};
use crate::config::Settings;
use crate::draw::views::Asked as AskedPicture;
use crate::engine::Engine;
use crate::engine::reading::{
    Answer, Effort, Finding, LinkGoal, PositionReading, ProblemTargets, Question as EngineQuestion,
    Source, targets_of,
};
use crate::sgf::Record;
use crate::tsumego::proof_file::{NoProof, ProofFile};
use crate::tsumego::{Goal, Question, owner_of};
use drawing::DrawingOptions;
use proof::{ProofOptions, Written};

/// The problems to read, and limits.
#[derive(Debug, Args)]
pub(super) struct ReadOptions {
    /// Records in SGF; `-` reads standard input. A problem is read before its first move, a game that begins without a
    /// fight at its end.
    #[arg(required = true)]
    problems: Vec<PathBuf>,
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    question: QuestionOptions,
    #[command(flatten)]
    other: OtherOptions,
    /// Seconds for each problem.
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Most nodes for each problem. If the seconds suffice, answers are the same on every machine.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Number of problems read at the same time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Threads that read each problem together; the default is the setting `reader.threads`. With more than one
    /// thread, the number of nodes and the results within the time vary from run to run.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print one JSON object for each problem, one in each line.
    #[arg(long)]
    json: bool,
    /// Say what the move is for, and why others fail: for questions whether blocks are killed or live.
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    proof: ProofOptions,
    #[command(flatten)]
    drawing: DrawingOptions,
}

/// Another position than that of the problem.
#[derive(Debug, Default, Args)]
pub(super) struct PositionOptions {
    /// Read the position before this move of the record, counted from 1.
    #[arg(long = "move", value_name = "N")]
    before_move: Option<usize>,
    /// Komi, as for `score`. Life and death do not depend on it.
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true, value_parser = parse_komi)]
    komi: Option<Komi>,
}

impl PositionOptions {
    /// The record up to the position.
    fn load(&self, path: &Path, settings: &Settings) -> anyhow::Result<Record> {
        let at = self.before_move.map_or(At::Problem, At::Move);
        let mut record = load_record(path, settings, at)?;
        let count = CountOptions {
            komi: self.komi,
            ..CountOptions::default()
        };
        count.apply(&mut record.game)?;
        Ok(record)
    }
}

/// The question about each problem, if it should differ from the record's.
#[derive(Debug, Default, Args)]
pub(super) struct QuestionOptions {
    /// Ask about this block instead of the one that is marked, named or guessed. Several blocks are separated by
    /// commas: one of them has to live, or all of them have to be killed.
    #[arg(long, value_name = "VERTEX", value_delimiter = ',')]
    target: Vec<Point>,
    /// The goal of the side to move. The default is to kill a block of the opponent, or to live with a block of its
    /// own.
    #[arg(long)]
    goal: Option<GoalOption>,
    /// The side to move first; the default is the record's.
    #[arg(long, value_name = "COLOR")]
    to_move: Option<Color>,
}

/// Another question than that of life and death.
#[derive(Debug, Default, Args)]
#[group(multiple = false, conflicts_with_all = ["target", "goal", "to_move"])]
struct OtherOptions {
    /// Ask whether the owner of two blocks, moving first, connects them.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    connect: Vec<Point>,
    /// Ask whether the other side, moving first, cuts two blocks of one color apart.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    cut: Vec<Point>,
    /// Ask whether a block is alive, dead or in a seki, or the next move decides: both questions, half of the time for
    /// each.
    #[arg(long, value_name = "VERTEX", conflicts_with = "proof")]
    status: Option<Point>,
}

/// The goals of [`OtherOptions`].
#[derive(Clone, Copy, Debug)]
enum OtherGoal {
    Connect,
    Cut,
    Status,
}

impl OtherGoal {
    const fn name(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::Cut => "cut",
            Self::Status => "status",
        }
    }
}

impl OtherOptions {
    /// The goal and its points, if one of these options is given.
    fn asked(&self) -> Option<(OtherGoal, &[Point])> {
        if let Some(target) = &self.status {
            return Some((OtherGoal::Status, std::slice::from_ref(target)));
        }
        let links = [
            (OtherGoal::Connect, &self.connect),
            (OtherGoal::Cut, &self.cut),
        ];
        let mut asked = links.into_iter().filter(|(_, points)| !points.is_empty());
        asked.next().map(|(goal, points)| (goal, points.as_slice()))
    }
}

/// A goal about life and death.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum GoalOption {
    Kill,
    Live,
}

impl From<GoalOption> for Goal {
    fn from(option: GoalOption) -> Self {
        match option {
            GoalOption::Kill => Self::Kill,
            GoalOption::Live => Self::Live,
        }
    }
}

/// Reads all problems, several at a time, and prints the answers in the order of the files.
pub(super) fn run(
    options: &ReadOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let time = Duration::try_from_secs_f64(options.seconds).context("not a number of seconds")?;
    let mut settings = settings.clone();
    if let Some(number) = options.threads {
        settings.engine.reading.reader.threads.number = number.into();
    }
    let settings = &settings;
    options.drawing.check(options.problems.len())?;
    let engine = |n_jobs| {
        let mut params = settings.engine.clone();
        params.reading.reader = settings.reader_of(n_jobs);
        Engine::for_questions(params)
    };
    let reports = for_each_problem(&options.problems, options.jobs, engine, |path, engine| {
        engine.forget_answers();
        read(path, options, settings, time, cancel, engine)
    })?;
    let n_problems = reports.len();
    let (mut errors, mut proofs) = (Vec::new(), Vec::new());
    for report in reports {
        let (report, written) = match report {
            Ok(answered) => answered,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        proofs.extend(written);
        if options.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            writeln!(out, "{report}")?;
        }
    }
    out.flush()?;
    let failure = failure(errors, n_problems).or_else(|| proof::missing(&proofs));
    failure.map_or(Ok(()), Err)
}

/// The error at the end if some problems could not be read: the reason, if there was one problem. The reasons of
/// several go to the log.
pub(super) fn failure(mut errors: Vec<anyhow::Error>, n_problems: usize) -> Option<anyhow::Error> {
    if n_problems == 1 {
        return errors.pop();
    }
    for error in &errors {
        tracing::error!("{error:#}");
    }
    let n_errors = errors.len();
    let problems = counted(n_problems, "problem");
    (n_errors > 0).then(|| anyhow!("{n_errors} of {problems} could not be read"))
}

/// Calls `work` with each problem and what `make` gives for one of so many jobs, for several problems at a time.
/// Returns the results in the order of the problems.
pub(super) fn for_each_problem<R, T: Send>(
    problems: &[PathBuf],
    n_jobs: usize,
    make: impl Fn(usize) -> R + Sync,
    work: impl Fn(&Path, &mut R) -> T + Sync,
) -> anyhow::Result<Vec<T>> {
    let progress = progress(problems.len())?;
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<T>>> = Mutex::new(problems.iter().map(|_| None).collect());
    let n_jobs = n_jobs.clamp(1, problems.len());
    let work_off = || {
        let mut reader = make(n_jobs);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = problems.get(number) else {
                break;
            };
            let result = work(path, &mut reader);
            if let Ok(mut results) = results.lock() {
                results[number] = Some(result);
            }
            progress.inc(1);
        }
    };
    thread::scope(|scope| {
        spawn_up_to(scope, n_jobs - 1, |_| &work_off);
        work_off();
    });
    progress.finish_and_clear();
    let results = results.into_inner().unwrap_or_default();
    Ok(results.into_iter().flatten().collect())
}

/// A progress bar on standard error, if that is a terminal.
fn progress(n_problems: usize) -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::new(n_problems as u64);
    bar.set_style(ProgressStyle::with_template(
        "{elapsed_precise} {wide_bar} {pos} of {len} problems",
    )?);
    bar.enable_steady_tick(Duration::from_millis(200));
    Ok(bar)
}

/// A position with a question about it.
pub(super) struct LoadedProblem {
    pub(super) board: Board,
    pub(super) question: Question,
    targets: ProblemTargets,
    doubts: Vec<String>,
}

/// The problem in a record. If no block is marked or named, a share of the budget goes to a guess.
fn problem(
    path: &Path,
    record: &Record,
    options: &QuestionOptions,
    budget: &mut Budget,
) -> anyhow::Result<LoadedProblem> {
    let place = || path.display().to_string();
    let (game, info) = (&record.game, &record.info);
    let to_move = options.to_move.unwrap_or_else(|| game.to_move());
    let board = game.board();
    check_on_board(path, board.size(), options.target.iter().copied())?;
    let targets = asked(&options.target)
        .map(|stones| ProblemTargets::known(stones, Source::Option))
        .or_else(|| targets_of(game, info, to_move, budget))
        .with_context(|| format!("{}: no block to read: --target names one", place()))?;
    check_stones(path, board, targets.stones.iter())?;
    let owner = owner_of(board, &targets.stones)
        .with_context(|| format!("{}: the blocks have different colors", place()))?;
    let goal = options
        .goal
        .map_or_else(|| Goal::of(to_move, owner), Goal::from);
    Ok(LoadedProblem {
        board: board.clone(),
        question: Question::new(targets.stones, goal, to_move),
        targets,
        doubts: doubts(record),
    })
}

/// The problem in a record, as the record states it. What is doubtful goes to the log.
pub(super) fn recorded_problem(
    path: &Path,
    settings: &Settings,
    budget: &mut Budget,
) -> anyhow::Result<LoadedProblem> {
    let record = load_record(path, settings, At::Problem)?;
    log_doubts(path, &record);
    problem(path, &record, &QuestionOptions::default(), budget)
}

/// The answer to the question about a problem.
fn read(
    path: &Path,
    options: &ReadOptions,
    settings: &Settings,
    time: Duration,
    cancel: &CancelToken,
    engine: &mut Engine,
) -> anyhow::Result<(Report, Option<Written>)> {
    let mut budget = within(time, cancel)?;
    if let Some(nodes) = options.nodes {
        budget = budget.renewed(nodes);
    }
    if let Some((goal, points)) = options.other.asked() {
        let record = options.position.load(path, settings)?;
        let asked = Asked {
            problem: path.display().to_string(),
            goal: goal.name(),
            verb: goal.name(),
            target: vertices(points.iter().copied()),
            targets: ProblemTargets::known(
                points.iter().copied().collect::<PointSet>(),
                Source::Option,
            ),
            doubts: doubts(&record),
        };
        let board = record.game.board();
        check_on_board(path, board.size(), points.iter().copied())?;
        check_stones(path, board, points.iter().copied())?;
        let effort = Effort::Within(budget);
        let reading = engine.reading_of(&record.game, effort.limits().clone());
        let write = |finding: &Finding, board: &Board| {
            if !options.proof.is_wanted() {
                return Ok(None);
            }
            let proof = connection_proof(finding, board, points, || {
                within(options.proof.time()?, cancel)
            })?;
            let n_problems = options.problems.len();
            options.proof.write(proof.as_ref(), path, n_problems)
        };
        let report = other_answer(
            reading,
            (goal, points),
            asked,
            &effort,
            &options.drawing,
            write,
        );
        return report.with_context(|| path.display().to_string());
    }
    let record = options.position.load(path, settings)?;
    let problem = problem(path, &record, &options.question, &mut budget)?;
    let effort = Effort::Within(budget);
    let mut reading = engine.reading_of(&record.game, effort.limits().clone());
    let finding = reading.life(problem.question, &effort);
    let finding = finding.with_context(|| format!("{}: nothing to read", path.display()))?;
    let question = problem.question;
    let proof = if options.proof.is_wanted() || options.drawing.tree {
        let log2_entries = settings.engine.reading.reader.log2_entries;
        let mut budget = within(options.proof.time()?, cancel)?;
        finding.reading.as_ref().map(|found| {
            ProofFile::new(reading.board(), question, found, log2_entries, &mut budget)
        })
    } else {
        None
    };
    let written = proof.as_ref().map(|proof| {
        let n_problems = options.problems.len();
        options.proof.write(proof.as_ref(), path, n_problems)
    });
    let written = written.transpose()?.flatten();
    let asked = Asked {
        problem: path.display().to_string(),
        goal: match question.goal {
            Goal::Kill => "kill",
            Goal::Live => "live",
        },
        verb: question.goal.verb(),
        target: vertices(question.targets.iter()),
        targets: problem.targets,
        doubts: problem.doubts,
    };
    let reasons = if options.explain {
        reading.reasons(&question, &finding, &within(time, cancel)?)
    } else {
        Vec::new()
    };
    let report = AnswerReport::new(asked, &finding, written.as_ref().map(|it| it.text.clone()));
    let report = report.with_reasons(&reasons);
    let shown = AskedPicture {
        board: reading.board(),
        targets: question.targets,
        first: question.to_move,
        line: &finding.line,
        zone: &finding.zone,
    };
    let proof = proof.as_ref().and_then(|proof| proof.as_ref().ok());
    let trees = proof.filter(|_| options.drawing.tree);
    let trees = trees.map(|proof| drawing::trees(proof, reading.board(), question));
    let told = reasons.iter().map(|reason| reason.text.clone());
    let told = told.chain(report.notes());
    options
        .drawing
        .draw(&shown, &report.title(), trees.unwrap_or_default(), told)?;
    Ok((Report::Answer(report), written))
}

/// The proof of an answer about a connection as data, if the answer is proved.
fn connection_proof(
    finding: &Finding,
    board: &Board,
    points: &[Point],
    time: impl FnOnce() -> anyhow::Result<Budget>,
) -> anyhow::Result<Result<ProofFile, NoProof>> {
    Ok(match points {
        &[from, to] if finding.is_proven => {
            ProofFile::of_connection(board, (from, to), finding.to_move, &mut time()?)
        }
        _ => Err(NoProof::NotProved),
    })
}

/// So much time from now on.
fn within(time: Duration, cancel: &CancelToken) -> anyhow::Result<Budget> {
    let end = Instant::now().checked_add(time);
    let end = end.context("not a number of seconds")?;
    Ok(Budget::unlimited().until(end).with_cancel(cancel))
}

/// The answer to a question about a connection or about a status. `write` writes the proof of an answer down.
fn other_answer(
    mut reading: PositionReading<'_>,
    (goal, points): (OtherGoal, &[Point]),
    asked: Asked,
    effort: &Effort,
    drawing: &DrawingOptions,
    write: impl FnOnce(&Finding, &Board) -> anyhow::Result<Option<Written>>,
) -> anyhow::Result<(Report, Option<Written>)> {
    let question = match (goal, points) {
        (OtherGoal::Connect, &[from, to]) => EngineQuestion::Link {
            blocks: (from, to),
            goal: LinkGoal::Connect,
        },
        (OtherGoal::Cut, &[from, to]) => EngineQuestion::Link {
            blocks: (from, to),
            goal: LinkGoal::Cut,
        },
        (OtherGoal::Status, &[target]) => EngineQuestion::Status(target),
        _ => bail!("--{} takes two points", goal.name()),
    };
    let answer = reading.answer(&question, effort)?;
    let draw = |finding: &Finding, zone: &PointSet, title: &str| {
        let shown = AskedPicture {
            board: reading.board(),
            targets: points.iter().copied().collect(),
            first: finding.to_move,
            line: &finding.line,
            zone,
        };
        drawing.draw(&shown, title, Vec::new(), std::iter::empty())
    };
    Ok(match answer {
        Answer::Claim(finding) => {
            let written = write(&finding, reading.board())?;
            let text = written.as_ref().map(|written| written.text.clone());
            let report = AnswerReport::new(asked, &finding, text);
            draw(&finding, &finding.zone, &report.title())?;
            (Report::Answer(report), written)
        }
        Answer::Status(status) => {
            let report = StatusReport::new(asked, &status);
            let zone = status.kill.zone | status.live.zone;
            draw(&status.kill, &zone, &report.title())?;
            (Report::Status(report), None)
        }
    })
}

/// The points as a set; `None` if there are none.
fn asked(points: &[Point]) -> Option<PointSet> {
    (!points.is_empty()).then(|| points.iter().copied().collect())
}

#[cfg(test)]
mod tests;
