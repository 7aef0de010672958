//! The outputs of the network without search, in KataGo's words and form.
//!
//! Source: KataGo, `docs/GTP_Extensions.md`.

use std::fmt::Write as _;

use crate::board::{Color, Move, Size};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::intuition::{Evaluation, Symmetry};
use crate::katago::models;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "kata-raw-nn",
        arity: Arity::between(1, 3),
        usage: "[COLOR] SYMMETRY|all [OPTIMISM]",
        help: "What the network thinks of the position without search, with COLOR to move, the board turned by \
            symmetry 0 to 7, and the policy optimistic from 0 to 1",
        analyze: None,
        run: raw_evaluations,
    },
    Command {
        name: "kata-get-models",
        arity: Arity::NONE,
        usage: "",
        help: "The network that is loaded, as JSON",
        analyze: None,
        run: models,
    },
];

fn raw_evaluations(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = match args.peek().map(str::parse::<Color>) {
        Some(Ok(_)) => args.color()?,
        Some(Err(_)) | None => session.game.to_move(),
    };
    let symmetries: Vec<Symmetry> = if args.peek() == Some("all") {
        args.word()?;
        Symmetry::all().collect()
    } else {
        let number = u8::try_from(args.int(0..=7)?).ok();
        number.and_then(Symmetry::from_number).into_iter().collect()
    };
    let optimism = if args.has_more() {
        optimism(args)?
    } else {
        0.0
    };
    if let Some(word) = args.peek() {
        return Err(CommandError::Syntax(format!(
            "`{word}` is one word too many"
        )));
    }
    let budget = session.limits();
    let evaluations =
        session
            .engine
            .raw_evaluations(&session.game, color, &symmetries, optimism, &budget)?;
    let size = session.game.board().size();
    let texts = symmetries.iter().zip(&evaluations);
    Ok(Reply::text(texts.fold(
        String::new(),
        |mut text, (symmetry, evaluation)| {
            text.push_str(&described(*symmetry, evaluation, color, size));
            text
        },
    )))
}

#[expect(clippy::cast_possible_truncation, reason = "a number from 0 to 1")]
fn optimism(args: &mut Args<'_>) -> Result<f32, CommandError> {
    let optimism = args.number()?;
    if (0.0..=1.0).contains(&optimism) {
        Ok(optimism as f32)
    } else {
        let message = format!("the optimism {optimism} is not from 0 to 1");
        Err(CommandError::Syntax(message))
    }
}

/// An evaluation of the player `color` in KataGo's form, from White's view.
fn described(symmetry: Symmetry, evaluation: &Evaluation, color: Color, size: Size) -> String {
    let (white_win, white_loss, sign) = match color {
        Color::White => (evaluation.win, evaluation.loss, 1.0),
        Color::Black => (evaluation.loss, evaluation.win, -1.0),
    };
    let square = evaluation.score_mean * evaluation.score_mean
        + evaluation.score_stdev * evaluation.score_stdev;
    let mut text = format!("symmetry {}\n", symmetry.number());
    for (key, value) in [
        ("whiteWin", white_win),
        ("whiteLoss", white_loss),
        ("noResult", evaluation.no_result),
    ] {
        // Writing to a string never fails.
        let _ = writeln!(text, "{key} {value:.6}");
    }
    for (key, value) in [
        ("whiteLead", sign * evaluation.lead),
        ("whiteScoreSelfplay", sign * evaluation.score_mean),
        ("whiteScoreSelfplaySq", square),
        ("varTimeLeft", evaluation.variance_time),
        ("shorttermWinlossError", evaluation.win_error),
        ("shorttermScoreError", evaluation.score_error),
    ] {
        let _ = writeln!(text, "{key} {value:.3}");
    }
    let probability = |mv: Move| {
        let found = evaluation.policy.iter().find(|(other, _)| *other == mv);
        found.map_or_else(|| "    NAN".to_owned(), |(_, p)| format!("{p:8.6}"))
    };
    let plays = size
        .points_from_top()
        .map(|point| probability(Move::Play(point)));
    let owners = evaluation
        .ownership
        .iter()
        .map(|owner| format!("{:9.7}", sign * owner));
    let _ = write!(
        text,
        "policy\n{}policyPass {}\nwhiteOwnership\n{}",
        grid(plays, size),
        probability(Move::Pass),
        grid(owners, size)
    );
    text
}

/// Numbers row by row.
fn grid(numbers: impl Iterator<Item = String>, size: Size) -> String {
    let numbers: Vec<String> = numbers.collect();
    let rows = numbers.chunks(usize::from(size.width()));
    rows.fold(String::new(), |mut text, row| {
        text.push_str(&row.join(" "));
        text.push('\n');
        text
    })
}

fn models(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let network = session.engine.network(&session.limits()).ok();
    let source = session.settings.engine.network.source.as_ref();
    Ok(Reply::text(models::json(source, network.as_deref())))
}
