//! Goals taken apart into the goals that they hang on (Klinger, axioms 2.5.1 and 2.5.2).

use std::collections::{BTreeMap, VecDeque};

use super::goal::{Evidence, Goal, Value};
use super::node::{Label, Node, NodeId};
use super::rules::GoalKind;
use super::state::{Link, State};
use super::statics::value_of;
use tedomari_board::{Color, Point, PointSet};

/// Most nodes of a graph; the goals found after that are not taken apart.
const MOST_NODES: usize = 120;

/// Goals on the way from the root to a goal that is taken apart.
const MOST_DEPTH: usize = 5;

/// The least stones of a block whose capture saves a block beside it, if it connects nothing.
const LARGE: usize = 4;

/// The nodes of the graph of some goals, not yet evaluated, and the number of its root. With `is_in_doubt` no estimate
/// about the goals themselves counts.
pub(super) fn nodes_of(
    state: &State<'_>,
    goals: &[Goal],
    label: Label,
    is_in_doubt: bool,
) -> (Vec<Node>, NodeId) {
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
    (builder.nodes, root)
}

/// A graph in the making, goals nearest to the root first.
#[derive(Debug)]
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

/// A value, if it is proved.
pub(super) const fn without_estimate(value: Value) -> Value {
    match value {
        Value::True(evidence) | Value::False(evidence) if evidence.is_proof() => value,
        Value::True(_) | Value::False(_) | Value::Unknown => Value::Unknown,
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
    let empty: PointSet = state.board().empty_set();
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
