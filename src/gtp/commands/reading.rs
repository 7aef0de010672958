//! Reading of life and death.

use std::time::{Duration, Instant};

use crate::base::{Budget, Move, Point};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::error::CommandError;
use crate::gtp::registry::{Arity, Command};
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::tsumego::fight::Goal;
use crate::tsumego::reader::{Question, Reader, ReaderParams, Reading, Verdict};

pub(super) const TABLE: &[Command] = &[Command {
    name: "tedomari-read",
    arity: Arity::between(2, 3),
    usage: "kill|live VERTEX [SECONDS]",
    help: "Whether a block can be killed or can live if the side whose task it is moves first, and what is proved",
    analyze: Some(Analyze {
        kind: AnalyzeKind::String,
        label: "Read Kill",
        args: "kill %p",
    }),
    run: read,
}];

/// Seconds for a question unless told otherwise.
const SECONDS: f64 = 5.0;

fn read(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let board = session.game.board();
    let goal = match args.word()? {
        "kill" => Goal::Kill,
        "live" => Goal::Live,
        other => {
            return Err(CommandError::Syntax(format!(
                "`{other}` is neither kill nor live"
            )));
        }
    };
    let target = args.point(board.size())?;
    let seconds = if args.has_more() {
        args.number()?
    } else {
        SECONDS
    };
    let time = Duration::try_from_secs_f64(seconds)
        .map_err(|_| CommandError::Syntax(format!("`{seconds}` is no time in seconds")))?;
    let mut budget = Budget::unlimited()
        .until(Instant::now() + time)
        .with_cancel(&session.cancel);
    let mut reader = Reader::new(ReaderParams::default());
    let empty = || CommandError::Failed("vertex must not be empty".to_owned());
    let owner = board.color(target).ok_or_else(empty)?;
    let question = Question {
        target,
        goal,
        to_move: match goal {
            Goal::Kill => owner.opponent(),
            Goal::Live => owner,
        },
    };
    let reading = reader
        .read(board, question, &mut budget)
        .ok_or_else(empty)?;
    Ok(Reply::text(one_line(&reading)))
}

fn vertex(point: Option<Point>) -> String {
    point.map_or(Move::Pass, Move::Play).to_string()
}

fn one_line(reading: &Reading) -> String {
    let verdict = match reading.verdict {
        Verdict::Achieved => "achieved",
        Verdict::Ko { .. } => "ko",
        Verdict::Refuted => "refuted",
        Verdict::Unknown => "unknown",
    };
    let proof = if reading.is_proven {
        "proven"
    } else {
        "estimated"
    };
    let mut words = vec![
        "verdict".to_owned(),
        verdict.to_owned(),
        "proof".to_owned(),
        proof.to_owned(),
        "move".to_owned(),
        vertex(reading.first()),
        "pv".to_owned(),
    ];
    words.extend(reading.line.iter().map(|&point| vertex(point)));
    words.push("nodes".to_owned());
    words.push(reading.n_nodes.to_string());
    words.push("seconds".to_owned());
    words.push(format!("{:.3}", reading.elapsed.as_secs_f64()));
    words.push("zone".to_owned());
    words.extend(reading.zone.iter().map(|point| point.to_string()));
    words.join(" ")
}
