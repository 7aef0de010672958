//! The game in a small space that one block encloses: whether the attacker keeps the block to a single eye.
//!
//! A *room* is a connected set of points whose neighbors are all stones of one block of the defender, or the edge. The
//! attacker's goal is to take the block. All its liberties outside are points that the attacker can fill one by one,
//! with stones that can't be taken; call this filling.
//!
//! The *last phase* begins when the attacker is to move and everything outside is filled. Then the block has only its
//! liberties in the room, and every position is searched. Before that, the attacker keeps an invariant, the *promise*,
//! before each move of the defender: were everything filled now, with the attacker to move, the block would be taken;
//! and every play of the defender in the room leaves this so, and leads back to a promise of fewer rounds, by itself or
//! by an answer of the attacker in the room. So the defender plays in the room a limited number of times, and each
//! other move of his lets the attacker fill a point.
//!
//! The positions of the last phase with the defender to move in which the block is taken are found in rounds. Whatever
//! the defender does in one of them, it is taken at once, or one of an earlier round follows. So in the last phase the
//! defender moves elsewhere once before the attacker comes to such a position, and then once for each round at most.
//!
//! A ko never helps the attacker: a stone that was taken by a lone stone with one liberty is not taken back at once.

use std::collections::HashMap;

/// The most points of a room.
pub(crate) const LARGEST_ROOM: usize = 6;

/// A set of points of a room.
type Mask = u8;

/// A room: for each point its neighbors, and which points touch the block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Room {
    pub(crate) neighbors: Vec<Mask>,
    pub(crate) touching: Mask,
    /// Whether a play may remove several stones of its own color.
    pub(crate) allows_suicide: bool,
}

/// Stones in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stones {
    attackers: Mask,
    defenders: Mask,
}

/// What a play leads to.
#[derive(Clone, Copy)]
struct Played {
    stones: Stones,
    /// Where the other side may not play next.
    ban: Mask,
}

/// For each set of stones of the attacker in a room without other stones, if the block is kept to a single eye: the
/// most moves of the defender elsewhere until it is taken, those left out that are answered outside.
pub(crate) type Kept = Vec<Option<usize>>;

impl Room {
    fn all(&self) -> Mask {
        (1 << self.neighbors.len()) - 1
    }

    fn spread(&self, set: Mask) -> Mask {
        let near = self.neighbors.iter().enumerate();
        let near = near.filter(|(n, _)| set >> n & 1 != 0);
        near.fold(set, |all, (_, beside)| all | beside)
    }

    fn flood(&self, seed: Mask, within: Mask) -> Mask {
        let mut part = seed & within;
        loop {
            let wider = self.spread(part) & within;
            if wider == part {
                return part;
            }
            part = wider;
        }
    }

    fn number(&self, stones: Stones) -> usize {
        usize::from(stones.defenders) << self.neighbors.len() | usize::from(stones.attackers)
    }

    fn empty(&self, stones: Stones) -> Mask {
        self.all() & !(stones.attackers | stones.defenders)
    }

    /// The stones of `set` without a liberty.
    fn choked(&self, set: Mask, empty: Mask) -> Mask {
        set & !self.flood(self.spread(empty), set)
    }

    /// The defender's stones that belong to the block.
    fn joined(&self, stones: Stones) -> Mask {
        self.flood(self.touching, stones.defenders)
    }

    /// The liberties of the block in the room.
    fn liberties(&self, stones: Stones) -> Mask {
        (self.touching | self.spread(self.joined(stones))) & self.empty(stones)
    }

    /// A play of the attacker that does not take the block.
    fn attack(&self, stones: Stones, stone: Mask) -> Option<Stones> {
        let mut after = stones;
        after.attackers |= stone;
        let inner = after.defenders & !self.joined(after);
        after.defenders &= !self.choked(inner, self.empty(after));
        let lost = self.choked(after.attackers, self.empty(after));
        after.attackers &= !lost;
        self.may_remove(lost).then_some(after)
    }

    /// Whether a play may remove these stones of its own color.
    fn may_remove(&self, lost: Mask) -> bool {
        lost == 0 || self.allows_suicide && lost.count_ones() > 1
    }

    /// A play of the defender. In the last phase the block needs a liberty in the room.
    fn defend(&self, stones: Stones, stone: Mask, is_last: bool) -> Option<Played> {
        let mut after = stones;
        after.defenders |= stone;
        let taken = self.choked(after.attackers, self.empty(after));
        after.attackers &= !taken;
        let inner = after.defenders & !self.joined(after);
        let lost = self.choked(inner, self.empty(after));
        after.defenders &= !lost;
        if !self.may_remove(lost) || is_last && self.liberties(after) == 0 {
            return None;
        }
        let block = self.flood(stone, after.defenders);
        let is_lone = block == stone && stone & self.touching == 0 && lost == 0;
        let is_ko =
            is_lone && taken.count_ones() == 1 && self.spread(stone) & self.empty(after) == taken;
        Some(Played {
            stones: after,
            ban: if is_ko { taken } else { 0 },
        })
    }

