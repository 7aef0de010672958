//! Repetition decided by captures: the player who captures more in a cycle wins; with equal captures it is a draw.
//!
//! The claimant claims "at least `t` points", with `t` of at most 0. A cycle is good enough for the claimant if the
//! opponent does not capture more in it. So this is an energy game. The claimant wins from a state exactly when some
//! finite credit of captures allows endless play without running out, or an end of the game with `t` points. The least
//! such credit of every state is a least fixpoint. Claims of more than 0 points follow from the opponent's claims.
//!
//! Sources: van der Werf and Winands, "Solving Go for Rectangular Boards" (2009), for the long-cycle rule; Bouyer et
//! al., "Infinite Runs in Weighted Timed Automata with Energy Constraints" (2008), for energy games; Ehrenfeucht and
//! Mycielski, "Positional Strategies for Mean Payoff Games" (1979), for the finite game that ends at the first cycle.

use std::ops::ControlFlow;

use super::retrograde::{Graph, RetrogradeError, Sweep, check_size};
use super::rules::ExactRules;
use super::shape::{Shape, points};
use super::state::State;

/// Most credit of captures that a player is taken to need: a claim that needs more counts as false.
pub const MAX_CREDIT: u8 = 40;

/// Stands for a credit that is never enough.
const NEVER: u8 = u8::MAX;

/// The least credits with which a claim holds in one node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Credits {
    /// When the claimant is to move: after a play, and after a pass.
    own: [u8; 2],
    /// When the opponent is to move.
    other: [u8; 2],
}

/// A board whose cycles captures decide, area scoring.
#[derive(Debug)]
pub struct CaptureSolver {
    shape: Shape,
    graph: Graph,
    /// For each claim tried, by points below 0, the credits of every node.
    claims: Vec<Option<Vec<Credits>>>,
}

impl CaptureSolver {
    /// A solver of a board of at most 16 points, with nothing solved yet.
    ///
    /// # Errors
    /// When the board is too large.
    pub fn new(shape: Shape) -> Result<Self, RetrogradeError> {
        check_size(&shape)?;
        let graph = Graph::build(&shape, ExactRules::AREA);
        let claims = (0..=shape.n_points()).map(|_| None).collect();
        Ok(Self {
            shape,
            graph,
            claims,
        })
    }

    /// The value of a legal state, mover's view. `progress` is called after each pass over the states and may stop the
    /// work.
    ///
    /// A claim that is found to hold does hold. A claim that is not found to hold might hold with more credit than
    /// [`MAX_CREDIT`].
    ///
    /// # Errors
    /// When `progress` stops the work.
    pub fn value(
        &mut self,
        state: &State,
        progress: &mut impl FnMut(Sweep) -> ControlFlow<()>,
    ) -> Result<i8, RetrogradeError> {
        let most = self.shape.n_points();
        if self.holds(state, true, 0, progress)? {
            // Least `u` with which the opponent claims `-u`.
            let found = self.least(most, |solver, u| solver.holds(state, false, u, progress))?;
            Ok(found)
        } else {
            let found = self.least(most, |solver, u| solver.holds(state, true, u, progress))?;
            Ok(-found)
        }
    }

    /// The value of each legal move, mover's view: points in rising order, then the pass as `None`.
    ///
    /// # Errors
    /// When `progress` stops the work.
    pub fn moves(
        &mut self,
        state: &State,
        progress: &mut impl FnMut(Sweep) -> ControlFlow<()>,
    ) -> Result<Vec<(Option<u32>, i8)>, RetrogradeError> {
        let mut found = Vec::new();
        for point in points(state.empty(&self.shape)) {
            if let Some(played) = state.play(&self.shape, point) {
                found.push((Some(point), -self.value(&played.state, progress)?));
            }
        }
        let pass = match ExactRules::AREA.pass(&self.shape, state) {
            Some(next) => -self.value(&next, progress)?,
            None => ExactRules::AREA.count(&self.shape, state.own, state.other),
        };
        found.push((None, pass));
        Ok(found)
    }

