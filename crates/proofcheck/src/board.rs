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

/// The same as a set, or the error for such a point.
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
    let breathes = |stones: Set| grid.all_breathe(stones, stones, empty, Set::EMPTY);
    if !breathes(black) || !breathes(white) {
        return Err(wrong("a block has no liberty"));
    }
    Ok((grid, black, white))
}

/// The point where a ko forbids the side with the stones `own` to play, if a header names one: the other side's last
/// play took a single stone there. So it has a single stone beside with no other liberty, and with the taken stone in
/// its place every block had a liberty.
///
/// # Errors
/// If no play can have begun this ko.
pub(crate) fn ko_of(
    grid: &Grid,
    name: Option<&str>,
    own: Set,
    other: Set,
) -> Result<Option<usize>, CheckError> {
    let Some(name) = name else { return Ok(None) };
    let wrong = CheckError::Question;
    let ko = grid.point(name).filter(|&ko| !(own | other).has(ko));
    let ko = ko.ok_or(wrong("the ko is not on an empty point"))?;
    let taken = Set::of(ko);
    let around = grid.spread(taken) - taken;
    let began = |point: usize| {
        let stone = Set::of(point);
        let beside = grid.spread(stone) - stone;
        let before = (own | taken, other - stone);
        let empty = grid.all - before.0 - before.1;
        let breathes = |stones: Set| grid.all_breathe(stones, stones, empty, Set::EMPTY);
        (beside - taken).is_within(own) && breathes(before.0) && breathes(before.1)
    };
    let is_possible = around.is_within(other) && around.points().any(began);
    let reason = "no single stone can just have been taken where the ko is said to be";
    is_possible.then_some(Some(ko)).ok_or(wrong(reason))
}
