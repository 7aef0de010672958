//! Proof of one claim about one state: the attacker ends with at least so many points, in finite play.
//!
//! Depth-first proof-number search over states. The attacker's success is a finite tree and never depends on how a
//! state was reached. The defender may also succeed by returning to a state of the line that is being searched; such
//! a refutation is conditional on that state being refuted too. Its conditions are carried as a set of depths of the
//! line: a refutation enters the table only when no condition is left (a state that is refuted unless it recurs is
//! refuted), and otherwise lives in a side table that forgets it when a state that it leans on leaves the line. So no
//! table value depends on a path, which answers the graph-history interaction problem.
//!
//! Sources: Nagai, "Df-pn Algorithm for Searching AND/OR Trees" (2002); Ueda et al., "Weak Proof-Number Search"
//! (2008) for the sum that transpositions do not inflate; Kishimoto and Mueller, "A General Solution to the Graph
//! History Interaction Problem" (2004) for the problem.

use super::bounds::secure_area;
use super::estimate::{self, SCALE_POINTS, UNITS};
use super::rules::{Counting, ExactRules};
use super::shape::{Bits, Shape, points};
use super::state::State;
use super::table::{Entry, Key, Table};

/// Proof or disproof number of a decided node's losing side.
pub const INFINITE: u32 = (1 << 21) - 1;

/// The longest line; a deeper node is left open.
const MAX_DEPTH: usize = 120;

/// A claim: the player to move (or, when `attacker_to_move` is false, the other one) ends with `threshold` points or
/// more over the opponent, counting captures from now on, in finite play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The state.
    pub state: State,
    /// Whether the player to move is the one who claims.
    pub attacker_to_move: bool,
    /// Points claimed, attacker's view.
    pub threshold: i8,
}

/// What a search found about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker can force it.
    Proved,
    /// The defender can prevent it, perhaps by repetition.
    Refuted,
}

/// Nodes searched and where the answers came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Calls of the search, revisits included.
    pub nodes: u64,
    /// Refutations that leaned on a state of the line.
    pub n_conditional: u64,
    /// The deepest line.
    pub max_depth: usize,
}

impl Counters {
    /// Adds what another search counted.
    pub fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.n_conditional += other.n_conditional;
        self.max_depth = self.max_depth.max(other.max_depth);
    }
}

/// Numbers of a node, with the depths of the line that a refutation leans on.
#[derive(Debug, Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
    conditions: u128,
}

impl Numbers {
    const PROVED: Self = Self {
        proof: 0,
        disproof: INFINITE,
        conditions: 0,
    };
    const REFUTED: Self = Self {
        proof: INFINITE,
        disproof: 0,
        conditions: 0,
    };

    fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Proved => Self::PROVED,
            Verdict::Refuted => Self::REFUTED,
        }
    }

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Debug, Clone, Copy)]
struct Child {
    claim: Claim,
    key: Key,
    numbers: Numbers,
}

/// One line of the search: a state with the number of its visit.
#[derive(Debug, Clone, Copy)]
struct Visit {
    key: Key,
    threshold: i8,
    number: u64,
}

/// A refutation that holds while a visit is on the line.
#[derive(Debug, Clone, Copy)]
struct Conditional {
    key: Key,
    conditions: u128,
    depth: usize,
    visit: u64,
}

/// The search. It may be called again and again: the table keeps what earlier calls found.
#[derive(Debug)]
pub struct Search<'a> {
    shape: &'a Shape,
    rules: ExactRules,
    table: &'a Table,
    line: Vec<Visit>,
    conditional: Vec<Option<Conditional>>,
    n_visits: u64,
    counters: Counters,
    stopped: bool,
}

impl<'a> Search<'a> {
    /// A search over `table`, which may hold results of the same rules and shape.
    pub fn new(shape: &'a Shape, rules: ExactRules, table: &'a Table) -> Self {
        Self {
            shape,
            rules,
            table,
            line: Vec::with_capacity(MAX_DEPTH),
            conditional: vec![None; 1 << 16],
            n_visits: 0,
            counters: Counters::default(),
            stopped: false,
        }
    }

