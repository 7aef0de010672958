//! One area as a combinatorial game: every line of play inside it, in canonical form.
//!
//! Black is Left. A finished part is the integer that it counts: empty points and prisoners, dead stones twice
//! (Japanese counting). A play moves to the sum of the parts that it leaves. The search is depth first over shapes.
//! Areas that can return to themselves form strongly connected components, which [`super::ko`] bounds. All other
//! areas get their exact value from the values of their options.
//!
//! An area that a color keeps by answers ([`super::kept`]) is the integer of all its points.
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
use super::kept::Keeping;
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
        let keeping = Keeping::within(budget);
        self.solve_keeping(graph, area, Some(keeping), budget)
    }

    /// As [`Self::solve`]. Without `keeping`, areas that a color keeps by answers are searched like all others.
    fn solve_keeping(
        &mut self,
        graph: &PointGraph,
        area: &LocalArea,
        keeping: Option<Keeping>,
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
            keeping,
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
    keeping: Option<Keeping>,
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
        let keeping = self.keeping.as_mut();
        let keeper = keeping.and_then(|keeping| keeping.keeper(self.store, node));
        if let Some(owner) = keeper {
            let (_, area) = self.store.area(node);
            let value = AreaValue::integer(owner.sign() * area.most_for(owner));
            self.store.set_node_value(node, value);
            return Ok(());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;

    /// An area of a few points in two rows, with loose stones, that only one color touches from outside.
    fn random_area(rng: &mut Rng) -> (PointGraph, LocalArea) {
        let n_columns = 3 + rng.index(2);
        let cells: Vec<(u8, u8)> = (0..2 * n_columns)
            .filter(|_| rng.below(6) > 0)
            .filter_map(|at| {
                let [x, y] = [at % n_columns, at / n_columns].map(u8::try_from);
                Some((x.ok()?, y.ok()?))
            })
            .collect();
        let mut area = LocalArea::default();
        for index in 0..cells.len() {
            let bit = 1 << index;
            area.points |= bit;
            match rng.below(5) {
                0 | 1 => area.stones[Color::Black] |= bit,
                2 => area.stones[Color::White] |= bit,
                _ => {}
            }
            if rng.below(3) == 0 {
                area.contact[Color::Black] |= bit;
            }
        }
        (PointGraph::new(cells), area)
    }

    #[test]
    fn what_is_kept_by_answers_is_worth_what_a_search_without_it_finds() {
        let mut rng = Rng::new(11, 0);
        let (mut n_kept, mut n_equal) = (0, 0);
        for _ in 0..3_000 {
            let (graph, area) = random_area(&mut rng);
            let is_legal = |stones: u64| {
                let mut blocks = graph.parts(stones);
                blocks.all(|block| graph.beside(block) & area.empty() != 0)
            };
            if !area.stones.0.into_iter().all(is_legal) {
                continue;
            }
            for part in area.settle(&graph).open {
                let mut store = ShapeStore::default();
                let node = store.id(&graph, &part).node;
                let mut budget = Budget::nodes(100_000);
                if Keeping::within(&budget).keeper(&mut store, node).is_none() {
                    continue;
                }
                n_kept += 1;
                let kept = store.solve(&graph, &part, &mut budget).unwrap();
                let mut other = ShapeStore::default();
                let mut budget = Budget::nodes(100_000);
                let Ok(searched) = other.solve_keeping(&graph, &part, None, &mut budget) else {
                    continue;
                };
                let number = kept.exact().and_then(GameId::as_number).unwrap();
                let ends = [searched.lower, searched.upper];
                let [low, high] = ends.map(|end| other.games.stops(end).unwrap());
                assert!(low.right <= number && number <= high.left, "{part:?}");
                if let Some(value) = searched.exact() {
                    assert_eq!(value.as_number(), Some(number), "{part:?}");
                    n_equal += 1;
                }
            }
        }
        assert!(n_kept > 50 && n_equal > 30, "{n_kept} {n_equal}");
    }
}
