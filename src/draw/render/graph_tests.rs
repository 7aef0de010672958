//! Goal graphs as boxes and arrows.

use super::graph::graph as drawn;
use super::layout::{BOX_HEIGHT, Layout};
use crate::board::{Board, Point};
use crate::draw::picture::{GraphNode, GraphPanel};
use crate::draw::views::goal_graph;
use crate::goals::rules::RuleBase;
use crate::goals::state::Costs;
use crate::goals::{Goal, Graph, Label, State};

/// Two blocks without eyes that race, and one around them.
const RACE: &str = "\
    . . . . . . .\n\
    . . . . . . .\n\
    . . . . . . .\n\
    . . . . . . .\n\
    O O O X X X .\n\
    O X X O O X .\n\
    O X . . O X .";

/// A stone that lives if it connects with a group that lives.
const CUT_OFF: &str = "\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    O O O O O O O O .\n\
    X X X X O O O O .\n\
    . . . X . X . O .\n\
    X X X X O . . O .\n\
    X . X X O O O O .";

fn graph(diagram: &str, goal: impl Fn(Point) -> Goal, stone: &str) -> Graph {
    let rows: Vec<&str> = diagram.lines().collect();
    let board: Board = rows.join("\n").parse().unwrap();
    let state = State::new(board, RuleBase::builtin(), Costs::FEW);
    let name = state.name(stone.parse().unwrap()).unwrap();
    Graph::of_several(&state, &[goal(name)], Label::All)
}

/// The panel of a graph, and its drawing as text.
fn picture(diagram: &str, stone: &str) -> (Graph, GraphPanel, String) {
    let graph = graph(diagram, Goal::save, stone);
    let panel = goal_graph(&graph);
    let text = drawn(&panel).group.to_string();
    (graph, panel, text)
}

/// The boxes of a picture, and its edges: all of them, and those that close a circle.
fn counts(picture: &str) -> (usize, usize, usize) {
    let count = |text: &str| picture.matches(text).count();
    let edges = count("class=\"edge\"") + count("class=\"edge back\"");
    (count("class=\"box\""), edges, count("class=\"edge back\""))
}

#[test]
fn each_goal_below_the_root_is_a_box_and_each_tie_an_edge() {
    let (_, panel, text) = picture(CUT_OFF, "F3");
    let layout = Layout::new(&panel.nodes);
    let n_children: usize = layout
        .nodes
        .iter()
        .map(|placed| panel.nodes[placed.id].children.len())
        .sum();
    assert!(layout.nodes.len() > 3 && n_children > 3);
    // The root has two borders.
    assert_eq!(counts(&text), (layout.nodes.len() + 1, n_children, 0));
    assert!(text.contains("class=\"proof\""), "{text}");
    assert!(text.contains("+ safety"), "{text}");
    assert_eq!(text, picture(CUT_OFF, "F3").2);
}

#[test]
fn a_circle_is_closed_by_a_broken_curve() {
    let (graph, _, text) = picture(RACE, "B1");
    assert!(graph.has_cycle());
    let (_, n_edges, n_back) = counts(&text);
    assert!(0 < n_back && n_back < n_edges);
}

#[test]
fn boxes_of_a_layer_stand_apart_and_within_the_picture() {
    for (diagram, stone) in [(RACE, "B1"), (CUT_OFF, "F3"), (CUT_OFF, "H1")] {
        let layout = Layout::new(&picture(diagram, stone).1.nodes);
        for (n, one) in layout.nodes.iter().enumerate() {
            assert!(one.x - one.width / 2.0 >= 0.0 && one.x + one.width / 2.0 <= layout.width);
            assert!(one.y + BOX_HEIGHT <= layout.height);
            for two in &layout.nodes[..n] {
                let is_apart = (one.x - two.x).abs() >= (one.width + two.width) / 2.0;
                assert!(is_apart || one.layer != two.layer, "{one:?} {two:?}");
            }
        }
    }
}

#[test]
fn edges_to_no_box_are_left_out() {
    let panel = GraphPanel {
        caption: String::new(),
        nodes: vec![GraphNode {
            label: "<B & W>".to_owned(),
            children: vec![0, 7],
            ..GraphNode::default()
        }],
    };
    let text = drawn(&panel).group.to_string();
    assert_eq!(counts(&text), (2, 1, 1));
    assert!(text.contains("&lt;B &amp; W"), "{text}");
}

/// Heads of arrows point to the upper edges of boxes; signs stand below the boxes, on patches that hide lines.
#[test]
fn signs_are_crossed_by_no_arrow() {
    let (_, panel, text) = picture(CUT_OFF, "F3");
    let layout = Layout::new(&panel.nodes);
    let signed = layout
        .nodes
        .iter()
        .filter(|it| panel.nodes[it.id].sign.is_some());
    assert_eq!(text.matches("class=\"page\"").count(), signed.count());
    for placed in &layout.nodes {
        assert!(placed.y + BOX_HEIGHT + 12.0 <= layout.height, "{placed:?}");
    }
}