    /// Counters of all calls so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Decides a claim, or gives up when `spend` (called once per node) says to stop.
    pub fn decide(&mut self, claim: Claim, spend: &mut dyn FnMut() -> bool) -> Option<Verdict> {
        self.stopped = false;
        self.line.clear();
        let claim = Claim {
            state: claim.state.canonical(self.shape),
            ..claim
        };
        let numbers = self.expand(&claim, INFINITE, INFINITE, spend);
        match (numbers.proof, numbers.disproof) {
            (0, _) => Some(Verdict::Proved),
            (_, 0) => Some(Verdict::Refuted),
            _ => None,
        }
    }

    /// Searches a node until one of its numbers reaches its limit.
    fn expand(
        &mut self,
        claim: &Claim,
        proof_limit: u32,
        disproof_limit: u32,
        spend: &mut dyn FnMut() -> bool,
    ) -> Numbers {
        self.counters.nodes += 1;
        let depth = self.line.len();
        self.counters.max_depth = self.counters.max_depth.max(depth);
        let key = Key::new(claim);
        if let Some(verdict) = static_verdict(self.shape, self.rules, claim) {
            let numbers = Numbers::of(verdict);
            self.store(key, numbers, 1);
            return numbers;
        }
        if depth >= MAX_DEPTH || self.stopped || !spend() {
            self.stopped |= depth < MAX_DEPTH;
            return Numbers {
                proof: proof_limit,
                disproof: disproof_limit,
                conditions: 0,
            };
        }
        self.n_visits += 1;
        self.line.push(Visit {
            key,
            threshold: claim.threshold,
            number: self.n_visits,
        });
        let before = self.counters.nodes;
        let mut children = self.children(claim);
        let numbers = loop {
            let numbers = combine(&children, claim.attacker_to_move);
            let exceeds = numbers.proof >= proof_limit || numbers.disproof >= disproof_limit;
            if self.stopped || numbers.is_decided() || exceeds {
                break numbers;
            }
            let (at, proof, disproof) = select(
                &children,
                claim.attacker_to_move,
                proof_limit,
                disproof_limit,
            );
            let next = children[at].claim;
            children[at].numbers = self.expand(&next, proof, disproof, spend);
        };
        self.line.pop();
        let numbers = Numbers {
            conditions: numbers.conditions & !(1 << depth),
            ..numbers
        };
        // Numbers that a stop cut short are limits, not estimates: they would mislead the next round.
        if !self.stopped || numbers.is_decided() {
            self.store(key, numbers, self.counters.nodes - before + 1);
        }
        numbers
    }

    /// The children of a claim with what is known of each, symmetric ones once.
    fn children(&self, claim: &Claim) -> Vec<Child> {
        let state = &claim.state;
        let mut children: Vec<Child> = Vec::with_capacity(self.shape.n_points() as usize + 1);
        for point in points(state.empty(self.shape)) {
            if let Some(played) = self.rules.play(self.shape, state, point) {
                let gain = self.rules.capture_value(played.captured);
                self.add_child(&mut children, claim, played.state, gain);
            }
        }
        match self.rules.pass(self.shape, state) {
            Some(next) => self.add_child(&mut children, claim, next, 0),
            None => {
                let score = self.rules.count(self.shape, state.own, state.other);
                let (score, key) = if claim.attacker_to_move {
                    (score, Key::new(claim))
                } else {
                    (-score, Key::new(claim))
                };
                let numbers = if score >= claim.threshold {
                    Numbers::PROVED
                } else {
                    Numbers::REFUTED
                };
                children.push(Child {
                    claim: *claim,
                    key,
                    numbers,
                });
            }
        }
        children
    }

