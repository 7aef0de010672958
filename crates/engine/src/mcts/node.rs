//! A node of the tree: one move, and the results of the playouts through it.
//!
//! All fields are atomic, so threads share the tree without locks. Single values are read and written relaxed. A read
//! may get counts of slightly different ages, which only disturbs an estimate a little. The children are published by
//! one release store after they are complete.

use crate::base::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering};
use crate::board::{Move, Point, Score};

/// The value 1 in the fixed-point sums of a node. With fixed point, sums do not depend on the order of playouts.
pub(super) const ONE: u64 = 1 << 16;

/// The node has no children, and no thread is making them.
const LEAF: u32 = 0;
/// A thread is making the children.
const EXPANDING: u32 = u32::MAX;
/// Stands for a pass; index 0 is a wall point.
const PASS: u16 = 0;

/// A move and its statistics. Values are from the view of the player who makes the move.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Sum of playout values in units of [`ONE`].
    value: AtomicU64,
    /// The same for playouts in which this player was the first to play on this point, at any later turn.
    rave_value: AtomicU64,
    /// Sum of scores in half points, from Black's view.
    score: AtomicI64,
    /// Playouts through this node, unfinished ones included: the virtual loss.
    visits: AtomicU32,
    /// Half wins: 2 for a win, 1 for jigo.
    wins: AtomicU32,
    rave_visits: AtomicU32,
    /// Prior probability of the move, as the bits of an `f32`.
    prior: AtomicU32,
    /// Index of the first child, [`LEAF`] or [`EXPANDING`].
    first_child: AtomicU32,
    n_children: AtomicU16,
    /// Index of the point, or [`PASS`].
    mv: AtomicU16,
}

/// The result of one playout, from Black's view.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayoutResult {
    /// In 0..=[`ONE`]; mostly win or loss, and a little the margin.
    pub(super) value: u64,
    /// Score under the rules of the game.
    pub(super) score: Score,
}

impl Node {
    /// Turns this into a fresh node for a move.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "point indices are below 704"
    )]
    pub(super) fn reset(&self, mv: Move, prior: f32) {
        self.value.store(0, Ordering::Relaxed);
        self.rave_value.store(0, Ordering::Relaxed);
        self.score.store(0, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.wins.store(0, Ordering::Relaxed);
        self.rave_visits.store(0, Ordering::Relaxed);
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
        self.first_child.store(LEAF, Ordering::Relaxed);
        self.n_children.store(0, Ordering::Relaxed);
        let index = mv.point().map_or(PASS, |point| point.index() as u16);
        self.mv.store(index, Ordering::Relaxed);
    }

    /// Turns this into an exact copy of another node.
    pub(super) fn copy_from(&self, other: &Self) {
        macro_rules! copy {
            ($($field:ident),*) => {
                $(self.$field.store(other.$field.load(Ordering::Relaxed), Ordering::Relaxed);)*
            };
        }
        copy!(
            value,
            rave_value,
            score,
            visits,
            wins,
            rave_visits,
            prior,
            first_child,
            n_children,
            mv
        );
    }

    /// The move; never a resignation.
    #[inline]
    pub(super) fn mv(&self) -> Move {
        self.point().into()
    }

    /// The point of the move; `None` is a pass.
    #[inline]
    pub(super) fn point(&self) -> Option<Point> {
        match self.mv.load(Ordering::Relaxed) {
            PASS => None,
            index => Some(Point::from_index(usize::from(index))),
        }
    }

    /// Prior probability of the move.
    #[inline]
    pub(super) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    /// Raises the prior probability to `least` if it is lower.
    pub(super) fn raise_prior(&self, least: f32) {
        let prior = self.prior().max(least);
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
    }

    /// Playouts through this node, unfinished ones included.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Playouts counted by [`Self::add_rave`].
    #[inline]
    pub(super) fn rave_visits(&self) -> u32 {
        self.rave_visits.load(Ordering::Relaxed)
    }

    /// Mean value in 0..=1 of the playouts through this node; unfinished ones count as lost; 0 without any.
    #[inline]
    pub(super) fn mean(&self) -> f64 {
        ratio(self.value.load(Ordering::Relaxed), self.visits())
    }

    /// Mean value in 0..=1 of the playouts counted by [`Self::add_rave`]; 0 without any.
    #[inline]
    pub(super) fn rave_mean(&self) -> f64 {
        ratio(self.rave_value.load(Ordering::Relaxed), self.rave_visits())
    }

    /// Share of wins in 0..=1; jigo counts one half; one half without playouts.
    pub(super) fn win_rate(&self) -> f64 {
        match self.visits() {
            0 => 0.5,
            visits => f64::from(self.wins.load(Ordering::Relaxed)) / f64::from(visits) / 2.0,
        }
    }

    /// Mean score in points, from Black's view; 0 without playouts.
    #[expect(
        clippy::cast_precision_loss,
        reason = "scores are far below 2^52 in sum"
    )]
    pub(super) fn score_mean(&self) -> f64 {
        match self.visits() {
            0 => 0.0,
            visits => self.score.load(Ordering::Relaxed) as f64 / f64::from(visits) / 2.0,
        }
    }

    /// Counts a playout that begins, and returns the number of playouts before it.
    #[inline]
    pub(super) fn begin_visit(&self) -> u32 {
        self.visits.fetch_add(1, Ordering::Relaxed)
    }

    /// Adds the result of a playout that was begun before. `value` and `half_wins` are for the player who made the
    /// move.
    #[inline]
    pub(super) fn end_visit(&self, value: u64, half_wins: u32, score: Score) {
        self.value.fetch_add(value, Ordering::Relaxed);
        self.wins.fetch_add(half_wins, Ordering::Relaxed);
        self.score
            .fetch_add(i64::from(score.half_points()), Ordering::Relaxed);
    }

    /// Adds the result of a playout in which this player made this move at a later turn.
    #[inline]
    pub(super) fn add_rave(&self, value: u64) {
        self.rave_visits.fetch_add(1, Ordering::Relaxed);
        self.rave_value.fetch_add(value, Ordering::Relaxed);
    }

    /// Index of the first child and number of children, if there are any.
    #[inline]
    pub(super) fn children(&self) -> Option<(usize, usize)> {
        match self.first_child.load(Ordering::Acquire) {
            LEAF | EXPANDING => None,
            first => Some((
                first as usize,
                usize::from(self.n_children.load(Ordering::Relaxed)),
            )),
        }
    }

    /// Claims the right to make the children. Returns whether this thread got it.
    pub(super) fn claim(&self) -> bool {
        self.first_child
            .compare_exchange(LEAF, EXPANDING, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
    }

    /// Gives the claim back without making children.
    pub(super) fn unclaim(&self) {
        self.first_child.store(LEAF, Ordering::Relaxed);
    }

    /// Ends the claim: the children are `n` complete nodes from index `first`, which is below `u32::MAX`.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the arena is smaller than 2^32, a board has 625 points"
    )]
    pub(super) fn publish(&self, first: usize, n: usize) {
        self.n_children.store(n as u16, Ordering::Relaxed);
        self.first_child.store(first as u32, Ordering::Release);
    }
}

