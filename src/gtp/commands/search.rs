//! The result of a search as a drawing of GoGui; and the same drawn while the search for a move goes on.

use std::time::Duration;

use super::points::{owner_grid, variation};
use crate::base::Messages;
use crate::board::{Color, Move, Size};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::Reply;
use crate::gtp::session::Session;
use crate::mcts::{MoveReport, Observer, Report};

const USAGE: &str = "[COLOR]";

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "tedomari-search_moves",
        arity: Arity::between(0, 1),
        usage: USAGE,
        help: "Continues the search; the most visited moves, each with its win rate in percent",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointTextPairs,
            label: "Search Best Moves",
            args: "%m",
        }),
        run: |session, args| {
            let (report, _) = consider(session, args)?;
            let plays = visited_plays(&report).take(MAX_MOVES);
            let texts = plays.map(|entry| format!("{} {:.0}", entry.mv, 100.0 * entry.win_rate));
            Ok(Reply::words(texts))
        },
    },
    Command {
        name: "tedomari-search_visits",
        arity: Arity::between(0, 1),
        usage: USAGE,
        help: "Continues the search; every move that was visited, with its number of visits",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointTextPairs,
            label: "Search Visits",
            args: "%m",
        }),
        run: |session, args| {
            let (report, _) = consider(session, args)?;
            let plays = visited_plays(&report);
            Ok(Reply::words(plays.map(|entry| {
                format!("{} {}", entry.mv, short(entry.visits))
            })))
        },
    },
    Command {
        name: "tedomari-search_variation",
        arity: Arity::between(0, 1),
        usage: USAGE,
        help: "Continues the search; the most visited line",
        analyze: Some(Analyze {
            kind: AnalyzeKind::Variation,
            label: "Search Variation",
            args: "%m",
        }),
        run: |session, args| {
            let (report, color) = consider(session, args)?;
            let line = report.moves.first().map(|best| line_of(best, color));
            Ok(Reply::text(line.unwrap_or_default()))
        },
    },
    Command {
        name: "tedomari-search_ownership",
        arity: Arity::between(0, 1),
        usage: USAGE,
        help: "Continues the search; the owner of each point in its playouts, from 1 for Black to -1 for White",
        analyze: Some(Analyze {
            kind: AnalyzeKind::NumberBoard,
            label: "Search Ownership",
            args: "%m",
        }),
        run: |session, args| {
            let (report, _) = consider(session, args)?;
            let size = session.game.board().size();
            Ok(Reply::block(owner_grid(size, |point| {
                report.ownership.mean(point)
            })))
        },
    },
];

/// Moves that are worth showing.
const MAX_MOVES: usize = 8;

/// Moves of a line that are shown.
const MAX_LINE: usize = 12;

/// Searches on for the player named, or the one to move.
fn consider(session: &mut Session, args: &mut Args<'_>) -> Result<(Report, Color), CommandError> {
    let color = if args.has_more() {
        args.color()?
    } else {
        session.game.to_move()
    };
    let Session {
        game,
        engine,
        cancel,
        ..
    } = session;
    Ok((engine.consider(game, color, cancel), color))
}

fn visited_plays(report: &Report) -> impl Iterator<Item = &MoveReport> {
    let moves = report.moves.iter();
    moves.filter(|entry| entry.visits > 0 && entry.mv != Move::Pass)
}

/// The line of a move.
fn line_of(entry: &MoveReport, color: Color) -> String {
    variation(color, entry.line.iter().take(MAX_LINE).copied())
}

/// A number of visits in four characters at most, so that labels fit a board of 19 lines.
fn short(n_visits: u32) -> String {
    match n_visits {
        0..1000 => n_visits.to_string(),
        1000..10_000 => format!("{:.1}k", f64::from(n_visits / 100) / 10.0),
        10_000..1_000_000 => format!("{}k", n_visits / 1000),
        1_000_000.. => format!("{}M", n_visits / 1_000_000),
    }
}

/// What GoGui draws while a search goes on: the best line, the visits of each move, the likely owner of each point, and
/// a line of text.
fn live_graphics(report: &Report, color: Color, size: Size) -> String {
    let influence = size.points_from_top().map(|point| {
        let mean = report.ownership.mean(point);
        format!("{point} {mean:.2}")
    });
    let visits = visited_plays(report).take(MAX_MOVES);
    let lines = [
        format!(
            "VAR {}",
            report
                .moves
                .first()
                .map(|best| line_of(best, color))
                .unwrap_or_default()
        ),
        format!("INFLUENCE {}", Reply::words(influence).as_str()),
        format!(
            "LABEL {}",
            Reply::words(visits.map(|entry| format!("{} {}", entry.mv, short(entry.visits))))
                .as_str()
        ),
        format!(
            "TEXT {} playouts, {color} wins {:.1} %, score {:+.1}",
            report.n_playouts,
            100.0 * report.win_rate,
            report.score_mean
        ),
    ];
    lines.join("\n")
}

/// Searches for a move, with drawing commands about the progress for GoGui on standard error.
pub(super) fn with_live_graphics<T>(
    session: &mut Session,
    color: Color,
    interval: Duration,
    think: impl FnOnce(&mut Session, Observer<'_>) -> T,
) -> T {
    let size = session.game.board().size();
    let mut show = |report: &Report| {
        draw(&format!("\n{}\n", live_graphics(report, color, size)));
    };
    let observer = Observer {
        interval,
        show: &mut show,
        owners_by_move: false,
    };
    let answer = think(session, observer);
    draw(" CLEAR");
    answer
}

/// Sends drawing commands. Without a reader they are lost.
fn draw(commands: &str) {
    Messages::to_standard_error().write(format!("gogui-gfx:{commands}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::{Detail, Ending, Evidence, Ownership};

    #[test]
    fn labels_are_short() {
        let texts = [7, 999, 1000, 9999, 10_000, 999_999, 12_345_678].map(short);
        assert_eq!(texts, ["7", "999", "1.0k", "9.9k", "10k", "999k", "12M"]);
    }

    #[test]
    fn live_graphics_have_a_line_each() {
        let [d4, c3] = ["D4", "C3"].map(|name| name.parse().map(Move::Play).unwrap());
        let entry = MoveReport {
            mv: d4,
            visits: 7,
            win_rate: 0.5,
            prior: 0.25,
            score_mean: 3.0,
            line: vec![d4, Move::Pass, c3],
            line_visits: Vec::new(),
            detail: Detail::default(),
            ownership: None,
        };
        let report = Report {
            moves: vec![entry],
            win_rate: 0.625,
            score_mean: -1.25,
            detail: Detail::default(),
            ownership: Ownership::default(),
            n_playouts: 9,
            n_nodes: 3,
            n_reused: 0,
            ending: Ending::Running,
            evidence: Evidence::Playouts,
        };
        let text = live_graphics(&report, Color::White, Size::new(2, 1).unwrap());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "VAR w D4 b pass w C3",
                "INFLUENCE A1 0.00 B1 0.00",
                "LABEL D4 7",
                "TEXT 9 playouts, white wins 62.5 %, score -1.2",
            ]
        );
    }
}
