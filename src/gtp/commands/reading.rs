//! Reading of life and death.

use std::time::{Duration, Instant};

use super::tactics::{code, code_and_move, vertex};
use crate::base::{Budget, Color, Move, Point, PointSet};
use crate::board::Board;
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::tactics::ko::Success;
use crate::tsumego::Goal;
use crate::tsumego::reader::first_moves::{FirstMove, after_move, moves_near};
use crate::tsumego::semeai::{read_semeai, success};
use crate::tsumego::{Question, Reading, Verdict, owner_of};

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "tedomari-read",
        arity: Arity::at_least(2),
        usage: "kill|live VERTEX... [SECONDS]",
        help: "Whether a block can be killed or can live if the side whose task it is moves first, and what is proved; of several \
               blocks, whether all can be killed, or one of them can live",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Read Kill",
            args: "kill %p",
        }),
        run: read,
    },
    Command {
        name: "tedomari-read_moves",
        arity: Arity::at_least(2),
        usage: "kill|live VERTEX... [SECONDS]",
        help: "What each move near a block comes to for the side whose task it is: 1, 2 or 3 (by ko) or 0, with ? if that is not proved",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointTextPairs,
            label: "Read Kill by Move",
            args: "kill %p",
        }),
        run: read_moves,
    },
    Command {
        name: "owl_attack",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "Whether a block can be killed by reading of life and death: 1, 2 or 3 (by ko) and the move, or 0",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Owl Attack",
            args: "%p",
        }),
        run: owl_attack,
    },
    Command {
        name: "owl_defend",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "Whether a block can live by reading of life and death: 1, 2 or 3 (by ko) and the move, PASS if it is proved to live without one, or 0",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Owl Defend",
            args: "%p",
        }),
        run: owl_defend,
    },
    Command {
        name: "owl_does_attack",
        arity: Arity::exactly(2),
        usage: "MOVE VERTEX",
        help: "Whether a move kills a block by reading of life and death: 1, 2 or 3 (by ko), or 0",
        analyze: None,
        run: owl_does_attack,
    },
    Command {
        name: "owl_does_defend",
        arity: Arity::exactly(2),
        usage: "MOVE VERTEX",
        help: "Whether a move makes a block live by reading of life and death: 1, 2 or 3 (by ko), or 0",
        analyze: None,
        run: owl_does_defend,
    },
    Command {
        name: "analyze_semeai",
        arity: Arity::exactly(2),
        usage: "VERTEX VERTEX",
        help: "A race between two groups, the owner of the first to move: how well it is saved, how well the second is \
               captured, and the move",
        analyze: None,
        run: analyze_semeai,
    },
    Command {
        name: "analyze_semeai_after_move",
        arity: Arity::exactly(4),
        usage: "COLOR MOVE VERTEX VERTEX",
        help: "The same after a move",
        analyze: None,
        run: analyze_semeai_after_move,
    },
    Command {
        name: "dragon_status",
        arity: Arity::between(0, 1),
        usage: "[VERTEX]",
        help: "Whether a block is alive, dead, or critical with the moves to kill it and to save it; without a vertex, each block",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Dragon Status",
            args: "%p",
        }),
        run: dragon_status,
    },
];

/// Positions that one question of life and death under GNU Go's names may cost: its commands know no time.
const OWL_NODES: u64 = 60_000;

/// Positions that one search about a race may look at.
const RACE_NODES: u64 = 80_000;

/// Seconds for a question unless told otherwise.
const SECONDS: f64 = 5.0;

fn read(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (targets, goal, end) = task(session, args)?;
    let mut budget = session.limits().until(end);
    let (reader, board) = session.reader();
    let question = question(board, targets, goal)?;
    let reading = reader
        .read_in_full(board, question, &mut budget)
        .ok_or_else(nothing_there)?;
    Ok(Reply::text(one_line(&reading, question.to_move)))
}

