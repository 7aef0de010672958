//! The score of a finished game from a record, with the reason for each block.
//!
//! `cargo run --release --example score_record -- game.sgf`

use std::error::Error;
use std::io::Write;
use std::path::Path;

use tedomari::base::Budget;
use tedomari::engine::{Engine, EngineParams};
use tedomari::referee::JudgementReport;
use tedomari::sgf::{LoadOptions, load_file};

/// Bytes that a record may have.
const MAX_BYTES: u64 = 1 << 20;

/// The report about the game in a file.
pub(crate) fn report(path: &Path) -> Result<String, Box<dyn Error>> {
    let game = load_file(path, MAX_BYTES, &LoadOptions::default())?.game;
    let mut engine = Engine::new(EngineParams::default());
    let judgement = engine.judge(&game, &Budget::unlimited());
    Ok(JudgementReport::new(&game, &judgement).to_string())
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: score_record FILE")?;
    let text = report(path.as_ref())?;
    Ok(writeln!(std::io::stdout(), "{text}")?)
}
