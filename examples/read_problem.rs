//! A life and death problem from a record: whether the side to move kills or saves the marked blocks, and how.
//!
//! `cargo run --release --example read_problem -- problem.sgf`

use std::error::Error;
use std::io::Write;

use tedomari::base::Budget;
use tedomari::engine::reading::{Effort, targets_of};
use tedomari::engine::{Engine, EngineParams};
use tedomari::sgf::{LoadOptions, load};
use tedomari::tsumego::{Goal, Question};

/// The answer about the last position of a record.
pub(crate) fn read(sgf: &str) -> Result<String, Box<dyn Error>> {
    let record = load(sgf, &LoadOptions::default())?;
    let (game, to_move) = (&record.game, record.game.to_move());
    let mut limits = Budget::nodes(100_000);
    let targets = targets_of(game, &record.info, to_move, &mut limits).ok_or("no stones")?;
    let owner = targets.stones.first().and_then(|it| game.board().color(it));
    let is_own = owner == Some(to_move);
    let goal = [Goal::Kill, Goal::Live][usize::from(is_own)];
    let question = Question::new(targets.stones, goal, to_move);
    let mut engine = Engine::for_questions(EngineParams::default());
    let mut position = engine.reading_of(game, limits.clone());
    let answer = position.life(question, &Effort::Within(limits))?;
    let first = answer.first().map(|point| point.to_string());
    let (verdict, certainty) = (answer.verdict.name(), answer.certainty().name());
    let first = first.as_deref().unwrap_or("none");
    Ok(format!(
        "{goal:?}: {verdict}, {certainty}, first move {first}"
    ))
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: read_problem FILE")?;
    let text = read(&std::fs::read_to_string(path)?)?;
    Ok(writeln!(std::io::stdout(), "{text}")?)
}
