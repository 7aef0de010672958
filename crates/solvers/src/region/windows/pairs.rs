//! Pairs of empty points that keep the duties of a window without search: to a play on one point of a pair the owner
//! answers on the other.
//!
//! What could be *enclosed*, that is surrounded by the opponent alone, is a connected set of points, stones of the
//! owner and walls. If each such set has both points of a pair beside it, none is ever enclosed: no stone is captured,
//! no wall is cut off, the opponent has no eye. The theorems stand in `docs/design/windows.md`.
//!
//! Pairs are found by looking for what breaks the condition: a set that can be enclosed needs a pair beside it. This
//! is a search of depth first with a limit of steps.

use super::super::region_board::{Mask, bits};
use super::window::{MOST_WALLS, Stones, Window};

/// Most points in which the opponent may have its only eye.
const MOST_GRANTED: u32 = 6;
/// Most pairs that are tried for one set that could be enclosed.
const MOST_CHOICES: usize = 5;
/// Most pairs of spots that are tried.
const MOST_SPOTS: usize = 5;
/// Steps for one attempt.
const ATTEMPT: u32 = 4_000;
/// Most places where a single eye is looked for, and how far it extends at most.
const MOST_LOCAL: usize = 20;
const RADII: [u32; 2] = [2, 3];

/// A pair, as a set of two points.
pub(super) type Pair = Mask;

/// Pairs that reach a goal in an area.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct AreaPairs {
    pub(super) area: Mask,
    pub(super) pairs: Vec<Pair>,
    /// How many eyes the walls have that the pairs link; nothing if the goal is the territory alone.
    pub(super) n_eyes: Option<usize>,
    /// A point of each eye; none if the area is an eye as a whole.
    pub(super) spots: Mask,
    /// Points in which the opponent may have its only eye.
    pub(super) granted: Mask,
}

/// A part of a window that stones which stay leave over, and what is around it.
#[derive(Clone, Debug)]
pub(super) struct Ground<'a> {
    pub(super) window: &'a Window,
    pub(super) stones: Stones,
    pub(super) area: Mask,
    /// For each part of the walls around it that could be cut off: the points beside it.
    pub(super) parts: Vec<Mask>,
    /// The points beside walls that live.
    pub(super) alive: Mask,
    /// Points in which the opponent gets no two eyes, and from which it does not get out.
    pub(super) territory: Mask,
}

/// The duty of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The parts of the walls are linked, and the union of them has so many eyes.
    Walls(usize),
    /// The opponent has no two eyes.
    Territory,
}

/// A set of points that the opponent may enclose, or a way on which nothing divides two places: one pair is needed
/// among these points.
type Gap = Mask;

struct Search<'a> {
    ground: &'a Ground<'a>,
    /// Where the opponent may have an eye.
    granted: Mask,
    /// Points that have to be divided from each other, and from `open`.
    spots: Vec<u8>,
    /// What may not be joined with any spot.
    open: Mask,
    pairs: Vec<Pair>,
    steps: &'a mut u32,
}

/// The steps are used up.
#[derive(Clone, Copy, Debug)]
struct Exhausted;

