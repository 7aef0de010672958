//! Whether play by the file may bring back an arrangement of stones.
//!
//! The arrangements, up to symmetry, are a graph: from one a play leads to another. A line of play that meets one twice
//! stays in a part of this graph that is strongly connected (Tarjan 1972 finds these). Only in such parts all lines are
//! followed, position by position.

use std::collections::HashSet;

use super::error::WholeError;
use super::state::{State, plays};
use super::walk::Walk;

/// Whether the owner is to move, and a position.
type Turn = (bool, State);

/// Positions of one side to move, by the numbers of their arrangements in rising order.
type Grouped = Vec<(u64, State)>;

struct Graph<'a> {
    walk: &'a Walk<'a>,
    /// Positions that the owner answers.
    of_owner: Grouped,
    /// Positions after his answers, and the start if the other side moves first.
    of_other: Grouped,
    /// The arrangements of all these, in rising order.
    nodes: Vec<u64>,
}

/// Makes sure that no arrangement can come back in the play that was walked from the start.
pub(super) fn check(walk: &Walk<'_>, start: Option<State>) -> Result<(), WholeError> {
    match returning(walk, start).first() {
        Some(state) => Err(WholeError::Repeats(walk.words(state))),
        None => Ok(()),
    }
}

/// The arrangements that can come back.
pub(super) fn returning(walk: &Walk<'_>, start: Option<State>) -> Vec<State> {
    let shape = walk.shape;
    let grouped = |states: &mut dyn Iterator<Item = State>| {
        let mut states: Grouped = states
            .map(|state| (state.arrangement(shape), state))
            .collect();
        states.sort_unstable_by_key(|(arrangement, state)| (*arrangement, state.key()));
        states.dedup();
        states
    };
    let of_owner = || walk.answered.keys().map(|&key| State::of_key(key));
    let answers = of_owner().filter_map(|state| walk.after_answer(&state));
    let graph = Graph {
        walk,
        of_owner: grouped(&mut of_owner()),
        of_other: grouped(&mut answers.chain(start).filter(|state| !walk.is_settled(state))),
        nodes: Vec::new(),
    };
    let graph = graph.with_nodes();
    let parts = graph.circular_parts();
    parts
        .iter()
        .flat_map(|part| graph.returning_within(part))
        .collect()
}

/// The positions with one arrangement.
fn of(states: &[(u64, State)], arrangement: u64) -> impl Iterator<Item = &State> {
    let from = states.partition_point(|(other, _)| *other < arrangement);
    let group = states[from..].iter();
    group
        .take_while(move |(other, _)| *other == arrangement)
        .map(|(_, state)| state)
}

