//! Areas in which play can return to an earlier position: bounds by finite games.
//!
//! The lower bound assumes that Black takes no kos (a ko: a capture of one stone that can be taken back at once). In
//! place of taking a ko, Black gets what is left when everything goes to White. White may take every ko, even at
//! once. Play can still return in other ways (triple kos, sending two and returning one). Such positions begin with
//! the bound that everything goes to White. A few rounds then improve the bounds: a form made of lower bounds is a
//! lower bound. A bound that was derived from positions on the way to it is derived again on other ways, as long as
//! the credit lasts.
//!
//! Black can hold the lower bound under every ko rule, whatever ko threats there are elsewhere: Black takes no ko,
//! and the bound was derived in finitely many steps. If Black always moves to a position whose derivation is shorter,
//! no move of Black returns to an earlier position, so superko forbids none of them. The upper bound is the mirror
//! image.
//! Source: McMillen (2010), section 4.1; Siegel, *Combinatorial Game Theory* (2013), chapter VI, for approximation from
//! below ("sidling"); the bounds without kos are those of `cgt::ko`, on the graph of shapes.

use std::collections::HashMap;

use super::expansion::{Edge, Expansion};
use super::shape_store::{ShapeId, ShapeStore};
use super::value::{AreaValue, Unsolved, form, integer};
use crate::base::Budget;
use crate::board::{Color, PerColor};
use crate::cgt::{GameError, GameId};

/// Most rounds of improvement.
const MOST_ROUNDS: usize = 4;
/// How often a unit may be visited again in a round, on average.
const MOST_VISITS: usize = 64;

/// A shape as stored, and the color that takes no kos in it.
type Unit = (u32, Color);

/// Bounds one strongly connected component of areas, and stores the bounds.
///
/// # Errors
/// If a limit of the table of games is reached, or the budget is spent.
pub(super) fn bound_component(
    store: &mut ShapeStore,
    members: &[(u32, Expansion)],
    budget: &mut Budget,
) -> Result<(), Unsolved> {
    let expansions: HashMap<u32, &Expansion> = members
        .iter()
        .map(|(node, expansion)| (*node, expansion))
        .collect();
    let mut bounding = Bounding {
        store,
        budget,
        expansions: &expansions,
        bounds: HashMap::new(),
        visits: HashMap::new(),
        credit: 0,
        has_changed: false,
        fills_up: true,
    };
    for _ in 0..MOST_ROUNDS {
        bounding.improve(members)?;
        if !bounding.has_changed {
            break;
        }
    }
    for (node, _) in members {
        let value = AreaValue {
            lower: bounding.bound((*node, Color::Black)),
            upper: bounding.bound((*node, Color::White)),
            fills_up: bounding.fills_up,
        };
        bounding.store.set_node_value(*node, value);
    }
    Ok(())
}

/// The unit that bounds a part of an edge when `renouncing` takes no kos.
fn unit_of(part: ShapeId, renouncing: Color) -> Unit {
    let color = if part.is_swapped {
        renouncing.opponent()
    } else {
        renouncing
    };
    (part.node, color)
}

/// How far a unit has come in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visit {
    /// The search is inside it, at this depth.
    Open(usize),
    /// Its bound was derived from positions on the way to it. Another way may give a better bound.
    Hasty,
    /// Its bound needs no further visit in this round.
    Done,
}

struct Bounding<'a> {
    store: &'a mut ShapeStore,
    /// Credit for plays.
    budget: &'a mut Budget,
    expansions: &'a HashMap<u32, &'a Expansion>,
    /// The best bounds so far.
    bounds: HashMap<Unit, GameId>,
    /// Units met in this round.
    visits: HashMap<Unit, Visit>,
    /// How many more visits are allowed in this round.
    credit: usize,
    has_changed: bool,
    fills_up: bool,
}

