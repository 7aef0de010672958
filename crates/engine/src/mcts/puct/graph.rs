//! The positions that the search has looked at, and the moves between them.
//!
//! Two orders of the same moves lead to one node: nodes are found by a key of the position and the number of moves so
//! far, so no path comes back to where it was. A move counts its own visits. When it has fewer than the node it leads
//! to, a visit costs nothing: what the other paths found is taken over (KataGo's "GraphSearch").
//!
//! The graph lies behind one lock. A walk through it takes microseconds, an evaluation hundreds of them, and no
//! evaluation is computed under the lock.

use std::collections::HashMap;
use std::sync::Arc;

use super::node::{Edge, NOWHERE, Node, Place};
use super::node_evaluation::NodeEvaluation;
use super::stats::{Share, Stats};
use super::value::{Utility, Value};
use crate::board::Move;

/// Nodes that are made however little memory there is.
const LEAST_NODES: usize = 64;

/// A move on the path of a visit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) node: usize,
    pub(super) edge: usize,
    pub(super) mv: Move,
}

/// What a visit does at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Choice {
    /// Follows an edge.
    Follow(usize),
    /// Tries a move, by its index in the evaluation.
    Try(usize),
    /// There is no move to follow.
    Nothing,
}

/// Where a walk down has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// At a move about whose position nothing is known yet.
    Unknown,
    /// At a node whose visits were not all counted by the last move: one more is counted.
    CaughtUp,
    /// At a node that has no move to follow: its value counts once more.
    Stuck(usize),
    /// Where other threads evaluate the only positions without an evaluation.
    Crowded,
}

/// All positions looked at, bounded in memory.
#[derive(Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    by_place: HashMap<u64, u32>,
    root: usize,
    n_bytes: usize,
    most_bytes: usize,
    shares: Vec<Share>,
}

impl Graph {
    /// A graph without nodes that will use at most so many bytes, but makes a few nodes in any case.
    pub(super) fn new(most_bytes: usize) -> Self {
        Self {
            nodes: Vec::new(),
            by_place: HashMap::new(),
            root: 0,
            n_bytes: 0,
            most_bytes,
            shares: Vec::new(),
        }
    }

