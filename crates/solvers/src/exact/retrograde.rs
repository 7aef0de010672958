//! Every state of a small board valued at once, by a fixpoint over the graph of states.
//!
//! For each state two numbers from the mover's view, in points to be added to the mover's present lead in prisoners:
//! the *lower* value, which the mover can force in finite play (endless play is worth nothing to the mover), and the
//! *upper* value, which holds if endless play is worth everything. They are the least solution of `lower(s) = max
//! (captured - upper(s'))` and the greatest of `upper(s) = max (captured - lower(s'))` over the moves `s -> s'`. Where
//! repetition is a draw the value is the median of lower, 0 and upper: with thresholds that depend on the state alone,
//! neither player gains by returning to one. No history, no hashing, no search.
//!
//! Source: the game is Sei and Kawashima's (sections 2 and 3.1); the method is retrograde analysis for games with
//! cycles, with the two fixpoints of an energy game for the prisoners.

use std::ops::ControlFlow;

use thiserror::Error;

use super::rules::{Counting, ExactRules};
use super::shape::{Bits, Shape, points};
use super::state::State;

/// Most points on a board that is solved whole.
pub const MAX_RETROGRADE_POINTS: u32 = 16;

/// A lead in prisoners that decides the prisoner game whatever the board holds.
const CAP: i8 = 100;

/// Place of the captured stones in an edge; the node stands below.
const CAPTURE_SHIFT: u32 = 27;
const TARGET_MASK: u32 = (1 << CAPTURE_SHIFT) - 1;

/// Why a board was not solved whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RetrogradeError {
    /// Too many points for a table of all states.
    #[error(
        "a board of {n_points} points has too many states, at most {MAX_RETROGRADE_POINTS} points can be solved whole"
    )]
    TooLarge {
        /// Points of the board.
        n_points: u32,
    },
    /// The caller stopped the work.
    #[error("stopped before every state was valued")]
    Stopped,
}

/// How far the fixpoint has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sweep {
    /// Passes over all states so far.
    pub sweeps: u32,
    /// States whose value changed in the last pass.
    pub n_changed: u64,
}

/// Bounds on the value of a state, mover's view, in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateValue {
    /// What the mover can force in finite play.
    pub lower: i8,
    /// The value if endless play were worth everything to the mover.
    pub upper: i8,
}

impl StateValue {
    /// The value when endless play counts 0.
    pub fn with_draw(self) -> i8 {
        0.clamp(self.lower, self.upper)
    }

    /// The same value from the opponent's view.
    #[must_use]
    pub fn negated(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
        }
    }

    fn after(self, captured: i8) -> Self {
        Self {
            lower: saturating(captured, self.upper),
            upper: saturating(captured, self.lower),
        }
    }
}

/// `captured - value`, where a value at the cap stays there.
fn saturating(captured: i8, value: i8) -> i8 {
    if value >= CAP {
        -CAP
    } else if value <= -CAP {
        CAP
    } else {
        captured.saturating_sub(value).clamp(-CAP, CAP)
    }
}

/// All states of one board with their values.
#[derive(Debug, Clone)]
pub struct Retrograde {
    shape: Shape,
    rules: ExactRules,
    index: KeyIndex,
    /// One entry per node: the states without ban (each with and without a pass before), then those with a ban.
    values: Vec<[StateValue; 2]>,
    n_classes: usize,
    sweep: Sweep,
}

impl Retrograde {
    /// Values every state of a board.
    ///
    /// `progress` is called after each pass over the states and may stop the work. Time is the number of states times
    /// some tens of passes; a 4x4 board takes about 150 MB.
    ///
    /// # Errors
    /// When the board has more than [`MAX_RETROGRADE_POINTS`] points, or `progress` stops it.
    pub fn solve(
        shape: Shape,
        rules: ExactRules,
        mut progress: impl FnMut(Sweep) -> ControlFlow<()>,
    ) -> Result<Self, RetrogradeError> {
        check_size(&shape)?;
        let mut graph = Graph::build(&shape, rules);
        let mut sweep = Sweep {
            sweeps: 0,
            n_changed: 0,
        };
        loop {
            sweep.n_changed = graph.sweep();
            sweep.sweeps += 1;
            if sweep.n_changed == 0 {
                break;
            }
            if progress(sweep).is_break() {
                return Err(RetrogradeError::Stopped);
            }
        }
        let n_classes = graph.n_classes;
        Ok(Self {
            index: graph.index,
            values: graph.values,
            n_classes,
            sweep,
            shape,
            rules,
        })
    }

    /// The board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The rules.
    pub fn rules(&self) -> ExactRules {
        self.rules
    }

    /// Arrangements of stones up to symmetry.
    pub fn n_classes(&self) -> usize {
        self.n_classes
    }

    /// Arrangements with a banned point, up to symmetry.
    pub fn n_ko_classes(&self) -> usize {
        self.values.len() - self.n_classes
    }

