//! Reading of life and death.

use std::time::{Duration, Instant};

use crate::base::{Budget, Color, Move, Point};
use crate::board::Board;
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::error::CommandError;
use crate::gtp::registry::{Arity, Command};
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::tsumego::capture::{Capture, Success};
use crate::tsumego::fight::Goal;
use crate::tsumego::reader::{Question, Reader, ReaderParams, Reading, Verdict};

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "tedomari-read",
        arity: Arity::between(2, 3),
        usage: "kill|live VERTEX [SECONDS]",
        help: "Whether a block can be killed or can live if the side whose task it is moves first, and what is proved",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Read Kill",
            args: "kill %p",
        }),
        run: read,
    },
    Command {
        name: "attack",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "Whether a block can be captured by reading of few liberties: 1, 2 or 3 (by ko) and the move, or 0",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Attack Block",
            args: "%p",
        }),
        run: attack,
    },
    Command {
        name: "defend",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "Whether a block can be saved by reading of few liberties: 1, 2 or 3 (by ko) and the move, or 0",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Defend Block",
            args: "%p",
        }),
        run: defend,
    },
    Command {
        name: "does_attack",
        arity: Arity::exactly(2),
        usage: "MOVE VERTEX",
        help: "Whether a move captures a block by reading of few liberties: 1, 2 or 3 (by ko), or 0",
        analyze: None,
        run: does_attack,
    },
    Command {
        name: "does_defend",
        arity: Arity::exactly(2),
        usage: "MOVE VERTEX",
        help: "Whether a move saves a block by reading of few liberties: 1, 2 or 3 (by ko), or 0",
        analyze: None,
        run: does_defend,
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
        help: "Whether a block can live by reading of life and death: 1, 2 or 3 (by ko) and the move, or 0",
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
        name: "dragon_status",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "Whether a block is alive, dead, or critical with the moves to kill it and to save it",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Dragon Status",
            args: "%p",
        }),
        run: dragon_status,
    },
];

/// Positions that one search about few liberties may look at.
const CAPTURE_NODES: u64 = 10_000;

/// Positions that one question of life and death under GNU Go's names may cost: its commands know no time.
const OWL_NODES: u64 = 60_000;

/// The same where few liberties are in question.
const EYES_NODES: u64 = 20_000;

/// Liberties of a block up to which it may be captured for want of eyes, as GNU Go's reading of few liberties sees it.
const FEW_LIBERTIES: u16 = 4;

/// Size of the table for such questions: 2 to this power entries.
const LOG2_ENTRIES: u32 = 16;

/// Seconds for a question unless told otherwise.
const SECONDS: f64 = 5.0;

fn read(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let board = session.game.board();
    let goal = match args.word()? {
        "kill" => Goal::Kill,
        "live" => Goal::Live,
        other => {
            return Err(CommandError::Syntax(format!(
                "`{other}` is neither kill nor live"
            )));
        }
    };
    let target = args.point(board.size())?;
    let seconds = if args.has_more() {
        args.number()?
    } else {
        SECONDS
    };
    let time = Duration::try_from_secs_f64(seconds)
        .map_err(|_| CommandError::Syntax(format!("`{seconds}` is no time in seconds")))?;
    let mut budget = Budget::unlimited()
        .until(Instant::now() + time)
        .with_cancel(&session.cancel);
    let reading = life_and_death(
        board,
        target,
        goal,
        &mut budget,
        ReaderParams::default().log2_entries,
    )?;
    Ok(Reply::text(one_line(&reading)))
}

/// The owner of a vertex that must not be empty.
fn owner(board: &Board, target: Point) -> Result<Color, CommandError> {
    let empty = || CommandError::Failed("vertex must not be empty".to_owned());
    board.color(target).ok_or_else(empty)
}

