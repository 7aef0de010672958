//! A position in the graph, and the moves that were tried there.

use std::sync::Arc;

use super::node_evaluation::NodeEvaluation;
use super::stats::Stats;
use super::value::{Utility, Value};
use crate::board::{Color, Move};

/// No node yet: a thread evaluates the position.
pub(super) const NOWHERE: u32 = u32::MAX;

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
    place: Place,
    pub(super) to_move: Color,
    /// The moves; `None` where the game has ended.
    pub(super) evaluation: Option<Arc<NodeEvaluation>>,
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
    /// Whether a thread evaluates the position after the move.
    pub(super) const fn is_waiting(&self) -> bool {
        self.child == NOWHERE && self.n_under_way > 0
    }
}

impl Node {
    pub(super) fn new(place: Place, evaluation: Option<Arc<NodeEvaluation>>, value: Value) -> Self {
        Self {
            place,
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

    /// Whether a thread evaluates the position after one of the moves.
    pub(super) fn is_waiting(&self) -> bool {
        self.edges.iter().any(Edge::is_waiting)
    }

    /// Adds an edge for a move that was not tried yet. Returns its number.
    pub(super) fn try_move(&mut self, index: usize) -> usize {
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

    /// Where it stands.
    pub(super) const fn place(&self) -> Place {
        self.place
    }

    /// Finds the utility of the own value.
    pub(super) fn appraise(&mut self, utility: Utility) {
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

    /// Adapts the node to a graph in which nodes have new indices, and to another utility of points. Moves whose nodes
    /// have none are dropped.
    pub(super) fn move_to(&mut self, new_index: &[u32], utility: Utility) {
        for edge in &mut self.edges {
            // A search that was ended by a panic may have left some.
            edge.n_under_way = 0;
            let index = new_index.get(edge.child as usize);
            edge.child = index.copied().unwrap_or(NOWHERE);
        }
        self.edges.retain(|edge| edge.child != NOWHERE);
        self.n_tried = 0;
        self.appraise(utility);
    }

    /// Memory in use for the node.
    pub(super) fn bytes(&self) -> usize {
        let n_moves = self
            .evaluation
            .as_ref()
            .map_or(0, |known| known.moves.len());
        Self::fixed_bytes() + NodeEvaluation::bytes(n_moves) + self.edges.len() * Self::EDGE_BYTES
    }

    /// Memory for an edge in a vector that grows by doubling.
    pub(super) const EDGE_BYTES: usize = 2 * size_of::<Edge>();

    /// Memory for a node in a vector that grows by doubling, and for its entry in the table.
    const fn fixed_bytes() -> usize {
        2 * (size_of::<Self>() + size_of::<(u64, u32)>())
    }
}

/// Where a node stands in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Key of the position, with the player to move and all of the history that the rules use.
    pub(super) key: u64,
    /// Number of moves since the start of the graph.
    pub(super) n_moves: u32,
    pub(super) to_move: Color,
}

impl Place {
    /// The key of the place in a table: positions after different numbers of moves differ.
    pub(super) const fn in_table(self) -> u64 {
        self.key ^ (self.n_moves as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}
