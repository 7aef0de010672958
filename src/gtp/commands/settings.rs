//! Settings of the engine in GoGui's dialogs of parameters.

use crate::config::{Changeable, Choice};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "tedomari-param_search",
        arity: Arity::between(0, 2),
        usage: USAGE,
        help: "The settings of the search, or sets one until the end of the conversation",
        analyze: Some(entry("Parameters Search")),
        run: |session, args| params(session, args, "search"),
    },
    Command {
        name: "tedomari-param_reading",
        arity: Arity::between(0, 2),
        usage: USAGE,
        help: "The same for the settings of reading",
        analyze: Some(entry("Parameters Reading")),
        run: |session, args| params(session, args, "reading"),
    },
    Command {
        name: "tedomari-param_endgame",
        arity: Arity::between(0, 2),
        usage: USAGE,
        help: "The same for the settings of the endgame",
        analyze: Some(entry("Parameters Endgame")),
        run: |session, args| params(session, args, "endgame"),
    },
    Command {
        name: "tedomari-param_policy",
        arity: Arity::between(0, 2),
        usage: USAGE,
        help: "The same for passing, resigning and scoring",
        analyze: Some(entry("Parameters Policy")),
        run: |session, args| params(session, args, "policy"),
    },
];

const USAGE: &str = "[NAME] [VALUE]";

const fn entry(label: &'static str) -> Analyze {
    Analyze {
        kind: AnalyzeKind::Parameters,
        label,
        args: "",
    }
}

fn params(session: &mut Session, args: &mut Args<'_>, section: &str) -> CommandResult {
    if !args.has_more() {
        let settings = session.settings.changeable(section);
        return Ok(Reply::lines(settings.iter().map(line)));
    }
    let key = format!("{section}.{}", args.word()?);
    let mut settings = session.settings.clone();
    settings
        .change(&key, args.word()?)
        .map_err(|error| CommandError::Failed(error.to_string()))?;
    session.engine.set_params(&settings.engine);
    session.settings = settings;
    Ok(Reply::none())
}

/// A setting as GoGui reads it: its kind, its name and its value.
fn line(setting: &Changeable) -> String {
    let Changeable {
        name,
        choice,
        value,
    } = setting;
    match choice {
        Choice::Switch => format!("[bool] {name} {value}"),
        Choice::Words(words) => format!("[list/{}] {name} {value}", words.join("/")),
        Choice::Number => format!("[string] {name} {value}"),
    }
}
