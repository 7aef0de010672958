//! Tactics under GNU Go's names: capture, connection, two blocks at once, and moves on trial.

use super::board::top_first;
use super::reading::{life_and_death, owner};
use crate::base::{Color, Point, PointSet};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::tactics::capture::{Capture, LadderStatus};
use crate::tactics::connection::{Connection, ConnectionTarget};
use crate::tactics::double_threat::DoubleThreat;
use crate::tactics::eyes::{EyeValue, eye_value};
use crate::tactics::ko::Success;
use crate::tsumego::Goal;
use crate::tsumego::Reading;
use crate::tsumego::semeai::success;

pub(super) const TABLE: &[Command] = &[
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
        name: "attack_either",
        arity: Arity::exactly(2),
        usage: "VERTEX VERTEX",
        help: "Whether one of two blocks can be captured, perhaps by a move that threatens both: 1, 2, 3 or 0",
        analyze: None,
        run: attack_either,
    },
    Command {
        name: "defend_both",
        arity: Arity::exactly(2),
        usage: "VERTEX VERTEX",
        help: "Whether two blocks can both be saved: 1 or 0",
        analyze: None,
        run: defend_both,
    },
    Command {
        name: "combination_attack",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "A move that threatens two blocks neither of which can be captured by itself, or PASS",
        analyze: None,
        run: combination_attack,
    },
    Command {
        name: "combination_defend",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "The moves that answer such a threat of the other side, or PASS",
        analyze: None,
        run: combination_defend,
    },
    Command {
        name: "connect",
        arity: Arity::exactly(2),
        usage: "VERTEX VERTEX",
        help: "Whether two blocks can be connected: 1, 2 or 3 (by ko) and the move, or 0",
        analyze: None,
        run: connect,
    },
    Command {
        name: "disconnect",
        arity: Arity::exactly(2),
        usage: "VERTEX VERTEX",
        help: "Whether two blocks can be kept apart: 1, 2 or 3 (by ko) and the move, or 0",
        analyze: None,
        run: disconnect,
    },
    Command {
        name: "break_in",
        arity: Arity::at_least(2),
        usage: "VERTEX VERTEX...",
        help: "Whether a block can be connected with any of some points: 1, 2 or 3 (by ko) and the move, or 0",
        analyze: None,
        run: break_in,
    },
    Command {
        name: "block_off",
        arity: Arity::at_least(2),
        usage: "VERTEX VERTEX...",
        help: "Whether a block can be kept apart from some points: 1, 2 or 3 (by ko) and the move, or 0",
        analyze: None,
        run: block_off,
    },
    Command {
        name: "same_dragon",
        arity: Arity::exactly(2),
        usage: "VERTEX VERTEX",
        help: "Whether two blocks of one color can't be kept apart: 1 or 0",
        analyze: None,
        run: same_dragon,
    },
    Command {
        name: "eval_eye",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "How many eyes a small space gives if the other side moves first and if the owner does, and where both then \
               play; -1 if it is no small space of one color",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Eval Eye",
            args: "%p",
        }),
        run: eval_eye,
    },
    Command {
        name: "go_ladder",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "Whether a block is captured, unsettled or escaped in a ladder",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Ladder",
            args: "%p",
        }),
        run: ladder,
    },
    Command {
        name: "go_static_ladder",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "The same as go_ladder",
        analyze: None,
        run: ladder,
    },
    Command {
        name: "trymove",
        arity: Arity::exactly(2),
        usage: "COLOR VERTEX",
        help: "Play a move on trial, to be taken back by popgo",
        analyze: None,
        run: try_move,
    },
    Command {
        name: "popgo",
        arity: Arity::NONE,
        usage: "",
        help: "Take back the last move on trial",
        analyze: None,
        run: take_back,
    },
    Command {
        name: "increase_depths",
        arity: Arity::NONE,
        usage: "",
        help: "Double the effort of tactical reading",
        analyze: None,
        run: |session, _| change_depth(session, 1),
    },
    Command {
        name: "decrease_depths",
        arity: Arity::NONE,
        usage: "",
        help: "Halve the effort of tactical reading",
        analyze: None,
        run: |session, _| change_depth(session, -1),
    },
];

/// Positions that one search about few liberties may look at.
const SEARCH_NODES: u64 = 12_000;

/// The same for connections, where there are several searches of growing width.
const CONNECTION_NODES: u64 = 8_000;

