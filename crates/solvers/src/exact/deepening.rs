//! Proof of a claim within a number of plies, one depth after another.
//!
//! Proof-number search follows what looks cheapest to prove, and may lose itself in long captures and recaptures. This
//! search decides whether the attacker can secure the claim within a number of plies, and then within two more. A proof
//! is a finite tree of moves; it depends neither on the depth nor on the path. A failure holds for that depth only, so
//! that repetition needs no care: it ends at the depth. A failure holds at any depth when static safety of the defender
//! shows it. So this search has no use for the proof numbers and the care for repetition of [`proof`](crate::proof),
//! and keeps a loop of its own.
//!
//! Two bounds cut lines off. The stones that the attacker needs even if the defender never answers ([`Needs`]) bound
//! the number of attacking moves from below. So a claim that only comes true by passing to the end, with nothing safe,
//! is not proved here. The second bound is a guess: a state that looks bad for the attacker is given up sooner. This
//! can delay a proof, but never makes one wrong.
//!
//! Source: van der Werf, van den Herik and Uiterwijk, "Solving Go on Small Boards" (2003), for deepening with static
//! safety at every node.

use std::cmp::Reverse;

use super::claim::Claim;
use super::estimate::{self, Patterns, SCALE_POINTS, UNITS};
use super::needs::Needs;
use super::rules::ExactRules;
use super::shape::{Bits, MAX_POINTS, Shape, lowest, points};
use super::state::State;
use super::table::{ClaimEntry, ClaimKey, ClaimTable};
use crate::base::Stop;
use crate::proof::{Numbers, Outcome};

/// The greatest depth, in plies.
pub const MAX_DEPTH: u8 = 100;

/// In the order of moves: what a stone less that the attacker needs is worth, in units of the guess.
const NEED: i32 = 20 * UNITS;

/// In the order of moves: what a move is worth that decided a node at the same depth, the latest and the one before.
const KILLERS: [i32; 2] = [8 * UNITS, 4 * UNITS];

/// Noise in the order of moves of all workers but the first, in units of the guess; a power of two.
const NOISE: usize = 128;

/// Moves of the attacker that a shortfall of the guess by the whole board stands for.
const MOVES_PER_SHORTFALL: i32 = 3;

/// The table's entry about a claim, in terms of this search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoredClaim {
    Proved,
    Disproved,
    /// Not proved within this number of plies.
    Open(u8),
}

impl StoredClaim {
    /// What a search to some depth shows.
    fn of(is_proved: bool, is_final: bool, depth: u8) -> Self {
        match (is_proved, is_final) {
            (true, _) => Self::Proved,
            (false, true) => Self::Disproved,
            (false, false) => Self::Open(depth),
        }
    }
}

/// A move that has to be searched.
#[derive(Debug, Clone, Copy)]
struct Child {
    /// The point; the number of points stands for a pass.
    point: u32,
    state: State,
    key: ClaimKey,
    order: i32,
}

/// The search for a proof of one claim.
#[derive(Debug)]
pub struct Deepening<'a> {
    shape: &'a Shape,
    rules: ExactRules,
    needs: &'a Needs,
    table: &'a ClaimTable,
    /// The children at each depth of the line, kept for their memory.
    children: Vec<Vec<Child>>,
    killers: Vec<[u32; 2]>,
    /// The number of this worker: each mixes its own noise into the order of moves, so that they part.
    worker: usize,
    n_nodes: u64,
    stopped: Option<Stop>,
}

impl<'a> Deepening<'a> {
    /// A search for the claim of `needs`. The table must hold results of this kind of search only, for the same rules
    /// and board. Workers that share a table should have different numbers; worker 0 uses the plain order.
    pub fn new(
        shape: &'a Shape,
        rules: ExactRules,
        needs: &'a Needs,
        table: &'a ClaimTable,
        worker: usize,
    ) -> Self {
        let n_lines = usize::from(MAX_DEPTH) + 1;
        Self {
            shape,
            rules,
            needs,
            table,
            children: vec![Vec::new(); n_lines],
            killers: vec![[MAX_POINTS + 1; 2]; n_lines],
            worker,
            n_nodes: 0,
            stopped: None,
        }
    }