#[inline]
#[expect(
    clippy::cast_precision_loss,
    reason = "an error of 2^-52 in a mean does not matter"
)]
fn ratio(sum: u64, n: u32) -> f64 {
    if n == 0 {
        0.0
    } else {
        sum as f64 / (f64::from(n) * ONE as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_follow_the_visits() {
        let node = Node::default();
        node.reset(Move::Pass, 0.25);
        assert_eq!(
            (node.mv(), node.visits(), node.children()),
            (Move::Pass, 0, None)
        );
        for (value, half_wins, score) in [(ONE, 2, 7), (0, 0, -3)] {
            node.begin_visit();
            node.end_visit(value, half_wins, Score::from_half_points(score));
        }
        assert!((node.mean() - 0.5).abs() < 1e-12 && (node.win_rate() - 0.5).abs() < 1e-12);
        assert!((node.score_mean() - 1.0).abs() < 1e-12);
        node.begin_visit();
        assert!(node.mean() < 0.34, "a visit under way counts as lost");
    }

    #[test]
    fn children_are_claimed_once() {
        let node = Node::default();
        assert!(node.claim() && !node.claim());
        assert_eq!(node.children(), None);
        node.publish(5, 3);
        assert_eq!(node.children(), Some((5, 3)));
        assert!(!node.claim());
    }
}

#[cfg(all(test, tedomari_loom))]
mod loom_tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    /// Makes the only child of a node, as a search thread does at a leaf. Returns whether this thread got the claim.
    fn expand(parent: &Node, child: &Node) -> bool {
        let is_ours = parent.claim();
        if is_ours {
            child.reset(Move::Pass, 0.5);
            parent.publish(1, 1);
        }
        is_ours
    }

    #[test]
    fn one_thread_makes_the_children_and_all_see_them_complete() {
        loom::model(|| {
            let nodes = Arc::new([Node::default(), Node::default()]);
            nodes[1].prior.store(0.25_f32.to_bits(), Ordering::Relaxed);
            let others = [0, 1].map(|_| {
                let nodes = Arc::clone(&nodes);
                thread::spawn(move || expand(&nodes[0], &nodes[1]))
            });
            if let Some((first, n)) = nodes[0].children() {
                assert_eq!((first, n), (1, 1));
                assert_eq!(nodes[1].prior().to_bits(), 0.5_f32.to_bits());
            }
            let claims = others.map(|other| other.join().unwrap());
            assert!(claims[0] != claims[1]);
        });
    }
}
