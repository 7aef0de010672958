//! A claim about a block, or about several, as a game on the cells of a [`Frame`]: what the prover claims, which side
//! may retake kos, and the keys of the positions in a table.
//!
//! Keys of all claims about the same stones share their low bits. So a table keeps these claims side by side.

use super::position::Position;
use crate::tactics::ko::KoThreats;
use crate::tsumego::frame::Frame;
use crate::tsumego::frame::cells::Cells;
use crate::tsumego::question::{Goal, LifeCriterion};

/// A claim about the blocks of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Fight<'a, const N: usize> {
    /// The frame in which the fight takes place.
    pub frame: &'a Frame<N>,
    /// The goal that the prover claims.
    pub goal: Goal,
    /// What counts as life.
    pub life: LifeCriterion,
    /// Which side may retake kos.
    pub ko_threats: KoThreats,
    /// What settles a position.
    pub criteria: Criteria,
    /// A number that keeps apart the frames and goals that share a table.
    pub salt: u64,
    /// A cell that is marked as vital.
    pub hint: Cells<N>,
    /// Easier claims in the same layout and table. What fails in one of them fails here.
    pub easier: &'a [Easier<N>],
}

/// What settles a position without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criteria {
    /// All criteria.
    All,
    /// Only those that a [checker](crate::proofcheck) of written proofs has too. A search with it goes on where the
    /// checker would not follow.
    Plain,
}

/// The same claim in a part of the frame where it is easier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Easier<const N: usize> {
    /// The cells of that part.
    pub cells: Cells<N>,
    /// A number that keeps its positions apart from others in the table.
    pub salt: u64,
}

/// Bits of a key that are the same in all claims about the same stones. They number the buckets of a table of the usual
/// size. The other bits are enough to keep the claims apart.
const SHARED_BITS: u64 = (1 << 20) - 1;

const fn mix(key: u64, value: u64) -> u64 {
    let key = (key ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    key ^ (key >> 32)
}

fn mix_cells<const N: usize>(key: u64, cells: Cells<N>) -> u64 {
    cells.words().iter().fold(key, |key, &word| mix(key, word))
}
impl<'a, const N: usize> Fight<'a, N> {
    /// A claim for which neither side has ko threats.
    #[cfg(test)]
    pub(crate) fn without_threats(frame: &'a Frame<N>, goal: Goal) -> Self {
        Self {
            frame,
            goal,
            life: LifeCriterion::EyesOrSeki,
            ko_threats: KoThreats::Nobody,
            criteria: Criteria::All,
            salt: 0,
            hint: Cells::EMPTY,
            easier: &[],
        }
    }

    /// The position on the board that the frame was cut from. `banned` is the cell where a ko forbids the side to move
    /// to play.
    #[must_use]
    pub fn start(&self, is_attacker_to_move: bool, banned: Cells<N>) -> Position<N> {
        let ban = if self.may_retake(is_attacker_to_move) {
            Cells::EMPTY
        } else {
            banned
        };
        Position {
            attackers: self.frame.attackers,
            defenders: self.frame.defenders,
            ban,
            is_attacker_to_move,
            is_left_alone: false,
            n_retakes: self.ko_threats.count().unwrap_or(0),
            gone: 0,
        }
    }

    /// The cell where a ko forbids the side to move to play.
    pub(crate) fn banned(&self, position: &Position<N>) -> Cells<N> {
        if self.has_threats(position.is_attacker_to_move) && position.n_retakes > 0 {
            Cells::EMPTY
        } else {
            position.ban
        }
    }

    /// Whether a side may retake every ko at once, without end.
    pub(crate) const fn may_retake(&self, is_attacker: bool) -> bool {
        self.ko_threats.are_endless_for(self.is_prover(is_attacker))
    }

    /// Whether a side has ko threats, counted or endless.
    const fn has_threats(&self, is_attacker: bool) -> bool {
        self.ko_threats.favor(self.is_prover(is_attacker))
    }

    /// Whether the attacker (else the defender) is the prover.
    const fn is_prover(&self, is_attacker: bool) -> bool {
        is_attacker == matches!(self.goal, Goal::Kill)
    }

    /// The key of a position in the claim with another rank of ko threats and another salt. The low bits depend on the
    /// stones only.
    pub(crate) fn key_of_claim(&self, position: &Position<N>, rank: usize, salt: u64) -> u64 {
        let flags = (u64::from(position.gone) << 32)
            | (u64::from(position.n_retakes) << 5)
            | (rank as u64) << 2
            | u64::from(position.is_attacker_to_move) << 1
            | u64::from(position.is_left_alone);
        let stones = mix_cells(
            mix_cells(mix(0, salt), position.attackers),
            position.defenders,
        );
        let all = mix_cells(mix(stones, flags), position.ban) | (SHARED_BITS + 1);
        stones & SHARED_BITS | all & !SHARED_BITS
    }

    /// Cells where stones of a side can't be taken.
    pub(crate) const fn rescue(&self, is_attackers: bool) -> Cells<N> {
        if is_attackers {
            self.frame.anchored
        } else {
            self.frame.exits
        }
    }

    pub(crate) fn empty(&self, position: &Position<N>) -> Cells<N> {
        self.frame.cells & !(position.attackers | position.defenders)
    }
}
