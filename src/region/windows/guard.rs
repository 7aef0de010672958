//! The windows that keep walls alive, to be asked about any stones that come to stand in them.
//!
//! A proof by windows holds from any position in which each window is kept with the opponent to move. So a game that
//! goes on only through such positions, but for the owner's immediate answers, never loses a wall, whatever else the
//! owner plays there.

use std::collections::HashMap;

use super::duty::Duties;
use super::solver::{Found, Solver};
use super::window::{Placed, Stones};
use crate::base::Budget;
use crate::board::{Color, Point};

/// A window of a proof that walls live, with what their owner keeps there.
#[derive(Clone, Debug)]
pub struct WindowGuard {
    pub(super) owner: Color,
    pub(super) placed: Placed,
    pub(super) duties: Duties,
}

/// Answers about the stones in one window, remembered.
#[derive(Debug)]
pub struct GuardWatch<'a> {
    guard: &'a WindowGuard,
    solver: Solver<'a>,
    known: HashMap<Stones, bool>,
}

impl WindowGuard {
    /// The color whose walls it keeps.
    #[must_use]
    pub const fn owner(&self) -> Color {
        self.owner
    }

    /// The points of the window, ascending. Bit `n` of a set of stones is the `n`-th of them.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.placed.points
    }

    /// Answers about this window.
    #[must_use]
    pub fn watch(&self) -> GuardWatch<'_> {
        GuardWatch {
            guard: self,
            solver: Solver::new(&self.placed.window, &self.duties),
            known: HashMap::new(),
        }
    }
}

impl GuardWatch<'_> {
    /// The window.
    #[must_use]
    pub const fn guard(&self) -> &WindowGuard {
        self.guard
    }

    /// Whether the owner keeps what the walls need here with these stones in the window, the opponent to move. What is
    /// not found out within `limits`, a budget of nodes, is not kept.
    pub fn is_kept(&mut self, own: u64, other: u64, limits: &Budget) -> bool {
        let stones = Stones { own, other };
        if let Some(&known) = self.known.get(&stones) {
            return known;
        }
        let mut budget = limits.clone();
        let is_kept = self.solver.solve(stones, &mut budget) == Found::Kept;
        self.known.insert(stones, is_kept);
        is_kept
    }

    /// Whether all is kept for ever by stones that stand: nothing can be lost here any more, whatever either color plays,
    /// the owner's own plays included.
    #[must_use]
    pub fn is_joined(&self, own: u64, other: u64) -> bool {
        let Duties {
            links,
            eyes,
            territory,
        } = &self.guard.duties;
        let joined = self.guard.placed.window.joined(Stones { own, other });
        let is_one = |walls: u32| joined.iter().any(|part| part.walls & walls == walls);
        eyes.is_empty()
            && *territory == 0
            && links.iter().all(|ends| {
                let all = ends.iter().fold(0, |all, end| all | end.walls);
                is_one(all)
            })
    }

    /// Whether all is kept for ever though the owner never plays here again.
    #[must_use]
    pub fn is_settled(&self, own: u64, other: u64) -> bool {
        self.solver.is_settled(Stones { own, other })
    }
}
