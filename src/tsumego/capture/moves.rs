//! The moves that are worth a look when a block is attacked.

use std::collections::BTreeSet;

use super::{Capture, LADDER_LIBERTIES};
use crate::base::{Color, Point, PointSet};
use crate::board::Block;

/// Moves beside the liberties are looked at up to so many liberties.
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
        for head in self.surrounding() {
            if self.liberties_at(head) <= WEAK_LIBERTIES {
                let near = self.blocks_around(head);
                let weak = near.filter(|block| block.n_liberties() <= WEAK_LIBERTIES);
                points.extend(weak.flat_map(|block| block.liberties().iter()));
            }
        }
        for point in self.moves_of(attacker) {
            points.remove(point);
        }
        let legal = points.iter();
        legal
            .filter(|&point| self.trial.board.is_legal(attacker, point))
            .collect()
    }

    /// Moves of the owner that may save the block from an attack that rests on a zone.
    pub(super) fn rescues(&self, attack: PointSet) -> Vec<Point> {
        let mut points = self.moves_of(self.defender);
        let known: PointSet = points.iter().copied().collect();
        let zone = self.dependence().of_replies(&[(None, attack)]);
        let others = zone.iter().filter(|&point| !known.contains(point));
        points.extend(others.filter(|&point| self.trial.board.is_legal(self.defender, point)));
        points
    }

    /// Heads of the blocks of the attacker that touch the block.
    fn surrounding(&self) -> BTreeSet<Point> {
        let attacker = self.defender.opponent();
        let beside = self
            .trial
            .board
            .stones(self.target)
            .flat_map(|s| s.neighbors());
        beside
            .filter(|&point| self.trial.board.color(point) == Some(attacker))
            .filter_map(|point| Some(self.trial.board.block_at(point)?.head()))
            .collect()
    }

    /// Moves to look at, the liberties first; a pass at last, where it is a choice.
    pub(super) fn candidates(&self, color: Color) -> Vec<Option<Point>> {
        let Some(block) = self.trial.board.block_at(self.target) else {
            return vec![None];
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
        for head in self.surrounding() {
            let Some(other) = self.trial.board.block_at(head) else {
                continue;
            };
            if other.n_liberties() <= most {
                points.extend(other.liberties());
            }
            if !is_defender && other.n_liberties() <= 2 {
                points.extend(self.captures_around(head));
            }
        }
        if !is_forced && n_liberties <= NET_LIBERTIES && !is_ladder {
            let near = block.liberties().iter().flat_map(|point| point.neighbors());
            points.extend(near.filter(|&point| self.trial.board.is_empty(point)));
            points.extend(self.liberties_of_friends(block.liberties()));
        }
        let mut seen = BTreeSet::new();
        points.retain(|&point| seen.insert(point) && self.trial.board.is_legal(color, point));
        let mut moves: Vec<Option<Point>> = points.into_iter().map(Some).collect();
        if moves.is_empty() || is_defender && !is_forced {
            moves.push(None);
        }
        moves
    }

    /// Liberties of weak blocks of the owner that touch a block of the attacker; late in a search only of those in atari.
    fn captures_around(&self, head: Point) -> Vec<Point> {
        let most = if self.trial.n_plies < EARLY { 2 } else { 1 };
        let weak = self.blocks_around(head);
        let weak = weak.filter(|block| block.n_liberties() <= most);
        weak.flat_map(|block| block.liberties().iter()).collect()
    }

    /// The blocks of the owner that touch a block of the attacker.
    fn blocks_around(&self, head: Point) -> impl Iterator<Item = &Block> {
        let board = &self.trial.board;
        let beside = board.stones(head).flat_map(|stone| stone.neighbors());
        let own = beside.filter(|&point| board.color(point) == Some(self.defender));
        own.filter_map(|point| board.block_at(point))
    }

    /// Liberties of other blocks of the owner beside some points, which have few.
    fn liberties_of_friends(&self, points: &PointSet) -> Vec<Point> {
        let beside = points.iter().flat_map(|point| point.neighbors());
        beside
            .filter(|&point| self.trial.board.color(point) == Some(self.defender))
            .filter_map(|point| self.trial.board.block_at(point))
            .filter(|block| block.n_liberties() <= NET_LIBERTIES)
            .flat_map(|block| block.liberties().iter().collect::<Vec<_>>())
            .collect()
    }

    /// Empty points beside a point.
    fn room(&self, point: Point) -> usize {
        let around = point.neighbors().into_iter();
        around.filter(|&n| self.trial.board.is_empty(n)).count()
    }
}
