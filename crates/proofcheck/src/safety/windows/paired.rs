//! Areas of a window in which the owner answers by pairs of points, without a walk: to a play of the other color on one
//! point of a pair with the other one, to any other play with a pass.
//!
//! An *area* is a part of a window between the stones that are joined to walls. What the other color could surround
//! there is a *closed* set: connected, with everything of the owner that lies beside it. A pair with both points beside
//! such a set keeps it from being surrounded, because the other color never holds both. Theorems 4 to 6 of
//! `docs/design/windows.md` have what follows. A check is a search for closed sets and for ways that no pair forbids.

use crate::board::{points, set};
use crate::grid::Grid;
use crate::safety::format::PairedLine;
use crate::set::Set;

/// Most closed sets and ways that are looked at in an area.
const MOST_STEPS: usize = 200_000;

/// Most points in which the other color may have its only eye.
const MOST_GRANTED: usize = 6;

/// An area and what the pairs in it are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paired {
    /// One of its points.
    pub at: usize,
    /// The pairs.
    pub pairs: Vec<[usize; 2]>,
    /// How many eyes the walls around it have here; nothing if the pairs keep territory alone.
    pub eyes: Option<usize>,
    /// A point of each eye; none if the area is an eye as a whole.
    pub spots: Set,
    /// Where the other color may have its only eye.
    pub granted: Set,
}

/// What is around an area, and in it.
#[derive(Clone, Debug)]
pub(super) struct PairedArea {
    pub(super) grid: Grid,
    /// The area.
    pub(super) points: Set,
    /// Points of it without stones.
    pub(super) empty: Set,
    /// Stones of the owner in it, none of which is joined to a wall.
    pub(super) loose: Set,
    /// Points of it that touch the outside.
    pub(super) open: Set,
    /// Walls around it, with the stones that join them, which are linked and get eyes here.
    pub(super) parts: Vec<Set>,
    /// Points of it beside walls around it that live.
    pub(super) beside_alive: Set,
    /// Points of it beside any walls.
    pub(super) beside_walls: Set,
    /// Points of it in which the other color gets no two eyes.
    pub(super) territory: Set,
}

/// More sets and ways than are looked at.
struct TooMany;

impl Paired {
    /// The area that a line describes; `None` if it names a point twice, or one that is not on the board.
    #[must_use]
    pub fn read(grid: &Grid, line: &PairedLine) -> Option<Self> {
        let pair = |(p, q): &(String, String)| Some([grid.point(p)?, grid.point(q)?]);
        Some(Self {
            at: *points(grid, std::slice::from_ref(&line.at))?.first()?,
            pairs: line.pairs.iter().map(pair).collect::<Option<_>>()?,
            eyes: line.count,
            spots: set(grid, &line.spots).ok()?,
            granted: set(grid, &line.granted).ok()?,
        })
    }

    /// Whether the pairs keep what they are for in the area that holds the point.
    pub(super) fn holds(&self, area: &PairedArea) -> bool {
        let pairs: Vec<Set> = self
            .pairs
            .iter()
            .map(|pair| pair.iter().copied().collect())
            .collect();
        let paired: Set = self.pairs.iter().flatten().copied().collect();
        let is_sound = paired.len() == 2 * pairs.len()
            && paired.is_within(area.empty)
            && self.spots.is_within(area.points - area.loose - paired)
            && self.granted.is_within(area.empty - paired)
            && self.granted.len() <= MOST_GRANTED;
        let keeper = |parts: &[Set], beside_alive: Set| Keeper {
            area,
            pairs: pairs.clone(),
            paired,
            friends: parts.iter().fold(area.loose, |all, &part| all | part),
            parts: parts.to_vec(),
            beside_alive,
            n_steps: 0,
        };
        let territory = area.territory - area.loose;
        let keeps_walls = || {
            self.eyes.is_none_or(|n_eyes| {
                let mut keeper = keeper(&area.parts, area.beside_alive);
                keeper.keeps_walls(n_eyes, self.spots).unwrap_or(false)
            })
        };
        let keeps_rest = || {
            let is_needed = self.eyes.is_none() || !territory.is_empty();
            let mut keeper = keeper(&[], area.beside_walls);
            !is_needed
                || keeper
                    .keeps_territory(territory, self.granted)
                    .unwrap_or(false)
        };
        is_sound && (self.eyes.is_some() || self.spots.is_empty()) && keeps_walls() && keeps_rest()
    }
}

/// A look at the closed sets and ways of an area.
struct Keeper<'a> {
    area: &'a PairedArea,
    pairs: Vec<Set>,
    /// The points of all pairs.
    paired: Set,
    /// What belongs to a closed set that it lies beside: stones of the owner in the area, and the parts.
    friends: Set,
    parts: Vec<Set>,
    beside_alive: Set,
    n_steps: usize,
}

