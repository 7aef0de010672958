//! One area as a combinatorial game: every line of play inside it, in canonical form.
//!
//! Black is Left. A finished part is the integer that it counts (Japanese counting: empty points, prisoners twice what
//! stands dead), a play moves to the sum of the parts that it leaves. The search is depth first over shapes; areas
//! that can return to themselves are found as strongly connected components and handed to [`super::ko`]. All others
//! get their exact value from those of their options.
//!
//! *Zugzwang and seki.* If neither player wants to move, the value of the form would be the simplest number that fits.
//! If one integer only fits, it is the value, since each play then costs its player a point: that is settled territory.
//! If one player has no play at all, the area is the other one's as a whole if a play of his leaves it so. If several
//! integers fit, the value is 0 when all empty points lie between stones of both colors and neither player gains by
//! starting (a seki), and else only bounds are given: what each player gets by moving.
//! Source: McMillen (2010), sections 2.7 and 3.1; Tarjan (1972) for the components.

use std::collections::HashMap;

use thiserror::Error;

use super::area::{Area, Frame, ones};
use super::cache::{ShapeId, Store};
use super::ko;
use crate::base::{Budget, Color, PerColor, Stop};
use crate::cgt::{Dyadic, GameError, GameId, Games};

/// Deepest line of play that is followed; bounds the use of the stack.
const MOST_DEPTH: u32 = 400;

/// What is proved about an area: it is at least `lower` and at most `upper`; exact if they are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// A game that the area is at least as good as for Black.
    pub lower: GameId,
    /// A game that the area is at most as good as for Black.
    pub upper: GameId,
    /// Whether in every line of play each point ends up as somebody's: no seki.
    pub fills_up: bool,
}

impl Value {
    /// The value of a finished area.
    #[must_use]
    pub fn integer(points: i32) -> Self {
        Self::exact_game(Store::integer(points))
    }

    /// An exact value without seki.
    #[must_use]
    pub const fn exact_game(game: GameId) -> Self {
        Self {
            lower: game,
            upper: game,
            fills_up: true,
        }
    }

    /// The game, if it is known.
    #[must_use]
    pub fn exact(&self) -> Option<GameId> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Why an area has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsolved {
    /// The budget ended the search.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// Too many points.
    #[error("more points than are searched")]
    TooLarge,
    /// A line of play was longer than the stack allows.
    #[error("a line of play is too long")]
    TooDeep,
    /// The store of shapes is full.
    #[error("the store of shapes is full")]
    Full,
    /// A game could not be computed.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// A play: the points it makes at once, and the parts it leaves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    pub(super) score: i32,
    pub(super) parts: Vec<ShapeId>,
    pub(super) n_captured: u32,
}

/// All plays in an area, each outcome once, and what either color can get at most.
#[derive(Clone, Debug)]
pub(super) struct Expansion {
    pub(super) plays: PerColor<Vec<Edge>>,
    pub(super) most: PerColor<i32>,
    /// Whether every empty point lies between stones of both colors.
    is_neutral: bool,
}

impl Expansion {
    /// The plays of both colors: what an expansion costs.
    pub(super) fn n_plays(&self) -> u64 {
        self.plays.0.iter().map(|edges| edges.len() as u64).sum()
    }
}

impl Store {
    /// The value of an area, which must be an open part as [`Area::settle`] gives them.
    ///
    /// # Errors
    /// If it could not be found within the budget and the limits.
    pub fn solve(
        &mut self,
        frame: &Frame,
        area: &Area,
        budget: &mut Budget,
    ) -> Result<Value, Unsolved> {
        let id = self.id(frame, area);
        if let Some(value) = self.value(id)? {
            return Ok(value);
        }
        // Arithmetic costs time as well: it may spend as much as the search itself, times a factor.
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

    /// The value after an area has been taken apart.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn solve_settled(
        &mut self,
        frame: &Frame,
        settled: &super::area::Settled,
        budget: &mut Budget,
    ) -> Result<Value, Unsolved> {
        let mut total = Value::integer(settled.score);
        for part in &settled.open {
            let value = self.solve(frame, part, budget)?;
            total = self.add(total, value)?;
        }
        Ok(total)
    }

    /// The sum of two values.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn add(&mut self, first: Value, second: Value) -> Result<Value, GameError> {
        let lower = self.games.sum(first.lower, second.lower)?;
        let upper = if first.exact().is_some() && second.exact().is_some() {
            lower
        } else {
            self.games.sum(first.upper, second.upper)?
        };
        Ok(Value {
            lower,
            upper,
            fills_up: first.fills_up && second.fills_up,
        })
    }

    pub(super) fn expand(&mut self, node: u32) -> Expansion {
        let (frame, area) = self.area(node);
        let plays = PerColor::from_fn(|color| {
            let mut edges: Vec<Edge> = ones(area.empty())
                .filter_map(|index| area.play(&frame, color, index))
                .map(|played| {
                    let mut parts: Vec<ShapeId> = played
                        .after
                        .open
                        .iter()
                        .map(|part| self.id(&frame, part))
                        .collect();
                    parts.sort_unstable();
                    Edge {
                        score: played.after.score,
                        parts,
                        n_captured: played.n_captured,
                    }
                })
                .collect();
            edges.sort_unstable();
            edges.dedup();
            edges
        });
        Expansion {
            plays,
            most: PerColor::from_fn(|color| area.most_for(color)),
            is_neutral: area.is_neutral(&frame),
        }
    }
}

