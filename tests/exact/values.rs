//! Values of empty boards, found by two other programs, each with its own rule set.

use std::ops::ControlFlow;

use tedomari::base::Budget;
use tedomari::exact::proved::ValueQuestion;
use tedomari::exact::retrograde::Retrograde;
use tedomari::exact::rules::{Counting, ExactRules, KoAtEnd, Territory};
use tedomari::exact::shape::Shape;
use tedomari::exact::solve::BoardSolver;
use tedomari::exact::state::State;

fn retrograde(width: u32, height: u32, rules: ExactRules) -> Retrograde {
    let shape = Shape::new(width, height).unwrap();
    Retrograde::solve(shape, rules, |_| ControlFlow::Continue(())).unwrap()
}

fn prisoners(territory: Territory, ko: KoAtEnd) -> ExactRules {
    ExactRules {
        counting: Counting::Prisoners(territory),
        ko,
    }
}

/// Checks lower and upper value of the empty board, first moves given as `B2 4 12`, and the sums over all states.
fn check(
    width: u32,
    height: u32,
    rules: ExactRules,
    root: (i8, i8),
    moves: &[&str],
    sums: (i64, i64),
) {
    let solved = retrograde(width, height, rules);
    let value = solved.value(&State::EMPTY).unwrap();
    assert_eq!(
        (value.lower, value.upper),
        root,
        "{width}x{height} {rules:?}"
    );
    assert_eq!(solved.checksums(), sums, "{width}x{height} {rules:?}");
    let found: Vec<String> = solved
        .moves(&State::EMPTY)
        .into_iter()
        .map(|(point, value)| {
            let name = point.map_or("pass".to_owned(), |point| solved.shape().vertex(point));
            format!("{name} {} {}", value.lower, value.upper)
        })
        .collect();
    for wanted in moves {
        assert!(
            found.iter().any(|line| line == wanted),
            "{width}x{height}: {wanted} in {found:?}"
        );
    }
}

#[test]
fn area_values() {
    let area = ExactRules::AREA;
    check(
        4,
        1,
        area,
        (4, 4),
        &["B1 4 4", "A1 -4 -4", "pass -4 -4"],
        (86, 86),
    );
    check(2, 2, area, (-4, 4), &["A2 -4 4", "pass -4 0"], (-24, 88));
    check(
        3,
        2,
        area,
        (-6, 6),
        &["A2 -6 -6", "B2 -6 6", "pass -6 0"],
        (508, 1156),
    );
    check(
        3,
        3,
        area,
        (9, 9),
        &["B2 9 9", "B3 3 9", "A3 -9 -9", "pass -9 -9"],
        (13791, 16442),
    );
    check(
        5,
        2,
        area,
        (10, 10),
        &["A2 -10 -10", "B2 10 10", "C2 10 10"],
        (78226, 79297),
    );
    check(
        4,
        3,
        area,
        (4, 12),
        &["A3 -12 -12", "B3 3 12", "A2 -3 12", "B2 4 12"],
        (813_706, 924_193),
    );
}

#[test]
fn prisoner_values() {
    let reference = ExactRules::SEI_KAWASHIMA;
    check(2, 2, reference, (0, 0), &["A2 0 0", "pass 0 0"], (13, 25));
    check(
        3,
        2,
        prisoners(Territory::NotInLinkedSeki, KoAtEnd::Ignored),
        (0, 0),
        &[],
        (555, 571),
    );
    check(
        3,
        3,
        prisoners(Territory::All, KoAtEnd::BannedPassDoesNotCount),
        (5, 5),
        &["A3 -6 -6", "B3 2 2", "B2 5 5", "pass -5 -5"],
        (10110, 10474),
    );
    check(
        4,
        3,
        prisoners(Territory::NotInSeki, KoAtEnd::BannedPassDoesNotCount),
        (3, 3),
        &["A3 -7 -7", "B3 3 3", "A2 0 0", "B2 3 3"],
        (598_300, 598_300),
    );
}

/// Without the ban on retaking, 3x3 is worth 2 if repetition counts 0. A solver that loses the ban fails this test.
#[test]
fn the_ko_ban_matters() {
    let rules = ExactRules {
        counting: Counting::Area,
        ko: KoAtEnd::NoBan,
    };
    let value = retrograde(3, 3, rules).value(&State::EMPTY).unwrap();
    assert_eq!(value.with_draw(), 2);
}

#[test]
fn search_finds_the_values_of_empty_boards() {
    for (width, height, rules, value) in [
        (4, 1, ExactRules::AREA, 4),
        (5, 1, ExactRules::AREA, 0),
        (2, 2, ExactRules::AREA, 0),
        (3, 3, ExactRules::AREA, 9),
        (4, 2, ExactRules::AREA, 8),
        (4, 3, ExactRules::AREA, 4),
        (3, 3, ExactRules::SEI_KAWASHIMA, 5),
        (4, 3, ExactRules::SEI_KAWASHIMA, 3),
    ] {
        let shape = Shape::new(width, height).unwrap();
        let mut solver = BoardSolver::new(shape, rules, 16 << 20);
        let mut budget = Budget::nodes(2_000_000);
        let (proved, stop) = solver.solve(
            &State::EMPTY,
            ValueQuestion::WithDraw,
            &mut budget,
            |_, _| {},
        );
        assert_eq!(stop, None, "{width}x{height} {rules:?}");
        assert_eq!(
            proved.bounds(ValueQuestion::WithDraw),
            (value, value),
            "{width}x{height} {rules:?}"
        );
    }
}

/// Black's lead on 4x4 when repetition is a draw is at least one point.
#[test]
fn four_by_four_is_not_lost() {
    let shape = Shape::new(4, 4).unwrap();
    let mut solver = BoardSolver::new(shape, ExactRules::AREA, 32 << 20);
    let mut budget = Budget::nodes(200_000);
    let (proved, stop) = solver.prove(&State::EMPTY, 1, &mut budget, |_, _| {});
    assert_eq!((proved.lower.0, stop), (1, None));
}
