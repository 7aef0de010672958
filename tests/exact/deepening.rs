//! The search by depth compared with the fixpoint over all states.

use std::collections::HashSet;
use std::ops::ControlFlow;

use tedomari::base::{Budget, Rng};
use tedomari::exact::bounds::secure_area;
use tedomari::exact::claim::Claim;
use tedomari::exact::deepening::Deepening;
use tedomari::exact::needs::Needs;
use tedomari::exact::retrograde::Retrograde;
use tedomari::exact::rules::ExactRules;
use tedomari::exact::shape::{Shape, points};
use tedomari::exact::solve::BoardSolver;
use tedomari::exact::state::State;
use tedomari::exact::table::{ClaimKey, ClaimTable};
use tedomari::proof::Outcome;

use super::agreement::random_state;

/// For both players: what is proved holds, what is refuted does not hold, and nearly every claim that holds is
/// proved.
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
            let needs = Needs::new(&shape, threshold, &mut || true).unwrap();
            let table = ClaimTable::with_bytes(8 << 20);
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
                    let mut budget = Budget::nodes(20_000);
                    let mut spend = || budget.spend(1);
                    let mut search = Deepening::new(&shape, rules, &needs, &table, 0);
                    let found = search.decide(&state, attacker_to_move, &mut spend);
                    let wrong = if holds {
                        Outcome::Disproved
                    } else {
                        Outcome::Proved
                    };
                    assert_ne!(found, wrong, "{width}x{height} {threshold} {state:?}");
                    n_true += u32::from(holds);
                    n_proved += u32::from(found == Outcome::Proved);
                }
            }
        }
        // On a single row, many wins need passes to the end of the game; safety alone does not show them.
        assert!(
            height == 1 || 10 * n_proved > 9 * n_true,
            "{width}x{height} {n_proved} of {n_true}"
        );
    }
}

/// Workers that share a table reach the same result as a single one.
#[test]
fn threads_agree() {
    let shape = Shape::new(2, 7).unwrap();
    let needs = Needs::new(&shape, 14, &mut || true).unwrap();
    let table = ClaimTable::with_bytes(16 << 20);
    let search = |worker| {
        let mut search = Deepening::new(&shape, ExactRules::AREA, &needs, &table, worker);
        search.decide(&State::EMPTY, true, &mut || Ok(()))
    };
    let search = &search;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..3)
            .map(|worker| scope.spawn(move || search(worker)))
            .collect();
        for worker in workers {
            assert_eq!(worker.join().unwrap(), Outcome::Proved);
        }
    });
}

/// A solver hands hard claims to the search by depth, and its entries keep the results.
#[test]
fn hard_claims_are_searched_by_depth_and_kept() {
    let shape = Shape::new(3, 6).unwrap();
    let mut budget = Budget::nodes(4_000_000);
    let mut first = BoardSolver::new(shape.clone(), ExactRules::AREA, 64 << 20).with_threads(2);
    let (proved, stop) = first.prove(&State::EMPTY, 18, &mut budget, |_, _| {});
    assert_eq!((proved.lower, stop), ((18, 18), None));
    let mut second = BoardSolver::new(shape, ExactRules::AREA, 64 << 20);
    for entry in first.entries() {
        second.add_entry(entry);
    }
    let mut budget = Budget::nodes(500_000);
    let (proved, _) = second.prove(&State::EMPTY, 18, &mut budget, |_, _| {});
    assert_eq!(proved.lower, (18, 18));
}

/// Walks a proof move by move. It takes from the search only which move to try, and checks everything else.
struct Walker<'a> {
    shape: &'a Shape,
    search: Deepening<'a>,
    table: &'a ClaimTable,
    threshold: i8,
    verified: HashSet<(State, bool)>,
    line: HashSet<(State, bool)>,
}

