//! What a capture rests on: relevance zones on the board.
//!
//! A result with zone *Z* holds in every position that has the same stones in *Z* and is reached from this one by moves
//! of the loser outside *Z*: such a move takes nothing inside, since every block of the winner that meets *Z* lies wholly
//! inside and keeps a liberty in *Z*, and it does not matter for what is legal or taken inside, since whatever a legality
//! or a capture rests on is in *Z*. `zone` does the same for the cells of a frame; here blocks know their liberties.
//!
//! Source: Shih, Wei, Liu and Wu, "A novel approach to solving goal-achieving problems for board games" (2022),
//! section 4.

use crate::base::{Color, Point, PointSet};
use crate::board::Board;

/// A position as the winner of a capture sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaptureZone<'a> {
    pub board: &'a Board,
    pub winner: Color,
}

impl CaptureZone<'_> {
    /// Makes sure that no move outside takes stones of the winner inside.
    pub(super) fn closed(&self, mut zone: PointSet) -> PointSet {
        let mut seen = PointSet::EMPTY;
        let inside = zone;
        for point in &inside {
            if self.board.color(point) == Some(self.winner) && !seen.contains(point) {
                self.add_breathing(&mut zone, point, None);
                seen.extend(self.board.stones(point));
            }
        }
        zone
    }

    /// Adds a block, and a liberty of it other than `except` if none is there.
    fn add_breathing(&self, zone: &mut PointSet, stone: Point, except: Option<Point>) {
        let Some(block) = self.board.block_at(stone) else {
            return;
        };
        zone.extend(self.board.stones(stone));
        let others = || block.liberties().iter().filter(|&p| Some(p) != except);
        if !others().any(|liberty| zone.contains(liberty)) {
            zone.extend(others().next());
        }
    }

    fn is_in_atari_at(&self, stone: Point, point: Point) -> bool {
        let block = self.board.block_at(stone);
        block.is_some_and(|block| block.atari() == Some(point))
    }

    fn stones(&self, stone: Point) -> PointSet {
        self.board.stones(stone).collect()
    }

    fn empty_beside(&self, point: Point) -> impl Iterator<Item = Point> {
        let near = point.neighbors().into_iter();
        near.filter(|&near| self.board.is_empty(near))
    }

    /// The zone of a position in which the winner plays on `point` to reach one with zone `after`.
    pub(super) fn of_play(&self, point: Point, after: &PointSet) -> PointSet {
        let mut zone = *after;
        zone.insert(point);
        let loser = self.winner.opponent();
        let beside = || self.board.blocks_beside(point, loser);
        let is_taken = |&stone: &Point| self.is_in_atari_at(stone, point);
        let takes = beside().any(|stone| is_taken(&stone));
        if takes {
            zone |= self.taken(point, loser);
        }
        for stone in beside().filter(|stone| !is_taken(stone)) {
            if takes || self.stones(stone).intersects(&zone) {
                self.add_breathing(&mut zone, stone, Some(point));
            }
        }
        if !takes {
            self.add_legality(&mut zone, point);
        }
        self.closed(zone)
    }

    /// What shows that a move on `point` takes the blocks of `color` that it takes; nothing if there are none.
    fn taken(&self, point: Point, color: Color) -> PointSet {
        let mut zone = PointSet::EMPTY;
        for stone in self.board.blocks_beside(point, color) {
            if self.is_in_atari_at(stone, point) {
                zone |= self.stones(stone).spread();
                zone.extend(point.neighbors());
            }
        }
        zone
    }

    /// Adds what shows that a stone of the winner on `point`, which takes nothing, has a liberty.
    fn add_legality(&self, zone: &mut PointSet, point: Point) {
        if self.empty_beside(point).any(|near| zone.contains(near)) {
            return;
        }
        if let Some(near) = self.empty_beside(point).next() {
            zone.insert(near);
            return;
        }
        for stone in self.board.blocks_beside(point, self.winner) {
            let block = self.board.block_at(stone);
            if block.is_some_and(|block| block.n_liberties() > 1) {
                self.add_breathing(zone, stone, Some(point));
                return;
            }
        }
    }

    /// The zone of a position in which the loser plays each of some moves, with the zones after them.
    pub(super) fn of_replies(&self, lost: &[(Option<Point>, PointSet)]) -> PointSet {
        let mut zone = PointSet::EMPTY;
        for (mv, after) in lost {
            zone |= *after;
            if let Some(point) = *mv {
                zone.insert(point);
                zone |= self.taken(point, self.winner);
            }
        }
        self.completed(zone)
    }

    /// Makes the zone whole where it is the turn of the loser: no move outside takes a stone inside, and what is suicide
    /// inside is seen to be suicide.
    pub(super) fn completed(&self, mut zone: PointSet) -> PointSet {
        let mut seen = PointSet::EMPTY;
        loop {
            zone = self.closed(zone);
            let mut is_done = true;
            let inside = zone;
            for point in &inside {
                if self.board.is_empty(point) && seen.insert(point) {
                    is_done = false;
                    if self.board.is_suicide(self.winner.opponent(), point) {
                        self.add_suicide(&mut zone, point);
                    }
                }
            }
            if is_done {
                return zone;
            }
        }
    }

    /// Adds what shows that a move of the loser on `point` is suicide.
    fn add_suicide(&self, zone: &mut PointSet, point: Point) {
        zone.extend(point.neighbors());
        for stone in self.board.blocks_beside(point, self.winner.opponent()) {
            *zone |= self.stones(stone).spread();
        }
        for stone in self.board.blocks_beside(point, self.winner) {
            self.add_breathing(zone, stone, Some(point));
        }
    }
}
