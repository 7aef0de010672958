//! Checks a proof move by move.
//!
//! A search leaves its proof in its table. The check walks through every move of the refuter that matters and one move
//! of the prover, down to positions that need no search, and works out the zones again. So it is independent of the
//! search. On the way it counts how often the refuter can play elsewhere and still loses, and checks that no move of
//! the prover leads back to a position of the game that superko forbids.

use std::collections::HashMap;

use super::past::PastCells;
use crate::base::Budget;
use crate::proof::Outcome;
use crate::proof::game::{LeafStatus, ProofGame};
use crate::proof::solver::Solver;
use crate::tsumego::fight::{Fight, FightMove, Position};
use crate::tsumego::frame::cells::Cells;
use crate::tsumego::question::Goal;

/// The most positions in one check.
const MOST_POSITIONS: usize = 1 << 20;

/// The most positions that are searched again in one check because their proof led back.
const MOST_REPAIRED: usize = 1 << 10;

/// What the check found about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Checked<const N: usize> {
    /// The cells that the proof depends on.
    pub zone: Cells<N>,
    /// The zone, and the cells where the attacker may play at leisure. The walls beside these cells have to stand.
    pub ground: Cells<N>,
    /// The most moves that the refuter can make elsewhere; [`u32::MAX`] if there is no limit.
    pub n_elsewhere: u32,
    /// The most moves until the position is settled.
    pub n_moves: u32,
}

/// Why a position could not be confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unconfirmed {
    /// Its proof leads back to a position whose check is under way. The table lost an entry of a proof, and the proof
    /// that was found for it afterwards rests on what the lost one proved.
    LeadsBack,
    /// It is not proved in time, or superko may forbid a move of its proof, or there are too many positions.
    Open,
}

/// A walk through the proofs that a solver holds.
#[derive(Debug)]
pub(super) struct ProofCheck<'w, 'a, const N: usize> {
    fight: &'w Fight<'a, N>,
    solver: Solver<'w, Fight<'a, N>>,
    known: HashMap<u64, Checked<N>>,
    /// Keys of the positions whose check is under way, the first one on top.
    under_way: Vec<u64>,
    /// Positions that were searched again because their proof led back.
    n_repaired: usize,
    /// The positions of the game that may not come back.
    past: PastCells<N>,
}

impl<'w, 'a, const N: usize> ProofCheck<'w, 'a, N> {
    /// A check of the proofs that a solver found in a fight.
    #[must_use]
    pub(super) fn new(
        fight: &'w Fight<'a, N>,
        solver: Solver<'w, Fight<'a, N>>,
        past: PastCells<N>,
    ) -> Self {
        Self {
            fight,
            solver,
            known: HashMap::new(),
            under_way: Vec::new(),
            n_repaired: 0,
            past,
        }
    }

    /// Confirms that a position is proved. What the table has lost is searched again within the budget.
    pub(super) fn confirm(
        &mut self,
        position: &Position<N>,
        budget: &mut Budget,
    ) -> Option<Checked<N>> {
        self.walk(position, budget).ok()
    }

    fn walk(
        &mut self,
        position: &Position<N>,
        budget: &mut Budget,
    ) -> Result<Checked<N>, Unconfirmed> {
        match self.fight.evaluate(position) {
            LeafStatus::Proved(zone) => {
                return self.settled(position, zone).ok_or(Unconfirmed::Open);
            }
            LeafStatus::Disproved(_) => return Err(Unconfirmed::Open),
            LeafStatus::Open(_) => {}
        }
        let key = self.fight.key(position);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        if self.under_way.contains(&key) {
            return Err(Unconfirmed::LeadsBack);
        }
        if self.known.len() >= MOST_POSITIONS {
            return Err(Unconfirmed::Open);
        }
        self.under_way.push(key);
        let walked = if self.fight.is_prover_to_move(position) {
            self.confirm_move(position, budget)
        } else {
            self.confirm_replies(position, budget)
        };
        self.under_way.pop();
        let walked = walked?;
        let walked = Checked {
            n_moves: walked.n_moves + 1,
            ..walked
        };
        self.known.insert(key, walked);
        Ok(walked)
    }

