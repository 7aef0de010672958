//! Questions in the logic of the game.

use crate::engine::go_model::ModelLimits;
use crate::engine::go_question::{FormulaAnswer, ask};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;

/// Most labels spent on a formula.
const MOST_LABELS: u64 = 2_000_000_000;

pub(super) const TABLE: &[Command] = &[Command {
    name: "tedomari-logic",
    arity: Arity::at_least(1),
    usage: "FORMULA [WORD...]",
    help: "Whether a formula such as `est[black](Empty(B1))` is true in the position, with moves that show it",
    analyze: Some(Analyze {
        kind: AnalyzeKind::String,
        label: "Game Logic",
        args: "%s",
    }),
    run: logic,
}];

fn logic(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let game = &session.game;
    let mut budget = session.limits().part(MOST_LABELS);
    let limits = ModelLimits::of_bytes(session.settings.logic_mib << 20);
    let answer = ask(game, game.to_move(), args.tail(), limits, &mut budget);
    let FormulaAnswer { truth, witness, .. } =
        answer.map_err(|error| CommandError::Failed(error.to_string()))?;
    let line = witness.iter().map(ToString::to_string);
    Ok(Reply::words(std::iter::once(truth.to_string()).chain(line)))
}
