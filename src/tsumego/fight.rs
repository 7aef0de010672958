//! A claim about a block, or several, as a game on the cells of a [`Frame`].
//!
//! Several blocks are in question together: what is said here of the block is that he takes them all, or that one of them gets
//! out or lives.
//!
//! Both sides may play on any cell or pass. The attacker wins by taking the block. The defender wins if the block gets
//! out, if it is unconditionally alive, or if the attacker passes though no ko keeps him from playing: then the
//! defender may pass as well, and the block stays, with eyes or in a seki. Where a seki is not enough, the fight goes on; if the
//! defender passes too, without two eyes, the attacker wins.
//!
//! The attacker also wins once the block can't get two eyes and can't get out (`death`).

use arrayvec::ArrayVec;

use super::blocks::Effect;
use super::cells::Cells;
use super::claim::{Goal, KoRights, Life};
use super::forecast::Forecast;
use super::frame::Frame;
use super::ordering::Scene;
use super::space::Space;
use crate::proof::game::{Evaluation, N_SLOTS, ProofGame, Successor};

/// A position in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const N: usize> {
    /// Stones of the attacker.
    pub attackers: Cells<N>,
    /// Stones of the defender.
    pub defenders: Cells<N>,
    /// The cell where the player to move may not play, because of a ko.
    pub ban: Cells<N>,
    /// Whose turn it is.
    pub is_attacker_to_move: bool,
    /// The attacker passed though nothing kept him from playing, and nobody has played since.
    pub is_left_alone: bool,
    /// How often a ko may still be taken back at once by who may, where that is counted.
    pub n_retakes: u8,
    /// Of several blocks in question those that were taken, as bits in the order of the cells that name them: what is played there
    /// later is another block.
    pub gone: u32,
}

impl<const N: usize> Position<N> {
    /// The stones of one side, and those of the other.
    pub(super) const fn stones(&self, is_attackers: bool) -> (Cells<N>, Cells<N>) {
        if is_attackers {
            (self.attackers, self.defenders)
        } else {
            (self.defenders, self.attackers)
        }
    }

    /// The stones of the player to move, and those of the other.
    pub(super) const fn own_and_other(&self) -> (Cells<N>, Cells<N>) {
        self.stones(self.is_attacker_to_move)
    }
}

/// A move: a cell, or none for a pass.
pub type FightMove = Option<u8>;

/// A claim about the blocks of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Fight<'a, const N: usize> {
    /// Where it is.
    pub frame: &'a Frame<N>,
    /// What is claimed.
    pub goal: Goal,
    /// With what the block lives.
    pub life: Life,
    /// Who may take back a ko.
    pub ko: KoRights,
    /// How often he may, if there is an end to it.
    pub n_retakes: Option<u8>,
    /// Tells frames and goals apart that share a table.
    pub salt: u64,
    /// A cell that is taken for vital.
    pub hint: Cells<N>,
    /// Easier claims in the same layout and table: what fails in one fails here.
    pub easier: &'a [Easier<N>],
}

/// The same claim in a part of the frame in which it is easier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Easier<const N: usize> {
    /// The cells of that part.
    pub cells: Cells<N>,
    /// What tells its positions apart in the table.
    pub salt: u64,
}

/// How often a ko may be taken back at once if there is to be an end to it: enough for kos of two steps. Who wins only by
/// taking back more often than that hasn't the threats for it.
pub const FEW_RETAKES: u8 = 2;

/// The numbers of the claims in which that is counted, for the refuter and for the prover.
const RANKS_OF_COUNTED: [usize; 2] = [1, 3];

/// Bits of a key that are the same in all claims: they number the buckets of the usual table, and the others are enough to tell
/// the claims about the same stones apart.
const SHARED_BITS: u64 = (1 << 20) - 1;

/// Cells of the largest frame.
pub(super) const MOST_CELLS: usize = 256;

/// Difference of promise that counts one.
const PROMISE_PER_COST: i32 = 9;

/// The cost of the least promising moves.
const MOST_COST: i32 = 10;

/// The cost of a pass of the prover.
const COST_OF_PASS: u32 = 8;

/// The cost of a pass of the refuter: how it loses tells which of his moves matter.
const COST_OF_PASS_OF_REFUTER: u32 = 3;

#[expect(clippy::cast_possible_truncation, reason = "at most 256 cells")]
fn index<const N: usize>(cell: Cells<N>) -> u8 {
    cell.number() as u8
}