    fn add_child(&self, children: &mut Vec<Child>, claim: &Claim, next: State, gain: i8) {
        let gain = if claim.attacker_to_move { gain } else { -gain };
        let next = Claim {
            state: next.canonical(self.shape),
            attacker_to_move: !claim.attacker_to_move,
            threshold: claim.threshold.saturating_sub(gain),
        };
        let key = Key::new(&next);
        if children.iter().any(|child| child.key == key) {
            return;
        }
        let numbers = self.known(&next, key);
        children.push(Child {
            claim: next,
            key,
            numbers,
        });
    }

    /// What is known of a claim without searching it.
    fn known(&self, claim: &Claim, key: Key) -> Numbers {
        let stored = self.table.get(key).map(|entry| Numbers {
            proof: entry.proof,
            disproof: entry.disproof,
            conditions: 0,
        });
        if let Some(numbers) = stored.filter(|numbers| numbers.is_decided()) {
            return numbers;
        }
        for (depth, visit) in self.line.iter().enumerate().rev() {
            if visit.key.same_state(key) && visit.threshold <= claim.threshold {
                return Numbers {
                    conditions: 1 << depth,
                    ..Numbers::REFUTED
                };
            }
        }
        if let Some(found) = self.conditional[self.slot(key)]
            && found.key == key
            && self
                .line
                .get(found.depth)
                .is_some_and(|visit| visit.number == found.visit)
        {
            return Numbers {
                conditions: found.conditions,
                ..Numbers::REFUTED
            };
        }
        if let Some(numbers) = stored {
            return numbers;
        }
        match static_verdict(self.shape, self.rules, claim) {
            Some(verdict) => Numbers::of(verdict),
            None => self.estimate(claim),
        }
    }

    fn slot(&self, key: Key) -> usize {
        key.hash(self.conditional.len())
    }

    fn store(&mut self, key: Key, numbers: Numbers, effort: u64) {
        if numbers.conditions == 0 {
            self.table.put(
                Entry {
                    key,
                    proof: numbers.proof,
                    disproof: numbers.disproof,
                },
                effort,
            );
        } else if numbers.disproof == 0 {
            self.counters.n_conditional += 1;
            let depth = 127 - numbers.conditions.leading_zeros() as usize;
            let visit = self.line[depth].number;
            let slot = self.slot(key);
            self.conditional[slot] = Some(Conditional {
                key,
                conditions: numbers.conditions,
                depth,
                visit,
            });
        }
    }

    /// First numbers of a node, from the guess at its value. They only guide the search.
    fn estimate(&self, claim: &Claim) -> Numbers {
        let value = estimate::estimate(self.shape, &claim.state);
        let value = if claim.attacker_to_move {
            value
        } else {
            -value
        };
        let scale = UNITS * SCALE_POINTS;
        let wanted = i32::from(claim.threshold) * scale / i32::from(self.shape.area());
        Numbers {
            proof: effort(wanted - value),
            disproof: effort(value - wanted),
            conditions: 0,
        }
    }
}

/// The expected effort to make up for a shortfall in units of the guess: doubles with every four points of a 4x4
/// board, within bounds beyond which the guess says no more.
fn effort(shortfall: i32) -> u32 {
    /// 32 times the eighths of an octave.
    const EIGHTHS: [u32; 8] = [32, 35, 38, 42, 45, 49, 54, 59];
    const OCTAVES: i32 = 9;
    let eighths = (shortfall * 2 / UNITS).clamp(-8 * OCTAVES, 8 * OCTAVES);
    let octave = eighths.div_euclid(8);
    let part = EIGHTHS[eighths.rem_euclid(8).unsigned_abs() as usize];
    if octave < 0 {
        (part >> octave.unsigned_abs()).max(1)
    } else {
        part << octave.unsigned_abs()
    }
}

