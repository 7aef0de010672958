//! Relevance zones: which moves of the refuter need no answer of their own.
//!
//! A proved position has a *zone*, a set of points *Z* with this property:
//!
//! > The prover reaches the claim in every position with the same stones on *Z*, the same side to move, the same ban
//! > on the refuter in *Z*, at least as few retakes of the refuter and as many of the prover, in which the same blocks
//! > in question are on the board.
//!
//! Then a move of the refuter outside the zone of his pass changes nothing that matters, and the prover goes on as
//! after the pass. The zones are worked out from the ends of the lines upward, from nothing but the moves of the
//! prover:
//!
//! - *Everywhere* ([`View::closed`]): a block of the prover with a stone in *Z* lies in *Z* with a liberty, or can't be
//!   taken. So a move outside takes nothing inside.
//! - *A move of the prover* ([`View::of_play`]) adds its point; for each block that it takes all its neighbors, and
//!   those of the point, so that the same block is taken and a ko is a ko; for each block beside it that it does not
//!   take the stones and another liberty; and what gives the stone a liberty, so that the move is legal. Where a block
//!   of the refuter with a stone in the zone after the move is not whole in *Z* with another liberty, all neighbors of
//!   the point: so no stone beside the move is joined to it outside.
//! - *Where suicide is allowed*: a suicide of either side adds what makes it one. A move of the refuter that is none
//!   adds what gives the stone a liberty. Each block of the refuter with a stone in *Z* lies in *Z* with two liberties,
//!   or with all points beside it: so no suicide outside removes a stone inside.
//! - *Moves of the refuter* ([`View::of_replies`]) add their points, and the neighbors of what they take. For every
//!   empty point of *Z* where the refuter may not play, what makes it suicide is added: the neighbors of the refuter's
//!   blocks beside it, and another liberty of each of the prover's. So no move inside becomes legal by what happens
//!   outside.
//!
//! Take a position that agrees on *Z*. By induction from the ends, each move of the prover is legal there and changes
//! *Z* alike; each move of the refuter inside *Z* was legal before and changes *Z* alike; each move of the refuter
//! outside leaves *Z* as it is, and may only add a ban on the prover outside *Z*, where the prover does not play.
//! Blocks wholly outside may be taken in one position and not in the other, which changes nothing in *Z*.
//!
//! In a claim of living, a pass of the refuter on whom no ko lays a ban needs no answer: the prover passes too, and
//! nothing has changed. So a move of the refuter outside the zone of all his moves leads back to the same zone with the
//! refuter to move.
//!
//! Sources: Thomsen (2000), "Lambda-search in game trees", for relevance zones of threats; Shih, Wei, Liu and Wu
//! (2022), "A novel approach to solving goal-achieving problems for board games", section 4, whose zones these are.

use super::arena::{Arena, State};
use super::set::Set;

/// Liberties with which a block can't be removed by a suicide.
const ENOUGH_LIBERTIES: usize = 2;

/// A position from the view of the prover, who wins there.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    arena: &'a Arena,
    prover: Set,
    refuter: Set,
    is_attacker: bool,
    empty: Set,
}

impl<'a> View<'a> {
    pub(crate) fn new(arena: &'a Arena, state: &State) -> Self {
        let is_attacker = arena.is_prover(true);
        let (prover, refuter) = state.of(is_attacker);
        Self {
            arena,
            prover,
            refuter,
            is_attacker,
            empty: arena.empty(state),
        }
    }

    fn blocks(&self, seeds: Set, stones: Set) -> Vec<Set> {
        self.arena.grid.parts(seeds, stones)
    }

    fn spread(&self, set: Set) -> Set {
        self.arena.spread(set)
    }

    fn liberties(&self, block: Set) -> Set {
        self.spread(block) & self.empty
    }

    fn is_secure(&self, block: Set, is_provers: bool) -> bool {
        let is_attackers = is_provers == self.is_attacker;
        block.meets(self.arena.secure(is_attackers))
    }

    /// Adds a block, and a liberty of it other than `except` if it may be taken and the zone has none.
    fn add_with_liberty(&self, zone: &mut Set, block: Set, is_provers: bool, except: Set) {
        *zone |= block;
        let liberties = self.liberties(block) - except;
        if !self.is_secure(block, is_provers)
            && !liberties.meets(*zone)
            && let Some(liberty) = liberties.first()
        {
            zone.insert(liberty);
        }
    }

    /// The zone, with each block of the prover in it whole and with a liberty.
    pub(crate) fn closed(&self, mut zone: Set) -> Set {
        for block in self.blocks(zone, self.prover) {
            self.add_with_liberty(&mut zone, block, true, Set::EMPTY);
        }
        zone
    }

    /// The blocks beside a point that a stone of the other color there takes.
    fn taken(&self, stone: Set, stones: Set, are_provers: bool) -> Set {
        let beside = self.blocks(self.spread(stone), stones).into_iter();
        let taken = beside.filter(|&block| {
            !self.is_secure(block, are_provers) && self.liberties(block).is_within(stone)
        });
        taken.fold(Set::EMPTY, |all, block| all | block)
    }

