//! What the questions of reading may cost, by their kind.

use std::time::{Duration, Instant};

use crate::base::Budget;

/// The most positions that a question of each kind may cost, or a search that is part of its answer.
///
/// A command with one question of life and death or about a connection begins with a fixed number of nodes. If
/// these leave it open, it goes on until a clock stops it: easy questions are answered at once, hard ones get the time
/// that they need. Without the clock the same questions in the same order have the same answers on every machine. All
/// else is bounded by nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadingBudgets {
    /// Seconds for what the first nodes leave open; 0 leaves it open.
    pub seconds: f64,
    /// Nodes for what the first nodes leave open, at most.
    pub question: u64,
    /// One question of life and death that is part of an answer, or one of many.
    pub life: u64,
    /// Evaluations by a network in a search about blocks whose fate reading leaves open.
    pub evaluations: u16,
    /// Nodes for reading each position of such a search.
    pub glance: u64,
    /// A question of life and death about a block with few liberties that no capture of few liberties takes.
    pub want_of_eyes: u64,
    /// Each search about a race of two groups.
    pub race: u64,
    /// Each search about the capture of a block with few liberties.
    pub capture: u64,
    /// Each of the two searches about a ladder.
    pub ladder: u64,
    /// Each of the first searches about a connection; there are several, of growing width.
    pub connection: u64,
    /// Each search whether two blocks near each other are one dragon.
    pub dragon: u64,
    /// Each search about one of two blocks that a move threatens.
    pub double_threat: u64,
    /// Each search about the eyes that a space gives.
    pub eye_space: u64,
}

impl Default for ReadingBudgets {
    fn default() -> Self {
        Self {
            seconds: 1.0,
            question: 2_000_000,
            life: 75_000,
            evaluations: 120,
            glance: 150,
            want_of_eyes: 20_000,
            race: 80_000,
            capture: 12_000,
            ladder: 50_000,
            connection: 8_000,
            dragon: 300,
            double_threat: 300,
            eye_space: 50_000,
        }
    }
}

impl ReadingBudgets {
    /// What the first nodes leave open may cost this within some limits, from now on; `None` if it stays open.
    pub(super) fn for_more(&self, limits: &Budget) -> Option<Budget> {
        let time = Duration::try_from_secs_f64(self.seconds).unwrap_or(Duration::MAX);
        let budget = limits.part(self.question);
        if time.is_zero() || budget.remaining() == 0 {
            return None;
        }
        Some(match Instant::now().checked_add(time) {
            Some(end) => budget.until(end),
            None => budget,
        })
    }
}

/// A share of the nodes and of the time that a budget has left.
pub(in crate::engine) fn share(budget: &Budget, parts: u32, of: u32) -> Budget {
    let nodes = budget.remaining() / u64::from(of) * u64::from(parts);
    let share = budget.part(nodes);
    let Some(end) = budget.deadline() else {
        return share;
    };
    let now = Instant::now();
    share.until(now + end.saturating_duration_since(now) * parts / of)
}

/// The largest number of times that the effort may be doubled or halved.
const MOST_DEPTH: i32 = 4;

/// How often the effort of reading captures and connections was doubled, or halved if negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Depth(i32);

impl Depth {
    /// The usual effort.
    pub(super) const fn new() -> Self {
        Self(0)
    }

    /// Doubles the effort `by` times more, within bounds.
    pub(super) fn change(&mut self, by: i32) {
        self.0 = (self.0 + by).clamp(-MOST_DEPTH, MOST_DEPTH);
    }

    /// Nodes at this depth where `nodes` is the usual number.
    pub(super) const fn scale(self, nodes: u64) -> u64 {
        if self.0 >= 0 {
            nodes << self.0.unsigned_abs()
        } else {
            nodes >> self.0.unsigned_abs()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_a_clock_unless_it_takes_no_seconds() {
        let limits = Budget::unlimited();
        let of = |seconds| ReadingBudgets {
            seconds,
            question: 70,
            ..ReadingBudgets::default()
        };
        assert!(of(0.0).for_more(&limits).is_none());
        let with = of(60.0).for_more(&limits).unwrap();
        assert_eq!((with.remaining(), with.deadline().is_some()), (70, true));
        let part = share(&with, 2, 5);
        assert_eq!(part.remaining(), 28);
        assert!(part.deadline() < with.deadline());
        assert_eq!(share(&limits, 1, 2).deadline(), None);
    }

    #[test]
    fn the_depth_doubles_and_halves_within_bounds() {
        let mut depth = Depth::new();
        depth.change(1);
        assert_eq!(depth.scale(300), 600);
        depth.change(-2);
        assert_eq!(depth.scale(300), 150);
        for _ in 0..9 {
            depth.change(1);
        }
        assert_eq!(depth.scale(1), 1 << MOST_DEPTH);
    }
}
