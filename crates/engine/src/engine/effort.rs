//! The cost of one move: playouts, time, and the observer of the search.

use std::time::Instant;

use crate::base::Budget;
use crate::mcts::Observer;

/// A probe, the first part of a search, takes one fifth of it.
const PROBE_DIVISOR: u32 = 5;

/// When the work on a move ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadlines {
    /// When a search stops if the choice is clear.
    pub(super) target: Instant,
    /// When a search stops at the latest.
    pub(super) limit: Instant,
    /// When a judgement after the search stops at the latest.
    pub(super) end: Instant,
}

/// How long a search may take, and the observer that watches it.
pub(super) struct Effort<'a> {
    /// Playouts and cancel token.
    pub(super) budget: Budget,
    /// `None` for work counted in playouts only.
    pub(super) deadlines: Option<Deadlines>,
    /// Gets reports of the running search.
    pub(super) observer: Option<Observer<'a>>,
}

impl Effort<'_> {
    /// The limits of a judgement of the whole board: any number of nodes, all the time of the move.
    pub(super) fn judgement_limits(&self) -> Budget {
        let limits = Budget::unlimited().with_cancel(self.budget.cancel_token());
        match self.deadlines {
            Some(Deadlines { end, .. }) => limits.until(end),
            None => limits,
        }
    }

    /// A budget of nodes, and of half of the time left before the first deadline. The other half is left for the
    /// search.
    pub(super) fn half_time(&self, nodes: u64) -> Budget {
        self.share_of_time(nodes, 2)
    }

    /// A budget of nodes, and of the time left before the first deadline divided by `n_parts`.
    pub(super) fn share_of_time(&self, nodes: u64, n_parts: u32) -> Budget {
        let budget = Budget::nodes(nodes).with_cancel(self.budget.cancel_token());
        self.within(budget, 1, n_parts)
    }

    /// The budget, ending after `n / n_parts` of the time left before the first deadline.
    fn within(&self, budget: Budget, n: u32, n_parts: u32) -> Budget {
        match self.deadlines {
            Some(Deadlines { target, .. }) => {
                let now = Instant::now();
                budget.until(now + target.saturating_duration_since(now) * n / n_parts)
            }
            None => budget,
        }
    }

    /// `n_parts` parts of the search that is left, each one [`PROBE_DIVISOR`]th of it.
    pub(super) fn part_of_search(&self, n_parts: u32) -> Budget {
        let playouts = self.budget.remaining() / u64::from(PROBE_DIVISOR) * u64::from(n_parts);
        self.within(self.budget.part(playouts), n_parts, PROBE_DIVISOR)
    }

    /// Whether points count, and not only winning: where no clock runs there is no game to win.
    pub(super) const fn goes_for_points(&self) -> bool {
        self.deadlines.is_none()
    }

    /// The limits of the exact endgame: any number of nodes, half of the time.
    pub(super) fn exact_limits(&self) -> Budget {
        self.half_time(u64::MAX)
    }
}
