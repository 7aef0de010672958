//! Reading of life and death, and of connections in the same form.

use std::time::{Duration, Instant};

use crate::board::{Move, Point, PointSet};
use crate::calibration::Confidence;
use crate::engine::reading::{
    AnswerBasis, BestMove, Effort, Fate, Finding, FindingReport, LinkGoal, StatusFinding,
};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::tactics::ko::Success;
use crate::tsumego::reader::first_moves::FirstMove;
use crate::tsumego::semeai::SemeaiResult;
use crate::tsumego::{Goal, Verdict};

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "tedomari-read",
        arity: Arity::at_least(2),
        usage: "kill|live|connect|cut|status VERTEX... [SECONDS] [explain]",
        help: "Whether a block can be killed or can live, or two blocks can be connected or cut, if the side whose \
            task it is moves first, and what is proved; of several blocks, whether all can be killed, or one of \
            them can live; status: whether a block is alive, dead or in a seki, or the next move decides, with both \
            answers; explain: kill and live with their reasons, each a sentence that is proved, estimated or a \
            comment",
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
        help: "What each move near a block comes to for the side whose task it is: 1, 2 or 3 (by ko) or 0, with ? if \
            that is not proved",
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
        help: "Whether a block can live by reading of life and death: 1, 2 or 3 (by ko) and the move, PASS if it is \
            proved to live without one, or 0",
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
        help: "Whether a block is alive, dead, or critical with the moves to kill it and to save it; without a \
            vertex, each block",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Dragon Status",
            args: "%p",
        }),
        run: dragon_status,
    },
];

/// The last argument of a question whose answer is to be explained.
const EXPLAIN: &str = "explain";

fn read(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    match args.peek() {
        Some("connect") => read_link(session, args, LinkGoal::Connect),
        Some("cut") => read_link(session, args, LinkGoal::Cut),
        Some("status") => read_status(session, args),
        Some("kill" | "live") | None => {
            let is_explained = args.take_last(EXPLAIN);
            let (targets, goal, effort) = task(session, args)?;
            let mut reading = session.reading();
            let question = reading.question(targets, goal)?;
            if !is_explained {
                let finding = reading.life(question, &effort)?;
                return Ok(Reply::text(one_line(&finding)));
            }
            let (finding, reasons) = reading.life_explained(question, &effort)?;
            let reasons = reasons
                .iter()
                .map(|it| format!("{} {}", it.ground.word(), it.text));
            Ok(Reply::lines(
                std::iter::once(one_line(&finding)).chain(reasons),
            ))
        }
        Some(other) => Err(CommandError::Syntax(format!(
            "`{other}` is none of kill, live, connect, cut and status"
        ))),
    }
}

fn read_link(session: &mut Session, args: &mut Args<'_>, goal: LinkGoal) -> CommandResult {
    args.word()?;
    let blocks = two_points(session, args)?;
    let effort = effort(session, args)?;
    let finding = session.reading().link(blocks, goal, &effort)?;
    Ok(Reply::text(one_line(&finding)))
}

fn read_status(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    args.word()?;
    let target = args.point(session.game.board().size())?;
    let effort = effort(session, args)?;
    let status = session.reading().status(target, &effort)?;
    Ok(Reply::text(status_line(&status)))
}

/// The goal that a word names.
pub(super) fn goal_of(word: &str) -> Option<Goal> {
    match word {
        "kill" => Some(Goal::Kill),
        "live" => Some(Goal::Live),
        _ => None,
    }
}

/// A stone of each block, the goal for them, and the effort.
pub(super) fn task(
    session: &Session,
    args: &mut Args<'_>,
) -> Result<(PointSet, Goal, Effort), CommandError> {
    let word = args.word()?;
    let goal = goal_of(word)
        .ok_or_else(|| CommandError::Syntax(format!("`{word}` is neither kill nor live")))?;
    let size = session.game.board().size();
    let mut targets = PointSet::from(args.point(size)?);
    while args.peek().is_some_and(|word| word.parse::<f64>().is_err()) {
        targets.insert(args.point(size)?);
    }
    Ok((targets, goal, effort(session, args)?))
}

