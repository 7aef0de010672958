//! Eye spaces of a single block, solved completely.
//!
//! The points that one block encloses alone make a small game of their own: the attacker plays inside or fills one of
//! the block's liberties elsewhere, the defender plays inside or passes, and the block is captured or not. Here that
//! game is solved by search, once for each shape, its stones and the number of liberties elsewhere; nothing about
//! shapes is typed in.
//!
//! The idea of a library of eyes is Wolf's, "A library of eyes in Go" (2000, 2007).

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::task::{Goal, KoRights};
use crate::base::{Budget, Color, Point, PointSet};
use crate::board::{Board, Cell};
use crate::proof::{AndOrGraph, Verdict, prove};

/// Points of an eye space at most.
pub const MOST_POINTS: usize = 8;

/// Liberties elsewhere at most.
pub const MOST_OUTSIDE: usize = 24;

/// Answers kept at most.
const MOST_ANSWERS: usize = 1 << 18;

/// Nodes for one answer, after which the shape counts as unknown.
const MOST_NODES: u64 = 3000;

/// Size of the table of a search: 2 to this power entries.
const LOG2_ENTRIES: u32 = 10;

/// The points that the block on `target` encloses alone, in all its regions of together at most [`MOST_POINTS`] points;
/// larger ones are left out.
#[must_use]
pub fn own_eye_space(board: &Board, target: Point) -> PointSet {
    let mut space = PointSet::EMPTY;
    let Some(block) = board.block_at(target) else {
        return space;
    };
    let (color, id) = (block.color(), board.block_id(target));
    let mut seen = PointSet::EMPTY;
    for liberty in block.liberties() {
        if seen.contains(liberty) {
            continue;
        }
        let mut region: ArrayVec<Point, MOST_POINTS> = ArrayVec::new();
        region.push(liberty);
        let mut points = PointSet::from_iter([liberty]);
        let mut n_done = 0;
        let mut is_own = true;
        while let Some(&point) = region.get(n_done)
            && is_own
        {
            n_done += 1;
            for neighbor in point.neighbors() {
                if board.cell(neighbor) == Cell::Wall
                    || board.color(neighbor) == Some(color) && board.block_id(neighbor) == id
                {
                    continue;
                }
                if points.insert(neighbor) && region.try_push(neighbor).is_err() {
                    is_own = false;
                    break;
                }
            }
        }
        seen |= points;
        if is_own && space.len() + region.len() <= MOST_POINTS {
            space |= points;
        }
    }
    space
}

/// A small set of points of an eye space, as bits.
type Bits = u8;

/// The eye space of one block, with the stones inside.
#[derive(Clone, Debug)]
pub struct EyeSpace {
    neighbors: [Bits; MOST_POINTS],
    /// The points beside the block.
    touching: Bits,
    all: Bits,
    state: State,
    claim: (Goal, KoRights),
    history: Vec<State>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// Stones of the defender that are inside, connected with the block or not, and of the attacker.
    defender: Bits,
    attacker: Bits,
    /// Liberties of the block elsewhere.
    n_outside: u8,
    /// Whose turn it is.
    is_attacker_to_move: bool,
    /// The point where the player to move may not play.
    ban: Bits,
    is_captured: bool,
}

/// A move in an eye space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EyeMove {
    /// On a point inside.
    Inside(u8),
    /// The attacker fills a liberty elsewhere.
    Outside,
    /// Nothing.
    Pass,
}

