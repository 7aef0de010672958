//! Tactics under GNU Go's names: capture, connection, two blocks at once, and moves on trial.

use super::points::top_first;
use super::reading::{code, code_and_move, two_points, vertex};
use crate::board::{Color, Point, PointSet};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::tactics::capture::LadderStatus;
use crate::tactics::eyes::EyeValue;

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
        help: "How many eyes a small space gives if the other side moves first and if the owner does, and where both \
            then play; -1 if it is not a small space of one color",
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

fn attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    code_and_move(session.reading().attack(target)?)
}

fn defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    code_and_move(session.reading().defend(target)?)
}

fn does_attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (mv, target) = two_points(session, args)?;
    Ok(Reply::text(code(session.reading().attack_by(mv, target)?)))
}

fn does_defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (mv, target) = two_points(session, args)?;
    Ok(Reply::text(code(session.reading().defend_by(mv, target)?)))
}

fn attack_either(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (first, second) = two_points(session, args)?;
    Ok(Reply::text(code(
        session.reading().attack_either(first, second)?,
    )))
}

fn defend_both(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (first, second) = two_points(session, args)?;
    Ok(Reply::text(code(
        session.reading().defend_both(first, second)?,
    )))
}

fn combination_attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    Ok(Reply::text(vertex(session.reading().double_attack(color))))
}

fn combination_defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    let found = session.reading().double_defenses(color);
    if found.is_empty() {
        return Ok(Reply::text(vertex(None)));
    }
    Ok(top_first(found.into_iter()))
}

fn connect(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (first, second) = two_points(session, args)?;
    code_and_move(session.reading().connect(first, second)?)
}

fn disconnect(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (first, second) = two_points(session, args)?;
    code_and_move(session.reading().disconnect(first, second)?)
}

fn same_dragon(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (first, second) = two_points(session, args)?;
    Ok(Reply::text(u8::from(
        session.reading().are_connected(first, second)?,
    )))
}

fn block_and_area(
    session: &Session,
    args: &mut Args<'_>,
) -> Result<(Point, PointSet), CommandError> {
    let size = session.game.board().size();
    let from = args.point(size)?;
    let mut area = PointSet::EMPTY;
    while args.has_more() {
        area.insert(args.point(size)?);
    }
    Ok((from, area))
}

fn break_in(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (from, area) = block_and_area(session, args)?;
    code_and_move(session.reading().break_in(from, area)?)
}

fn block_off(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (from, area) = block_and_area(session, args)?;
    code_and_move(session.reading().block_off(from, area)?)
}

fn eval_eye(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let point = args.point(session.game.board().size())?;
    let Some(EyeValue {
        least, most, vital, ..
    }) = session.reading().eyes_at(point)
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
    let status = session.reading().ladder(target)?;
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
    session.n_tried += 1;
    Ok(Reply::none())
}

fn take_back(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let n_left = session.n_tried.checked_sub(1);
    session.n_tried = n_left.ok_or(CommandError::CannotUndo)?;
    session.game.undo().ok_or(CommandError::CannotUndo)?;
    Ok(Reply::none())
}

fn change_depth(session: &mut Session, by: i32) -> CommandResult {
    session.engine.change_reading_depth(by);
    Ok(Reply::none())
}
