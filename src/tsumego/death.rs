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
//!
//! The area may have gates: an empty inner point beside a wall and an empty outer point that nothing else of the area
//! touches. If the defender plays on one of the two, the attacker plays on the other, and the area stays shut. A stone
//! on the outer point belongs to a wall that it touches, or can connect to walls in two ways, of which one is left
//! when the defender takes the other; that costs the attacker one move more.

use arrayvec::ArrayVec;

use crate::base::{Color, Point, PointSet};
use crate::board::{Board, Cell};

use super::zone::{UNLIMITED, Zone};

/// Areas of more points are not looked at.
const LARGEST_AREA: usize = 80;

/// Gates of an area at most; further ways out make it larger.
const MOST_GATES: usize = 8;

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
    /// Pairs of points where the area would be left, inner point first.
    gates: ArrayVec<(Point, Point), MOST_GATES>,
    /// Points by which stones on outer points of gates connect to walls, two for each.
    reserved: PointSet,
}

/// Finds the area of a block.
struct Flood<'a> {
    board: &'a Board,
    defender: Color,
    safe: &'a PointSet,
    least_liberties: usize,
    space: &'a mut Space,
    /// Points that are no outer points of gates.
    no_gates: PointSet,
    stack: Vec<Point>,
}

impl Flood<'_> {
    /// Whether the area has an end.
    fn run(&mut self) -> bool {
        loop {
            while let Some(point) = self.stack.pop() {
                self.step(point);
                if self.space.area.len() > LARGEST_AREA {
                    return false;
                }
            }
            if !self.open_a_gate() && !self.drop_a_wall() {
                return true;
            }
        }
    }

    fn step(&mut self, point: Point) {
        for neighbor in point.neighbors() {
            let cell = self.board.cell(neighbor);
            if cell == Cell::Wall || self.space.area.contains(neighbor) {
                continue;
            }
            if cell == Cell::from(self.defender.opponent()) {
                self.space.walls.insert(neighbor);
            } else if !(cell == Cell::Empty && self.is_gate(point, neighbor)) {
                self.enter(neighbor);
            }
        }
    }

    fn enter(&mut self, point: Point) {
        self.space.area.insert(point);
        self.stack.push(point);
    }

    fn is_wall(&self, point: Point) -> bool {
        self.board.color(point) == Some(self.defender.opponent())
            && !self.space.area.contains(point)
    }

    /// Takes two points for a gate for now, if they can be one as far as it is known.
    fn is_gate(&mut self, inner: Point, outer: Point) -> bool {
        if self.space.gates.contains(&(inner, outer)) {
            return true;
        }
        let is_free = self.board.is_empty(inner)
            && !self.no_gates.contains(outer)
            && !self
                .space
                .gates
                .iter()
                .any(|&(p, q)| p == inner || q == outer);
        is_free
            && inner.neighbors().into_iter().any(|n| self.is_wall(n))
            && self.can_shut(inner, outer)
            && self.space.gates.try_push((inner, outer)).is_ok()
    }

    /// Whether nothing of the area or of the defender touches the outer point but the inner one, and a stone there
    /// is connected.
    fn can_shut(&self, inner: Point, outer: Point) -> bool {
        let is_quiet = outer.neighbors().into_iter().all(|n| {
            n == inner || !self.space.area.contains(n) && self.board.color(n) != Some(self.defender)
        });
        is_quiet
            && (outer.neighbors().into_iter().any(|n| self.is_wall(n))
                || self.links(inner, outer).is_some())
    }

    /// Two points by either of which a stone on the outer point connects to a wall.
    fn links(&self, inner: Point, outer: Point) -> Option<[Point; 2]> {
        let is_link = |&n: &Point| {
            n != inner
                && self.board.is_empty(n)
                && !self.space.area.contains(n)
                && n.neighbors().into_iter().any(|m| self.is_wall(m))
                && n.neighbors().into_iter().all(|m| {
                    self.board.color(m) != Some(self.defender) && !self.space.area.contains(m)
                })
        };
        let mut links = outer.neighbors().into_iter().filter(is_link);
        Some([links.next()?, links.next()?])
    }

    /// Finds a gate that is none after all, and lets the area grow through it; whether there was one.
    fn open_a_gate(&mut self) -> bool {
        self.space.reserved = PointSet::EMPTY;
        let outer_points: PointSet = self.space.gates.iter().map(|&(_, outer)| outer).collect();
        for n in 0..self.space.gates.len() {
            let (inner, outer) = self.space.gates[n];
            let is_beside = outer.neighbors().into_iter().any(|n| self.is_wall(n));
            let links = if is_beside {
                None
            } else {
                self.links(inner, outer)
            };
            let is_shut = inner.neighbors().into_iter().any(|n| self.is_wall(n))
                && self.can_shut(inner, outer)
                && links.is_none_or(|links| {
                    links.iter().all(|&link| {
                        !outer_points.contains(link) && self.space.reserved.insert(link)
                    })
                });
            if !is_shut {
                self.space.gates.remove(n);
                self.no_gates.insert(outer);
                if !self.space.area.contains(outer) {
                    self.enter(outer);
                }
                return true;
            }
        }
        false
    }

    /// Finds a wall with too few liberties outside, and makes it part of the area; whether there was one.
    fn drop_a_wall(&mut self) -> bool {
        let taken = self.space.not_outside();
        let weak = self.space.walls.iter().find(|&wall| {
            !self.safe.contains(wall)
                && self
                    .board
                    .block_at(wall)
                    .is_some_and(|block| (*block.liberties() - taken).len() < self.least_liberties)
        });
        let Some(weak) = weak else { return false };
        for stone in self.board.stones(weak) {
            self.space.walls.remove(stone);
            self.enter(stone);
        }
        true
    }
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
            gates: ArrayVec::new(),
            reserved: PointSet::EMPTY,
        };
        let Some(defender) = board.color(target) else {
            return space;
        };
        let mut flood = Flood {
            board,
            defender,
            safe,
            least_liberties,
            space: &mut space,
            no_gates: PointSet::EMPTY,
            stack: vec![target],
        };
        flood.space.area.insert(target);
        if flood.run() {
            space.is_closed = true;
            space.measure(board, target, safe);
        }
        space
    }

    fn measure(&mut self, board: &Board, target: Point, safe: &PointSet) {
        let n_empty = self.area.iter().filter(|&p| board.is_empty(p)).count();
        let n_moves = n_empty + EXTRA_MOVES + self.reserved.len() / 2;
        let taken = self.not_outside();
        let mut whole = PointSet::EMPTY;
        for wall in &self.walls {
            if safe.contains(wall) || whole.contains(wall) {
                continue;
            }
            whole.extend(board.stones(wall));
            if let Some(block) = board.block_at(wall) {
                let outside = (*block.liberties() - taken).len();
                let spare = i16::try_from(outside).unwrap_or(UNLIMITED)
                    - i16::try_from(n_moves + 1).unwrap_or(UNLIMITED);
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

    /// The area, its gates, and the points kept for connections.
    #[must_use]
    pub fn not_outside(&self) -> PointSet {
        let mut points = self.area | self.reserved;
        points.extend(self.gates.iter().map(|&(_, outer)| outer));
        points
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
            points: self.not_outside() | (self.walls - *safe),
            spare: self.spare,
            is_assumed: false,
        }
    }
}