    /// The least number up to `most` for which `holds`, by halving; `holds(most)` must be true.
    fn least(
        &mut self,
        most: u32,
        mut holds: impl FnMut(&mut Self, u32) -> Result<bool, RetrogradeError>,
    ) -> Result<i8, RetrogradeError> {
        let (mut low, mut high) = (0, most);
        while low < high {
            let middle = low.midpoint(high);
            if holds(self, middle)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(i8::try_from(low).unwrap_or(i8::MAX))
    }

    /// Whether the mover (or, without `by_mover`, the opponent) ends with at least `-below` points.
    fn holds(
        &mut self,
        state: &State,
        by_mover: bool,
        below: u32,
        progress: &mut impl FnMut(Sweep) -> ControlFlow<()>,
    ) -> Result<bool, RetrogradeError> {
        let at = below as usize;
        let credits = match self.claims[at].take() {
            Some(credits) => credits,
            None => self.solve(below, progress)?,
        };
        let node = self.graph.node(&self.shape, state);
        let passed = usize::from(state.passed);
        let credit = node.map_or(NEVER, |node| {
            let Credits { own, other } = credits[node];
            if by_mover { own[passed] } else { other[passed] }
        });
        self.claims[at] = Some(credits);
        Ok(credit != NEVER)
    }

    fn solve(
        &self,
        below: u32,
        progress: &mut impl FnMut(Sweep) -> ControlFlow<()>,
    ) -> Result<Vec<Credits>, RetrogradeError> {
        let wanted = -i8::try_from(below).unwrap_or(i8::MAX);
        let none = Credits {
            own: [0; 2],
            other: [0; 2],
        };
        let mut credits = vec![none; self.graph.n_nodes()];
        let mut sweep = Sweep {
            sweeps: 0,
            n_changed: 0,
        };
        loop {
            sweep.n_changed = 0;
            for node in (0..credits.len()).rev() {
                let new = self.credits(node, wanted, &credits);
                sweep.n_changed += u64::from(new != credits[node]);
                credits[node] = new;
            }
            sweep.sweeps += 1;
            if sweep.n_changed == 0 {
                return Ok(credits);
            }
            if progress(sweep).is_break() {
                return Err(RetrogradeError::Stopped);
            }
        }
    }

    /// The credits of one node from those of its successors.
    fn credits(&self, node: usize, wanted: i8, credits: &[Credits]) -> Credits {
        let (mut own, mut other) = (NEVER, 0);
        for (next, captured) in self.graph.plays(node) {
            let next = credits[next];
            own = own.min(less(next.other[0], captured));
            other = other.max(more(next.own[0], captured));
        }
        let (pass, flag) = self.graph.pass(node);
        let pass = credits[pass];
        let flag = usize::from(flag);
        let (own_ends, other_ends) = match self.graph.end(node) {
            Some(score) => (goal(score >= wanted), goal(-score >= wanted)),
            None => (pass.other[1], pass.own[1]),
        };
        Credits {
            own: [own.min(pass.other[flag]), own.min(own_ends)],
            other: [other.max(pass.own[flag]), other.max(other_ends)],
        }
    }
}

/// Credit for a game that is over.
fn goal(is_reached: bool) -> u8 {
    if is_reached { 0 } else { NEVER }
}

/// Credit before the claimant captures `captured` stones.
fn less(credit: u8, captured: u8) -> u8 {
    if credit == NEVER {
        NEVER
    } else {
        credit.saturating_sub(captured)
    }
}

/// Credit before the opponent captures `captured` stones.
fn more(credit: u8, captured: u8) -> u8 {
    let sum = credit.saturating_add(captured);
    if sum > MAX_CREDIT { NEVER } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(width: u32, height: u32, expected: i8) {
        let shape = Shape::new(width, height).unwrap();
        let mut solver = CaptureSolver::new(shape).unwrap();
        let value = solver.value(&State::EMPTY, &mut |_| ControlFlow::Continue(()));
        assert_eq!(value, Ok(expected), "{width}x{height}");
    }

    /// Values from an outside program.
    #[test]
    fn values_of_empty_boards() {
        for (length, value) in (1..).zip([0, 3, 4, 0, 1, 2, 3, 0, 1]) {
            check(length + 1, 1, value);
        }
        for (width, height, value) in [(2, 2, 0), (3, 2, 0), (4, 2, 8), (5, 2, 10), (3, 3, 9)] {
            check(width, height, value);
        }
    }
}
