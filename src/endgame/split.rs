//! The board taken apart: stones that nothing can capture, what is settled, and the regions between.
//!
//! *Walls.* A wall must stay on the board whatever is played in the regions that it touches, by either color and as
//! often as one likes. So only eyes count in which its owner never has to play and never wants to: regions that are
//! finished as [`super::area`] defines it, all of whose empty points are liberties of the block. The walls of a color
//! are what casting out (Benson 1976) leaves when no other eyes are counted. Blocks that need an eye in an open
//! region, that hang on a socket or share liberties with others are no walls: they are loose stones of their region,
//! and regions that they join are one.
//!
//! Larger territories are eyes as well if the owner can answer every play there by miai pairs that lie there too
//! ([`closed_safety`](crate::safety::closed_safety)): an answer undoes a play, a play without an answer costs the
//! opponent a point, and the owner can't get more than all. So such a territory is the integer that it counts, as if it
//! were finished.
//!
//! *Regions* are the connected parts of the rest. They touch nothing but walls, and no play in one changes a liberty,
//! a capture or a suicide in another one: the board is their sum. Ko is the exception; see [`super::ko`].

use super::area::{Area, Frame, MOST_POINTS, ones};
use super::outlook::Outlook;
use crate::base::{Budget, Color, PerColor, Point, PointSet};
use crate::board::{BlockId, Board};
use crate::region::closed_safety_by_search;
use crate::safety::{Pair, Regions, StaticSafety, closed_part, static_safety};

/// Budget of the search for walls of one color, in nodes.
const WALL_NODES: u64 = 100_000;

/// One independent region, open to play.
#[derive(Clone, Debug)]
pub struct Region {
    /// The points in the order of the frame, ascending.
    pub points: Vec<Point>,
    /// How the points lie.
    pub frame: Frame,
    /// Stones and contacts.
    pub area: Area,
}

/// A region too large to be looked into: [`MOST_POINTS`] is the limit.
#[derive(Clone, Debug)]
pub struct Expanse {
    /// Its points.
    pub points: PointSet,
    /// The most that each color can get there.
    pub most: PerColor<i32>,
    /// What it seems to be worth, if that was asked for and found.
    pub outlook: Option<Outlook>,
}

/// A board taken apart.
#[derive(Clone, Debug, Default)]
pub struct Partition {
    /// Stones that nothing can capture.
    pub walls: PerColor<PointSet>,
    /// Points that belong to a color for good, dead enemy stones and [`Self::loose`] ones included.
    pub territory: PerColor<PointSet>,
    /// Stones of each color inside its own territory that could be captured, at no gain.
    pub loose: PerColor<PointSet>,
    /// The dead stones of each color in the territory of the other.
    pub dead: PerColor<PointSet>,
    /// Pairs in the territory of each color: a play of the opponent on one point has to be answered on the other.
    pub pairs: PerColor<Vec<Pair>>,
    /// The part of the territory of each color in which the answer to a play of the opponent has to be read.
    pub read: PerColor<PointSet>,
    /// Points of Black less those of White in the territory, dead stones counted twice.
    pub score: i32,
    /// What is open, in order of the first points.
    pub regions: Vec<Region>,
    /// What is open and too large.
    pub expanses: Vec<Expanse>,
    /// Whether walls and territory were taken for granted instead of proved.
    pub is_granted: bool,
}

