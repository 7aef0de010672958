//! A fight, together with what was learned about fights, as the game that a [solver](crate::proof::solver) searches.
//!
//! The rules come from the [`Fight`]. The order of moves, their costs and the first proof numbers come from this
//! module.

use arrayvec::ArrayVec;

use super::forecast::Forecast;
use super::move_order::Scene;
use crate::proof::game::{LeafStatus, N_SLOTS, ProofGame, Successor};
use crate::proof::table::SolverTable;
use crate::tactics::ko::KoThreats;
use crate::tactics::zone::ZoneBoard;
use crate::tsumego::fight::claim::Fight;
use crate::tsumego::fight::position::{FightMove, Position, cell_index};
use crate::tsumego::frame::cells::{Cells, MOST_CELLS};
use crate::tsumego::question::Goal;

/// The table in which solvers of fights keep their results.
pub(crate) type FightTable<const N: usize> = SolverTable<FightMove, Cells<N>>;

/// Difference in the score of the move order that adds 1 to the cost of a move.
const PROMISE_PER_COST: i32 = 9;

/// Largest cost of a move.
const MOST_COST: i32 = 10;

/// The cost of a pass of the prover.
const COST_OF_PASS: u32 = 8;

/// The cost of a pass of the refuter. It is low, because the way in which a pass loses shows which of the refuter's
/// moves matter.
const COST_OF_PASS_OF_REFUTER: u32 = 3;

impl<const N: usize> ProofGame for Fight<'_, N> {
    type Move = FightMove;
    type Position = Position<N>;
    type Zone = Cells<N>;

    fn key(&self, position: &Position<N>) -> u64 {
        self.key_of_claim(position, self.ko_threats.rank(), self.salt)
    }

    fn stronger_key(&self, position: &Position<N>, n: usize) -> Option<u64> {
        let rank = self.ko_threats.rank().checked_sub(n + 1)?;
        let is_free = rank == 0 && !self.is_prover_to_move(position);
        let known = Position {
            ban: if is_free { Cells::EMPTY } else { position.ban },
            n_retakes: KoThreats::usual_count(rank),
            ..*position
        };
        Some(self.key_of_claim(&known, rank, self.salt))
    }

    fn easier_key(&self, position: &Position<N>, n: usize) -> Option<u64> {
        let easier = self.easier.get(n)?;
        let part = Position {
            attackers: position.attackers & easier.cells,
            defenders: position.defenders & easier.cells,
            ban: position.ban & easier.cells,
            ..*position
        };
        Some(self.key_of_claim(&part, self.ko_threats.rank(), easier.salt))
    }

    fn weight_of_open_moves(&self) -> u32 {
        match self.goal {
            Goal::Kill => 1,
            Goal::Live => 0,
        }
    }

    fn is_prover_to_move(&self, position: &Position<N>) -> bool {
        position.is_attacker_to_move == (self.goal == Goal::Kill)
    }

    fn evaluate(&self, position: &Position<N>) -> LeafStatus<Cells<N>> {
        match self.settle(position) {
            Ok((goal, shown)) => {
                let zone = self.won_by(position, goal == Goal::Kill).closed(shown);
                if goal == self.goal {
                    LeafStatus::Proved(zone)
                } else {
                    LeafStatus::Disproved(zone)
                }
            }
            Err(space) => LeafStatus::Open(Forecast::new(self, position, space).numbers()),
        }
    }

    fn expand(
        &self,
        position: &Position<N>,
        successors: &mut Vec<Successor<FightMove, Position<N>>>,
    ) {
        let scene = Scene::new(self, position);
        let mut scored: ArrayVec<(i32, usize), MOST_CELLS> = ArrayVec::new();
        let mut moves: ArrayVec<(Cells<N>, Position<N>), MOST_CELLS> = ArrayVec::new();
        for cell in self.empty(position).each() {
            let effect = scene.effect(cell);
            if let Some(after) = self.play_to(position, cell, &effect) {
                scored.push((-scene.promise(cell, &effect), moves.len()));
                moves.push((cell, after));
            }
        }
        scored.sort_unstable();
        let best = scored.first().map_or(0, |&(score, _)| score);
        successors.push(Successor {
            mv: None,
            position: self.nothing(position),
            cost: if self.is_prover_to_move(position) {
                COST_OF_PASS
            } else {
                COST_OF_PASS_OF_REFUTER
            },
        });
        for (score, n) in scored {
            let (cell, after) = moves[n];
            let cost = ((score - best) / PROMISE_PER_COST).min(MOST_COST);
            successors.push(Successor {
                mv: Some(cell_index(cell)),
                position: after,
                cost: cost.unsigned_abs(),
            });
        }
    }

    fn after(&self, position: &Position<N>, mv: FightMove) -> Option<Position<N>> {
        match mv {
            None => Some(self.nothing(position)),
            Some(cell) => {
                let cell = Cells::cell(cell.into());
                self.empty(position)
                    .intersects(cell)
                    .then(|| self.play(position, cell))
                    .flatten()
            }
        }
    }

    fn zone_of_move(&self, position: &Position<N>, mv: FightMove, after: &Cells<N>) -> Cells<N> {
        let won = self.won_by(position, position.is_attacker_to_move);
        match mv {
            None => won.closed(*after),
            Some(cell) => won.zone_of_play(Cells::cell(cell.into()), *after),
        }
    }

    fn zone_of_lost(&self, position: &Position<N>, lost: &[(FightMove, Cells<N>)]) -> Cells<N> {
        let lost = lost.iter();
        let replies = lost.map(|&(mv, after)| (mv.map(|cell| Cells::cell(cell.into())), after));
        self.won_by(position, !position.is_attacker_to_move)
            .zone_of_replies(replies)
    }

    fn slot(&self, mv: FightMove) -> usize {
        mv.map_or(N_SLOTS - 1, usize::from)
    }

    fn is_null(&self, mv: FightMove, after: &Position<N>) -> bool {
        mv.is_none() && !self.is_over(after)
    }

    fn matters(&self, mv: FightMove, zone: &Cells<N>) -> bool {
        mv.is_none_or(|cell| zone.has(cell.into()))
    }

    fn whole(&self) -> Cells<N> {
        self.frame.cells
    }
}
