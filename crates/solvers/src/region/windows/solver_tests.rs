//! Tests of the search of a window.

use super::duty::{Duties, End, Eye, Standing};
use super::plan::Walls;
use super::solver::{Found, Solver};
use super::window::{Placed, Stones};
use crate::base::Budget;
use crate::board::{Board, Color, PointSet};

/// Whether Black keeps duties in the window on the named points; all black blocks are walls.
fn check(diagram: &str, points: &[&str], duties: impl Fn(&Placed) -> Duties, expected: Found) {
    let found = solve(diagram, points, duties, false);
    assert_eq!(found, expected, "{diagram}");
}

/// What is found in the window on the named points; all black blocks are walls.
fn solve(
    diagram: &str,
    points: &[&str],
    duties: impl Fn(&Placed) -> Duties,
    gives_up: bool,
) -> Found {
    let board: Board = diagram.parse().unwrap();
    let points: PointSet = points.iter().map(|name| name.parse().unwrap()).collect();
    let nothing = PointSet::EMPTY;
    let walls = Walls::new(&board, Color::Black, &nothing, &nothing);
    let placed = Placed::new(&board, Color::Black, &points, |point| walls.at(point)).unwrap();
    let duties = duties(&placed);
    let mut solver = Solver::new(&placed.window, &duties);
    if gives_up {
        solver = solver.giving_up();
    }
    solver.solve(placed.start, &mut Budget::nodes(10_000))
}

/// A link of the first two walls around.
fn link(standing: Standing) -> impl Fn(&Placed) -> Duties {
    move |_| Duties {
        links: vec![[1, 2].map(|walls| End { walls, standing }).to_vec()],
        ..Duties::default()
    }
}

/// An eye for all walls around.
fn eye(is_double: bool) -> impl Fn(&Placed) -> Duties {
    move |placed| Duties {
        eyes: vec![Eye {
            walls: (1 << placed.wall_ids.len()) - 1,
            is_double,
        }],
        ..Duties::default()
    }
}

#[test]
fn two_shared_liberties_link_and_one_does_not() {
    let diagram = "X . X\nX . X\nO . O";
    check(diagram, &["B2", "B3"], link(Standing::Alone), Found::Kept);
    check(diagram, &["B3"], link(Standing::Alone), Found::Broken);
    check(diagram, &["B3"], link(Standing::Anchored), Found::Broken);
}

/// What is found in the window on the named points where the search ends with an attack.
fn give_up(diagram: &str, points: &[&str], duties: impl Fn(&Placed) -> Duties) -> Found {
    solve(diagram, points, duties, true)
}

#[test]
fn attacks_end_the_search_of_what_is_broken() {
    let cut = "X . X\nX . X\nO . O";
    let found = give_up(cut, &["B3"], link(Standing::Alone));
    assert_eq!(found, Found::Attacked);
    let found = give_up(cut, &["B2", "B3"], link(Standing::Alone));
    assert_eq!(found, Found::Kept);
    // Three in a row are one eye, whatever the owner answers to a play in the middle.
    let three = ". . . . X\nX X X X X\nO O O O O\nO . O . O";
    let found = give_up(three, &["A4", "B4", "C4"], eye(true));
    assert_eq!(found, Found::Attacked);
    let found = give_up(three, &["A4", "B4", "C4", "D4"], eye(true));
    assert_eq!(found, Found::Kept);
}

#[test]
fn a_shared_eye_links_what_has_another_one() {
    let diagram = "X . X\nO X O\nO O .";
    check(diagram, &["B3"], link(Standing::Alone), Found::Broken);
    check(diagram, &["B3"], link(Standing::Anchored), Found::Kept);
}

#[test]
fn a_point_is_one_eye_and_four_in_a_row_are_two() {
    let one = "X . X .\nX X X O\nO O O O";
    check(one, &["B3"], eye(false), Found::Kept);
    check(one, &["B3"], eye(true), Found::Broken);
    let four = ". . . . X\nX X X X X\nO O O O O\nO . O . O";
    check(four, &["A4", "B4", "C4", "D4"], eye(true), Found::Kept);
    check(four, &["A4", "B4", "C4"], eye(true), Found::Broken);
    check(four, &["A4", "B4", "C4"], eye(false), Found::Kept);
}

