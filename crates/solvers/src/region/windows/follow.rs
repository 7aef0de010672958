//! The owner's strategy, to be followed play by play.

use super::super::region_board::bits;
use super::WindowSafety;
use super::duty::Duties;
use super::effort::Effort;
use super::pairs::AreaPairs;
use super::plan::place;
use super::solver::{Found, Solver};
use super::window::{Invasion, Placed, Stones, Window};
use crate::base::Budget;
use crate::board::Point;

/// How the owner answers in all windows.
#[derive(Debug)]
pub struct WindowStrategy {
    windows: Vec<(Placed, Duties)>,
    /// With which they were found.
    effort: Effort,
}

/// What stands in a window, as the owner sees it, and from when on the owner answers by pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WindowState {
    stones: Stones,
    paired: Option<Stones>,
}

/// What stands in each window.
pub type WindowStates = Vec<WindowState>;

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
            effort: assembly.effort,
        }
    }

    /// What stands in the windows now.
    #[must_use]
    pub fn start(&self) -> WindowStates {
        let stones = self.windows.iter().map(|(placed, _)| placed.start);
        let state = |stones| WindowState {
            stones,
            paired: None,
        };
        stones.map(state).collect()
    }

    /// The solvers of all windows, for [`WindowFollower::answer`]. `None` if one is not proved again.
    #[must_use]
    pub fn follower(&self) -> Option<WindowFollower<'_>> {
        let solve = |(placed, duties)| {
            let placed: &Placed = placed;
            let mut solver = Solver::new(&placed.window, duties);
            let found = solver.solve(
                placed.start,
                &mut Budget::nodes(self.effort.for_window(placed)),
            );
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
        let state = &mut states[number];
        let stones = state.stones;
        let is_empty = placed.window.empty(stones) & 1 << index != 0;
        if !is_empty || state.paired.is_none() && solver.is_settled(stones) {
            // A stone of the opponent that was taken off from outside comes back, or nothing matters here any more.
            return Some(None);
        }
        if state.paired.is_none() && solver.pairs(stones).is_some() {
            state.paired = Some(stones);
        }
        let index = u8::try_from(index).ok()?;
        let pairs = state.paired.and_then(|start| solver.pairs(start));
        let (next, answer) = match pairs {
            Some(pairs) => answer_by_pairs(&placed.window, pairs, stones, index)?,
            None => answer_by_search(&placed.window, solver, stones, index)?,
        };
        state.stones = next;
        Some(answer.map(|index| placed.points[usize::from(index)]))
    }
}

/// The answer to a play of the opponent where the owner answers by pairs: the partner, unless the owner has it already.
/// The stones after the answer, and where it is.
fn answer_by_pairs(
    window: &Window,
    areas: &[AreaPairs],
    stones: Stones,
    play: u8,
) -> Option<(Stones, Option<u8>)> {
    let mut pairs = areas.iter().flat_map(|area| &area.pairs);
    let pair = pairs.find(|&&pair| pair & 1 << play != 0);
    let after = match window.invade(stones, window.held(stones), play) {
        Invasion::Stands(after) => after,
        // In an area without pairs nothing matters any more.
        Invasion::Captures | Invasion::Smothered { .. } if pair.is_none() => {
            return Some((stones, None));
        }
        Invasion::Captures | Invasion::Smothered { .. } => return None,
    };
    let partner = pair.map_or(0, |pair| pair & !(1 << play) & window.empty(after));
    let Some(partner) = bits(partner).next() else {
        return Some((after, None));
    };
    Some((window.answer(after, partner)?, Some(partner)))
}

/// The answer to a play of the opponent that the search has found: the stones after it, and where it is.
fn answer_by_search(
    window: &Window,
    solver: &Solver<'_>,
    stones: Stones,
    play: u8,
) -> Option<(Stones, Option<u8>)> {
    match window.invade(stones, window.held(stones), play) {
        Invasion::Captures => None,
        Invasion::Stands(after)
        | Invasion::Smothered {
            after: Some(after), ..
        } => solver.answer(after, true),
        // The suicide of a single stone changes nothing.
        Invasion::Smothered { after: None, .. } => {
            window.allows_suicide().then_some((stones, None))
        }
    }
}