    /// Nodes searched so far.
    pub fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// Goes on from the depth that the table has reached for a claim, until it is decided or `spend` (called once per
    /// node) stops it. Unknown as well if the greatest depth is not enough.
    pub fn decide(
        &mut self,
        state: &State,
        attacker_to_move: bool,
        spend: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Outcome {
        self.stopped = None;
        let state = state.canonical(self.shape);
        let key = self.key(&state, attacker_to_move);
        loop {
            let depth = match self.known(key) {
                Some(StoredClaim::Proved) => return Outcome::Proved,
                Some(StoredClaim::Disproved) => return Outcome::Disproved,
                Some(StoredClaim::Open(depth)) => depth + 2,
                None => 2 - u8::from(attacker_to_move),
            };
            if depth > MAX_DEPTH {
                return Outcome::Unknown(Stop::Nodes);
            }
            let is_proved = self.search(&state, attacker_to_move, depth, 0, spend);
            match (is_proved, self.stopped) {
                (true, _) => return Outcome::Proved,
                (false, Some(stop)) => return Outcome::Unknown(stop),
                // The node itself need not have entered the table.
                (false, None) => self.fail(key, depth),
            }
        }
    }

    /// Whether the attacker secures the claim within `depth` plies: an odd number when the attacker is to move, else an
    /// even one.
    fn search(
        &mut self,
        state: &State,
        attacker_to_move: bool,
        depth: u8,
        ply: usize,
        spend: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> bool {
        let before = self.n_nodes;
        self.n_nodes += 1;
        self.stopped = self.stopped.or_else(|| spend().err());
        if self.stopped.is_some() {
            return false;
        }
        if attacker_to_move && self.secures_at_once(state) {
            return true;
        }
        let mut children = std::mem::take(&mut self.children[ply]);
        children.clear();
        let outlook = if attacker_to_move {
            self.attacks(state, depth.div_ceil(2), ply, &mut children)
        } else {
            self.defenses(state, depth, ply, &mut children)
        };
        let found = match outlook {
            Outlook::Wins { is_final } => Some(StoredClaim::of(attacker_to_move, is_final, depth)),
            Outlook::Open { is_final } => {
                self.search_children(&children, attacker_to_move, is_final, depth, ply, spend)
            }
        };
        self.children[ply] = children;
        if let Some(known) = found {
            self.store(self.key(state, attacker_to_move), known, before);
        }
        found == Some(StoredClaim::Proved)
    }

    /// What the children of a node show; nothing if the search is stopped. `is_final`: whether the moves that are no
    /// children fail at any depth.
    fn search_children(
        &mut self,
        children: &[Child],
        attacker_to_move: bool,
        mut is_final: bool,
        depth: u8,
        ply: usize,
        spend: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Option<StoredClaim> {
        for child in children {
            let is_proved = self.look_up(child.key, depth - 1).unwrap_or_else(|| {
                self.search(&child.state, !attacker_to_move, depth - 1, ply + 1, spend)
            });
            if self.stopped.is_some() {
                return None;
            }
            let is_final_here = is_proved || self.known(child.key) == Some(StoredClaim::Disproved);
            if is_proved == attacker_to_move {
                self.remember(ply, child.point);
                return Some(StoredClaim::of(is_proved, is_final_here, depth));
            }
            is_final &= is_final_here;
        }
        Some(StoredClaim::of(!attacker_to_move, is_final, depth))
    }

    /// Whether the attacker, to move, secures the claim at once: with the present stones, with one more, or by passing.
    fn secures_at_once(&self, state: &State) -> bool {
        let wins = |point: &u32| self.needs.of(state.own | 1 << point) == 0;
        let can_play = |point: u32| self.rules.play(self.shape, state, point).is_some();
        self.needs.of(state.own) == 0
            || self.ends_with_claim(state)
            || points(state.empty(self.shape)).filter(wins).any(can_play)
    }

    /// The moves of the attacker that may secure the claim with `n_moves` moves in all, the most promising first.
    fn attacks(
        &self,
        state: &State,
        n_moves: u8,
        ply: usize,
        children: &mut Vec<Child>,
    ) -> Outlook {
        let mut is_final = true;
        let patterns = Patterns::new(self.shape, state);
        for point in points(state.empty(self.shape)) {
            let needs = self.needs.of(state.own | 1 << point);
            let Some(played) = self.rules.play(self.shape, state, point) else {
                continue;
            };
            if needs >= n_moves {
                is_final = false;
                continue;
            }
            let next = played.state.canonical(self.shape);
            let key = self.key(&next, false);
            if children.iter().any(|child| child.key == key) {
                continue;
            }
            match self.known(key) {
                Some(StoredClaim::Proved) => return Outlook::Wins { is_final: true },
                Some(StoredClaim::Disproved) => continue,
                Some(StoredClaim::Open(_)) | None => {}
            }
            let guess = patterns.estimate_after(self.shape, point, &played);
            if self.is_far(needs, -guess, n_moves - 1) {
                is_final = false;
                continue;
            }
            let order = -guess - NEED * i32::from(needs) + self.bonus(ply, point, key);
            children.push(Child {
                point,
                state: next,
                key,
                order,
            });
        }
        if let Some(next) = self.rules.pass(self.shape, state) {
            if self.needs.of(state.own) < n_moves && !self.defender_ends(&next) {
                let next = next.canonical(self.shape);
                children.push(Child {
                    point: self.shape.n_points(),
                    state: next,
                    key: self.key(&next, false),
                    order: i32::MIN,
                });
            } else {
                is_final &= self.defender_ends(&next);
            }
        }
        children.sort_unstable_by_key(|child| (Reverse(child.order), child.point));
        Outlook::Open { is_final }
    }

    /// The moves of the defender that the attacker cannot answer by securing the claim at once, the most dangerous
    /// first.
    fn defenses(&self, state: &State, depth: u8, ply: usize, children: &mut Vec<Child>) -> Outlook {
        if self.defender_ends(state) {
            return Outlook::Wins { is_final: true };
        }
        let n_moves = depth / 2;
        let empty = state.empty(self.shape);
        let attacker = state.other;
        let winning: Bits = points(empty)
            .filter(|point| self.needs.of(attacker | 1 << point) == 0)
            .map(|point| 1 << point)
            .sum();
        let captures = self.last_liberties(attacker, empty);
        let patterns = Patterns::new(self.shape, state);
        for point in points(empty) {
            let stone = 1 << point;
            if captures & stone == 0 && self.can_play_one_of(winning & !stone, empty & !stone) {
                continue;
            }
            let Some(played) = self.rules.play(self.shape, state, point) else {
                continue;
            };
            if self.needs.is_refuted_by(played.state.other) {
                return Outlook::Wins { is_final: true };
            }
            let guess = || patterns.estimate_after(self.shape, point, &played);
            let tried = self.add_defense(point, &played.state, n_moves, ply, guess, children);
            if let Some(wins) = tried {
                return wins;
            }
        }
        if let Some(next) = self.rules.pass(self.shape, state)
            && !self.can_play_one_of(winning, empty)
        {
            let guess = || estimate::estimate(self.shape, &next);
            let pass = self.shape.n_points();
            if let Some(wins) = self.add_defense(pass, &next, n_moves, ply, guess, children) {
                return wins;
            }
        }
        children.sort_unstable_by_key(|child| (Reverse(child.order), child.point));
        Outlook::Open { is_final: true }
    }

    /// Adds a move of the defender, unless it is known to lose. A win of the defender if it is known to hold out.
    fn add_defense(
        &self,
        point: u32,
        next: &State,
        n_moves: u8,
        ply: usize,
        guess: impl Fn() -> i32,
        children: &mut Vec<Child>,
    ) -> Option<Outlook> {
        let needs = self.needs.of(next.own);
        if needs == 0 {
            return None;
        }
        let holds_out = Some(Outlook::Wins { is_final: false });
        if needs > n_moves {
            return holds_out;
        }
        let state = next.canonical(self.shape);
        let key = self.key(&state, true);
        if children.iter().any(|child| child.key == key) {
            return None;
        }
        match self.known(key) {
            Some(StoredClaim::Proved) => return None,
            Some(StoredClaim::Disproved) => return Some(Outlook::Wins { is_final: true }),
            Some(StoredClaim::Open(known)) if known + 1 >= 2 * n_moves => return holds_out,
            Some(StoredClaim::Open(_)) | None => {}
        }
        let guess = guess();
        if self.is_far(needs, guess, n_moves) {
            return holds_out;
        }
        let order = -guess + NEED * i32::from(needs) + self.bonus(ply, point, key);
        children.push(Child {
            point,
            state,
            key,
            order,
        });
        None
    }

    /// Whether the attacker is too far from the claim to reach it with `n_moves` moves, by the stones needed and the
    /// guess.
    fn is_far(&self, needs: u8, guess: i32, n_moves: u8) -> bool {
        let whole = UNITS * SCALE_POINTS;
        let wanted = whole * i32::from(self.needs.threshold()) / i32::from(self.shape.area());
        let shortfall = (wanted - guess).max(0);
        i32::from(needs) * whole + MOVES_PER_SHORTFALL * shortfall > i32::from(n_moves) * whole
    }

    /// Whether one of the points has an empty point beside it, so that a stone there is no suicide.
    fn can_play_one_of(&self, choice: Bits, empty: Bits) -> bool {
        choice & self.shape.neighbors(empty) != 0
    }

    /// The last liberties of blocks of `stones`.
    fn last_liberties(&self, stones: Bits, empty: Bits) -> Bits {
        let mut last = 0;
        for block in self.shape.components(stones) {
            let liberties = self.shape.neighbors(block) & empty;
            if liberties == lowest(liberties) {
                last |= liberties;
            }
        }
        last
    }

    /// Whether the attacker, to move, can end the game with the claim fulfilled.
    fn ends_with_claim(&self, state: &State) -> bool {
        state.passed
            && self.rules.pass(self.shape, state).is_none()
            && self.rules.count(self.shape, state.own, state.other) >= self.needs.threshold()
    }

    /// Whether the defender, to move, can end the game with the claim unfulfilled.
    fn defender_ends(&self, state: &State) -> bool {
        state.passed
            && self.rules.pass(self.shape, state).is_none()
            && self.rules.count(self.shape, state.other, state.own) < self.needs.threshold()
    }

    fn key(&self, state: &State, attacker_to_move: bool) -> ClaimKey {
        ClaimKey::new(&Claim {
            state: *state,
            attacker_to_move,
            threshold: self.needs.threshold(),
        })
    }

    fn known(&self, key: ClaimKey) -> Option<StoredClaim> {
        let entry = self.table.get(key)?;
        Some(match (entry.numbers.proof, entry.numbers.disproof) {
            (0, _) => StoredClaim::Proved,
            (_, 0) => StoredClaim::Disproved,
            (depth, _) => StoredClaim::Open(u8::try_from(depth).unwrap_or(MAX_DEPTH)),
        })
    }

    /// Whether a claim is proved within `depth` plies, if the table holds it.
    fn look_up(&self, key: ClaimKey, depth: u8) -> Option<bool> {
        match self.known(key)? {
            StoredClaim::Proved => Some(true),
            StoredClaim::Disproved => Some(false),
            StoredClaim::Open(known) => (known >= depth).then_some(false),
        }
    }

    fn store(&self, key: ClaimKey, known: StoredClaim, before: u64) {
        let numbers = match known {
            StoredClaim::Proved => Numbers::PROVED,
            StoredClaim::Disproved => Numbers::DISPROVED,
            StoredClaim::Open(depth) => Numbers::new(depth.into(), 1),
        };
        let entry = ClaimEntry { key, numbers };
        self.table.put(entry, self.n_nodes - before);
    }

    /// Records that a claim is not proved within `depth` plies, unless more is known.
    fn fail(&self, key: ClaimKey, depth: u8) {
        if self
            .known(key)
            .is_none_or(|known| matches!(known, StoredClaim::Open(less) if less < depth))
        {
            self.store(key, StoredClaim::Open(depth), 0);
        }
    }

    fn remember(&mut self, ply: usize, point: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != point {
            *killers = [point, killers[0]];
        }
    }

    /// What a move gains in the order beside the guess.
    fn bonus(&self, ply: usize, point: u32, key: ClaimKey) -> i32 {
        let killer = self.killers[ply].iter().position(|&killer| killer == point);
        // Other bits of the same hash for each worker.
        let shift = self.worker % 32;
        let noise = if self.worker == 0 {
            0
        } else {
            key.hash(NOISE << shift) >> shift
        };
        let noise = i32::try_from(noise).unwrap_or(0);
        killer.map_or(0, |at| KILLERS[at]) + noise
    }
}

/// What is known about the moves of a node before one is searched, for the player to move. The attacker wins by
/// securing the claim, the defender by holding out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outlook {
    /// A move is known to win: at any depth if final.
    Wins { is_final: bool },
    /// The moves in the list must be searched. All others fail: at any depth if final.
    Open { is_final: bool },
}
