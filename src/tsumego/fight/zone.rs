//! Relevance zones of a fight: the cells that a result depends on.
//!
//! A result with zone *Z* holds in every position that has the same contents in *Z* and is reached from this one by
//! moves of the loser outside *Z*. Three things make such a move harmless: it takes nothing inside, since every block
//! of the winner that meets *Z* lies wholly inside and keeps a liberty in *Z*, or can't be taken; it does not matter
//! for what is legal or taken inside, since whatever a legality or a capture rests on is in *Z*; and the winner needs
//! nothing from outside.
//!
//! Source: Shih, Wei, Liu and Wu, "A novel approach to solving goal-achieving problems for board games" (2022),
//! section 4.

use super::claim::Fight;
use super::position::Position;
use crate::tsumego::frame::cells::Cells;

/// Both sides as the winner sees them.
struct Sides<const N: usize> {
    winners: Cells<N>,
    losers: Cells<N>,
    /// Where stones of the winner, of the loser, can't be taken.
    winners_rescue: Cells<N>,
    losers_rescue: Cells<N>,
    empty: Cells<N>,
}

impl<const N: usize> Fight<'_, N> {
    fn sides(&self, position: &Position<N>, is_attacker_winner: bool) -> Sides<N> {
        let (winners, losers) = position.stones(is_attacker_winner);
        Sides {
            winners,
            losers,
            winners_rescue: self.rescue(is_attacker_winner),
            losers_rescue: self.rescue(!is_attacker_winner),
            empty: self.empty(position),
        }
    }

    /// A block and a liberty of it other than `except`, unless it can't be taken or has one in `zone`.
    fn breathing(
        &self,
        sides: &Sides<N>,
        zone: Cells<N>,
        block: Cells<N>,
        rescue: Cells<N>,
        except: Cells<N>,
    ) -> Cells<N> {
        if block.intersects(rescue) {
            return block;
        }
        let liberties = self.frame.spread(block) & sides.empty & !except;
        if liberties.intersects(zone) {
            block
        } else {
            block | liberties.first()
        }
    }

    /// Makes sure that no move outside takes stones of the winner inside.
    pub(crate) fn closed(
        &self,
        position: &Position<N>,
        is_attacker_winner: bool,
        zone: Cells<N>,
    ) -> Cells<N> {
        self.closed_for(&self.sides(position, is_attacker_winner), zone)
    }

    fn closed_for(&self, sides: &Sides<N>, mut zone: Cells<N>) -> Cells<N> {
        for block in self.frame.parts(zone, sides.winners) {
            zone |= self.breathing(sides, zone, block, sides.winners_rescue, Cells::EMPTY);
        }
        zone
    }

    /// The zone of a position in which the player to move, who wins, plays on `cell` to reach one with zone `after`.
    pub(crate) fn zone_of_play(
        &self,
        position: &Position<N>,
        cell: Cells<N>,
        after: Cells<N>,
    ) -> Cells<N> {
        let frame = self.frame;
        let sides = self.sides(position, position.is_attacker_to_move);
        let mut zone = after | cell;
        let near = frame.spread(cell);
        let mut takes = false;
        let mut others: [Cells<N>; 4] = [Cells::EMPTY; 4];
        let mut n_others = 0;
        for block in frame.parts(near, sides.losers) {
            let is_taken = !block.intersects(sides.losers_rescue)
                && (frame.spread(block) & sides.empty & !cell).is_empty();
            if is_taken {
                takes = true;
                zone |= frame.spread(block) | near;
            } else {
                others[n_others] = block;
                n_others += 1;
            }
        }
        for &block in &others[..n_others] {
            if takes || block.intersects(zone) {
                zone |= self.breathing(&sides, zone, block, sides.losers_rescue, cell);
            }
        }
        if !takes {
            zone |= self.legality(&sides, zone, cell);
        }
        self.closed_for(&sides, zone)
    }

    /// What shows that a stone of the winner on `cell`, which takes nothing, has a liberty.
    fn legality(&self, sides: &Sides<N>, zone: Cells<N>, cell: Cells<N>) -> Cells<N> {
        let frame = self.frame;
        let block = frame.flood(cell, sides.winners | cell);
        if block.intersects(sides.winners_rescue) {
            return block;
        }
        let liberties = frame.spread(block) & sides.empty & !cell;
        let known = frame.flood(cell, (sides.winners & zone) | cell);
        if (frame.spread(known) & liberties).intersects(zone) {
            return Cells::EMPTY;
        }
        let near = liberties & frame.spread(cell);
        if !near.is_empty() {
            near.first()
        } else {
            block | liberties.first()
        }
    }

    /// What shows that a move of the loser takes what it takes.
    pub(crate) fn effect_of(&self, position: &Position<N>, cell: Cells<N>) -> Cells<N> {
        let frame = self.frame;
        let sides = self.sides(position, !position.is_attacker_to_move);
        let mut zone = cell;
        for block in frame.parts(frame.spread(cell), sides.winners) {
            if !block.intersects(sides.winners_rescue)
                && (frame.spread(block) & sides.empty & !cell).is_empty()
            {
                zone |= frame.spread(block) | frame.spread(cell);
            }
        }
        zone
    }

    /// Makes the zone whole where it is the turn of the loser: no move outside takes a stone inside, and what is
    /// suicide inside is seen to be suicide.
    pub(crate) fn completed(&self, position: &Position<N>, mut zone: Cells<N>) -> Cells<N> {
        let frame = self.frame;
        let sides = self.sides(position, !position.is_attacker_to_move);
        let mut seen = Cells::EMPTY;
        loop {
            zone = self.closed_for(&sides, zone);
            let fresh = zone & sides.empty & !seen;
            if fresh.is_empty() {
                return zone;
            }
            seen |= fresh;
            let mut rest = fresh;
            while !rest.is_empty() {
                let cell = rest.first();
                rest &= !cell;
                if !(frame.spread(cell) & sides.empty & !cell).is_empty()
                    || cell == self.banned(position)
                {
                    continue;
                }
                if self.play(position, cell).is_none() {
                    zone |= self.suicide(&sides, zone, cell);
                }
            }
        }
    }

    /// What shows that a move of the loser on `cell` is suicide.
    fn suicide(&self, sides: &Sides<N>, mut zone: Cells<N>, cell: Cells<N>) -> Cells<N> {
        let frame = self.frame;
        let own = frame.flood(cell, sides.losers | cell);
        zone |= frame.spread(own);
        for block in frame.parts(frame.spread(cell), sides.winners) {
            zone |= self.breathing(sides, zone, block, sides.winners_rescue, cell);
        }
        zone
    }
}
