//! The end of the game: the status of stones and points, and the score.

use super::points::top_first;
use crate::board::Color;
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::referee::{Status, Unfinished};

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "final_score",
        // GNU Go takes a seed here.
        arity: Arity::between(0, 1),
        usage: "[SEED]",
        help: "The score of the game under the rules in force, as if it ended here",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Final Score",
            args: "",
        }),
        run: |session, args| {
            if args.has_more() {
                args.int(i64::MIN..=i64::MAX)?;
            }
            let limits = session.limits();
            Ok(Reply::text(
                session.engine.judge(&session.game, &limits).score,
            ))
        },
    },
    Command {
        name: "final_status_list",
        arity: Arity::exactly(1),
        usage: "STATUS",
        help: "Stones that are alive, dead or in seki, one block a line, or points that are white_territory, \
               black_territory or dame",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointList,
            label: "Final Status Dead",
            args: "dead",
        }),
        run: final_status_list,
    },
    Command {
        name: "tedomari-unfinished",
        arity: Arity::NONE,
        usage: "",
        help: "Why the game looks unfinished: a block whose fate hangs on who moves first, with both scores, an open \
               border, or room to play in; nothing if it looks finished",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Unfinished",
            args: "",
        }),
        run: |session, _| {
            let judgement = session.engine.judge(&session.game, &session.limits());
            let reason = Unfinished::of(&judgement).map(|reason| reason.to_string());
            Ok(Reply::text(reason.unwrap_or_default()))
        },
    },
];

fn final_status_list(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let status = args.word()?;
    let judgement = session.engine.judge(&session.game, &session.limits());
    let blocks_with = |wanted: Status| {
        let blocks = judgement
            .blocks
            .iter()
            .filter(|block| block.status == wanted);
        Reply::lines(blocks.map(|block| top_first(block.stones.iter()).as_str().to_owned()))
    };
    match status {
        "alive" => Ok(blocks_with(Status::Alive)),
        "dead" => Ok(blocks_with(Status::Dead)),
        "seki" => Ok(blocks_with(Status::Seki)),
        "white_territory" => Ok(top_first(judgement.territory[Color::White].iter())),
        "black_territory" => Ok(top_first(judgement.territory[Color::Black].iter())),
        "dame" => Ok(top_first(judgement.dame.iter())),
        other => Err(CommandError::Syntax(format!("`{other}` is not a status"))),
    }
}
