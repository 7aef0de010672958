//! The positions that the search has looked at, and the moves between them.
//!
//! Two orders of the same moves lead to one node: nodes are found by a key of the position and the number of moves so
//! far, so no path comes back to where it was. A move counts its own visits. When it has fewer than the node it leads
//! to, a visit costs nothing: what the other paths found is taken over (KataGo's "GraphSearch").
//!
//! The graph lies behind one lock. A walk through it takes microseconds, an opinion hundreds of them, and no opinion is
//! asked for under the lock.

use std::collections::HashMap;
use std::sync::Arc;

use super::evaluation::Evaluation;
use super::stats::{Share, Stats};
use super::value::{Utility, Value};
use crate::base::{Color, Move};

/// No node yet: somebody asks for an opinion.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Nodes that are made however little memory there is.
const LEAST_NODES: usize = 64;

/// A move that was tried at a node.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// The node it leads to, or [`NOWHERE`].
    pub(super) child: u32,
    /// Finished visits by this move.
    pub(super) visits: u32,
    /// Index of the move in the evaluation.
    pub(super) index: u16,
    /// Visits by this move that are under way.
    pub(super) n_under_way: u16,
}

/// A position that was looked at.
#[derive(Debug)]
pub(super) struct Node {
    key: u64,
    /// Number of moves since the start of the graph.
    n_moves: u32,
    pub(super) to_move: Color,
    /// The moves; `None` where the game has ended.
    pub(super) evaluation: Option<Arc<Evaluation>>,
    value: Value,
    /// Visits that ended here: the first one, and those that had nowhere to go.
    pub(super) own_visits: u32,
    /// All visits.
    pub(super) visits: u32,
    /// Utility of the own value, and its weight.
    pub(super) own_utility: f64,
    own_weight: f64,
    pub(super) edges: Vec<Edge>,
    /// All moves before this one were tried.
    n_tried: usize,
    pub(super) stats: Stats,
}

impl Edge {
    /// Whether an opinion about the position after the move is being asked for.
    pub(super) const fn is_waiting(&self) -> bool {
        self.child == NOWHERE && self.n_under_way > 0
    }
}

impl Node {
    fn new(place: Place, evaluation: Option<Arc<Evaluation>>, value: Value) -> Self {
        Self {
            key: place.key,
            n_moves: place.n_moves,
            to_move: place.to_move,
            evaluation,
            value,
            own_visits: 1,
            visits: 1,
            own_utility: 0.0,
            own_weight: 0.0,
            edges: Vec::new(),
            n_tried: 0,
            stats: Stats::default(),
        }
    }

    /// The move with an index in the evaluation, and its prior probability.
    pub(super) fn candidate(&self, index: usize) -> Option<(Move, f64)> {
        let candidate = self.evaluation.as_ref()?.moves.get(index)?;
        Some((candidate.mv(), candidate.prior()))
    }

    /// The indices of the moves that were not tried yet, the likeliest first.
    pub(super) fn untried(&self) -> impl Iterator<Item = usize> + '_ {
        let n_moves = self
            .evaluation
            .as_ref()
            .map_or(0, |known| known.moves.len());
        (self.n_tried..n_moves).filter(|&index| {
            !self
                .edges
                .iter()
                .any(|edge| usize::from(edge.index) == index)
        })
    }

    /// Whether an opinion about one of the moves is being asked for.
    fn is_waiting(&self) -> bool {
        self.edges.iter().any(Edge::is_waiting)
    }

    /// Adds an edge for a move that was not tried yet. Returns its number.
    fn try_move(&mut self, index: usize) -> usize {
        self.edges.push(Edge {
            child: NOWHERE,
            visits: 0,
            #[expect(clippy::cast_possible_truncation, reason = "a board has 625 points")]
            index: index as u16,
            n_under_way: 0,
        });
        while self
            .edges
            .iter()
            .any(|edge| usize::from(edge.index) == self.n_tried)
        {
            self.n_tried += 1;
        }
        self.edges.len() - 1
    }

    /// Memory in use for the node.
    fn bytes(&self) -> usize {
        let n_moves = self
            .evaluation
            .as_ref()
            .map_or(0, |known| known.moves.len());
        Self::fixed_bytes() + Evaluation::bytes(n_moves) + self.edges.len() * Self::EDGE_BYTES
    }

    /// Memory for an edge in a vector that grows by doubling.
    const EDGE_BYTES: usize = 2 * size_of::<Edge>();

    /// Memory for a node in a vector that grows by doubling, and for its entry in the table.
    const fn fixed_bytes() -> usize {
        2 * (size_of::<Self>() + size_of::<(u64, u32)>())
    }
}

/// Where a node stands in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Key of the position, with the player to move and all that the rules remember.
    pub(super) key: u64,
    /// Number of moves since the start of the graph.
    pub(super) n_moves: u32,
    pub(super) to_move: Color,
}

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
    /// Where others ask for the only opinions that are missing.
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

    /// Forgets all nodes.
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
        let index = *self.by_place.get(&spread(place))?;
        let node = self.node(index as usize);
        (node.key == place.key && node.to_move == place.to_move).then_some(index)
    }

    /// Makes a node that has had one visit; it becomes the root of an empty graph. Returns its index. If there is one at
    /// the place, that one stays.
    pub(super) fn insert(
        &mut self,
        place: Place,
        evaluation: Option<Arc<Evaluation>>,
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
        self.by_place.insert(spread(place), index);
        index
    }

    /// Walks from the root to where something is to be found out. Counts the visit as under way on all edges of `path`,
    /// which is empty at first. `choose` is told a node and the number of moves before it.
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

    /// Forgets the nodes that the root does not reach, and makes the means of all others anew with `utility`. Linear in
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
            for edge in &mut node.edges {
                // A search that was ended by a panic may have left some.
                edge.n_under_way = 0;
                edge.child = new_index
                    .get(edge.child as usize)
                    .copied()
                    .unwrap_or(NOWHERE);
            }
            node.edges.retain(|edge| edge.child != NOWHERE);
            node.n_tried = 0;
            node.appraise(utility);
            self.n_bytes += node.bytes();
            self.by_place.insert(spread(node.place()), index);
            self.nodes.push(node);
        }
        self.renew_all();
    }

    /// Makes all means anew, those of later positions first.
    fn renew_all(&mut self) {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(self.nodes[at].n_moves));
        for at in order {
            self.renew(at);
        }
    }
}

impl Node {
    pub(super) const fn place(&self) -> Place {
        Place {
            key: self.key,
            n_moves: self.n_moves,
            to_move: self.to_move,
        }
    }

    /// Finds the utility of the own value.
    fn appraise(&mut self, utility: Utility) {
        self.own_utility = utility.of(&self.value);
        self.own_weight = utility.weight(&self.value);
    }

    /// The visits that ended here.
    pub(super) fn own_stats(&self) -> Stats {
        Stats::of_value(
            &self.value,
            self.own_utility,
            self.own_weight,
            self.own_visits,
        )
    }

    /// The weight of so many of the visits.
    pub(super) fn weight_of(&self, n_visits: u32) -> f64 {
        self.stats.weight * f64::from(n_visits) / f64::from(self.visits)
    }

    /// The sum of the squared weights of so many of the visits.
    pub(super) fn weight_sq_of(&self, n_visits: u32) -> f64 {
        self.stats.weight_sq * f64::from(n_visits) / f64::from(self.visits)
    }
}

/// The key of a place in the table: positions after different numbers of moves differ.
const fn spread(place: Place) -> u64 {
    place.key ^ (place.n_moves as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
