//! The board taken apart: stones that nothing can capture, points that are settled, and the regions between.
//!
//! *Walls.* A wall must stay on the board whatever either color plays, however often, in the regions that it touches.
//! So an eye counts only if its owner never has to play in it and never gains by it: a region that is finished as
//! [`super::area`] defines it, all of whose empty points are liberties of the block. The walls of a color are the
//! blocks that Benson's algorithm (1976) leaves when no other eyes are counted. Some blocks are no walls: those that
//! need an eye in an open region, that depend on a socket, or that share liberties with other blocks. They are loose
//! stones of their region. Regions that they join are one region.
//!
//! A larger territory is an eye as well if its owner can answer every play there by a miai pair that lies there too
//! ([`closed_safety`](crate::safety::closed_safety)). An answer undoes a play, a play without an answer costs the
//! opponent a point, and the owner can't get more than all points. So such a territory is the integer that it counts,
//! as if it were finished.
//!
//! *Regions* are the connected parts of the rest. They touch nothing but walls, and no play in one region changes a
//! liberty, a capture or a suicide in another one. So the board is their sum. Ko is the exception; see [`super::ko`].

use super::area::{LocalArea, MOST_POINTS, PointGraph, ones};
use super::worth::RegionWorth;
use crate::base::Budget;
use crate::board::{BlockId, Board, Color, PerColor, Point, PointSet};
use crate::region::closed_safety_by_search;
use crate::safety::{Pair, Regions, StaticSafety, closed_part, static_safety};

/// Nodes for the search for the walls of one color.
const WALL_NODES: u64 = 100_000;

/// One independent region that is open to play.
#[derive(Clone, Debug)]
pub struct EndgameRegion {
    /// The points in the order of the graph, ascending.
    pub points: Vec<Point>,
    /// Which points are neighbors.
    pub graph: PointGraph,
    /// Stones and contacts.
    pub area: LocalArea,
}

/// A region that is too large to be searched: it has more than `MOST_POINTS` points.
#[derive(Clone, Debug)]
pub struct Expanse {
    /// Its points.
    pub points: PointSet,
    /// The most points that each color can get there.
    pub most: PerColor<i32>,
    /// Its estimated worth, if that was requested and found.
    pub worth: Option<RegionWorth>,
}

/// A board taken apart.
#[derive(Clone, Debug, Default)]
pub struct Partition {
    /// Stones that nothing can capture.
    pub walls: PerColor<PointSet>,
    /// Points that a color owns for good, with the dead enemy stones and the [`Self::loose`] stones on them.
    pub territory: PerColor<PointSet>,
    /// Stones of each color inside its own territory that the opponent could capture, but without any gain.
    pub loose: PerColor<PointSet>,
    /// The dead stones of each color in the territory of the other.
    pub dead: PerColor<PointSet>,
    /// Pairs in the territory of each color: the owner has to answer a play of the opponent on one point with a play
    /// on the other.
    pub pairs: PerColor<Vec<Pair>>,
    /// The part of the territory of each color where the owner's answer to a play of the opponent has to be read out.
    pub read: PerColor<PointSet>,
    /// Points of Black less points of White in the territory. Dead stones count two points.
    pub score: i32,
    /// The open regions, in order of their first points.
    pub regions: Vec<EndgameRegion>,
    /// The open regions that are too large.
    pub expanses: Vec<Expanse>,
    /// Whether walls and territory were assumed and not proved.
    pub is_assumed: bool,
}

impl EndgameRegion {
    /// The result of a play on a point of the region; `None` if the play is not possible.
    #[must_use]
    pub fn play(&self, color: Color, point: Point) -> Option<super::area::AreaPlay> {
        let index = self.points.binary_search(&point).ok()?;
        self.area.play(&self.graph, color, index)
    }

    /// Its points as a set.
    #[must_use]
    pub fn point_set(&self) -> PointSet {
        self.points.iter().copied().collect()
    }

