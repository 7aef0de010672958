//! How much work an answer may take, by the kind of the question and the wish of the client.

use std::time::{Duration, Instant};

use super::budgets::ReadingBudgets;
use crate::base::Budget;

/// As many nodes bound nothing.
const NO_NODES: u64 = u64::MAX / 2;

/// Parts of the time for a question itself; one more is for the other side's question.
const OWN_TIME: u32 = 7;

/// Parts of the time of a kill for reading it; one more is for reading it with walls taken for granted.
const READING_TIME: u32 = 3;

/// The part of the evaluations that a question has which is one of many.
const PART_FOR_MANY: u16 = 5;

/// The part of the nodes of a kill that it has with walls taken for granted.
const PART_FOR_WALLS: u64 = 4;

/// How much work an answer may take. The time and the token of the limits end it in any case.
#[derive(Clone, Debug)]
pub enum Effort {
    /// What the settings allow for a question that names no effort: a fixed number of nodes, and the clock for what
    /// they leave open. The nodes of the limits do not count.
    Usual(Budget),
    /// The fixed number of nodes alone. The nodes of the limits do not count.
    Fixed(Budget),
    /// The nodes of the limits for each side's question, and their time for both.
    Within(Budget),
}

impl Effort {
    /// Until some time, as far as limits allow.
    #[must_use]
    pub fn until(end: Instant, limits: &Budget) -> Self {
        Self::Within(limits.clone().until(end))
    }

    /// Time and token that end the work.
    #[must_use]
    pub const fn limits(&self) -> &Budget {
        match self {
            Self::Usual(limits) | Self::Fixed(limits) | Self::Within(limits) => limits,
        }
    }

    /// The time of the work, if a clock and not a number of nodes ends it.
    pub(super) fn clock(&self, budgets: &ReadingBudgets) -> Option<Duration> {
        match self {
            Self::Usual(_) => Duration::try_from_secs_f64(budgets.seconds)
                .ok()
                .filter(|time| !time.is_zero()),
            Self::Fixed(_) => None,
            Self::Within(limits) if limits.remaining() < NO_NODES => None,
            Self::Within(limits) => limits.time_left(),
        }
    }

    /// Evaluations by a network in a search about blocks: few for a question that is one of many.
    pub(super) const fn evaluations(&self, budgets: &ReadingBudgets) -> u16 {
        match self {
            Self::Usual(_) | Self::Within(_) => budgets.evaluations,
            Self::Fixed(_) => budgets.evaluations / PART_FOR_MANY,
        }
    }

    /// Nodes for each question with stones taken for granted, of as many: few for a question that is one of many, none
    /// without evaluations by a network.
    pub(super) fn for_given(&self, nodes: u64, budgets: &ReadingBudgets) -> u64 {
        match self {
            _ if self.evaluations(budgets) == 0 => 0,
            Self::Usual(_) | Self::Within(_) => nodes,
            Self::Fixed(_) => nodes / u64::from(PART_FOR_MANY),
        }
    }

    /// Nodes for each question with walls taken for granted, of as many: none for a question that is one of many, and
    /// in proportion where the nodes of the question are given.
    pub(super) fn for_walls(&self, nodes: u64, budgets: &ReadingBudgets) -> u64 {
        match self {
            Self::Fixed(_) => 0,
            Self::Usual(_) | Self::Within(_) => self.for_captures(nodes, budgets),
        }
    }

    /// Nodes for a kill with walls taken for granted, of as many at most: a part of those of the question, none for a
    /// question that is one of many.
    pub(super) fn for_kill_with_walls(&self, most: u64, budgets: &ReadingBudgets) -> u64 {
        let nodes = match self {
            Self::Usual(_) => budgets.life,
            Self::Fixed(_) => 0,
            Self::Within(limits) => limits.remaining(),
        };
        most.min(nodes / PART_FOR_WALLS)
    }

    /// Nodes for each search about the capture of a block, of as many as the settings allow: in proportion where the
    /// nodes of the question are given, and few for a question that is one of many.
    pub(super) fn for_captures(&self, nodes: u64, budgets: &ReadingBudgets) -> u64 {
        match self {
            Self::Usual(_) => nodes,
            Self::Fixed(_) => nodes / u64::from(PART_FOR_MANY),
            Self::Within(limits) => {
                let part = nodes.saturating_mul(limits.remaining()) / budgets.life.max(1);
                nodes.min(part)
            }
        }
    }

    /// Whether no work is allowed at all.
    pub(super) const fn is_nothing(&self) -> bool {
        match self {
            Self::Usual(_) | Self::Fixed(_) => false,
            Self::Within(limits) => limits.remaining() == 0,
        }
    }

    /// The same with a part of the time that is left.
    pub(super) fn with_time(&self, parts: u32, of: u32) -> Self {
        let Self::Within(limits) = self else {
            return self.clone();
        };
        Self::Within(with_time(limits, parts, of))
    }

    /// For a question itself, with time left for the other side's question.
    pub(super) fn for_own(&self) -> Self {
        self.with_time(OWN_TIME, OWN_TIME + 1)
    }

    /// For a kill, with time left to read it with walls taken for granted.
    pub(super) fn for_reading(&self) -> Self {
        self.with_time(READING_TIME, READING_TIME + 1)
    }

    /// The work for one of so many questions that share the time.
    pub(super) fn for_one_of(&self, n_questions: u32, budgets: &ReadingBudgets) -> Budget {
        match self.with_time(1, n_questions) {
            Self::Within(limits) => limits,
            shared @ (Self::Usual(_) | Self::Fixed(_)) => shared.first(budgets),
        }
    }

    /// The work for the first reading of a question.
    pub(super) fn first(&self, budgets: &ReadingBudgets) -> Budget {
        match self {
            Self::Usual(limits) | Self::Fixed(limits) => limits.renewed(budgets.life),
            Self::Within(limits) => limits.part(budgets.life),
        }
    }

    /// What is left when the first reading has spent so many nodes; `None` if that is nothing.
    pub(super) fn rest(&self, spent: u64, budgets: &ReadingBudgets) -> Option<Budget> {
        match self {
            Self::Usual(limits) => budgets.for_more(limits),
            Self::Fixed(_) => None,
            Self::Within(limits) => {
                let rest = limits.part(limits.remaining().saturating_sub(spent));
                (rest.remaining() > 0 && rest.check().is_ok()).then_some(rest)
            }
        }
    }
}

/// A budget with a part of the time that is left, and all its nodes.
fn with_time(budget: &Budget, parts: u32, of: u32) -> Budget {
    match budget.time_left() {
        Some(left) => budget.clone().until(Instant::now() + left * parts / of),
        None => budget.clone(),
    }
}
