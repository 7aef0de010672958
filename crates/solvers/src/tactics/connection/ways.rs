//! The ways between two blocks, and the moves along them that are worth a look.

use super::{Connection, ConnectionTarget, Missing};
use crate::board::{N_INDICES, Point, PointSet};
use crate::tactics::goal_search::GoalSearch;

/// How many moves longer than the shortest a way may be that is looked at.
const DETOUR: u8 = 1;

/// Most liberties of a block of the cutter that may be taken on the way.
const WEAK_LIBERTIES: u8 = 3;

/// The same when the cutter moves first. It is less, since each move of the cutter is tried against all of the joiner.
const WEAKEST_LIBERTIES: u8 = 2;

/// The most moves on a way that is looked at.
const LONGEST: u8 = super::MOST_STEPS + DETOUR + 1;

/// Points for which room is made while ways are looked for.
const WAITING: usize = 48;

impl Connection {
    /// Points from which the distance to the goal is counted.
    fn goal_points(&self) -> Vec<Point> {
        match &self.goal {
            ConnectionTarget::Block(point) => self.search_board.board.stones(*point).collect(),
            ConnectionTarget::Area(area) => {
                let is_open = |&point: &Point| {
                    self.search_board.board.color(point) != Some(self.joiner.opponent())
                };
                area.iter().filter(is_open).collect()
            }
        }
    }

    fn is_goal(&self, point: Point) -> bool {
        match &self.goal {
            ConnectionTarget::Block(goal) => self
                .head(point)
                .is_some_and(|head| self.head(*goal) == Some(head)),
            ConnectionTarget::Area(area) => area.contains(point),
        }
    }

    /// What a way over a point costs in moves; none leads over stones of the cutter with more liberties than `weak`.
    fn cost(&self, point: Point, weak: u8) -> Option<u8> {
        match self.search_board.board.block_at(point) {
            Some(block) if block.color() == self.joiner => Some(0),
            Some(block) => {
                let n_liberties = u8::try_from(block.n_liberties()).ok();
                // The move that takes it may lie on the way itself, so that nothing is added for it.
                n_liberties.filter(|&n| n <= weak)
            }
            None => self.search_board.board.is_empty(point).then_some(1),
        }
    }

    /// Walks over the points that can be reached from some with at most `most` moves, their own cost included, the
    /// nearest first, until `visit` ends it.
    fn walk(
        &self,
        sources: &[Point],
        (most, weak): (u8, u8),
        mut visit: impl FnMut(Point, u8) -> bool,
    ) {
        let mut seen = PointSet::EMPTY;
        // The points that are waiting, by what they cost more than the nearest of them.
        let mut waiting: [_; WEAK_LIBERTIES as usize + 1] =
            std::array::from_fn(|_| Vec::with_capacity(WAITING));
        for &source in sources {
            let is_own = self.search_board.board.color(source) == Some(self.joiner);
            waiting[usize::from(!is_own)].push(source);
        }
        for distance in 0..=most {
            while let Some(point) = waiting[0].pop() {
                if !seen.insert(point) {
                    continue;
                }
                if visit(point, distance) {
                    return;
                }
                for near in point.neighbors() {
                    if !seen.contains(near)
                        && let Some(cost) = self.cost(near, weak)
                    {
                        waiting[usize::from(cost)].push(near);
                    }
                }
            }
            waiting.rotate_left(1);
        }
    }

    /// Moves missing to the connection if there are at most `most`, over stones with at most `weak` liberties. `None`,
    /// too, where the block is gone: a suicide takes it.
    fn missing(&self, most: u8, weak: u8) -> Option<u8> {
        let board = &self.search_board.board;
        board.block_at(self.from)?;
        let from: Vec<Point> = board.stones(self.from).collect();
        let mut missing = None;
        self.walk(&from, (most, weak), |point, distance| {
            if self.is_goal(point) {
                missing = Some(distance);
            }
            missing.is_some()
        });
        missing
    }

    /// Moves missing to the connection, the longest way that is looked at if it is longer.
    pub(super) fn n_missing(&self) -> u8 {
        self.missing(LONGEST, WEAK_LIBERTIES).unwrap_or(LONGEST)
    }

