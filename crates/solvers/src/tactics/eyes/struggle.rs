//! The search for a number of eyes.

use std::iter;

use super::EyeValue;
use super::space::EyeRegion;
use super::state::{MAIN, Mask, State};
use crate::base::Budget;
use crate::proof::{AndOrGraph, Outcome, prove};
use crate::tactics::ko::KoThreats;

/// Size of the table of a search: 2 to this power entries.
const LOG2_ENTRIES: u32 = 14;

/// The other side, the prover, may retake a ko once.
const ONE_THREAT: KoThreats = KoThreats::Prover(1);

impl EyeRegion {
    pub(super) fn value(&self, nodes: u64) -> EyeValue {
        let (least, most) = (
            self.count(self.turn(false), ONE_THREAT, nodes),
            self.count(self.turn(true), KoThreats::Nobody, nodes),
        );
        let vital = || {
            let attack = self.first_move(false, least, 0..self.points.len(), nodes)?;
            // The other side's point first.
            let cells = iter::once(attack).chain(0..self.points.len());
            let defense = self.first_move(true, most, cells, nodes)?;
            Some((self.points[attack], self.points[defense]))
        };
        let vital = if least < most { vital() } else { None };
        EyeValue {
            least,
            most,
            vital,
            space: self.points.iter().copied().collect(),
            n_nodes: self.n_nodes.get(),
        }
    }

    fn turn(&self, is_owner_to_move: bool) -> State {
        State {
            is_owner_to_move,
            ..self.start
        }
    }

    /// The number of eyes under some ko threats; the other side is the prover.
    fn count(&self, start: State, threats: KoThreats, nodes: u64) -> u8 {
        let is_kept = |n_needed| {
            let mut struggle = Struggle {
                space: self,
                n_needed,
                threats,
                states: vec![start],
            };
            let mut budget = Budget::nodes(nodes);
            let verdict = prove(&mut struggle, LOG2_ENTRIES, &mut budget);
            self.n_nodes.update(|n_nodes| n_nodes + budget.spent());
            verdict != Outcome::Proved
        };
        if is_kept(2) { 2 } else { u8::from(is_kept(1)) }
    }

    /// The first move that leads to a number of eyes. A move that needs no ko threat goes before others.
    fn first_move(
        &self,
        by_owner: bool,
        wanted: u8,
        cells: impl Iterator<Item = usize> + Clone,
        nodes: u64,
    ) -> Option<usize> {
        let threats = if by_owner {
            [ONE_THREAT, KoThreats::Nobody]
        } else {
            [KoThreats::Nobody, ONE_THREAT]
        };
        threats.into_iter().find_map(|threats| {
            cells.clone().find(|&cell| {
                let after = self.after(self.turn(by_owner), cell);
                after.is_some_and(|after| self.count(after, threats, nodes) == wanted)
            })
        })
    }
}

/// The other side tries to prevent a number of eyes.
#[derive(Debug)]
struct Struggle<'a> {
    space: &'a EyeRegion,
    n_needed: u8,
    /// Which side has ko threats: the other side one, or neither.
    threats: KoThreats,
    states: Vec<State>,
}

impl Struggle<'_> {
    fn state(&self) -> State {
        self.states.last().copied().unwrap_or_default()
    }

    /// Where the side to move may not play because of a ko.
    fn banned(&self, state: State) -> Mask {
        let may_retake = self.threats.favor(!state.is_owner_to_move) && !state.is_threat_used;
        if may_retake { 0 } else { state.ko }
    }

    /// Whether the owner, to move, can take stones.
    fn can_take(&self, state: State) -> bool {
        let cells = 0..self.space.points.len();
        let mut after = cells.filter_map(|cell| self.after(state, cell));
        after.any(|after| after.others != state.others)
    }

    /// The state after a move: a cell, or the liberty outside of a group, as numbers after the last cell. The main
    /// group has an eye elsewhere unless it needs two here.
    fn after(&self, state: State, cell: usize) -> Option<State> {
        if cell < self.space.points.len() {
            let bit = 1 << cell;
            let is_threat_used = state.is_threat_used || state.ko & bit != 0;
            let ko = self.banned(state);
            return self.space.after(
                State {
                    ko,
                    is_threat_used,
                    ..state
                },
                cell,
            );
        }
        let group = cell - self.space.points.len();
        let is_useful = !state.is_owner_to_move && (group > 0 || self.n_needed == 2);
        is_useful
            .then(|| self.space.shut_in(state, group))
            .flatten()
    }
}

impl AndOrGraph for Struggle<'_> {
    type Move = Option<usize>;
    type Key = u64;
    type Zone = ();

    fn key(&self) -> u64 {
        let state = self.state();
        let packed = u64::from(state.others)
            | u64::from(state.owners) << 16
            | u64::from(state.gone) << 32
            | u64::from(state.is_owner_to_move) << 40
            | u64::from(state.shut) << 41
            | 1 << 49
            | u64::from(state.ko.trailing_zeros()) << 50
            | u64::from(state.is_threat_used) << 55
            | u64::from(state.has_spare) << 56;
        packed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_right(32)
    }

    fn is_prover_to_move(&self) -> bool {
        !self.state().is_owner_to_move
    }

    fn outcome(&self) -> Option<bool> {
        let state = self.state();
        let left = self.space.main_liberties(state);
        if self.n_needed == 2 {
            let is_last = left & left.wrapping_sub(1) == 0 && left & self.banned(state) == 0;
            let is_lost = left == 0 || is_last && !state.is_owner_to_move;
            return (is_lost && state.shut & MAIN != 0).then_some(true);
        }
        // All are filled, and the owner can't take what fills them.
        let is_lost = state.is_owner_to_move && left == 0;
        (is_lost && !self.can_take(State { ko: 0, ..state })).then_some(true)
    }

    fn moves(&mut self) -> Vec<Option<usize>> {
        let state = self.state();
        let cells = 0..self.space.points.len() + self.space.groups.len();
        let legal = cells.filter(|&cell| self.after(state, cell).is_some());
        legal.map(Some).chain([None]).collect()
    }

    fn play(&mut self, mv: Option<usize>) {
        let state = self.state();
        let after = mv.and_then(|cell| self.after(state, cell));
        self.states.push(after.unwrap_or(state.passed()));
    }

    fn undo(&mut self) {
        self.states.pop();
    }
}
