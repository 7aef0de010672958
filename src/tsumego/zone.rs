//! Relevance zones: the part of a position that a proof depends on.
//!
//! A proof with zone *Z* and `spare` *s* holds in every position that has the same contents on all points of *Z*, is
//! reached from this one by moves of the loser outside *Z*, and by at most *s* of them. Three things make a move
//! outside harmless: it changes nothing inside, since every block of the winner that meets *Z* lies wholly inside and
//! keeps a liberty, in *Z* or among so many liberties outside that *s* moves can't fill them; it does not matter for
//! what is legal or captured inside, since whatever a legality or a capture rests on is in *Z*; and the winner needs
//! nothing from outside.
//!
//! Source: Shih, Wei, Liu and Wu, "A novel approach to solving goal-achieving problems for board games" (2022),
//! section 4, for zones; counting the liberties outside instead of naming them is ours.

use crate::base::{Color, Point, PointSet};
use crate::board::{Block, Board, Cell};

/// Number of moves outside that no proof reaches.
pub const UNLIMITED: i16 = i16::MAX;

/// Liberties outside a zone from which on they are counted and not named.
const COUNTED_FROM: usize = 4;

/// What a proof depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The points whose contents matter.
    pub points: PointSet,
    /// How many moves outside the loser may have made before; below zero, the proof rests on an assumption.
    pub spare: i16,
    /// Whether something was taken for granted that only the search for a proof may take for granted.
    pub is_assumed: bool,
}

impl Zone {
    /// A zone that tolerates any number of moves outside.
    #[must_use]
    pub const fn new(points: PointSet) -> Self {
        Self {
            points,
            spare: UNLIMITED,
            is_assumed: false,
        }
    }

    /// Lowers the number of tolerated moves outside.
    pub fn limit(&mut self, spare: i16) {
        self.spare = self.spare.min(spare);
    }

    /// Makes the zone depend on all that another one depends on.
    pub fn join(&mut self, other: &Self) {
        self.points |= other.points;
        self.limit(other.spare);
        self.is_assumed |= other.is_assumed;
    }

    /// Whether what has this zone is proved, and rests on no assumption.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.spare >= 0 && !self.is_assumed
    }

    /// One move outside was made.
    #[must_use]
    pub fn after_tenuki(mut self) -> Self {
        if self.spare != UNLIMITED {
            self.spare = self.spare.saturating_sub(1);
        }
        self
    }
}

/// A position as zones see it.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The position.
    pub board: &'a Board,
    /// Who claims something.
    pub winner: Color,
    /// Stones of the winner, and points they enclose, that nothing the loser does can change.
    pub safe: &'a PointSet,
    /// Whether the proof ends after so many moves, so that liberties outside may be counted: capture does, life not.
    pub is_finite: bool,
}