const fn mix(key: u64, value: u64) -> u64 {
    let key = (key ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    key ^ (key >> 32)
}

fn mix_cells<const N: usize>(key: u64, cells: Cells<N>) -> u64 {
    cells.words().iter().fold(key, |key, &word| mix(key, word))
}

impl<'a, const N: usize> Fight<'a, N> {
    /// A claim by itself, if nobody has ko threats.
    #[cfg(test)]
    pub(super) fn without_threats(frame: &'a Frame<N>, goal: Goal) -> Self {
        Self {
            frame,
            goal,
            life: Life::EyesOrSeki,
            ko: KoRights::Nobody,
            n_retakes: None,
            salt: 0,
            hint: Cells::EMPTY,
            easier: &[],
        }
    }

    /// The position on the board the frame was cut from. `banned` is where the player to move may not take a ko.
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
            n_retakes: self.n_retakes.unwrap_or(0),
            gone: 0,
        }
    }

    /// Where the player to move may not play.
    pub(super) fn banned(&self, position: &Position<N>) -> Cells<N> {
        if self.has_threats(position.is_attacker_to_move) && position.n_retakes > 0 {
            Cells::EMPTY
        } else {
            position.ban
        }
    }

    /// Whether a side may take back any ko at once, without end.
    const fn may_retake(&self, is_attacker: bool) -> bool {
        self.has_threats(is_attacker) && self.n_retakes.is_none()
    }

    /// Whether a side has ko threats, be they counted or not.
    const fn has_threats(&self, is_attacker: bool) -> bool {
        let is_prover = is_attacker == matches!(self.goal, Goal::Kill);
        match self.ko {
            KoRights::Refuter => !is_prover,
            KoRights::Nobody => false,
            KoRights::Prover => is_prover,
        }
    }

    /// The number of the claim, from the hardest to the easiest for the prover.
    const fn rank(&self) -> usize {
        match (self.ko, self.n_retakes) {
            (KoRights::Refuter, None) => 0,
            (KoRights::Refuter, Some(_)) => RANKS_OF_COUNTED[0],
            (KoRights::Nobody, _) => 2,
            (KoRights::Prover, Some(_)) => RANKS_OF_COUNTED[1],
            (KoRights::Prover, None) => 4,
        }
    }

    /// The key of a position in the claim with another number. Its low bits are the same in all claims, so that these are kept
    /// side by side.
    fn key_of_claim(&self, position: &Position<N>, rank: usize, salt: u64) -> u64 {
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

    /// Where stones of a side can't be taken.
    pub(super) const fn rescue(&self, is_attackers: bool) -> Cells<N> {
        if is_attackers {
            self.frame.anchored
        } else {
            self.frame.exits
        }
    }

    /// The position after a move on an empty cell; `None` if it is illegal.
    #[must_use]
    pub fn play(&self, position: &Position<N>, cell: Cells<N>) -> Option<Position<N>> {
        self.play_to(position, cell, &self.effect(position, cell))
    }

    /// The position after a move on an empty cell whose effect is known; `None` if it is illegal.
    pub(super) fn play_to(
        &self,
        position: &Position<N>,
        cell: Cells<N>,
        effect: &Effect<N>,
    ) -> Option<Position<N>> {
        let is_suicide = effect.liberties.is_empty() && !effect.is_rescued;
        if cell == self.banned(position) || is_suicide {
            return None;
        }
        let frame = self.frame;
        let is_attacker = position.is_attacker_to_move;
        let taken = effect.taken;
        // On the rim, and where it can't be taken, the stone may have a liberty or a friend outside.
        let is_ko = taken.len() == 1
            && effect.made == cell
            && effect.liberties == taken
            && !cell.intersects(frame.rim | self.rescue(is_attacker));
        let (own, other) = position.own_and_other();
        let (own, other) = (own | cell, other & !taken);
        let (attackers, defenders) = if is_attacker {
            (own, other)
        } else {
            (other, own)
        };
        Some(Position {
            attackers,
            defenders,
            ban: if is_ko && !self.may_retake(!is_attacker) {
                taken
            } else {
                Cells::EMPTY
            },
            is_attacker_to_move: !is_attacker,
            is_left_alone: false,
            n_retakes: position.n_retakes - u8::from(cell == position.ban),
            gone: position.gone | self.named(taken),
        })
    }

    /// The position after a pass.
    #[must_use]
    pub fn pass(&self, position: &Position<N>) -> Position<N> {
        Position {
            ban: Cells::EMPTY,
            is_attacker_to_move: !position.is_attacker_to_move,
            is_left_alone: if position.is_attacker_to_move {
                self.banned(position).is_empty()
            } else {
                position.is_left_alone
            },
            ..*position
        }
    }

    /// Whether the one who passed last has ended the fight with that.
    pub(super) const fn is_over(&self, position: &Position<N>) -> bool {
        position.is_left_alone
            && match self.life {
                Life::EyesOrSeki => true,
                Life::TwoEyes => position.is_attacker_to_move,
            }
    }

    /// The position after a pass, as the one who passed has to see it: if the block then gets out or lives at once, being left
    /// alone is not needed to show it.
    fn nothing(&self, position: &Position<N>) -> Position<N> {
        let passed = self.pass(position);
        let answered = Position {
            is_left_alone: false,
            ..passed
        };
        if passed.is_left_alone && matches!(self.settle(&answered), Ok((Goal::Live, _))) {
            answered
        } else {
            passed
        }
    }

    pub(super) fn empty(&self, position: &Position<N>) -> Cells<N> {
        self.frame.cells & !(position.attackers | position.defenders)
    }

    /// Who has reached his aim, if that can be told without search, and the cells that show it; else how hard it looks.
    pub fn settle(&self, position: &Position<N>) -> Result<(Goal, Cells<N>), Space<N>> {
        let target = self.target(position);
        let frame = self.frame;
        if target.is_empty() {
            return Ok((Goal::Kill, frame.targets));
        }
        let is_over = self.is_over(position);
        if target.intersects(frame.exits) || is_over && self.life == Life::EyesOrSeki {
            return Ok((Goal::Live, target));
        }
        if self.capture_of(position, target).is_some() {
            return Ok((Goal::Kill, frame.spread(target)));
        }
        let empty = self.empty(position);
        if let Some(way_out) = self.way_out(position, target, empty) {
            return Ok((Goal::Live, target | way_out));
        }
        let space = self.space(position, target);
        if let Some(death) = self.death(position, &space) {
            return Ok((Goal::Kill, death.shown));
        }
        for block in self.blocks(target) {
            let shown = self.life(position, block, empty);
            if let Some(shown) = shown.or_else(|| self.life_by_shape(position, block, empty)) {
                return Ok((Goal::Live, shown));
            }
        }
        if is_over {
            return Ok((Goal::Kill, self.surroundings(&space)));
        }
        Err(space)
    }

    /// Where the attacker takes the block at once, if he can.
    #[must_use]
    pub fn capture(&self, position: &Position<N>) -> Option<u8> {
        self.capture_of(position, self.target(position))
    }

    fn capture_of(&self, position: &Position<N>, target: Cells<N>) -> Option<u8> {
        let liberties = self.frame.spread(target) & self.empty(position);
        let can_take = position.is_attacker_to_move
            && !target.is_empty()
            && liberties.len() == 1
            && liberties != self.banned(position);
        can_take.then(|| index(liberties))
    }

    /// Liberties by which the block gets out with the next move of the defender, whatever the attacker does before: one
    /// if it is the turn of the defender, else two.
    fn way_out(
        &self,
        position: &Position<N>,
        target: Cells<N>,
        empty: Cells<N>,
    ) -> Option<Cells<N>> {
        let frame = self.frame;
        let ways = frame.spread(target) & empty & frame.exits & !self.banned(position);
        let first = ways.first();
        let others = ways & !first;
        if position.is_attacker_to_move {
            if others.is_empty() {
                return None;
            }
            return Some(first | others.first());
        }
        if first.is_empty() { None } else { Some(first) }
    }
}

