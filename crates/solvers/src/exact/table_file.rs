//! The table of the search in a file, so that a later run goes on where this one ended.
//!
//! A header in text names the board and the rules; then come the entries, sixteen bytes each, and a checksum. A file
//! with another header, or whose checksum is wrong, is refused as a whole: a wrong entry would make wrong proofs.

use std::io::{self, BufRead, Write};

use thiserror::Error;

use super::rules::ExactRules;
use super::shape::Shape;

/// First words of the header.
const TITLE: &str = "tedomari small board, version 2";

/// Why a table cannot be read.
#[derive(Debug, Error)]
pub enum TableFileError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file was written for something else.
    #[error("the table holds `{found}`, wanted is `{wanted}`")]
    Header {
        /// The header of the file.
        found: String,
        /// The header that is expected.
        wanted: String,
    },
    /// The file was changed or cut off.
    #[error("the table is damaged")]
    Damaged,
}

/// Writes the entries of the tables of a solver; returns their number.
///
/// # Errors
/// When writing fails.
pub fn write(
    out: &mut impl Write,
    shape: &Shape,
    rules: ExactRules,
    entries: impl Iterator<Item = [u64; 2]>,
) -> io::Result<u64> {
    let mut n_entries = 0;
    let mut sum = Checksum::new();
    writeln!(out, "{}", header(shape, rules))?;
    for entry in entries {
        for word in entry {
            out.write_all(&word.to_le_bytes())?;
            sum.add(word);
        }
        n_entries += 1;
    }
    // Stones are never 0: this marks the end.
    out.write_all(&0_u64.to_le_bytes())?;
    out.write_all(&sum.0.to_le_bytes())?;
    out.flush()?;
    Ok(n_entries)
}

/// Hands out the entries of a file; returns their number.
///
/// # Errors
/// When the file cannot be read, is damaged, or was written for another board or other rules. A part of the
/// file has been handed out by then and must not be used.
pub fn read(
    input: &mut impl BufRead,
    shape: &Shape,
    rules: ExactRules,
    mut add: impl FnMut([u64; 2]),
) -> Result<u64, TableFileError> {
    let wanted = header(shape, rules);
    let mut found = vec![0; wanted.len() + 1];
    read_all(input, &mut found)?;
    if found.pop() != Some(b'\n') || found != wanted.as_bytes() {
        let found = String::from_utf8_lossy(&found);
        let found = found.lines().next().unwrap_or_default().to_owned();
        return Err(TableFileError::Header { found, wanted });
    }
    let mut sum = Checksum::new();
    let mut n_entries = 0;
    loop {
        let stones = read_word(input)?;
        if stones == 0 {
            break;
        }
        let data = read_word(input)?;
        sum.add(stones);
        sum.add(data);
        add([stones, data]);
        n_entries += 1;
    }
    let is_whole = read_word(input)? == sum.0 && input.fill_buf()?.is_empty();
    if is_whole {
        Ok(n_entries)
    } else {
        Err(TableFileError::Damaged)
    }
}

fn header(shape: &Shape, rules: ExactRules) -> String {
    format!("{TITLE}, {}x{}, {rules}", shape.width(), shape.height())
}

fn read_word(input: &mut impl BufRead) -> Result<u64, TableFileError> {
    let mut bytes = [0; 8];
    read_all(input, &mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn read_all(input: &mut impl BufRead, bytes: &mut [u8]) -> Result<(), TableFileError> {
    input.read_exact(bytes).map_err(|error| {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            TableFileError::Damaged
        } else {
            error.into()
        }
    })
}

/// A sum that depends on the order of the words (Fowler, Noll and Vo's hash, by words).
struct Checksum(u64);

impl Checksum {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word)
            .wrapping_mul(0x0000_0100_0000_01b3)
            .rotate_left(29);
    }
}

#[cfg(test)]
mod tests {
    use crate::base::Budget;

    use super::super::proved::ValueQuestion;
    use super::super::solve::BoardSolver;
    use super::super::state::State;
    use super::*;

    fn shape() -> Shape {
        Shape::new(3, 3).unwrap()
    }

    fn solved() -> Vec<u8> {
        let mut solver = BoardSolver::new(shape(), ExactRules::AREA, 1 << 22);
        let budget = &mut Budget::nodes(1_000_000);
        let (_, stop) = solver.solve(&State::EMPTY, ValueQuestion::WithDraw, budget, |_, _| {});
        assert_eq!(stop, None);
        let mut bytes = Vec::new();
        write(&mut bytes, &shape(), ExactRules::AREA, solver.entries()).unwrap();
        bytes
    }

    #[test]
    fn a_table_read_back_answers_at_once() {
        let mut solver = BoardSolver::new(shape(), ExactRules::AREA, 1 << 22);
        let bytes = solved();
        let n_entries = read(&mut bytes.as_slice(), &shape(), ExactRules::AREA, |entry| {
            solver.add_entry(entry);
        });
        assert_eq!(
            n_entries.unwrap(),
            u64::try_from(solver.entries().count()).unwrap()
        );
        let budget = &mut Budget::nodes(100);
        let (proved, stop) =
            solver.solve(&State::EMPTY, ValueQuestion::WithDraw, budget, |_, _| {});
        assert_eq!(
            (proved.bounds(ValueQuestion::WithDraw), stop),
            ((9, 9), None)
        );
    }

    #[test]
    fn other_boards_and_damaged_files_are_refused() {
        let bytes = solved();
        let refused = |bytes: &[u8], rules: ExactRules| {
            read(&mut &*bytes, &shape(), rules, |_| {}).unwrap_err()
        };
        let other = refused(&bytes, ExactRules::SEI_KAWASHIMA);
        assert!(matches!(
            other,
            TableFileError::Header { .. } | TableFileError::Damaged
        ));
        for end in [0, 10, 80, bytes.len() - 8] {
            let error = refused(&bytes[..end], ExactRules::AREA);
            assert!(matches!(error, TableFileError::Damaged), "{end} {error}");
        }
        let mut changed = bytes.clone();
        changed[100] ^= 4;
        assert!(matches!(
            refused(&changed, ExactRules::AREA),
            TableFileError::Damaged
        ));
        let mut longer = bytes;
        longer.push(0);
        assert!(matches!(
            refused(&longer, ExactRules::AREA),
            TableFileError::Damaged
        ));
    }
}
