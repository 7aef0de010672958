//! Boards of our own with the properties of figures 2.3 and 2.9 to 2.11 of the thesis, and random games.

use super::rules::{GoalKind, RuleBase};
use super::state::Costs;
use super::{Evidence, Goal, Graph, Label, Solution, Solver, State, Task, Value, Verdict, graph_to_dot};
use crate::base::{Budget, Color, Point, Rng, Size};
use crate::board::Board;
use crate::tsumego::Question;
use crate::tsumego::question::Goal as Asked;

fn board(diagram: &str) -> Board {
    diagram.parse().unwrap()
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn solve(diagram: &str, task: &Task) -> Solution {
    let solver = Solver::new(RuleBase::builtin(), Costs::FEW);
    solver.solve(&board(diagram), task, &mut Budget::nodes(3_000_000)).unwrap()
}

fn fate(diagram: &str, stone: &str, goal: Asked, to_move: Color) -> Solution {
    solve(diagram, &Task::Fate(Question::new(point(stone), goal, to_move)))
}

/// As in figure 2.3: White can cut off F3 with a move between it and C2.
const CUT_OFF: &str = "\
    . . . . . . . . .\n\
    . . . O . . O . .\n\
    . . O O . O O . .\n\
    . X X X . . . O .\n\
    . X . . . X . O .\n\
    . . X . . . O . .\n\
    . . . . . . O . .";

/// As in figure 2.9: neither of two blocks has eyes; who moves first takes the other.
const RACE: &str = "\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    . X X X X X X . .\n\
    O O O O O O X . .\n\
    X X X X X O X . .\n\
    . . . . X O . X .";

/// As in figure 2.10: the block lives by one move.
const VITAL: &str = "\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    O O O O O O . . .\n\
    X X X X X O . . .\n\
    . . . . X O . . .\n\
    O X . X X O . . .";

#[test]
fn a_stone_is_saved_by_a_connection() {
    let state = State::new(board(CUT_OFF), RuleBase::builtin(), Costs::FEW);
    let graph = Graph::new(&state, Goal::save(point("F3")));
    let link = graph.find(Goal::connect(point("B4"), point("F3"))).or(graph.find(Goal::connect(point("C2"), point("F3"))));
    assert!(link.is_some(), "the stone hangs on a connection\n{}", graph_to_dot(&graph));
    let solution = fate(CUT_OFF, "F3", Asked::Live, Color::Black);
    assert_eq!(solution.verdict, Verdict::Achieved, "{:?}", solution.line);
    assert!(!solution.is_proof);
}
