//! Boards of our own with the properties of figures 2.3 and 2.9 to 2.11 of the thesis, and random games.

use super::rules::{GoalKind, RuleBase};
use super::state::{Costs, Link, Standing};
use super::{
    Evidence, Goal, Graph, Label, Solution, Solver, State, Task, Value, Verdict, graph_to_dot,
    independence,
};
use tedomari_base::{Budget, Rng};
use tedomari_board::{Board, Color, Point, Size};
use tedomari_solvers::tsumego::Question;
use tedomari_solvers::tsumego::question::Goal as Asked;

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn state_of(diagram: &str) -> State<'static> {
    State::new(diagram.parse().unwrap(), RuleBase::builtin(), Costs::FEW)
}

fn solve(diagram: &str, task: &Task) -> Solution {
    let solver = Solver::new(RuleBase::builtin(), Costs::FEW);
    let board: Board = diagram.parse().unwrap();
    solver
        .solve(&board, task, &mut Budget::nodes(3_000_000))
        .unwrap()
}

fn fate(diagram: &str, stone: &str, goal: Asked, to_move: Color) -> Solution {
    solve(
        diagram,
        &Task::Fate(Question::new(point(stone), goal, to_move)),
    )
}

fn line(solution: &Solution) -> String {
    let names: Vec<String> = solution.line.iter().map(Point::to_string).collect();
    names.join(" ")
}

/// As in figure 2.3: the stone on F3 is cut off, and dead, if White plays between it and the living group.
const CUT_OFF: &str = "\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    O O O O O O O O .\n\
    X X X X O O O O .\n\
    . . . X . X . O .\n\
    X X X X O . . O .\n\
    X . X X O O O O .";

/// As in figure 2.9: two blocks without eyes; who moves first takes the other.
const RACE: &str = "\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    O O O O X X X X .\n\
    O X X X O O O X .\n\
    O X . . . . O X .";

/// As in figure 2.10: the block makes two eyes by one move.
const VITAL: &str = "\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    . . . . . . . . .\n\
    O O O O O O . . .\n\
    X X X X X O . . .\n\
    . . . X X O . . .";

#[test]
fn a_stone_is_saved_by_a_connection() {
    let state = state_of(CUT_OFF);
    let graph = Graph::new(&state, Goal::save(point("F3")));
    let link = graph.find(Goal::connect(point("A1"), point("F3"))).unwrap();
    let friend = graph.find(Goal::save(point("A1"))).unwrap();
    assert!(!graph.node(link).value.is_known());
    assert_eq!(graph.node(friend).value, Value::True(Evidence::Safety));
    let both = graph.nodes().iter().find(|node| node.label == Label::All);
    assert_eq!(both.unwrap().children, [link, friend]);

    let saved = fate(CUT_OFF, "F3", Asked::Live, Color::Black);
    assert_eq!(
        (saved.verdict, line(&saved).as_str()),
        (Verdict::Achieved, "E3")
    );
    let path = &saved.first_moves[0].mv.suggestions[0].path;
    assert_eq!(path[0], Goal::save(point("F3")));
    let dead = fate(CUT_OFF, "F3", Asked::Kill, Color::White);
    assert_eq!(
        (dead.verdict, line(&dead).as_str()),
        (Verdict::Achieved, "E3")
    );
}

#[test]
fn two_blocks_are_connected_or_cut_by_the_side_that_moves_first() {
    let blocks = (point("D3"), point("F3"));
    for (is_join, to_move) in [(true, Color::Black), (false, Color::White)] {
        let task = Task::Link {
            blocks,
            is_join,
            to_move,
        };
        let solution = solve(CUT_OFF, &task);
        assert_eq!(solution.verdict, Verdict::Achieved);
        assert_eq!(solution.line, [point("E3")]);
        assert_eq!(
            solution.graph.node(solution.graph.root()).value,
            Value::Unknown
        );
    }
}

#[test]
fn goals_in_a_race_hang_on_each_other() {
    let state = state_of(RACE);
    let graph = Graph::new(&state, Goal::save(point("B1")));
    assert!(graph.has_cycle());
    let rival = graph.find(Goal::capture(point("G1"))).unwrap();
    assert!(graph.node(rival).children.contains(&graph.root()));
    assert!(graph.node(graph.root()).children.contains(&rival));
    assert!(!graph.value().is_known());

    for (goal, to_move) in [(Asked::Live, Color::Black), (Asked::Kill, Color::White)] {
        let solution = fate(RACE, "B1", goal, to_move);
        assert_eq!(solution.verdict, Verdict::Achieved, "{to_move}");
        assert!(
            ["C1", "D1", "E1", "F1"].contains(&line(&solution).as_str()),
            "{}",
            line(&solution)
        );
    }
}

#[test]
fn a_block_lives_by_its_vital_point_and_is_then_alive() {
    let graph = Graph::new(&state_of(VITAL), Goal::save(point("A2")));
    assert!(!graph.has_cycle());
    let living = fate(VITAL, "A2", Asked::Live, Color::Black);
    assert_eq!(
        (living.verdict, line(&living).as_str()),
        (Verdict::Achieved, "B1")
    );
    assert_eq!(living.n_positions, 1);
    let dying = fate(VITAL, "A2", Asked::Kill, Color::White);
    assert_eq!(
        (dying.verdict, line(&dying).as_str()),
        (Verdict::Achieved, "B1")
    );

    let mut state = state_of(VITAL);
    state.play(Color::Black, point("B1")).unwrap();
    let alive = Graph::new(&state, Goal::save(state.name(point("A2")).unwrap()));
    assert_eq!(alive.value(), Value::True(Evidence::Safety));
    assert_eq!(alive.nodes().len(), 1);
}