/// Decides a claim from secure area and from what ending the game now would bring.
fn static_verdict(shape: &Shape, rules: ExactRules, claim: &Claim) -> Option<Verdict> {
    let State {
        own, other, passed, ..
    } = claim.state;
    let (attacker, defender) = if claim.attacker_to_move {
        (own, other)
    } else {
        (other, own)
    };
    let threshold = i32::from(claim.threshold);
    let mut lower = floor(shape, rules, attacker);
    let mut upper = -floor(shape, rules, defender);
    if passed && rules.pass(shape, &claim.state).is_none() {
        let now = i32::from(rules.count(shape, attacker, defender));
        if claim.attacker_to_move {
            lower = lower.max(now);
            upper = upper.max(now);
        } else {
            lower = lower.min(now);
            upper = upper.min(now);
        }
    }
    if lower >= threshold {
        Some(Verdict::Proved)
    } else if upper < threshold {
        Some(Verdict::Refuted)
    } else {
        None
    }
}

/// What the owner of `own` ends with at least, if the game goes on.
fn floor(shape: &Shape, rules: ExactRules, own: Bits) -> i32 {
    let n_points = shape.full().count_ones().cast_signed();
    match rules.counting {
        Counting::Area => 2 * secure_area(shape, own).count_ones().cast_signed() - n_points,
        // By passing to the end he loses at most his stones, and the other player's territory is at most the board.
        Counting::Prisoners(_) => -n_points - own.count_ones().cast_signed(),
    }
}

/// The numbers of a node from its children. Seen by the player to move, a node is as good as its best child, and as
/// hard to lose as its hardest child and the number of others.
fn combine(children: &[Child], attacker_to_move: bool) -> Numbers {
    let mut best = INFINITE;
    let mut worst = 0;
    let mut n_open = 0;
    let mut conditions = 0;
    let mut refuted_by: Option<u128> = None;
    for child in children {
        let (win, loss) = view(child.numbers, attacker_to_move);
        best = best.min(win);
        worst = worst.max(loss);
        n_open += u32::from(loss != 0);
        conditions |= child.numbers.conditions;
        if child.numbers.disproof == 0 {
            let least = refuted_by.map_or(child.numbers.conditions, |so_far| {
                if child.numbers.conditions.count_ones() < so_far.count_ones() {
                    child.numbers.conditions
                } else {
                    so_far
                }
            });
            refuted_by = Some(least);
        }
    }
    let loss = if best == 0 {
        INFINITE
    } else if n_open == 0 {
        0
    } else {
        (worst + n_open - 1).min(INFINITE - 1)
    };
    let (proof, disproof) = if attacker_to_move {
        (best, loss)
    } else {
        (loss, best)
    };
    let conditions = match (disproof, attacker_to_move) {
        (0, true) => conditions,
        (0, false) => refuted_by.unwrap_or(0),
        _ => 0,
    };
    Numbers {
        proof,
        disproof,
        conditions,
    }
}

/// (number to win, number to lose) of the player to move.
fn view(numbers: Numbers, attacker_to_move: bool) -> (u32, u32) {
    if attacker_to_move {
        (numbers.proof, numbers.disproof)
    } else {
        (numbers.disproof, numbers.proof)
    }
}

/// The child to search next, with its limits.
fn select(
    children: &[Child],
    attacker_to_move: bool,
    proof_limit: u32,
    disproof_limit: u32,
) -> (usize, u32, u32) {
    let (win_limit, loss_limit) = if attacker_to_move {
        (proof_limit, disproof_limit)
    } else {
        (disproof_limit, proof_limit)
    };
    let (mut at, mut first, mut second) = (0, (u32::MAX, 0), INFINITE);
    let mut n_open = 0;
    for (index, child) in children.iter().enumerate() {
        let (win, loss) = view(child.numbers, attacker_to_move);
        if loss == 0 {
            continue;
        }
        n_open += 1;
        if (win, loss) < first {
            second = second.min(first.0);
            (at, first) = (index, (win, loss));
        } else {
            second = second.min(win);
        }
    }
    let win = win_limit
        .min(second.saturating_add(1 + second / 4))
        .min(INFINITE);
    let loss = if loss_limit >= INFINITE {
        INFINITE
    } else {
        loss_limit - (n_open - 1)
    };
    if attacker_to_move {
        (at, win, loss)
    } else {
        (at, loss, win)
    }
}
