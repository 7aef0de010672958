//! The goal graph: which goals a goal hangs on (Klinger, sections 2.5 and 2.6).
//!
//! A block is saved by eyes and room of its own, by a connection with a block that is saved, or by the capture of a
//! block around it. Goals may hang on each other in a circle, as in a race. A goal whose value is known by itself is
//! not taken apart.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use super::goal::{Evidence, Goal, Value};
use super::independence::fork;
use super::rules::GoalKind;
use super::state::{Link, State};
use super::statics::{can_live_alone, value_of};
use crate::base::{Color, Point, PointSet};

/// Most nodes of a graph; the goals found after that are not taken apart.
const MOST_NODES: usize = 120;

/// Goals on the way from the root to a goal that is taken apart.
const MOST_DEPTH: usize = 5;

/// The least stones of a block whose capture saves a block beside it, if it connects nothing.
const LARGE: usize = 4;

/// Number of a node in its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

impl NodeId {
    /// Position in [`Graph::nodes`].
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
        let mut builder = Builder {
            state,
            nodes: Vec::new(),
            known: BTreeMap::new(),
            waiting: VecDeque::new(),
            in_doubt: if is_in_doubt { goals } else { &[] },
        };
        let children: Vec<NodeId> = goals.iter().map(|&goal| builder.goal(goal, 0)).collect();
        let root = match children[..] {
            [only] => only,
            _ => builder.push(label, children, Value::Unknown),
        };
        builder.expand_all();
        let mut graph = Self {
            nodes: builder.nodes,
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

    /// What the graph says about its root.
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

/// A value, if it is proved.
const fn without_estimate(value: Value) -> Value {
    match value {
        Value::True(evidence) | Value::False(evidence) if evidence.is_proof() => value,
        Value::True(_) | Value::False(_) | Value::Unknown => Value::Unknown,
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

/// A graph in the making, goals nearest to the root first.
struct Builder<'a, 'r> {
    state: &'a State<'r>,
    nodes: Vec<Node>,
    known: BTreeMap<Goal, NodeId>,
    waiting: VecDeque<(NodeId, Goal, usize)>,
    /// Goals about which no estimate counts.
    in_doubt: &'a [Goal],
}

impl Builder<'_, '_> {
    fn push(&mut self, label: Label, children: Vec<NodeId>, by_itself: Value) -> NodeId {
        self.nodes.push(Node {
            label,
            children,
            by_itself,
            value: by_itself,
            is_cut_off: false,
        });
        NodeId(self.nodes.len() - 1)
    }

    fn goal(&mut self, goal: Goal, depth: usize) -> NodeId {
        if let Some(&id) = self.known.get(&goal) {
            return id;
        }
        let mut value = value_of(self.state, goal);
        if self.in_doubt.contains(&goal) {
            value = without_estimate(value);
        }
        let id = self.push(Label::Goal(goal), Vec::new(), value);
        self.known.insert(goal, id);
        if !value.is_known() {
            self.waiting.push_back((id, goal, depth));
        }
        id
    }

    fn expand_all(&mut self) {
        while let Some((id, goal, depth)) = self.waiting.pop_front() {
            if depth >= MOST_DEPTH || self.nodes.len() >= MOST_NODES {
                self.nodes[id.0].is_cut_off = true;
                continue;
            }
            let children = match (goal.kind, goal.other) {
                (GoalKind::Save | GoalKind::Capture, _) => self.around_block(goal, depth + 1),
                (GoalKind::Connect | GoalKind::Sever, Some(other)) => {
                    self.between(goal, other, depth + 1)
                }
                (GoalKind::Connect | GoalKind::Sever, None) => Vec::new(),
            };
            self.nodes[id.0].children = children;
        }
    }

    /// The goals that saving or capturing a block hangs on (axioms 2.5.1 and 2.5.2).
    fn around_block(&mut self, goal: Goal, depth: usize) -> Vec<NodeId> {
        let state = self.state;
        let (Some(core), Some(owner)) = (state.core(goal.object), state.board().color(goal.object))
        else {
            return Vec::new();
        };
        let is_save = goal.kind == GoalKind::Save;
        let mut children = Vec::new();
        for (from, friend) in friends(state, &core.blocks, owner) {
            let (link, fate, label) = if is_save {
                (Goal::connect(from, friend), Goal::save(friend), Label::All)
            } else {
                (Goal::sever(from, friend), Goal::capture(friend), Label::Any)
            };
            let both = vec![self.goal(link, depth), self.goal(fate, depth)];
            children.push(self.push(label, both, Value::Unknown));
        }
        for enemy in enemies(state, &core.stones, owner) {
            let fate = if is_save {
                Goal::capture(enemy)
            } else {
                Goal::save(enemy)
            };
            let id = self.goal(fate, depth);
            // The room of the core reaches over stones that are lost in a short fight: that counts already.
            let is_counted =
                self.nodes[id.0].by_itself.is_known() && is_short(self.nodes[id.0].by_itself);
            if !is_counted && is_worth(state, &core.blocks, enemy) {
                children.push(id);
            }
        }
        children
    }

    /// A connection hangs on the blocks of the other side that touch both.
    fn between(&mut self, goal: Goal, other: Point, depth: usize) -> Vec<NodeId> {
        let state = self.state;
        let Some(owner) = state.board().color(goal.object) else {
            return Vec::new();
        };
        let beside = |stone| {
            let stones: PointSet = state.board().stones(stone).collect();
            state.names_of(owner.opponent(), &stones.spread())
        };
        let second = beside(other);
        let cutting: Vec<Point> = beside(goal.object)
            .into_iter()
            .filter(|name| second.contains(name))
            .collect();
        let is_connect = goal.kind == GoalKind::Connect;
        let fates = cutting.into_iter().map(|name| {
            if is_connect {
                Goal::capture(name)
            } else {
                Goal::save(name)
            }
        });
        fates.map(|fate| self.goal(fate, depth)).collect()
    }
}

/// Whether a value is known by a short fight about the block itself in which it is lost.
const fn is_short(value: Value) -> bool {
    matches!(
        value,
        Value::True(Evidence::Capture | Evidence::Fight)
            | Value::False(Evidence::Capture | Evidence::Fight)
    )
}

/// Blocks near a core that may be connected with it, each with a block of the core; those that can't be are left out.
fn friends(state: &State<'_>, blocks: &[Point], owner: Color) -> Vec<(Point, Point)> {
    let mut found: Vec<(Point, Point)> = Vec::new();
    for &from in blocks {
        for friend in state.names_near(from, owner) {
            let is_new =
                !blocks.contains(&friend) && found.iter().all(|&(_, known)| known != friend);
            if is_new && matches!(state.link(from, friend), Some(Link::Open { .. })) {
                found.push((from, friend));
            }
        }
    }
    found
}

/// Blocks of the other side that touch a core or share a liberty with it.
fn enemies(state: &State<'_>, stones: &PointSet, owner: Color) -> Vec<Point> {
    let empty: PointSet = state.board().empty_points().iter().copied().collect();
    let liberties = stones.spread() & empty;
    state.names_of(owner.opponent(), &(*stones | liberties).spread())
}

/// Whether the capture of a block saves a core beside it: it is large, or keeps the core from another friendly block.
fn is_worth(state: &State<'_>, blocks: &[Point], enemy: Point) -> bool {
    let Some(color) = state.board().color(enemy) else {
        return false;
    };
    let stones: PointSet = state.board().stones(enemy).collect();
    stones.len() >= LARGE
        || state
            .names_of(color.opponent(), &stones.spread())
            .iter()
            .any(|friend| !blocks.contains(friend))
        || state
            .board()
            .block_at(enemy)
            .is_some_and(|block| block.n_liberties() <= 2)
}
