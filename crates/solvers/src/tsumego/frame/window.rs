//! Where a search looks for moves: the points near a block.
//!
//! A proof holds against moves anywhere. The window only limits the prover's moves, and decides which moves of the
//! refuter the search tries first.

use std::collections::VecDeque;

use crate::board::{Board, Cell, Color, N_INDICES, Point, PointSet};

/// The window includes a block of the other color with at most this number of liberties, unless the block is safe.
const WEAK: u16 = 3;

/// Largest cut-off part of the board, in points, that is added to a window.
const LARGEST_POCKET: usize = 16;

/// The points that can be reached from the block on `target` at a cost of at most `margin`. An empty point costs 1, a
/// stone of the same color 0, a weak block of the other color 2. Other blocks and the stones in `safe` block the way.
/// Added to these points are the liberties of weak blocks, and the small parts of the board that are cut off.
#[must_use]
pub fn window(board: &Board, target: Point, margin: u8, safe: &PointSet) -> PointSet {
    let Some(owner) = board.color(target) else {
        return PointSet::EMPTY;
    };
    let reach = Reach::new(board, owner, target, margin, safe);
    let points = reach.points | reach.near_weak;
    points | pockets(board, owner, &points)
}

/// The points of a window that the owner of the block on `target` reaches no later than the other side's strong blocks
/// do.
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

/// For each empty point, how many moves the other side needs to reach it from its strong blocks.
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

/// The points that a block reaches.
struct Reach {
    /// The cost of reaching each point.
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
                    _ if safe.contains(neighbor) => continue,
                    cell if cell.color() == Some(owner) => 0,
                    Cell::Black | Cell::White => match board.block_at(neighbor) {
                        Some(block) if block.n_liberties() <= WEAK => {
                            reach.near_weak |= *block.liberties();
                            2
                        }
                        _ => continue,
                    },
                };
                // Inside one block of the other color further steps are free: the block is taken as a whole.
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

/// The small parts of the board outside `points` that stones of the other color cut out.
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

    /// A living wall blocks the way, although it has few liberties.
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