impl Bounding<'_> {
    /// One round over all units.
    fn improve(&mut self, members: &[(u32, Expansion)]) -> Result<(), GameError> {
        self.visits.clear();
        self.credit = MOST_VISITS * members.len();
        self.has_changed = false;
        for (node, _) in members {
            for color in Color::BOTH {
                self.refresh((*node, color), 0)?;
            }
        }
        Ok(())
    }

    /// The best bound so far; if there is none, everything goes to the opponent.
    fn bound(&self, unit: Unit) -> GameId {
        self.bounds
            .get(&unit)
            .copied()
            .unwrap_or_else(|| self.worst(unit))
    }

    /// Everything goes to the opponent of the color that takes no kos.
    fn worst(&self, (node, renouncing): Unit) -> GameId {
        let enemy = renouncing.opponent();
        let most = self
            .expansions
            .get(&node)
            .map_or(0, |expansion| expansion.most[enemy]);
        integer(enemy.sign() * most)
    }

    /// Improves the bound of a unit that is met at `depth`. Returns the least depth of a unit on the way that the new
    /// bound was derived from; `usize::MAX` if there is none.
    fn refresh(&mut self, unit: Unit, depth: usize) -> Result<usize, GameError> {
        match self.visits.get(&unit) {
            Some(Visit::Open(earlier)) => return Ok(*earlier),
            Some(Visit::Done) => return Ok(usize::MAX),
            Some(Visit::Hasty) if self.credit == 0 => return Ok(usize::MAX),
            Some(Visit::Hasty) | None => {}
        }
        self.credit = self.credit.saturating_sub(1);
        self.visits.insert(unit, Visit::Open(depth));
        let (node, renouncing) = unit;
        let expansion = self.expansions[&node];
        self.budget.spend(expansion.n_plays())?;
        let mut options: PerColor<Vec<GameId>> = PerColor::default();
        let mut earliest = usize::MAX;
        for color in Color::BOTH {
            for edge in &expansion.plays[color] {
                let (option, from) = self.option(unit, edge, color, depth)?;
                options[color].push(option);
                earliest = earliest.min(from);
            }
        }
        let form = form(&mut self.store.games, &options, expansion.most)?;
        self.fills_up &= form.is_forced;
        let old = self.bound(unit);
        let (new, is_better) = match renouncing {
            Color::Black => (form.low, self.store.games.at_most(old, form.low)?),
            Color::White => (form.high, self.store.games.at_most(form.high, old)?),
        };
        if is_better && new != old {
            self.bounds.insert(unit, new);
            self.has_changed = true;
        }
        let is_done = earliest >= depth;
        let visit = if is_done { Visit::Done } else { Visit::Hasty };
        self.visits.insert(unit, visit);
        Ok(if is_done { usize::MAX } else { earliest })
    }

    /// The bound after a play of `color`, and the least depth that it was derived from.
    fn option(
        &mut self,
        unit: Unit,
        edge: &Edge,
        color: Color,
        depth: usize,
    ) -> Result<(GameId, usize), GameError> {
        let renouncing = unit.1;
        let mut earliest = usize::MAX;
        let mut total = integer(edge.score);
        for &part in &edge.parts {
            let next = unit_of(part, renouncing);
            let game = if !self.expansions.contains_key(&part.node) {
                self.outside(part, renouncing)?
            } else {
                let is_renounced = color == renouncing && self.is_ko_capture(unit, edge, part);
                let game = if is_renounced {
                    self.worst(next)
                } else {
                    earliest = earliest.min(self.refresh(next, depth + 1)?);
                    self.bound(next)
                };
                if part.is_swapped {
                    self.store.games.negative(game)?
                } else {
                    game
                }
            };
            total = self.store.games.sum(total, game)?;
        }
        Ok((total, earliest))
    }

    /// The bound of a part that does not lead back to this component.
    fn outside(&mut self, part: ShapeId, renouncing: Color) -> Result<GameId, GameError> {
        let Some(value) = self.store.value(part)? else {
            // The search finds the values of parts before those of areas that lead to them.
            debug_assert!(false, "a part without a value");
            return Ok(integer(renouncing.opponent().sign() * i32::MAX));
        };
        self.fills_up &= value.fills_up;
        Ok(match renouncing {
            Color::Black => value.lower,
            Color::White => value.upper,
        })
    }

    /// Whether a play captures one stone and the opponent can capture one stone back.
    fn is_ko_capture(&self, (node, color): Unit, edge: &Edge, part: ShapeId) -> bool {
        let enemy = unit_of(part, color.opponent()).1;
        let replies = self
            .expansions
            .get(&part.node)
            .map(|after| &after.plays[enemy]);
        edge.n_captured == 1
            && replies.is_some_and(|replies| {
                replies.iter().any(|reply| {
                    reply.n_captured == 1 && reply.parts.iter().any(|back| back.node == node)
                })
            })
    }
}
