//! Evaluates the empty board of 9x9 with a network of KataGo: win rate, lead and the likeliest moves.
//!
//! `cargo run --release --example evaluate_position -- model.bin.gz`; without a file, the network in this library.

use std::error::Error;
use std::io::Write;

use tedomari::base::Budget;
use tedomari::board::{Color, Game, Rules, Size};
use tedomari::engine::{Engine, EngineParams};
use tedomari::intuition::{NetworkSource, Symmetry};

/// The evaluation of a game with `color` to move, by the network in a file; `embedded` is the one in this library.
pub(crate) fn evaluation(game: &Game, color: Color, file: &str) -> Result<String, Box<dyn Error>> {
    let mut params = EngineParams::default();
    params.network.source = Some(NetworkSource::named(file.as_ref()));
    let engine = Engine::for_questions(params);
    let symmetries = [Symmetry::IDENTITY];
    let found = engine.raw_evaluations(game, color, &symmetries, 0.0, &Budget::unlimited())?;
    let mut policy = found[0].policy.clone();
    policy.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let likely = policy.iter().take(3);
    let likely: Vec<String> = likely.map(|(mv, p)| format!("{mv} {p:.2}")).collect();
    let (win, lead) = (found[0].win, found[0].lead);
    let likely = likely.join(", ");
    Ok(format!(
        "{color} wins {win:.2}, leads by {lead:.1}; {likely}"
    ))
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or("embedded".to_owned());
    let game = Game::new(Size::square(9), Rules::default());
    let text = evaluation(&game, Color::Black, &file)?;
    Ok(writeln!(std::io::stdout(), "{text}")?)
}