    /// Passes over all states that the fixpoint took.
    pub fn sweeps(&self) -> u32 {
        self.sweep.sweeps
    }

    /// The value of a state, mover's view; nothing when the state is not legal or its ban does not arise from a play.
    pub fn value(&self, state: &State) -> Option<StateValue> {
        let node = self.index.find(key(&state.canonical(&self.shape)))?;
        Some(self.values[node as usize][usize::from(state.passed)])
    }

    /// The value of each legal move for the mover, mover's view: points in rising order, then the pass as `None`.
    pub fn moves(&self, state: &State) -> Vec<(Option<u32>, StateValue)> {
        let mut found = Vec::new();
        for point in points(state.empty(&self.shape)) {
            if let Some(played) = self.rules.play(&self.shape, state, point)
                && let Some(value) = self.value(&played.state)
            {
                found.push((
                    Some(point),
                    value.after(self.rules.capture_value(played.captured)),
                ));
            }
        }
        let pass = match self.rules.pass(&self.shape, state) {
            Some(next) => self.value(&next).map(|value| value.after(0)),
            None => {
                let score = self.rules.count(&self.shape, state.own, state.other);
                Some(StateValue {
                    lower: score,
                    upper: score,
                })
            }
        };
        found.extend(pass.map(|value| (None, value)));
        found
    }

    /// Sums of the lower and upper values over all arrangements without ban, with and without a pass before.
    pub fn checksums(&self) -> (i64, i64) {
        let mut sums = (0, 0);
        for value in self.values[..self.n_classes].iter().flatten() {
            sums.0 += i64::from(value.lower);
            sums.1 += i64::from(value.upper);
        }
        sums
    }
}

/// Rejects boards with too many states.
pub(super) fn check_size(shape: &Shape) -> Result<(), RetrogradeError> {
    let n_points = shape.n_points();
    if n_points > MAX_RETROGRADE_POINTS {
        return Err(RetrogradeError::TooLarge { n_points });
    }
    Ok(())
}

/// The graph of states while it is being valued.
#[derive(Debug)]
pub(super) struct Graph {
    index: KeyIndex,
    counting: Counting,
    n_classes: usize,
    values: Vec<[StateValue; 2]>,
    /// Plays of node `n`: `edges[starts[n]..starts[n + 1]]`, each a node and the stones captured.
    starts: Vec<u32>,
    edges: Vec<u32>,
    /// Node after a pass, and which of its two states.
    passes: Vec<(u32, bool)>,
    /// Whether a pass after a pass ends the game, with the score.
    ends: Vec<Option<i8>>,
}

impl Graph {
    pub(super) fn build(shape: &Shape, rules: ExactRules) -> Self {
        let mut states = canonical_states(shape);
        let n_classes = states.len();
        let mut index = KeyIndex::with_capacity(2 * n_classes);
        for state in &states {
            index.insert(key(state));
        }
        let (mut starts, mut edges) = (vec![0], Vec::new());
        let mut at = 0;
        while at < states.len() {
            let state = states[at];
            for point in points(state.empty(shape)) {
                let Some(played) = rules.play(shape, &state, point) else {
                    continue;
                };
                let next = played.state.canonical(shape);
                let (node, is_new) = index.insert(key(&next));
                if is_new {
                    states.push(next);
                }
                edges.push(node | played.captured << CAPTURE_SHIFT);
            }
            starts.push(u32::try_from(edges.len()).unwrap_or(u32::MAX));
            at += 1;
        }
        let mut passes = Vec::with_capacity(states.len());
        let mut ends = Vec::with_capacity(states.len());
        for state in &states {
            let next = rules.pass(shape, state).unwrap_or(State::EMPTY);
            let swapped = State {
                own: state.other,
                other: state.own,
                ko: None,
                passed: false,
            };
            let (node, _) = index.insert(key(&swapped.canonical(shape)));
            passes.push((node, next.passed));
            let after_pass = State {
                passed: true,
                ..*state
            };
            let score = rules.count(shape, state.own, state.other);
            ends.push(rules.pass(shape, &after_pass).is_none().then_some(score));
        }
        let worst = match rules.counting {
            Counting::Area => shape.area(),
            Counting::Prisoners(_) => CAP,
        };
        let values = vec![
            [StateValue {
                lower: -worst,
                upper: worst
            }; 2];
            states.len()
        ];
        Self {
            index,
            counting: rules.counting,
            n_classes,
            values,
            starts,
            edges,
            passes,
            ends,
        }
    }

    /// One pass over all states, in place; returns how many values changed.
    fn sweep(&mut self) -> u64 {
        let mut n_changed = 0;
        for node in (0..self.values.len()).rev() {
            let plays = self.best_play(node);
            let (after_pass, flag) = self.pass(node);
            let pass = self.values[after_pass][usize::from(flag)].after(0);
            let second_pass = match self.ends[node] {
                Some(score) => StateValue {
                    lower: score,
                    upper: score,
                },
                None => self.values[after_pass][1].after(0),
            };
            let new = [best(plays, pass), best(plays, second_pass)];
            n_changed += u64::from(new != self.values[node]);
            self.values[node] = new;
        }
        n_changed
    }