/// A number given to an area when the search first meets it, and the least one that it can return to.
#[derive(Clone, Copy, Debug)]
struct Mark {
    number: u32,
    low: u32,
}

/// A depth-first search for the values of areas.
struct Search<'a> {
    store: &'a mut Store,
    budget: &'a mut Budget,
    /// Areas met whose value is not known yet.
    marks: HashMap<u32, Mark>,
    expansions: HashMap<u32, Expansion>,
    /// The marked areas in order of their numbers.
    stack: Vec<u32>,
    depth: u32,
}

impl Search<'_> {
    /// Values the area and everything that it leads to, or marks what it can return to.
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

    /// The least number that a part can return to; `u32::MAX` if its value is known then.
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

    /// Values the component that begins with `first`.
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

    /// The value of an area all of whose plays lead to areas with a value.
    fn value_of(&mut self, expansion: &Expansion) -> Result<Value, Unsolved> {
        let mut options: PerColor<Vec<Value>> = PerColor::default();
        for color in Color::BOTH {
            for edge in &expansion.plays[color] {
                let value = self.store.edge_value(edge)?.ok_or(Unsolved::Full)?;
                options[color].push(value);
            }
        }
        value_from_options(&mut self.store.games, &options, expansion).map_err(Unsolved::from)
    }
}

/// Whether an area leads to itself at once.
fn returns(node: u32, expansion: &Expansion) -> bool {
    Color::BOTH.into_iter().any(|color| {
        expansion.plays[color]
            .iter()
            .any(|edge| edge.parts.iter().any(|part| part.node == node))
    })
}

impl Store {
    /// The value after a play, if all parts that it leaves have one.
    pub(super) fn edge_value(&mut self, edge: &Edge) -> Result<Option<Value>, GameError> {
        let mut total = Value::integer(edge.score);
        for &part in &edge.parts {
            let Some(value) = self.value(part)? else {
                return Ok(None);
            };
            total = self.add(total, value)?;
        }
        Ok(Some(total))
    }
}

/// The value of an area with these options.
fn value_from_options(
    games: &mut Games,
    options: &PerColor<Vec<Value>>,
    expansion: &Expansion,
) -> Result<Value, GameError> {
    let all = || options[Color::Black].iter().chain(&options[Color::White]);
    let is_exact = all().all(|value| value.exact().is_some());
    let lists = |pick: fn(&Value) -> GameId| {
        PerColor::from_fn(|color| options[color].iter().map(pick).collect::<Vec<_>>())
    };
    let lower = form(games, &lists(|value| value.lower), expansion.most)?;
    let upper = if is_exact {
        lower
    } else {
        form(games, &lists(|value| value.upper), expansion.most)?
    };
    let mut value = Value {
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

/// A game made of options, with bounds where the rules of simplicity do not hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// The game, or what Left gets by moving.
    pub(super) low: GameId,
    /// The game, or what Right gets by moving.
    pub(super) high: GameId,
    /// Whether `low` and `high` are the game.
    pub(super) is_forced: bool,
    /// What Left and Right get by moving, if the game is not forced.
    ends: (Dyadic, Dyadic),
}

/// The game `{left | right}`; an interval if it is a number that no rule of Go forces.
pub(super) fn form(
    games: &mut Games,
    options: &PerColor<Vec<GameId>>,
    most: PerColor<i32>,
) -> Result<Form, GameError> {
    let [left, right] = &options.0;
    if !left.is_empty() && !right.is_empty() {
        let game = games.game(left, right)?;
        let is_forced = match game.as_number() {
            None => true,
            Some(number) => number.is_integer() && is_only_fit(games, left, right, number)?,
        };
        if is_forced {
            return Ok(Form {
                low: game,
                high: game,
                is_forced,
                ends: (Dyadic::ZERO, Dyadic::ZERO),
            });
        }
    }
    let mut low = Dyadic::from(-most[Color::White]);
    for &option in left {
        low = low.max(games.stops(option)?.right);
    }
    let mut high = Dyadic::from(most[Color::Black]);
    for &option in right {
        high = high.min(games.stops(option)?.left);
    }
    let (mut low, mut high) = (Dyadic::integer(low.floor())?, Dyadic::integer(high.ceil())?);
    // One player has no play, and the other one can show with one play that everything there is his.
    let own = Dyadic::from(most[Color::Black]);
    if right.is_empty() && !left.is_empty() && low.plus(Dyadic::ONE)? >= own {
        (low, high) = (own, own);
    }
    let own = Dyadic::from(-most[Color::White]);
    if left.is_empty() && !right.is_empty() && high.minus(Dyadic::ONE)? <= own {
        (low, high) = (own, own);
    }
    Ok(Form {
        low: GameId::from_number(low),
        high: GameId::from_number(high),
        is_forced: low == high,
        ends: (low, high),
    })
}

/// Whether neither neighbor of an integer lies between the options, too.
fn is_only_fit(
    games: &mut Games,
    left: &[GameId],
    right: &[GameId],
    number: Dyadic,
) -> Result<bool, GameError> {
    let below = GameId::from_number(number.minus(Dyadic::ONE)?);
    let above = GameId::from_number(number.plus(Dyadic::ONE)?);
    let mut is_below_out = false;
    for &option in left {
        is_below_out = is_below_out || games.at_most(below, option)?;
    }
    let mut is_above_out = false;
    for &option in right {
        is_above_out = is_above_out || games.at_most(option, above)?;
    }
    Ok(is_below_out && is_above_out)
}