/// The effort for a question: the seconds of the last argument if there is one.
fn effort(session: &Session, args: &mut Args<'_>) -> Result<Effort, CommandError> {
    let limits = session.limits();
    if !args.has_more() {
        return Ok(Effort::Usual(limits));
    }
    let seconds = args.number()?;
    if let Some(word) = args.peek() {
        return Err(CommandError::Syntax(format!(
            "`{word}` is one argument too many"
        )));
    }
    let time = Duration::try_from_secs_f64(seconds).ok();
    let end = time.and_then(|time| Instant::now().checked_add(time));
    let bad = || CommandError::Syntax(format!("`{seconds}` is not a number of seconds"));
    Ok(Effort::until(end.ok_or_else(bad)?, &limits))
}

fn read_moves(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (targets, goal, effort) = task(session, args)?;
    let moves = session.reading().life_by_move(targets, goal, &effort)?;
    let line = |found: &FirstMove| format!("{} {}", found.point, result_of(found));
    Ok(Reply::lines(moves.iter().map(line)))
}

/// GNU Go's number, with a question mark if that is not proved; only that mark if nothing is known.
fn result_of(found: &FirstMove) -> String {
    let mark = if found.is_proven { "" } else { "?" };
    if found.verdict == Verdict::Unknown {
        return mark.to_owned();
    }
    format!("{}{mark}", code(found.verdict.success()))
}

/// GNU Go's numbers; from best to worst for the player to move: 1, 2, 3, 0.
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

/// A number, with a move unless it is zero; a word if nothing is known.
pub(super) fn code_and_move(answer: BestMove) -> CommandResult {
    if answer.is_unknown {
        return Ok(Reply::text("unknown"));
    }
    Ok(match answer.success {
        Success::None => Reply::text(0),
        Success::Clean | Success::KoTakingFirst | Success::KoNeedingThreat => {
            Reply::text(format!("{} {}", code(answer.success), vertex(answer.mv)))
        }
    })
}

/// The next two arguments, both points.
pub(super) fn two_points(
    session: &Session,
    args: &mut Args<'_>,
) -> Result<(Point, Point), CommandError> {
    let size = session.game.board().size();
    Ok((args.point(size)?, args.point(size)?))
}

/// A number in any case, as scripts written for GNU Go read it: what stayed open is a failure.
fn number_and_move(answer: BestMove) -> CommandResult {
    code_and_move(BestMove {
        is_unknown: false,
        ..answer
    })
}

fn owl_attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    number_and_move(session.reading().kill(target)?)
}

fn owl_defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let target = args.point(session.game.board().size())?;
    number_and_move(session.reading().save(target)?)
}

fn owl_does_attack(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (mv, target) = two_points(session, args)?;
    Ok(Reply::text(code(session.reading().kill_by(mv, target)?)))
}

fn owl_does_defend(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (mv, target) = two_points(session, args)?;
    Ok(Reply::text(code(session.reading().save_by(mv, target)?)))
}

fn analyze_semeai(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (own, other) = two_points(session, args)?;
    let race = session.reading().semeai(own, other)?;
    Ok(Reply::text(semeai_text(&race)))
}

fn analyze_semeai_after_move(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let mut after = session.game.clone();
    let (color, mv) = (args.color()?, args.point(after.board().size())?);
    after.play(color, Move::Play(mv))?;
    let (own, other) = two_points(session, args)?;
    let limits = session.limits();
    let mut reading = session.engine.reading_of(&after, limits);
    let race = reading.semeai(own, other)?;
    Ok(Reply::text(semeai_text(&race)))
}

fn semeai_text(race: &SemeaiResult) -> String {
    let (defense, attack) = (code(race.defense), code(race.attack));
    format!("{defense} {attack} {}", vertex(race.mv))
}

fn dragon_status(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let size = session.game.board().size();
    if args.has_more() {
        let target = args.point(size)?;
        let usual = Effort::Usual(session.limits());
        let status = session.reading().status(target, &usual)?;
        return Ok(Reply::text(status_text(&status)));
    }
    let statuses = session.reading().statuses();
    let line = |(head, status): (Point, StatusFinding)| format!("{head}: {}", status_text(&status));
    Ok(Reply::lines(statuses.into_iter().map(line)))
}