    /// Its empty points.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        ones(self.area.empty()).map(|index| self.points[index])
    }
}

impl Partition {
    /// Takes a board apart. About ten milliseconds on a full board, nearly all of it for the safety of stones.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self::within(board, &Budget::unlimited())
    }

    fn within(board: &Board, limits: &Budget) -> Self {
        let safety = PerColor::from_fn(|color| static_safety(board, color));
        Self::from_safety(board, &safety, limits)
    }

    /// Takes a board apart whose static safety is already known. Searches for more walls take up to half a second.
    /// If the time of `limits` or a cancel ends them, fewer walls are found, and what is found is proved.
    #[must_use]
    pub fn from_safety(board: &Board, safety: &PerColor<StaticSafety>, limits: &Budget) -> Self {
        let mut partition = Self {
            walls: PerColor::from_fn(|color| walls(board, color)),
            ..Self::default()
        };
        let mut rest: PointSet = board.size().points().collect();
        for color in Color::BOTH {
            let by_pairs = closed_part(board, color, &safety[color]);
            let mut budget = limits.renewed(WALL_NODES);
            let safety = closed_safety_by_search(board, color, &by_pairs, &mut budget);
            partition.walls[color] |= safety.stones;
            let territory = safety.territory - partition.walls[color];
            partition.add_territory(board, color, &territory);
            partition.pairs[color] = safety.pairs;
            partition.read[color] = territory - by_pairs.territory;
            rest -= partition.walls[color] | safety.territory;
        }
        partition.add_parts(board, rest);
        partition
    }

    /// Takes a board apart along these stones and territories, which are assumed to be safe and not proved.
    #[must_use]
    pub fn along(
        board: &Board,
        stones: &PerColor<PointSet>,
        territory: &PerColor<PointSet>,
    ) -> Self {
        let mut partition = Self {
            walls: *stones,
            is_assumed: true,
            ..Self::default()
        };
        let mut rest: PointSet = board.size().points().collect();
        for color in Color::BOTH {
            partition.add_territory(board, color, &territory[color]);
            rest -= stones[color] | territory[color];
        }
        partition.add_parts(board, rest);
        partition
    }

    /// The same partition with the regions of these numbers, and all that are too large, taken apart further along
    /// stones and territories that are assumed to be safe. All else stays as it is proved.
    #[must_use]
    pub fn granting(
        &self,
        board: &Board,
        open: &[usize],
        stones: &PerColor<PointSet>,
        territory: &PerColor<PointSet>,
    ) -> Self {
        let mut granted = self.clone();
        granted.is_assumed = true;
        granted.regions.clear();
        let mut parts: Vec<PointSet> = Vec::new();
        for (number, region) in self.regions.iter().enumerate() {
            if open.contains(&number) {
                parts.push(region.point_set());
            } else {
                granted.regions.push(region.clone());
            }
        }
        let expanses = std::mem::take(&mut granted.expanses);
        parts.extend(expanses.iter().map(|expanse| expanse.points));
        for part in parts {
            let mut rest = part;
            for color in Color::BOTH {
                granted.walls[color] |= stones[color] & part;
                granted.add_territory(board, color, &(territory[color] & part));
                rest -= stones[color] | territory[color];
            }
            granted.add_parts(board, rest);
        }
        granted
            .regions
            .sort_by_key(|region| region.points.first().copied());
        granted
    }

    /// Empty points of the largest open region; `usize::MAX` if a region is too large to be searched.
    #[must_use]
    pub fn largest(&self) -> usize {
        if !self.expanses.is_empty() {
            return usize::MAX;
        }
        let sizes = self
            .regions
            .iter()
            .map(|region| region.area.empty().count_ones());
        sizes.max().unwrap_or(0) as usize
    }

    /// The point where `color` has to answer the opponent's play on `point` in the territory of `color`; `after` is
    /// the board after that play. If no pair gives the answer, plays are tried until one restores all walls and the
    /// territory; at the end of the time of `limits`, or after a cancel, there is no such answer.
    #[must_use]
    pub fn answer(
        &self,
        after: &Board,
        color: Color,
        point: Point,
        limits: &Budget,
    ) -> Option<Point> {
        let paired = self.pairs[color].iter().find_map(|&[p, q]| match point {
            _ if point == p => Some(q),
            _ if point == q => Some(p),
            _ => None,
        });
        if paired.is_some() || !self.read[color].contains(point) {
            return paired;
        }
        let near = flood(point, &self.read[color]);
        let far = self.read[color] - near;
        let mut answers = near
            .iter()
            .chain(&far)
            .take_while(|_| limits.check().is_ok());
        answers.find(|&answer| {
            let mut restored = after.clone();
            restored.play(color, answer).is_ok() && {
                let partition = Self::within(&restored, limits);
                let owned = partition.walls[color] | partition.territory[color];
                (self.walls[color] | self.territory[color]).is_subset(&owned)
            }
        })
    }

    /// The number of the open region that holds a point.
    #[must_use]
    pub fn region_of(&self, point: Point) -> Option<usize> {
        self.regions
            .iter()
            .position(|region| region.points.binary_search(&point).is_ok())
    }

    /// The finished area that holds a point, and its score: points of Black less points of White.
    #[must_use]
    pub fn finished_at(&self, point: Point) -> Option<(i32, PointSet)> {
        let owner = Color::BOTH
            .into_iter()
            .find(|&color| self.territory[color].contains(point))?;
        let area = flood(point, &self.territory[owner]);
        let count = |set: &PointSet| i32::try_from((area & *set).len()).unwrap_or(i32::MAX);
        let n_points =
            count(&area) - count(&self.loose[owner]) + count(&self.dead[owner.opponent()]);
        Some((owner.sign() * n_points, area))
    }

    /// Adds territory of `color`: points inside its safe stones. Loose stones of `color` may stand on them.
    fn add_territory(&mut self, board: &Board, color: Color, points: &PointSet) {
        let of = |color: Color| board.points_of(color).collect::<PointSet>() & *points;
        let (own, dead) = (of(color), of(color.opponent()));
        let count = |set: &PointSet| i32::try_from(set.len()).unwrap_or(i32::MAX);
        self.score += color.sign() * (count(points) - count(&own) + count(&dead));
        self.territory[color] |= *points;
        self.loose[color] |= own;
        self.dead[color.opponent()] |= dead;
    }

    /// Adds the connected parts of `rest`, the points that are neither wall nor territory.
    fn add_parts(&mut self, board: &Board, mut rest: PointSet) {
        while let Some(first) = rest.first() {
            let part = flood(first, &rest);
            rest -= part;
            self.add(board, &part);
        }
    }

    fn add(&mut self, board: &Board, part: &PointSet) {
        // Proved territory lies behind walls. Assumed territory may not, and then acts as a wall.
        let contact =
            PerColor::from_fn(|color| (self.walls[color] | self.territory[color]).spread() & *part);
        let stones =
            PerColor::from_fn(|color| board.points_of(color).collect::<PointSet>() & *part);
        if part.len() > MOST_POINTS {
            self.add_large(part, &stones, &contact);
            return;
        }
        let points: Vec<Point> = part.iter().collect();
        let bits = |set: &PointSet| {
            let is_in = points
                .iter()
                .enumerate()
                .filter(|(_, point)| set.contains(**point));
            is_in.fold(0, |all, (index, _)| all | 1 << index)
        };
        let area = LocalArea {
            points: bits(part),
            stones: PerColor::from_fn(|color| bits(&stones[color])),
            contact: PerColor::from_fn(|color| bits(&contact[color])),
        };
        let graph = PointGraph::new(points.iter().map(|point| (point.x(), point.y())).collect());
        let settled = area.settle(&graph);
        self.score += settled.score;
        let mut closed = *part;
        for area in &settled.open {
            let region = region(&points, area);
            closed -= region.point_set();
            self.regions.push(region);
        }
        for color in Color::BOTH {
            self.territory[color].extend(ones(settled.territory[color]).map(|index| points[index]));
        }
        for color in Color::BOTH {
            // Stones that are neither in an open part nor in territory live.
            let owned = self.territory[Color::Black] | self.territory[Color::White];
            self.walls[color] |= (stones[color] & closed) - owned;
            self.dead[color] |= stones[color] & self.territory[color.opponent()];
        }
    }

    fn add_large(
        &mut self,
        part: &PointSet,
        stones: &PerColor<PointSet>,
        contact: &PerColor<PointSet>,
    ) {
        let n_stones = stones[Color::Black].len() + stones[Color::White].len();
        let most = PerColor::from_fn(|color| {
            let n = part.len() - n_stones + 2 * stones[color.opponent()].len();
            i32::try_from(n).unwrap_or(i32::MAX)
        });
        let owner = Color::BOTH.into_iter().find(|&color| {
            contact[color.opponent()].is_empty()
                && stones[color].is_empty()
                && (*part - contact[color]).len() <= 1
        });
        match owner {
            Some(color) => {
                self.territory[color] |= *part;
                self.dead[color.opponent()] |= stones[color.opponent()];
                self.score += color.sign() * most[color];
            }
            None => self.expanses.push(Expanse {
                points: *part,
                most,
                worth: None,
            }),
        }
    }
}

