//! Who we are, what we can do, and how a conversation ends.

use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::error::CommandError;
use crate::gtp::registry::{self, Arity, Command};
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
        name: "list_commands",
        arity: Arity::NONE,
        usage: "",
        help: "Names of all commands, one a line",
        analyze: None,
        run: |_, _| Ok(Reply::lines(registry::all().map(|command| command.name))),
    },
    Command {
        name: "known_command",
        // Never fails, whatever is asked.
        arity: Arity::at_least(0),
        usage: "[NAME...]",
        help: "Whether a command exists",
        analyze: None,
        run: |_, args| {
            Ok(Reply::text(
                args.rest()
                    .first()
                    .is_some_and(|name| registry::find(name).is_some()),
            ))
        },
    },
    Command {
        name: "help",
        arity: Arity::between(0, 1),
        usage: "[NAME]",
        help: "What a command does, or the names of all commands",
        analyze: None,
        run: help,
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
        name: "gogui-interrupt",
        arity: Arity::NONE,
        usage: "",
        help: "Tells GoGui that the comment line `# interrupt` stops a running command",
        analyze: None,
        run: |_, _| Ok(Reply::none()),
    },
    Command {
        name: "gogui-analyze_commands",
        arity: Arity::NONE,
        usage: "",
        help: "Entries of GoGui's menu of analyze commands",
        analyze: None,
        run: analyze_commands,
    },
    Command {
        name: "kgs-game_over",
        // KGS promises more words in the future.
        arity: Arity::at_least(0),
        usage: "[REASON...]",
        help: "Tells that the game has ended or is adjourned; it may be resumed",
        analyze: None,
        run: |_, _| Ok(Reply::none()),
    },
];

fn help(_: &mut Session, args: &mut Args<'_>) -> CommandResult {
    if !args.has_more() {
        return Ok(Reply::lines(registry::all().map(|command| command.name)));
    }
    let command = registry::find(args.word()?).ok_or(CommandError::UnknownCommand)?;
    let call = format!("{} {}", command.name, command.usage);
    Ok(Reply::text(format!(
        "{}\n{}",
        call.trim_end(),
        command.help
    )))
}

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

fn analyze_commands(_: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let entries = registry::all().filter_map(|command| {
        let analyze = command.analyze.as_ref()?;
        Some(analyze.line(command.name).to_string())
    });
    Ok(Reply::lines(entries))
}