impl Ground<'_> {
    /// Pairs that reach the goal, by at most `steps` steps, which are counted down.
    pub(super) fn pairs(&self, goal: Goal, steps: &mut u32) -> Option<AreaPairs> {
        if self.parts.len() >= MOST_WALLS {
            return None;
        }
        let open = self.area & self.window.open();
        let is_free = self.territory == 0;
        match goal {
            Goal::Territory => self.with_an_eye(open, steps),
            Goal::Walls(0) => {
                let open = if is_free { self.area } else { open };
                self.attempt(&[], 0, (open, &[]), steps)
            }
            Goal::Walls(n_eyes) => {
                let mut pairs = None;
                if n_eyes == 1 && open == 0 {
                    let whole = self.attempt(&[], 0, (0, &[]), steps);
                    pairs = whole.map(|found| AreaPairs {
                        n_eyes: Some(1),
                        ..found
                    });
                }
                if pairs.is_none() && is_free {
                    pairs = self.local_eyes(n_eyes, open, steps);
                }
                pairs.or_else(|| self.with_spots(n_eyes, open, steps))
            }
        }
    }

    /// Finds pairs that keep what is around together, then spots among the other points, then pairs that divide them;
    /// or else the spots first.
    fn with_spots(&self, n_eyes: usize, open: Mask, steps: &mut u32) -> Option<AreaPairs> {
        for granted in std::iter::once(0).chain(self.grants()) {
            let Some(base) = self.attempt(&[], granted, (open, &[]), steps) else {
                continue;
            };
            let base = base.pairs;
            let used = base.iter().fold(granted, |all, pair| all | pair);
            for spots in self.spots(n_eyes, open, used) {
                let found = self.attempt(&spots, granted, (open, &base), steps);
                if found.is_some() {
                    return found;
                }
            }
        }
        let choices = self.spots(n_eyes, open, 0);
        (choices.iter()).find_map(|spots| self.attempt(spots, 0, (open, &[]), steps))
    }

    /// Links first, then eyes that pairs divide from all that is far away, one by one.
    fn local_eyes(&self, n_eyes: usize, open: Mask, steps: &mut u32) -> Option<AreaPairs> {
        let base = self.attempt(&[], 0, (self.area, &[]), steps)?.pairs;
        let used = base.iter().fold(0, |all, pair| all | pair);
        let mut found: Vec<(u8, Mask, Vec<Pair>)> = Vec::new();
        for spot in self.corners(open, used).into_iter().take(MOST_LOCAL) {
            let eye = RADII.iter().find_map(|&radius| {
                let far = self.area & !self.ball(1 << spot, radius) | open;
                let pairs = self.attempt(&[spot], 0, (far, &base), steps)?;
                Some((spot, far, pairs))
            });
            let Some((spot, far, pairs)) = eye else {
                continue;
            };
            if n_eyes == 1 {
                return Some(pairs);
            }
            let pairs = pairs.pairs;
            for (other, other_far, others) in &found {
                let mut all = pairs.clone();
                all.extend(others.iter().filter(|pair| !pairs.contains(pair)));
                let points = all.iter().fold(0, |all, pair| all | pair);
                let spots = 1 << spot | 1 << other;
                let is_disjoint = points.count_ones() as usize == 2 * all.len();
                if spots & points == 0 && is_disjoint {
                    let far = far & other_far;
                    let both = self.attempt(&[spot, *other], 0, (far | open, &all), steps);
                    if both.is_some() {
                        return both;
                    }
                }
            }
            found.push((spot, far, pairs));
        }
        None
    }

    /// All points of the area that are at most so far from some of its points.
    fn ball(&self, start: Mask, radius: u32) -> Mask {
        (0..radius).fold(start, |reached, _| {
            self.window.spread(reached) & self.area & !self.stones.own | reached
        })
    }

    /// Tries without an eye of the opponent, then with one in a corner or where nothing prevents it.
    fn with_an_eye(&self, open: Mask, steps: &mut u32) -> Option<AreaPairs> {
        let mut granted = std::iter::once(0).chain(self.grants());
        let found = granted.find_map(|granted| self.attempt(&[], granted, (open, &[]), steps))?;
        Some(AreaPairs {
            n_eyes: None,
            ..found
        })
    }

    fn attempt(
        &self,
        spots: &[u8],
        granted: Mask,
        (open, pairs): (Mask, &[Pair]),
        steps: &mut u32,
    ) -> Option<AreaPairs> {
        let mut part = ATTEMPT.min(*steps);
        let before = part;
        let mut search = Search {
            ground: self,
            granted,
            spots: spots.to_vec(),
            open,
            pairs: pairs.to_vec(),
            steps: &mut part,
        };
        let is_found = search.solve().unwrap_or(false);
        let pairs = search.pairs;
        *steps -= before - part;
        is_found.then(|| AreaPairs {
            area: self.area,
            pairs,
            n_eyes: Some(spots.len()),
            spots: spots.iter().fold(0, |all, &spot| all | 1 << spot),
            granted,
        })
    }

    fn empty(&self) -> Mask {
        self.window.empty(self.stones) & self.area
    }

    /// Points in which the opponent may be granted its only eye: those where it can't be prevented by any pair.
    fn grants(&self) -> Vec<Mask> {
        let beside = self.parts.iter().fold(self.alive, |all, part| all | part);
        let inner = self.empty() & !beside;
        let n_ways = |point: u8| (self.window.spread(1 << point) & !(1 << point)).count_ones();
        let mut grants: Vec<Mask> = Vec::new();
        let mut certain = 0;
        for point in bits(inner) {
            let around = self.window.spread(1 << point) & !(1 << point);
            if (around & self.empty()).count_ones() < 2 && around & self.stones.own == 0 {
                certain |= 1 << point;
            } else if n_ways(point) == 2 {
                grants.push(1 << point);
            }
        }
        if certain != 0 {
            grants.insert(0, certain);
            grants.push(self.window.spread(certain) & inner);
        }
        let corners = grants.clone();
        for corner in corners {
            for next in bits(self.window.spread(corner) & inner & !corner) {
                grants.push(corner | 1 << next);
            }
        }
        grants.retain(|granted| granted.count_ones() <= MOST_GRANTED);
        grants.dedup();
        grants
    }

    /// Sets of points that are not `used`, far from each other, each of which may be an eye.
    fn spots(&self, n: usize, open: Mask, used: Mask) -> Vec<Vec<u8>> {
        let mut corners = self.corners(open, used);
        if n == 1 {
            corners.sort_by_key(|&point| std::cmp::Reverse(self.distance(1 << point, open)));
            corners.truncate(MOST_SPOTS);
            return corners.into_iter().map(|point| vec![point]).collect();
        }
        corners.truncate(12);
        let mut found: Vec<(u32, Vec<u8>)> = Vec::new();
        for (k, &one) in corners.iter().enumerate() {
            for &two in &corners[k + 1..] {
                let apart = self.distance(1 << one, 1 << two);
                let outside = self.distance(1 << one | 1 << two, open);
                if apart > 1 {
                    found.push((apart.min(6).min(2 * outside), vec![one, two]));
                }
            }
        }
        found.sort_by_key(|&(distance, _)| std::cmp::Reverse(distance));
        found.truncate(MOST_SPOTS);
        found.into_iter().map(|(_, spots)| spots).collect()
    }

    /// Points that are not `used` and do not touch what is open, those with few neighbors in the area first.
    fn corners(&self, open: Mask, used: Mask) -> Vec<u8> {
        let free = self.area & !self.stones.own & !self.window.spread(open) & !used;
        let mut corners: Vec<u8> = bits(free).collect();
        corners.sort_by_key(|&point| {
            let around = self.window.spread(1 << point) & !(1 << point) & self.area;
            (around.count_ones(), point)
        });
        corners
    }

    /// The number of steps from one set to another in the area; many if there is no way.
    fn distance(&self, from: Mask, to: Mask) -> u32 {
        let (mut reached, mut distance) = (from, 0);
        while reached & to == 0 {
            let next = self.window.spread(reached) & self.area & !self.stones.own | reached;
            if next == reached {
                return 99;
            }
            reached = next;
            distance += 1;
        }
        distance
    }
}

