//! What the visits of a search found at their ends: scores and owners of points, in all and by their first move.

use super::ownership::Ownership;
use crate::board::{Board, Color, Move, N_INDICES, Score, Size};

/// What the visits of one worker, or of several, found at their ends.
#[derive(Clone, Debug)]
pub(super) struct Samples {
    ownership: Ownership,
    scores: Spread,
    /// For each first move, by the index of its point; a pass has index 0.
    by_move: Vec<OfMove>,
    keeps_owners_by_move: bool,
}

/// What the visits that began with one move found.
#[derive(Clone, Debug, Default)]
struct OfMove {
    scores: Spread,
    ownership: Option<Ownership>,
}

/// Number, sum, and sum of squares of scores in points.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    n: f64,
    sum: f64,
    sum_sq: f64,
}

impl Spread {
    fn add(&mut self, other: Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.sum_sq += other.sum_sq;
    }

    /// Standard deviation; `None` without scores.
    fn stdev(self) -> Option<f64> {
        (self.n > 0.0).then(|| {
            let mean = self.sum / self.n;
            (self.sum_sq / self.n - mean * mean).max(0.0).sqrt()
        })
    }
}

impl Samples {
    /// No samples. With `keeps_owners_by_move` the owners of points are counted for each first move, too, which takes
    /// some 11 KiB a move.
    pub(super) fn new(keeps_owners_by_move: bool) -> Self {
        Self {
            ownership: Ownership::default(),
            scores: Spread::default(),
            by_move: vec![OfMove::default(); N_INDICES],
            keeps_owners_by_move,
        }
    }

    /// Counts a game that began with `first` from the root, and has ended on `board`.
    pub(super) fn add_playout(&mut self, first: Option<Move>, board: &Board, score: Score) {
        let points = score.points();
        let spread = Spread {
            n: 1.0,
            sum: points,
            sum_sq: points * points,
        };
        self.ownership.add(board);
        self.scores.add(spread);
        let Some(first) = first else {
            return;
        };
        let keeps_owners = self.keeps_owners_by_move;
        let of_move = self.of_move(first);
        of_move.scores.add(spread);
        if keeps_owners {
            of_move.ownership.get_or_insert_default().add(board);
        }
    }

    /// Counts an evaluation about owners, as [`Ownership::add_evaluation`] does, in a position after `first`.
    pub(super) fn add_evaluation(
        &mut self,
        first: Option<Move>,
        size: Size,
        color: Color,
        owners: &[f32],
    ) {
        self.ownership.add_evaluation(size, color, owners);
        if let Some(first) = first.filter(|_| self.keeps_owners_by_move) {
            let ownership = self.of_move(first).ownership.get_or_insert_default();
            ownership.add_evaluation(size, color, owners);
        }
    }

    /// Adds the samples of another worker.
    pub(super) fn merge(&mut self, other: &Self) {
        self.ownership.merge(&other.ownership);
        self.scores.add(other.scores);
        for (mine, theirs) in self.by_move.iter_mut().zip(&other.by_move) {
            mine.scores.add(theirs.scores);
            if let Some(ownership) = &theirs.ownership {
                mine.ownership.get_or_insert_default().merge(ownership);
            }
        }
    }

    /// The owners of all samples.
    pub(super) const fn ownership(&self) -> &Ownership {
        &self.ownership
    }

    /// The owners of the samples that began with a move, if they are kept and there are any.
    pub(super) fn ownership_of(&self, mv: Move) -> Option<&Ownership> {
        self.by_move[index(mv)].ownership.as_ref()
    }

    /// Standard deviation of all scores in points; 0 without any.
    pub(super) fn score_stdev(&self) -> f64 {
        self.scores.stdev().unwrap_or(0.0)
    }

    /// Standard deviation of the scores after a move; of all scores, if there are none after it.
    pub(super) fn score_stdev_of(&self, mv: Move) -> f64 {
        let own = self.by_move[index(mv)].scores.stdev();
        own.unwrap_or_else(|| self.score_stdev())
    }

    fn of_move(&mut self, mv: Move) -> &mut OfMove {
        &mut self.by_move[index(mv)]
    }
}

/// Where the samples of a first move stand.
fn index(mv: Move) -> usize {
    mv.point().map_or(0, crate::board::Point::index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_counted_in_all_and_by_first_move() {
        let board: Board = "X X .\nX . X\nX X X".parse().unwrap();
        let mv: Move = "C3".parse().map(Move::Play).unwrap();
        let mut samples = Samples::new(true);
        samples.add_playout(Some(mv), &board, Score::from_points(3));
        let mut other = Samples::new(true);
        other.add_playout(Some(mv), &board, Score::from_points(5));
        other.add_playout(Some(Move::Pass), &board, Score::from_points(10));
        samples.merge(&other);
        assert_eq!(samples.ownership().n_playouts(), 3);
        assert_eq!(samples.ownership_of(mv).map(Ownership::n_playouts), Some(2));
        assert!((samples.score_stdev_of(mv) - 1.0).abs() < 1e-12);
        assert!((samples.score_stdev_of(Move::Pass)).abs() < 1e-12);
        let never = Move::Play("B2".parse().unwrap());
        assert!(samples.ownership_of(never).is_none());
        assert!((samples.score_stdev_of(never) - samples.score_stdev()).abs() < 1e-12);
    }
}
