//! Mean and temperature of a region that is not solved, by a search of a few plays: an estimate, marked as one
//! everywhere.
//!
//! The search follows all plays of both colors to a fixed depth. An area at the end of a line has its proved value if
//! that is known; otherwise each of its points goes to the color with the nearer wall. The thermograph of this
//! cut-off tree gives mean and temperature. The search deepens until its credit ends; the last finished depth counts.
//!
//! Related: Mueller, Enzenberger and Schaeffer, "Temperature discovery search" (2004), which finds the same two
//! numbers by a minimax search with a stack of coupons beside the region.

use std::collections::HashMap;

use super::area::{AreaParts, LocalArea, PointGraph};
use super::shape_store::{ShapeId, ShapeStore};
use super::split::EndgameRegion;
use super::value::{Unsolved, integer};
use crate::base::Budget;
use crate::board::{Color, PerColor, Point};
use crate::cgt::{Dyadic, GameError, GameId, Games};

/// An estimate may use one part of this many of a region's credit.
const SHARE: u64 = 4;
/// Deepest search, in plays.
const MOST_DEPTH: u32 = 6;

/// What a region seems to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Mean in points, from Black's view.
    pub mean: Dyadic,
    /// Temperature in points per move.
    pub temperature: Dyadic,
    /// Depth of the search, in plays.
    pub depth: u32,
}

impl Estimate {
    /// A game with this mean and temperature: a switch of two numbers, or the mean if neither player gains by moving.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn game(self, games: &mut Games) -> Result<GameId, GameError> {
        let Self {
            mean, temperature, ..
        } = self;
        if temperature <= Dyadic::ZERO {
            return Ok(GameId::from_number(mean));
        }
        games.switch(mean.plus(temperature)?, mean.minus(temperature)?)
    }
}

/// The play of `color` that seems to gain most in a region of this temperature. The opponent answers threats that are
/// worth more than the temperature; the best play is the one that leaves most after that. `None` if no play has an
/// estimate.
#[must_use]
pub(super) fn best_play(
    store: &mut ShapeStore,
    region: &EndgameRegion,
    color: Color,
    temperature: Dyadic,
    limits: &Budget,
) -> Option<Point> {
    let n_plays = region.empty_points().count().max(1) as u64;
    let each = limits.part(limits.remaining() / n_plays * SHARE);
    let mut best: Option<(Dyadic, Point)> = None;
    for point in region.empty_points() {
        let Some(played) = region.play(color, point) else {
            continue;
        };
        let Some(left) = left_by_opponent(store, region, &played.after, color, temperature, &each)
        else {
            continue;
        };
        if best.is_none_or(|(most, _)| left > most) {
            best = Some((left, point));
        }
    }
    best.map(|(_, point)| point)
}

/// The worth of a region after a play of `color`, from the view of `color`, when the opponent answers only what is
/// hotter than `temperature`.
fn left_by_opponent(
    store: &mut ShapeStore,
    region: &EndgameRegion,
    after: &AreaParts,
    color: Color,
    temperature: Dyadic,
    limits: &Budget,
) -> Option<Dyadic> {
    let sign = color.sign();
    let mut left = Dyadic::integer((after.score * sign).into()).ok()?;
    for part in &after.open {
        let guess = estimate(store, &region.graph, part, limits)?;
        left = left.plus(guess.mean.times(sign).ok()?).ok()?;
        if guess.temperature > temperature {
            let lost = guess.temperature.minus(temperature).ok()?;
            left = left.minus(lost).ok()?;
        }
    }
    Some(left)
}

/// The estimate of an open area; `None` if the credit was too small for a single play.
#[must_use]
pub(super) fn estimate(
    store: &mut ShapeStore,
    graph: &PointGraph,
    area: &LocalArea,
    limits: &Budget,
) -> Option<Estimate> {
    let id = store.id(graph, area);
    let limits = limits.part(limits.remaining() / SHARE);
    let mut budget = limits.clone();
    let before = store.games.set_budget(limits);
    let mut best = None;
    for depth in 1..=MOST_DEPTH {
        let mut search = Search {
            store,
            budget: &mut budget,
            known: HashMap::new(),
        };
        let found = search.game(id, depth).and_then(|game| {
            let thermograph = search.store.games.thermograph(game)?;
            Ok((thermograph.mean, thermograph.temperature))
        });
        let Ok((mean, temperature)) = found else {
            break;
        };
        best = Some(Estimate {
            mean,
            temperature,
            depth,
        });
    }
    store.games.set_budget(before);
    best
}

struct Search<'a> {
    store: &'a mut ShapeStore,
    budget: &'a mut Budget,
    /// Games by stored shape and depth.
    known: HashMap<(u32, u32), GameId>,
}

