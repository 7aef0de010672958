//! Budgets: how much work a search may do, and what stops it.
//!
//! Credit is counted in nodes, so that the same work stops at the same node on every machine. The clock and the user
//! can only cancel.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

/// Shared flag that makes a running search stop soon. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes every holder of the token stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True once [`Self::cancel`] was called on this token or a clone.
    #[inline]
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a search stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Stop {
    /// The node credit is used up.
    #[error("out of nodes")]
    Nodes,
    /// The deadline has passed.
    #[error("out of time")]
    Time,
    /// Cancelled by the user, or by another worker.
    #[error("cancelled")]
    Cancelled,
}

/// Credit for one search: nodes to spend, an optional deadline and a cancel token.
#[derive(Clone, Debug)]
pub struct Budget {
    credit: u64,
    spent: u64,
    next_check: u64,
    /// Small steps of work that do not make a node yet.
    steps: u64,
    deadline: Option<Instant>,
    cancel: CancelToken,
    /// Credit shared by several threads that none of them has taken yet.
    pool: Option<Arc<AtomicU64>>,
}

impl Budget {
    /// Nodes between two checks of the clock and the token.
    const CHECK_INTERVAL: u64 = 256;

    /// Small steps of work, of some nanoseconds each, that count as a node.
    const STEPS_PER_NODE: u64 = 256;

