//! Where a search looks for moves: the points near a block.
//!
//! What is proved holds against moves anywhere; the window bounds only what the prover considers, and what of the
//! refuter's moves is looked at first.

use std::collections::VecDeque;

use crate::base::{Color, N_INDICES, Point, PointSet};
use crate::board::{Board, Cell};

/// A block of the other color with at most so many liberties is stepped over, as if it might be taken.
const WEAK: u16 = 3;

/// Parts of the board that are cut off belong to a window up to this size.
const LARGEST_POCKET: usize = 16;

/// The points reached from the block on `target` at a cost of at most `margin`: an empty point costs one, a stone of
/// the same color nothing, a weak block of the other color two; other blocks are in the way. With them the liberties
/// of the blocks of the other color that are in the way and have few, and the small parts of the board that are cut
/// off.
#[must_use]
pub fn window(board: &Board, target: Point, margin: u8) -> PointSet {
    let mut points = PointSet::EMPTY;
    let Some(owner) = board.color(target) else {
        return points;
    };
    let mut cost = [u8::MAX; N_INDICES];
    let mut queue = VecDeque::from([target]);
    cost[target.index()] = 0;
    let mut near_weak = PointSet::EMPTY;
    while let Some(point) = queue.pop_front() {
        points.insert(point);
        let here = cost[point.index()];
        for neighbor in point.neighbors() {
            let step = match board.cell(neighbor) {
                Cell::Wall => continue,
                Cell::Empty => 1,
                cell if cell.color() == Some(owner) => 0,
                Cell::Black | Cell::White => match board.block_at(neighbor) {
                    Some(block) if block.n_liberties() <= WEAK => {
                        near_weak |= *block.liberties();
                        2
                    }
                    _ => continue,
                },
            };
            // Inside a block of the other color, further steps are free: the block falls as a whole.
            let step = if step == 2 && board.cell(point) == board.cell(neighbor) {
                0
            } else {
                step
            };
            let total = here.saturating_add(step);
            if total <= margin && total < cost[neighbor.index()] {
                cost[neighbor.index()] = total;
                if step == 0 {
                    queue.push_front(neighbor);
                } else {
                    queue.push_back(neighbor);
                }
            }
        }
    }
    points | near_weak | pockets(board, owner, &(points | near_weak))
}

/// The small parts of what is left of the board outside `points`, cut out by stones of the other color.
fn pockets(board: &Board, owner: Color, points: &PointSet) -> PointSet {
    let is_free = |point: Point| {
        !points.contains(point)
            && match board.cell(point) {
                Cell::Wall => false,
                Cell::Empty => true,
                cell @ (Cell::Black | Cell::White) => cell.color() == Some(owner),
            }
    };
    let mut pockets = PointSet::EMPTY;
    let mut seen = PointSet::EMPTY;
    for start in points.spread().iter().filter(|&point| is_free(point)) {
        if !seen.insert(start) {
            continue;
        }
        let mut pocket = vec![start];
        let mut n_done = 0;
        while let Some(&point) = pocket.get(n_done) {
            n_done += 1;
            let fresh = point.neighbors().into_iter();
            pocket.extend(fresh.filter(|&n| is_free(n) && seen.insert(n)));
        }
        if pocket.len() <= LARGEST_POCKET {
            pockets.extend(pocket);
        }
    }
    pockets
}
