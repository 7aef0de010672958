//! The search by depth against the fixpoint over all states.

use std::ops::ControlFlow;

use tedomari::base::Rng;
use tedomari::exact::deepening::Deepening;
use tedomari::exact::dfpn::Verdict;
use tedomari::exact::needs::Needs;
use tedomari::exact::retrograde::Retrograde;
use tedomari::exact::rules::ExactRules;
use tedomari::exact::shape::Shape;
use tedomari::exact::solve::Solver;
use tedomari::exact::state::State;
use tedomari::exact::table::Table;

use super::agreement::random_state;

/// What is proved holds, what is refuted does not, and nearly every claim that holds is proved, for both players.
#[test]
fn verdicts_are_those_of_the_fixpoint() {
    for (width, height, n_states) in [
        (5, 1, 100),
        (3, 2, 100),
        (4, 2, 100),
        (3, 3, 100),
        (4, 3, 40),
    ] {
        let shape = Shape::new(width, height).unwrap();
        let rules = ExactRules::AREA;
        let solved =
            Retrograde::solve(shape.clone(), rules, |_| ControlFlow::Continue(())).unwrap();
        let mut rng = Rng::new(9, 0);
        let (mut n_true, mut n_proved) = (0, 0);
        for threshold in [-2, 1, shape.area()] {
            let needs = Needs::new(&shape, threshold).unwrap();
            let table = Table::with_bytes(8 << 20);
            for _ in 0..n_states {
                let state = random_state(&shape, rules, &mut rng);
                let value = solved.value(&state).unwrap();
                for attacker_to_move in [true, false] {
                    let best = if attacker_to_move {
                        value.lower
                    } else {
                        -value.upper
                    };
                    let holds = best >= threshold;
                    let mut n_nodes = 0;
                    let mut spend = || {
                        n_nodes += 1;
                        n_nodes < 20_000
                    };
                    let mut search = Deepening::new(&shape, rules, &needs, &table, 0);
                    let found = search.decide(&state, attacker_to_move, &mut spend);
                    let wrong = if holds {
                        Verdict::Refuted
                    } else {
                        Verdict::Proved
                    };
                    assert_ne!(found, Some(wrong), "{width}x{height} {threshold} {state:?}");
                    n_true += u32::from(holds);
                    n_proved += u32::from(found == Some(Verdict::Proved));
                }
            }
        }
        // On a single row many a win is shown by passing to the end only, not by safety.
        assert!(
            height == 1 || 10 * n_proved > 9 * n_true,
            "{width}x{height} {n_proved} of {n_true}"
        );
    }
}

/// Workers that share a table come to the same verdict as one alone.
#[test]
fn threads_agree() {
    let shape = Shape::new(2, 7).unwrap();
    let needs = Needs::new(&shape, 14).unwrap();
    let table = Table::with_bytes(16 << 20);
    let search = |worker| {
        let mut search = Deepening::new(&shape, ExactRules::AREA, &needs, &table, worker);
        search.decide(&State::EMPTY, true, &mut || true)
    };
    let search = &search;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..3)
            .map(|worker| scope.spawn(move || search(worker)))
            .collect();
        for worker in workers {
            assert_eq!(worker.join().unwrap(), Some(Verdict::Proved));
        }
    });
}

/// A solver hands hard claims to the search by depth, and what that finds survives in its entries.
#[test]
fn hard_claims_are_searched_by_depth_and_kept() {
    let shape = Shape::new(3, 6).unwrap();
    let mut budget = tedomari::base::Budget::nodes(4_000_000);
    let mut first = Solver::new(shape.clone(), ExactRules::AREA, 64 << 20).with_threads(2);
    let (proved, stop) = first.prove(&State::EMPTY, 18, &mut budget, |_, _| {});
    assert_eq!((proved.lower, stop), ((18, 18), None));
    let mut second = Solver::new(shape, ExactRules::AREA, 64 << 20);
    for entry in first.entries() {
        second.add_entry(entry);
    }
    let mut budget = tedomari::base::Budget::nodes(500_000);
    let (proved, _) = second.prove(&State::EMPTY, 18, &mut budget, |_, _| {});
    assert_eq!(proved.lower, (18, 18));
}
