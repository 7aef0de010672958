//! Where a search looks for moves: the points near a block.
//!
//! What is proved holds against moves anywhere; the window bounds only what the prover considers, and what of the
//! refuter's moves is looked at first.

use std::collections::VecDeque;

use crate::base::{Color, N_INDICES, Point, PointSet};
use crate::board::{Board, Cell};

/// A block of the other color with at most so many liberties is stepped over, as if it might be taken, unless it is safe.
const WEAK: u16 = 3;

/// Parts of the board that are cut off belong to a window up to this size.
const LARGEST_POCKET: usize = 16;

/// The points reached from the block on `target` at a cost of at most `margin`: an empty point costs one, a stone of
/// the same color nothing, a weak block of the other color two; other blocks are in the way, and so are the stones in
/// `safe`. With them the liberties of the blocks of the other color that are in the way and have few, and the small
/// parts of the board that are cut off.
#[must_use]
pub fn window(board: &Board, target: Point, margin: u8, safe: &PointSet) -> PointSet {
    let Some(owner) = board.color(target) else {
        return PointSet::EMPTY;
    };
    let reach = Reach::new(board, owner, target, margin, safe);
    let points = reach.points | reach.near_weak;
    points | pockets(board, owner, &points)
}

/// The points of a window that the owner of the block on `target` reaches no later than the other side does, from
/// blocks that are not weak.
#[must_use]
pub fn territory(board: &Board, target: Point, margin: u8, safe: &PointSet) -> PointSet {
    let Some(owner) = board.color(target) else {
        return PointSet::EMPTY;
    };
    let reach = Reach::new(board, owner, target, margin, safe);
    let rival = distance_of_rival(board, owner, safe);
    let is_near = |&point: &Point| {
        !board.is_empty(point) || reach.cost[point.index()] <= rival[point.index()]
    };
    let points: PointSet = (reach.points | reach.near_weak)
        .iter()
        .filter(is_near)
        .collect();
    points | pockets(board, owner, &points)
}

/// Moves that the other side needs from its blocks that are not weak to each empty point.
fn distance_of_rival(board: &Board, owner: Color, safe: &PointSet) -> [u8; N_INDICES] {
    let mut distance = [u8::MAX; N_INDICES];
    let mut queue = VecDeque::new();
    for stone in board.points_of(owner.opponent()) {
        let is_weak = board
            .block_at(stone)
            .is_some_and(|block| block.n_liberties() <= WEAK);
        if !is_weak || safe.contains(stone) {
            distance[stone.index()] = 0;
            queue.push_back(stone);
        }
    }
    while let Some(point) = queue.pop_front() {
        let next = distance[point.index()].saturating_add(1);
        for neighbor in point.neighbors() {
            if board.is_empty(neighbor) && next < distance[neighbor.index()] {
                distance[neighbor.index()] = next;
                queue.push_back(neighbor);
            }
        }
    }
    distance
}

/// What is reached from a block.
struct Reach {
    /// What it costs to get to each point.
    cost: [u8; N_INDICES],
    points: PointSet,
    /// Liberties of weak blocks of the other color.
    near_weak: PointSet,
}

impl Reach {
    fn new(board: &Board, owner: Color, target: Point, margin: u8, safe: &PointSet) -> Self {
        let mut reach = Self {
            cost: [u8::MAX; N_INDICES],
            points: PointSet::EMPTY,
            near_weak: PointSet::EMPTY,
        };
        let mut queue = VecDeque::from([target]);
        reach.cost[target.index()] = 0;
        while let Some(point) = queue.pop_front() {
            reach.points.insert(point);
            let here = reach.cost[point.index()];
            for neighbor in point.neighbors() {
                let step = match board.cell(neighbor) {
                    Cell::Wall => continue,
                    Cell::Empty => 1,
                    cell if cell.color() == Some(owner) => 0,
                    Cell::Black | Cell::White if safe.contains(neighbor) => continue,
                    Cell::Black | Cell::White => match board.block_at(neighbor) {
                        Some(block) if block.n_liberties() <= WEAK => {
                            reach.near_weak |= *block.liberties();
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
                if total <= margin && total < reach.cost[neighbor.index()] {
                    reach.cost[neighbor.index()] = total;
                    if step == 0 {
                        queue.push_front(neighbor);
                    } else {
                        queue.push_back(neighbor);
                    }
                }
            }
        }
        reach
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall that lives is in the way, though it has few liberties.
    #[test]
    fn a_window_ends_at_a_wall_that_lives() {
        let board: Board = "\
            . . . X O O O\n\
            X X X X O O O\n\
            O O O O O O O\n\
            O O . O O . O\n\
            O O O O O O O"
            .parse()
            .unwrap();
        let target = "A4".parse().unwrap();
        let inside: PointSet = ["A5", "B5", "C5", "D5", "A4", "B4", "C4", "D4"]
            .map(|name| name.parse().unwrap())
            .into_iter()
            .collect();
        let walls: PointSet = board.points_of(Color::White).collect();
        assert_eq!(window(&board, target, 6, &walls), inside);
        assert_eq!(territory(&board, target, 6, &walls), inside);
        assert_ne!(window(&board, target, 6, &PointSet::EMPTY), inside);
    }
}