/// What the reader says if the side whose goal it is moves first.
fn life_and_death(
    board: &Board,
    target: Point,
    goal: Goal,
    budget: &mut Budget,
    log2_entries: u32,
) -> Result<Reading, CommandError> {
    let to_move = goal.player(owner(board, target)?);
    ask(board, target, goal, to_move, budget, log2_entries)
}

fn ask(
    board: &Board,
    target: Point,
    goal: Goal,
    to_move: Color,
    budget: &mut Budget,
    log2_entries: u32,
) -> Result<Reading, CommandError> {
    let question = Question {
        target,
        goal,
        to_move,
    };
    Reader::new(ReaderParams { log2_entries })
        .read(board, question, budget)
        .ok_or_else(|| CommandError::Failed("vertex must not be empty".to_owned()))
}

fn capture(session: &Session, target: Point) -> Result<Capture, CommandError> {
    Capture::new(session.game.board(), target)
        .ok_or_else(|| CommandError::Failed("vertex must not be empty".to_owned()))
}

/// GNU Go's numbers, in order of goodness for the player to move 1, 2, 3, 0.
const fn code(success: Success) -> u8 {
    match success {
        Success::Clean => 1,
        Success::KoTakingFirst => 2,
        Success::KoNeedingThreat => 3,
        Success::None => 0,
    }
}

/// A number, with a move unless it is zero.
fn code_and_move(success: Success, mv: Option<Point>) -> CommandResult {
    Ok(match success {
        Success::None => Reply::text(0),
        Success::Clean | Success::KoTakingFirst | Success::KoNeedingThreat => {
            let vertex = mv.map_or("PASS".to_owned(), |point| point.to_string());
            Reply::text(format!("{} {vertex}", code(success)))
        }
    })
}

fn attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    let (success, mv) = capture(session, target)?.attack(CAPTURE_NODES);
    if success == Success::None
        && let Some(reading) = want_of_eyes(session, target, Goal::Kill)?
    {
        return code_and_move(self::success(&reading), reading.first());
    }
    code_and_move(success, mv)
}

fn defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    let (success, mv) = capture(session, target)?.defend(CAPTURE_NODES);
    if success == Success::Clean
        && mv.is_none()
        && let Some(attack) = want_of_eyes(session, target, Goal::Kill)?
        && self::success(&attack) != Success::None
        && let Some(reading) = want_of_eyes(session, target, Goal::Live)?
        && self::success(&reading) != Success::None
    {
        return code_and_move(self::success(&reading), reading.first());
    }
    code_and_move(success, mv)
}

/// What reading of life and death says about a block with few liberties.
fn want_of_eyes(
    session: &Session,
    target: Point,
    goal: Goal,
) -> Result<Option<Reading>, CommandError> {
    let board = session.game.board();
    let block = board.block_at(target);
    if block.is_none_or(|block| block.n_liberties() > FEW_LIBERTIES) {
        return Ok(None);
    }
    let mut budget = Budget::nodes(EYES_NODES).with_cancel(&session.cancel);
    life_and_death(board, target, goal, &mut budget, LOG2_ENTRIES).map(Some)
}

fn does_attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let size = session.game.board().size();
    let (mv, target) = (args.point(size)?, args.point(size)?);
    let success = capture(session, target)?.does_attack(mv, CAPTURE_NODES);
    Ok(Reply::text(code(success)))
}

fn does_defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let size = session.game.board().size();
    let (mv, target) = (args.point(size)?, args.point(size)?);
    let success = capture(session, target)?.does_defend(mv, CAPTURE_NODES);
    Ok(Reply::text(code(success)))
}

fn owl_budget(session: &Session) -> Budget {
    Budget::nodes(OWL_NODES).with_cancel(&session.cancel)
}

/// How well the one who asked succeeds.
const fn success(reading: &Reading) -> Success {
    match reading.verdict {
        Verdict::Achieved => Success::Clean,
        Verdict::Ko { is_favorable: true } => Success::KoTakingFirst,
        Verdict::Ko {
            is_favorable: false,
        } => Success::KoNeedingThreat,
        Verdict::Refuted | Verdict::Unknown => Success::None,
    }
}

