//! Which block a problem of life and death is about.

use super::readers;
use crate::base::{Budget, Color, Point, PointSet};
use crate::board::{Board, Game};
use crate::sgf::RecordInfo;
use crate::tsumego::{Goal, Question, Verdict};

/// Where the block in question comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetSource {
    /// It is marked in the first position.
    Mark,
    /// The comment on the first position names it.
    Comment,
    /// It is the largest block whose fate depends on the side that moves first.
    Guess,
}

/// The blocks that a problem is about: those marked in the first position, else the one named in its comment, else a
/// guess. `None` if there is no stone on the board.
#[must_use]
pub fn problem_targets(
    game: &Game,
    info: &RecordInfo,
    to_move: Color,
) -> Option<(PointSet, TargetSource)> {
    let board = game.board();
    marked(game, info)
        .map(|targets| (targets, TargetSource::Mark))
        .or_else(|| Some((named(board, info)?.into(), TargetSource::Comment)))
        .or_else(|| Some((guessed(board, to_move)?.into(), TargetSource::Guess)))
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

/// Nodes for each question when the block is guessed.
const GUESS_NODES: u64 = 3000;

/// The largest block whose fate depends on the side that moves first, by a short search; blocks where this is proved
/// come first. If there is no such block, the largest one.
fn guessed(board: &Board, to_move: Color) -> Option<Point> {
    let mut reader = readers::for_guesses();
    let mut reaches = |target: Point, goal: Goal, first: Color| {
        let question = Question::new(target, goal, first);
        let reading = reader.read(board, question, &mut Budget::nodes(GUESS_NODES))?;
        let is_reached = !matches!(reading.judgement(), Verdict::Refuted | Verdict::Unknown);
        is_reached.then_some(reading.is_proven())
    };
    let blocks = Color::BOTH
        .into_iter()
        .flat_map(|color| board.first_stones(color));
    blocks.max_by_key(|&head| {
        let owner = board.color(head);
        let is_proven = owner.and_then(|owner| {
            let goal = Goal::of(to_move, owner);
            let is_proven = reaches(head, goal, to_move)?;
            Some(reaches(head, goal.opposite(), to_move.opponent())? && is_proven)
        });
        (is_proven, board.stones(head).count())
    })
}
