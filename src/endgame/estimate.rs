//! Mean and temperature of a region that is not solved, by a forward search of a few plays: an estimate, and said to be one.
//!
//! The plays of both colors that a search of less depth likes best are followed to a fixed depth. What is left there
//! counts as solved if its value is known, and else by who is nearer to each point. The thermograph of the tree cut off in
//! this way tells mean and temperature. The search deepens until its credit ends; the last depth that was finished counts.
//!
//! Related: Mueller, Enzenberger and Schaeffer, "Temperature discovery search" (2004), which reads the same two numbers
//! off a minimax search with a stack of coupons beside the region.

use std::collections::HashMap;
use std::rc::Rc;

use super::advise::player;
use super::area::{Area, Frame, Settled, count};
use super::cache::{ShapeId, Store};
use super::local::{Edge, Expansion, Unsolved, form};
use super::split::Region;
use crate::base::{Budget, Color, PerColor, Point};
use crate::cgt::{Dyadic, GameError, GameId, Games};

/// The part of the credit of a region that goes into an estimate: one in so many.
const SHARE: u64 = 4;
/// Deepest search.
const MOST_DEPTH: u32 = 8;
/// Most plays of a color that are followed to full depth.
const WIDTH: usize = 5;

/// What a region seems to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Mean in points, for Black.
    pub mean: Dyadic,
    /// Temperature in points per move.
    pub temperature: Dyadic,
    /// Plays that were followed.
    pub depth: u32,
}

