//! A region in which walls live by windows: a bound of its value in which their owner keeps all duties.
//!
//! The owner of the windows passes only through positions in which every window is kept with the opponent to move. A
//! play of the opponent after which one is not kept has to be answered here at once: the game after it is `{answers |
//! -LOST}` for Black as the owner, where `LOST` is more than all points of a board. So the plays that threaten a wall
//! come out as sente, and those of the owner that make a window safe as reverse sente.
//!
//! What comes out is a lower bound for Black's windows and an upper one for White's. The walls of the other color count
//! as stones that nothing can capture, which can only help that color. The search is depth first over whole positions;
//! a position that is met again on the way to it counts as if everything went to the opponent, and the owner takes no
//! ko. `docs/design/endgame.md` has the argument.

use std::collections::{HashMap, HashSet};

use super::area::{LocalArea, ones};
use super::shape_store::ShapeStore;
use super::split::EndgameRegion;
use super::value::{AreaValue, Unsolved, form, integer};
use crate::base::Budget;
use crate::board::{Color, PerColor, Point};
use crate::cgt::GameId;
use crate::region::GuardWatch;

/// What a color loses whose walls are captured: more than all points of a board count.
pub(super) const LOST: i32 = 10_000;

/// Nodes to find out whether a window is kept.
const WATCH_NODES: u64 = 5_000;

/// Longest line of play that is followed; limits the use of the stack.
const MOST_DEPTH: usize = 200;

/// The stones of a region, joined to walls or not.
type Stones = PerColor<u64>;

/// Where a point of a window is.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// The point of the region with this number.
    Inside(usize),
    /// A wall of the opponent.
    Wall,
}

/// A window with the places of its points.
#[derive(Debug)]
struct Watch<'a> {
    watch: GuardWatch<'a>,
    places: Vec<Place>,
    /// Its points in the region.
    inside: u64,
}

/// The search of one region for the owner of its windows.
pub(super) struct GuardedSearch<'a> {
    region: &'a EndgameRegion,
    owner: Color,
    watches: Vec<Watch<'a>>,
    store: &'a mut ShapeStore,
    limits: Budget,
    bounds: HashMap<Stones, GameId>,
    path: HashSet<Stones>,
}

impl<'a> GuardedSearch<'a> {
    /// A search of a region with windows of `owner`.
    pub(super) fn new(
        region: &'a EndgameRegion,
        owner: Color,
        store: &'a mut ShapeStore,
        limits: &Budget,
    ) -> Self {
        let place = |point: &Point| {
            let index = region.points.binary_search(point);
            index.map_or(Place::Wall, Place::Inside)
        };
        let watches = region.guards[owner].iter().map(|guard| {
            let places: Vec<Place> = guard.points().iter().map(place).collect();
            let inside = places.iter().fold(0, |all, place| match place {
                Place::Inside(index) => all | 1 << index,
                Place::Wall => all,
            });
            Watch {
                watch: guard.watch(),
                places,
                inside,
            }
        });
        Self {
            region,
            owner,
            watches: watches.collect(),
            store,
            limits: limits.clone(),
            bounds: HashMap::new(),
            path: HashSet::new(),
        }
    }

    /// A bound of the region as it is.
    ///
    /// # Errors
    /// If the budget or a limit of the table of games is reached.
    pub(super) fn value(&mut self) -> Result<GameId, Unsolved> {
        let stones = self.region.area.stones;
        if !self.is_kept(&stones)? {
            return Ok(self.lost());
        }
        self.bound(stones)
    }

    /// A bound of the region after a play of `color`; `None` if the play is not possible.
    ///
    /// # Errors
    /// As [`Self::value`].
    pub(super) fn value_after(
        &mut self,
        color: Color,
        point: Point,
    ) -> Result<Option<GameId>, Unsolved> {
        let Ok(index) = self.region.points.binary_search(&point) else {
            return Ok(None);
        };
        let stones = self.region.area.stones;
        let Some(played) = self.play(&stones, color, index) else {
            return Ok(None);
        };
        if color == self.owner && !self.is_kept(&played.0)? {
            return Ok(Some(self.lost()));
        }
        self.option(color, played).map(Some)
    }

    fn lost(&self) -> GameId {
        integer(-self.owner.sign() * LOST)
    }

