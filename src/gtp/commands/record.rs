//! Game records in SGF.

use std::path::Path;

use crate::files::{self, ReadError};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::sgf::{self, Application, FileError, LoadOptions, RecordInfo};

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "loadsgf",
        arity: Arity::between(1, 2).with_file(),
        usage: "FILE [MOVE_NUMBER]",
        help: "Loads a record with its rules, up to the position before a move if its number is given, and answers \
            the side to move",
        analyze: None,
        run: loadsgf,
    },
    Command {
        name: "printsgf",
        arity: Arity::between(0, 1).with_file(),
        usage: "[FILE]",
        help: "Writes the game as a record, to a file if one is named",
        analyze: None,
        run: printsgf,
    },
];

fn loadsgf(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let name = args.word()?;
    let before_move = if args.has_more() {
        Some(args.int(1..=i64::from(u32::MAX))?)
    } else {
        None
    };
    let options = LoadOptions {
        rules: *session.game.rules(),
        before_move: before_move.and_then(|number| usize::try_from(number).ok()),
        cancel: session.cancel.clone(),
    };
    let max_bytes = session.settings.max_record_bytes();
    let record = sgf::load_file(Path::new(name), max_bytes, &options).map_err(|error| {
        CommandError::CannotLoad(match error {
            FileError::Read(error @ ReadError::TooLarge { .. }) => {
                format!("{name}: {error}, the setting records.max_mib")
            }
            FileError::Read(error) => format!("{name}: {error}"),
            FileError::Sgf(error) => error.to_string(),
        })
    })?;
    let to_move = record.game.to_move();
    session.replace_game(record.game);
    Ok(Reply::text(to_move))
}

fn printsgf(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let text = sgf::to_sgf(
        &session.game,
        &RecordInfo {
            application: Some(Application::tedomari()),
            ..RecordInfo::default()
        },
    );
    if !args.has_more() {
        return Ok(Reply::text(text));
    }
    let name = args.word()?;
    files::replace(Path::new(name), |out| out.write_all(text.as_bytes()))
        .map_err(|error| CommandError::CannotSave(format!("{name}: {error}")))?;
    Ok(Reply::none())
}