    fn each_empty(&self, stones: Stones) -> impl Iterator<Item = Mask> {
        let empty = self.empty(stones);
        (0..self.neighbors.len())
            .map(|n| 1 << n)
            .filter(move |stone| empty & stone != 0)
    }

    /// All positions.
    fn positions(&self) -> Vec<Stones> {
        let all = self.all();
        let pairs = (0..=all).flat_map(|defenders| (0..=all).map(move |a| (a, defenders)));
        let disjoint = pairs.filter(|(attackers, defenders)| attackers & defenders == 0);
        let stones = disjoint.map(|(attackers, defenders)| Stones {
            attackers,
            defenders,
        });
        let is_legal = |stones: &Stones| {
            let (inner, empty) = (
                stones.defenders & !self.joined(*stones),
                self.empty(*stones),
            );
            self.choked(stones.attackers, empty) == 0 && self.choked(inner, empty) == 0
        };
        stones.filter(is_legal).collect()
    }
}

/// The positions of a room in which the attacker takes the block.
struct Search<'r> {
    room: &'r Room,
    positions: Vec<Stones>,
    /// In the last phase with the defender to move, by number.
    is_lost: Vec<bool>,
}

impl Search<'_> {
    /// Whether the attacker, to move in the last phase, takes the block with a play that is not on `ban`.
    fn is_taken_by_play(&self, stones: Stones, ban: Mask) -> bool {
        let liberties = self.room.liberties(stones);
        let is_in_atari = liberties.count_ones() == 1 && liberties & ban == 0;
        let mut plays = self
            .room
            .each_empty(stones)
            .filter(|stone| stone & ban == 0);
        let is_lost = |stones: Stones| self.is_lost[self.room.number(stones)];
        liberties == 0
            || is_in_atari
            || plays.any(|stone| self.room.attack(stones, stone).is_some_and(is_lost))
    }

    /// Whether the attacker, to move in the last phase, takes the block: by a play that is not on `ban`, or after a
    /// pass.
    fn is_taken(&self, stones: Stones, ban: Mask) -> bool {
        self.is_lost[self.room.number(stones)] || self.is_taken_by_play(stones, ban)
    }

    /// Finds all positions of the last phase in which the block is taken; how many rounds that needs.
    fn run(&mut self) -> usize {
        for n_rounds in 0.. {
            let found: Vec<usize> = self
                .positions
                .iter()
                .filter(|&&stones| !self.is_lost[self.room.number(stones)])
                .filter(|&&stones| self.loses(stones))
                .map(|&stones| self.room.number(stones))
                .collect();
            if found.is_empty() {
                return n_rounds;
            }
            for number in found {
                self.is_lost[number] = true;
            }
        }
        0
    }

    /// Whether the defender, to move in the last phase, loses the block by what is known so far: by a pass and by every
    /// play.
    fn loses(&self, stones: Stones) -> bool {
        let room = self.room;
        self.is_taken_by_play(stones, 0)
            && room.each_empty(stones).all(|stone| {
                let played = room.defend(stones, stone, true);
                played.is_none_or(|played| self.is_taken(played.stones, played.ban))
            })
    }

    /// For each position before the last phase, the defender to move, in how many rounds the promise is kept.
    fn promises(&self) -> Vec<Option<usize>> {
        let room = self.room;
        let mut rounds: Vec<Option<usize>> = vec![None; self.is_lost.len()];
        for round in 0.. {
            let is_kept = |stones: Stones| rounds[room.number(stones)].is_some();
            let keeps = |stones: Stones| {
                self.is_taken(stones, 0)
                    && room.each_empty(stones).all(|stone| {
                        let Some(played) = room.defend(stones, stone, false) else {
                            return true;
                        };
                        let after = played.stones;
                        let mut answers = room.each_empty(after).filter(|n| n & played.ban == 0);
                        let attack = |stone| room.attack(after, stone).is_some_and(is_kept);
                        self.is_taken(after, played.ban) && (is_kept(after) || answers.any(attack))
                    })
            };
            let open = self.positions.iter().filter(|&&stones| !is_kept(stones));
            let found: Vec<usize> = open
                .filter(|&&stones| keeps(stones))
                .map(|&stones| room.number(stones))
                .collect();
            if found.is_empty() {
                break;
            }
            for number in found {
                rounds[number] = Some(round);
            }
        }
        rounds
    }
}

/// Solves a room.
pub(crate) fn solve(room: &Room) -> Kept {
    let mut search = Search {
        room,
        positions: room.positions(),
        is_lost: vec![false; 1 << (2 * room.neighbors.len())],
    };
    let n_last = search.run();
    let rounds = search.promises();
    let without_defenders = rounds.into_iter().take(usize::from(room.all()) + 1);
    without_defenders
        .map(|rounds| rounds.map(|_| n_last + 1))
        .collect()
}

/// The rooms solved so far.
pub(crate) type Rooms = HashMap<Room, Kept>;
