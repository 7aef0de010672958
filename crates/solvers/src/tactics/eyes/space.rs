//! A small space cut out of a board, with the groups around it.

use std::cell::Cell;

use arrayvec::ArrayVec;

use super::ring::{Ring, stays};
use super::state::{MOST_POINTS, Mask, State};
use crate::board::{Board, Color, Point, PointSet};

/// Most points of a space before the cuts are added.
const MOST_INNER: usize = 11;

/// Most groups around a space.
const MOST_GROUPS: usize = 8;

/// Whether the groups around a space can be cut apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cuts {
    Possible,
    Ignored,
}

/// A space with the groups around it.
#[derive(Clone, Debug)]
pub(super) struct EyeRegion {
    pub(super) points: ArrayVec<Point, MOST_POINTS>,
    /// Neighbors of each point.
    pub(super) beside: ArrayVec<Mask, MOST_POINTS>,
    /// For each group of the owner, the points beside it; the main one first.
    pub(super) groups: ArrayVec<Mask, MOST_GROUPS>,
    /// Points at which the other side is connected with stones outside.
    pub(super) open: Mask,
    pub(super) start: State,
    /// States looked at so far.
    pub(super) n_nodes: Cell<u64>,
}

/// The points of a small space, the stones of the other color that are shut in included.
pub(super) fn inner(board: &Board, point: Point, owner: Color) -> Option<PointSet> {
    let fill = |space: &mut PointSet, from: Point| {
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            if !space.insert(at) {
                continue;
            }
            if space.len() > MOST_INNER {
                return false;
            }
            waiting.extend(
                at.neighbors()
                    .into_iter()
                    .filter(|&near| board.is_empty(near)),
            );
        }
        true
    };
    let mut space = PointSet::EMPTY;
    if board.is_empty(point) {
        if !fill(&mut space, point) {
            return None;
        }
    } else {
        space.extend(board.stones(point));
        for liberty in board.block_at(point)?.liberties().iter() {
            if !fill(&mut space, liberty) {
                return None;
            }
        }
    }
    // Each block of the other color beside the space either belongs to it, or is outside.
    let mut outside = PointSet::EMPTY;
    while let Some(near) = (space.spread() - space - outside)
        .iter()
        .find(|&near| board.color(near) == Some(owner.opponent()))
    {
        let mut larger = space;
        let block = board.block_at(near)?;
        larger.extend(board.stones(near));
        let is_shut_in = larger.len() <= MOST_INNER
            && block
                .liberties()
                .iter()
                .all(|liberty| larger.contains(liberty) || fill(&mut larger, liberty));
        if is_shut_in {
            space = larger;
        } else {
            outside.extend(board.stones(near));
        }
    }
    (space.len() <= MOST_INNER).then_some(space)
}

impl EyeRegion {
    /// Cuts out a space with the inner points; `None` if there are too many points or groups.
    pub(super) fn new(
        board: &Board,
        inner: &PointSet,
        owner: Color,
        cuts: Cuts,
        nodes: u64,
    ) -> Option<Self> {
        let mut space = *inner;
        let mut ring = Ring::new(board, owner, &space);
        match cuts {
            Cuts::Possible => ring.cut(&mut space, nodes),
            Cuts::Ignored => ring.join_all(),
        }
        ring.take_in(&mut space);
        ring.keep_near(&space);
        let groups = ring.groups(&space);
        if groups.is_empty() || groups.len() > MOST_GROUPS || space.len() > MOST_POINTS {
            return None;
        }
        let points: ArrayVec<Point, MOST_POINTS> = space.iter().collect();
        let mask = |is_in: &dyn Fn(Point) -> bool| {
            let mut mask = 0;
            for (n, &point) in points.iter().enumerate() {
                mask |= Mask::from(is_in(point)) << n;
            }
            mask
        };
        let is_outside = |near: Point| {
            !space.contains(near)
                && (board.is_empty(near) || board.color(near) == Some(owner.opponent()))
        };
        let is_open = |point: Point| {
            point.neighbors().into_iter().any(is_outside)
                && (!board.is_empty(point) || stays(board, owner.opponent(), point, nodes))
        };
        Some(Self {
            beside: points
                .iter()
                .map(|&point| mask(&|other| point.is_adjacent_to(other)))
                .collect(),
            groups: groups
                .iter()
                .map(|&group| mask(&|point| ring.is_beside(point, group)))
                .collect(),
            open: mask(&is_open),
            start: State {
                others: mask(&|point| board.color(point) == Some(owner.opponent())),
                owners: mask(&|point| board.color(point) == Some(owner)),
                shut: (1..groups.len())
                    .filter(|&n| !ring.breathes_outside(groups[n], &space))
                    .fold(0, |shut, n| shut | 1 << n),
                has_spare: ring.blocks_of(groups[0]).all(|block| {
                    block
                        .liberties()
                        .iter()
                        .all(|liberty| !space.contains(liberty))
                }),
                ..State::default()
            },
            points,
            n_nodes: Cell::new(0),
        })
    }
}

/// How many stones of a color, other than those in atari, are beside the empty points that are connected with a point.
pub(super) fn n_beside(board: &Board, point: Point, color: Color) -> usize {
    let empty: PointSet = board.empty_set();
    let mut space = PointSet::EMPTY;
    space.insert(point);
    while space.absorb(&(space.spread() & empty)) > 0 {}
    let beside = space.spread();
    let near = beside.iter().filter_map(|near| board.block_at(near));
    near.filter(|block| block.color() == color && block.atari().is_none())
        .count()
}