    fn best_play(&self, node: usize) -> StateValue {
        let none = StateValue {
            lower: i8::MIN,
            upper: i8::MIN,
        };
        self.plays(node).fold(none, |so_far, (next, captured)| {
            let gain = match self.counting {
                Counting::Area => 0,
                Counting::Prisoners(_) => captured.cast_signed(),
            };
            best(so_far, self.values[next][0].after(gain))
        })
    }

    /// Number of arrangements, with and without a ban.
    pub(super) fn n_nodes(&self) -> usize {
        self.values.len()
    }

    /// The node of a state, passes apart.
    pub(super) fn node(&self, shape: &Shape, state: &State) -> Option<usize> {
        let node = self.index.find(key(&state.canonical(shape)))?;
        usize::try_from(node).ok()
    }

    /// The nodes after each play of a node, with the number of stones captured.
    pub(super) fn plays(&self, node: usize) -> impl Iterator<Item = (usize, u8)> + '_ {
        let edges = &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize];
        edges.iter().map(|edge| {
            let captured = u8::try_from(edge >> CAPTURE_SHIFT).unwrap_or(u8::MAX);
            ((edge & TARGET_MASK) as usize, captured)
        })
    }

    /// The node after a pass, and whether that pass counts towards the end.
    pub(super) fn pass(&self, node: usize) -> (usize, bool) {
        let (next, counts) = self.passes[node];
        (next as usize, counts)
    }

    /// The mover's score if a pass after a pass ends the game in a node.
    pub(super) fn end(&self, node: usize) -> Option<i8> {
        self.ends[node]
    }
}

fn best(a: StateValue, b: StateValue) -> StateValue {
    StateValue {
        lower: a.lower.max(b.lower),
        upper: a.upper.max(b.upper),
    }
}

/// One state for each legal arrangement up to symmetry, fewest stones first.
fn canonical_states(shape: &Shape) -> Vec<State> {
    let mut states = Vec::new();
    for own in 0..=shape.full() {
        if (0..shape.n_symmetries()).any(|symmetry| shape.image(own, symmetry) < own) {
            continue;
        }
        let free = shape.full() & !own;
        let mut other: Bits = free;
        loop {
            let state = State {
                own,
                other,
                ko: None,
                passed: false,
            };
            if state.is_legal(shape) && state.canonical(shape) == state {
                states.push(state);
            }
            if other == 0 {
                break;
            }
            other = (other - 1) & free;
        }
    }
    states.sort_by_key(|state| ((state.own | state.other).count_ones(), *state));
    states
}

/// The arrangement and ban of a state as one number (31 stands for no ban); boards of at most 16 points.
fn key(state: &State) -> u64 {
    let ko = state.ko.unwrap_or(31);
    u64::from(ko) << 32 | u64::from(state.own) << 16 | u64::from(state.other)
}

/// Numbers keys in the order in which they come: an open-addressing table.
#[derive(Debug, Clone)]
struct KeyIndex {
    keys: Vec<u64>,
    slots: Vec<u32>,
}

impl KeyIndex {
    /// Marks a free slot.
    const FREE: u32 = u32::MAX;

    fn with_capacity(n_keys: usize) -> Self {
        let n_slots = (2 * n_keys).next_power_of_two().max(16);
        Self {
            keys: Vec::with_capacity(n_keys),
            slots: vec![Self::FREE; n_slots],
        }
    }

    /// The slot that holds `key` or is free for it.
    fn slot(&self, key: u64) -> usize {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mask = self.slots.len() - 1;
        let mut slot = usize::try_from(hash >> 32).unwrap_or(0) & mask;
        while self.slots[slot] != Self::FREE && self.keys[self.slots[slot] as usize] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn find(&self, key: u64) -> Option<u32> {
        let number = self.slots[self.slot(key)];
        (number != Self::FREE).then_some(number)
    }

    /// The number of `key`, and whether it is new.
    fn insert(&mut self, key: u64) -> (u32, bool) {
        let slot = self.slot(key);
        if self.slots[slot] != Self::FREE {
            return (self.slots[slot], false);
        }
        let number = u32::try_from(self.keys.len()).unwrap_or(Self::FREE);
        self.slots[slot] = number;
        self.keys.push(key);
        if 4 * self.keys.len() > 3 * self.slots.len() {
            self.slots = vec![Self::FREE; 2 * self.slots.len()];
            for (number, &key) in (0..).zip(&self.keys) {
                let slot = self.slot(key);
                self.slots[slot] = number;
            }
        }
        (number, true)
    }
}
