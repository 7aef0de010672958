//! Walls that live by windows: a board taken apart further.
//!
//! The walls of [`Partition`] live whatever is played in the regions that they touch. Here more blocks become walls:
//! those that live because their owner answers in disjoint windows ([`WindowSafety`]). A window in closed territory costs
//! nothing: the owner's answers there leave the count as it is. A window in an open region goes with the region, as a
//! *guard* ([`super::guarded`]). Regions that share a window are one region. A region is independent of the others if
//! no window of one meets another one.

use std::sync::Arc;

use super::split::{Partition, flood};
use crate::base::Budget;
use crate::board::{Board, Color, PerColor, PointSet};
use crate::region::{WindowGuard, WindowMemory, WindowSafety};

/// Questions about windows that are paid for when a board is taken apart.
const QUESTIONS: u64 = 400;

/// What windows show for both colors.
struct Found {
    walls: PerColor<PointSet>,
    territory: PerColor<PointSet>,
    guards: Vec<Arc<WindowGuard>>,
}

impl Partition {
    /// The same partition taken apart further along walls that live by windows. A question about a window may take `nodes`
    /// nodes. The partition itself, if windows show nothing more. Walls must be proved, not assumed.
    ///
    /// Cost: the searches of windows, up to some tenths of a second on a full board.
    #[must_use]
    pub fn guarded(
        &self,
        board: &Board,
        nodes: u64,
        memory: &mut WindowMemory,
        limits: &Budget,
    ) -> Self {
        if nodes == 0 || self.is_assumed || board.allows_suicide() {
            return self.clone();
        }
        let open = self.open_points();
        let found = self.find_windows(board, nodes, memory, limits);
        let is_more = |color: Color| found.walls[color].intersects(&open);
        if !Color::BOTH.into_iter().any(is_more) {
            return self.clone();
        }
        let mut next = Self {
            regions: Vec::new(),
            expanses: Vec::new(),
            ..self.clone()
        };
        let mut rest = open;
        for color in Color::BOTH {
            next.walls[color] |= found.walls[color] & open;
            rest -= found.walls[color] | found.territory[color];
        }
        for color in Color::BOTH {
            let territory =
                (found.territory[color] & open) - next.walls[color] - next.walls[color.opponent()];
            next.add_territory(board, color, &territory);
            next.read[color] |= territory;
        }
        next.add_with_guards(board, rest, &found.guards);
        next
    }

    /// The points of all open regions.
    fn open_points(&self) -> PointSet {
        let regions = self.regions.iter().map(|region| region.point_set());
        let expanses = self.expanses.iter().map(|expanse| expanse.points);
        regions
            .chain(expanses)
            .fold(PointSet::EMPTY, |all, points| all | points)
    }

    fn find_windows(
        &self,
        board: &Board,
        nodes: u64,
        memory: &mut WindowMemory,
        limits: &Budget,
    ) -> Found {
        let mut found = Found {
            walls: PerColor::default(),
            territory: PerColor::default(),
            guards: Vec::new(),
        };
        // Known walls have their eyes in settled territory.
        let used = self.territory[Color::Black] | self.territory[Color::White];
        for color in Color::BOTH {
            let known = self.walls[color];
            let mut budget = limits.part(nodes.saturating_mul(QUESTIONS));
            let safety =
                WindowSafety::beyond(board, color, (&known, &used), nodes, memory, &mut budget);
            found.walls[color] = safety.stones;
            found.territory[color] = safety.territory;
            found
                .guards
                .extend(safety.guards().into_iter().map(Arc::new));
        }
        found
    }

    /// Adds the parts of `rest`, joined where a window meets several of them.
    fn add_with_guards(&mut self, board: &Board, rest: PointSet, guards: &[Arc<WindowGuard>]) {
        let points = |guard: &WindowGuard| -> PointSet { guard.points().iter().copied().collect() };
        let mut open = rest;
        while let Some(first) = open.first() {
            let mut part = flood(first, &open);
            let mut own: Vec<&Arc<WindowGuard>> = Vec::new();
            // Each round takes in another window, or is the last.
            while let Some(guard) = guards.iter().find(|guard| {
                let is_known = own.iter().any(|known| Arc::ptr_eq(known, guard));
                !is_known && points(guard).intersects(&part)
            }) {
                for point in &(points(guard) & rest) {
                    part |= flood(point, &rest);
                }
                own.push(guard);
            }
            open -= part;
            if own.is_empty() {
                self.add(board, &part);
                continue;
            }
            let is_apart = |guard: &&Arc<WindowGuard>| {
                let walls = self.walls[guard.owner().opponent()];
                points(guard).is_subset(&(part | walls))
            };
            let is_bound = !own.iter().all(is_apart);
            let of = |color: Color| {
                let own = own.iter().filter(|guard| guard.owner() == color);
                own.map(|guard| Arc::clone(guard)).collect()
            };
            self.add_guarded(board, &part, PerColor::from_fn(of), is_bound);
        }
    }
}
