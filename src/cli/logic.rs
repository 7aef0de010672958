//! `tedomari logic`: questions in the logic of the game, and the rules of Go as formulas.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Subcommand, ValueEnum};

use crate::base::{Budget, CancelToken};
use crate::board::game::Start;
use crate::board::{Board, Color, Game, Rules};
use crate::engine::go_model::ModelLimits;
use crate::engine::go_question::{ask, go_theory};
use crate::files;

/// The question about the logic of the game.
#[derive(Debug, Args)]
pub(super) struct LogicOptions {
    #[command(subcommand)]
    command: LogicCommand,
}

#[derive(Debug, Subcommand)]
enum LogicCommand {
    /// Say whether a formula is true in a position, with moves that show it.
    Check(CheckOptions),
    /// List the definitions and rules of Go that formulas may use.
    Rules,
}

#[derive(Debug, Args)]
struct CheckOptions {
    /// A picture of the board, one row in each line: `X` is Black, `O` is White, `.` is an empty point.
    #[arg(long, value_name = "FILE")]
    board: PathBuf,
    /// The formula, such as `est[black](Empty(B1))` or `Save(C2, black)`.
    #[arg(long)]
    formula: String,
    /// The player to move.
    #[arg(long, value_enum, default_value_t = Player::Black)]
    to_move: Player,
    /// Most positions of the model. The truth beyond them is unknown.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    states: usize,
    /// Most labels. There is one for each state and instance of a part of the formula, and one for each move of all
    /// states where the part is about moves.
    #[arg(long, value_name = "N", default_value_t = 2_000_000_000)]
    labels: u64,
}

/// A player.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Player {
    Black,
    White,
}

/// Answers the question and prints the answer.
pub(super) fn run(
    options: &LogicOptions,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    match &options.command {
        LogicCommand::Check(options) => check(options, cancel, out),
        LogicCommand::Rules => list(out),
    }
}

/// Largest file with a diagram, in bytes: far more than 25 rows need.
const MAX_DIAGRAM: u64 = 1 << 20;

fn check(options: &CheckOptions, cancel: &CancelToken, out: &mut impl Write) -> anyhow::Result<()> {
    let place = || options.board.display().to_string();
    let bytes = files::read(&options.board, MAX_DIAGRAM, cancel).with_context(place)?;
    let board: Board = str::from_utf8(&bytes)
        .with_context(place)?
        .parse()
        .with_context(place)?;
    let game = Game::from_start(Start::from_board(&board), Rules::default())?;
    let to_move = match options.to_move {
        Player::Black => Color::Black,
        Player::White => Color::White,
    };
    let mut budget = Budget::nodes(options.labels).with_cancel(cancel);
    let answer = ask(
        &game,
        to_move,
        &options.formula,
        ModelLimits::of_states(options.states),
        &mut budget,
    )?;
    writeln!(out, "{}", answer.truth)?;
    if !answer.witness.is_empty() {
        let line: Vec<String> = answer.witness.iter().map(ToString::to_string).collect();
        writeln!(out, "witness {}", line.join(" "))?;
    }
    writeln!(out, "states {}", answer.n_states)?;
    Ok(())
}

fn list(out: &mut impl Write) -> anyhow::Result<()> {
    let theory = go_theory()?;
    for definition in &theory.definitions {
        let parameters = definition.parameters.iter();
        let parameters: Vec<String> = parameters
            .map(|(name, sort)| format!("{name}: {}", sort.name()))
            .collect();
        writeln!(out, "define {}({})", definition.name, parameters.join(", "))?;
        writeln!(out, "    {}", definition.body)?;
    }
    for rule in &theory.rules {
        writeln!(out, "rule {} {}", rule.name, rule.title)?;
        writeln!(out, "    {}", rule.literal)?;
        if let Some((reason, formula)) = &rule.corrected {
            writeln!(out, "corrected {} {reason}", rule.name)?;
            writeln!(out, "    {formula}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn answer(diagram: &str, formula: &str) -> anyhow::Result<String> {
        let folder = tempfile::tempdir()?;
        let board = folder.path().join("board");
        fs::write(&board, diagram)?;
        let options = LogicOptions {
            command: LogicCommand::Check(CheckOptions {
                board,
                formula: formula.to_owned(),
                to_move: Player::White,
                states: 10_000,
                labels: 10_000_000,
            }),
        };
        let mut out = Vec::new();
        run(&options, &CancelToken::new(), &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    #[test]
    fn a_formula_is_checked() {
        let out = answer("O X\n. .\n", "est[white](Empty(B2))").unwrap();
        assert!(out.starts_with("true\nwitness B1\nstates "), "{out}");
        let out = answer(". .\n", "!ToPlay(white)").unwrap();
        assert!(out.starts_with("false\nstates "), "{out}");
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(answer("X Y\n", "true").is_err());
        assert!(answer("X .\n", "true &").is_err());
        assert!(answer("X .\n", "forall p: point. Occ(p, q)").is_err());
    }

    #[test]
    fn the_rules_are_listed() {
        let mut out = Vec::new();
        list(&mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains("\nrule 6.3.19 ") && out.contains("\ncorrected 6.3.19 "));
    }
}