impl Search<'_> {
    fn step(&mut self) -> Result<(), Exhausted> {
        *self.steps = self.steps.checked_sub(1).ok_or(Exhausted)?;
        Ok(())
    }

    /// The points that pairs may still use.
    fn free(&self) -> Mask {
        let spots = self.spots.iter().fold(0, |all, &spot| all | 1 << spot);
        let used = self.pairs.iter().fold(spots, |all, pair| all | pair);
        self.ground.empty() & !used & !self.granted
    }

    /// Adds pairs until no gap is left; whether that is possible.
    fn solve(&mut self) -> Result<bool, Exhausted> {
        let free = self.free();
        let gaps = self.gaps()?;
        let Some(worst) = gaps
            .iter()
            .copied()
            .min_by_key(|gap| (gap & free).count_ones())
        else {
            return self.has_one_eye();
        };
        let mut choices: Vec<(usize, Pair)> = Vec::new();
        let points: Vec<u8> = bits(worst & free).collect();
        for (n, &one) in points.iter().enumerate() {
            for &two in &points[n + 1..] {
                let pair = 1 << one | 1 << two;
                let n_closed = gaps.iter().filter(|&&gap| gap & pair == pair).count();
                choices.push((n_closed, pair));
            }
        }
        choices.sort_by_key(|&(n_closed, pair)| (std::cmp::Reverse(n_closed), pair));
        choices.truncate(MOST_CHOICES);
        for (_, pair) in choices {
            self.pairs.push(pair);
            if self.solve()? {
                return Ok(true);
            }
            self.pairs.pop();
        }
        Ok(false)
    }

    /// What the condition still lacks; the search may stop early where nothing helps.
    fn gaps(&mut self) -> Result<Vec<Gap>, Exhausted> {
        let free = self.free();
        let mut gaps: Vec<Gap> = Vec::new();
        let territory = self.ground.territory & !self.ground.stones.own;
        if territory & self.open != 0 {
            gaps.push(0);
            return Ok(gaps);
        }
        if territory != 0
            && let Some(way) = self.way(territory, self.open, 0)?
        {
            gaps.push(way);
        }
        for n in 0..self.spots.len() {
            let from = 1 << self.spots[n];
            let others = self.spots[n + 1..].iter().fold(0, |all, &s| all | 1 << s);
            if let Some(way) = self.way(from, others | self.open | self.granted, 0)? {
                gaps.push(way);
            }
        }
        for part in 0..self.ground.parts.len() {
            if let Some(gap) = self.enclosable(0, 1 << part, 0)? {
                gaps.push(gap);
            }
        }
        let mut seen = self.granted;
        for point in bits(self.seeds()?) {
            if let Some(gap) = self.enclosable(1 << point, 0, seen)? {
                gaps.push(gap);
                if (gap & free).count_ones() < 2 {
                    break;
                }
            }
            seen |= 1 << point;
        }
        Ok(gaps)
    }

    /// Points of which every set that matters has one: all where the area is closed, stones of the opponent included,
    /// because they may be captured; else those that the owner comes to hold, and what may be the eye of a spot.
    fn seeds(&mut self) -> Result<Mask, Exhausted> {
        let all = self.ground.area & !self.granted;
        if self.open == 0 {
            return Ok(all);
        }
        let pairs = self.pairs.iter().fold(0, |all, pair| all | pair);
        let mut seeds = (pairs | self.ground.stones.own) & all;
        let spots = self.spots.iter().fold(0, |all, &spot| all | 1 << spot);
        let places = spots | self.ground.territory & !self.ground.stones.own;
        for point in bits(all & !seeds) {
            if places != 0 && self.way(places, 1 << point, 0)?.is_some() {
                seeds |= 1 << point;
            }
        }
        Ok(seeds)
    }

    /// A connected set with `points` and `parts`, without points in `excluded`, that no pair keeps from being enclosed:
    /// the points beside it.
    fn enclosable(
        &mut self,
        mut points: Mask,
        mut parts: u32,
        excluded: Mask,
    ) -> Result<Option<Gap>, Exhausted> {
        self.step()?;
        let ground = self.ground;
        let own = ground.stones.own & ground.area;
        let around = loop {
            let mut around = ground.window.spread(points);
            for (n, beside) in ground.parts.iter().enumerate() {
                if beside & points != 0 {
                    parts |= 1 << n;
                }
                if parts & 1 << n != 0 {
                    around |= beside;
                }
            }
            around &= ground.area & !points;
            if around & own == 0 {
                break around;
            }
            points |= ground.window.component(around & own, own);
        };
        let all_parts = (1 << ground.parts.len()) - 1;
        let is_whole = parts == all_parts && parts != 0 && ground.alive == 0;
        if points & ground.alive != 0 || is_whole || points & excluded & !self.granted != 0 {
            return Ok(None);
        }
        let Some(pair) = (self.pairs.iter().copied()).find(|pair| around & pair == *pair) else {
            return Ok(Some(around));
        };
        let one = pair & pair.wrapping_neg();
        let two = pair & !one;
        if excluded & one == 0 {
            let found = self.enclosable(points | one, parts, excluded)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        if excluded & two == 0 {
            return self.enclosable(points | two, parts, excluded | one);
        }
        Ok(None)
    }

    /// The points of a way from one set to another on which no pair has both its points.
    fn way(&mut self, from: Mask, to: Mask, forbidden: Mask) -> Result<Option<Gap>, Exhausted> {
        self.step()?;
        let ground = self.ground;
        let passable = ground.area & !ground.stones.own & !forbidden;
        let mut layers = vec![from];
        let mut reached = from;
        let target = loop {
            if reached & to != 0 {
                break reached & to;
            }
            let next = ground.window.spread(reached) & passable & !reached;
            if next == 0 {
                return Ok(None);
            }
            reached |= next;
            layers.push(next);
        };
        let mut place = target & target.wrapping_neg();
        let mut way = place;
        for layer in layers.iter().rev().skip(1) {
            let before = ground.window.spread(place) & layer;
            place = before & before.wrapping_neg();
            way |= place;
        }
        let Some(pair) = (self.pairs.iter().copied()).find(|pair| way & pair == *pair) else {
            return Ok(Some(way));
        };
        let one = pair & pair.wrapping_neg();
        let two = pair & !one;
        for point in [one, two] {
            let found = self.way(from, to, forbidden | point)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Whether the opponent never has two eyes in what is granted.
    fn has_one_eye(&self) -> Result<bool, Exhausted> {
        let ground = self.ground;
        let points: Vec<u8> = bits(self.granted & ground.empty()).collect();
        let beside = ground
            .parts
            .iter()
            .fold(ground.alive, |all, part| all | part);
        let mut eyes: Vec<(Mask, Mask)> = Vec::new();
        for code in 1u32..1 << points.len() {
            let chosen = points
                .iter()
                .enumerate()
                .filter(|(n, _)| code & 1 << n != 0);
            let eye = chosen.fold(0, |eye, (_, point)| eye | 1 << point);
            let around = ground.window.spread(eye) & !eye;
            let is_connected = ground.window.component(eye & eye.wrapping_neg(), eye) == eye;
            let is_kept = self.pairs.iter().any(|pair| around & pair == *pair);
            if is_connected && !is_kept && eye & beside == 0 && around & ground.stones.own == 0 {
                eyes.push((eye, around));
            }
        }
        let is_good = |&(one, around): &(Mask, Mask)| {
            eyes.iter().all(|&(other, beside)| {
                let all = around | beside;
                other & (one | around) != 0 || self.pairs.iter().any(|pair| all & pair == *pair)
            })
        };
        Ok(eyes.iter().all(is_good))
    }
}
