use super::*;
use crate::base::Point;
use crate::board::Board;
use crate::goals::rules::RuleBase;
use crate::goals::state::Costs;
use crate::goals::{Goal, Label, State};

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

/// The boxes of a picture, and its edges: all of them, and those that close a circle.
fn counts(picture: &str) -> (usize, usize, usize) {
    let count = |text: &str| picture.matches(text).count();
    let edges = count("class=\"edge\"") + count("class=\"edge back\"");
    (count("class=\"box\""), edges, count("class=\"edge back\""))
}

#[test]
fn each_goal_below_the_root_is_a_box_and_each_tie_an_edge() {
    let graph = graph(CUT_OFF, Goal::save, "F3");
    let layout = Layout::new(&graph);
    let n_children: usize = layout
        .nodes
        .iter()
        .map(|placed| graph.node(placed.id).children.len())
        .sum();
    assert!(layout.nodes.len() > 3 && n_children > 3);
    let picture = goal_graph_svg(&graph, "save F3");
    // The root has two borders.
    assert_eq!(counts(&picture), (layout.nodes.len() + 1, n_children, 0));
    assert!(picture.contains("class=\"proof\""), "{picture}");
    assert!(picture.contains("+ safety"), "{picture}");
    assert_eq!(picture, goal_graph_svg(&graph, "save F3"));
}

#[test]
fn a_circle_is_closed_by_a_broken_curve() {
    let graph = graph(RACE, Goal::save, "B1");
    assert!(graph.has_cycle());
    let (_, n_edges, n_back) = counts(&goal_graph_svg(&graph, "save B1"));
    assert!(0 < n_back && n_back < n_edges);
}

#[test]
fn boxes_of_a_layer_stand_apart_and_within_the_picture() {
    for (diagram, stone) in [(RACE, "B1"), (CUT_OFF, "F3"), (CUT_OFF, "H1")] {
        let layout = Layout::new(&graph(diagram, Goal::save, stone));
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
fn titles_are_escaped() {
    let picture = goal_graph_svg(&graph(CUT_OFF, Goal::save, "F3"), "<B & W>");
    assert!(picture.contains("&lt;B &amp; W"), "{picture}");
    assert!(!picture.contains("<B"), "{picture}");
}
