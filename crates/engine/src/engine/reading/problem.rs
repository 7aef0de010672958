//! The blocks that a recorded problem is about.

use serde::Serialize;

use super::guess::{Guess, guess};
use crate::base::Budget;
use crate::board::{Board, Color, Game, Point, PointSet};
use crate::sgf::RecordInfo;

/// Where the block in question comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The caller names it.
    Option,
    /// It is marked in the first position.
    Mark,
    /// The comment of the first position names it.
    Comment,
    /// No mark names the block.
    Guess,
}

/// The blocks that a problem is about.
#[derive(Clone, Copy, Debug)]
pub struct ProblemTargets {
    /// A stone of each block.
    pub stones: PointSet,
    /// Where they come from.
    pub source: Source,
    /// The guess, if they are guessed.
    pub guess: Option<Guess>,
}

impl ProblemTargets {
    /// Blocks that are not guessed.
    #[must_use]
    pub fn known(stones: impl Into<PointSet>, source: Source) -> Self {
        Self {
            stones: stones.into(),
            source,
            guess: None,
        }
    }
}

/// Whether stones of both colors stand on the board. Where they do not, there is nothing to read.
#[must_use]
pub fn has_fight(board: &Board) -> bool {
    let stands = |color| board.points_of(color).next().is_some();
    Color::BOTH.into_iter().all(stands)
}

/// The blocks that a problem is about if the caller does not name them: the marked stones, or a stone that the comment
/// names, or a [`guess`], which takes a short search within the limits. `None` on an empty board.
#[must_use]
pub fn targets_of(
    game: &Game,
    info: &RecordInfo,
    to_move: Color,
    limits: &mut Budget,
) -> Option<ProblemTargets> {
    let board = game.board();
    if let Some(marked) = marked(game, info) {
        return Some(ProblemTargets::known(marked, Source::Mark));
    }
    // The comment is about the first position.
    let is_first = game.moves().is_empty();
    if let Some(named) = named(board, info).filter(|_| is_first) {
        return Some(ProblemTargets::known(named, Source::Comment));
    }
    guess(board, to_move, limits).map(|guess| ProblemTargets {
        guess: Some(guess),
        ..ProblemTargets::known(guess.block, Source::Guess)
    })
}

/// The marked stones that have the color of the first marked stone.
fn marked(game: &Game, info: &RecordInfo) -> Option<PointSet> {
    let size = game.board().size();
    let points = info.marks.iter().filter_map(|&(x, y)| {
        let row = size.height().checked_sub(y + 1)?;
        (x < size.width()).then(|| Point::new(x, row))
    });
    let board = game.board();
    let mut stones = points.filter(|&point| board.color(point).is_some());
    let first = stones.next()?;
    let others = stones.filter(|&other| board.color(other) == board.color(first));
    Some(others.chain([first]).collect())
}

/// The first stone whose point is named in the comment.
fn named(board: &Board, info: &RecordInfo) -> Option<Point> {
    let comment = info.root_comment.as_deref()?;
    let mut words = comment.split(|c: char| !c.is_ascii_alphanumeric());
    words.find_map(|word| {
        let point: Point = word.parse().ok()?;
        let is_stone = board.size().contains(point) && board.color(point).is_some();
        is_stone.then_some(point)
    })
}
