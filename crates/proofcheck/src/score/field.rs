//! The points in play, and by how much the owner is ahead if he always passes from now on.
//!
//! What is *held* are stones that can't be taken, and points that such stones enclose without room for two eyes of the
//! other side. Everything else is given to the other side.
//!
//! - By area, each point held counts for the owner, each other point of the board against him.
//! - By territory, an empty point that is held counts one, and a stone of the other side there two. Of the rest, an own
//!   stone counts two against the owner, an empty point one; but none if it lies beside a living stone of the owner,
//!   since no side can surround it any more. A play of the other side that is not answered costs him a point, or fills
//!   such a neutral point; one that is answered inside the territory changes nothing.

use super::format::Counting;
use crate::grid::Grid;
use crate::safety::part::{Part, RegionState};
use crate::safety::walk::Purpose;
use crate::set::Set;

/// The points in play, with what is settled outside.
#[derive(Debug)]
pub struct Field {
    part: Part,
    counting: Counting,
    /// What the points outside count for the owner.
    outside: i32,
    /// By how many points the owner has to be ahead.
    goal: i32,
}

/// What the owner holds outside.
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    /// Stones that are never taken.
    pub stones: Set,
    /// Other points.
    pub territory: Set,
}

/// The number of points of a set, to count with.
pub(crate) fn size(set: Set) -> i32 {
    i32::try_from(set.len()).unwrap_or(i32::MAX)
}

/// What some points without living stones count: those held, and the rest, of which those beside living stones are
/// neutral.
fn territory((own, other): (Set, Set), held: Set, rest: Set, neutral: Set) -> i32 {
    let here = size(held - own) + size(held & other);
    let there = size(rest - own - other - neutral) + 2 * size(rest & own);
    here - there
}

impl Field {
    /// The points in play, and the position there, the stones given as those of the owner and of the other side. The
    /// owner has to be ahead by `goal` points. `None` if something that is settled is among the points, or own
    /// stones that have no liberty there and are joined to no settled ones.
    #[must_use]
    pub fn new(
        grid: Grid,
        stones: (Set, Set),
        settled: Settled,
        region: Set,
        counting: Counting,
        goal: i32,
    ) -> Option<(Self, RegionState)> {
        let held = settled.stones | settled.territory;
        if region.meets(held) || !region.is_within(grid.all) {
            return None;
        }
        let territory_held = settled.territory - settled.stones;
        let rest = grid.all - region - held;
        let outside = match counting {
            Counting::Area => size(held) - size(rest),
            Counting::Territory => {
                territory(stones, territory_held, rest, grid.spread(settled.stones))
            }
        };
        let counts = counting == Counting::Territory;
        let (part, state) = Part::open(grid, stones, region, settled.stones, counts);
        if !part.owner_breathes(&state) {
            return None;
        }
        let field = Self {
            part,
            counting,
            outside,
            goal,
        };
        Some((field, state))
    }

    /// By how many points the owner is ahead at least if he always passes from now on.
    pub(crate) fn lead(&self, state: &RegionState) -> i32 {
        let part = &self.part;
        let alive = part.alive(state);
        let owned = part.owned(state, alive);
        let rest = part.region - alive - owned;
        let inside = match self.counting {
            Counting::Area => size(part.region) - 2 * size(rest),
            Counting::Territory => {
                let stones = (state.own, state.other);
                territory(stones, owned, rest, part.grid.spread(alive)) + state.gain
            }
        };
        self.outside + inside
    }

    /// The points in play as a part of the board.
    #[must_use]
    pub const fn part(&self) -> &Part {
        &self.part
    }

    /// Whether the owner is ahead by enough if he always passes from now on.
    #[must_use]
    pub fn is_reached(&self, state: &RegionState) -> bool {
        self.lead(state) >= self.goal
    }

    /// How many points the owner lacks.
    #[must_use]
    pub fn missing(&self, state: &RegionState) -> i32 {
        (self.goal - self.lead(state)).max(0)
    }
}

impl Purpose for Field {
    const MAY_PASS: bool = false;

    fn part(&self) -> &Part {
        self.part()
    }

    fn is_open(&self, _state: &RegionState) -> bool {
        true
    }

    fn is_reached(&self, state: &RegionState) -> bool {
        self.is_reached(state)
    }
}