/// What reading of life and death says about a block, at the cost of one question.
fn owl(session: &Session, target: Point, goal: Goal) -> Result<Reading, CommandError> {
    let mut budget = owl_budget(session);
    life_and_death(
        session.game.board(),
        target,
        goal,
        &mut budget,
        LOG2_ENTRIES,
    )
}

fn owl_attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    let reading = owl(session, target, Goal::Kill)?;
    code_and_move(success(&reading), reading.first())
}

fn owl_defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    let reading = owl(session, target, Goal::Live)?;
    code_and_move(success(&reading), reading.first())
}

/// What is left to the other side after a move of the one whose goal it is, seen by the latter.
fn owl_after(session: &Session, args: &mut Args<'_>, goal: Goal) -> CommandResult {
    let size = session.game.board().size();
    let (mv, target) = (args.point(size)?, args.point(size)?);
    let mut board = session.game.board().clone();
    let mover = goal.player(owner(&board, target)?);
    if board.play(mover, mv).is_err() {
        return Ok(Reply::text(0));
    }
    if board.color(target).is_none() {
        return Ok(Reply::text(code(Success::Clean)));
    }
    let mut budget = owl_budget(session);
    let reading = ask(
        &board,
        target,
        goal.opposite(),
        mover.opponent(),
        &mut budget,
        LOG2_ENTRIES,
    )?;
    Ok(Reply::text(match reading.verdict {
        Verdict::Refuted => code(Success::Clean),
        Verdict::Ko {
            is_favorable: false,
        } => code(Success::KoTakingFirst),
        Verdict::Ko { is_favorable: true } => code(Success::KoNeedingThreat),
        Verdict::Achieved | Verdict::Unknown => code(Success::None),
    }))
}

fn owl_does_attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    owl_after(session, args, Goal::Kill)
}

fn owl_does_defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    owl_after(session, args, Goal::Live)
}

fn dragon_status(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    let kill = owl(session, target, Goal::Kill)?;
    match kill.verdict {
        Verdict::Refuted => return Ok(Reply::text("alive")),
        Verdict::Unknown => return Ok(Reply::text("unknown")),
        Verdict::Achieved | Verdict::Ko { .. } => {}
    }
    let live = owl(session, target, Goal::Live)?;
    Ok(match live.verdict {
        Verdict::Refuted => Reply::text("dead"),
        Verdict::Unknown => Reply::text("unknown"),
        Verdict::Achieved | Verdict::Ko { .. } => Reply::text(format!(
            "critical {} {}",
            vertex(kill.first()),
            vertex(live.first())
        )),
    })
}

fn vertex(point: Option<Point>) -> String {
    point.map_or(Move::Pass, Move::Play).to_string()
}

fn one_line(reading: &Reading) -> String {
    let verdict = match reading.verdict {
        Verdict::Achieved => "achieved",
        Verdict::Ko { .. } => "ko",
        Verdict::Refuted => "refuted",
        Verdict::Unknown => "unknown",
    };
    let proof = if reading.is_proven {
        "proven"
    } else {
        "estimated"
    };
    let mut words = vec![
        "verdict".to_owned(),
        verdict.to_owned(),
        "proof".to_owned(),
        proof.to_owned(),
        "move".to_owned(),
        vertex(reading.first()),
        "pv".to_owned(),
    ];
    words.extend(reading.line.iter().map(|&point| vertex(point)));
    words.push("nodes".to_owned());
    words.push(reading.n_nodes.to_string());
    words.push("seconds".to_owned());
    words.push(format!("{:.3}", reading.elapsed.as_secs_f64()));
    words.push("zone".to_owned());
    words.extend(reading.zone.iter().map(|point| point.to_string()));
    words.join(" ")
}
