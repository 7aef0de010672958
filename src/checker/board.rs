//! The board that the first line of a file describes.

use super::fault::CheckError;
use super::grid::Grid;
use super::set::Set;

/// The points with some names; `None` if one is no point of the board, or stands there twice.
pub(crate) fn points(grid: &Grid, names: &[String]) -> Option<Vec<usize>> {
    let points: Option<Vec<usize>> = names.iter().map(|name| grid.point(name)).collect();
    let points = points?;
    let set: Set = points.iter().copied().collect();
    (set.len() == points.len()).then_some(points)
}

/// The same as a set, with an error that says so.
pub(crate) fn set(grid: &Grid, names: &[String]) -> Result<Set, CheckError> {
    let points = points(grid, names);
    let wrong = CheckError::Question("a point is not on the board, or stands there twice");
    Ok(points.ok_or(wrong)?.into_iter().collect())
}

/// A board of some size, with the black and the white stones on it.
///
/// # Errors
/// If it makes no sense.
pub(crate) fn board(
    width: usize,
    height: usize,
    black: &[String],
    white: &[String],
) -> Result<(Grid, Set, Set), CheckError> {
    let wrong = CheckError::Question;
    let grid = Grid::new(width, height).ok_or(wrong("the board is too small or too large"))?;
    let (black, white) = (set(&grid, black)?, set(&grid, white)?);
    if black.meets(white) {
        return Err(wrong("a point has stones of both colors"));
    }
    let empty = grid.all - black - white;
    let is_choked = |block: &Set| !grid.spread(*block).meets(empty);
    let mut parts = grid.parts(black, black);
    parts.extend(grid.parts(white, white));
    if parts.iter().any(is_choked) {
        return Err(wrong("a block has no liberty"));
    }
    Ok((grid, black, white))
}