impl EyeSpace {
    /// The eye space `points` of the defender, with `n_outside` liberties elsewhere that the attacker can fill. Points
    /// of `bare` count as empty and as enclosed by the block.
    #[must_use]
    pub fn new(
        board: &Board,
        defender: Color,
        points: &PointSet,
        bare: &PointSet,
        n_outside: usize,
        claim: (Goal, KoRights),
        to_move: Color,
    ) -> Option<Self> {
        let list: ArrayVec<Point, MOST_POINTS> = points.iter().take(MOST_POINTS).collect();
        let mut space = Self {
            neighbors: [0; MOST_POINTS],
            touching: 0,
            all: 0,
            state: State {
                defender: 0,
                attacker: 0,
                n_outside: u8::try_from(n_outside).ok()?,
                is_attacker_to_move: to_move != defender,
                ban: 0,
                is_captured: false,
            },
            claim,
            history: Vec::new(),
        };
        for (n, &point) in list.iter().enumerate() {
            space.all |= 1 << n;
            for neighbor in point.neighbors() {
                match list.iter().position(|&other| other == neighbor) {
                    Some(m) => space.neighbors[n] |= 1 << m,
                    None if board.cell(neighbor) != Cell::Wall => space.touching |= 1 << n,
                    None => {}
                }
            }
            match board.color(point) {
                Some(_) if bare.contains(point) => {}
                Some(color) if color == defender => space.state.defender |= 1 << n,
                Some(_) => space.state.attacker |= 1 << n,
                None if board.ko() == Some((to_move, point)) => space.state.ban |= 1 << n,
                None => {}
            }
        }
        Some(space)
    }

    /// A number that tells shapes, their stones and the question apart.
    fn fingerprint(&self) -> u64 {
        let mix = |key: u64, value: u64| {
            let key = (key ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            key ^ (key >> 29)
        };
        let claim = match self.claim.0 {
            Goal::Kill => 0,
            Goal::Live => 8,
        } + match self.claim.1 {
            KoRights::Refuter => 0,
            KoRights::Nobody => 1,
            KoRights::Prover => 2,
        };
        let mut key = mix(claim, u64::from_le_bytes(self.neighbors));
        key = mix(key, u64::from(self.touching) << 8 | u64::from(self.all));
        mix(key, self.packed())
    }

    fn packed(&self) -> u64 {
        let State {
            defender,
            attacker,
            n_outside,
            is_attacker_to_move,
            ban,
            is_captured,
        } = self.state;
        u64::from_le_bytes([
            defender,
            attacker,
            n_outside,
            ban,
            u8::from(is_attacker_to_move),
            u8::from(is_captured),
            0,
            1,
        ])
    }

    fn empty(&self) -> Bits {
        self.all & !(self.state.defender | self.state.attacker)
    }

    /// The stones of `stones` that are connected to those of `from`, these included.
    fn connected(&self, from: Bits, stones: Bits) -> Bits {
        let mut block = from;
        loop {
            let wider = block | self.around(block) & stones;
            if wider == block {
                return block;
            }
            block = wider;
        }
    }

    fn around(&self, points: Bits) -> Bits {
        (0..MOST_POINTS)
            .filter(|n| points >> n & 1 != 0)
            .fold(0, |around, n| around | self.neighbors[n])
    }

    /// The stones inside that belong to the block.
    fn attached(&self) -> Bits {
        self.connected(self.state.defender & self.touching, self.state.defender)
    }

    fn block_has_liberty(&self) -> bool {
        let reach = self.touching | self.around(self.attached());
        self.state.n_outside > 0 || reach & self.empty() != 0
    }

    /// The stones of the attacker without liberties, or those of the defender that are not of the block.
    fn choked(&self, is_attacker: bool, except: Bits) -> Bits {
        let stones = if is_attacker {
            self.state.attacker
        } else {
            self.state.defender & !self.attached()
        };
        let mut choked = 0;
        let mut open = stones;
        while open != 0 {
            let block = self.connected(open & open.wrapping_neg(), stones);
            open &= !block;
            if self.around(block) & self.empty() == 0 && block & except == 0 {
                choked |= block;
            }
        }
        choked
    }

    /// Plays inside; whether that is legal. Changes the state in any case.
    fn play_inside(&mut self, n: u8) -> bool {
        let bit: Bits = 1 << n;
        let is_attacker = self.state.is_attacker_to_move;
        if is_attacker {
            self.state.attacker |= bit;
        } else {
            self.state.defender |= bit;
        }
        let taken = self.choked(!is_attacker, 0);
        if is_attacker {
            self.state.defender &= !taken;
            self.state.is_captured = !self.block_has_liberty();
        } else {
            self.state.attacker &= !taken;
        }
        if self.state.is_captured {
            return true;
        }
        let own = if is_attacker {
            self.connected(bit, self.state.attacker)
        } else {
            self.connected(bit, self.state.defender)
        };
        let is_attached = !is_attacker && own & self.attached() != 0;
        let liberties = self.around(own) & self.empty();
        if is_attached && !self.block_has_liberty() || !is_attached && liberties == 0 {
            return false;
        }
        let is_ko = !is_attached
            && taken.count_ones() == 1
            && own == bit
            && liberties.count_ones() == 1;
        let banned = if is_attacker {
            Goal::Live
        } else {
            Goal::Kill
        };
        let is_free = match self.claim.1 {
            KoRights::Refuter => banned != self.claim.0,
            KoRights::Nobody => false,
            KoRights::Prover => banned == self.claim.0,
        };
        self.state.ban = if is_ko && !is_free { taken } else { 0 };
        true
    }

    fn is_legal(&self, n: u8) -> bool {
        let mut probe = Self {
            history: Vec::new(),
            ..self.clone()
        };
        probe.play_inside(n)
    }

    fn has_play(&self) -> bool {
        let free = self.empty() & !self.state.ban;
        self.state.is_attacker_to_move && self.state.n_outside > 0
            || (0..8u8).any(|n| free >> n & 1 != 0 && self.is_legal(n))
    }
}

impl AndOrGraph for EyeSpace {
    type Move = EyeMove;

