//! Commands of servers.

use crate::base::{Budget, counted};
use crate::board::Color;
use crate::gtp::args::Args;
use crate::gtp::chat::Thought;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "kgs-chat",
        arity: Arity::at_least(3),
        usage: "game|private NAME MESSAGE [WORD...]",
        help: "Answers a message in the chat of KGS: winrate, status, wild or help; only listed with servers.kgs_chat, \
               because some versions of kgsGtp crash on it",
        analyze: None,
        run: kgs_chat,
    },
    Command {
        name: "cgos-gameover",
        arity: Arity::at_least(1),
        usage: "RESULT [WORD...]",
        help: "Tells the result of a game on CGOS, for the log",
        analyze: None,
        run: |session, args| {
            let (result, n_moves) = (args.tail(), session.game.moves().len());
            tracing::info!(result, n_moves, "the game is over");
            Ok(Reply::none())
        },
    },
    Command {
        name: "cgos-opponent_name",
        arity: Arity::at_least(1),
        usage: "NAME [WORD...]",
        help: "Tells the name of the opponent on CGOS, for the log",
        analyze: None,
        run: |_, args| {
            let name = args.tail();
            tracing::info!(name, "the opponent");
            Ok(Reply::none())
        },
    },
    Command {
        name: "cgos-opponent_rating",
        arity: Arity::at_least(1),
        usage: "RATING [WORD...]",
        help: "Tells the rating of the opponent on CGOS, for the log",
        analyze: None,
        run: |_, args| {
            let rating = args.tail();
            tracing::info!(rating, "the opponent");
            Ok(Reply::none())
        },
    },
];

/// What the bot answers to.
const WORDS: &str = "I answer to: winrate (who is ahead), status (which groups are proved alive or dead), wild (how \
    much is open), help";

fn kgs_chat(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let place = args.word()?;
    if !["game", "private"].contains(&place) {
        return Err(CommandError::Syntax(format!(
            "`{place}` is neither game nor private"
        )));
    }
    args.word()?;
    // The first word of a message decides.
    let word = args.word()?;
    args.rest();
    match word.to_ascii_lowercase().as_str() {
        "winrate" => Ok(Reply::text(ahead(session.chat.thought))),
        "wild" => Ok(Reply::text(openness(session))),
        "status" => Ok(Reply::text(status(session))),
        "help" => Ok(Reply::text(WORDS)),
        other => Err(CommandError::Failed(format!(
            "nothing to say about `{other}`"
        ))),
    }
}

/// Who is ahead, by the latest search.
fn ahead(thought: Option<Thought>) -> String {
    let Some(thought) = thought else {
        return "I have not searched in this game yet".to_owned();
    };
    let leader = if thought.lead >= 0.0 {
        Color::Black
    } else {
        Color::White
    };
    format!(
        "as {} to move I had a chance of {:.0} %; {leader} was ahead by about {:.1} points ({})",
        thought.color,
        100.0 * thought.win_rate,
        thought.lead.abs(),
        counted(thought.visits, "visit")
    )
}

/// How much of the board is open.
fn openness(session: &Session) -> String {
    let n_points = session.game.board().size().n_points();
    session.chat.thought.map_or_else(
        || "I have not searched in this game yet".to_owned(),
        |thought| {
            format!(
                "{} of {n_points} points were without a clear owner",
                thought.n_open
            )
        },
    )
}

/// The groups that are proved alive or dead.
fn status(session: &mut Session) -> String {
    let color = session.game.to_move();
    let nothing = Budget::nodes(0).with_cancel(&session.cancel);
    let facts = session.engine.proved_facts(&session.game, color, &nothing);
    let groups = |is_alive: bool| {
        let blocks = facts
            .blocks
            .iter()
            .filter(|block| block.is_alive == is_alive);
        let points: Vec<String> = blocks.map(|block| block.stone.to_string()).collect();
        if points.is_empty() {
            "none".to_owned()
        } else {
            points.join(" ")
        }
    };
    format!(
        "groups proved alive: {}; proved dead: {}",
        groups(true),
        groups(false)
    )
}
