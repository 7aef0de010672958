//! Taking away stones that a problem does not rest on.

use super::judge::{Judge, Solved};
use crate::board::{Board, Color, Point, PointSet};
use crate::tsumego::{Question, Reading};

/// The position with fewer stones that still has the same answer, and how it is solved. Whole blocks are tried first,
/// from the farthest on, then single stones; the blocks in question stay.
pub(super) fn reduced(
    judge: &mut Judge,
    board: &Board,
    question: Question,
    solved: Solved,
) -> (Board, Solved) {
    let target = question.stones(board);
    let mut now = (board.clone(), solved);
    let needed = now.1.zone().spread() | target;
    let of_needed: PointSet = stones(board)
        .filter(|&point| needed.contains(point))
        .flat_map(|point| board.stones(point))
        .collect();
    let all: PointSet = stones(board).collect();
    attempt(judge, question, &mut now, &(all - of_needed));
    for is_whole in [true, false] {
        let distances = distances(now.0.size().points(), &target);
        let mut candidates: Vec<(usize, Point)> = stones(&now.0)
            .filter(|&point| !target.contains(point))
            .map(|point| (distances[point.index()], point))
            .collect();
        candidates.sort_unstable_by(|a, b| b.cmp(a));
        for (_, point) in candidates {
            if judge.is_stopped() {
                return now;
            }
            if now.0.color(point).is_none() {
                continue;
            }
            let gone: PointSet = if is_whole {
                now.0.stones(point).collect()
            } else {
                point.into()
            };
            attempt(judge, question, &mut now, &gone);
        }
    }
    now
}

/// Takes stones away if the answer stays the same.
fn attempt(judge: &mut Judge, question: Question, now: &mut (Board, Solved), gone: &PointSet) {
    let (board, solved) = now;
    if gone.is_empty() {
        return;
    }
    let rest = stones(board).filter(|&point| !gone.contains(point));
    let rest: Vec<(Color, Point)> = rest
        .filter_map(|point| Some((board.color(point)?, point)))
        .collect();
    let Ok(fewer) = Board::with_stones(board.size(), rest) else {
        return;
    };
    let (right, length) = (solved.right, solved.achieved.line.len());
    let is_as_before = |achieved: &Reading, first| first == right && achieved.line.len() >= length;
    if let Some(found) = judge.solve(&fewer, question, is_as_before) {
        *now = (fewer, found);
    }
}

fn stones(board: &Board) -> impl Iterator<Item = Point> + '_ {
    let points = board.size().points();
    points.filter(|&point| board.color(point).is_some())
}

/// The number of steps from a set to each point, by the index of the point.
fn distances(points: impl Iterator<Item = Point>, from: &PointSet) -> Vec<usize> {
    let mut distances = vec![usize::MAX; crate::board::N_INDICES];
    let points: Vec<Point> = points.collect();
    let (mut near, mut distance) = (*from, 0);
    loop {
        let mut is_wider = false;
        for &point in &points {
            if near.contains(point) && distances[point.index()] == usize::MAX {
                distances[point.index()] = distance;
                is_wider = true;
            }
        }
        if !is_wider {
            return distances;
        }
        near = near.spread();
        distance += 1;
    }
}
