//! The goals of a block, with the moves for them and their reasons.

use super::reading::goal_of;
use crate::board::Point;
use crate::engine::reading::GoalReport;
use crate::goals::{GoalMove, Label, MoveSource, Node, Value, graph_to_dot};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::tsumego::Goal;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "tedomari-goals",
        arity: Arity::between(1, 3),
        usage: "VERTEX [kill|live] [text|json|dot]",
        help: "What it hangs on whether a block lives, as goals that are known or unknown, and the moves for these \
            goals with their rules; from the view of the side to move unless `kill` or `live` names another",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Goals",
            args: "%p",
        }),
        run: goals,
    },
    Command {
        name: "tedomari-goals_gfx",
        arity: Arity::between(1, 2),
        usage: "VERTEX [kill|live]",
        help: "The moves for the goals of a block, numbered on the board: green where a rule prescribes them, and the \
               blocks that are known to live or to be lost",
        analyze: Some(Analyze {
            kind: AnalyzeKind::Graphics,
            label: "Goal Moves",
            args: "%p",
        }),
        run: graphics,
    },
];

/// Most moves that are shown on the board.
const MOST_MOVES: usize = 9;

fn asked<'s>(
    session: &'s mut Session,
    args: &mut Args<'_>,
) -> Result<GoalReport<'s>, CommandError> {
    let target = args.point(session.game.board().size())?;
    let goal = args.peek().and_then(goal_of);
    if goal.is_some() {
        args.word()?;
    }
    let owner = session.game.board().color(target);
    let to_move = session.game.to_move();
    let goal = goal.unwrap_or_else(|| owner.map_or(Goal::Kill, |owner| Goal::of(to_move, owner)));
    Ok(session.reading().goals(target, goal)?)
}

fn goals(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let report = asked(session, args)?;
    let form = if args.has_more() {
        args.word()?
    } else {
        "text"
    };
    match form {
        "text" => Ok(Reply::lines(report.lines())),
        "json" => Ok(Reply::text(report.to_json())),
        "dot" => Ok(Reply::lines(graph_to_dot(&report.graph).lines())),
        other => Err(CommandError::Syntax(format!(
            "`{other}` is neither text, json nor dot"
        ))),
    }
}

fn graphics(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let report = asked(session, args)?;
    let mut text = Vec::new();
    let by_rule = |mv: &&GoalMove| {
        mv.suggestions
            .iter()
            .any(|it| matches!(it.source, MoveSource::Rule(_)))
    };
    let shown = || report.moves.iter().take(MOST_MOVES);
    let points: Vec<String> = shown()
        .filter(by_rule)
        .map(|mv| mv.point.to_string())
        .collect();
    if !points.is_empty() {
        text.push(format!("COLOR #7fbf7f {}", points.join(" ")));
    }
    let labels: Vec<String> = (1..)
        .zip(shown())
        .map(|(n, mv): (usize, _)| format!("{} {n}", mv.point))
        .collect();
    if !labels.is_empty() {
        text.push(format!("LABEL {}", labels.join(" ")));
    }
    let known = |wanted: fn(Value) -> bool| -> Vec<String> {
        let nodes = report
            .graph
            .nodes()
            .iter()
            .filter(|node| wanted(node.value));
        nodes
            .filter_map(|node| block_of(node).map(|point| point.to_string()))
            .collect()
    };
    for (mark, stones) in [
        ("TRIANGLE", known(Value::is_true)),
        ("SQUARE", known(Value::is_false)),
    ] {
        if !stones.is_empty() {
            text.push(format!("{mark} {}", stones.join(" ")));
        }
    }
    if let Some(best) = report.moves.first() {
        text.push(format!(
            "TEXT {}: {}",
            best.point,
            best.suggestions
                .first()
                .map_or_else(String::new, |it| report.reason(it))
        ));
    }
    Ok(Reply::lines(text))
}

/// The block of a goal about one block.
fn block_of(node: &Node) -> Option<Point> {
    match node.label {
        Label::Goal(goal) if goal.other.is_none() => Some(goal.object),
        Label::Goal(_) | Label::All | Label::Any => None,
    }
}