/// An open part of a larger graph as a region of its own.
fn region(points: &[Point], area: &LocalArea) -> EndgameRegion {
    let indices: Vec<usize> = ones(area.points).collect();
    let points: Vec<Point> = indices.iter().map(|&index| points[index]).collect();
    let narrow = |set: u64| {
        let is_in = indices
            .iter()
            .enumerate()
            .filter(|&(_, &index)| set >> index & 1 != 0);
        is_in.fold(0, |all, (at, _)| all | 1 << at)
    };
    EndgameRegion {
        graph: PointGraph::new(points.iter().map(|point| (point.x(), point.y())).collect()),
        area: LocalArea {
            points: narrow(area.points),
            stones: PerColor::from_fn(|color| narrow(area.stones[color])),
            contact: PerColor::from_fn(|color| narrow(area.contact[color])),
        },
        points,
    }
}

/// The part of a set that is connected with a point of it.
pub(super) fn flood(first: Point, within: &PointSet) -> PointSet {
    let mut found = PointSet::from_iter([first]);
    loop {
        let grown = found.spread() & *within;
        if grown == found {
            return found;
        }
        found = grown;
    }
}

/// The stones of `color` that live by finished eyes alone.
fn walls(board: &Board, color: Color) -> PointSet {
    let regions = Regions::new(board, color);
    let mut blocks: Vec<(PointSet, BlockId)> = regions
        .heads()
        .iter()
        .map(|&head| (board.stones(head).collect(), board.block_id(head)))
        .collect();
    let enclosing: Vec<PointSet> = regions
        .iter()
        .map(|region| {
            let ids = region.enclosing_blocks(board, color);
            ids.iter()
                .flat_map(|&id| board.stones(board.block(id).head()))
                .collect()
        })
        .collect();
    loop {
        let alive = blocks
            .iter()
            .fold(PointSet::EMPTY, |all, (stones, _)| all | *stones);
        let near = alive.spread();
        let eyes: Vec<_> = regions
            .iter()
            .zip(&enclosing)
            .filter(|(region, around)| {
                around.is_subset(&alive) && (region.points - near).len() <= 1
            })
            .map(|(region, _)| region)
            .collect();
        let n_before = blocks.len();
        blocks.retain(|(_, id)| {
            let vital = eyes.iter().filter(|eye| eye.healthy_for.contains(id));
            vital.count() >= 2
        });
        if blocks.len() == n_before {
            return alive;
        }
    }
}
