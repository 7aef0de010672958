//! How many points a color is ahead at least, whatever the other one plays: it answers in its windows, regions and
//! pairs, and plays as it likes on free areas beside them. See `docs/design/endgame.md`.

use super::free_area::{NodeId, Nodes};
use super::free_sum::FreeSum;
use super::window::Placed;
use super::{Kept, MOST_POINTS};
use crate::base::Budget;
use crate::board::{Board, Color, PerColor, Point, PointSet, Scoring};
use crate::safety::components;

/// Most empty points of a free area, and of a part of a larger one.
const MOST_EMPTY: usize = 9;
const MOST_EMPTY_IN_PART: usize = 6;
/// How far from walls points of larger areas lie.
const FAR: usize = 3;
/// Most positions of a free area.
const MOST_POSITIONS: usize = 40_000;

/// What a color is ahead by at least, and what shows it beside that which it keeps.
#[derive(Clone, Debug)]
pub struct SureLead {
    /// Points ahead, with all stones on the board counted by area rules, and without prisoners taken before by
    /// territory rules.
    pub points: i32,
    /// The free areas.
    pub areas: Vec<PointSet>,
    /// How many of these each group has, one after the other. A play of the opponent is answered in its group. If the
    /// owner moves first, it does so in the first group.
    pub groups: Vec<usize>,
}

/// How many points `owner` is ahead at least. `first` moves first. A node of the budget is a position of the sum of
/// free areas; without credit the owner only answers.
#[must_use]
pub fn sure_lead(
    board: &Board,
    owner: Color,
    kept: &PerColor<Kept>,
    scoring: Scoring,
    first: Color,
    budget: &mut Budget,
) -> SureLead {
    let own = &kept[owner];
    let areas = if board.allows_suicide() {
        Vec::new()
    } else {
        free_areas(board, owner, kept, first)
    };
    let mut ground = Ground {
        board,
        owner,
        walls: own.stones,
        scoring,
        nodes: Nodes::default(),
    };
    let chosen: Vec<Grown> = areas
        .into_iter()
        .flat_map(|area| ground.best(area))
        .collect();
    let nodes = ground.nodes;
    let used: Vec<PointSet> = chosen.iter().map(|grown| grown.area).collect();
    let grown: Vec<NodeId> = chosen.iter().map(|grown| grown.node).collect();
    let all = used.iter().fold(PointSet::EMPTY, |all, area| all | *area);
    let rest = PointSet::board(board.size()) - own.stones - own.territory - all;
    let here: i32 = chosen.iter().map(|grown| grown.here).sum();
    let lead = here + settled_lead(board, owner, own, &rest, scoring);
    let gain = FreeSum::new(&nodes).gain(&grown, first == owner, budget);
    SureLead {
        points: lead + gain.points,
        areas: gain.order.iter().map(|&place| used[place]).collect(),
        groups: gain.groups,
    }
}

/// A free area with its positions.
struct Grown {
    area: PointSet,
    node: NodeId,
    /// How many points the owner is ahead there now.
    here: i32,
}

/// The board on which areas are chosen, and the positions of all areas so far.
struct Ground<'a> {
    board: &'a Board,
    owner: Color,
    walls: PointSet,
    scoring: Scoring,
    nodes: Nodes,
}

