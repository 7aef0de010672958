//! Small boards, solved exactly.

use std::ops::ControlFlow;

use super::tally::Tally;
use crate::base::{Budget, Rng};
use crate::exact::captures::CaptureSolver;
use crate::exact::deepening::Deepening;
use crate::exact::needs::Needs;
use crate::exact::proved::ValueQuestion;
use crate::exact::retrograde::{Retrograde, Sweep};
use crate::exact::rules::ExactRules;
use crate::exact::shape::Shape;
use crate::exact::solve::BoardSolver;
use crate::exact::state::State;
use crate::exact::superko::{self, ColoredState, Superko};
use crate::exact::table::ClaimTable;
use crate::proof::Outcome;

/// Bytes of the table of a search.
const TABLE_BYTES: usize = 8 << 20;

fn shape(width: u32, height: u32) -> Shape {
    Shape::new(width, height).expect("the board is small")
}

/// A state after random moves from the empty board.
fn random_state(shape: &Shape, rules: ExactRules, rng: &mut Rng, n_moves: u32) -> State {
    let mut state = State::EMPTY;
    for _ in 0..n_moves {
        let point = rng.below(shape.n_points());
        if let Some(played) = rules.play(shape, &state, point) {
            state = played.state;
        }
    }
    state
}

/// Answers questions about random states of a board. Counts nodes.
fn solve(tally: &mut Tally, solver: &mut BoardSolver, n_states: u32, nodes: u64) {
    let mut rng = Rng::new(21, 0);
    let (shape, rules) = (solver.shape().clone(), solver.rules());
    for n in 0..n_states {
        let state = random_state(&shape, rules, &mut rng, n % 12);
        for question in [
            ValueQuestion::Lower,
            ValueQuestion::Upper,
            ValueQuestion::Outcome,
        ] {
            let mut budget = Budget::nodes(nodes);
            let (proved, stop) = solver.solve(&state, question, &mut budget, |_, _| {});
            for bound in [proved.lower, proved.upper] {
                tally.note(i64::from(bound.0));
                tally.note(i64::from(bound.1));
            }
            tally.note(stop.is_some());
        }
    }
    tally.add(solver.n_nodes());
}

/// Search by proof numbers, under area and territory scoring.
pub(super) fn by_numbers(tally: &mut Tally) {
    for (width, height, rules) in [
        (3, 3, ExactRules::AREA),
        (4, 3, ExactRules::AREA),
        (4, 3, ExactRules::SEI_KAWASHIMA),
    ] {
        let mut solver = BoardSolver::new(shape(width, height), rules, TABLE_BYTES);
        solve(tally, &mut solver, 12, 1500);
    }
}

/// Iterative deepening on claims about random states. Counts nodes.
pub(super) fn by_depth(tally: &mut Tally) {
    let shape = shape(4, 4);
    let rules = ExactRules::AREA;
    for threshold in [1, 3] {
        let needs = Needs::new(&shape, threshold, &mut || true).expect("nothing stops it");
        let table = ClaimTable::with_bytes(TABLE_BYTES);
        let mut search = Deepening::new(&shape, rules, &needs, &table, 0);
        let mut rng = Rng::new(22, 0);
        for n in 0..12 {
            let state = random_state(&shape, rules, &mut rng, n);
            for attacker_to_move in [true, false] {
                let mut budget = Budget::nodes(2000);
                let mut spend = || budget.spend(1);
                let outcome = search.decide(&state, attacker_to_move, &mut spend);
                tally.note(!matches!(outcome, Outcome::Unknown(_)));
                tally.note(outcome == Outcome::Proved);
            }
        }
        tally.add(search.n_nodes());
    }
}

fn go_on(_: Sweep) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Retrograde analysis of all states of a board. Counts states times passes.
pub(super) fn retrograde(tally: &mut Tally) {
    for (width, height, rules) in [
        (3, 3, ExactRules::AREA),
        (4, 2, ExactRules::SEI_KAWASHIMA),
        (4, 3, ExactRules::AREA),
    ] {
        let solved = Retrograde::solve(shape(width, height), rules, go_on);
        let solved = solved.expect("nothing stops it");
        let n_states = solved.n_classes() + solved.n_ko_classes();
        tally.add(n_states as u64 * u64::from(solved.sweeps()));
        for (_, value) in solved.moves(&State::EMPTY) {
            tally.note(i64::from(value.lower));
            tally.note(i64::from(value.upper));
        }
        let (lower, upper) = solved.checksums();
        tally.note(lower);
        tally.note(upper);
    }
}

/// The same under the rule that the player with more captures loses by repetition. Counts changed values.
pub(super) fn credits(tally: &mut Tally) {
    let mut n_changed = 0;
    for (width, height) in [(2, 2), (3, 2), (3, 3)] {
        let solver = CaptureSolver::new(shape(width, height));
        let mut solver = solver.expect("the board is small");
        let mut progress = |sweep: Sweep| {
            n_changed += sweep.n_changed;
            go_on(sweep)
        };
        let moves = solver.moves(&State::EMPTY, &mut progress);
        for (_, value) in moves.expect("nothing stops it") {
            tally.note(i64::from(value));
        }
    }
    tally.add(n_changed);
}

/// The first moves of the smallest boards under positional superko. Counts nodes.
pub(super) fn superko(tally: &mut Tally) {
    for (width, height, rule) in [
        (4, 1, Superko::Positional),
        (2, 2, Superko::Positional),
        (2, 2, Superko::Situational),
        (5, 1, Superko::Situational),
    ] {
        let mut budget = Budget::nodes(2_000_000);
        let (shape, root) = (shape(width, height), ColoredState::EMPTY);
        let found = superko::moves(&shape, rule, root, &[], &mut budget);
        let (moves, _) = found.expect("the board is small");
        for (_, value) in moves {
            tally.note(i64::from(value.expect("the budget is enough")));
        }
        tally.add(budget.spent());
    }
}