/// The same for each block in a combination.
const COMBINATION_NODES: u64 = 300;

/// Positions that a ladder may look at.
const LADDER_NODES: u64 = 50_000;

/// States that one search in a space for eyes may look at.
const EYE_NODES: u64 = 50_000;

/// Times the effort may be doubled or halved.
const MOST_DEPTH: i32 = 4;

/// Positions that a question of life and death about a block with few liberties may cost.
const EYES_NODES: u64 = 20_000;

/// Liberties of a block up to which it may be captured for want of eyes, as GNU Go's reading of few liberties sees it.
const FEW_LIBERTIES: u16 = 4;

/// The effort for one search, with the depth that was asked for.
const fn nodes(session: &Session) -> u64 {
    deepened(session, SEARCH_NODES)
}

const fn connection_nodes(session: &Session) -> u64 {
    deepened(session, CONNECTION_NODES)
}

const fn deepened(session: &Session, nodes: u64) -> u64 {
    let depth = session.reading.depth;
    if depth >= 0 {
        nodes << depth.unsigned_abs()
    } else {
        nodes >> depth.unsigned_abs()
    }
}

fn capture(session: &Session, target: Point) -> Result<Capture, CommandError> {
    Capture::new(session.game.board(), target)
        .map(|capture| capture.within(&session.limits()))
        .ok_or_else(|| CommandError::Failed("vertex must not be empty".to_owned()))
}

/// GNU Go's numbers, in order of goodness for the player to move 1, 2, 3, 0.
pub(super) const fn code(success: Success) -> u8 {
    match success {
        Success::Clean => 1,
        Success::KoTakingFirst => 2,
        Success::KoNeedingThreat => 3,
        Success::None => 0,
    }
}

/// A point, or GNU Go's word where no move is needed.
pub(super) fn vertex(point: Option<Point>) -> String {
    point.map_or_else(|| "PASS".to_owned(), |point| point.to_string())
}

/// A number, with a move unless it is zero.
pub(super) fn code_and_move(success: Success, mv: Option<Point>) -> CommandResult {
    Ok(match success {
        Success::None => Reply::text(0),
        Success::Clean | Success::KoTakingFirst | Success::KoNeedingThreat => {
            Reply::text(format!("{} {}", code(success), vertex(mv)))
        }
    })
}

fn attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    let (success, mv) = capture(session, target)?.attack(nodes(session));
    if success == Success::None
        && let Some(reading) = want_of_eyes(session, target, Goal::Kill)?
        && reading.is_proven()
    {
        return code_and_move(self::success(reading.judgement()), reading.first());
    }
    code_and_move(success, mv)
}

fn defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    let (success, mv) = capture(session, target)?.defend(nodes(session));
    if success == Success::Clean
        && mv.is_none()
        && let Some(attack) = want_of_eyes(session, target, Goal::Kill)?
        && attack.is_proven()
        && self::success(attack.judgement()) != Success::None
        && let Some(reading) = want_of_eyes(session, target, Goal::Live)?
        && self::success(reading.judgement()) != Success::None
    {
        return code_and_move(self::success(reading.judgement()), reading.first());
    }
    code_and_move(success, mv)
}

/// What reading of life and death says about a block with few liberties.
fn want_of_eyes(
    session: &mut Session,
    target: Point,
    goal: Goal,
) -> Result<Option<Reading>, CommandError> {
    let board = session.game.board();
    let block = board.block_at(target);
    if block.is_none_or(|block| block.n_liberties() > FEW_LIBERTIES) {
        return Ok(None);
    }
    let mut budget = session.limits().part(EYES_NODES);
    life_and_death(session, target, goal, &mut budget).map(Some)
}

fn does_attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let size = session.game.board().size();
    let (mv, target) = (args.point(size)?, args.point(size)?);
    let success = capture(session, target)?.does_attack(mv, nodes(session));
    Ok(Reply::text(code(success)))
}

fn does_defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let size = session.game.board().size();
    let (mv, target) = (args.point(size)?, args.point(size)?);
    let success = capture(session, target)?.does_defend(mv, nodes(session));
    Ok(Reply::text(code(success)))
}

fn pair(session: &Session, args: &mut Args<'_>) -> Result<(Point, Point), CommandError> {
    let board = session.game.board();
    let (first, second) = (args.point(board.size())?, args.point(board.size())?);
    if owner(board, first)? != owner(board, second)? {
        return Err(CommandError::Failed(
            "the blocks must be of one color".to_owned(),
        ));
    }
    Ok((first, second))
}

