//! Relevance zones of a fight, in cells. The property of a zone and why it is sound stand in
//! [`zone`](crate::tactics::zone).

use super::claim::Fight;
use super::position::Position;
use crate::tactics::zone::{Party, ZoneBoard, ZoneSet};
use crate::tsumego::frame::cells::Cells;

impl<const N: usize> ZoneSet for Cells<N> {
    /// The set of one cell.
    type Point = Self;

    const EMPTY: Self = Self::EMPTY;

    #[inline]
    fn is_empty(&self) -> bool {
        (*self).is_empty()
    }

    #[inline]
    fn meets(&self, other: &Self) -> bool {
        self.intersects(*other)
    }

    #[inline]
    fn without(&self, other: &Self) -> Self {
        *self & !*other
    }

    #[inline]
    fn points(&self) -> impl Iterator<Item = Self> {
        self.each()
    }

    #[inline]
    fn add(&mut self, point: Self) {
        *self |= point;
    }
}

/// A position of a fight for the zones of its winner.
pub(crate) struct ZoneOfFight<'p, 'a, const N: usize> {
    fight: &'p Fight<'a, N>,
    position: &'p Position<N>,
    winners: Cells<N>,
    losers: Cells<N>,
    is_attacker_winner: bool,
    empty: Cells<N>,
}

impl<'a, const N: usize> Fight<'a, N> {
    /// A position for the zones of the attacker, or else the defender, who wins there.
    pub(crate) fn won_by<'p>(
        &'p self,
        position: &'p Position<N>,
        is_attacker_winner: bool,
    ) -> ZoneOfFight<'p, 'a, N> {
        let (winners, losers) = position.stones(is_attacker_winner);
        ZoneOfFight {
            fight: self,
            position,
            winners,
            losers,
            is_attacker_winner,
            empty: self.empty(position),
        }
    }
}

impl<const N: usize> ZoneOfFight<'_, '_, N> {
    const fn stones_of(&self, party: Party) -> Cells<N> {
        match party {
            Party::Winner => self.winners,
            Party::Loser => self.losers,
        }
    }
}

impl<const N: usize> ZoneBoard for ZoneOfFight<'_, '_, N> {
    type Area = Cells<N>;

    /// The party of the block and its stones.
    type Block = (Party, Cells<N>);

    fn winner_blocks(&self, area: Cells<N>) -> impl Iterator<Item = Self::Block> {
        let blocks = self.fight.frame.parts(area, self.winners);
        blocks.map(|stones| (Party::Winner, stones))
    }

    fn blocks_beside(&self, point: Cells<N>, party: Party) -> impl Iterator<Item = Self::Block> {
        let frame = self.fight.frame;
        let blocks = frame.parts(frame.spread(point), self.stones_of(party));
        blocks.map(move |stones| (party, stones))
    }

    fn stones(&self, (_, stones): Self::Block) -> Cells<N> {
        stones
    }

    fn liberties(&self, (_, stones): Self::Block, except: Option<Cells<N>>) -> Cells<N> {
        self.fight.frame.spread(stones) & self.empty & !except.unwrap_or(Cells::EMPTY)
    }

    fn is_never_taken(&self, (party, stones): Self::Block) -> bool {
        let is_attackers = (party == Party::Winner) == self.is_attacker_winner;
        stones.intersects(self.fight.rescue(is_attackers))
    }

    fn spread(&self, area: &Cells<N>) -> Cells<N> {
        self.fight.frame.spread(*area)
    }

    fn around(&self, point: Cells<N>) -> Cells<N> {
        self.fight.frame.spread(point)
    }

    fn empty_beside(&self, point: Cells<N>) -> Cells<N> {
        self.fight.frame.spread(point) & self.empty & !point
    }

    fn empty_in(&self, area: &Cells<N>) -> Cells<N> {
        *area & self.empty
    }

    fn is_suicide(&self, point: Cells<N>, _party: Party) -> bool {
        self.empty_beside(point).is_empty() && self.fight.effect(self.position, point).is_suicide()
    }

    fn allows_suicide(&self) -> bool {
        self.fight.frame.allows_suicide
    }

    fn loser_blocks(&self, area: Cells<N>) -> impl Iterator<Item = Self::Block> {
        let blocks = self.fight.frame.parts(area, self.losers);
        blocks.map(|stones| (Party::Loser, stones))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Rng};
    use crate::board::PointSet;
    use crate::proof::Outcome;
    use crate::proof::game::{LeafStatus, ProofGame};
    use crate::proof::solver::Solver;
    use crate::tactics::ko::KoThreats;
    use crate::tsumego::frame::{Boundary, Frame};
    use crate::tsumego::guide::proof_game::FightTable;
    use crate::tsumego::images::for_each_image;
    use crate::tsumego::question::{Goal, LifeCriterion};