impl Keeper<'_> {
    fn step(&mut self) -> Result<(), TooMany> {
        self.n_steps += 1;
        if self.n_steps > MOST_STEPS {
            return Err(TooMany);
        }
        Ok(())
    }

    /// Whether all parts keep a liberty here until they are joined, and so many eyes together.
    fn keeps_walls(&mut self, n_eyes: usize, spots: Set) -> Result<bool, TooMany> {
        let is_whole_eye = n_eyes == 1 && spots.is_empty() && self.area.open.is_empty();
        let has_spots = spots.len() == n_eyes || is_whole_eye;
        let may_have_eyes = self.beside_alive.is_empty() && !self.parts.is_empty();
        if n_eyes > 2 || !has_spots || n_eyes > 0 && !may_have_eyes {
            return Ok(false);
        }
        for spot in spots.points() {
            let spot = Set::of(spot);
            if self.has_way(spot, (spots - spot) | self.area.open, Set::EMPTY)? {
                return Ok(false);
            }
        }
        let mut seeds = self.paired | self.area.loose;
        for &part in &self.parts {
            seeds |= part.first().map_or(Set::EMPTY, Set::of);
        }
        if is_whole_eye {
            seeds |= self.area.points;
        }
        for spot in spots.points() {
            seeds |= self.reached(Set::of(spot))?;
        }
        Ok(!self.may_surround(seeds, Set::EMPTY)?)
    }

    /// Whether the other color never has two eyes in the territory, and takes no stones of the owner here.
    fn keeps_territory(&mut self, territory: Set, granted: Set) -> Result<bool, TooMany> {
        if self.has_way(territory, self.area.open, Set::EMPTY)? {
            return Ok(false);
        }
        let reached = self.reached(territory)?;
        let seeds = (self.paired | self.area.loose | reached) - granted;
        Ok(!self.may_surround(seeds, Set::EMPTY)? && self.is_one_eye(granted))
    }

    /// Whether the other color may surround a closed set with a point of `seeds`.
    fn may_surround(&mut self, seeds: Set, mut barred: Set) -> Result<bool, TooMany> {
        for seed in seeds.points() {
            let seed = Set::of(seed);
            if self.surrounds(seed, barred)? {
                return Ok(true);
            }
            barred |= seed;
        }
        Ok(false)
    }

    /// Whether the other color may surround a closed set that contains `points` and nothing that is barred.
    fn surrounds(&mut self, points: Set, barred: Set) -> Result<bool, TooMany> {
        self.step()?;
        let area = self.area;
        let points = points | area.grid.flood(area.grid.spread(points), self.friends);
        let joins_all = self.beside_alive.is_empty()
            && !self.parts.is_empty()
            && self.parts.iter().all(|part| part.meets(points));
        if joins_all || points.meets(barred | self.beside_alive) {
            return Ok(false);
        }
        let around = (area.grid.spread(points) & area.points) - points;
        let pair = self.pairs.iter().find(|pair| pair.is_within(around));
        let Some((one, two)) = pair.copied().and_then(halves) else {
            return Ok(true);
        };
        Ok(self.surrounds(points | one, barred)? || self.surrounds(points | two, barred | one)?)
    }

    /// Whether a way without both points of any pair, and without the owner's stones and what is barred, leads from a
    /// point of one set to a point of another.
    fn has_way(&mut self, from: Set, to: Set, barred: Set) -> Result<bool, TooMany> {
        self.step()?;
        let Some(way) = self.way(from, to, barred) else {
            return Ok(false);
        };
        let pair = self.pairs.iter().find(|pair| pair.is_within(way));
        let Some((one, two)) = pair.copied().and_then(halves) else {
            return Ok(true);
        };
        Ok(self.has_way(from, to, barred | one)? || self.has_way(from, to, barred | two)?)
    }

    /// A shortest way, whatever pairs it uses.
    fn way(&self, from: Set, to: Set, barred: Set) -> Option<Set> {
        let grid = &self.area.grid;
        let passable = self.area.points - self.area.loose - barred;
        let mut layers = vec![from & passable];
        let mut reached = layers[0];
        while !reached.meets(to) {
            let next = (grid.spread(reached) & passable) - reached;
            if next.is_empty() {
                return None;
            }
            reached |= next;
            layers.push(next);
        }
        let mut place = Set::of((reached & to).first()?);
        let mut way = place;
        for &layer in layers.iter().rev().skip(1) {
            place = Set::of((grid.spread(place) & layer).first()?);
            way |= place;
        }
        Some(way)
    }

    /// The points to which such a way leads from a set.
    fn reached(&mut self, from: Set) -> Result<Set, TooMany> {
        let passable = self.area.points - self.area.loose;
        let mut reached = from & passable;
        for point in (self.area.grid.flood(from, passable) - from).points() {
            let point = Set::of(point);
            if self.has_way(from, point, Set::EMPTY)? {
                reached |= point;
            }
        }
        Ok(reached)
    }

    /// Whether the other color never has two eyes at the same time on some empty points.
    fn is_one_eye(&self, granted: Set) -> bool {
        let (grid, points) = (&self.area.grid, self.area.points);
        let names: Vec<usize> = granted.points().collect();
        let chosen = |code: usize| -> Set {
            let names = names.iter().enumerate();
            names
                .filter(|(n, _)| code >> n & 1 != 0)
                .map(|(_, &point)| point)
                .collect()
        };
        let around = |eye: Set| (grid.spread(eye) & points) - eye;
        let is_kept = |around: Set| self.pairs.iter().any(|pair| pair.is_within(around));
        let is_eye = |&eye: &Set| {
            let first = eye.first().map_or(Set::EMPTY, Set::of);
            let beside = around(eye);
            grid.flood(first, eye) == eye
                && !is_kept(beside)
                && !eye.meets(self.beside_alive)
                && !beside.meets(self.friends)
        };
        let eyes: Vec<Set> = (1..1 << names.len()).map(chosen).filter(is_eye).collect();
        let excludes =
            |one: Set, two: Set| grid.spread(one).meets(two) || is_kept(around(one) | around(two));
        eyes.iter()
            .all(|&one| eyes.iter().all(|&two| excludes(one, two)))
    }
}

/// The two points of a pair.
fn halves(pair: Set) -> Option<(Set, Set)> {
    let one = Set::of(pair.first()?);
    Some((one, pair - one))
}