    /// Moves that may be missing now.
    pub(super) fn most_missing(&self) -> u8 {
        self.most_steps - u8::from(self.search_board.to_move != self.joiner)
    }

    /// Moves missing now, unless they are too many.
    pub(super) fn missing_now(&self) -> Option<u8> {
        let (position, most) = (self.search_board.board.hash(), self.most_missing());
        if let Some(last) = self.last_missing.get()
            && (last.position, last.most) == (position, most)
        {
            return last.n_moves;
        }
        let n_moves = self.missing(most, WEAK_LIBERTIES);
        self.last_missing.set(Some(Missing {
            position,
            most,
            n_moves,
        }));
        n_moves
    }

    /// The points on ways of at most `most` moves, each by the shortest way over it, those on the shortest ways first.
    fn ways(&self, most: u8, weak: u8) -> Vec<Point> {
        let mut there = [u8::MAX; N_INDICES];
        let from: Vec<Point> = self.search_board.board.stones(self.from).collect();
        self.walk(&from, (most, weak), |point, distance| {
            there[point.index()] = distance;
            false
        });
        let mut on_way: Vec<(u8, Point)> = Vec::with_capacity(32);
        self.walk(&self.goal_points(), (most, weak), |point, back| {
            // A point counts itself on both parts, a stone of the joiner on none.
            let own = u8::from(self.search_board.board.color(point) != Some(self.joiner));
            let total = there[point.index()]
                .saturating_add(back)
                .saturating_sub(own);
            if total <= most {
                on_way.push((total, point));
            }
            false
        });
        on_way.sort();
        on_way.into_iter().map(|(_, point)| point).collect()
    }

    /// Points to look at. A move that joins is threatened if none but one is missing: then only the shortest ways count
    /// for the cutter.
    pub(super) fn candidates(&self) -> Vec<Point> {
        let is_cutter = self.search_board.to_move != self.joiner;
        let over = |weak: u8| Some((self.missing(LONGEST, weak)?, weak));
        let narrow = if is_cutter {
            over(WEAKEST_LIBERTIES)
        } else {
            None
        };
        let (missing, weak) = narrow
            .or_else(|| over(WEAK_LIBERTIES))
            .unwrap_or((LONGEST, WEAK_LIBERTIES));
        let detour = if is_cutter && missing <= 1 { 0 } else { DETOUR };
        let mut points = Vec::new();
        let mut heads: Vec<Point> = Vec::new();
        for point in self.ways(missing + detour, weak) {
            if self.search_board.board.is_empty(point) {
                points.push(point);
            }
            let around = point.neighbors().into_iter().chain([point]);
            heads.extend(
                around.filter_map(|near| Some(self.search_board.board.block_at(near)?.head())),
            );
        }
        heads.sort();
        heads.dedup();
        for head in heads {
            if let Some(block) = self.search_board.board.block_at(head)
                && block.n_liberties() <= WEAKEST_LIBERTIES.into()
            {
                points.extend(block.liberties());
            }
        }
        let mut seen = PointSet::EMPTY;
        points.retain(|&point| seen.insert(point));
        points
    }

    /// Moves of the joiner that may join the two, those first after which least is missing.
    pub fn joining_first(&mut self) -> Vec<Point> {
        self.search_board.to_move = self.joiner;
        let mut points = self.candidates();
        points.sort_by_cached_key(|&point| {
            let missing = |after: &mut Self| after.missing(LONGEST, WEAK_LIBERTIES);
            self.after(self.joiner, point, missing).unwrap_or(u8::MAX)
        });
        points
    }

    /// A single safe move that joins.
    pub(super) fn joining_move(&mut self) -> Option<Point> {
        let missing = self.missing(1, WEAK_LIBERTIES)?;
        let joiner = self.joiner;
        self.ways(missing, WEAK_LIBERTIES)
            .into_iter()
            .find(|&point| {
                self.search_board.board.is_empty(point)
                    && self.after(joiner, point, |after| {
                        let block = after.search_board.board.block_at(after.from);
                        after.is_joined() && block.is_some_and(|block| block.n_liberties() > 1)
                    })
            })
    }
}