impl Walker<'_> {
    fn is_proved(&self, state: &State, attacker_to_move: bool) -> bool {
        let claim = Claim {
            state: *state,
            attacker_to_move,
            threshold: self.threshold,
        };
        self.table
            .get(ClaimKey::new(&claim))
            .is_some_and(|entry| entry.numbers.is_proved())
    }

    fn is_secure(&self, own: u32) -> bool {
        let secure = secure_area(self.shape, own).count_ones();
        2 * i32::try_from(secure).unwrap() - i32::from(self.shape.area())
            >= i32::from(self.threshold)
    }

    fn score(&self, own: u32, other: u32) -> i8 {
        ExactRules::AREA.count(self.shape, own, other)
    }

    fn holds(&mut self, state: &State, attacker_to_move: bool) -> bool {
        let state = state.canonical(self.shape);
        let node = (state, attacker_to_move);
        if self.verified.contains(&node) {
            return true;
        }
        // A line that returns to an earlier state proves nothing.
        if !self.line.insert(node) {
            return false;
        }
        let holds = if attacker_to_move {
            self.attack(&state)
        } else {
            self.defend(&state)
        };
        self.line.remove(&node);
        if holds {
            self.verified.insert(node);
        }
        holds
    }

    fn attack(&mut self, state: &State) -> bool {
        let after: Vec<State> = points(state.empty(self.shape))
            .filter_map(|point| state.play(self.shape, point))
            .map(|played| played.state)
            .collect();
        if self.is_secure(state.own) || after.iter().any(|next| self.is_secure(next.other)) {
            return true;
        }
        let pass = ExactRules::AREA.pass(self.shape, state);
        if pass.is_none() && self.score(state.own, state.other) >= self.threshold {
            return true;
        }
        let after: Vec<State> = after.into_iter().chain(pass).collect();
        let known = |next: &&State| self.is_proved(&next.canonical(self.shape), false);
        let known: Vec<State> = after.iter().filter(known).copied().collect();
        if known.into_iter().any(|next| self.holds(&next, false)) {
            return true;
        }
        // The table may have lost the move, so it is searched again.
        [1_000, 10_000, 100_000].into_iter().any(|most| {
            after.iter().any(|next| {
                let mut budget = Budget::nodes(most);
                let mut spend = || budget.spend(1);
                let verdict = self.search.decide(next, false, &mut spend);
                verdict == Outcome::Proved && self.holds(next, false)
            })
        })
    }

    fn defend(&mut self, state: &State) -> bool {
        let pass = ExactRules::AREA.pass(self.shape, state);
        if pass.is_none() && self.score(state.other, state.own) < self.threshold {
            return false;
        }
        let after =
            points(state.empty(self.shape)).filter_map(|point| state.play(self.shape, point));
        let after: Vec<State> = after.map(|played| played.state).chain(pass).collect();
        after.iter().all(|next| self.holds(next, true))
    }
}

/// A claim that the search proves has a proof that can be walked to its end. `TEDOMARI_EXACT_PROOF=3x7:21` walks the
/// proof of another bound.
#[test]
#[expect(
    clippy::print_stderr,
    reason = "how large a proof is, for those who ask"
)]
fn proofs_can_be_walked() {
    let asked = std::env::var("TEDOMARI_EXACT_PROOF").ok();
    let asked = asked.map(|text| {
        let mut numbers = text
            .split(['x', ':'])
            .map(|word| word.parse::<u32>().unwrap());
        [(); 3].map(|()| numbers.next().unwrap())
    });
    let bytes = if asked.is_some() { 4 << 30 } else { 64 << 20 };
    for [width, height, points] in asked
        .map_or(vec![[2, 4, 8], [3, 3, 9], [3, 4, 4], [3, 5, 15]], |asked| {
            vec![asked]
        })
    {
        let shape = Shape::new(width, height).unwrap();
        let threshold = i8::try_from(points).unwrap();
        let needs = Needs::new(&shape, threshold, &mut || true).unwrap();
        let table = ClaimTable::with_bytes(bytes);
        let mut search = Deepening::new(&shape, ExactRules::AREA, &needs, &table, 0);
        let verdict = search.decide(&State::EMPTY, true, &mut || Ok(()));
        assert_eq!(verdict, Outcome::Proved, "{width}x{height}");
        let mut walker = Walker {
            shape: &shape,
            search,
            table: &table,
            threshold,
            verified: HashSet::new(),
            line: HashSet::new(),
        };
        assert!(walker.holds(&State::EMPTY, true), "{width}x{height}");
        eprintln!(
            "{width}x{height}: {} states of the proof",
            walker.verified.len()
        );
    }
}
