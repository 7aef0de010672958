//! What one move may cost: playouts, time, and who watches.

use std::time::Instant;

use crate::base::Budget;
use crate::mcts::Observer;

/// The part of a search that is a first look at how the game stands: one in so many.
const LOOK_SHARE: u32 = 5;

/// How long a search may take, and who watches it.
pub(super) struct Effort<'a> {
    /// Playouts and cancel token.
    pub(super) budget: Budget,
    /// When to stop if the choice is clear, and when in any case; none for work counted in playouts only.
    pub(super) deadlines: Option<(Instant, Instant)>,
    /// Who wants to see how the search is going.
    pub(super) observer: Option<Observer<'a>>,
}

impl Effort<'_> {
    /// A budget of nodes, and of half of the time left before the first deadline: what comes before the search must
    /// leave it some.
    pub(super) fn half_time(&self, nodes: u64) -> Budget {
        self.share_of_time(nodes, 2)
    }

    /// A budget of nodes, and of one part in so many of the time left before the first deadline.
    fn share_of_time(&self, nodes: u64, n_parts: u32) -> Budget {
        let budget = Budget::nodes(nodes).with_cancel(self.budget.cancel_token());
        self.within(budget, 1, n_parts)
    }

    /// A budget that ends after so many parts, out of `n_parts`, of the time left before the first deadline.
    fn within(&self, budget: Budget, n: u32, n_parts: u32) -> Budget {
        match self.deadlines {
            Some((target, _)) => {
                let now = Instant::now();
                budget.until(now + target.saturating_duration_since(now) * n / n_parts)
            }
            None => budget,
        }
    }

    /// Some parts of the search that is left, each one in [`LOOK_SHARE`].
    pub(super) fn part_of_search(&self, n_parts: u32) -> Budget {
        let playouts = self.budget.remaining() / u64::from(LOOK_SHARE) * u64::from(n_parts);
        self.within(self.budget.part(playouts), n_parts, LOOK_SHARE)
    }

    /// What reading before a search may take: some nodes, and a tenth of the time.
    pub(super) fn reading_limits(&self, nodes: u64) -> Budget {
        self.share_of_time(nodes, 10)
    }

    /// Whether points count, and not only who wins: so where there is no clock and no game to win.
    pub(super) const fn goes_for_points(&self) -> bool {
        self.deadlines.is_none()
    }

    /// What an estimate of the endgame may take beside a search: any number of nodes in a fifth of the time.
    pub(super) fn estimate_limits(&self) -> Budget {
        self.share_of_time(u64::MAX, 5)
    }

    /// What the exact endgame may take: any number of nodes. Playouts are not its unit.
    pub(super) fn exact_limits(&self) -> Budget {
        self.half_time(u64::MAX)
    }
}
