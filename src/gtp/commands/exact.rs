//! Small boards solved.

use crate::base::Budget;
use crate::board::Color;
use crate::engine::small_board::ValueBounds;
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "tedomari-exact_value",
        arity: Arity::between(0, 2),
        usage: "[COLOR] [NODES]",
        help: "The proved value of the position on a board of at most 30 points (under superko 9), or the bounds \
            proved so far",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Exact Value",
            args: "",
        }),
        run: value,
    },
    Command {
        name: "tedomari-exact_moves",
        arity: Arity::between(0, 2),
        usage: "[COLOR] [NODES]",
        help: "Each move with its proved value, or its bounds, on a board of at most 30 points (under superko 9)",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointString,
            label: "Exact Moves",
            args: "",
        }),
        run: moves,
    },
];

fn value(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (color, mut budget) = question(session, args)?;
    let boards = session.engine.small_boards_mut();
    let (bounds, _) = boards
        .value(&session.game, color, &mut budget)
        .map_err(failed)?;
    Ok(Reply::text(text(bounds)))
}

fn moves(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (color, mut budget) = question(session, args)?;
    let boards = session.engine.small_boards_mut();
    let moves = boards
        .moves(&session.game, color, &mut budget)
        .map_err(failed)?;
    let lines = moves
        .into_iter()
        .map(|(mv, bounds)| format!("{mv} {}", text(bounds)));
    Ok(Reply::lines(lines))
}

/// The side to move, and the most nodes that the answer may cost.
fn question(session: &mut Session, args: &mut Args<'_>) -> Result<(Color, Budget), CommandError> {
    let color = if args.has_more() {
        args.color()?
    } else {
        session.game.to_move()
    };
    let nodes = if args.has_more() {
        args.int(1..=i64::MAX)?.unsigned_abs()
    } else {
        session.engine.small_boards_mut().params().nodes
    };
    Ok((color, session.limits().part(nodes)))
}

fn failed(error: impl ToString) -> CommandError {
    CommandError::Failed(error.to_string())
}

/// The value as `B+9`, `W+2` or `0`; bounds as `W+2 to B+9`.
fn text(bounds: ValueBounds) -> String {
    let points = |value: i8| match value {
        0 => "0".to_owned(),
        1.. => format!("B+{value}"),
        _ => format!("W+{}", value.unsigned_abs()),
    };
    if bounds.least == bounds.most {
        points(bounds.least)
    } else {
        format!("{} to {}", points(bounds.least), points(bounds.most))
    }
}
