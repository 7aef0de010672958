//! How many points of an enclosed region a color can secure, by complete search.
//!
//! The region is counted by area when both sides have passed: stones on it, and empty parts that touch one color
//! only. Both sides may play anywhere in the region or pass. The stones around it, of either color, are taken for
//! granted: a line in which one of them falls is a failure of the prover. So is a repetition.

use crate::base::{Budget, Color, Point, PointSet, zobrist};
use crate::board::{Board, Cell};
use crate::proof::{AndOrGraph, Verdict, prove};
use crate::safety::{Regions, benson, component};

/// Size of the table of a search: 2 to this power entries.
const LOG2_ENTRIES: u32 = 14;

/// A region to count, and the stones around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionCount {
    points: PointSet,
    walls: PointSet,
}

impl RegionCount {
    /// A region that holds all neighbors of its points but those in `walls`, which are stones.
    #[must_use]
    pub const fn new(points: PointSet, walls: PointSet) -> Self {
        Self { points, walls }
    }

    /// The region around `seed`: what a flood reaches that stops at the stones on which `is_wall` holds. `None` if it
    /// reaches more than `most_empty` empty points.
    #[must_use]
    pub fn around(
        board: &Board,
        seed: Point,
        is_wall: impl Fn(Point) -> bool,
        most_empty: usize,
    ) -> Option<Self> {
        let mut region = Self::new(PointSet::from_iter([seed]), PointSet::EMPTY);
        let mut n_empty = 0;
        let mut open = vec![seed];
        while let Some(point) = open.pop() {
            n_empty += usize::from(board.is_empty(point));
            if n_empty > most_empty {
                return None;
            }
            for neighbor in point.neighbors() {
                if board.cell(neighbor) == Cell::Wall {
                    continue;
                }
                if board.color(neighbor).is_some() && is_wall(neighbor) {
                    region.walls.insert(neighbor);
                } else if region.points.insert(neighbor) {
                    open.push(neighbor);
                }
            }
        }
        Some(region)
    }

    /// Every point of the region.
    #[must_use]
    pub const fn points(&self) -> &PointSet {
        &self.points
    }

    /// The stones around it.
    #[must_use]
    pub const fn walls(&self) -> &PointSet {
        &self.walls
    }

    /// By how many points of the region Black is ahead if the stones in `dead` are taken off and the others stay.
    #[must_use]
    pub fn lead(&self, board: &Board, dead: &PointSet) -> i32 {
        let is_open = |point: Point| board.is_empty(point) || dead.contains(point);
        let mut lead = 0;
        let mut rest = PointSet::EMPTY;
        for point in &self.points {
            match board.color(point) {
                Some(color) if !is_open(point) => lead += color.sign(),
                Some(_) | None => {
                    rest.insert(point);
                }
            }
        }
        while let Some(start) = rest.first() {
            let part = component(&rest, start);
            rest -= part;
            let touches = |color: Color| {
                (part.spread() - part)
                    .iter()
                    .any(|point| board.color(point) == Some(color))
            };
            let size = i32::try_from(part.len()).unwrap_or(0);
            lead += size * (i32::from(touches(Color::Black)) - i32::from(touches(Color::White)));
        }
        lead
    }

    /// Whether `prover` can be ahead in the region by at least `least` points when `to_move` moves first. The ko of
    /// the board holds for the first move.
    pub fn prove(
        &self,
        board: &Board,
        prover: Color,
        to_move: Color,
        least: i32,
        budget: &mut Budget,
    ) -> Verdict {
        let mut board = board.clone();
        board.forget_history();
        let mut graph = Graph {
            count: self,
            board,
            prover,
            least,
            to_move,
            passes: vec![0],
        };
        prove(&mut graph, LOG2_ENTRIES, budget)
    }
}

struct Graph<'a> {
    count: &'a RegionCount,
    board: Board,
    prover: Color,
    /// What the prover has to be ahead by.
    least: i32,
    to_move: Color,
    /// Passes in a row after each move.
    passes: Vec<u8>,
}

impl Graph<'_> {
    fn n_passes(&self) -> u8 {
        self.passes.last().copied().unwrap_or(0)
    }

    /// The least and the most that the prover can be ahead by, seen from what is unconditionally alive.
    fn bounds(&self) -> (i32, i32) {
        let sure = |color: Color| {
            let regions = Regions::new(&self.board, color);
            let life = benson::beside(&self.board, &regions, &self.count.walls);
            i32::try_from((life.points() & self.count.points).len()).unwrap_or(0)
        };
        let size = i32::try_from(self.count.points.len()).unwrap_or(0);
        let (own, other) = (sure(self.prover), sure(self.prover.opponent()));
        (2 * own - size, size - 2 * other)
    }
}

impl AndOrGraph for Graph<'_> {
    type Move = Option<Point>;

    fn key(&self) -> u64 {
        let ko = self.board.ko().map_or(0, |(_, point)| zobrist::ko(point));
        self.board.hash()
            ^ zobrist::to_move(self.to_move)
            ^ ko
            ^ u64::from(self.n_passes()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn is_prover_to_move(&self) -> bool {
        self.to_move == self.prover
    }

    fn outcome(&self) -> Option<bool> {
        let is_broken = self
            .count
            .walls
            .iter()
            .any(|wall| self.board.is_empty(wall));
        if is_broken {
            return Some(false);
        }
        if self.n_passes() >= 2 {
            let lead = self.count.lead(&self.board, &PointSet::EMPTY) * self.prover.sign();
            return Some(lead >= self.least);
        }
        let (least, most) = self.bounds();
        if least >= self.least {
            Some(true)
        } else {
            (most < self.least).then_some(false)
        }
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        let legal = self
            .count
            .points
            .iter()
            .filter(|&point| self.board.is_legal(self.to_move, point));
        legal.map(Some).chain([None]).collect()
    }

    fn play(&mut self, mv: Option<Point>) {
        match mv {
            Some(point) => {
                let played = self.board.play(self.to_move, point);
                debug_assert!(played.is_ok(), "moves are legal");
                self.passes.push(0);
            }
            None => {
                self.board.pass();
                self.passes.push(self.n_passes() + 1);
            }
        }
        self.to_move = self.to_move.opponent();
    }

    fn undo(&mut self) {
        self.board.undo();
        self.passes.pop();
        self.to_move = self.to_move.opponent();
    }
}
