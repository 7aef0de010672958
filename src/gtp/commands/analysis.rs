//! Searching aloud: what the search thinks of each move, while it goes on.
//!
//! Two dialects, by the names of the programs that introduced them: `lz` (Leela Zero: integers, win rates in
//! ten-thousandths) and `kata` (KataGo: decimals, with scores). All values are those of the player to move.

use std::time::Duration;

use serde::Serialize;

use super::points::points_from_top;
use crate::base::{CancelToken, Color, Move, Size};
use crate::board::Game;
use crate::engine::Engine;
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::mcts::{Candidate, Filter, Observer, Report, Restriction};

const USAGE: &str = "[COLOR] [CENTISECONDS] [KEY...] [VALUE...]";

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "kata-analyze",
        arity: Arity::at_least(0),
        usage: USAGE,
        help: "Searches until the next line and reports moves with win rates in 0..1 and scores",
        analyze: None,
        run: |session, args| analyze(session, args, Dialect::Kata),
    },
    Command {
        name: "lz-analyze",
        arity: Arity::at_least(0),
        usage: USAGE,
        help: "Searches until the next line and reports moves with win rates in ten-thousandths",
        analyze: None,
        run: |session, args| analyze(session, args, Dialect::Lz),
    },
    Command {
        name: "kata-genmove_analyze",
        arity: Arity::at_least(0),
        usage: USAGE,
        help: "Chooses a move, reports meanwhile as kata-analyze does, and plays the move",
        analyze: None,
        run: |session, args| genmove_analyze(session, args, Dialect::Kata),
    },
    Command {
        name: "lz-genmove_analyze",
        arity: Arity::at_least(0),
        usage: USAGE,
        help: "Chooses a move, reports meanwhile as lz-analyze does, and plays the move",
        analyze: None,
        run: |session, args| genmove_analyze(session, args, Dialect::Lz),
    },
    Command {
        name: "cgos-genmove_analyze",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "Chooses a move, reports in one line of JSON what the choice rests on, and plays the move",
        analyze: None,
        run: cgos_genmove_analyze,
    },
];

/// What CGOS shows of a move; the values are those of the player to move.
#[derive(Debug, Serialize)]
struct CgosAnalysis {
    winrate: f64,
    score: f64,
    visits: u64,
    moves: Vec<CgosMove>,
    /// A character for each point, row by row from the top left.
    ownership: String,
}

/// A candidate in a [`CgosAnalysis`].
#[derive(Debug, Serialize)]
struct CgosMove {
    r#move: String,
    winrate: f64,
    score: f64,
    prior: f64,
    visits: u32,
    /// What follows the move.
    pv: String,
}

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Lz,
    Kata,
}

/// What the client wants to see.
#[derive(Clone, Debug, PartialEq)]
struct Wishes {
    color: Color,
    interval: Duration,
    /// So many moves are shown even if they have few playouts or none.
    min_moves: usize,
    max_moves: usize,
    shows_ownership: bool,
    filter: Filter,
}

/// Without an interval there is only the last report of a move, or one in ten minutes.
const SELDOM: Duration = Duration::from_secs(600);

/// Moves of a line that are shown.
const MAX_LINE: usize = 20;

fn analyze(session: &mut Session, args: &mut Args<'_>, dialect: Dialect) -> CommandResult {
    let wishes = wishes(&session.game, args)?;
    if !session.live.ends_on_input() {
        let reason = "there is no connection on which a line could end the analysis";
        return Err(CommandError::Failed(reason.to_owned()));
    }
    let report = aloud(
        session,
        &wishes,
        dialect,
        |engine, game, cancel, observer| {
            engine.analyze(game, wishes.color, &wishes.filter, cancel, observer)
        },
    );
    tracing::debug!(n_playouts = report.n_playouts, "analysis ended");
    Ok(Reply::none())
}

fn genmove_analyze(session: &mut Session, args: &mut Args<'_>, dialect: Dialect) -> CommandResult {
    session.refuse_on_trial()?;
    let wishes = wishes(&session.game, args)?;
    let decision = aloud(
        session,
        &wishes,
        dialect,
        |engine, game, cancel, observer| {
            engine.genmove_observed(game, wishes.color, &wishes.filter, cancel, observer)
        },
    );
    // The last line is what the choice rests on: some clients look at no other.
    let last = decision
        .report
        .as_ref()
        .and_then(|report| describe(report, &session.game, &wishes, dialect));
    if let Some(line) = last {
        session.live.line(line);
    }
    let mv = super::play::make_move(session, wishes.color, &decision)?;
    Ok(Reply::text(format!("play {}", mv.as_str())))
}

fn cgos_genmove_analyze(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    session.refuse_on_trial()?;
    let color = args.color()?;
    let decision = session.engine.genmove_observed(
        &session.game,
        color,
        &Filter::NONE,
        &session.cancel,
        Observer {
            interval: SELDOM,
            show: &mut |_| (),
        },
    );
    if let Some(report) = &decision.report {
        let analysis = cgos_analysis(report, session.game.board().size(), color);
        let line = serde_json::to_string(&analysis)
            .map_err(|error| CommandError::Failed(error.to_string()))?;
        session.live.line(line);
    }
    let mv = super::play::make_move(session, color, &decision)?;
    Ok(Reply::text(format!("play {}", mv.as_str())))
}

