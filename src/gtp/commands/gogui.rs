//! Commands of GoGui beside the game.

use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "gogui-interrupt",
        arity: Arity::NONE,
        usage: "",
        help: "Tells the client that the comment line `# interrupt` stops a running command",
        analyze: None,
        run: |_, _| Ok(Reply::none()),
    },
    Command {
        name: "gogui-title",
        arity: Arity::NONE,
        usage: "",
        help: "The title of GoGui's window: the rules, and the network if there is one",
        analyze: None,
        run: title,
    },
    Command {
        name: "gogui-version",
        arity: Arity::at_least(1),
        usage: "VERSION [WORD...]",
        help: "Tells the version of GoGui, for the log",
        analyze: None,
        run: |_, args| {
            let version = args.tail();
            tracing::info!(version, "GoGui");
            Ok(Reply::none())
        },
    },
    Command {
        name: "gogui-action_forward",
        arity: Arity::exactly(1),
        usage: "COUNT",
        help: "After steps forward in the tree: the last move and the prisoners",
        analyze: None,
        run: place,
    },
    Command {
        name: "gogui-action_backward",
        arity: Arity::exactly(1),
        usage: "COUNT",
        help: "The same after steps backward",
        analyze: None,
        run: place,
    },
];

fn title(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let rules = session.game.rules();
    let source = session.settings.engine.network.source.as_ref();
    let network = source.map(|source| format!(", network {}", source.short_name()));
    Ok(Reply::text(format_args!(
        "Tedomari ({rules}{})",
        network.unwrap_or_default()
    )))
}

/// Where the game stands, as a line of text below the board.
fn place(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    args.int(0..=i64::MAX)?;
    let game = &session.game;
    let n_moves = game.moves().len();
    let last = game
        .last_move()
        .map_or_else(String::new, |(color, mv)| format!(": {color} {mv}"));
    let [black, white] =
        crate::board::Color::BOTH.map(|color| game.board().n_prisoners(color.opponent()));
    Ok(Reply::text(format_args!(
        "TEXT move {n_moves}{last}; captured by Black {black}, by White {white}"
    )))
}
