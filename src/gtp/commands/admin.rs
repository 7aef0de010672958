//! Name and version, and the end of a conversation or a game.

use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "protocol_version",
        arity: Arity::NONE,
        usage: "",
        help: "Version of the protocol",
        analyze: None,
        run: |_, _| Ok(Reply::text(2)),
    },
    Command {
        name: "name",
        arity: Arity::NONE,
        usage: "",
        help: "Name of the engine",
        analyze: None,
        run: |_, _| Ok(Reply::text("Tedomari")),
    },
    Command {
        name: "version",
        arity: Arity::NONE,
        usage: "",
        help: "Version of the engine",
        analyze: None,
        run: |_, _| Ok(Reply::text(env!("CARGO_PKG_VERSION"))),
    },
    Command {
        name: "quit",
        arity: Arity::NONE,
        usage: "",
        help: "Ends the conversation",
        analyze: None,
        run: quit,
    },
    Command {
        name: "cputime",
        arity: Arity::NONE,
        usage: "",
        help: "Processor time used so far, in seconds",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "CPU Time",
            args: "",
        }),
        run: cputime,
    },
    Command {
        name: "kgs-game_over",
        // The protocol of KGS reserves more words for the future.
        arity: Arity::at_least(0),
        usage: "[REASON...]",
        help: "Tells the engine that the game has ended or is adjourned; it may be resumed",
        analyze: None,
        run: |_, args| {
            args.rest();
            Ok(Reply::none())
        },
    },
];

fn quit(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    session.has_quit = true;
    Ok(Reply::none())
}

fn cputime(_: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let time = cpu_time::ProcessTime::try_now()
        .map_err(|error| CommandError::Failed(error.to_string()))?;
    Ok(Reply::text(format_args!(
        "{:.3}",
        time.as_duration().as_secs_f64()
    )))
}
