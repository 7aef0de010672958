//! One area as a combinatorial game: every line of play inside it, in canonical form.
//!
//! Black is Left. A finished part is the integer that it counts: empty points and prisoners, dead stones twice
//! (Japanese counting). A play moves to the sum of the parts that it leaves. The search is depth first over shapes.
//! Areas that can return to themselves form strongly connected components, which [`super::ko`] bounds. All other
//! areas get their exact value from the values of their options.
//!
//! *Zugzwang and seki.* If neither player gains by moving, the value of the form would be the simplest number that
//! fits. There are three cases. If exactly one integer fits, it is the value, since each play then costs its player a
//! point: that is settled territory. If one player has no play at all, and a play of the other player shows that
//! everything there is theirs, they own the whole area. If several integers fit, the value is 0 when all empty points
//! lie between stones of both colors and neither player gains by starting (a seki); otherwise only bounds are given:
//! what each player gets by moving.
//! Source: McMillen (2010), sections 2.7 and 3.1; Tarjan (1972) for the components.

use std::collections::HashMap;

use super::area::{LocalArea, PointGraph};
use super::expansion::Expansion;
use super::ko;
use super::shape_store::ShapeStore;
use super::value::{AreaValue, Unsolved, form};
use crate::base::Budget;
use crate::board::{Color, PerColor};
use crate::cgt::{Dyadic, GameError, GameId, Games};

/// Longest line of play that is followed; limits the use of the stack.
const MOST_DEPTH: u32 = 400;

impl ShapeStore {
    /// The value of an area, which must be an open part as returned by [`LocalArea::settle`].
    ///
    /// # Errors
    /// If the value was not found within the budget and the limits.
    pub fn solve(
        &mut self,
        graph: &PointGraph,
        area: &LocalArea,
        budget: &mut Budget,
    ) -> Result<AreaValue, Unsolved> {
        let id = self.id(graph, area);
        if let Some(value) = self.value(id)? {
            return Ok(value);
        }
        // Operations on games may spend as much again as the search itself.
        let part = budget.part(budget.remaining());
        let before = self.games.set_budget(part);
        let mut search = Search {
            store: self,
            budget,
            marks: HashMap::new(),
            expansions: HashMap::new(),
            stack: Vec::new(),
            depth: 0,
        };
        let result = search.visit(id.node);
        self.games.set_budget(before);
        result?;
        self.value(id)?.ok_or(Unsolved::Full)
    }

    /// The value of an area that has been taken apart.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn solve_settled(
        &mut self,
        graph: &PointGraph,
        settled: &super::area::AreaParts,
        budget: &mut Budget,
    ) -> Result<AreaValue, Unsolved> {
        let mut total = AreaValue::integer(settled.score);
        for part in &settled.open {
            let value = self.solve(graph, part, budget)?;
            total = self.add(total, value)?;
        }
        Ok(total)
    }
}

/// The number that an area gets when the search first meets it, and the least number that it can return to.
#[derive(Clone, Copy, Debug)]
struct Mark {
    number: u32,
    low: u32,
}

/// A depth-first search for the values of areas.
struct Search<'a> {
    store: &'a mut ShapeStore,
    budget: &'a mut Budget,
    /// Areas met whose value is not known yet.
    marks: HashMap<u32, Mark>,
    expansions: HashMap<u32, Expansion>,
    /// The marked areas, in order of their numbers.
    stack: Vec<u32>,
    depth: u32,
}

