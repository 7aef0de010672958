//! Who owns each point at the end of playouts.

use super::playout::{PlayoutTurn, Policy, play_out};
use super::score::for_each_surrounded;
use crate::base::{Color, N_INDICES, Point, PointSet, Rng};
use crate::board::Board;

/// For each point, in how many playouts it ended as Black's, less in how many as White's.
#[derive(Clone, Debug)]
pub struct Ownership {
    sums: Box<[i32; N_INDICES]>,
    n_playouts: u32,
}

impl Default for Ownership {
    fn default() -> Self {
        Self {
            sums: Box::new([0; N_INDICES]),
            n_playouts: 0,
        }
    }
}

impl Ownership {
    /// Mean owner of a point: 1 if it always ends as Black's, -1 if always as White's, 0 without playouts.
    #[must_use]
    pub fn mean(&self, point: Point) -> f64 {
        match self.n_playouts {
            0 => 0.0,
            n => f64::from(self.sums[point.index()]) / f64::from(n),
        }
    }

    /// Number of playouts counted.
    #[must_use]
    pub const fn n_playouts(&self) -> u32 {
        self.n_playouts
    }

    /// Whether every point of a board has the same owner in all but a few playouts: the mean is at least
    /// `threshold` in size. Dame and seki points are not settled in this sense; see [`Self::n_unsettled`].
    #[must_use]
    pub fn is_settled(&self, board: &Board, threshold: f64) -> bool {
        self.n_unsettled(board, threshold) == 0
    }

    /// How many points of a board have no owner in most playouts: the mean is below `threshold` in size.
    #[must_use]
    pub fn n_unsettled(&self, board: &Board, threshold: f64) -> usize {
        let is_open = |&point: &Point| self.mean(point).abs() < threshold;
        board.size().points().filter(is_open).count()
    }

    /// The stones that playouts take for dead, in whole blocks: on average over its stones, the block's points end
    /// as the other color's by more than `threshold`.
    #[must_use]
    pub fn dead_stones(&self, board: &Board, threshold: f64) -> PointSet {
        let mut dead = PointSet::EMPTY;
        for color in Color::BOTH {
            for head in board.first_stones(color) {
                let (mut sum, mut n_stones) = (0.0, 0.0);
                for stone in board.stones(head) {
                    sum += self.mean(stone) * f64::from(color.sign());
                    n_stones += 1.0;
                }
                if sum < -threshold * n_stones {
                    dead.extend(board.stones(head));
                }
            }
        }
        dead
    }

    /// Counts a finished position, all stones alive.
    pub(super) fn add(&mut self, board: &Board) {
        self.n_playouts += 1;
        let mut own = |point: Point, color: Color| self.sums[point.index()] += color.sign();
        for point in board.size().points() {
            if let Some(color) = board.color(point) {
                own(point, color);
            }
        }
        for_each_surrounded(board, own);
    }

    /// Adds the counts of another worker.
    pub(super) fn merge(&mut self, other: &Self) {
        self.n_playouts += other.n_playouts;
        for (mine, theirs) in self.sums.iter_mut().zip(other.sums.iter()) {
            *mine += theirs;
        }
    }
}

/// Mean owner of each point over `n_playouts` tactical playouts from a position; an estimate of what is dead and
/// what is settled. Komi and rules do not matter for it. Costs a playout each, no tree.
#[must_use]
pub fn ownership(board: &Board, to_move: Color, n_playouts: u32, rng: &mut Rng) -> Ownership {
    let mut ownership = Ownership::default();
    sample(board, to_move, n_playouts, rng, |end| ownership.add(end));
    ownership
}

/// Plays `n_playouts` tactical playouts from a position and shows `visit` the end of each.
pub fn sample(
    board: &Board,
    to_move: Color,
    n_playouts: u32,
    rng: &mut Rng,
    mut visit: impl FnMut(&Board),
) {
    let mut scratch = Board::new(board.size());
    for _ in 0..n_playouts {
        scratch.copy_position(board);
        play_out(
            &mut scratch,
            PlayoutTurn::first(to_move),
            Policy::default(),
            rng,
            |_, _, _, _| (),
        );
        visit(&scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surrounded_stone_is_guessed_dead_and_the_rest_alive() {
        let board: Board = ". X . . X O .\n. X . . X O .\n. X O . X O O\n. X . . X O .\n. X . . X O O\n. X . . X O .\n. X . . X O ."
            .parse()
            .unwrap();
        for to_move in Color::BOTH {
            let ownership = ownership(&board, to_move, 300, &mut Rng::new(1, 0));
            assert_eq!(ownership.n_playouts(), 300);
            let dead = ownership.dead_stones(&board, 0.5);
            assert_eq!(
                dead,
                ["C5".parse().unwrap()].into_iter().collect(),
                "{dead:?}"
            );
            assert!(ownership.mean("A1".parse().unwrap()) > 0.7);
        }
    }
}
