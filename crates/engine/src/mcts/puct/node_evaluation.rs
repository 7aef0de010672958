//! An evaluation in the form in which the search keeps it.

use super::value::Value;
use crate::board::{Color, Move, Point};
use crate::intuition::Evaluation;

/// Bits of a move.
const N_MOVE_BITS: u32 = 10;
const MOVE_MASK: u32 = (1 << N_MOVE_BITS) - 1;

/// The probability 1.
const CERTAIN: u32 = (1 << (32 - N_MOVE_BITS)) - 1;

/// Stands for a pass; index 0 is a wall point.
const PASS: u32 = 0;

/// A move with its prior probability, rounded to 22 bits, in four bytes: every node holds hundreds of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate(u32);

impl Candidate {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "point indices are below 704, and a probability is in 0..=1"
    )]
    fn new(mv: Move, prior: f32) -> Self {
        let index = mv.point().map_or(PASS, |point| point.index() as u32);
        let share = (prior.clamp(0.0, 1.0) * CERTAIN as f32) as u32;
        Self(share.min(CERTAIN) << N_MOVE_BITS | index)
    }

    /// The move; never a resignation.
    pub(super) fn mv(self) -> Move {
        match self.0 & MOVE_MASK {
            PASS => Move::Pass,
            index => Move::Play(Point::from_index(index as usize)),
        }
    }

    /// Its prior probability.
    pub(super) fn prior(self) -> f64 {
        f64::from(self.0 >> N_MOVE_BITS) / f64::from(CERTAIN)
    }
}

/// An evaluator's evaluation of a position, in compact form.
#[derive(Clone, Debug)]
pub(super) struct NodeEvaluation {
    /// The legal moves, the likeliest first.
    pub(super) moves: Box<[Candidate]>,
    pub(super) value: Value,
}

impl NodeEvaluation {
    /// An evaluation about a position with `to_move` to move.
    pub(super) fn new(evaluation: &Evaluation, to_move: Color) -> Self {
        let mut policy = evaluation.policy.clone();
        // The sort is stable: equal moves stay in point order.
        policy.sort_by(|a, b| b.1.total_cmp(&a.1));
        Self {
            moves: policy
                .into_iter()
                .map(|(mv, prior)| Candidate::new(mv, prior))
                .collect(),
            value: Value::of_evaluation(evaluation, to_move),
        }
    }

    /// Memory for an evaluation of a position with so many moves, counters of owners included.
    pub(super) const fn bytes(n_moves: usize) -> usize {
        size_of::<Self>() + n_moves * size_of::<Candidate>() + 2 * size_of::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_keep_move_and_prior() {
        for (name, prior) in [("A1", 1.0), ("Z25", 0.3), ("D4", 1e-4), ("T19", 0.0)] {
            let mv = Move::Play(name.parse().unwrap());
            let candidate = Candidate::new(mv, prior);
            assert_eq!(candidate.mv(), mv);
            assert!(
                (candidate.prior() - f64::from(prior)).abs() < 1e-6,
                "{prior}"
            );
        }
        assert_eq!(Candidate::new(Move::Pass, 0.5).mv(), Move::Pass);
    }
}
