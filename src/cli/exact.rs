//! `tedomari exact`: small boards solved.

use std::io::Write;
use std::time::Instant;

use anyhow::bail;
use clap::{Args, ValueEnum};

use crate::base::Budget;
use crate::exact::rules::ExactRules;
use crate::exact::shape::Shape;
use crate::exact::solve::{MoveValue, Proved, Question, Solver};
use crate::exact::state::State;

/// Which board to solve, and how far.
#[derive(Debug, Args)]
pub(super) struct ExactOptions {
    /// Columns and rows, such as 4x4; at most 30 points.
    board: String,
    /// The game played.
    #[arg(long, value_enum, default_value = "area")]
    rules: RuleSet,
    /// What endless play is worth.
    #[arg(long, value_enum, default_value = "draw")]
    repetition: Repetition,
    /// Also prove the value of each first move.
    #[arg(long)]
    moves: bool,
    /// Stop after so many nodes with the bounds proved by then.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Memory for the table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: usize,
}

/// A family of rules.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RuleSet {
    /// Area scoring, simple ko.
    Area,
    /// Territory and prisoners, no territory in seki.
    SeiKawashima,
}

/// What endless play is worth.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Repetition {
    /// Nothing for anybody.
    Draw,
    /// A loss for Black.
    Loses,
    /// A win for Black.
    Wins,
}

/// Longest line of play printed.
const LINE_LENGTH: usize = 30;

/// Solves the board and prints its value, or the bounds proved so far.
pub(super) fn run(options: &ExactOptions, out: &mut impl Write) -> anyhow::Result<()> {
    let sides = options
        .board
        .split_once('x')
        .and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let Some((width, height)) = sides else {
        bail!(
            "`{}` is no board: columns and rows are wanted, such as 4x4",
            options.board
        );
    };
    let rules = match options.rules {
        RuleSet::Area => ExactRules::AREA,
        RuleSet::SeiKawashima => ExactRules::SEI_KAWASHIMA,
    };
    let question = match options.repetition {
        Repetition::Draw => Question::WithDraw,
        Repetition::Loses => Question::Lower,
        Repetition::Wins => Question::Upper,
    };
    let mut solver = Solver::new(Shape::new(width, height)?, rules, options.memory << 20);
    let mut budget = options.nodes.map_or_else(Budget::unlimited, Budget::nodes);
    let start = Instant::now();
    let (proved, stop) = solver.solve(&State::EMPTY, question, &mut budget, |_| ());
    writeln!(out, "value {}", text(proved, question, options.rules))?;
    if let Some(stop) = stop {
        writeln!(out, "not finished: {stop}")?;
    } else if options.moves {
        write_moves(&mut solver, question, &mut budget, out)?;
    }
    writeln!(out, "nodes {}", solver.counters().nodes)?;
    writeln!(out, "seconds {:.2}", start.elapsed().as_secs_f64())?;
    Ok(())
}

fn write_moves(
    solver: &mut Solver,
    question: Question,
    budget: &mut Budget,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let name = |solver: &Solver, point: Option<u32>| {
        point.map_or_else(|| "pass".to_owned(), |point| solver.shape().vertex(point))
    };
    let line = solver.best_line(&State::EMPTY, question, LINE_LENGTH, budget);
    let line: Vec<String> = line.into_iter().map(|point| name(solver, point)).collect();
    writeln!(out, "line {}", line.join(" "))?;
    let (moves, _) = solver.moves(&State::EMPTY, question, budget);
    for MoveValue { point, proved } in moves {
        let (least, most) = proved.bounds(question);
        writeln!(
            out,
            "move {} {}",
            name(solver, point),
            interval(least, most)
        )?;
    }
    Ok(())
}

/// The value as `B+9`, `W+2` or `0`; bounds as `W+2 to B+9`; with `win`, `draw` or `loss` in front in the prisoner game.
fn text(proved: Proved, question: Question, rules: RuleSet) -> String {
    let (least, most) = proved.bounds(question);
    let score = interval(least, most);
    match rules {
        RuleSet::SeiKawashima if least == most => {
            let outcome = ["loss", "draw", "win"];
            let index = usize::from(least >= 0) + usize::from(least > 0);
            format!(
                "{} {score}",
                outcome.get(index).copied().unwrap_or_default()
            )
        }
        RuleSet::SeiKawashima | RuleSet::Area => score,
    }
}

fn interval(least: i8, most: i8) -> String {
    if least == most {
        points(least)
    } else {
        format!("{} to {}", points(least), points(most))
    }
}

fn points(value: i8) -> String {
    match value {
        0 => "0".to_owned(),
        1.. => format!("B+{value}"),
        _ => format!("W+{}", value.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(board: &str, rules: RuleSet, expected: &str) {
        let options = ExactOptions {
            board: board.to_owned(),
            rules,
            repetition: Repetition::Draw,
            moves: true,
            nodes: None,
            memory: 16,
        };
        let mut out = Vec::new();
        run(&options, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert_eq!(out.lines().next(), Some(expected), "{out}");
    }

    #[test]
    fn small_boards_have_their_known_values() {
        check("3x3", RuleSet::Area, "value B+9");
        check("1x3", RuleSet::Area, "value B+3");
        check("2x2", RuleSet::SeiKawashima, "value draw 0");
    }

    #[test]
    fn a_board_that_is_none_is_refused() {
        let options = |board: &str| ExactOptions {
            board: board.to_owned(),
            rules: RuleSet::Area,
            repetition: Repetition::Draw,
            moves: false,
            nodes: Some(10),
            memory: 1,
        };
        for board in ["", "3", "x", "axb", "0x3", "9x9"] {
            assert!(run(&options(board), &mut Vec::new()).is_err(), "{board}");
        }
    }
}