    /// Positions that one search may look at.
    const NODES: u64 = 3_000;

    /// Which side wins, by a search of its own, and the zone of that; `None` if the search ends early.
    fn winner_and_zone(fight: &Fight<'_, 2>, position: &Position<2>) -> Option<(Goal, Cells<2>)> {
        let other = match fight.goal {
            Goal::Kill => Goal::Live,
            Goal::Live => Goal::Kill,
        };
        match fight.evaluate(position) {
            LeafStatus::Proved(zone) => return Some((fight.goal, zone)),
            LeafStatus::Disproved(zone) => return Some((other, zone)),
            LeafStatus::Open(_) => {}
        }
        let mut table = FightTable::new(14);
        let mut solver = Solver::new(fight, &mut table);
        let goal = match solver.prove(position, &mut Budget::nodes(NODES)) {
            Outcome::Proved => fight.goal,
            Outcome::Disproved => other,
            Outcome::Unknown(_) => return None,
        };
        let zone = solver.entry(position)?.zone;
        zone.map(|zone| (goal, zone))
    }

    /// The position with other stones at random on some cells outside a zone; `None` if a block is left without a
    /// liberty.
    fn changed(
        fight: &Fight<'_, 2>,
        position: &Position<2>,
        zone: Cells<2>,
        rng: &mut Rng,
    ) -> Option<Position<2>> {
        let mut other = *position;
        for cell in (fight.frame.cells & !zone).each() {
            if rng.below(2) == 0 {
                continue;
            }
            other.attackers &= !cell;
            other.defenders &= !cell;
            match rng.below(3) {
                0 => other.attackers |= cell,
                1 => other.defenders |= cell,
                _ => {}
            }
        }
        let mut blocks = fight.blocks_near(&other, fight.frame.cells);
        let is_legal = blocks.all(|block| block.is_rescued || !block.liberties.is_empty());
        (is_legal && other != *position).then_some(other)
    }

    /// Stones outside a zone are changed at random, and a search of its own finds the same winner, for both goals, both
    /// criteria of life and all ko threats.
    #[test]
    fn stones_outside_a_zone_do_not_change_the_winner() {
        let mut rng = Rng::new(41, 0);
        let (mut n_wins, mut n_same) = ([0; 2], [0; 2]);
        for_each_image(300, |board, _, _, target| {
            let board = &board.clone().with_suicide(rng.below(2) == 0);
            let window: PointSet = board.size().points().filter(|_| rng.below(8) > 0).collect();
            let boundaries = [Boundary::Open { least_liberties: 2 }, Boundary::Shut];
            let boundary = boundaries[rng.index(2)];
            let Some(frame) = Frame::<2>::new(board, target, &window, &PointSet::EMPTY, boundary)
            else {
                return;
            };
            let threats = [
                KoThreats::RefuterEndless,
                KoThreats::REFUTER_TWO,
                KoThreats::Nobody,
                KoThreats::PROVER_TWO,
                KoThreats::ProverEndless,
            ];
            let fight = Fight {
                ko_threats: threats[rng.index(threats.len())],
                life: [LifeCriterion::EyesOrSeki, LifeCriterion::TwoEyes][rng.index(2)],
                ..Fight::without_threats(&frame, [Goal::Kill, Goal::Live][rng.index(2)])
            };
            for is_attacker_to_move in [false, true] {
                let position = fight.start(is_attacker_to_move, Cells::EMPTY);
                let Some((winner, zone)) = winner_and_zone(&fight, &position) else {
                    continue;
                };
                let is_kill = usize::from(winner == Goal::Kill);
                n_wins[is_kill] += 1;
                for _ in 0..8 {
                    let kept = zone | frame.targets;
                    let Some(other) = changed(&fight, &position, kept, &mut rng) else {
                        continue;
                    };
                    if let Some((found, _)) = winner_and_zone(&fight, &other) {
                        assert_eq!(found, winner, "{board}\n{position:?}\n{other:?}");
                        n_same[is_kill] += 1;
                    }
                }
            }
        });
        assert!(
            n_wins.into_iter().all(|n| n > 50) && n_same.into_iter().all(|n| n > 200),
            "{n_wins:?} {n_same:?}"
        );
    }
}