    fn key(&self) -> u64 {
        self.packed().wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_right(32)
    }

    fn is_prover_to_move(&self) -> bool {
        self.state.is_attacker_to_move == (self.claim.0 == Goal::Kill)
    }

    fn outcome(&self) -> Option<bool> {
        if self.state.is_captured {
            return Some(self.claim.0 == Goal::Kill);
        }
        // The attacker may pass only to get rid of a ban: else the defender would pass as well, and so on.
        (self.state.is_attacker_to_move && self.state.ban == 0 && !self.has_play())
            .then_some(self.claim.0 == Goal::Live)
    }

    fn moves(&mut self) -> Vec<EyeMove> {
        let free = self.empty() & !self.state.ban;
        let mut moves: Vec<EyeMove> = (0..8u8)
            .filter(|n| free >> n & 1 != 0 && self.is_legal(*n))
            .map(EyeMove::Inside)
            .collect();
        if self.state.is_attacker_to_move {
            if self.state.n_outside > 0 {
                moves.push(EyeMove::Outside);
            }
            if self.state.ban != 0 {
                moves.push(EyeMove::Pass);
            }
        } else {
            moves.push(EyeMove::Pass);
        }
        moves
    }

    fn play(&mut self, mv: EyeMove) {
        self.history.push(self.state);
        match mv {
            EyeMove::Inside(n) => {
                self.play_inside(n);
            }
            EyeMove::Outside => {
                self.state.n_outside -= 1;
                self.state.ban = 0;
                self.state.is_captured = !self.block_has_liberty();
            }
            EyeMove::Pass => self.state.ban = 0,
        }
        self.state.is_attacker_to_move = !self.state.is_attacker_to_move;
    }

    fn undo(&mut self) {
        if let Some(state) = self.history.pop() {
            self.state = state;
        }
    }
}

/// Answers about eye spaces, each found once.
#[derive(Debug, Default)]
pub struct EyeLibrary {
    answers: HashMap<u64, bool>,
}

impl EyeLibrary {
    /// Whether the claim about the eye space is proved.
    pub fn is_proved(&mut self, space: &mut EyeSpace) -> bool {
        let key = space.fingerprint();
        if let Some(&answer) = self.answers.get(&key) {
            return answer;
        }
        let verdict = prove(space, LOG2_ENTRIES, &mut Budget::nodes(MOST_NODES));
        if self.answers.len() >= MOST_ANSWERS {
            self.answers.clear();
        }
        let answer = verdict == Verdict::Proved;
        self.answers.insert(key, answer);
        answer
    }
}
