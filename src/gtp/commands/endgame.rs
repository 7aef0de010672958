//! The mathematics of the endgame.

use crate::cgt::{Games, Style, evaluate};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::error::CommandError;
use crate::gtp::registry::{Arity, Command};
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;

pub(super) const TABLE: &[Command] = &[Command {
    name: "tedomari-cgt",
    arity: Arity::at_least(1),
    usage: "EXPRESSION [WORD...]",
    help: "Evaluates an expression of combinatorial games, such as `{3|1} + ^` or `mean({4|1})`",
    analyze: Some(Analyze {
        kind: AnalyzeKind::String,
        label: "Combinatorial Game",
        args: "%s",
    }),
    run: cgt,
}];

fn cgt(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let mut games = Games::new(session.settings.cgt);
    let value = evaluate(&mut games, args.tail())
        .map_err(|error| CommandError::Syntax(error.to_string()))?;
    let text = value.text(&mut games, Style::default());
    text.map(Reply::text)
        .map_err(|error| CommandError::Failed(error.to_string()))
}
