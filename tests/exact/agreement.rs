//! The search and the static bounds compared with the fixpoint over all states.

use std::ops::ControlFlow;

use tedomari::base::{Budget, Rng};
use tedomari::exact::bounds::secure_area;
use tedomari::exact::proved::ValueQuestion;
use tedomari::exact::retrograde::Retrograde;
use tedomari::exact::rules::{ExactRules, KoAtEnd};
use tedomari::exact::shape::Shape;
use tedomari::exact::solve::BoardSolver;
use tedomari::exact::state::State;

fn retrograde(width: u32, height: u32, rules: ExactRules) -> Retrograde {
    let shape = Shape::new(width, height).unwrap();
    Retrograde::solve(shape, rules, |_| ControlFlow::Continue(())).unwrap()
}

/// A state after random moves from the empty board.
pub(super) fn random_state(shape: &Shape, rules: ExactRules, rng: &mut Rng) -> State {
    let mut state = State::EMPTY;
    for _ in 0..rng.below(3 * shape.n_points()) {
        let point = rng.below(shape.n_points() + 1);
        if point == shape.n_points() {
            state = rules.pass(shape, &state).unwrap_or(State::EMPTY);
        } else if let Some(played) = rules.play(shape, &state, point) {
            state = played.state;
        }
    }
    state
}

#[test]
fn search_agrees_with_the_fixpoint() {
    let kos = [
        KoAtEnd::NoBan,
        KoAtEnd::BannedPassDoesNotCount,
        KoAtEnd::OpenKoContinues,
    ];
    let counting = ExactRules::AREA.counting;
    let others = kos.map(|ko| ExactRules { counting, ko });
    let all = [&[ExactRules::AREA, ExactRules::SEI_KAWASHIMA][..], &others].concat();
    for (width, height, n_states) in [(2, 2, 60), (3, 2, 60), (5, 1, 60), (3, 3, 60), (4, 3, 12)] {
        for &rules in &all {
            let n_states = if others.contains(&rules) {
                n_states / 4
            } else {
                n_states
            };
            let solved = retrograde(width, height, rules);
            let shape = solved.shape().clone();
            let mut solver = BoardSolver::new(shape.clone(), rules, 16 << 20);
            let mut rng = Rng::new(7, 0);
            for _ in 0..n_states {
                let state = random_state(&shape, rules, &mut rng);
                let value = solved.value(&state).unwrap();
                for (question, answer) in [
                    (ValueQuestion::Lower, value.lower),
                    (ValueQuestion::Upper, value.upper),
                    (ValueQuestion::WithDraw, value.with_draw()),
                    (ValueQuestion::Outcome, value.with_draw().signum()),
                ] {
                    let mut budget = Budget::nodes(1_000_000);
                    let (proved, stop) = solver.solve(&state, question, &mut budget, |_, _| {});
                    assert_eq!(stop, None, "{width}x{height} {state:?}");
                    assert_eq!(
                        proved.bounds(question),
                        (answer, answer),
                        "{rules:?} {state:?} {question:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_move_is_valued_as_the_fixpoint_does() {
    for rules in [ExactRules::AREA, ExactRules::SEI_KAWASHIMA] {
        let solved = retrograde(3, 3, rules);
        let mut solver = BoardSolver::new(solved.shape().clone(), rules, 16 << 20);
        let mut rng = Rng::new(8, 0);
        for _ in 0..20 {
            let state = random_state(solved.shape(), rules, &mut rng);
            let mut budget = Budget::nodes(2_000_000);
            let (found, stop) = solver.moves(&state, ValueQuestion::WithDraw, &mut budget);
            assert_eq!(stop, None);
            let found: Vec<_> = found
                .iter()
                .map(|mv| (mv.point, mv.proved.bounds(ValueQuestion::WithDraw)))
                .collect();
            let wanted: Vec<_> = solved
                .moves(&state)
                .into_iter()
                .map(|(point, value)| (point, (value.with_draw(), value.with_draw())))
                .collect();
            assert_eq!(found, wanted, "{rules:?} {state:?}");
        }
    }
}

/// In no state of the board where play goes on does a static bound claim more than the owner can force.
#[test]
fn secure_area_is_never_too_large() {
    for (width, height) in [(5, 1), (8, 1), (3, 3), (4, 2), (6, 2), (4, 3)] {
        let solved = retrograde(width, height, ExactRules::AREA);
        let shape = solved.shape();
        let mut n_secure = 0;
        for own in 0..=shape.full() {
            let free = shape.full() & !own;
            let mut other = free;
            loop {
                let state = State {
                    own,
                    other,
                    ko: None,
                    passed: false,
                };
                if let Some(value) = solved.value(&state).filter(|_| state.is_legal(shape)) {
                    let score = |secure: u32| {
                        2 * i32::try_from(secure.count_ones()).unwrap() - i32::from(shape.area())
                    };
                    let mine = secure_area(shape, own);
                    let theirs = secure_area(shape, other);
                    assert_eq!(mine & theirs, 0, "{state:?}");
                    assert!(
                        i32::from(value.lower) >= score(mine),
                        "{width}x{height} {state:?} {value:?}"
                    );
                    assert!(
                        i32::from(value.upper) <= -score(theirs),
                        "{width}x{height} {state:?} {value:?}"
                    );
                    n_secure += usize::from(mine != 0);
                }
                if other == 0 {
                    break;
                }
                other = (other - 1) & free;
            }
        }
        assert!(n_secure > 0, "{width}x{height}");
    }
}