    /// Drops all nodes.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.most_bytes);
    }

    /// The root; `None` in an empty graph.
    pub(super) fn root(&self) -> Option<&Node> {
        self.nodes.get(self.root)
    }

    /// Index of the root.
    pub(super) const fn root_index(&self) -> usize {
        self.root
    }

    /// A node by its index.
    pub(super) fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// The node that an edge leads to; `None` while nothing is known about it.
    pub(super) fn child(&self, edge: &Edge) -> Option<&Node> {
        self.nodes.get(edge.child as usize)
    }

    /// Number of nodes.
    pub(super) const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is memory for another node.
    pub(super) const fn has_room(&self) -> bool {
        self.n_bytes < self.most_bytes || self.nodes.len() < LEAST_NODES
    }

    /// The node that stands at a place.
    fn find(&self, place: Place) -> Option<u32> {
        let index = *self.by_place.get(&place.in_table())?;
        let node = self.node(index as usize);
        (node.place() == place).then_some(index)
    }

    /// Makes a node that has had one visit; it becomes the root of an empty graph. Returns its index. If there is one
    /// at the place, that one stays.
    pub(super) fn insert(
        &mut self,
        place: Place,
        evaluation: Option<Arc<NodeEvaluation>>,
        value: Value,
        utility: Utility,
    ) -> u32 {
        if let Some(index) = self.find(place) {
            return index;
        }
        let mut node = Node::new(place, evaluation, value);
        node.appraise(utility);
        node.stats = node.own_stats();
        self.n_bytes += node.bytes();
        let index = u32::try_from(self.nodes.len()).unwrap_or(NOWHERE);
        self.nodes.push(node);
        self.by_place.insert(place.in_table(), index);
        index
    }

    /// Walks from the root to where something is to be found out. Counts the visit as under way on all edges of `path`,
    /// which is empty at first. `choose` gets a node and the number of moves before it.
    pub(super) fn walk(
        &mut self,
        path: &mut Vec<Step>,
        choose: impl Fn(&Self, &Node, usize) -> Choice,
    ) -> Arrival {
        let mut at = self.root;
        loop {
            let choice = choose(self, &self.nodes[at], path.len());
            let node = &mut self.nodes[at];
            let number = match choice {
                Choice::Follow(number) => number,
                Choice::Try(index) => {
                    self.n_bytes += Node::EDGE_BYTES;
                    node.try_move(index)
                }
                Choice::Nothing if node.is_waiting() => {
                    self.let_go(path);
                    return Arrival::Crowded;
                }
                Choice::Nothing => return Arrival::Stuck(at),
            };
            let edge = &mut node.edges[number];
            edge.n_under_way += 1;
            let (child, visits) = (edge.child, edge.visits);
            let mv = node.candidate(usize::from(node.edges[number].index));
            path.push(Step {
                node: at,
                edge: number,
                mv: mv.map_or(Move::Pass, |(mv, _)| mv),
            });
            if child == NOWHERE {
                return Arrival::Unknown;
            }
            at = child as usize;
            if visits < self.nodes[at].visits {
                return Arrival::CaughtUp;
            }
        }
    }

    /// Makes the last edge of a path lead to the node at a place, if there is one. Returns whether there is.
    pub(super) fn link(&mut self, path: &[Step], place: Place) -> bool {
        let Some(child) = self.find(place) else {
            return false;
        };
        self.lead_to(path, child);
        true
    }

    /// Makes the last edge of a path lead to a node.
    pub(super) fn lead_to(&mut self, path: &[Step], child: u32) {
        if let Some(&Step { node, edge, .. }) = path.last() {
            self.nodes[node].edges[edge].child = child;
        }
    }

    /// Ends a visit: counts it on all edges and nodes of its path, whose means are made anew. A visit that is stuck
    /// counts at its last node too.
    pub(super) fn finish(&mut self, path: &[Step], arrival: Arrival) {
        if let Arrival::Stuck(at) = arrival {
            self.nodes[at].own_visits += 1;
            self.nodes[at].visits += 1;
            self.renew(at);
        }
        for &Step { node: at, edge, .. } in path.iter().rev() {
            let node = &mut self.nodes[at];
            node.edges[edge].n_under_way -= 1;
            node.edges[edge].visits += 1;
            node.visits += 1;
            self.renew(at);
        }
    }

    /// Ends a visit without a result.
    fn let_go(&mut self, path: &[Step]) {
        for &Step { node, edge, .. } in path {
            self.nodes[node].edges[edge].n_under_way -= 1;
        }
    }

    /// Makes the means of a node anew from its own value and its children.
    fn renew(&mut self, at: usize) {
        let mut shares = std::mem::take(&mut self.shares);
        shares.clear();
        let node = &self.nodes[at];
        for edge in node.edges.iter().filter(|edge| edge.visits > 0) {
            let (Some(child), Some((_, prior))) =
                (self.child(edge), node.candidate(usize::from(edge.index)))
            else {
                continue;
            };
            shares.push(Share {
                stats: child.stats,
                weight: child.weight_of(edge.visits),
                prior,
            });
        }
        let sign = f64::from(node.to_move.sign());
        self.nodes[at].stats = Stats::combined(node.own_stats(), &mut shares, sign);
        self.shares = shares;
    }

    /// Makes the child of the root for a move the new root. Returns `false` and changes nothing if there is none.
    pub(super) fn advance(&mut self, mv: Move) -> bool {
        let child = self.root().and_then(|root| {
            let is_it = |edge: &&Edge| {
                let candidate = root.candidate(usize::from(edge.index));
                candidate.is_some_and(|(theirs, _)| theirs == mv)
            };
            let edge = root.edges.iter().find(is_it)?;
            (edge.child != NOWHERE).then_some(edge.child as usize)
        });
        if let Some(child) = child {
            self.root = child;
        }
        child.is_some()
    }

    /// Drops the nodes that the root does not reach, and makes the means of all others anew with `utility`. Linear in
    /// the number of nodes and edges.
    pub(super) fn tidy(&mut self, utility: Utility) {
        let mut new_index = vec![NOWHERE; self.nodes.len()];
        let mut kept = vec![self.root];
        new_index[self.root] = 0;
        let mut n_seen = 0;
        while let Some(&at) = kept.get(n_seen) {
            n_seen += 1;
            for edge in &self.nodes[at].edges {
                let child = edge.child as usize;
                if new_index.get(child) == Some(&NOWHERE) {
                    new_index[child] = u32::try_from(kept.len()).unwrap_or(NOWHERE);
                    kept.push(child);
                }
            }
        }
        let mut old: Vec<Option<Node>> = std::mem::take(&mut self.nodes)
            .into_iter()
            .map(Some)
            .collect();
        self.by_place.clear();
        self.n_bytes = 0;
        self.root = 0;
        for (index, &at) in (0..).zip(&kept) {
            let Some(mut node) = old[at].take() else {
                continue;
            };
            node.move_to(&new_index, utility);
            self.n_bytes += node.bytes();
            self.by_place.insert(node.place().in_table(), index);
            self.nodes.push(node);
        }
        self.renew_all();
    }

    /// Makes all means anew, those of later positions first.
    fn renew_all(&mut self) {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(self.nodes[at].place().n_moves));
        for at in order {
            self.renew(at);
        }
    }
}
