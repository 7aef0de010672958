//! Live analysis: the values of the moves, sent while the search goes on.

use super::analyze_options::AnalyzeOptions;
use super::info::{Dialect, InfoWriter, RawErrors};
use super::play;
use crate::base::CancelToken;
use crate::board::{Game, Move};
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
        run: |session, args| search(session, args, OnInput::ToTheEnd),
    },
    Command {
        name: "kata-search_cancellable",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "The same; any line cancels it, and the answer is `cancelled`",
        analyze: None,
        run: |session, args| search(session, args, OnInput::Cancellable),
    },
    Command {
        name: "kata-search_analyze",
        arity: Arity::at_least(0),
        usage: USAGE,
        help: "Chooses a move, reports meanwhile as kata-analyze does, and does not play the move",
        analyze: None,
        run: |session, args| search_analyze(session, args, OnInput::ToTheEnd),
    },
    Command {
        name: "kata-search_analyze_cancellable",
        arity: Arity::at_least(0),
        usage: USAGE,
        help: "The same; any line cancels it, and the answer ends with `play cancelled`",
        analyze: None,
        run: |session, args| search_analyze(session, args, OnInput::Cancellable),
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
enum OnInput {
    ToTheEnd,
    Cancellable,
}

fn analyze(session: &mut Session, args: &mut Args<'_>, dialect: Dialect) -> CommandResult {
    let options = AnalyzeOptions::read(&session.game, args)?;
    if !session.live.ends_on_input() {
        let reason = "there is no connection on which a line could end the analysis";
        return Err(CommandError::Failed(reason.to_owned()));
    }
    let report = aloud(
        session,
        &options,
        dialect,
        |engine, game, cancel, observer| {
            engine.analyze(game, options.color, &options.filter, cancel, observer)
        },
    );
    tracing::debug!(n_playouts = report.n_playouts, "analysis ended");
    Ok(Reply::none())
}

fn genmove_analyze(session: &mut Session, args: &mut Args<'_>, dialect: Dialect) -> CommandResult {
    session.refuse_on_trial()?;
    let options = AnalyzeOptions::read(&session.game, args)?;
    let decision = decide_aloud(session, &options, dialect);
    play::make_move(session, options.color, &decision)?;
    Ok(Reply::text(format_args!("play {}", decision.mv)))
}

fn search_analyze(session: &mut Session, args: &mut Args<'_>, manner: OnInput) -> CommandResult {
    let options = AnalyzeOptions::read(&session.game, args)?;
    if manner == OnInput::Cancellable {
        session.live.yields_to_input();
    }
    let decision = decide_aloud(session, &options, Dialect::Kata);
    Ok(match found(session, &decision, manner) {
        Some(mv) => Reply::text(format_args!("play {mv}")),
        None => Reply::text("play cancelled"),
    })
}

fn search(session: &mut Session, args: &mut Args<'_>, manner: OnInput) -> CommandResult {
    let color = args.color()?;
    if manner == OnInput::Cancellable {
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
fn found(session: &Session, decision: &Decision, manner: OnInput) -> Option<Move> {
    tracing::info!(%decision, "found");
    let is_cancelled = manner == OnInput::Cancellable && session.cancel.is_cancelled();
    (!is_cancelled).then_some(decision.mv)
}

/// Chooses a move and sends reports, the last one at the end.
fn decide_aloud(session: &mut Session, options: &AnalyzeOptions, dialect: Dialect) -> Decision {
    let decision = aloud(
        session,
        options,
        dialect,
        |engine, game, cancel, observer| {
            engine.genmove_observed(game, options.color, &options.filter, cancel, observer)
        },
    );
    let writer = writer(session, options, dialect);
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
    options: &AnalyzeOptions,
    dialect: Dialect,
    think: impl FnOnce(&mut Engine, &Game, &CancelToken, Observer<'_>) -> T,
) -> T {
    let writer = writer(session, options, dialect);
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
        interval: options.interval,
        show: &mut show,
        owners_by_move: options.shows.owners_by_move(),
    };
    think(engine, game, cancel, observer)
}

/// What writes lines about a search of the present position.
fn writer<'a>(session: &Session, options: &'a AnalyzeOptions, dialect: Dialect) -> InfoWriter<'a> {
    let raw = options
        .shows
        .root_info
        .then(|| raw_errors(session, options));
    InfoWriter {
        options,
        dialect,
        size: session.game.board().size(),
        reporting: session.reporting,
        raw: raw.flatten(),
    }
}

/// The network's estimates of its own errors, if there is a network and it has been loaded.
fn raw_errors(session: &Session, options: &AnalyzeOptions) -> Option<RawErrors> {
    let limits = session.limits();
    let evaluations = session.engine.raw_evaluations(
        &session.game,
        options.color,
        &[Symmetry::IDENTITY],
        0.0,
        &limits,
    );
    let evaluation = evaluations.ok()?.into_iter().next()?;
    Some(RawErrors {
        win_rate: evaluation.win_error,
        score: evaluation.score_error,
        variance_time: evaluation.variance_time,
    })
}