/// The status in GNU Go's words, with the moves if the next one decides.
fn status_text(status: &StatusFinding) -> String {
    let word = status_word(status.fate);
    match status.fate {
        Fate::Critical => {
            let moves = [&status.kill, &status.live].map(|finding| vertex(finding.first()));
            format!("{word} {}", moves.join(" "))
        }
        Fate::Alive | Fate::Seki | Fate::Dead | Fate::Unknown => word.to_owned(),
    }
}

/// GNU Go's word for what becomes of a block: in a seki it is alive.
pub(super) const fn status_word(fate: Fate) -> &'static str {
    match fate {
        Fate::Seki => Fate::Alive.name(),
        Fate::Alive | Fate::Dead | Fate::Critical | Fate::Unknown => fate.name(),
    }
}

/// Pairs of a key and a value.
fn one_line(finding: &Finding) -> String {
    let found = FindingReport::new(finding);
    let mut words = vec!["verdict".to_owned(), found.verdict.name().to_owned()];
    words.extend(grounds_of(&found, ""));
    words.extend(costs_of(finding.n_nodes, finding.elapsed));
    words.extend(trust_of(found.confidence, found.basis, ""));
    words.extend(threats_of(&found, ""));
    words.extend(given_of(&found, ""));
    words.extend(zone_of(&finding.zone));
    words.join(" ")
}

/// The same of a status: what follows from both answers, and then each of them, with its name before the keys.
fn status_line(status: &StatusFinding) -> String {
    let (kill, live) = (&status.kill, &status.live);
    let certainty = status.certainty().name();
    let mut words = ["verdict", status.fate.name(), "proof", certainty]
        .map(str::to_owned)
        .to_vec();
    let n_nodes = kill.n_nodes + live.n_nodes;
    words.extend(costs_of(n_nodes, kill.elapsed + live.elapsed));
    words.extend(trust_of(status.confidence(), status.basis(), ""));
    for (name, finding) in [("kill", kill), ("live", live)] {
        let prefix = format!("{name}_");
        let found = FindingReport::new(finding);
        words.extend([name.to_owned(), found.verdict.name().to_owned()]);
        words.extend(grounds_of(&found, &prefix));
        words.extend(trust_of(found.confidence, found.basis, &prefix));
        words.extend(threats_of(&found, &prefix));
        words.extend(given_of(&found, &prefix));
    }
    words.extend(zone_of(&(kill.zone | live.zone)));
    words.join(" ")
}

/// Whether an answer is proved, its first move, and a line of play.
fn grounds_of(found: &FindingReport, prefix: &str) -> Vec<String> {
    let mut words = vec![
        format!("{prefix}proof"),
        found.proof.name().to_owned(),
        format!("{prefix}move"),
        found.first.clone(),
        format!("{prefix}pv"),
    ];
    words.extend(found.line.iter().cloned());
    words
}

fn costs_of(n_nodes: u64, elapsed: Duration) -> [String; 4] {
    let seconds = format!("{:.3}", elapsed.as_secs_f64());
    [
        "nodes".to_owned(),
        n_nodes.to_string(),
        "seconds".to_owned(),
        seconds,
    ]
}

fn trust_of(confidence: Confidence, basis: AnswerBasis, prefix: &str) -> [String; 4] {
    [
        format!("{prefix}confidence"),
        confidence.to_string(),
        format!("{prefix}basis"),
        basis.name().to_owned(),
    ]
}

/// In a ko: who needs threats, and how many.
fn threats_of(found: &FindingReport, prefix: &str) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(color) = &found.threats_by {
        words.extend([format!("{prefix}threats_by"), color.clone()]);
    }
    if let Some(n_threats) = found.threats {
        words.extend([format!("{prefix}threats"), n_threats.to_string()]);
    }
    words
}

/// The stones and the number of ko threats that an answer takes for granted, if any.
fn given_of(found: &FindingReport, prefix: &str) -> Vec<String> {
    let mut words = Vec::new();
    if !found.given.is_empty() {
        words.push(format!("{prefix}given"));
        words.extend(found.given.iter().cloned());
    }
    if let Some(n) = found.given_threats {
        words.extend([format!("{prefix}given_threats"), n.to_string()]);
    }
    words
}

fn zone_of(zone: &PointSet) -> Vec<String> {
    let points = zone.iter().map(|point| point.to_string());
    ["zone".to_owned()].into_iter().chain(points).collect()
}
