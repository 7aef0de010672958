//! Certificates of small boards: the value of the empty board, with a strategy for each side.

use std::time::Instant;

use super::entry::rounded;
use crate::base::Budget;
use crate::board::Size;
use crate::exact::certificate::BoardFile;
use crate::exact::proved::ValueQuestion;
use crate::exact::rules::ExactRules;
use crate::exact::shape::Shape;
use crate::exact::solve::BoardSolver;
use crate::exact::state::State;

/// Memory for the search of a value, in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// The same on boards of at least [`LARGE_POINTS`] points.
const LARGE_TABLE_BYTES: usize = 512 << 20;

/// Points of a board from which on the search needs a larger table.
const LARGE_POINTS: usize = 17;

/// The boards of at most so many points, the smallest first; those of more columns than rows stand for both.
pub(super) fn boards(most_points: usize) -> Vec<Size> {
    let sides = 1..=u8::try_from(most_points.min(25)).unwrap_or(25);
    let pairs = sides.clone().flat_map(|height| {
        let widths = height..=*sides.end();
        widths.filter_map(move |width| Size::new(width, height))
    });
    let mut boards: Vec<Size> = pairs
        .filter(|size| (2..=most_points).contains(&size.n_points()))
        .collect();
    boards.sort_by_key(|size| (size.n_points(), size.height()));
    boards
}

/// The certificate of an empty board by area, Black first, as text, and the seconds it took; the reason if there is
/// none within the nodes, which the value and the strategies may take.
pub(super) fn certificate(
    size: Size,
    nodes: u64,
    limits: &Budget,
) -> Result<(Vec<u8>, f64), String> {
    let start = Instant::now();
    let shape = Shape::new(size.width().into(), size.height().into());
    let shape = shape.map_err(|error| error.to_string())?;
    let is_large = size.n_points() >= LARGE_POINTS;
    let table_bytes = if is_large {
        LARGE_TABLE_BYTES
    } else {
        TABLE_BYTES
    };
    let mut solver = BoardSolver::new(shape, ExactRules::AREA, table_bytes);
    let question = ValueQuestion::WithDraw;
    let mut budget = limits.renewed(nodes);
    let (proved, stop) = solver.solve(&State::EMPTY, question, &mut budget, |_, _| {});
    if let Some(stop) = stop {
        return Err(format!("no value: {stop}"));
    }
    let bounds = proved.bounds(question);
    let file = BoardFile::new(&mut solver, proved, bounds, &mut limits.renewed(nodes));
    let file = file.map_err(|error| format!("value {}: {error}", bounds.0))?;
    let mut text = Vec::new();
    file.write(&mut text).map_err(|error| error.to_string())?;
    Ok((text, rounded(start.elapsed().as_secs_f64())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proofcheck::{CheckedFile, check_file};

    #[test]
    fn boards_come_in_the_order_of_their_points() {
        let names = boards(6)
            .into_iter()
            .map(|size| (size.width(), size.height()));
        let expected = [(2, 1), (3, 1), (4, 1), (2, 2), (5, 1), (6, 1), (3, 2)];
        assert_eq!(names.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn boards_have_certificates() {
        let limits = Budget::unlimited();
        for (width, height, value) in [(3, 1, 3), (2, 2, 0), (3, 3, 9)] {
            let size = Size::new(width, height).unwrap();
            let (text, _) = certificate(size, 100_000, &limits).unwrap();
            let Ok(CheckedFile::Whole(reached)) = check_file(text.as_slice(), u64::MAX) else {
                panic!("{}", String::from_utf8_lossy(&text));
            };
            assert_eq!(reached.bounds(), (value, value));
        }
    }
}