fn combination(session: &Session) -> DoubleThreat<'_> {
    let nodes = deepened(session, COMBINATION_NODES);
    DoubleThreat::new(session.game.board(), nodes).within(&session.limits())
}

fn attack_either(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (first, second) = pair(session, args)?;
    let best = combination(session).attack_either(first, second);
    Ok(Reply::text(best.map_or(0, |(success, _)| code(success))))
}

fn defend_both(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (first, second) = pair(session, args)?;
    let best = combination(session).defend_both(first, second);
    Ok(Reply::text(best.map_or(0, |(success, _)| code(success))))
}

fn combination_attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    let found = combination(session).attack_of(color);
    Ok(Reply::text(vertex(found)))
}

fn combination_defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    let found = combination(session).defenses_of(color);
    if found.is_empty() {
        return Ok(Reply::text(vertex(None)));
    }
    Ok(top_first(found.into_iter()))
}

fn connection(
    session: &Session,
    from: Point,
    goal: ConnectionTarget,
) -> Result<Connection, CommandError> {
    Connection::new(session.game.board(), from, goal)
        .map(|connection| connection.within(&session.limits()))
        .ok_or_else(|| CommandError::Failed("vertex must not be empty".to_owned()))
}

fn between(session: &Session, args: &mut Args<'_>) -> Result<Connection, CommandError> {
    let (first, second) = pair(session, args)?;
    connection(session, first, ConnectionTarget::Block(second))
}

fn connect(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (success, mv) = between(session, args)?.join(connection_nodes(session));
    code_and_move(success, mv)
}

fn disconnect(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (success, mv) = between(session, args)?.cut(connection_nodes(session));
    code_and_move(success, mv)
}

fn same_dragon(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let board = session.game.board();
    let size = board.size();
    let (first, second) = (args.point(size)?, args.point(size)?);
    if owner(board, first)? != owner(board, second)? {
        return Ok(Reply::text(0));
    }
    let mut between = connection(session, first, ConnectionTarget::Block(second))?;
    let is_one = between.cut(connection_nodes(session)).0 == Success::None;
    Ok(Reply::text(u8::from(is_one)))
}

fn into_area(session: &Session, args: &mut Args<'_>) -> Result<Connection, CommandError> {
    let board = session.game.board();
    let from = args.point(board.size())?;
    let mut area = PointSet::EMPTY;
    while args.has_more() {
        area.insert(args.point(board.size())?);
    }
    connection(session, from, ConnectionTarget::Area(area))
}

fn break_in(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (success, mv) = into_area(session, args)?.join(connection_nodes(session));
    code_and_move(success, mv)
}

fn block_off(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (success, mv) = into_area(session, args)?.cut(connection_nodes(session));
    code_and_move(success, mv)
}

fn eval_eye(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let board = session.game.board();
    let point = args.point(board.size())?;
    let Some(EyeValue {
        least, most, vital, ..
    }) = eye_value(board, point, EYE_NODES)
    else {
        return Ok(Reply::text(-1));
    };
    Ok(Reply::text(match vital {
        Some((attack, defense)) => format!("{least} {most} {attack} {defense}"),
        None => format!("{least} {most}"),
    }))
}

fn ladder(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    let status = capture(session, target)?.ladder(LADDER_NODES);
    Ok(Reply::text(match status {
        LadderStatus::Captured => "captured",
        LadderStatus::Unsettled => "unsettled",
        LadderStatus::Escaped => "escaped",
    }))
}

fn try_move(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color: Color = args.color()?;
    let mv = args.vertex(session.game.board().size())?;
    session.game.play(color, mv)?;
    session.reading.n_tried += 1;
    Ok(Reply::none())
}

fn take_back(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let n_left = session.reading.n_tried.checked_sub(1);
    session.reading.n_tried = n_left.ok_or(CommandError::CannotUndo)?;
    session.game.undo().ok_or(CommandError::CannotUndo)?;
    Ok(Reply::none())
}

fn change_depth(session: &mut Session, by: i32) -> CommandResult {
    let depth = &mut session.reading.depth;
    *depth = (*depth + by).clamp(-MOST_DEPTH, MOST_DEPTH);
    Ok(Reply::none())
}
