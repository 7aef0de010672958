//! How many points of an enclosed region a color can secure, by complete search.
//!
//! The region is counted by area when both sides have passed: stones on it, and empty parts that touch one color
//! only. Both sides may play anywhere in the region or pass. The blocks around it, of either color, are taken for
//! granted: they never fall. What may be played in a ko is up to the caller: see [`Repetition`].

use super::site::{Hold, Mask, Position, Site};
use crate::base::{Budget, Color, Point, PointSet, zobrist};
use crate::board::{Board, Cell};
use crate::proof::{AndOrGraph, Verdict, prove};

/// Size of the table of a search: 2 to this power entries at least, and at most.
const LOG2_ENTRIES: (u32, u32) = (12, 18);

/// How positions may come again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repetition {
    /// A ko may not be taken back at once, and a longer cycle is a failure of whoever wants to prove something. What
    /// is proved holds if no ko threat is answered.
    #[default]
    Fails,
    /// The opponent of whoever wants to prove something may take back every ko at once, and a cycle is a failure. What
    /// is proved holds whatever ko threats there are.
    Free,
    /// No position of the line may come again. Closest to play under superko, but what is found may depend on the
    /// way to a position, which the table of the search ignores: good for a choice, no proof.
    Forbidden,
}

/// A region to count, and the stones around it.
#[derive(Clone, Debug)]
pub struct RegionCount {
    points: PointSet,
    walls: PointSet,
    site: Site,
    repetition: Repetition,
}

impl RegionCount {
    /// A region that holds all neighbors of its points but those in `walls`, which are stones. `None` if it is too
    /// large to be searched.
    #[must_use]
    pub fn new(board: &Board, points: PointSet, walls: PointSet) -> Option<Self> {
        let site = Site::new(board, &points, |_, _| Hold::Life)?;
        Some(Self {
            points,
            walls,
            site,
            repetition: Repetition::default(),
        })
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
        let (mut points, mut walls) = (PointSet::from_iter([seed]), PointSet::EMPTY);
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
                    walls.insert(neighbor);
                } else if points.insert(neighbor) {
                    open.push(neighbor);
                }
            }
        }
        Self::new(board, points, walls)
    }

    /// The same region with another rule of repetition.
    #[must_use]
    pub fn with_repetition(self, repetition: Repetition) -> Self {
        Self { repetition, ..self }
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
        let dead = self.site.mask(dead);
        let mut position = self.site.position(board);
        for color in Color::BOTH {
            position.stones[color] &= !dead;
        }
        self.site.lead(&position)
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
        let mut start = self.site.position(board);
        if self.repetition == Repetition::Free && to_move != prover {
            start = Site::pass(&start);
        }
        let mut graph = Graph {
            site: &self.site,
            repetition: self.repetition,
            path: vec![(start, 0)],
            prover,
            least,
            to_move,
        };
        let (fewest, most) = LOG2_ENTRIES;
        let log2_entries = budget.remaining().max(1).ilog2().clamp(fewest, most);
        prove(&mut graph, log2_entries, budget)
    }

    /// The most points that `prover` is proved to be ahead by when `to_move` moves first. Each of the searches for it,
    /// a logarithm of the region's size, has `nodes` nodes of the budget at most.
    pub fn best_proved(
        &self,
        board: &Board,
        prover: Color,
        to_move: Color,
        nodes: u64,
        budget: &mut Budget,
    ) -> i32 {
        let size = self.site.n_points();
        // Proved for `low`, not for `high`: even all points for the opponent are a lead.
        let (mut low, mut high) = (-size, size + 1);
        while high - low > 1 {
            let least = low.midpoint(high);
            let mut part = budget.part(nodes);
            let verdict = self.prove(board, prover, to_move, least, &mut part);
            budget.charge(part.spent());
            if verdict == Verdict::Proved {
                low = least;
            } else {
                high = least;
            }
        }
        low
    }
}

struct Graph<'a> {
    site: &'a Site,
    repetition: Repetition,
    /// The positions of the line with the number of passes in a row before each, the current one last.
    path: Vec<(Position, u8)>,
    prover: Color,
    /// What the prover has to be ahead by.
    least: i32,
    to_move: Color,
}

impl Graph<'_> {
    fn last(&self) -> &(Position, u8) {
        &self.path[self.path.len() - 1]
    }

    /// The least and the most that the prover can be ahead by, seen from what is unconditionally alive.
    fn bounds(&self, position: &Position) -> (i32, i32) {
        let sure = |color: Color| {
            let life = self.site.life(position, color);
            let points: Mask = life.stones | life.vital;
            i32::try_from(points.count_ones()).unwrap_or(0)
        };
        let size = self.site.n_points();
        let (own, other) = (sure(self.prover), sure(self.prover.opponent()));
        (2 * own - size, size - 2 * other)
    }
}

impl AndOrGraph for Graph<'_> {
    type Move = Option<u8>;
    type Zone = ();

    fn key(&self) -> u64 {
        let (position, n_passes) = self.last();
        Site::key(position)
            ^ zobrist::to_move(self.to_move)
            ^ u64::from(*n_passes).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn is_prover_to_move(&self) -> bool {
        self.to_move == self.prover
    }

    fn outcome(&self) -> Option<bool> {
        let (position, n_passes) = self.last();
        if *n_passes >= 2 {
            return Some(self.site.lead(position) * self.prover.sign() >= self.least);
        }
        let (least, most) = self.bounds(position);
        if least >= self.least {
            Some(true)
        } else {
            (most < self.least).then_some(false)
        }
    }

    fn moves(&mut self) -> Vec<Option<u8>> {
        let (position, _) = self.last();
        let is_new = |index: &u8| {
            self.repetition != Repetition::Forbidden
                || self
                    .site
                    .play(position, self.to_move, *index)
                    .is_some_and(|next| {
                        let mut before = self.path.iter();
                        before.all(|(earlier, _)| earlier.stones != next.stones)
                    })
        };
        let plays = self.site.plays(position, self.to_move).filter(is_new);
        plays.map(Some).chain([None]).collect()
    }

    fn play(&mut self, mv: Option<u8>) {
        let (position, n_passes) = self.last();
        let played = mv.and_then(|index| self.site.play(position, self.to_move, index));
        debug_assert_eq!(played.is_some(), mv.is_some(), "moves are legal");
        let next = match played {
            // After a play of the prover the opponent may play anywhere.
            Some(next) if self.repetition == Repetition::Free && self.is_prover_to_move() => {
                (Site::pass(&next), 0)
            }
            Some(next) => (next, 0),
            None => (Site::pass(position), n_passes + 1),
        };
        self.path.push(next);
        self.to_move = self.to_move.opponent();
    }

    fn undo(&mut self) {
        self.path.pop();
        self.to_move = self.to_move.opponent();
    }
}
