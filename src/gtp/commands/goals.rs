//! The goals of a block, with the moves for them and their reasons.

use serde_json::{Value as Json, json};

use crate::base::Point;
use crate::engine::reading::GoalReport;
use crate::goals::rules::RuleBase;
use crate::goals::{GoalMove, Label, MoveSource, Node, Suggestion, Value, graph_to_dot};
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
        help: "What it hangs on whether a block lives, as goals that are known or unknown, and the moves for these goals with their \
               rules; from the view of the side to move unless `kill` or `live` names another",
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
        help: "The moves for the goals of a block, numbered on the board: green where a rule prescribes them, and the blocks that are known to \
               live or to be lost",
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

fn asked(session: &mut Session, args: &mut Args<'_>) -> Result<GoalReport, CommandError> {
    let target = args.point(session.game.board().size())?;
    let goal = match args.peek() {
        Some("kill") => Some(Goal::Kill),
        Some("live") => Some(Goal::Live),
        Some(_) | None => None,
    };
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
        "text" => Ok(Reply::lines(lines(&report))),
        "json" => Ok(Reply::text(as_json(&report))),
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
            reason(report.rules, best.suggestions.first())
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

const fn word(value: Value) -> &'static str {
    match value {
        Value::True(evidence) if evidence.is_proof() => "proven",
        Value::True(_) => "likely",
        Value::False(evidence) if evidence.is_proof() => "impossible",
        Value::False(_) => "unlikely",
        Value::Unknown => "unknown",
    }
}

fn label(node: &Node) -> String {
    match node.label {
        Label::Goal(goal) => goal.to_string(),
        Label::All => "all of".to_owned(),
        Label::Any => "one of".to_owned(),
    }
}

/// What a move is for in one line.
fn reason(rules: &RuleBase, suggestion: Option<&Suggestion>) -> String {
    let Some(suggestion) = suggestion else {
        return String::new();
    };
    let path: Vec<String> = suggestion
        .path
        .iter()
        .rev()
        .map(ToString::to_string)
        .collect();
    let rule = match suggestion.source {
        MoveSource::Rule(id) => format!(" by {}", rules.rule(id).name()),
        MoveSource::Search => " by a short search".to_owned(),
        MoveSource::DoubleThreat => " by a double threat".to_owned(),
        MoveSource::Candidate => String::new(),
    };
    format!(
        "{}{rule} for {}",
        suggestion.purpose.word(),
        path.join(" for ")
    )
}

fn lines(report: &GoalReport) -> Vec<String> {
    let mut text = vec![format!("player {}", report.player)];
    for (number, node) in report.graph.nodes().iter().enumerate() {
        let children: Vec<String> = node
            .children
            .iter()
            .map(|child| child.index().to_string())
            .collect();
        let root = if number == report.graph.root().index() {
            " root"
        } else {
            ""
        };
        text.push(format!(
            "goal {number}{root} {} {}: {}",
            label(node),
            word(node.value),
            children.join(" ")
        ));
    }
    for mv in &report.moves {
        for suggestion in &mv.suggestions {
            text.push(format!(
                "move {} {}",
                mv.point,
                reason(report.rules, Some(suggestion))
            ));
        }
    }
    text
}

fn as_json(report: &GoalReport) -> Json {
    let nodes: Vec<Json> = report
        .graph
        .nodes()
        .iter()
        .map(|node| {
            json!({
                "goal": label(node),
                "value": word(node.value),
                "children": node.children.iter().map(|child| child.index()).collect::<Vec<_>>(),
            })
        })
        .collect();
    let moves: Vec<Json> = report
        .moves
        .iter()
        .map(|mv| {
            let reasons: Vec<Json> = mv
                .suggestions
                .iter()
                .map(|it| suggestion(report.rules, it))
                .collect();
            json!({ "move": mv.point.to_string(), "reasons": reasons })
        })
        .collect();
    json!({
        "player": report.player.to_string(),
        "root": report.graph.root().index(),
        "goals": nodes,
        "moves": moves,
    })
}

fn suggestion(rules: &RuleBase, suggestion: &Suggestion) -> Json {
    let path: Vec<String> = suggestion.path.iter().map(ToString::to_string).collect();
    let (source, rule) = match suggestion.source {
        MoveSource::Rule(id) => ("rule", Some(rules.rule(id))),
        MoveSource::Search => ("search", None),
        MoveSource::DoubleThreat => ("double-threat", None),
        MoveSource::Candidate => ("candidate", None),
    };
    json!({
        "purpose": suggestion.purpose.word(),
        "path": path,
        "source": source,
        "rule": rule.map(|rule| rule.name()),
        "note": rule.map(|rule| rule.note()),
    })
}
