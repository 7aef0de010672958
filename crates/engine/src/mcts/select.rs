//! The choice of the next child to visit, from value, RAVE and prior in one formula.
//!
//! The value of a move mixes the mean of its playouts with its RAVE mean. The share of the RAVE mean falls as
//! playouts of the move itself increase: the schedule of Gelly and Silver ("Monte-Carlo tree search and rapid action
//! value estimation in computer Go", 2011, section 4.3). Exploration is proportional to the prior (Rosin 2011; Silver
//! et al. 2016). Square roots are exact on every platform and logarithms are not, so no logarithm is used.

use super::node::Node;

/// Constants of the formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SelectionFormula {
    pub(super) exploration: f64,
    pub(super) rave_visits: f64,
    pub(super) first_play_reduction: f64,
}

/// Virtual playouts with the parent's mean in each RAVE mean; they damp the noise of the first few.
const RAVE_SMOOTHING: f64 = 3.0;

impl SelectionFormula {
    /// Index of the child to visit: the first one with the largest sum of value and exploration, among the children
    /// that `is_allowed` accepts. `None` if it accepts none.
    pub(super) fn select(
        self,
        parent: &Node,
        children: &[Node],
        is_allowed: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let n_parent = f64::from(parent.visits());
        let parent_mean = 1.0 - parent.mean();
        let exploration = self.exploration * n_parent.sqrt();
        let mut best = None;
        let mut best_urgency = f64::NEG_INFINITY;
        for (index, child) in children.iter().enumerate() {
            let n = f64::from(child.visits());
            let urgency =
                self.value(child, parent_mean) + exploration * f64::from(child.prior()) / (1.0 + n);
            if urgency > best_urgency && is_allowed(index) {
                best = Some(index);
                best_urgency = urgency;
            }
        }
        best
    }

    /// Estimated value of a child in 0..=1, for the player to move at the parent.
    fn value(self, child: &Node, parent_mean: f64) -> f64 {
        let first_play = parent_mean - self.first_play_reduction;
        let n = f64::from(child.visits());
        if self.rave_visits <= 0.0 {
            return if child.visits() == 0 {
                first_play
            } else {
                child.mean()
            };
        }
        let n_rave = f64::from(child.rave_visits());
        let rave =
            (n_rave * child.rave_mean() + RAVE_SMOOTHING * first_play) / (n_rave + RAVE_SMOOTHING);
        let n_rave = n_rave + RAVE_SMOOTHING;
        let share = n_rave / (n_rave + n + n_rave * n / self.rave_visits);
        share * rave + (1.0 - share) * child.mean()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Score};
    use crate::mcts::node::ONE;

    const FORMULA: SelectionFormula = SelectionFormula {
        exploration: 0.5,
        rave_visits: 100.0,
        first_play_reduction: 0.1,
    };

    fn node(prior: f32, wins: u32, visits: u32) -> Node {
        let node = Node::default();
        node.reset(Move::Pass, prior);
        for n in 0..visits {
            node.begin_visit();
            node.end_visit(if n < wins { ONE } else { 0 }, 0, Score::JIGO);
        }
        node
    }

    fn check(children: &[Node], expected: usize) {
        let parent = node(1.0, 50, 100);
        assert_eq!(FORMULA.select(&parent, children, |_| true), Some(expected));
    }

    #[test]
    fn prior_leads_at_first_and_value_later() {
        check(&[node(0.1, 0, 0), node(0.6, 0, 0), node(0.3, 0, 0)], 1);
        check(
            &[node(0.1, 90, 100), node(0.6, 20, 100), node(0.3, 20, 100)],
            0,
        );
        let rave = node(0.1, 0, 0);
        for _ in 0..50 {
            rave.add_rave(ONE);
        }
        check(&[node(0.1, 0, 0), rave, node(0.1, 0, 0)], 1);
    }

    #[test]
    fn ties_go_to_the_first_and_restrictions_hold() {
        let children = [node(0.5, 0, 0), node(0.5, 0, 0)];
        check(&children, 0);
        let parent = node(1.0, 1, 2);
        assert_eq!(
            FORMULA.select(&parent, &children, |index| index == 1),
            Some(1)
        );
        assert_eq!(FORMULA.select(&parent, &children, |_| false), None);
    }
}