fn cgos_analysis(report: &Report, size: Size, color: Color) -> CgosAnalysis {
    /// Candidates that are worth sending.
    const MAX_MOVES: usize = 10;
    let sign = f64::from(color.sign());
    let round = |value: f64| (1e4 * value).round() / 1e4;
    CgosAnalysis {
        winrate: round(report.win_rate),
        score: round(sign * report.score_mean),
        visits: report.n_playouts + u64::from(report.n_reused),
        moves: report
            .candidates(0)
            .take(MAX_MOVES)
            .map(|entry| CgosMove {
                r#move: entry.mv.to_string(),
                winrate: round(entry.win_rate),
                score: round(sign * entry.score_mean),
                prior: round(entry.prior),
                visits: entry.visits,
                pv: Reply::words(entry.line.iter().skip(1).take(MAX_LINE))
                    .as_str()
                    .to_owned(),
            })
            .collect(),
        ownership: points_from_top(size)
            .map(|point| cgos_digit(sign * report.ownership.mean(point)))
            .collect(),
    }
}

/// A value from -1 to 1 as one of 63 characters.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "0 to 62"
)]
fn cgos_digit(value: f64) -> char {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let index = ((value.clamp(-1.0, 1.0) + 1.0) * 31.0).round() as usize;
    DIGITS.get(index).map_or('f', |&digit| char::from(digit))
}