impl Estimate {
    /// A game with this mean and temperature: a switch of two numbers, or the mean where nothing is to be gained.
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

/// The play of `color` that is estimated to gain most in a region with this estimate: the one after which the opponent, who
/// answers threats that are worth more than the region, leaves most. `None` if there is no play, or no credit for one.
#[must_use]
pub fn best_play(
    store: &mut Store,
    region: &Region,
    color: Color,
    estimate: Estimate,
    limits: &Budget,
) -> Option<Point> {
    let mut budget = limits.clone();
    let before = store.games.set_budget(limits.clone());
    let mut search = Search::new(store, &mut budget);
    let mut best: Option<(Dyadic, Point)> = None;
    for point in region.empty_points() {
        let Some(played) = region.play(color, point) else {
            continue;
        };
        let left = search.after(region, &played.after, estimate.depth - 1);
        let Ok(left) = left.and_then(|after| search.left(after, color, estimate.temperature)) else {
            break;
        };
        if best.is_none_or(|(most, _)| left > most) {
            best = Some((left, point));
        }
    }
    store.games.set_budget(before);
    best.map(|(_, point)| point)
}

/// The estimate of an open area; `None` if the credit was too small for a single play.
#[must_use]
pub fn estimate(
    store: &mut Store,
    frame: &Frame,
    area: &Area,
    limits: &Budget,
) -> Option<Estimate> {
    let id = store.id(frame, area);
    let limits = limits.part(limits.remaining() / SHARE);
    let mut budget = limits.clone();
    let before = store.games.set_budget(limits);
    let mut search = Search::new(store, &mut budget);
    let mut best = None;
    for depth in 1..=MOST_DEPTH {
        let found = search.game(id, depth).and_then(|game| {
            let graph = search.store.games.thermograph(game)?;
            Ok((graph.mean, graph.temperature))
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

/// Games of areas that are followed to some depth.
struct Search<'a> {
    store: &'a mut Store,
    budget: &'a mut Budget,
    /// Games by shape as stored, and depth.
    known: HashMap<(u32, u32), GameId>,
    expansions: HashMap<u32, Rc<Expansion>>,
}

impl<'a> Search<'a> {
    fn new(store: &'a mut Store, budget: &'a mut Budget) -> Self {
        Self {
            store,
            budget,
            known: HashMap::new(),
            expansions: HashMap::new(),
        }
    }

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
        let (frame, area) = self.store.area(node);
        let standing = by_distance(&frame, &area);
        if depth == 0 {
            return Ok(Store::integer(standing));
        }
        let expansion = self.expansion(node)?;
        let mut options: PerColor<Vec<GameId>> = PerColor::default();
        for color in Color::BOTH {
            for edge in self.candidates(node, &expansion.plays[color], color, depth)? {
                options[color].push(self.total(edge, depth - 1)?);
            }
        }
        let form = form(&mut self.store.games, &options, expansion.most)?;
        if form.is_forced {
            return Ok(form.low);
        }
        // Nobody wants to play here: it stays as it stands.
        let [low, high] = [form.low, form.high].map(|game| game.as_number());
        let standing = Dyadic::from(standing);
        let number = standing.max(low.unwrap_or(standing));
        Ok(GameId::from_number(number.min(high.unwrap_or(number))))
    }

    fn expansion(&mut self, node: u32) -> Result<Rc<Expansion>, Unsolved> {
        if let Some(known) = self.expansions.get(&node) {
            return Ok(Rc::clone(known));
        }
        if self.store.is_full() {
            return Err(Unsolved::Full);
        }
        let expansion = Rc::new(self.store.expand(node));
        self.budget.spend(expansion.n_plays())?;
        self.expansions.insert(node, Rc::clone(&expansion));
        Ok(expansion)
    }

    /// The plays that a search of less depth likes best.
    fn candidates<'b>(
        &mut self,
        node: u32,
        edges: &'b [Edge],
        color: Color,
        depth: u32,
    ) -> Result<Vec<&'b Edge>, Unsolved> {
        if depth < 2 || edges.len() <= WIDTH {
            return Ok(edges.iter().collect());
        }
        let as_stored = ShapeId {
            node,
            is_swapped: false,
        };
        let game = self.game(as_stored, depth - 2)?;
        let temperature = self.store.games.temperature(game)?.max(Dyadic::ZERO);
        let mut rated = Vec::new();
        for edge in edges {
            let after = self.total(edge, depth - 2)?;
            rated.push((self.left(after, color, temperature)?, edge));
        }
        rated.sort_by_key(|&(left, _)| std::cmp::Reverse(left));
        Ok(rated.into_iter().take(WIDTH).map(|(_, edge)| edge).collect())
    }

    /// The game after a play.
    fn total(&mut self, edge: &Edge, depth: u32) -> Result<GameId, Unsolved> {
        let mut total = Store::integer(edge.score);
        for &part in &edge.parts {
            let part = self.game(part, depth)?;
            total = self.store.games.sum(total, part)?;
        }
        Ok(total)
    }

    /// The game that is left of a region.
    fn after(&mut self, region: &Region, after: &Settled, depth: u32) -> Result<GameId, Unsolved> {
        let parts = after.open.iter();
        let edge = Edge {
            score: after.score,
            parts: parts.map(|part| self.store.id(&region.frame, part)).collect(),
            n_captured: 0,
        };
        self.total(&edge, depth)
    }

    /// What the opponent of `color` leaves of a game, from the view of `color`, if a play elsewhere is worth `temperature`.
    fn left(&mut self, game: GameId, color: Color, temperature: Dyadic) -> Result<Dyadic, Unsolved> {
        let temperature = temperature.max(Dyadic::ZERO);
        let games = &mut self.store.games;
        let stop = games.cooled_stop(game, player(color.opponent()), temperature)?;
        Ok(stop.times(color.sign()).map_err(GameError::from)?)
    }
}

/// Points of Black less those of White if each empty point goes to the color that is nearer and stones without a point of
/// their own beside them are dead. A color is near from its walls on, over empty points, its own stones in between for free.
fn by_distance(frame: &Frame, area: &Area) -> i32 {
    let empty = area.empty();
    let mut reached = PerColor::from_fn(|color| area.contact[color] & empty);
    let mut owned: PerColor<u64> = PerColor::default();
    let mut rest = empty;
    while rest & (reached[Color::Black] | reached[Color::White]) != 0 {
        for color in Color::BOTH {
            owned[color] |= reached[color] & rest & !reached[color.opponent()];
        }
        rest &= !(reached[Color::Black] | reached[Color::White]);
        for color in Color::BOTH {
            let joined = frame.flood(frame.beside(reached[color]), area.stones[color]);
            reached[color] |= frame.beside(reached[color] | joined) & empty;
        }
    }
    let points = |color: Color| {
        let enemy = area.stones[color.opponent()];
        let blocks = frame.parts(enemy);
        let dead = blocks.filter(|&block| frame.beside(block) & empty & !owned[color] == 0);
        count(owned[color]) + dead.map(|block| 2 * count(block)).sum::<i32>()
    };
    points(Color::Black) - points(Color::White)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::shape::from_diagram;

    /// Estimates of an area at a depth that solves it agree with its value.
    fn check(diagram: &str) {
        let (frame, area) = from_diagram(diagram);
        let mut fresh = Store::default();
        let found = estimate(&mut fresh, &frame, &area, &Budget::nodes(100_000)).unwrap();
        let value = fresh
            .solve(&frame, &area, &mut Budget::unlimited())
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

    /// The best plays of both colors in a region, as places in its order.
    fn check_plays(diagram: &str, expected: [u8; 2]) {
        let (frame, area) = from_diagram(diagram);
        let points = (0..area.points.count_ones()).map(|x| Point::new(u8::try_from(x).unwrap(), 0));
        let points = points.collect();
        let mut store = Store::default();
        let limits = Budget::nodes(100_000);
        let estimate = estimate(&mut store, &frame, &area, &limits).unwrap();
        let region = Region {
            frame,
            area,
            points,
        };
        let found = Color::BOTH.map(|color| {
            best_play(&mut store, &region, color, estimate, &limits).map(|point| point.x())
        });
        assert_eq!(found, expected.map(Some), "{diagram}");
    }

    #[test]
    fn corridors_are_played_at_their_mouths() {
        check_plays("XXXXXX/X....O/XXXXXX", [3, 3]);
        check_plays("XXXXX/O...X/XXXXX", [0, 0]);
    }

    /// Black's points less White's as an area stands.
    fn check_standing(diagram: &str, expected: i32) {
        let (frame, area) = from_diagram(diagram);
        assert_eq!(by_distance(&frame, &area), expected, "{diagram}");
    }

    #[test]
    fn points_go_to_the_nearer_color_and_stones_between_die() {
        check_standing("XXXXX#OO/X......O/XXXXX#OO", 3);
        check_standing("XXXXX/X..oX/X...X/X...X/XXXXX", 10);
        check_standing("######/X..x.O/######", 1);
        check_standing("########/X.xx...O/########", 0);
    }
}
