//! Small eye spaces on the board, and whether the other color can keep them down to a single eye (nakade).
//!
//! An *eye space* is a connected set of a few points, empty or occupied by the attacker, that nothing but the stones of
//! one block encloses. The owner of the block moves first. Its [shape](super::eye_shape) decides the result.
//!
//! Floor 3.

use arrayvec::ArrayVec;

use super::eye_shape::{EyeShape, MOST_POINTS, Mask, NEVER, Stones};
use crate::board::{Board, Cell, Color, Point, PointSet};

/// A small eye space that the attacker can keep down to a single eye, the owner of the block around it moving first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nakade {
    points: ArrayVec<Point, MOST_POINTS>,
    shape: EyeShape,
    attacker: Color,
    /// See [`EyeShape::rounds_to_single_eye`].
    n_rounds: Vec<u8>,
}

impl Nakade {
    /// The eye space `points` if the attacker can keep it down. Nothing if it is too large or not connected, if
    /// something else than a single block of the other color encloses it, or if suicide is allowed.
    #[must_use]
    pub fn new(board: &Board, points: &PointSet, attacker: Color) -> Option<Self> {
        if points.len() > MOST_POINTS || board.allows_suicide() {
            return None;
        }
        let points: ArrayVec<Point, MOST_POINTS> = points.iter().collect();
        let mut neighbors: ArrayVec<Mask, MOST_POINTS> = ArrayVec::new();
        let mut touching = 0;
        let mut around = None;
        for (n, &point) in points.iter().enumerate() {
            let mut beside = 0;
            for neighbor in point.neighbors() {
                if let Ok(index) = points.binary_search(&neighbor) {
                    beside |= 1 << index;
                } else if board.cell(neighbor) == Cell::from(attacker.opponent()) {
                    let id = board.block_id(neighbor);
                    if *around.get_or_insert(id) != id {
                        return None;
                    }
                    touching |= 1 << n;
                } else if board.cell(neighbor) != Cell::Wall {
                    return None;
                }
            }
            neighbors.push(beside);
        }
        let shape = EyeShape::new(&neighbors, touching);
        let mut space = Self {
            points,
            shape,
            attacker,
            n_rounds: Vec::new(),
        };
        let start = space.stones(board);
        if start.owner != 0 || !space.shape.is_enclosed_whole() {
            return None;
        }
        space.n_rounds = space.shape.rounds_to_single_eye();
        (space.rounds(start) != NEVER).then_some(space)
    }

    /// The points of the eye space.
    #[must_use]
    pub fn points(&self) -> PointSet {
        self.points.iter().copied().collect()
    }

    /// The attacker's answer in a position that the answers so far have led to, after a play of the owner inside.
    /// `None` if no answer is needed.
    #[must_use]
    pub fn answer(&self, board: &Board) -> Option<Point> {
        let stones = self.stones(board);
        let goal = self.rounds(stones);
        let best = (0..self.points.len())
            .filter_map(|n| Some((self.rounds(self.shape.attack(stones, n)?), n)))
            .min()?;
        (best.0 < goal).then(|| self.points[best.1])
    }

    fn stones(&self, board: &Board) -> Stones {
        let of = |color: Color| {
            let points = self.points.iter().enumerate();
            let stones = points.filter(|&(_, &point)| board.color(point) == Some(color));
            stones.fold(0, |mask, (n, _)| mask | 1 << n)
        };
        Stones {
            attacker: of(self.attacker),
            owner: of(self.attacker.opponent()),
        }
    }

    fn rounds(&self, stones: Stones) -> u8 {
        self.n_rounds[self.shape.number(stones)]
    }
}
