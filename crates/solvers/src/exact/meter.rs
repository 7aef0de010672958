//! The nodes that one search of a claim may spend.

use crate::base::{Budget, Stop};
use crate::proof::Outcome;

/// Nodes between two reports.
const TICK: u64 = 8192;

/// Counts the nodes of one search against its credit and the budget.
pub(super) struct Meter<'a> {
    before: u64,
    spent: u64,
    credit: u64,
    budget: &'a mut Budget,
    tick: &'a mut dyn FnMut(u64),
    stop: Option<Stop>,
}

impl<'a> Meter<'a> {
    /// A meter at the start of a search, after `before` nodes of others. `tick` gets the number of all nodes now and
    /// then.
    pub(super) fn new(
        before: u64,
        credit: u64,
        budget: &'a mut Budget,
        tick: &'a mut dyn FnMut(u64),
    ) -> Self {
        Self {
            before,
            spent: 0,
            credit,
            budget,
            tick,
            stop: None,
        }
    }

    /// Nodes spent so far.
    pub(super) const fn spent(&self) -> u64 {
        self.spent
    }

    /// Counts a node, and stops the search at the end of the budget or of the credit.
    pub(super) fn spend(&mut self) -> Result<(), Stop> {
        self.spent += 1;
        self.stop = self.budget.spend(1).err();
        if self.spent.is_multiple_of(TICK) {
            (self.tick)(self.before + self.spent);
        }
        match self.stop {
            Some(stop) => Err(stop),
            None if self.spent >= self.credit => Err(Stop::Nodes),
            None => Ok(()),
        }
    }

    /// What the search found; the reason to stop if it found nothing and the budget ended.
    pub(super) fn conclude(self, outcome: Outcome) -> Result<Outcome, Stop> {
        match (outcome, self.stop) {
            (Outcome::Unknown(_), Some(stop)) => Err(stop),
            (outcome, _) => Ok(outcome),
        }
    }
}