impl Graph<'_> {
    fn with_nodes(mut self) -> Self {
        let states = self.of_owner.iter().chain(&self.of_other);
        self.nodes = states.map(|(arrangement, _)| *arrangement).collect();
        self.nodes.sort_unstable();
        self.nodes.dedup();
        self
    }

    /// The positions after a play from those with some arrangement.
    fn plays(&self, arrangement: u64) -> Vec<Turn> {
        let shape = self.walk.shape;
        let mut next = Vec::new();
        for state in of(&self.of_owner, arrangement) {
            next.extend(self.walk.after_answer(state).map(|after| (false, after)));
        }
        for state in of(&self.of_other, arrangement) {
            next.extend(plays(shape, state, false).map(|after| (true, after)));
        }
        next
    }

    /// The arrangements after one play. Those that no position of the walk has are left out: there the claim is
    /// reached.
    fn next(&self, arrangement: u64) -> Vec<usize> {
        let shape = self.walk.shape;
        let after = self.plays(arrangement).into_iter();
        let mut next: Vec<u64> = after.map(|(_, after)| after.arrangement(shape)).collect();
        // A pass leaves the stones as they are.
        next.retain(|&other| other != arrangement);
        next.sort_unstable();
        next.dedup();
        let find = |other: u64| self.nodes.binary_search(&other).ok();
        next.into_iter().filter_map(find).collect()
    }

    /// The strongly connected parts of more than one arrangement.
    fn circular_parts(&self) -> Vec<Vec<usize>> {
        let n_nodes = self.nodes.len();
        let mut search = Tarjan {
            numbers: vec![None; n_nodes],
            lowest: vec![0; n_nodes],
            is_waiting: vec![false; n_nodes],
            waiting: Vec::new(),
            n_seen: 0,
            parts: Vec::new(),
        };
        for first in 0..n_nodes {
            if search.numbers[first].is_some() {
                continue;
            }
            search.enter(first);
            let mut line = vec![(first, self.next(self.nodes[first]))];
            while let Some((node, rest)) = line.last_mut() {
                let node = *node;
                match rest.pop() {
                    Some(other) if search.numbers[other].is_none() => {
                        search.enter(other);
                        line.push((other, self.next(self.nodes[other])));
                    }
                    Some(other) => search.meet(node, other),
                    None => {
                        line.pop();
                        search.leave(node, line.last().map(|(above, _)| *above));
                    }
                }
            }
        }
        search.parts
    }

    /// Follows all lines within a part from each of its arrangements, until they leave the part: the arrangements that
    /// come back.
    fn returning_within(&self, part: &[usize]) -> Vec<State> {
        let within: HashSet<u64> = part.iter().map(|&node| self.nodes[node]).collect();
        let begins = part.iter().map(|&node| self.nodes[node]);
        let returning = begins.filter(|&begin| self.comes_back(begin, &within));
        returning.map(State::of_key).collect()
    }

    /// Whether a play of the owner can bring an arrangement back. Where the other side brings it back, with the owner
    /// to move as before, superko forbids that.
    fn comes_back(&self, begin: u64, within: &HashSet<u64>) -> bool {
        let shape = self.walk.shape;
        [true, false].into_iter().any(|owner_moved_there| {
            let mut seen = HashSet::new();
            let mut waiting = self.plays(begin);
            // Positions after a pass have the same arrangement, and their plays are among these.
            waiting.retain(|(owner_moves, state)| {
                *owner_moves != owner_moved_there && state.arrangement(shape) != begin
            });
            while let Some((owner_moves, state)) = waiting.pop() {
                let state = state.canonical(shape);
                let arrangement = state.arrangement(shape);
                if arrangement == begin && !owner_moves {
                    return true;
                }
                let is_forbidden = arrangement == begin && owner_moved_there;
                let is_within = within.contains(&arrangement) && !is_forbidden;
                if is_within && seen.insert((owner_moves, state.key())) {
                    waiting.extend(self.moves((owner_moves, state)));
                }
            }
            false
        })
    }

    /// The positions after the moves that are looked at; none where the claim is reached.
    fn moves(&self, (owner_moves, state): Turn) -> Vec<Turn> {
        let shape = self.walk.shape;
        if owner_moves {
            let after = self.walk.after_answer(&state).into_iter();
            return after.map(|after| (false, after)).collect();
        }
        if self.walk.is_settled(&state) {
            return Vec::new();
        }
        let pass = (!state.passed).then(|| (true, state.pass()));
        let plays = plays(shape, &state, false).map(|after| (true, after));
        plays.chain(pass).collect()
    }
}

/// The search for strongly connected parts.
struct Tarjan {
    /// The order in which nodes were met.
    numbers: Vec<Option<usize>>,
    /// The least number that is known to be reached from a node.
    lowest: Vec<usize>,
    is_waiting: Vec<bool>,
    /// Nodes of parts that are not complete.
    waiting: Vec<usize>,
    n_seen: usize,
    parts: Vec<Vec<usize>>,
}

impl Tarjan {
    fn enter(&mut self, node: usize) {
        self.numbers[node] = Some(self.n_seen);
        self.lowest[node] = self.n_seen;
        self.n_seen += 1;
        self.waiting.push(node);
        self.is_waiting[node] = true;
    }

    /// An edge to a node that was met before.
    fn meet(&mut self, node: usize, other: usize) {
        if self.is_waiting[other] {
            let number = self.numbers[other].unwrap_or(usize::MAX);
            self.lowest[node] = self.lowest[node].min(number);
        }
    }

    /// All edges of a node were followed; `above` leads to it.
    fn leave(&mut self, node: usize, above: Option<usize>) {
        if let Some(above) = above {
            self.lowest[above] = self.lowest[above].min(self.lowest[node]);
        }
        if Some(self.lowest[node]) == self.numbers[node] {
            let at = self.waiting.iter().rposition(|&other| other == node);
            let part = self.waiting.split_off(at.unwrap_or(0));
            for &other in &part {
                self.is_waiting[other] = false;
            }
            if part.len() > 1 {
                self.parts.push(part);
            }
        }
    }
}