impl Search<'_> {
    /// Finds the values of an area and of all areas that it leads to, or marks the areas that it can return to.
    fn visit(&mut self, node: u32) -> Result<(), Unsolved> {
        self.budget.spend(1)?;
        if self.depth >= MOST_DEPTH {
            return Err(Unsolved::TooDeep);
        }
        if self.store.is_full() {
            return Err(Unsolved::Full);
        }
        self.depth += 1;
        let expansion = self.store.expand(node);
        self.budget.spend(expansion.n_plays())?;
        let number = u32::try_from(self.marks.len()).map_err(|_| Unsolved::Full)?;
        self.marks.insert(
            node,
            Mark {
                number,
                low: number,
            },
        );
        self.stack.push(node);
        let mut low = number;
        for color in Color::BOTH {
            for part in expansion.plays[color].iter().flat_map(|edge| &edge.parts) {
                low = low.min(self.reach(part.node)?);
            }
        }
        self.expansions.insert(node, expansion);
        if let Some(mark) = self.marks.get_mut(&node) {
            mark.low = low;
        }
        if low == number {
            self.close(node)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// The least number that a part can return to; `u32::MAX` if its value is known by then.
    fn reach(&mut self, node: u32) -> Result<u32, Unsolved> {
        if self.store.node_value(node).is_some() {
            return Ok(u32::MAX);
        }
        if let Some(mark) = self.marks.get(&node) {
            return Ok(mark.number);
        }
        self.visit(node)?;
        Ok(self.marks.get(&node).map_or(u32::MAX, |mark| mark.low))
    }

    /// Finds the values of the component that begins with `first`.
    fn close(&mut self, first: u32) -> Result<(), Unsolved> {
        let start = self
            .stack
            .iter()
            .rposition(|&node| node == first)
            .unwrap_or(0);
        let members = self.stack.split_off(start);
        let expansions: Vec<(u32, Expansion)> = members
            .iter()
            .filter_map(|node| Some((*node, self.expansions.remove(node)?)))
            .collect();
        for node in &members {
            self.marks.remove(node);
        }
        match expansions.as_slice() {
            [(node, expansion)] if !returns(*node, expansion) => {
                let value = self.value_of(expansion)?;
                self.store.set_node_value(*node, value);
            }
            _ => ko::bound_component(self.store, &expansions, self.budget)?,
        }
        Ok(())
    }

    /// The value of an area if all its plays lead to areas with a value.
    fn value_of(&mut self, expansion: &Expansion) -> Result<AreaValue, Unsolved> {
        let mut options: PerColor<Vec<AreaValue>> = PerColor::default();
        for color in Color::BOTH {
            for edge in &expansion.plays[color] {
                let value = self.store.edge_value(edge)?.ok_or(Unsolved::Full)?;
                options[color].push(value);
            }
        }
        value_from_options(&mut self.store.games, &options, expansion).map_err(Unsolved::from)
    }
}

/// Whether one play can return to the same area.
fn returns(node: u32, expansion: &Expansion) -> bool {
    Color::BOTH.into_iter().any(|color| {
        expansion.plays[color]
            .iter()
            .any(|edge| edge.parts.iter().any(|part| part.node == node))
    })
}

/// The value of an area with these options.
fn value_from_options(
    games: &mut Games,
    options: &PerColor<Vec<AreaValue>>,
    expansion: &Expansion,
) -> Result<AreaValue, GameError> {
    let all = || options[Color::Black].iter().chain(&options[Color::White]);
    let is_exact = all().all(|value| value.exact().is_some());
    let lists = |pick: fn(&AreaValue) -> GameId| {
        PerColor::from_fn(|color| options[color].iter().map(pick).collect::<Vec<_>>())
    };
    let lower = form(games, &lists(|value| value.lower), expansion.most)?;
    let upper = if is_exact {
        lower
    } else {
        form(games, &lists(|value| value.upper), expansion.most)?
    };
    let mut value = AreaValue {
        lower: lower.low,
        upper: upper.high,
        fills_up: lower.is_forced && upper.is_forced && all().all(|value| value.fills_up),
    };
    let gains_nothing =
        !lower.is_forced && lower.ends.0 <= Dyadic::ZERO && Dyadic::ZERO <= lower.ends.1;
    if is_exact && gains_nothing && expansion.is_neutral {
        value.lower = GameId::ZERO;
        value.upper = GameId::ZERO;
    }
    Ok(value)
}