    /// Checks the prover's move. One that leads back is forgotten, and another one is searched.
    fn confirm_move(
        &mut self,
        position: &Position<N>,
        budget: &mut Budget,
    ) -> Result<Checked<N>, Unconfirmed> {
        loop {
            let mv = self.choice(position, budget).ok_or(Unconfirmed::Open)?;
            let played = self.after(position, mv).ok_or(Unconfirmed::Open)?;
            let after = match self.walk(&played, budget) {
                Err(Unconfirmed::LeadsBack) if self.n_repaired < MOST_REPAIRED => {
                    self.n_repaired += 1;
                    self.solver.forget(position);
                    if !self.under_way.contains(&self.fight.key(&played)) {
                        self.solver.forget(&played);
                    }
                    continue;
                }
                walked => walked?,
            };
            let zone = self.fight.zone_of_move(position, mv, &after.zone);
            if mv.is_some() && self.past.may_forbid(&played, zone) {
                return Err(Unconfirmed::Open);
            }
            return Ok(Checked {
                zone,
                ground: after.ground | zone,
                ..after
            });
        }
    }

    /// Checks the refuter's moves that matter, beginning with a pass.
    fn confirm_replies(
        &mut self,
        position: &Position<N>,
        budget: &mut Budget,
    ) -> Result<Checked<N>, Unconfirmed> {
        let mut worst = Checked {
            zone: Cells::EMPTY,
            ground: Cells::EMPTY,
            n_elsewhere: 0,
            n_moves: 0,
        };
        let mut waiting = Vec::new();
        self.fight.expand(position, &mut waiting);
        let mut lost: Vec<(FightMove, Cells<N>)> = Vec::new();
        loop {
            let zone = worst.zone;
            let missing =
                waiting.extract_if(.., |successor| self.fight.matters(successor.mv, &zone));
            let missing: Vec<_> = missing.collect();
            if missing.is_empty() {
                return Ok(worst);
            }
            for successor in missing {
                let (mv, after) = (successor.mv, successor.position);
                let walked = self.walk(&after, budget)?;
                if self.fight.is_null(mv, &after) {
                    let base = self.fight.zone_of_lost(position, &[(mv, walked.zone)]);
                    waiting.retain(|other| self.fight.matters(other.mv, &base));
                }
                let n_elsewhere = walked
                    .n_elsewhere
                    .saturating_add(u32::from(successor.mv.is_none()));
                worst.n_elsewhere = worst.n_elsewhere.max(n_elsewhere);
                worst.n_moves = worst.n_moves.max(walked.n_moves);
                worst.ground |= walked.ground;
                lost.push((successor.mv, walked.zone));
            }
            worst.zone = self.fight.zone_of_lost(position, &lost);
            worst.ground |= worst.zone;
        }
    }

    /// What is shown of a position that needs no search; `None` if superko may forbid a move that is still needed.
    fn settled(&self, position: &Position<N>, zone: Cells<N>) -> Option<Checked<N>> {
        if self.may_be_forbidden(position, zone) {
            return None;
        }
        let target = self.fight.target(position);
        let space = self.fight.space(position, target);
        let is_taken = self.fight.goal == Goal::Live
            || target.is_empty()
            || position.is_attacker_to_move && space.n_liberties == 1;
        let death = if is_taken {
            None
        } else {
            self.fight.death(position, &space)
        };
        // The owner of a block that is not taken has all the time to attack the stones around it.
        let stays = !is_taken && death.is_none();
        let n_elsewhere = if stays { u32::MAX } else { 0 };
        let (n_elsewhere, area) = death.map_or((n_elsewhere, Cells::EMPTY), |death| {
            (death.n_moves, death.area)
        });
        Some(Checked {
            zone,
            ground: zone | area,
            n_elsewhere,
            n_moves: 0,
        })
    }

    /// Whether superko may forbid a move that the prover still needs in a position that needs no search: the move that
    /// takes the block, or one of those by which it is killed, or lives, in time.
    fn may_be_forbidden(&self, position: &Position<N>, zone: Cells<N>) -> bool {
        let fight = self.fight;
        let target = fight.target(position);
        let is_left = fight.goal == Goal::Live && fight.is_over(position);
        if target.is_empty() || is_left {
            return false;
        }
        let block = fight.is_about_one().then_some(target);
        match fight.goal {
            Goal::Kill => {
                if let Some(cell) = fight.capture(position) {
                    let taken = self.after(position, Some(cell));
                    return taken.is_some_and(|taken| self.past.may_forbid(&taken, zone));
                }
                let walls = position.attackers & fight.frame.anchored;
                self.past.may_forbid_death(walls, block)
            }
            Goal::Live => {
                let empty = fight.empty(position);
                let mut blocks = fight.blocks(target);
                let lives_alone = blocks.any(|block| fight.life(position, block, empty).is_some());
                !lives_alone && self.past.may_forbid_life(block)
            }
        }
    }

