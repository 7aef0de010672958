//! The owner of each point at the end of playouts.

use super::playout::{PlayoutTurn, Policy, play_out};
use super::score::for_each_surrounded;
use crate::base::{Budget, Rng};
use crate::board::{Board, Color, N_INDICES, Point, Size};

/// For each point: in how many playouts Black owned it at the end, less in how many White did. An evaluation about
/// owners counts as a playout.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership {
    sums: Box<[f64; N_INDICES]>,
    sums_of_squares: Box<[f64; N_INDICES]>,
    n_playouts: u32,
}

impl Default for Ownership {
    fn default() -> Self {
        Self {
            sums: Box::new([0.0; N_INDICES]),
            sums_of_squares: Box::new([0.0; N_INDICES]),
            n_playouts: 0,
        }
    }
}

impl Ownership {
    /// Mean owner of a point: 1 if Black always owns it at the end, -1 if White always does, 0 without playouts.
    #[must_use]
    pub fn mean(&self, point: Point) -> f64 {
        match self.n_playouts {
            0 => 0.0,
            n => self.sums[point.index()] / f64::from(n),
        }
    }

    /// Standard deviation of the owner of a point over the playouts, from 0 to 1.
    #[must_use]
    pub fn stdev(&self, point: Point) -> f64 {
        match self.n_playouts {
            0 => 0.0,
            n => {
                let mean = self.mean(point);
                let mean_square = self.sums_of_squares[point.index()] / f64::from(n);
                (mean_square - mean * mean).max(0.0).sqrt()
            }
        }
    }

    /// Number of playouts counted.
    #[must_use]
    pub const fn n_playouts(&self) -> u32 {
        self.n_playouts
    }

    /// Number of points of a board without a clear owner: the absolute value of the mean is below `threshold`.
    #[must_use]
    pub fn n_unsettled(&self, board: &Board, threshold: f64) -> usize {
        let is_open = |&point: &Point| self.mean(point).abs() < threshold;
        board.size().points().filter(is_open).count()
    }

    /// Counts a finished position in which all stones are alive.
    pub(super) fn add(&mut self, board: &Board) {
        self.n_playouts += 1;
        let mut own = |point: Point, color: Color| {
            self.sums[point.index()] += f64::from(color.sign());
            self.sums_of_squares[point.index()] += 1.0;
        };
        for point in board.size().points() {
            if let Some(color) = board.color(point) {
                own(point, color);
            }
        }
        for_each_surrounded(board, own);
    }

    /// Counts an evaluation about the owners: for each point, row by row from the top left, how far it will belong to
    /// `color`, from -1 to 1.
    pub fn add_evaluation(&mut self, size: Size, color: Color, owners: &[f32]) {
        self.n_playouts += 1;
        let sign = f64::from(color.sign());
        for (point, &owner) in size.points_from_top().zip(owners) {
            let owner = f64::from(owner);
            self.sums[point.index()] += sign * owner;
            self.sums_of_squares[point.index()] += owner * owner;
        }
    }

    /// Adds the counts of another worker.
    pub(super) fn merge(&mut self, other: &Self) {
        self.n_playouts += other.n_playouts;
        for (mine, theirs) in self.sums.iter_mut().zip(other.sums.iter()) {
            *mine += theirs;
        }
        let squares = self.sums_of_squares.iter_mut();
        for (mine, theirs) in squares.zip(other.sums_of_squares.iter()) {
            *mine += theirs;
        }
    }
}

/// Mean owner of each point over `n_playouts` tactical playouts from a position: an estimate of what is dead and what
/// is settled. Komi and rules have no effect. Costs one playout each and no tree. Once the clock or the token of
/// `limits` ends the work, the playouts so far have to do.
#[must_use]
pub fn ownership(
    board: &Board,
    to_move: Color,
    n_playouts: u32,
    rng: &mut Rng,
    limits: &Budget,
) -> Ownership {
    let mut ownership = Ownership::default();
    sample(board, to_move, n_playouts, rng, limits, |end| {
        ownership.add(end);
    });
    ownership
}

/// Plays `n_playouts` tactical playouts from a position, and calls `visit` with the final board of each. Plays fewer if
/// the clock or the token of `limits` ends the work; its credit does not matter.
pub fn sample(
    board: &Board,
    to_move: Color,
    n_playouts: u32,
    rng: &mut Rng,
    limits: &Budget,
    mut visit: impl FnMut(&Board),
) {
    let mut scratch = Board::new(board.size());
    for _ in 0..n_playouts {
        if limits.check().is_err() {
            return;
        }
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
    use crate::board::PointSet;

    /// The stones that look dead, in whole blocks: on average, the opponent owns their points by more than `threshold`.
    fn dead_stones(ownership: &Ownership, board: &Board, threshold: f64) -> PointSet {
        let mut dead = PointSet::EMPTY;
        for color in Color::BOTH {
            for head in board.first_stones(color) {
                let (mut sum, mut n_stones) = (0.0, 0.0);
                for stone in board.stones(head) {
                    sum += ownership.mean(stone) * f64::from(color.sign());
                    n_stones += 1.0;
                }
                if sum < -threshold * n_stones {
                    dead.extend(board.stones(head));
                }
            }
        }
        dead
    }

    #[test]
    fn a_surrounded_stone_is_guessed_dead_and_the_rest_alive() {
        let board: Board = ". X . . X O .\n. X . . X O .\n. X O . X O O\n. X . . X O .\n. X . . X O O\n. X . . X O .\n\
            . X . . X O ."
            .parse()
            .unwrap();
        for to_move in Color::BOTH {
            let ownership = ownership(
                &board,
                to_move,
                300,
                &mut Rng::new(1, 0),
                &Budget::unlimited(),
            );
            assert_eq!(ownership.n_playouts(), 300);
            let dead = dead_stones(&ownership, &board, 0.5);
            assert_eq!(
                dead,
                ["C5".parse().unwrap()].into_iter().collect(),
                "{dead:?}"
            );
            let corner = "A1".parse().unwrap();
            assert!(ownership.mean(corner) > 0.7);
            // Playouts find one owner or the other.
            let spread = ownership.mean(corner).powi(2) + ownership.stdev(corner).powi(2);
            assert!(spread <= 1.0 + 1e-9, "{spread}");
        }
    }
}