    /// Whether all windows are kept, the opponent to move.
    fn is_kept(&mut self, stones: &Stones) -> Result<bool, Unsolved> {
        for number in 0..self.watches.len() {
            let (own, other) = self.in_window(number, stones);
            self.limits.spend(1)?;
            let limits = self.limits.part(WATCH_NODES);
            if !self.watches[number].watch.is_kept(own, other, &limits) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The stones of the owner and of the opponent in a window.
    fn in_window(&self, number: usize, stones: &Stones) -> (u64, u64) {
        let (mut own, mut other) = (0, 0);
        for (bit, place) in self.watches[number].places.iter().enumerate() {
            let (is_own, is_other) = match *place {
                Place::Inside(index) => (
                    stones[self.owner] >> index & 1 != 0,
                    stones[self.owner.opponent()] >> index & 1 != 0,
                ),
                Place::Wall => (false, true),
            };
            own |= u64::from(is_own) << bit;
            other |= u64::from(is_other) << bit;
        }
        (own, other)
    }

    fn area(&self, stones: &Stones) -> LocalArea {
        LocalArea {
            stones: *stones,
            ..self.region.area
        }
    }

    /// A bound of a position in which all windows are kept.
    fn bound(&mut self, stones: Stones) -> Result<GameId, Unsolved> {
        if let Some(&known) = self.bounds.get(&stones) {
            return Ok(known);
        }
        let enemy = self.owner.opponent();
        if self.path.contains(&stones) {
            return Ok(integer(enemy.sign() * self.area(&stones).most_for(enemy)));
        }
        if self.path.len() >= MOST_DEPTH {
            return Err(Unsolved::TooDeep);
        }
        if let Some(game) = self.without_windows(&stones)? {
            self.bounds.insert(stones, game);
            return Ok(game);
        }
        self.path.insert(stones);
        let mut options: PerColor<Vec<GameId>> = PerColor::default();
        for color in Color::BOTH {
            for index in ones(self.area(&stones).empty()) {
                self.limits.spend(1)?;
                let Some(played) = self.play(&stones, color, index) else {
                    continue;
                };
                if color == self.owner && !self.may_play(&stones, &played)? {
                    continue;
                }
                let option = self.option(color, played)?;
                if !options[color].contains(&option) {
                    options[color].push(option);
                }
            }
        }
        self.path.remove(&stones);
        let area = self.area(&stones);
        let most = PerColor::from_fn(|color| area.most_for(color));
        let form = form(&mut self.store.games, &options, most)?;
        let game = match self.owner {
            Color::Black => form.low,
            Color::White => form.high,
        };
        self.bounds.insert(stones, game);
        Ok(game)
    }

    /// The bound if no window matters any more: each has done its work, or what is left of it lies in settled parts.
    fn without_windows(&mut self, stones: &Stones) -> Result<Option<GameId>, Unsolved> {
        let settled = self.area(stones).settle(&self.region.graph);
        let open = settled.open.iter().fold(0, |all, part| all | part.points);
        for number in 0..self.watches.len() {
            let (own, other) = self.in_window(number, stones);
            let Watch { watch, inside, .. } = &self.watches[number];
            if inside & open != 0 && !watch.is_joined(own, other) {
                return Ok(None);
            }
        }
        let graph = &self.region.graph;
        let value: AreaValue = self
            .store
            .solve_settled(graph, &settled, &mut self.limits)?;
        Ok(Some(match self.owner {
            Color::Black => value.lower,
            Color::White => value.upper,
        }))
    }

    /// Whether the owner may go on through a position after its play: all windows are kept, and the play takes no ko.
    fn may_play(&mut self, before: &Stones, played: &(Stones, u64)) -> Result<bool, Unsolved> {
        let (after, captured) = played;
        let is_ko = captured.count_ones() == 1 && {
            let back = captured.trailing_zeros() as usize;
            self.play(after, self.owner.opponent(), back)
                .is_some_and(|(again, _)| again == *before)
        };
        Ok(!is_ko && self.is_kept(after)?)
    }

    /// The bound after a play of `color` which left `stones` and captured some.
    fn option(
        &mut self,
        color: Color,
        (stones, captured): (Stones, u64),
    ) -> Result<GameId, Unsolved> {
        let game = if self.is_kept(&stones)? {
            self.bound(stones)?
        } else {
            self.threatened(&stones)?
        };
        let points = i32::try_from(captured.count_ones()).unwrap_or(0);
        let prisoners = integer(color.sign() * points);
        Ok(self.store.games.sum(game, prisoners)?)
    }

    /// The game after a play of the opponent that the owner has to answer here.
    fn threatened(&mut self, stones: &Stones) -> Result<GameId, Unsolved> {
        let owner = self.owner;
        let mut answers: Vec<GameId> = Vec::new();
        for index in ones(self.area(stones).empty()) {
            self.limits.spend(1)?;
            let Some(played) = self.play(stones, owner, index) else {
                continue;
            };
            if !self.may_play(stones, &played)? {
                continue;
            }
            let answer = self.option(owner, played)?;
            if !answers.contains(&answer) {
                answers.push(answer);
            }
        }
        let lost = self.lost();
        if answers.is_empty() {
            return Ok(lost);
        }
        Ok(match owner {
            Color::Black => self.store.games.game(&answers, &[lost])?,
            Color::White => self.store.games.game(&[lost], &answers)?,
        })
    }

    /// The stones after a play on an empty point, and those it captures; `None` for suicide.
    fn play(&self, stones: &Stones, color: Color, index: usize) -> Option<(Stones, u64)> {
        self.area(stones)
            .play_whole(&self.region.graph, color, index)
    }
}
