//! Proof of one claim about one state by proof-number search.
//!
//! The claims that follow from one another by moves are a graph for [`proof::dfpn`](crate::proof::dfpn). The attacker
//! is the prover: success in finite play never depends on how a state was reached. The defender also succeeds by
//! returning to a state of the line that is being searched.
//!
//! Numbers follow the hardest child and count the others once each, because most lines lead to states that others reach
//! too (weak proof-number search). The table has entries of sixteen bytes with whole claims as keys, and can be saved;
//! it takes the place of the memory that searches on larger boards use.
//!
//! Source: Ueda et al., "Weak Proof-Number Search" (2008).

use super::claim::Claim;
use super::estimate::{self, SCALE_POINTS, UNITS};
use super::rules::ExactRules;
use super::shape::{Shape, points};
use super::state::State;
use super::table::{ClaimEntry, ClaimKey, ClaimTable};
use crate::base::Stop;
use crate::proof::dfpn::prove_with_table;
use crate::proof::graph::{self, AndOrGraph};
use crate::proof::memory::{Failures, ProofTable};
use crate::proof::selection::Weighing;
use crate::proof::{Numbers, Outcome};

/// Refutations that lean on the line, kept at a time.
const N_FAILURES: usize = 1 << 16;

/// Decides a claim. `table` may hold results of the same rules and board. `spend` is called once per node and may end
/// the search.
pub(super) fn decide(
    shape: &Shape,
    rules: ExactRules,
    table: &ClaimTable,
    claim: Claim,
    spend: &mut dyn FnMut() -> Result<(), Stop>,
) -> Outcome {
    let claim = Claim {
        state: claim.state.canonical(shape),
        ..claim
    };
    let mut graph = ClaimGraph {
        shape,
        rules,
        line: vec![Node {
            claim,
            is_over: false,
        }],
    };
    let mut failures = Failures::new(N_FAILURES);
    prove_with_table(&mut graph, &mut &*table, &mut failures, spend).0
}

/// A claim on the line that is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Node {
    claim: Claim,
    /// Whether the player to move has ended the game.
    is_over: bool,
}

/// Claims and the moves between them.
struct ClaimGraph<'a> {
    shape: &'a Shape,
    rules: ExactRules,
    /// The claims above and the current one.
    line: Vec<Node>,
}

impl ClaimGraph<'_> {
    fn last(&self) -> &Node {
        &self.line[self.line.len() - 1]
    }

    /// The claim after a move that brings the player to move `gain` points.
    fn after(&self, next: State, gain: i8) -> Node {
        let Claim {
            attacker_to_move,
            threshold,
            ..
        } = self.last().claim;
        let gain = if attacker_to_move { gain } else { -gain };
        Node {
            claim: Claim {
                state: next.canonical(self.shape),
                attacker_to_move: !attacker_to_move,
                threshold: threshold.saturating_sub(gain),
            },
            is_over: false,
        }
    }
}

impl AndOrGraph for ClaimGraph<'_> {
    type Move = Node;
    type Key = ClaimKey;
    type Zone = ();

    const WEIGHING: Weighing = Weighing::Hardest { each_other: 1 };
    const REFRESHES: bool = false;

    fn key(&self) -> ClaimKey {
        let Node { claim, is_over } = self.last();
        ClaimKey::new(claim).at_end(*is_over)
    }

    /// The attacker also fails by a claim to more points of a state than above.
    fn is_repetition(above: ClaimKey, key: ClaimKey) -> bool {
        key.same_state(above) && above.threshold() <= key.threshold()
    }

    fn rank(to_lose: u32) -> u32 {
        to_lose
    }

    fn is_prover_to_move(&self) -> bool {
        self.last().claim.attacker_to_move
    }

    fn outcome(&self) -> Option<bool> {
        let Node { claim, is_over } = self.last();
        if *is_over {
            return Some(claim.holds_at_end(self.shape, self.rules));
        }
        claim.without_search(self.shape, self.rules)
    }

    /// Plays in rising order, then the pass; symmetric ones once.
    fn moves(&mut self) -> Vec<Node> {
        let claim = self.last().claim;
        let state = &claim.state;
        let mut nodes: Vec<Node> = Vec::with_capacity(self.shape.n_points() as usize + 1);
        let mut add = |node: Node| {
            if !nodes.contains(&node) {
                nodes.push(node);
            }
        };
        for point in points(state.empty(self.shape)) {
            if let Some(played) = self.rules.play(self.shape, state, point) {
                let gain = self.rules.capture_value(played.captured);
                add(self.after(played.state, gain));
            }
        }
        match self.rules.pass(self.shape, state) {
            Some(next) => add(self.after(next, 0)),
            None => add(Node {
                claim,
                is_over: true,
            }),
        }
        nodes
    }

    fn play(&mut self, node: Node) {
        self.line.push(node);
    }

    fn undo(&mut self) {
        self.line.pop();
    }

    /// From the guess at the value. Such numbers only guide the search.
    fn first_numbers(&self) -> Numbers {
        let claim = &self.last().claim;
        let value = estimate::estimate(self.shape, &claim.state);
        let value = if claim.attacker_to_move {
            value
        } else {
            -value
        };
        let scale = UNITS * SCALE_POINTS;
        let wanted = i32::from(claim.threshold) * scale / i32::from(self.shape.area());
        Numbers::new(effort(wanted - value), effort(value - wanted))
    }
}

impl graph::Key for ClaimKey {
    fn slot(self, length: usize) -> usize {
        self.hash(length)
    }
}

impl ProofTable<ClaimKey, ()> for &ClaimTable {
    fn get(&self, key: ClaimKey) -> Option<(Numbers, ())> {
        let entry = ClaimTable::get(self, key)?;
        Some((entry.numbers, ()))
    }

    fn put(&mut self, key: ClaimKey, numbers: Numbers, (): (), work: u64) {
        ClaimTable::put(self, ClaimEntry { key, numbers }, work);
    }
}

/// The expected effort to make up for a shortfall in units of the guess: doubles with every four points of a 4x4 board,
/// within bounds beyond which the guess adds no information.
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