impl Search<'_> {
    /// The tree below an area, cut off at `depth`.
    fn game(&mut self, id: ShapeId, depth: u32) -> Result<GameId, Unsolved> {
        let game = match self.known.get(&(id.node, depth)) {
            Some(&game) => game,
            None => {
                let game = self.stored(id.node, depth)?;
                self.known.insert((id.node, depth), game);
                game
            }
        };
        if id.is_swapped {
            return Ok(self.store.games.negative(game)?);
        }
        Ok(game)
    }

    fn stored(&mut self, node: u32, depth: u32) -> Result<GameId, Unsolved> {
        self.budget.spend(1)?;
        let value = self.store.node_value(node).and_then(|value| value.exact());
        if let Some(game) = value {
            return Ok(game);
        }
        if depth == 0 {
            let (graph, area) = self.store.area(node);
            return Ok(integer(by_nearest_wall(&graph, &area)));
        }
        if self.store.is_full() {
            return Err(Unsolved::Full);
        }
        let expansion = self.store.expand(node);
        self.budget.spend(expansion.n_plays())?;
        let mut options: PerColor<Vec<GameId>> = PerColor::default();
        for color in Color::BOTH {
            for edge in &expansion.plays[color] {
                let mut total = integer(edge.score);
                for &part in &edge.parts {
                    let part = self.game(part, depth - 1)?;
                    total = self.store.games.sum(total, part)?;
                }
                options[color].push(total);
            }
        }
        let [left, right] = &options.0;
        Ok(self.store.games.game(left, right)?)
    }
}

/// Points of Black less points of White if each point goes to the color with the nearer wall.
fn by_nearest_wall(graph: &PointGraph, area: &LocalArea) -> i32 {
    let count = |set: u64| i32::try_from(set.count_ones()).unwrap_or(0);
    let mut reached = area.contact;
    let mut owned: PerColor<u64> = PerColor::default();
    let mut rest = area.points;
    while rest != 0 && (reached[Color::Black] | reached[Color::White]) & rest != 0 {
        for color in Color::BOTH {
            owned[color] |= reached[color] & rest & !reached[color.opponent()];
        }
        rest &= !(reached[Color::Black] | reached[Color::White]);
        for color in Color::BOTH {
            reached[color] |= graph.beside(reached[color]) & area.points;
        }
    }
    let points = |color: Color| {
        let own = owned[color] & !area.stones[color];
        count(own) + count(own & area.stones[color.opponent()])
    };
    points(Color::Black) - points(Color::White)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::shape::from_diagram;

    /// Estimates of an area at a depth that solves it agree with its value.
    fn check(diagram: &str) {
        let (graph, area) = from_diagram(diagram);
        let mut fresh = ShapeStore::default();
        let found = estimate(&mut fresh, &graph, &area, &Budget::nodes(100_000)).unwrap();
        let value = fresh
            .solve(&graph, &area, &mut Budget::unlimited())
            .unwrap();
        let game = value.exact().unwrap();
        assert_eq!(found.mean, fresh.games().mean(game).unwrap(), "{diagram}");
        let temperature = fresh.games().temperature(game).unwrap();
        assert_eq!(found.temperature, temperature, "{diagram}");
    }

    #[test]
    fn deep_enough_estimates_are_right() {
        check("XXXX/X..O/XXXX");
        check("XXXXXX/X....O/XXXXXX");
        check("XXXXX/X...O/X.o.X/XXXXX");
    }

    /// The best plays of both colors in a region, as indices of its points.
    fn check_plays(diagram: &str, expected: [u8; 2]) {
        let (graph, area) = from_diagram(diagram);
        let points = (0..area.points.count_ones()).map(|x| Point::new(u8::try_from(x).unwrap(), 0));
        let points = points.collect();
        let mut store = ShapeStore::default();
        let limits = Budget::nodes(100_000);
        let temperature = estimate(&mut store, &graph, &area, &limits)
            .unwrap()
            .temperature;
        let region = EndgameRegion {
            graph,
            area,
            points,
        };
        let found = Color::BOTH.map(|color| {
            best_play(&mut store, &region, color, temperature, &limits).map(|point| point.x())
        });
        assert_eq!(found, expected.map(Some), "{diagram}");
    }

    #[test]
    fn corridors_are_played_at_their_mouths() {
        check_plays("XXXXXX/X....O/XXXXXX", [3, 3]);
        check_plays("XXXXX/O...X/XXXXX", [0, 0]);
    }

    #[test]
    fn points_go_to_the_nearer_wall() {
        let (graph, area) = from_diagram("XXXXX#OO/X......O/XXXXX#OO");
        assert_eq!(by_nearest_wall(&graph, &area), 3);
    }
}
