//! Nodes of goal graphs.

use std::fmt;

use super::goal::{Goal, Value};
use tedomari_board::Point;

/// Number of a node in its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) usize);

impl NodeId {
    /// Position in [`Graph::nodes`](super::Graph::nodes).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }
}

/// What a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// A goal.
    Goal(Goal),
    /// All children.
    All,
    /// At least one child.
    Any,
}

impl fmt::Display for Label {
    /// The goal, or `all of` and `one of`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Goal(goal) => goal.fmt(f),
            Self::All => f.write_str("all of"),
            Self::Any => f.write_str("one of"),
        }
    }
}

/// A node of a goal graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it stands for.
    pub label: Label,
    /// What it hangs on, in a fixed order.
    pub children: Vec<NodeId>,
    /// What is known without the children.
    pub by_itself: Value,
    /// What is known with the children.
    pub value: Value,
    /// Whether it was not taken apart, though it is unknown.
    pub is_cut_off: bool,
}

/// Two goals of one player that were known one by one, but not together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The blocks.
    pub blocks: (Point, Point),
    /// The move of the other side that threatens both.
    pub point: Point,
    /// The node whose value hung on both.
    pub node: NodeId,
}
