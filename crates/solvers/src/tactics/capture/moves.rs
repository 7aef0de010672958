//! The moves that are worth a look when a block is attacked.

use super::{Capture, LADDER_LIBERTIES};
use crate::board::{Block, BlockId, Color, Point, PointSet};
use crate::tactics::zone::ZoneBoard;

/// Most liberties with which moves beside them are looked at.
const NET_LIBERTIES: u16 = 3;

/// Liberties of a block of the attacker around that the defender may try to take.
const WEAK_LIBERTIES: u16 = 3;

/// Plies in which all threats around the block are looked at.
const EARLY: usize = 3;

impl Capture {
    /// Moves that help the attacker's stones around the block against their own neighbors.
    pub(super) fn relief(&self) -> Vec<Point> {
        let attacker = self.defender.opponent();
        let mut points = PointSet::EMPTY;
        for block in self.blocks_beside(self.target, attacker) {
            if block.n_liberties() <= WEAK_LIBERTIES {
                let near = self.blocks_beside(block.head(), self.defender).into_iter();
                let weak = near.filter(|block| block.n_liberties() <= WEAK_LIBERTIES);
                points.extend(weak.flat_map(|block| block.liberties().iter()));
            }
        }
        for point in self.moves_of(attacker) {
            points.remove(point);
        }
        let legal = points.iter();
        legal
            .filter(|&point| self.search_board.is_play(attacker, point))
            .collect()
    }

    /// Moves of the owner that may save the block from an attack that rests on a zone.
    pub(super) fn rescues(&self, attack: PointSet) -> Vec<Point> {
        let mut points = self.moves_of(self.defender);
        let known: PointSet = points.iter().copied().collect();
        let zone = self.won().zone_of_replies([(None, attack)]);
        let others = zone.iter().filter(|&point| !known.contains(point));
        points.extend(others.filter(|&point| self.search_board.is_play(self.defender, point)));
        points
    }

    /// The blocks of a color that touch the block on a point.
    fn blocks_beside(&self, point: Point, color: Color) -> Vec<&Block> {
        let board = &self.search_board.board;
        let mut seen: Vec<BlockId> = Vec::new();
        let mut blocks = Vec::new();
        for near in board.stones(point).flat_map(|stone| stone.neighbors()) {
            if board.color(near) == Some(color) && !seen.contains(&board.block_id(near)) {
                seen.push(board.block_id(near));
                blocks.push(board.block(board.block_id(near)));
            }
        }
        blocks
    }

    /// Moves to look at, the liberties first; a pass at last, where it is a choice. If the block was taken in a ko,
    /// where that goes on.
    pub(super) fn candidates(&self, color: Color) -> Vec<Option<Point>> {
        let Some(block) = self.search_board.board.block_at(self.target) else {
            return vec![self.search_board.move_in_ko(self.target)];
        };
        let is_defender = color == self.defender;
        let is_ladder = self.most_liberties == LADDER_LIBERTIES;
        let n_liberties = block.n_liberties();
        let mut points: Vec<Point> = block.liberties().iter().collect();
        points.sort_by_key(|&point| std::cmp::Reverse(self.room(point)));
        let is_forced = n_liberties == 1 && (is_ladder || !self.is_in_ko(block));
        let most = if is_forced || is_ladder {
            1
        } else if is_defender {
            WEAK_LIBERTIES.min(n_liberties + 1)
        } else {
            2
        };
        for other in self.blocks_beside(self.target, self.defender.opponent()) {
            if other.n_liberties() <= most {
                points.extend(other.liberties());
            }
            if !is_defender && other.n_liberties() <= 2 {
                points.extend(self.captures_around(other.head()));
            }
        }
        if !is_forced && n_liberties <= NET_LIBERTIES && !is_ladder {
            let near = block.liberties().iter().flat_map(|point| point.neighbors());
            points.extend(near.filter(|&point| self.search_board.board.is_empty(point)));
            points.extend(self.liberties_of_friends(block.liberties()));
        }
        let mut seen = PointSet::EMPTY;
        points.retain(|&point| seen.insert(point) && self.search_board.is_play(color, point));
        let mut moves: Vec<Option<Point>> = points.into_iter().map(Some).collect();
        if moves.is_empty() || is_defender && !is_forced {
            moves.push(None);
        }
        moves
    }

    /// Liberties of weak blocks of the owner that touch a block of the attacker; late in a search only of those in
    /// atari.
    fn captures_around(&self, head: Point) -> impl Iterator<Item = Point> {
        let most = if self.search_board.n_plies() < EARLY {
            2
        } else {
            1
        };
        let weak = self.blocks_beside(head, self.defender).into_iter();
        let weak = weak.filter(move |block| block.n_liberties() <= most);
        weak.flat_map(|block| block.liberties().iter())
    }

    /// Liberties of other blocks of the owner beside some points, which have few.
    fn liberties_of_friends(&self, points: &PointSet) -> impl Iterator<Item = Point> {
        let beside = points.iter().flat_map(|point| point.neighbors());
        beside
            .filter(|&point| self.search_board.board.color(point) == Some(self.defender))
            .filter_map(|point| self.search_board.board.block_at(point))
            .filter(|block| block.n_liberties() <= NET_LIBERTIES)
            .flat_map(|block| block.liberties().iter())
    }

    /// Empty points beside a point.
    fn room(&self, point: Point) -> usize {
        let around = point.neighbors().into_iter();
        around
            .filter(|&n| self.search_board.board.is_empty(n))
            .count()
    }
}