#[test]
fn a_proof_settles_the_question_without_a_move() {
    let mut alive: Board = VITAL.parse().unwrap();
    alive.play(Color::Black, point("B1")).unwrap();
    let task = Task::Fate(Question::new(point("A2"), Asked::Kill, Color::White));
    let solver = Solver::new(RuleBase::builtin(), Costs::FEW);
    let solution = solver
        .solve(&alive, &task, &mut Budget::nodes(1000))
        .unwrap();
    assert_eq!(
        (solution.verdict, solution.is_proof),
        (Verdict::Refuted, true)
    );
    assert_eq!(solution.n_positions, 0);
}

#[test]
fn an_empty_budget_leaves_a_question_open() {
    let task = Task::Fate(Question::new(point("B1"), Asked::Live, Color::Black));
    let board: Board = RACE.parse().unwrap();
    let solver = Solver::new(RuleBase::builtin(), Costs::FEW);
    let budget = &mut Budget::nodes(0);
    assert_ne!(
        solver.solve(&board, &task, budget).unwrap().verdict,
        Verdict::Refuted
    );
    let nowhere = Task::Fate(Question::new(point("E5"), Asked::Live, Color::Black));
    assert!(solver.solve(&board, &nowhere, budget).is_none());
}

/// One move gives atari to two stones, each of which is safe by itself.
#[test]
fn goals_that_one_move_threatens_are_not_taken_for_independent() {
    let state = state_of(
        ". . . . . . . . .\n\
         . . . . . . . . .\n\
         . . . . . . . . .\n\
         . . . . X . . . .\n\
         . . . X O . . . .\n\
         . . . O . . . . .\n\
         . . . X . . . . .\n\
         . . . . . . . . .\n\
         . . . . . . . . .",
    );
    let stones = [point("D4"), point("E5")];
    for stone in stones {
        assert_eq!(state.standing(stone), Standing::Steady, "{stone}");
    }
    let found = independence::fork(&state, &stones);
    assert_eq!(found, Some(((stones[0], stones[1]), point("E4"))));
    assert_eq!(independence::fork(&state, &stones[..1]), None);
}

#[test]
fn a_picture_marks_what_is_known() {
    let graph = Graph::new(&state_of(CUT_OFF), Goal::save(point("F3")));
    let text = graph_to_dot(&graph);
    assert!(text.starts_with("digraph goals {\n"));
    assert!(
        text.contains("n0 [label=\"save F3\", peripheries=2];"),
        "{text}"
    );
    assert!(
        text.contains("[label=\"+\\nsave A1\", peripheries=1];"),
        "{text}"
    );
    assert_eq!(
        text,
        graph_to_dot(&Graph::new(&state_of(CUT_OFF), Goal::save(point("F3"))))
    );
}

#[test]
fn a_goal_of_one_side_is_the_failure_of_the_other() {
    let state = state_of(RACE);
    for kind in GoalKind::ALL {
        let goal = Goal {
            kind,
            object: point("B1"),
            other: None,
        };
        assert_eq!(goal.opposite().opposite(), goal);
        assert_ne!(goal.player(&state), goal.opposite().player(&state));
    }
    for stone in ["A1", "B1", "G1", "H1"] {
        let stone = point(stone);
        let save = Graph::new(&state, Goal::save(stone)).value();
        let capture = Graph::new(&state, Goal::capture(stone)).value();
        assert_eq!(save.is_true(), capture.is_false(), "{stone}");
        assert_eq!(save.is_false(), capture.is_true(), "{stone}");
    }
}

/// What is kept through play and undo is what is found from scratch.
#[test]
fn states_are_kept_through_play_and_undo() {
    let mut rng = Rng::new(7, 0);
    for side in [5, 7, 9] {
        let mut state = State::new(
            Board::new(Size::square(side)),
            RuleBase::builtin(),
            Costs::FEW,
        );
        let mut color = Color::Black;
        let mut n_plays = 0;
        for _ in 0..60 {
            if n_plays > 0 && rng.below(4) == 0 {
                assert!(state.undo());
                n_plays -= 1;
            } else {
                let empty = state.board().empty_points();
                let point = empty[rng.index(empty.len())];
                n_plays += u32::from(state.play(color, point).is_ok());
            }
            color = color.opponent();
            assert_as_from_scratch(&state);
        }
        while state.undo() {
            assert_as_from_scratch(&state);
        }
        assert!(state.board().is_bare());
    }
}

fn assert_as_from_scratch(state: &State<'_>) {
    let fresh = State::new(state.board().clone(), RuleBase::builtin(), Costs::FEW);
    let kept: Vec<_> = state.assertions().collect();
    let found: Vec<_> = fresh.assertions().collect();
    assert!(
        kept == found,
        "{} kept, {} found\n{}",
        kept.len(),
        found.len(),
        state.board()
    );
    let stones = state.board().first_stones(Color::Black);
    if let Some(&stone) = stones.first() {
        assert_eq!(state.standing(stone), fresh.standing(stone));
        assert_eq!(
            state.core(stone),
            fresh.core(stone),
            "{stone}\n{}",
            state.board()
        );
        assert_eq!(state.group(stone), fresh.group(stone));
    }
}

#[test]
fn blocks_that_nothing_cuts_are_one_core() {
    // A diagonal, and a stone that one move cuts off.
    let state = state_of(
        ". . . . . . .\n\
         . X . . . . .\n\
         . . X . . . .\n\
         . . . . O . .\n\
         . . . O . X .\n\
         . . . . . . .",
    );
    let core = state.core(point("B5")).unwrap();
    assert_eq!(core.blocks, [point("B5"), point("C4")]);
    assert_eq!(state.link(point("B5"), point("C4")), Some(Link::Joined));
    assert_eq!(state.link(point("B5"), point("D2")), None);
}
