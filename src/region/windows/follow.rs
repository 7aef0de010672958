//! The owner's strategy, to be followed play by play.

use super::WindowSafety;
use super::duty::Duties;
use super::plan::place;
use super::solver::{Found, Solver};
use super::window::{Invasion, Placed, Stones};
use crate::base::{Budget, Point};

/// How the owner answers in all windows.
#[derive(Debug)]
pub struct WindowStrategy {
    windows: Vec<(Placed, Duties)>,
}

/// What stands in each window, as the owner sees it.
pub type WindowStates = Vec<(u64, u64)>;

impl WindowStrategy {
    /// The strategy behind what is safe.
    #[must_use]
    pub fn new(safety: &WindowSafety<'_>) -> Self {
        let assembly = &safety.assembly;
        let numbers = 0..assembly.windows.len();
        let windows = numbers
            .filter_map(|number| place(assembly.board, &assembly.walls, &assembly.windows, number));
        Self {
            windows: windows.collect(),
        }
    }

    /// What stands in the windows now.
    #[must_use]
    pub fn start(&self) -> WindowStates {
        let stones = self.windows.iter().map(|(placed, _)| placed.start);
        stones.map(|stones| (stones.own, stones.other)).collect()
    }

    /// The solvers of all windows, for [`WindowFollower::answer`]. `None` if one is not proved with `nodes` nodes.
    #[must_use]
    pub fn follower(&self, nodes: u64) -> Option<WindowFollower<'_>> {
        let solve = |(placed, duties)| {
            let placed: &Placed = placed;
            let mut solver = Solver::new(&placed.window, duties);
            let found = solver.solve(placed.start, &mut Budget::nodes(nodes));
            (found == Found::Kept).then_some((placed, solver))
        };
        let windows = self.windows.iter().map(|(placed, duties)| (placed, duties));
        Some(WindowFollower {
            windows: windows.map(solve).collect::<Option<_>>()?,
        })
    }
}

/// A strategy with all its answers.
#[derive(Debug)]
pub struct WindowFollower<'a> {
    windows: Vec<(&'a Placed, Solver<'a>)>,
}

impl WindowFollower<'_> {
    /// The owner's answer to a play of the opponent, `Some(None)` for a pass; the states follow. `None` if the
    /// strategy has no answer, which would be a fault.
    pub fn answer(&self, states: &mut WindowStates, play: Point) -> Option<Option<Point>> {
        let inside = |(placed, _): &(&Placed, Solver<'_>)| placed.index(play);
        let found = (self.windows.iter().enumerate())
            .find_map(|(number, window)| Some((number, inside(window)?)));
        let Some((number, index)) = found else {
            return Some(None);
        };
        let (placed, solver) = &self.windows[number];
        let (own, other) = states[number];
        let stones = Stones { own, other };
        let is_empty = placed.window.empty(stones) & 1 << index != 0;
        if !is_empty || solver.is_settled(stones) {
            // A stone of the opponent that was taken off from outside comes back, or nothing matters here any more.
            return Some(None);
        }
        let held = placed.window.held(stones);
        let index = u8::try_from(index).ok()?;
        let after = match placed.window.invade(stones, held, index) {
            Invasion::Captures => return None,
            Invasion::Stands(after) => after,
            Invasion::Smothered { after, .. } => match after {
                Some(after) => after,
                // The suicide of a single stone changes nothing.
                None if placed.window.allows_suicide() => return Some(None),
                None => return None,
            },
        };
        let (next, answer) = solver.answer(after, true)?;
        states[number] = (next.own, next.other);
        Some(answer.map(|index| placed.points[usize::from(index)]))
    }
}
