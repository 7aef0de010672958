//! Checks a file with a proof, as `tedomari read --proof` writes it, and prints what it proves.
//!
//! `cargo run -p tedomari-proofcheck --example check_proof -- problem.proof`

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};

use tedomari_proofcheck::{CheckedFile, check_file};

/// Bytes of memory that the check may take.
const MEMORY: u64 = 1 << 30;

/// What the lines of a proof show.
pub(crate) fn shown(lines: impl BufRead) -> Result<String, Box<dyn Error>> {
    let checked = check_file(lines, MEMORY)?;
    let text = match &checked {
        CheckedFile::Reading(reading) => {
            let (it, blocks) = (&reading.header, reading.header.blocks.join(" "));
            let (side, goal, verdict) = (it.to_move, it.goal, it.verdict);
            format!("{side:?} first, {goal:?} {blocks}: {verdict:?}")
        }
        CheckedFile::Safety(safe) => {
            let stones = safe.header.stones.join(" ");
            format!("safe for {:?}: {stones}", safe.header.color)
        }
        CheckedFile::Score(reached) => format!("black leads by {}", reached.header.lead),
        CheckedFile::Bounds(_) | CheckedFile::Whole(_) => checked.claim(),
    };
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: check_proof FILE")?;
    let text = shown(BufReader::new(File::open(path)?))?;
    Ok(writeln!(std::io::stdout(), "{text}")?)
}
