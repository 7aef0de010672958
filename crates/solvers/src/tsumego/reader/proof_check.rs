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

/// A walk through the proofs that a solver holds.
#[derive(Debug)]
pub(super) struct ProofCheck<'w, 'a, const N: usize> {
    fight: &'w Fight<'a, N>,
    solver: Solver<'w, Fight<'a, N>>,
    /// `None` while the check of a position is under way, and if the position could not be confirmed.
    known: HashMap<u64, Option<Checked<N>>>,
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
            past,
        }
    }

    /// Confirms that a position is proved. What the table has lost is searched again within the budget.
    pub(super) fn confirm(
        &mut self,
        position: &Position<N>,
        budget: &mut Budget,
    ) -> Option<Checked<N>> {
        match self.fight.evaluate(position) {
            LeafStatus::Proved(zone) => return self.settled(position, zone),
            LeafStatus::Disproved(_) => return None,
            LeafStatus::Open(_) => {}
        }
        let key = self.fight.key(position);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if self.known.len() >= MOST_POSITIONS {
            return None;
        }
        self.known.insert(key, None);
        let walked = if self.fight.is_prover_to_move(position) {
            let mv = self.choice(position, budget)?;
            let played = self.after(position, mv)?;
            let after = self.confirm(&played, budget)?;
            let zone = self.fight.zone_of_move(position, mv, &after.zone);
            if mv.is_some() && self.past.may_forbid(&played, zone) {
                return None;
            }
            Checked {
                zone,
                ground: after.ground | zone,
                ..after
            }
        } else {
            self.confirm_replies(position, budget)?
        };
        let walked = Checked {
            n_moves: walked.n_moves + 1,
            ..walked
        };
        self.known.insert(key, Some(walked));
        Some(walked)
    }

    /// Checks the refuter's moves that matter, beginning with a pass.
    fn confirm_replies(
        &mut self,
        position: &Position<N>,
        budget: &mut Budget,
    ) -> Option<Checked<N>> {
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
                return Some(worst);
            }
            for successor in missing {
                let (mv, after) = (successor.mv, successor.position);
                let walked = self.confirm(&after, budget)?;
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

    /// The move that proves a position in which the prover moves next.
    fn choice(&mut self, position: &Position<N>, budget: &mut Budget) -> Option<FightMove> {
        let known = self.solver.entry(position);
        if !known.is_some_and(|entry| entry.numbers.is_proved())
            && self.solver.prove(position, budget) != Outcome::Proved
        {
            return None;
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
            let known = self.known.get(&self.fight.key(position)).copied().flatten();
            known.map_or(0, |walked| walked.n_moves)
        };
        successors
            .iter()
            .rev()
            .max_by_key(|successor| (successor.mv.is_some(), length(&successor.position)))
            .map(|successor| successor.mv)
    }
}