/// A stone of each block, what is asked about them, and when the time for that ends.
fn task(session: &Session, args: &mut Args<'_>) -> Result<(PointSet, Goal, Instant), CommandError> {
    let goal = match args.word()? {
        "kill" => Goal::Kill,
        "live" => Goal::Live,
        other => {
            return Err(CommandError::Syntax(format!(
                "`{other}` is neither kill nor live"
            )));
        }
    };
    let size = session.game.board().size();
    let mut targets = PointSet::from(args.point(size)?);
    while args.peek().is_some_and(|word| word.parse::<f64>().is_err()) {
        targets.insert(args.point(size)?);
    }
    let seconds = if args.has_more() {
        args.number()?
    } else {
        SECONDS
    };
    if let Some(word) = args.peek() {
        return Err(CommandError::Syntax(format!(
            "`{word}` is one argument too many"
        )));
    }
    let time = Duration::try_from_secs_f64(seconds).ok();
    let end = time.and_then(|time| Instant::now().checked_add(time));
    let end =
        end.ok_or_else(|| CommandError::Syntax(format!("`{seconds}` is no time in seconds")))?;
    Ok((targets, goal, end))
}

fn read_moves(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (targets, goal, end) = task(session, args)?;
    let limits = session.limits();
    let (reader, board) = session.reader();
    let question = question(board, targets, goal)?;
    let moves = moves_near(board, &question);
    let mut lines = Vec::new();
    for (n, &mv) in moves.iter().enumerate() {
        // What one move leaves is for the others.
        let n_left = u32::try_from(moves.len() - n).unwrap_or(u32::MAX);
        let now = Instant::now();
        let share = end.saturating_duration_since(now) / n_left;
        let mut budget = limits.clone().until(now + share);
        if let Some(found) = after_move(reader, board, &question, mv, &mut budget) {
            lines.push(format!("{} {}", found.point, what_it_comes_to(&found)));
        }
    }
    Ok(Reply::lines(lines))
}

/// GNU Go's number, with a question mark if that is not proved; only that mark if nothing is known.
fn what_it_comes_to(found: &FirstMove) -> String {
    let mark = if found.is_proven { "" } else { "?" };
    if found.verdict == Verdict::Unknown {
        return mark.to_owned();
    }
    format!("{}{mark}", code(success(found.verdict)))
}

/// The owner of a vertex that must not be empty.
pub(super) fn owner(board: &Board, target: Point) -> Result<Color, CommandError> {
    board.color(target).ok_or_else(nothing_there)
}

fn nothing_there() -> CommandError {
    CommandError::Failed("vertex must not be empty".to_owned())
}

/// Whether the side whose goal it is reaches it, moving first.
fn question(
    board: &Board,
    targets: impl Into<PointSet>,
    goal: Goal,
) -> Result<Question, CommandError> {
    let targets = targets.into();
    if targets.iter().any(|target| board.is_empty(target)) {
        return Err(nothing_there());
    }
    let two_colors = || CommandError::Failed("the blocks must be of one color".to_owned());
    let owner = owner_of(board, &targets).ok_or_else(two_colors)?;
    Ok(Question::new(targets, goal, goal.player(owner)))
}

/// What the reader says if the side whose goal it is moves first.
pub(super) fn life_and_death(
    session: &mut Session,
    target: Point,
    goal: Goal,
    budget: &mut Budget,
) -> Result<Reading, CommandError> {
    let (reader, board) = session.reader();
    let question = question(board, target, goal)?;
    reader
        .read(board, question, budget)
        .ok_or_else(nothing_there)
}

fn owl_budget(session: &Session) -> Budget {
    session.limits().part(OWL_NODES)
}

/// What reading of life and death says about a block, at the cost of one question.
fn owl(session: &mut Session, target: Point, goal: Goal) -> Result<Reading, CommandError> {
    let mut budget = owl_budget(session);
    life_and_death(session, target, goal, &mut budget)
}

fn owl_attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    let reading = owl(session, target, Goal::Kill)?;
    code_and_move(success(reading.judgement()), reading.first())
}

fn owl_defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    let reading = owl(session, target, Goal::Live)?;
    let is_saved = reading.is_proven() && reading.verdict == Verdict::Achieved;
    let is_alive = is_saved && {
        let kill = owl(session, target, Goal::Kill)?;
        kill.is_proven() && kill.verdict == Verdict::Refuted
    };
    // A group that is proved to live as it is needs no move.
    let mv = reading.first().filter(|_| !is_alive);
    code_and_move(success(reading.judgement()), mv)
}