/// Lets the engine think, with an observer that sends the client what it wants to see.
fn aloud<T>(
    session: &mut Session,
    wishes: &Wishes,
    dialect: Dialect,
    think: impl FnOnce(&mut Engine, &Game, &CancelToken, Observer<'_>) -> T,
) -> T {
    let Session {
        game,
        engine,
        live,
        cancel,
        ..
    } = session;
    let mut show = |report: &Report| {
        if let Some(line) = describe(report, game, wishes, dialect) {
            live.progress(line);
        }
    };
    let observer = Observer {
        interval: wishes.interval,
        show: &mut show,
    };
    think(engine, game, cancel, observer)
}

/// Reads the arguments: a color, an interval, pairs of keys and values; each may be left out.
fn wishes(game: &Game, args: &mut Args<'_>) -> Result<Wishes, CommandError> {
    let mut wishes = Wishes {
        color: game.to_move(),
        interval: SELDOM,
        min_moves: 0,
        max_moves: usize::MAX,
        shows_ownership: false,
        filter: Filter::NONE,
    };
    if let Some(Ok(color)) = args.peek().map(str::parse) {
        args.word()?;
        wishes.color = color;
    }
    if args.peek().is_some_and(is_number) {
        wishes.interval = interval(args)?;
    }
    while args.has_more() {
        let key = args.word()?;
        match key {
            "interval" => wishes.interval = interval(args)?,
            "minmoves" => wishes.min_moves = count(args)?,
            "maxmoves" => wishes.max_moves = count(args)?,
            "ownership" => wishes.shows_ownership = flag(args, key)?,
            "avoid" | "allow" => restrict(args, key, game.board().size(), &mut wishes)?,
            _ => {
                return Err(CommandError::Syntax(format!(
                    "unknown key `{key}`: not interval, minmoves, maxmoves, ownership, avoid or allow"
                )));
            }
        }
    }
    Ok(wishes)
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// An interval in hundredths of a second; 0 is as often as possible.
fn interval(args: &mut Args<'_>) -> Result<Duration, CommandError> {
    let centiseconds = args.number()?.clamp(0.0, 1e7);
    Ok(Duration::from_secs_f64(centiseconds / 100.0))
}

fn count(args: &mut Args<'_>) -> Result<usize, CommandError> {
    let count = args.int(0..=i64::MAX)?;
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

fn flag(args: &mut Args<'_>, key: &str) -> Result<bool, CommandError> {
    match args.word()? {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(CommandError::Syntax(format!(
            "{key} is true or false, not `{other}`"
        ))),
    }
}

/// A color, moves between commas, and a depth: the moves of this color that may not be looked at, or the only ones that
/// may, among the first so many moves of a line.
fn restrict(
    args: &mut Args<'_>,
    key: &str,
    size: Size,
    wishes: &mut Wishes,
) -> Result<(), CommandError> {
    let color = args.color()?;
    let mut moves = Vec::new();
    for word in args.word()?.split(',') {
        moves.push(Args::new(word).vertex(size)?);
    }
    let until = args.int(1..=i64::MAX)?;
    let allows = key == "allow";
    let filter = &mut wishes.filter;
    if color == wishes.color && allows {
        filter.allow.get_or_insert_default().extend(&moves);
    } else if color == wishes.color {
        filter.avoid.extend(&moves);
    }
    filter.later.push(Restriction {
        color,
        until: usize::try_from(until).unwrap_or(usize::MAX),
        allows,
        moves,
    });
    Ok(())
}

/// One line about all moves; nothing if no move is worth a word.
fn describe(report: &Report, game: &Game, wishes: &Wishes, dialect: Dialect) -> Option<String> {
    let infos: Vec<String> = report
        .candidates(wishes.min_moves)
        .take(wishes.max_moves)
        .enumerate()
        .map(|(order, candidate)| info(&candidate, order, wishes.color, dialect))
        .collect();
    if infos.is_empty() {
        return None;
    }
    let mut line = infos.join(" ");
    if wishes.shows_ownership {
        let sign = f64::from(wishes.color.sign());
        line.push_str(" ownership");
        for point in points_from_top(game.board().size()) {
            let mean = report.ownership.mean(point);
            line.push_str(&format!(" {:.3}", sign * mean));
        }
    }
    Some(line)
}

/// What is known of one move.
fn info(entry: &Candidate<'_>, order: usize, color: Color, dialect: Dialect) -> String {
    let Candidate {
        mv,
        visits,
        win_rate,
        prior,
        ..
    } = *entry;
    let lcb = lower_bound(win_rate, visits);
    let n_plays = entry
        .line
        .iter()
        .take_while(|mv| **mv != Move::Pass)
        .count();
    // A pass ends the line: clients read no further, and one of them hangs.
    let line: Vec<String> = entry
        .line
        .iter()
        .take(n_plays.clamp(1, MAX_LINE))
        .map(ToString::to_string)
        .collect();
    let values = match dialect {
        Dialect::Lz => format!(
            "winrate {:.0} prior {:.0} lcb {:.0}",
            1e4 * win_rate,
            1e4 * prior,
            1e4 * lcb
        ),
        Dialect::Kata => {
            let score = f64::from(color.sign()) * entry.score_mean;
            format!(
                "winrate {win_rate:.4} scoreMean {score:.2} scoreLead {score:.2} prior {prior:.4} lcb {lcb:.4}"
            )
        }
    };
    let line = line.join(" ");
    format!("info move {mv} visits {visits} {values} order {order} pv {line}")
}

/// Where the win rate is at least, with a probability of 97.5 %, if the playouts were independent of each other.
fn lower_bound(win_rate: f64, visits: u32) -> f64 {
    let n = f64::from(visits) + 2.0;
    // Two more playouts, a win and a loss, keep the bound from being sure of anything.
    let mean = (win_rate * f64::from(visits) + 1.0) / n;
    (mean - 1.96 * (mean * (1.0 - mean) / n).sqrt()).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Wishes, String> {
        let session = Session::for_tests();
        wishes(&session.game, &mut Args::new(text)).map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_in_any_combination() {
        let all = parse("w 50 minmoves 2 maxmoves 5 ownership true avoid w D4,pass 3").unwrap();
        let moves = vec!["D4".parse().map(Move::Play).unwrap(), Move::Pass];
        let expected = Wishes {
            color: Color::White,
            interval: Duration::from_millis(500),
            min_moves: 2,
            max_moves: 5,
            shows_ownership: true,
            filter: Filter {
                allow: None,
                avoid: moves.clone(),
                later: vec![Restriction {
                    color: Color::White,
                    until: 3,
                    allows: false,
                    moves,
                }],
                ..Filter::NONE
            },
        };
        assert_eq!(all, expected);
        assert_eq!(parse("interval 50").unwrap().interval, expected.interval);
        assert_eq!(parse("7").unwrap().interval, Duration::from_millis(70));
        let others = parse("b allow w D4 1 allow b Q16 1").unwrap();
        assert_eq!(others.filter.allow.unwrap().len(), 1);
        assert_eq!(others.filter.later.len(), 2);
    }

    #[test]
    fn ownership_in_one_character() {
        let digits: String = [-1.0, -0.5, 0.0, 1.0, 7.0]
            .into_iter()
            .map(cgos_digit)
            .collect();
        assert_eq!(digits, "AQf++");
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let check = |text: &str, part: &str| {
            let error = parse(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        };
        check("b 10 colour red", "unknown key `colour`");
        check("ownership yes", "ownership is true or false");
        check("avoid b D4", "argument 4 is missing");
        check("allow b Z9,D4 1", "Z9");
    }

    #[test]
    fn a_line_has_no_pass_and_no_double_space() {
        let d4 = "D4".parse().map(Move::Play).unwrap();
        let entry = Candidate {
            mv: d4,
            visits: 7,
            win_rate: 0.5,
            prior: 0.25,
            score_mean: 3.0,
            line: &[d4, Move::Pass],
        };
        assert_eq!(
            info(&entry, 0, Color::White, Dialect::Kata),
            "info move D4 visits 7 winrate 0.5000 scoreMean -3.00 scoreLead -3.00 prior 0.2500 lcb 0.1733 order 0 pv D4"
        );
        assert_eq!(
            info(&entry, 1, Color::Black, Dialect::Lz),
            "info move D4 visits 7 winrate 5000 prior 2500 lcb 1733 order 1 pv D4"
        );
        let pass = Candidate {
            mv: Move::Pass,
            line: &[Move::Pass],
            ..entry
        };
        assert!(info(&pass, 0, Color::Black, Dialect::Lz).ends_with("pv pass"));
    }
}