impl<const N: usize> ProofGame for Fight<'_, N> {
    type Move = FightMove;
    type Position = Position<N>;
    type Zone = Cells<N>;

    fn key(&self, position: &Position<N>) -> u64 {
        self.key_of_claim(position, self.rank(), self.salt)
    }

    fn stronger_key(&self, position: &Position<N>, n: usize) -> Option<u64> {
        let rank = self.rank().checked_sub(n + 1)?;
        let is_free = rank == 0 && !self.is_prover_to_move(position);
        let known = Position {
            ban: if is_free { Cells::EMPTY } else { position.ban },
            n_retakes: if RANKS_OF_COUNTED.contains(&rank) {
                FEW_RETAKES
            } else {
                0
            },
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
        Some(self.key_of_claim(&part, self.rank(), easier.salt))
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

    fn evaluate(&self, position: &Position<N>) -> Evaluation<Cells<N>> {
        match self.settle(position) {
            Ok((goal, shown)) => {
                let zone = self.closed(position, goal == Goal::Kill, shown);
                if goal == self.goal {
                    Evaluation::Proved(zone)
                } else {
                    Evaluation::Failed(zone)
                }
            }
            Err(space) => Evaluation::Open(Forecast::new(self, position, space).numbers()),
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
                mv: Some(index(cell)),
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
        match mv {
            None => self.closed(position, position.is_attacker_to_move, *after),
            Some(cell) => self.zone_of_play(position, Cells::cell(cell.into()), *after),
        }
    }

    fn zone_of_lost(&self, position: &Position<N>, lost: &[(FightMove, Cells<N>)]) -> Cells<N> {
        let mut zone = Cells::EMPTY;
        for &(mv, after) in lost {
            zone |= after;
            if let Some(cell) = mv {
                zone |= self.effect_of(position, Cells::cell(cell.into()));
            }
        }
        self.completed(position, zone)
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