    /// Credit of `nodes` nodes, without a time limit.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            credit: nodes,
            spent: 0,
            next_check: 0,
            steps: 0,
            deadline: None,
            cancel: CancelToken::new(),
            pool: None,
        }
    }

    /// Unlimited credit; only a deadline or the token can stop the search.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::nodes(u64::MAX)
    }

    /// The same budget with a deadline. The earlier deadline counts if there was one already.
    #[must_use]
    pub fn until(mut self, deadline: Instant) -> Self {
        self.deadline = Some(
            self.deadline
                .map_or(deadline, |earlier| earlier.min(deadline)),
        );
        self
    }

    /// The same budget, cancelled by `cancel`.
    #[must_use]
    pub fn with_cancel(mut self, cancel: &CancelToken) -> Self {
        self.cancel = cancel.clone();
        self
    }

    /// A part of this budget: at most `nodes` nodes, the same deadline and token. What the part spends is not charged
    /// to the whole: report it with [`Self::charge`].
    #[must_use]
    pub fn part(&self, nodes: u64) -> Self {
        self.renewed(nodes.min(self.remaining()))
    }

    /// A budget of `nodes` nodes with the same deadline and token, even if this one has fewer nodes left.
    #[must_use]
    pub fn renewed(&self, nodes: u64) -> Self {
        Self {
            credit: nodes,
            spent: 0,
            next_check: 0,
            steps: 0,
            pool: None,
            ..self.clone()
        }
    }

    /// A part like [`Self::part`] whose credit several threads share, each with a clone. A clone counts only what it
    /// spends itself. It takes credit from the common pool in small amounts, so that all threads run out at about the
    /// same time.
    #[must_use]
    pub fn pooled_part(&self, nodes: u64) -> Self {
        Self {
            credit: 0,
            pool: Some(Arc::new(AtomicU64::new(nodes.min(self.remaining())))),
            ..self.part(0)
        }
    }

    /// Takes `nodes` from the credit.
    ///
    /// # Errors
    /// The reason to stop, once the credit is used up, the deadline has passed or the token is cancelled. The clock
    /// and the token are checked every few hundred nodes.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> Result<(), Stop> {
        self.spent = self.spent.saturating_add(nodes);
        if self.spent > self.credit && !self.draw() {
            return Err(Stop::Nodes);
        }
        if self.spent >= self.next_check {
            self.next_check = self.spent.saturating_add(Self::CHECK_INTERVAL);
            return self.check();
        }
        Ok(())
    }

    /// Counts small steps of work, so that a long loop between two nodes is paid for and can be stopped: some hundred
    /// steps count as a node.
    ///
    /// # Errors
    /// As [`Self::spend`].
    #[inline]
    pub fn work(&mut self, steps: usize) -> Result<(), Stop> {
        self.steps = self.steps.saturating_add(steps as u64);
        let nodes = self.steps / Self::STEPS_PER_NODE;
        if nodes == 0 {
            return Ok(());
        }
        self.steps %= Self::STEPS_PER_NODE;
        self.spend(nodes)
    }

    /// Takes more credit from the pool. True if the credit then covers all nodes spent.
    #[cold]
    fn draw(&mut self) -> bool {
        let Some(pool) = &self.pool else {
            return false;
        };
        let wanted = (self.spent - self.credit).max(Self::CHECK_INTERVAL);
        let take = |left: u64| Some(left.saturating_sub(wanted));
        let found = pool.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        self.credit += found.unwrap_or(0).min(wanted);
        self.spent <= self.credit
    }

    /// Adds nodes that a part has spent; the next [`Self::spend`] fails if the credit is used up.
    pub fn charge(&mut self, nodes: u64) {
        self.spent = self.spent.saturating_add(nodes);
    }

    /// Time until the deadline, nothing once it has passed; `None` if there is no deadline.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        self.deadline.map(left)
    }

    /// Checks the token and the clock now.
    ///
    /// # Errors
    /// The reason to stop, if there is one.
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stop::Time),
            _ => Ok(()),
        }
    }

    /// Nodes spent so far.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// Nodes left.
    #[must_use]
    pub const fn remaining(&self) -> u64 {
        self.credit.saturating_sub(self.spent)
    }

    /// The token that cancels this budget.
    #[must_use]
    pub const fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// The time at which the search has to stop, if there is one.
    #[must_use]
    pub const fn deadline(&self) -> Option<Instant> {
        self.deadline
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn credit_ends_at_the_same_node() {
        let mut budget = Budget::nodes(3);
        assert_eq!(
            [budget.spend(1), budget.spend(2), budget.spend(1)],
            [Ok(()), Ok(()), Err(Stop::Nodes)]
        );
        assert_eq!(budget.remaining(), 0);
    }

    #[test]
    fn work_is_paid_for() {
        let mut budget = Budget::nodes(3);
        let most = usize::try_from(4 * Budget::STEPS_PER_NODE).unwrap();
        let n_granted = (0..most).take_while(|_| budget.work(1).is_ok()).count();
        assert_eq!(n_granted, most - 1);
        assert_eq!(Budget::nodes(3).work(most), Err(Stop::Nodes));
    }

    #[test]
    fn a_cancelled_token_is_noticed_within_the_interval() {
        let cancel = CancelToken::new();
        let mut budget = Budget::unlimited().with_cancel(&cancel);
        assert_eq!(budget.spend(1), Ok(()));
        cancel.cancel();
        let stop = (0..=Budget::CHECK_INTERVAL).find_map(|_| budget.spend(1).err());
        assert_eq!(stop, Some(Stop::Cancelled));
    }

    #[test]
    fn a_renewed_budget_has_new_credit_and_the_old_token() {
        let cancel = CancelToken::new();
        let mut budget = Budget::nodes(1).with_cancel(&cancel);
        assert_eq!(
            [budget.spend(1), budget.spend(1)],
            [Ok(()), Err(Stop::Nodes)]
        );
        let mut renewed = budget.renewed(2);
        assert_eq!([renewed.spend(1), renewed.spend(1)], [Ok(()), Ok(())]);
        cancel.cancel();
        assert_eq!(budget.renewed(2).spend(1), Err(Stop::Cancelled));
    }

    #[test]
    fn clones_of_a_pooled_part_spend_one_credit() {
        const NODES: u64 = 10 * Budget::CHECK_INTERVAL + 7;
        let pooled = Budget::nodes(NODES).pooled_part(u64::MAX);
        let mut clones = [pooled.clone(), pooled];
        let mut n_granted = [0; 2];
        let spends = (0..2 * NODES).map(|n| usize::from(n % 3 == 0));
        for n in spends {
            n_granted[n] += u64::from(clones[n].spend(1).is_ok());
        }
        assert_eq!(n_granted.iter().sum::<u64>(), NODES);
        assert!(n_granted[1] > NODES / 4, "{n_granted:?}");
    }

    #[test]
    fn deadlines_only_get_earlier() {
        let past = Instant::now();
        let budget = Budget::unlimited()
            .until(past)
            .until(past + Duration::from_secs(60));
        assert_eq!(budget.check(), Err(Stop::Time));
        assert_eq!(budget.part(10).check(), Err(Stop::Time));
    }
}
