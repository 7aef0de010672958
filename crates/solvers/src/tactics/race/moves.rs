//! Moves that are looked at in a race.

use super::Race;
use super::group::{Group, is_firm, weak_beside};
use crate::board::{Block, Board, Cell, Point, PointSet};

/// Most points of an empty area that is looked at as a whole.
const SMALL_AREA: usize = 7;

/// Most liberties of a block around that may be taken or saved.
const WEAK_LIBERTIES: u16 = 2;

/// Fewest liberties with which a group does not gain by running.
const MANY_LIBERTIES: usize = 4;

/// What a move on a liberty of a group may do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It fills a liberty of this group only, and is equal to all of its kind.
    Outer,
    /// It fills a liberty of both groups, and is equal to all of its kind.
    Shared,
    /// Something of its own.
    Special,
}

impl Race {
    /// Points at which the side to move may play, at most once each.
    pub(super) fn points(&self) -> Vec<Point> {
        let board = &self.search_board.board;
        let groups = [self.prey, self.hunter].map(|point| Group::at(board, point));
        let [Some(prey), Some(hunter)] = groups else {
            return Vec::new();
        };
        let mover = self.search_board.to_move;
        let mut points = Vec::new();
        let mut shared = Vec::new();
        let mut inner = Vec::new();
        let mut has_shared = false;
        for (group, rival) in [(&prey, &hunter), (&hunter, &prey)] {
            let is_seen =
                |liberty| group.color == hunter.color && rival.liberties.contains(liberty);
            // Neither side fills its own outer liberties.
            let mut has_outer = group.color == mover;
            let runs = group.n_liberties() <= MANY_LIBERTIES;
            for liberty in group.liberties.iter() {
                match kind(board, liberty, group, rival) {
                    Kind::Outer if has_outer => {}
                    Kind::Outer => {
                        points.push(liberty);
                        has_outer = true;
                    }
                    Kind::Shared if has_shared => {}
                    Kind::Shared => {
                        shared.push(liberty);
                        has_shared = true;
                    }
                    Kind::Special => {
                        if rival.liberties.contains(liberty) {
                            shared.push(liberty);
                        } else {
                            points.push(liberty);
                        }
                        if !is_seen(liberty) {
                            inner.extend(area(board, liberty, runs).iter());
                        }
                    }
                }
            }
            inner.extend(around(board, group));
        }
        points.extend(shared);
        points.extend(inner);
        let mut seen = PointSet::EMPTY;
        points.retain(|&point| seen.insert(point) && board.is_legal(mover, point));
        points
    }
}

/// What a move on a liberty of a group may do. It equals others if all that it touches is stones of the two groups,
/// firm ones, and liberties of which the same holds.
fn kind(board: &Board, liberty: Point, group: &Group, rival: &Group) -> Kind {
    let is_own = |point: Point| group.holds(board, point);
    let is_rival = |point: Point| rival.holds(board, point);
    let is_firm = |point: Point| {
        board
            .block_at(point)
            .is_some_and(|block| is_firm(block, group))
    };
    let shuts_in = |point: Point| {
        board.color(point) == Some(rival.color) && is_firm(point) && !is_rival(point)
    };
    let touches = |point: Point, which: &dyn Fn(Point) -> bool| {
        board.is_empty(point) && point.neighbors().into_iter().any(which)
    };
    let is_outer = |point: Point| touches(point, &shuts_in) && touches(point, &is_own);
    let is_shared = |point: Point| touches(point, &is_rival) && touches(point, &is_own);
    let touches_only = |which: &dyn Fn(Point) -> bool| {
        let mut near = liberty.neighbors().into_iter();
        near.all(|point| board.cell(point) == Cell::Wall || is_own(point) || which(point))
    };
    if is_outer(liberty) && touches_only(&|point| shuts_in(point) || is_outer(point)) {
        Kind::Outer
    } else if is_shared(liberty)
        && touches_only(&|point| is_rival(point) || is_firm(point) || is_shared(point))
    {
        Kind::Shared
    } else {
        Kind::Special
    }
}

/// The empty area at a point, or the point and, if a group `runs` there, what is empty beside it where the area is
/// large.
fn area(board: &Board, point: Point, runs: bool) -> PointSet {
    let mut area = PointSet::EMPTY;
    area.insert(point);
    let mut waiting = vec![point];
    while let Some(at) = waiting.pop() {
        for near in at.neighbors() {
            if board.is_empty(near) && area.insert(near) {
                waiting.push(near);
            }
        }
        if area.len() > SMALL_AREA {
            let near = point.neighbors().into_iter().filter(|_| runs);
            let near = near.filter(|&near| board.is_empty(near));
            return near.chain([point]).collect();
        }
    }
    area
}

/// Liberties of the weak blocks around a group, and of those that are in atari around them.
fn around(board: &Board, group: &Group) -> Vec<Point> {
    let mut liberties = Vec::new();
    for weak in group.weak_beside(board, WEAK_LIBERTIES) {
        let block = board.block_at(weak);
        liberties.extend(block.into_iter().flat_map(|block| block.liberties().iter()));
        for second in weak_beside(board, &[weak], 1) {
            liberties.extend(board.block_at(second).and_then(Block::atari));
        }
    }
    liberties
}
