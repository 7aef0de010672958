//! Whether play by the file may bring back an arrangement of stones.
//!
//! The arrangements, up to symmetry, are a graph: from one a play leads to another. If it has no circle, no line of play
//! meets an arrangement twice, but for passes.

use super::check::WholeError;
use super::state::{State, plays};
use super::walk::{Walk, after};

/// How far an arrangement was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    New,
    OnLine,
    Done,
}

/// Positions of one side to move, by the numbers of their arrangements in rising order.
type Grouped = Vec<(u64, State)>;

struct Graph<'a> {
    walk: &'a Walk<'a>,
    /// Positions that the owner answers.
    asked: Grouped,
    /// Positions after his answers, and the start if the other side moves first.
    answered: Grouped,
    /// The arrangements of all these, in rising order.
    nodes: Vec<u64>,
}

/// Makes sure that no arrangement can come back in the play that was walked from the start.
pub(super) fn check(walk: &Walk<'_>, start: Option<State>) -> Result<(), WholeError> {
    let shape = walk.shape;
    let grouped = |states: &mut dyn Iterator<Item = State>| {
        let mut states: Grouped = states
            .map(|state| (state.arrangement(shape), state))
            .collect();
        states.sort_unstable_by_key(|(arrangement, state)| (*arrangement, state.key()));
        states.dedup();
        states
    };
    let asked = || walk.answered.keys().map(|&key| State::of_key(key));
    let answer = |state: &State| after(shape, state, *walk.answered.get(&state.key())?);
    let answers = asked().filter_map(|state| answer(&state));
    let graph = Graph {
        walk,
        asked: grouped(&mut asked()),
        answered: grouped(&mut answers.chain(start).filter(|state| !walk.is_settled(state))),
        nodes: Vec::new(),
    };
    graph.with_nodes().search()
}

/// The positions with one arrangement.
fn of(states: &Grouped, arrangement: u64) -> impl Iterator<Item = &State> {
    let from = states.partition_point(|(other, _)| *other < arrangement);
    let group = states[from..].iter();
    group
        .take_while(move |(other, _)| *other == arrangement)
        .map(|(_, state)| state)
}

impl Graph<'_> {
    fn with_nodes(mut self) -> Self {
        let states = self.asked.iter().chain(&self.answered);
        self.nodes = states.map(|(arrangement, _)| *arrangement).collect();
        self.nodes.sort_unstable();
        self.nodes.dedup();
        self
    }

    /// The arrangements after one play. Those that no position of the walk has are left out: there the claim is reached.
    fn next(&self, arrangement: u64) -> Vec<usize> {
        let shape = self.walk.shape;
        let mut next = Vec::new();
        for state in of(&self.asked, arrangement) {
            let answer = self.walk.answered.get(&state.key());
            let after = answer.and_then(|&answer| after(shape, state, answer));
            next.extend(after.map(|after| after.arrangement(shape)));
        }
        for state in of(&self.answered, arrangement) {
            next.extend(plays(shape, state, false).map(|after| after.arrangement(shape)));
        }
        // A pass leaves the stones as they are.
        next.retain(|&other| other != arrangement);
        next.sort_unstable();
        next.dedup();
        let find = |other: u64| self.nodes.binary_search(&other).ok();
        next.into_iter().filter_map(find).collect()
    }

    /// Looks for a circle, depth first.
    fn search(&self) -> Result<(), WholeError> {
        let mut marks = vec![Mark::New; self.nodes.len()];
        for first in 0..self.nodes.len() {
            let mut line = Vec::new();
            if marks[first] == Mark::New {
                marks[first] = Mark::OnLine;
                line.push((first, self.next(self.nodes[first])));
            }
            while let Some((node, rest)) = line.last_mut() {
                let Some(other) = rest.pop() else {
                    marks[*node] = Mark::Done;
                    line.pop();
                    continue;
                };
                match marks[other] {
                    Mark::New => {
                        marks[other] = Mark::OnLine;
                        line.push((other, self.next(self.nodes[other])));
                    }
                    Mark::OnLine => {
                        let state = State::of_key(self.nodes[other]);
                        return Err(WholeError::Repeats(self.walk.words(&state)));
                    }
                    Mark::Done => {}
                }
            }
        }
        Ok(())
    }
}