impl Region {
    /// The result of a play on a point of the region.
    #[must_use]
    pub fn play(&self, color: Color, point: Point) -> Option<super::area::Played> {
        let index = self.points.binary_search(&point).ok()?;
        self.area.play(&self.frame, color, index)
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

    /// Whether it is a single point between walls of both colors.
    #[must_use]
    pub fn is_dame(&self) -> bool {
        self.points.len() == 1
    }
}

impl Partition {
    /// Takes a board apart. About ten milliseconds on a full board, nearly all of it for the safety.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self::from_safety(
            board,
            &PerColor::from_fn(|color| static_safety(board, color)),
        )
    }

    /// Takes a board apart whose static safety is known.
    #[must_use]
    pub fn from_safety(board: &Board, safety: &PerColor<StaticSafety>) -> Self {
        let mut partition = Self {
            walls: PerColor::from_fn(|color| walls(board, color)),
            ..Self::default()
        };
        let mut rest: PointSet = board.size().points().collect();
        for color in Color::BOTH {
            let by_pairs = closed_part(board, color, &safety[color]);
            let mut budget = Budget::nodes(WALL_NODES);
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

    /// Takes a board apart along these stones and territories, which nobody has proved to stay what they are.
    #[must_use]
    pub fn along(
        board: &Board,
        stones: &PerColor<PointSet>,
        territory: &PerColor<PointSet>,
    ) -> Self {
        let mut partition = Self {
            walls: *stones,
            is_granted: true,
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

    /// Empty points of the largest open region; `usize::MAX` if one is too large.
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

    /// Where `color` has to answer the opponent's play on `point` in its territory, which has led to `after`. Without a
    /// pair for it, plays are tried until one restores all walls and the territory.
    #[must_use]
    pub fn answer(&self, after: &Board, color: Color, point: Point) -> Option<Point> {
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
        near.iter().chain(&far).find(|&answer| {
            let mut restored = after.clone();
            restored.play(color, answer).is_ok() && {
                let partition = Self::new(&restored);
                let owned = partition.walls[color] | partition.territory[color];
                (self.walls[color] | self.territory[color]).is_subset(&owned)
            }
        })
    }

    /// The open region of a point, if it lies in one.
    #[must_use]
    pub fn region_of(&self, point: Point) -> Option<usize> {
        self.regions
            .iter()
            .position(|region| region.points.binary_search(&point).is_ok())
    }

    /// The finished area of a point, if it lies in one, and what it counts: points of Black less those of White.
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

    /// Adds points inside safe stones of `color`, loose stones of that color among them.
    fn add_territory(&mut self, board: &Board, color: Color, points: &PointSet) {
        let of = |color: Color| board.points_of(color).collect::<PointSet>() & *points;
        let (own, dead) = (of(color), of(color.opponent()));
        let count = |set: &PointSet| i32::try_from(set.len()).unwrap_or(i32::MAX);
        self.score += color.sign() * (count(points) - count(&own) + count(&dead));
        self.territory[color] |= *points;
        self.loose[color] |= own;
        self.dead[color.opponent()] |= dead;
    }

    /// Adds the connected parts of what is neither wall nor territory.
    fn add_parts(&mut self, board: &Board, mut rest: PointSet) {
        while let Some(first) = rest.first() {
            let part = flood(first, &rest);
            rest -= part;
            self.add(board, &part);
        }
    }

    fn add(&mut self, board: &Board, part: &PointSet) {
        // Proved territory lies behind walls; granted territory may not, and stands for them.
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
        let area = Area {
            points: bits(part),
            stones: PerColor::from_fn(|color| bits(&stones[color])),
            contact: PerColor::from_fn(|color| bits(&contact[color])),
        };
        let frame = Frame::new(points.iter().map(|point| (point.x(), point.y())).collect());
        let settled = area.settle(&frame);
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
            // What is neither open nor inside territory lives.
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
                outlook: None,
            }),
        }
    }
}

/// An open part of a larger frame as a region of its own.
fn region(points: &[Point], area: &Area) -> Region {
    let indices: Vec<usize> = ones(area.points).collect();
    let points: Vec<Point> = indices.iter().map(|&index| points[index]).collect();
    let narrow = |set: u64| {
        let is_in = indices
            .iter()
            .enumerate()
            .filter(|&(_, &index)| set >> index & 1 != 0);
        is_in.fold(0, |all, (at, _)| all | 1 << at)
    };
    Region {
        frame: Frame::new(points.iter().map(|point| (point.x(), point.y())).collect()),
        area: Area {
            points: narrow(area.points),
            stones: PerColor::from_fn(|color| narrow(area.stones[color])),
            contact: PerColor::from_fn(|color| narrow(area.contact[color])),
        },
        points,
    }
}

/// The part of a set that is connected with a point.
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

/// The stones of a color that live by finished eyes alone.
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