impl Ground<'_> {
    /// The free areas on some points: with the stones of the owner there, which it then has to keep, or without them,
    /// whichever is worth more.
    fn best(&mut self, area: PointSet) -> Vec<Grown> {
        let stones: PointSet = self.board.points_of(self.owner).collect();
        let with = self.grow(area);
        if !area.intersects(&stones) {
            return with.into_iter().collect();
        }
        let parts = components(area - stones);
        let without: Vec<Grown> = parts.filter_map(|part| self.grow(part)).collect();
        let given = match self.scoring {
            Scoring::Area => 1,
            Scoring::Territory => 2,
        };
        let n_stones = i32::try_from((area & stones).len()).unwrap_or(i32::MAX);
        let worth = |grown: &Grown| grown.here + self.nodes.outlook(grown.node).local;
        let missing = area
            - stones
            - without
                .iter()
                .fold(PointSet::EMPTY, |all, grown| all | grown.area);
        let missing = i32::try_from(missing.len()).unwrap_or(i32::MAX);
        let worth_without: i32 =
            without.iter().map(worth).sum::<i32>() - given * n_stones - missing;
        match with {
            Some(with) if worth(&with) >= worth_without => vec![with],
            _ => without,
        }
    }

    /// A free area with all its positions; nothing if there are too many, or no empty point of it lies beside walls.
    fn grow(&mut self, area: PointSet) -> Option<Grown> {
        let empty: PointSet = self.board.empty_set();
        if !(self.walls.spread() & area).intersects(&empty) {
            return None;
        }
        let wall = |point| self.walls.contains(point).then_some(0);
        let placed = Placed::new(self.board, self.owner, &area, wall)?;
        if !placed.window.owner_breathes(placed.start) {
            return None;
        }
        let found = self
            .nodes
            .grow(&placed.window, placed.start, self.scoring, MOST_POSITIONS);
        let (node, here) = found?;
        Some(Grown { area, node, here })
    }
}

/// How many points the owner is ahead beside free areas: it holds its stones and its territory, and of the `rest` of
/// the board nothing but a point of each pair.
fn settled_lead(board: &Board, owner: Color, own: &Kept, rest: &PointSet, scoring: Scoring) -> i32 {
    let count = |set: PointSet| i32::try_from(set.len()).unwrap_or(i32::MAX);
    let stones = |color: Color| board.points_of(color).collect::<PointSet>();
    let (ours, theirs) = (stones(owner), stones(owner.opponent()));
    let beside = own.stones.spread();
    let is_shared = |pair: &&[Point; 2]| {
        let mut points = pair.iter();
        points
            .all(|point| rest.contains(*point) && beside.contains(*point) && board.is_empty(*point))
    };
    let n_shared = i32::try_from(own.pairs.iter().filter(is_shared).count()).unwrap_or(0);
    let held = match scoring {
        Scoring::Area => count(own.stones | own.territory) - count(*rest),
        Scoring::Territory => {
            let points = own.territory - own.stones;
            let here = count(points - ours) + count(points & theirs);
            here - count(*rest - ours - theirs) - 2 * count(*rest & ours)
        }
    };
    held + 2 * n_shared
}

/// Disjoint sets of points on which the owner may play as it likes: where it neither answers nor has walls, and where
/// the opponent is not safe.
fn free_areas(board: &Board, owner: Color, kept: &PerColor<Kept>, first: Color) -> Vec<PointSet> {
    let own = &kept[owner];
    let theirs = &kept[owner.opponent()];
    let mut free = PointSet::board(board.size())
        - own.stones
        - own.territory
        - own.answers
        - theirs.stones
        - theirs.territory;
    if let Some((color, ko)) = board.ko()
        && color == owner
        && first == owner
    {
        free.remove(ko);
    }
    let mut areas = Vec::new();
    for part in components(free) {
        divide(board, &own.stones, part, FAR, &mut areas);
    }
    areas
}

/// Cuts a connected set into areas that are small enough, if need be from points near the walls alone.
fn divide(board: &Board, walls: &PointSet, set: PointSet, far: usize, areas: &mut Vec<PointSet>) {
    let n_empty = |set: &PointSet| set.iter().filter(|point| board.is_empty(*point)).count();
    if n_empty(&set) <= MOST_EMPTY && set.len() <= MOST_POINTS {
        areas.push(set);
        return;
    }
    if far > 0 {
        let mut near = *walls;
        for _ in 0..far {
            near = near.spread() & (set | near);
        }
        for part in components(near & set) {
            divide(board, walls, part, far - 1, areas);
        }
        return;
    }
    let mut rest = set;
    while let Some(start) = rest.first() {
        let mut area = PointSet::from(start);
        loop {
            let more = (area.spread() & rest) - area;
            let fits =
                |area: &PointSet| n_empty(area) <= MOST_EMPTY_IN_PART && area.len() <= MOST_POINTS;
            let mut next = more.iter().map(|point| area | PointSet::from(point));
            let Some(next) = next.find(fits) else {
                break;
            };
            area = next;
        }
        rest -= area;
        areas.push(area);
    }
}