#[test]
fn an_invader_without_room_is_no_seki() {
    let territory = |placed: &Placed| Duties {
        territory: placed.mask(
            &["A4", "B4", "C4"]
                .map(|p| p.parse().unwrap())
                .into_iter()
                .collect(),
        ),
        ..Duties::default()
    };
    let three = ". . . X O\nX X X X O\nO O O O O\nO . O . O";
    check(three, &["A4", "B4", "C4"], territory, Found::Kept);
    // From outside the opponent comes in.
    check(three, &["A4", "B4"], territory, Found::Broken);
}

/// A territory of two lines below a wall, as a window in which the wall keeps it and an eye.
fn long_territory(suicide: bool) -> (Placed, Duties) {
    let diagram = "X X X X X X X X O .\n. . . . . . . X O .\n. . . . . . . X O .";
    let points = ["A", "B", "C", "D", "E", "F", "G"];
    let points: PointSet = points
        .iter()
        .flat_map(|column| [format!("{column}1"), format!("{column}2")])
        .map(|name| name.parse().unwrap())
        .collect();
    let board: Board = diagram.parse().unwrap();
    let board = board.with_suicide(suicide);
    let nothing = PointSet::EMPTY;
    let walls = Walls::new(&board, Color::Black, &nothing, &nothing);
    let placed = Placed::new(&board, Color::Black, &points, |point| walls.at(point)).unwrap();
    let duties = Duties {
        territory: placed.mask(&points),
        ..eye(false)(&placed)
    };
    (placed, duties)
}

#[test]
fn no_pairs_keep_a_window_where_suicide_is_allowed_or_without_pairs() {
    for suicide in [false, true] {
        let (placed, duties) = long_territory(suicide);
        let mut solver = Solver::new(&placed.window, &duties);
        if !suicide {
            solver = solver.without_pairs();
        }
        let found = solver.solve(placed.start, &mut Budget::nodes(500));
        assert_eq!(found, Found::Open, "{suicide}");
        assert!(solver.pairs(placed.start).is_none(), "{suicide}");
    }
}

#[test]
fn an_invader_of_a_roomy_corner_dies_by_zones() {
    let diagram = ". . . . X .\n. . . . X O\n. . . . X O\nX X X X X O\n. O O O O .";
    let board: Board = diagram.parse().unwrap();
    let columns = ["A", "B", "C", "D"];
    let points: PointSet = (3..=5)
        .flat_map(|row| columns.map(|column| format!("{column}{row}")))
        .map(|name| name.parse().unwrap())
        .collect();
    let nothing = PointSet::EMPTY;
    let walls = Walls::new(&board, Color::Black, &nothing, &nothing);
    let placed = Placed::new(&board, Color::Black, &points, |point| walls.at(point)).unwrap();
    let duties = Duties {
        territory: placed.mask(&points),
        ..Duties::default()
    };
    let mut solver = Solver::new(&placed.window, &duties).without_pairs();
    // A search of whole positions alone would take 51,000 nodes.
    let found = solver.solve(placed.start, &mut Budget::nodes(10_000));
    assert_eq!(found, Found::Kept);
}

#[test]
fn pairs_keep_a_long_territory_without_search() {
    let (placed, duties) = long_territory(false);
    let mut solver = Solver::new(&placed.window, &duties);
    let found = solver.solve(placed.start, &mut Budget::nodes(500));
    assert_eq!(found, Found::Kept);
    assert!(solver.pairs(placed.start).is_some());
    let mut search = Solver::new(&placed.window, &duties).without_pairs();
    let searched = search.solve(placed.start, &mut Budget::nodes(500));
    assert_eq!(searched, Found::Open);
    // With a stone on the second line the opponent gets an eye on the first one.
    let invaded = Stones {
        other: placed.mask(
            &["A2", "B1", "B2", "D1"]
                .map(|p| p.parse().unwrap())
                .into_iter()
                .collect(),
        ),
        ..placed.start
    };
    assert!(duties.pairs(&placed.window, invaded, &mut 10_000).is_none());
}