    /// The zone of a position in which the prover plays on a point, from the zone after it.
    pub(crate) fn of_play(&self, point: usize, after: Set) -> Set {
        let stone = Set::of(point);
        let mut zone = after | stone;
        let taken = self.taken(stone, self.refuter, false);
        for block in self.blocks(self.spread(stone), self.refuter - taken) {
            self.add_with_liberty(&mut zone, block, false, stone);
        }
        if taken.is_empty() {
            if self.may_be_joined(zone, after, stone) {
                zone |= self.spread(stone);
            }
            if self.is_suicide(stone, true) {
                self.add_suicide(&mut zone, stone, true);
            } else {
                self.add_legality(&mut zone, stone, true);
            }
        } else {
            zone |= self.spread(taken) | self.spread(stone);
        }
        self.closed(zone)
    }

    /// Whether stones of the refuter in the zone after a play may, outside, be joined to a stone beside the play and
    /// lose their liberties, so that the play takes them: their block is not whole in the zone, or has no liberty in
    /// it.
    fn may_be_joined(&self, zone: Set, after: Set, stone: Set) -> bool {
        let breathes = |block: Set| {
            self.is_secure(block, false) || (self.liberties(block) - stone).meets(zone)
        };
        let mut blocks = self.blocks(after, self.refuter).into_iter();
        blocks.any(|block| !block.is_within(zone) || !breathes(block))
    }

    /// The stones of the prover, else those of the refuter.
    const fn stones(&self, are_provers: bool) -> Set {
        if are_provers {
            self.prover
        } else {
            self.refuter
        }
    }

    /// Whether a stone of a side that takes nothing has no liberty.
    fn is_suicide(&self, stone: Set, is_provers: bool) -> bool {
        let breathes = |block: &Set| {
            self.is_secure(*block, is_provers) || !(self.liberties(*block) - stone).is_empty()
        };
        let friends = self.blocks(self.spread(stone), self.stones(is_provers));
        (self.liberties(stone) - stone).is_empty()
            && !self.is_secure(stone, is_provers)
            && !friends.iter().any(breathes)
            && self
                .taken(stone, self.stones(!is_provers), !is_provers)
                .is_empty()
    }

    /// Adds what shows that a stone of a side that takes nothing has a liberty.
    fn add_legality(&self, zone: &mut Set, stone: Set, is_provers: bool) {
        let beside = self.liberties(stone) - stone;
        if beside.meets(*zone) || self.is_secure(stone, is_provers) {
            return;
        }
        if let Some(liberty) = beside.first() {
            zone.insert(liberty);
            return;
        }
        let friends = self.blocks(self.spread(stone), self.stones(is_provers));
        let mut friends = friends.into_iter().filter(|&block| {
            self.is_secure(block, is_provers) || !(self.liberties(block) - stone).is_empty()
        });
        if let Some(friend) = friends.next() {
            self.add_with_liberty(zone, friend, is_provers, stone);
        }
    }

    /// The zone, with each block of the refuter in it safe from a suicide outside.
    fn guarded(&self, mut zone: Set) -> Set {
        for block in self.blocks(zone, self.refuter) {
            zone |= block;
            if self.is_secure(block, false) {
                continue;
            }
            let liberties = self.liberties(block);
            if liberties.len() < ENOUGH_LIBERTIES {
                zone |= self.spread(block);
            }
            let n_inside = (liberties & zone).len();
            let outside = liberties - zone;
            for liberty in outside
                .points()
                .take(ENOUGH_LIBERTIES.saturating_sub(n_inside))
            {
                zone.insert(liberty);
            }
        }
        zone
    }

    /// The zone of a position in which the refuter loses with some moves, each with the zone after it, from that of
    /// doing nothing.
    pub(crate) fn of_replies(&self, nothing: Set, replies: &[(usize, Set)]) -> Set {
        let mut zone = nothing;
        for &(point, after) in replies {
            let stone = Set::of(point);
            zone |= after | stone;
            let taken = self.taken(stone, self.prover, true);
            if !taken.is_empty() {
                zone |= self.spread(taken) | self.spread(stone);
            }
        }
        let mut seen = Set::EMPTY;
        loop {
            zone = self.closed(zone);
            if self.arena.allows_suicide {
                zone = self.guarded(zone);
            }
            let fresh = (zone & self.empty) - seen;
            if fresh.is_empty() {
                return zone;
            }
            seen |= fresh;
            for point in fresh.points() {
                let stone = Set::of(point);
                if self.is_suicide(stone, false) {
                    self.add_suicide(&mut zone, stone, false);
                } else if self.arena.allows_suicide {
                    self.add_legality(&mut zone, stone, false);
                }
            }
        }
    }

    /// Adds what shows that a move of a side is suicide.
    fn add_suicide(&self, zone: &mut Set, stone: Set, is_provers: bool) {
        *zone |= self.spread(stone);
        for block in self.blocks(self.spread(stone), self.stones(is_provers)) {
            *zone |= self.spread(block);
        }
        for block in self.blocks(self.spread(stone), self.stones(!is_provers)) {
            self.add_with_liberty(zone, block, !is_provers, stone);
        }
    }
}
