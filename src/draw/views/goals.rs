//! Goal graphs.

use crate::draw::picture::{GraphNode, GraphPanel};
use crate::goals::{Graph, Node, NodeId, Value};

/// The goals that the root of a graph hangs on. Below a goal that is known stands `+` or `-` with the word for what it
/// is known by.
#[must_use]
pub fn goal_graph(graph: &Graph) -> GraphPanel {
    // The root comes first; all others keep their order.
    let root = graph.root().index();
    let place = |id: &NodeId| match id.index() {
        index if index == root => 0,
        index if index < root => index + 1,
        index => index,
    };
    let others = graph.nodes().iter().enumerate();
    let others = others.filter(|(index, _)| *index != root).map(|it| it.1);
    let nodes = std::iter::once(graph.node(graph.root())).chain(others);
    let drawn = |node: &Node| GraphNode {
        label: node.label.to_string(),
        sign: sign(node.value),
        is_proved: node.value.evidence().is_some_and(|it| it.is_proof()),
        is_cut_off: node.is_cut_off,
        side: None,
        children: node.children.iter().map(place).collect(),
    };
    GraphPanel {
        caption: String::new(),
        nodes: nodes.map(drawn).collect(),
    }
}

/// What stands below a goal that is known.
fn sign(value: Value) -> Option<String> {
    let sign = if value.is_true() { '+' } else { '-' };
    value
        .evidence()
        .map(|evidence| format!("{sign} {}", evidence.word()))
}
