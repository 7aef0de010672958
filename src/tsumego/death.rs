//! Death without search: a block that can't get two eyes, shut in by stones that can't be taken in time.
//!
//! Let *R* be all that the block reaches without crossing certain blocks of the attacker, the walls. A point of *R*
//! beside a wall can never be an eye, and the attacker may play there at any time, since the stone is part of the
//! wall. If at most one point of *R* is left, or two that are neighbors, the block is lost whoever moves: the attacker
//! fills its liberties beside the walls at leisure, and what is left is no more than one eye of one point, or of two,
//! in which he can play as well. Nothing is a seki, since every liberty but the last two can be filled from the walls.
//!
//! The defender can stop that only by taking a wall, from outside. With *E* empty points in *R*, the attacker makes at
//! most *E* + 3 moves, three of them for points where he was captured; each move of the defender inside costs him a
//! move outside. So a wall with more than *E* + 2 liberties outside *R* outlives the block.

use crate::base::{Point, PointSet};
use crate::board::{Board, Cell};

use super::zone::{UNLIMITED, Zone};

/// Areas of more points are not looked at.
const LARGEST_AREA: usize = 80;

/// Attacker's moves beyond one for each empty point.
const EXTRA_MOVES: usize = 2;

/// What can be told about the space of a block.
#[derive(Clone, Debug)]
pub struct Space {
    /// All that the block reaches without crossing the walls.
    pub area: PointSet,
    /// The points of the area where an eye is still possible.
    pub eye_points: PointSet,
    /// Whether the area has an end.
    pub is_closed: bool,
    /// How many moves outside the walls outlast beyond those needed to fill the area.
    pub spare: i16,
    /// The stones of the walls.
    pub walls: PointSet,
}

impl Space {
    /// The space of the block on `target`. Blocks of the attacker with fewer than `least_liberties` liberties outside
    /// the area are no walls, unless they are `safe`, that is, unconditionally alive.
    #[must_use]
    pub fn new(board: &Board, target: Point, safe: &PointSet, least_liberties: usize) -> Self {
        let mut space = Self {
            area: PointSet::EMPTY,
            eye_points: PointSet::EMPTY,
            is_closed: false,
            spare: UNLIMITED,
            walls: PointSet::EMPTY,
        };
        let Some(defender) = board.color(target) else {
            return space;
        };
        let attacker = Cell::from(defender.opponent());
        let mut stack = vec![target];
        space.area.insert(target);
        loop {
            while let Some(point) = stack.pop() {
                for neighbor in point.neighbors() {
                    let cell = board.cell(neighbor);
                    if cell == attacker && !space.area.contains(neighbor) {
                        space.walls.insert(neighbor);
                    } else if cell != Cell::Wall && space.area.insert(neighbor) {
                        stack.push(neighbor);
                    }
                }
            }
            if space.area.len() > LARGEST_AREA {
                return space;
            }
            let weak = space.walls.iter().find(|&wall| {
                !safe.contains(wall)
                    && board.block_at(wall).is_some_and(|block| {
                        (*block.liberties() - space.area).len() < least_liberties
                    })
            });
            let Some(weak) = weak else { break };
            for stone in board.stones(weak) {
                space.walls.remove(stone);
                space.area.insert(stone);
                stack.push(stone);
            }
        }
        space.is_closed = true;
        space.measure(board, target, safe);
        space
    }

    fn measure(&mut self, board: &Board, target: Point, safe: &PointSet) {
        let n_empty = self.area.iter().filter(|&p| board.is_empty(p)).count();
        let mut whole = PointSet::EMPTY;
        for wall in &self.walls {
            if safe.contains(wall) || whole.contains(wall) {
                continue;
            }
            whole.extend(board.stones(wall));
            if let Some(block) = board.block_at(wall) {
                let outside = (*block.liberties() - self.area).len();
                let spare = i16::try_from(outside).unwrap_or(UNLIMITED)
                    - i16::try_from(n_empty + EXTRA_MOVES + 1).unwrap_or(UNLIMITED);
                self.spare = self.spare.min(spare);
            }
        }
        let beside = self.walls.spread();
        self.walls |= whole;
        self.eye_points = self.area - beside;
        for stone in board.stones(target) {
            self.eye_points.remove(stone);
        }
    }

    /// Whether the block can't get two eyes.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let mut points = self.eye_points.iter();
        self.is_closed
            && match (points.next(), points.next(), points.next()) {
                (Some(one), Some(two), None) => one.is_adjacent_to(two),
                (_, None, None) => true,
                _ => false,
            }
    }

    /// What death depends on.
    #[must_use]
    pub fn zone(&self, safe: &PointSet) -> Zone {
        Zone {
            points: self.area | (self.walls - *safe),
            spare: self.spare,
        }
    }
}
