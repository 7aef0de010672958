//! The goal graph: which goals a goal hangs on (Klinger, sections 2.5 and 2.6).
//!
//! A block is saved by eyes and room of its own, by a connection with a block that is saved, or by the capture of a
//! block around it. Goals may hang on each other in a circle, as in a race. A goal whose value is known by itself is
//! not taken apart.

use super::builder::{nodes_of, without_estimate};
use super::goal::{Evidence, Goal, Value};
use super::independence::fork;
use super::node::{Fork, Label, Node, NodeId};
use super::rules::GoalKind;
use super::state::State;
use super::statics::can_live_alone;
use tedomari_board::Point;

/// The goals that a question hangs on, in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    nodes: Vec<Node>,
    root: NodeId,
    forks: Vec<Fork>,
}

impl Graph {
    /// The graph of a goal.
    #[must_use]
    pub fn new(state: &State<'_>, goal: Goal) -> Self {
        Self::of_several(state, &[goal], Label::All)
    }

    /// The graph of several goals, all of which ([`Label::All`]) or one of which ([`Label::Any`]) is to be reached. A
    /// single goal is the root itself.
    #[must_use]
    pub fn of_several(state: &State<'_>, goals: &[Goal], label: Label) -> Self {
        Self::build(state, goals, label, false)
    }

    /// The same graph, in which estimates about the goals themselves count for nothing: they are taken apart, and the
    /// root is unknown unless it is proved. This is how the moves of a question are found whose answer seems to be
    /// plain.
    #[must_use]
    pub fn in_doubt(state: &State<'_>, goals: &[Goal], label: Label) -> Self {
        let mut graph = Self::build(state, goals, label, true);
        let root = &mut graph.nodes[graph.root.0];
        root.value = without_estimate(root.value);
        graph
    }

    fn build(state: &State<'_>, goals: &[Goal], label: Label, is_in_doubt: bool) -> Self {
        let (nodes, root) = nodes_of(state, goals, label, is_in_doubt);
        let mut graph = Self {
            nodes,
            root,
            forks: Vec::new(),
        };
        graph.evaluate(state);
        graph
    }

    /// All nodes; those of an answer to one question stand in a fixed order.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The node that the graph is about.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        self.root
    }

    /// The value of the root.
    #[must_use]
    pub fn value(&self) -> Value {
        self.node(self.root).value
    }

    /// Double threats that keep a node from being known.
    #[must_use]
    pub fn forks(&self) -> &[Fork] {
        &self.forks
    }

    /// The node of a goal, if the graph has one.
    #[must_use]
    pub fn find(&self, goal: Goal) -> Option<NodeId> {
        self.nodes
            .iter()
            .position(|node| node.label == Label::Goal(goal))
            .map(NodeId)
    }

    /// Whether some goal is its own descendant.
    #[must_use]
    pub fn has_cycle(&self) -> bool {
        (0..self.nodes.len()).any(|start| {
            let mut waiting = self.nodes[start].children.clone();
            let mut seen = vec![false; self.nodes.len()];
            while let Some(NodeId(at)) = waiting.pop() {
                if at == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[at], true) {
                    waiting.extend(&self.nodes[at].children);
                }
            }
            false
        })
    }

    /// Evaluates the nodes depth-first, as in section 2.6. A goal that is met again on the way to itself is unknown
    /// there.
    fn evaluate(&mut self, state: &State<'_>) {
        let mut is_visited = vec![false; self.nodes.len()];
        self.evaluate_node(state, self.root, &mut is_visited);
    }

    fn evaluate_node(&mut self, state: &State<'_>, id: NodeId, is_visited: &mut [bool]) -> Value {
        let node = &self.nodes[id.0];
        if node.by_itself.is_known() || std::mem::replace(&mut is_visited[id.0], true) {
            return node.value;
        }
        let children = node.children.clone();
        let mut values: Vec<Value> = Vec::new();
        for child in children {
            values.push(self.evaluate_node(state, child, is_visited));
        }
        let value = self.combine(state, id, &values);
        self.nodes[id.0].value = value;
        value
    }

    fn combine(&mut self, state: &State<'_>, id: NodeId, values: &[Value]) -> Value {
        let node = &self.nodes[id.0];
        if node.is_cut_off {
            return Value::Unknown;
        }
        let is_any = match node.label {
            Label::Any => true,
            Label::All => false,
            Label::Goal(goal) => goal.kind.is_about_own(),
        };
        // What is left to the block itself: `true` if it may still reach its goal alone.
        let alone = match node.label {
            Label::Goal(goal) if goal.other.is_none() => can_live_alone(state, goal.object),
            Label::Goal(_) => true,
            Label::All | Label::Any => false,
        };
        let known = if is_any {
            any(values, alone)
        } else {
            any_negated(values, alone)
        };
        if !known.is_known() {
            return known;
        }
        match self.fork_among(state, id, known) {
            Some(fork) => {
                self.forks.push(fork);
                Value::Unknown
            }
            None => known,
        }
    }

    /// The independence assumption (section 2.7), checked where it decides: goals that are all reached one by one are
    /// reached together only if the other side has no double threat against two of them.
    fn fork_among(&self, state: &State<'_>, id: NodeId, known: Value) -> Option<Fork> {
        let node = &self.nodes[id.0];
        let is_save = match known {
            Value::True(_) => true,
            Value::False(_) => false,
            Value::Unknown => return None,
        };
        let saved = node
            .children
            .iter()
            .filter_map(|child| match self.nodes[child.0].label {
                Label::Goal(goal) if goal.kind == GoalKind::Save && is_save => Some(goal.object),
                Label::Goal(goal) if goal.kind == GoalKind::Capture && !is_save => {
                    Some(goal.object)
                }
                Label::Goal(_) | Label::All | Label::Any => None,
            });
        let saved: Vec<Point> = saved.collect();
        if saved.len() < 2 || known.is_true() && !matches!(node.label, Label::All | Label::Goal(_))
        {
            return None;
        }
        let (blocks, point) = fork(state, &saved)?;
        Some(Fork {
            blocks,
            point,
            node: id,
        })
    }
}

/// The value of a goal that is reached if one of the values is true.
fn any(values: &[Value], may_alone: bool) -> Value {
    if values.iter().any(|value| value.is_true()) {
        Value::True(Evidence::Theory)
    } else if may_alone || !values.iter().all(|value| value.is_false()) {
        Value::Unknown
    } else {
        Value::False(if values.is_empty() {
            Evidence::Room
        } else {
            Evidence::Theory
        })
    }
}

/// The value of a goal that fails if one of the values is false.
fn any_negated(values: &[Value], may_alone: bool) -> Value {
    let negated: Vec<Value> = values.iter().map(|value| value.negated()).collect();
    any(&negated, may_alone).negated()
}