    /// The move that proves a position in which the prover moves next. A search for it may not come back to a position
    /// whose check is under way.
    fn choice(&mut self, position: &Position<N>, budget: &mut Budget) -> Option<FightMove> {
        let known = self.solver.entry(position);
        if !known.is_some_and(|entry| entry.numbers.is_proved()) {
            let (_, above) = self.under_way.split_last().unwrap_or((&0, &[]));
            if self.solver.prove_below(above, position, budget) != Outcome::Proved {
                return None;
            }
        }
        self.solver.entry(position)?.best
    }

    fn after(&self, position: &Position<N>, mv: FightMove) -> Option<Position<N>> {
        match mv {
            Some(cell) => self.fight.play(position, Cells::cell(cell.into())),
            None => Some(self.fight.pass(position)),
        }
    }

    /// The moves that follow a confirmed position: those of the prover, and those of the refuter that hold out longest.
    /// A pass is shown only if there is no other move.
    pub(super) fn line(&mut self, position: &Position<N>, longest: usize) -> Vec<FightMove> {
        let mut line = Vec::new();
        let mut at = *position;
        let mut budget = Budget::nodes(0);
        while line.len() < longest && matches!(self.fight.evaluate(&at), LeafStatus::Open(_)) {
            let mv = if self.fight.is_prover_to_move(&at) {
                self.choice(&at, &mut budget)
            } else {
                self.longest_reply(&at)
            };
            let Some((mv, next)) = mv.and_then(|mv| Some((mv, self.after(&at, mv)?))) else {
                break;
            };
            line.push(mv);
            at = next;
        }
        // The move that settles the fight may still have to be played.
        if line.len() < longest && self.fight.goal == Goal::Kill {
            line.extend(self.fight.capture(&at).map(Some));
        }
        line
    }

    fn longest_reply(&self, position: &Position<N>) -> Option<FightMove> {
        let mut successors = Vec::new();
        self.fight.expand(position, &mut successors);
        let length = |position: &Position<N>| {
            let known = self.known.get(&self.fight.key(position));
            known.map_or(0, |walked| walked.n_moves)
        };
        successors
            .iter()
            .rev()
            .max_by_key(|successor| (successor.mv.is_some(), length(&successor.position)))
            .map(|successor| successor.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::{Board, Color, PointSet, Size};
    use crate::proof::table::SolverTable;
    use crate::tactics::all_moves::random_board;
    use crate::tactics::ko::KoThreats;
    use crate::tsumego::frame::{Boundary, Frame};
    use crate::tsumego::reader::Past;

    /// Whether the check of a proof in a small table confirms it; `None` if there is no proof.
    fn is_confirmed(board: &Board, goal: Goal, log2_entries: u32) -> Option<bool> {
        let target = *board.first_stones(Color::White).first()?;
        let all: PointSet = board.size().points().collect();
        let boundary = Boundary::Shut;
        let frame: Frame<2> = Frame::new(board, target, &all, &PointSet::EMPTY, boundary)?;
        let fight = Fight {
            ko_threats: KoThreats::REFUTER_TWO,
            ..Fight::without_threats(&frame, goal)
        };
        let start = fight.start(goal == Goal::Kill, Cells::EMPTY);
        let mut table = SolverTable::new(log2_entries);
        let mut solver = Solver::new(&fight, &mut table);
        if solver.prove(&start, &mut Budget::nodes(4_000)) != Outcome::Proved {
            return None;
        }
        let past = Past::default().in_frame(board, &frame, goal.player(Color::White));
        let mut check = ProofCheck::new(&fight, solver, past);
        let confirmed = check.confirm(&start, &mut Budget::nodes(400_000));
        Some(confirmed.is_some())
    }

    /// Four buckets: nearly all of a proof is searched again, and may not rest on the positions above.
    #[test]
    fn proofs_that_the_table_has_lost_are_confirmed() {
        let mut rng = Rng::new(54, 0);
        let mut n_proofs = 0;
        for _ in 0..600 {
            let board = random_board(&mut rng, Size::new(5, 4).unwrap(), 9);
            for goal in [Goal::Kill, Goal::Live] {
                if let Some(is_confirmed) = is_confirmed(&board, goal, 4) {
                    assert!(is_confirmed, "{goal:?}\n{board}");
                    n_proofs += 1;
                }
            }
        }
        assert!(n_proofs > 400, "{n_proofs}");
    }
}