impl Ground<'_> {
    /// Adds the points of the board around a point.
    fn add_around(&self, zone: &mut Zone, point: Point) {
        for neighbor in point.neighbors() {
            if self.board.cell(neighbor) != Cell::Wall {
                zone.points.insert(neighbor);
            }
        }
    }

    /// Adds a block and all that touches it: then it has these liberties and no others.
    pub fn add_surrounded(&self, zone: &mut Zone, stone: Point) {
        for member in self.board.stones(stone) {
            zone.points.insert(member);
            self.add_around(zone, member);
        }
    }

    /// Adds what shows that the block on `stone` has a liberty other than `except`.
    fn add_breathing(&self, zone: &mut Zone, stone: Point, except: Option<Point>) {
        let Some(block) = self.board.block_at(stone) else {
            return;
        };
        if self.safe.contains(stone) {
            return;
        }
        zone.points.extend(self.board.stones(stone));
        let mut liberties = *block.liberties();
        if let Some(point) = except {
            liberties.remove(point);
        }
        if liberties.intersects(&zone.points) {
            return;
        }
        let n_liberties = liberties.len();
        if self.is_finite && n_liberties >= COUNTED_FROM && block.color() == self.winner {
            zone.limit(i16::try_from(n_liberties - 1).unwrap_or(UNLIMITED));
        } else if let Some(liberty) = liberties.first() {
            zone.points.insert(liberty);
        }
    }

    /// Makes sure that no move outside takes stones of the winner inside.
    pub fn close(&self, zone: &mut Zone) {
        let mut done = PointSet::EMPTY;
        loop {
            let open = zone.points.iter().find(|&point| {
                self.board.color(point) == Some(self.winner) && !done.contains(point)
            });
            let Some(stone) = open else { return };
            done.extend(self.board.stones(stone));
            self.add_breathing(zone, stone, None);
        }
    }

    /// Makes the zone whole where it is the turn of the loser: no move outside takes a stone inside, and what is
    /// suicide inside is seen to be suicide.
    pub fn complete(&self, zone: &mut Zone, loser: Color) {
        let mut shown = PointSet::EMPTY;
        let mut n_points = usize::MAX;
        while zone.points.len() != n_points {
            n_points = zone.points.len();
            self.close(zone);
            let empty = zone.points - shown;
            for point in empty.iter().filter(|&point| self.board.is_empty(point)) {
                shown.insert(point);
                if !self.safe.contains(point) && self.board.is_suicide(loser, point) {
                    self.add_effect(zone, point, true);
                }
            }
        }
    }

    /// The zone of a position in which the winner plays on `point` to reach a position with zone `after`.
    #[must_use]
    pub fn of_play(&self, point: Point, after: &Zone) -> Zone {
        let mut zone = after.clone();
        zone.points.insert(point);
        let theirs = || {
            point
                .neighbors()
                .into_iter()
                .filter(|&n| self.board.color(n) == Some(self.winner.opponent()))
        };
        let is_taken =
            |stone: Point| self.board.block_at(stone).and_then(Block::atari) == Some(point);
        let takes = theirs().any(is_taken);
        for neighbor in theirs() {
            if is_taken(neighbor) {
                self.add_surrounded(&mut zone, neighbor);
                self.add_around(&mut zone, point);
            } else if takes
                || self
                    .board
                    .stones(neighbor)
                    .any(|stone| after.points.contains(stone))
            {
                self.add_breathing(&mut zone, neighbor, Some(point));
            }
        }
        if !takes {
            self.add_legality(&mut zone, point);
        }
        self.close(&mut zone);
        zone
    }

    /// Adds what shows that a stone of the winner on `point`, which takes nothing, has a liberty.
    fn add_legality(&self, zone: &mut Zone, point: Point) {
        let empty = || {
            point
                .neighbors()
                .into_iter()
                .filter(|&n| self.board.is_empty(n))
        };
        let friends = || {
            point
                .neighbors()
                .into_iter()
                .filter(|&n| self.board.color(n) == Some(self.winner))
        };
        let breathes = |zone: &Zone, friend: Point| {
            self.safe.contains(friend)
                || zone.points.contains(friend)
                    && self.board.block_at(friend).is_some_and(|block| {
                        let mut liberties = *block.liberties();
                        liberties.remove(point);
                        liberties.intersects(&zone.points)
                    })
        };
        if empty().any(|n| zone.points.contains(n)) || friends().any(|n| breathes(zone, n)) {
            return;
        }
        let strongest = friends()
            .filter(|&n| {
                self.board
                    .block_at(n)
                    .is_some_and(|block| block.n_liberties() > 1)
            })
            .max_by_key(|&n| self.board.block_at(n).map(Block::n_liberties));
        if let Some(friend) = strongest {
            self.add_breathing(zone, friend, Some(point));
        } else if let Some(liberty) = empty().next() {
            zone.points.insert(liberty);
        }
    }

    /// Adds what shows that a move of the loser has the effect that it has, as far as the zone is concerned: what
    /// it takes; or that it is suicide, where `is_suicide`.
    pub fn add_effect(&self, zone: &mut Zone, point: Point, is_suicide: bool) {
        zone.points.insert(point);
        if is_suicide {
            self.add_around(zone, point);
        }
        for neighbor in point.neighbors() {
            let Some(block) = self.board.block_at(neighbor) else {
                continue;
            };
            if block.color() == self.winner {
                if block.atari() == Some(point) {
                    self.add_surrounded(zone, neighbor);
                    self.add_around(zone, point);
                } else if is_suicide {
                    self.add_breathing(zone, neighbor, Some(point));
                }
            } else if is_suicide {
                self.add_surrounded(zone, neighbor);
            }
        }
    }
}
