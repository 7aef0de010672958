//! Pictures for GoGui: whose the points are and how far that is proved, what a proof rests on, and the regions of the
//! endgame.

use super::points::variation;
use super::reading::{goal_of, task};
use crate::board::{Color, Move, PointSet};
use crate::endgame::describe::{self, RegionRow};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::referee::Unfinished;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "tedomari-territory_gfx",
        arity: Arity::NONE,
        usage: "",
        help: "Whose each point is if the game ends here: Black's green, White's purple, dark where it is proved; dead \
               stones are marked",
        analyze: Some(picture("Territory And Proof", "")),
        run: territory,
    },
    Command {
        name: "tedomari-read_gfx",
        arity: Arity::at_least(2),
        usage: "kill|live VERTEX... [SECONDS]",
        help: "Reads whether a block can be killed or can live: the points that the answer rests on, and how it goes \
            on",
        analyze: Some(picture("Read Kill Zone And Line", "kill %p")),
        run: zone_and_line,
    },
    Command {
        name: "tedomari-regions_gfx",
        arity: Arity::NONE,
        usage: "",
        help: "The independent open regions, each with its mean; squares and triangles are best moves of Black and \
            White",
        analyze: Some(picture("Regions With Values", "")),
        run: regions,
    },
];

const fn picture(label: &'static str, args: &'static str) -> Analyze {
    Analyze {
        kind: AnalyzeKind::Graphics,
        label,
        args,
    }
}

/// Colors of a player's points: proved, and estimated.
const fn shades(color: Color) -> [&'static str; 2] {
    match color {
        Color::Black => ["#3f8f3f", "#a8dba8"],
        Color::White => ["#8f4fa8", "#dcb8e8"],
    }
}

/// The colors of regions, in turn.
const TINTS: [&str; 6] = [
    "#f4d35e", "#8ecae6", "#f28482", "#b8e0d2", "#cdb4db", "#ffb703",
];

/// A drawing command about points, if there are any.
fn mark(text: &mut Vec<String>, command: &str, points: &PointSet) {
    if !points.is_empty() {
        let points = Reply::points(points.iter());
        text.push(format!("{command} {}", points.as_str()));
    }
}

fn territory(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let limits = session.limits();
    let judgement = session.engine.judge(&session.game, &limits);
    let facts = session.engine.proved_points(&session.game, &limits);
    let mut text = Vec::new();
    let mut n_proved = 0;
    for color in Color::BOTH {
        let [proved, estimated] = shades(color);
        let owned = facts.owned[color];
        n_proved += owned.len();
        mark(&mut text, &format!("COLOR {proved}"), &owned);
        let guessed = judgement.territory[color] - owned;
        mark(&mut text, &format!("COLOR {estimated}"), &guessed);
    }
    mark(&mut text, "MARK", &judgement.dead);
    let n_points = session.game.board().size().n_points();
    let unfinished = Unfinished::of(&judgement);
    let unfinished =
        unfinished.map_or_else(String::new, |reason| format!("; unfinished: {reason}"));
    text.push(format!(
        "TEXT {}, proved {n_proved} of {n_points} points{unfinished}",
        judgement.score
    ));
    Ok(Reply::lines(text))
}

fn zone_and_line(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    if args.peek().and_then(goal_of).is_none() {
        let message = "argument 1 is neither kill nor live".to_owned();
        return Err(CommandError::Syntax(message));
    }
    let (targets, goal, effort) = task(session, args)?;
    let mut reading = session.reading();
    let question = reading.question(targets, goal)?;
    let finding = reading.life(question, &effort)?;
    let mut text = Vec::new();
    mark(&mut text, "COLOR #f4d35e", &finding.zone);
    mark(&mut text, "SQUARE", &targets);
    if !finding.line.is_empty() {
        let moves = finding
            .line
            .iter()
            .map(|mv| mv.map_or(Move::Pass, Move::Play));
        text.push(format!("VAR {}", variation(finding.to_move, moves)));
    }
    text.push(format!(
        "TEXT {} ({}, {})",
        finding.verdict.name(),
        finding.certainty().name(),
        finding.basis.name()
    ));
    Ok(Reply::lines(text))
}

fn regions(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let failed = |error: crate::cgt::GameError| CommandError::Failed(error.to_string());
    let limits = session.limits();
    let endgame = session
        .engine
        .endgame_with_worths(&session.game, &limits)
        .map_err(failed)?;
    let rows = describe::rows(&endgame, session.engine.endgame_store()).map_err(failed)?;
    let mut text: Vec<String> = rows
        .iter()
        .zip(TINTS.into_iter().cycle())
        .map(|(row, tint)| format!("COLOR {tint} {}", row.points.join(" ")))
        .collect();
    let label = |row: &RegionRow| {
        let first = row.points.first()?;
        let mean = match row.worth {
            Some(_) => row.mean.replace(' ', "_"),
            None => "?".to_owned(),
        };
        Some(format!("{first} {mean}"))
    };
    let labels: Vec<String> = rows.iter().filter_map(label).collect();
    if !labels.is_empty() {
        text.push(format!("LABEL {}", labels.join(" ")));
    }
    for (sign, best) in [
        ("SQUARE", best_moves(&rows, |row| &row.black)),
        ("TRIANGLE", best_moves(&rows, |row| &row.white)),
    ] {
        if !best.is_empty() {
            text.push(format!("{sign} {}", best.join(" ")));
        }
    }
    let n_exact = rows.iter().filter(|row| row.is_exact).count();
    let mut sum = format!("{} open regions, {n_exact} exact", rows.len());
    match rows.iter().filter(|row| row.worth.is_none()).count() {
        0 => {}
        n_uncounted => sum.push_str(&format!(", {n_uncounted} {}", describe::NOT_COUNTED)),
    }
    text.push(format!("TEXT {sum}"));
    Ok(Reply::lines(text))
}

/// The best moves of a player, where they are known.
fn best_moves(rows: &[RegionRow], of: fn(&RegionRow) -> &String) -> Vec<String> {
    let moves = rows.iter().map(of);
    moves
        .filter(|text| text.starts_with(|c: char| c.is_ascii_uppercase()))
        .cloned()
        .collect()
}