/// What a move of the side whose goal it is comes to.
fn owl_after(session: &mut Session, args: &mut Args<'_>, goal: Goal) -> CommandResult {
    let size = session.game.board().size();
    let (mv, target) = (args.point(size)?, args.point(size)?);
    let mut budget = owl_budget(session);
    let (reader, board) = session.reader();
    let question = question(board, target, goal)?;
    let found = after_move(reader, board, &question, mv, &mut budget);
    let success = found.map_or(Success::None, |found| success(found.verdict));
    Ok(Reply::text(code(success)))
}

fn owl_does_attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    owl_after(session, args, Goal::Kill)
}

fn owl_does_defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    owl_after(session, args, Goal::Live)
}

fn analyze_semeai(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let board = session.game.board().clone();
    race_on(session, &board, args)
}

fn analyze_semeai_after_move(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let mut board = session.game.board().clone();
    let (color, mv) = (args.color()?, args.point(board.size())?);
    session.game.legality(color, Move::Play(mv))?;
    let illegal = |_| CommandError::Failed("illegal move".to_owned());
    board.play(color, mv).map_err(illegal)?;
    race_on(session, &board, args)
}

fn race_on(session: &mut Session, board: &Board, args: &mut Args<'_>) -> CommandResult {
    let (own, other) = (args.point(board.size())?, args.point(board.size())?);
    owner(board, own)?;
    owner(board, other)?;
    let limits = session.limits();
    let (reader, _) = session.reader();
    let race = read_semeai(reader, board, (own, other), RACE_NODES, &limits)
        .ok_or_else(|| CommandError::Failed("the groups must be of different colors".to_owned()))?;
    Ok(Reply::text(format!(
        "{} {} {}",
        code(race.defense),
        code(race.attack),
        vertex(race.mv)
    )))
}

fn dragon_status(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let size = session.game.board().size();
    if !args.has_more() {
        return all_dragons(session);
    }
    let target = args.point(size)?;
    Ok(Reply::text(status_of(session, target)?))
}

/// The status of each block, a line each, named by its first stone.
fn all_dragons(session: &mut Session) -> CommandResult {
    let board = session.game.board();
    let mut heads: Vec<Point> = Color::BOTH
        .into_iter()
        .flat_map(|color| board.first_stones(color))
        .collect();
    heads.sort();
    let mut lines = Vec::new();
    for head in heads {
        lines.push(format!("{head}: {}", status_of(session, head)?));
    }
    Ok(Reply::lines(lines))
}

fn status_of(session: &mut Session, target: Point) -> Result<String, CommandError> {
    let kill = owl(session, target, Goal::Kill)?;
    match kill.judgement() {
        Verdict::Refuted => return Ok("alive".to_owned()),
        Verdict::Unknown => return Ok("unknown".to_owned()),
        Verdict::Achieved | Verdict::Ko { .. } => {}
    }
    let live = owl(session, target, Goal::Live)?;
    Ok(match live.judgement() {
        Verdict::Refuted => "dead".to_owned(),
        Verdict::Unknown => "unknown".to_owned(),
        Verdict::Achieved | Verdict::Ko { .. } => {
            format!("critical {} {}", vertex(kill.first()), vertex(live.first()))
        }
    })
}

fn move_text(point: Option<Point>) -> String {
    point.map_or(Move::Pass, Move::Play).to_string()
}

fn one_line(reading: &Reading, first: Color) -> String {
    let mut words = vec![
        "verdict".to_owned(),
        reading.name().to_owned(),
        "proof".to_owned(),
        reading.proof().to_owned(),
        "move".to_owned(),
        move_text(reading.first()),
        "pv".to_owned(),
    ];
    words.extend(reading.line.iter().map(|&point| move_text(point)));
    words.push("nodes".to_owned());
    words.push(reading.n_nodes.to_string());
    words.push("seconds".to_owned());
    words.push(format!("{:.3}", reading.elapsed.as_secs_f64()));
    words.push("confidence".to_owned());
    words.push(reading.confidence().to_string());
    words.push("basis".to_owned());
    words.push(reading.basis.name().to_owned());
    if let Some(color) = reading.needs_threats(first) {
        words.push("threats_by".to_owned());
        words.push(color.to_string());
    }
    if let Some(n_threats) = reading.n_threats {
        words.push("threats".to_owned());
        words.push(n_threats.to_string());
    }
    words.push("zone".to_owned());
    words.extend(reading.zone.iter().map(|point| point.to_string()));
    words.join(" ")
}
