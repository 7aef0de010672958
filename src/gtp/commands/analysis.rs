//! Live analysis: the values of the moves, sent while the search goes on.

use super::info::{Dialect, InfoWriter, RawErrors};
use super::play;
use super::wishes::Wishes;
use crate::base::{CancelToken, Move};
use crate::board::Game;
use crate::engine::{Decision, Engine};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::intuition::Symmetry;
use crate::mcts::{Observer, Report};

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
        run: super::cgos::genmove_analyze,
    },
    Command {
        name: "kata-search",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "Chooses a move as genmove does, and does not play it",
        analyze: None,
        run: |session, args| search(session, args, Manner::ToTheEnd),
    },
    Command {
        name: "kata-search_cancellable",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "The same; any line cancels it, and the answer is `cancelled`",
        analyze: None,
        run: |session, args| search(session, args, Manner::Cancellable),
    },
    Command {
        name: "kata-search_analyze",
        arity: Arity::at_least(0),
        usage: USAGE,
        help: "Chooses a move, reports meanwhile as kata-analyze does, and does not play the move",
        analyze: None,
        run: |session, args| search_analyze(session, args, Manner::ToTheEnd),
    },
    Command {
        name: "kata-search_analyze_cancellable",
        arity: Arity::at_least(0),
        usage: USAGE,
        help: "The same; any line cancels it, and the answer ends with `play cancelled`",
        analyze: None,
        run: |session, args| search_analyze(session, args, Manner::Cancellable),
    },
    Command {
        name: "stop",
        arity: Arity::NONE,
        usage: "",
        help: "Ends thinking in the opponent's time, as any command does",
        analyze: None,
        run: |_, _| Ok(Reply::none()),
    },
    Command {
        name: "clear_cache",
        arity: Arity::NONE,
        usage: "",
        help: "Forgets what was searched and proved before",
        analyze: None,
        run: |session, _| {
            session.engine.forget_all();
            Ok(Reply::none())
        },
    },
];

/// Whether the next line of input ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    ToTheEnd,
    Cancellable,
}

fn analyze(session: &mut Session, args: &mut Args<'_>, dialect: Dialect) -> CommandResult {
    let wishes = Wishes::read(&session.game, args)?;
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
    let wishes = Wishes::read(&session.game, args)?;
    let decision = decide_aloud(session, &wishes, dialect);
    play::make_move(session, wishes.color, &decision)?;
    Ok(Reply::text(format_args!("play {}", decision.mv)))
}

fn search_analyze(session: &mut Session, args: &mut Args<'_>, manner: Manner) -> CommandResult {
    let wishes = Wishes::read(&session.game, args)?;
    if manner == Manner::Cancellable {
        session.live.yields_to_input();
    }
    let decision = decide_aloud(session, &wishes, Dialect::Kata);
    Ok(match found(session, &decision, manner) {
        Some(mv) => Reply::text(format_args!("play {mv}")),
        None => Reply::text("play cancelled"),
    })
}

fn search(session: &mut Session, args: &mut Args<'_>, manner: Manner) -> CommandResult {
    let color = args.color()?;
    if manner == Manner::Cancellable {
        session.live.yields_to_input();
    }
    let Session {
        game,
        engine,
        cancel,
        ..
    } = session;
    let decision = engine.genmove(game, color, cancel);
    Ok(match found(session, &decision, manner) {
        Some(mv) => Reply::chosen(mv),
        None => Reply::text("cancelled"),
    })
}

/// The move that was chosen, unless the search was cancelled and may be.
fn found(session: &Session, decision: &Decision, manner: Manner) -> Option<Move> {
    tracing::info!(%decision, "found");
    let is_cancelled = manner == Manner::Cancellable && session.cancel.is_cancelled();
    (!is_cancelled).then_some(decision.mv)
}

/// Chooses a move and sends reports, the last one at the end.
fn decide_aloud(session: &mut Session, wishes: &Wishes, dialect: Dialect) -> Decision {
    let decision = aloud(
        session,
        wishes,
        dialect,
        |engine, game, cancel, observer| {
            engine.genmove_observed(game, wishes.color, &wishes.filter, cancel, observer)
        },
    );
    let writer = writer(session, wishes, dialect);
    // The last line is what the choice rests on: some clients look at no other.
    let last = decision
        .report
        .as_ref()
        .and_then(|report| writer.line(report));
    if let Some(line) = last {
        session.live.line(line);
    }
    decision
}

/// Runs a search of the engine, with an observer that sends the client the lines that it requested.
fn aloud<T>(
    session: &mut Session,
    wishes: &Wishes,
    dialect: Dialect,
    think: impl FnOnce(&mut Engine, &Game, &CancelToken, Observer<'_>) -> T,
) -> T {
    let writer = writer(session, wishes, dialect);
    let Session {
        game,
        engine,
        live,
        cancel,
        ..
    } = session;
    let mut show = |report: &Report| {
        if let Some(line) = writer.line(report) {
            live.progress(line);
        }
    };
    let observer = Observer {
        interval: wishes.interval,
        show: &mut show,
        owners_by_move: wishes.shows.owners_by_move(),
    };
    think(engine, game, cancel, observer)
}

/// What writes lines about a search of the present position.
fn writer<'a>(session: &Session, wishes: &'a Wishes, dialect: Dialect) -> InfoWriter<'a> {
    let raw = wishes.shows.root_info.then(|| raw_errors(session, wishes));
    InfoWriter {
        wishes,
        dialect,
        size: session.game.board().size(),
        reporting: session.reporting,
        raw: raw.flatten(),
    }
}

/// The network's estimates of its own errors, if there is a network and it has been loaded.
fn raw_errors(session: &Session, wishes: &Wishes) -> Option<RawErrors> {
    let limits = session.limits();
    let opinions = session.engine.raw_opinions(
        &session.game,
        wishes.color,
        &[Symmetry::IDENTITY],
        0.0,
        &limits,
    );
    let opinion = opinions.ok()?.into_iter().next()?;
    Some(RawErrors {
        win_rate: opinion.win_error,
        score: opinion.score_error,
        variance_time: opinion.variance_time,
    })
}
