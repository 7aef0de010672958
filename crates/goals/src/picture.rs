//! Goal graphs as text for Graphviz, drawn like figures 2.5 to 2.7 of the thesis.

use std::fmt::Write as _;

use super::goal::Value;
use super::graph::Graph;
use super::node::Node;

/// The graph in the language DOT. The root has a double border; `+` and `-` stand above a goal that is known to be
/// reached or to fail, and an ellipsis below one that is unknown and was not taken apart. Equal graphs give equal
/// texts.
#[must_use]
pub fn graph_to_dot(graph: &Graph) -> String {
    let mut text = String::from("digraph goals {\n  node [shape=box];\n");
    for (n, node) in graph.nodes().iter().enumerate() {
        let borders = if n == graph.root().index() { 2 } else { 1 };
        // Writing to a string can't fail.
        let _ = writeln!(
            text,
            "  n{n} [label=\"{}\", peripheries={borders}];",
            caption(node)
        );
    }
    for (n, node) in graph.nodes().iter().enumerate() {
        for child in &node.children {
            let _ = writeln!(text, "  n{n} -> n{};", child.index());
        }
    }
    text.push_str("}\n");
    text
}

/// The lines of a box, with the line breaks of DOT.
fn caption(node: &Node) -> String {
    let mut lines = Vec::new();
    match node.value {
        Value::True(_) => lines.push("+".to_owned()),
        Value::False(_) => lines.push("-".to_owned()),
        Value::Unknown => {}
    }
    lines.push(node.label.to_string());
    if node.is_cut_off {
        lines.push("...".to_owned());
    }
    lines.join("\\n")
}
