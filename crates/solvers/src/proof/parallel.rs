//! Proof search by several threads that share a table.
//!
//! Each thread searches the same position from the root with a [solver](super::solver) of its own and finds in the
//! table what the others have found. A node below which threads are at work has a higher *virtual* proof number for the
//! others, so that threads spread out; the numbers in the table are the true ones. When a node is settled, the threads
//! below it go back up to it.
//!
//! The results are right whichever thread filled the table: a proof holds on any path, and a failure that rests on a
//! repetition is used on the same path only. A settled entry is never overwritten by an open one.
//!
//! Source: Kaneko, "Parallel depth first proof number search" (2010), for the shared table and virtual numbers.

use std::panic;
use std::thread;

use super::game::ProofGame;
use super::numbers::Outcome;
use super::solver::Solver;
use super::table::SolverTable;
use super::team::Team;
use crate::base::allocation::spawn_up_to;
use crate::base::{Budget, Stop};

/// The number of threads for a search, and when they start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    /// Threads for one search. With more than one, the nodes and the result within a budget vary from run to run.
    pub number: usize,
    /// Nodes that one thread searches before the others start: small searches are not worth it.
    pub nodes_alone: u64,
}

impl Default for Threads {
    fn default() -> Self {
        Self {
            number: 1,
            nodes_alone: 1000,
        }
    }
}

/// Looks for a proof that the prover succeeds, as [`Solver::prove`] does; by several threads once the search is large
/// enough. What all of them evaluate is charged to the budget.
pub fn prove<G>(
    game: &G,
    table: &mut SolverTable<G::Move, G::Zone>,
    position: &G::Position,
    threads: Threads,
    budget: &mut Budget,
) -> Outcome
where
    G: ProofGame<Move: Send, Zone: Send, Position: Sync> + Sync,
{
    let is_worth_it = budget.remaining() >= threads.nodes_alone.saturating_mul(2);
    if threads.number <= 1 || !is_worth_it {
        return Solver::new(game, table).prove(position, budget);
    }
    let mut alone = budget.part(threads.nodes_alone);
    let outcome = Solver::new(game, table).prove(position, &mut alone);
    budget.charge(alone.spent());
    if !matches!(outcome, Outcome::Unknown(Stop::Nodes)) {
        return outcome;
    }
    let pooled = budget.pooled_part(u64::MAX);
    let team = Team::new(table);
    let work = || work(&team, game, position, pooled.clone());
    let results: Vec<(Outcome, u64)> = thread::scope(|scope| {
        let helpers = spawn_up_to(scope, threads.number - 1, |_| work);
        let own = work();
        let joined = helpers.into_iter().map(|helper| helper.join());
        let joined =
            joined.map(|result| result.unwrap_or_else(|cause| panic::resume_unwind(cause)));
        std::iter::once(own).chain(joined).collect()
    });
    budget.charge(results.iter().map(|(_, spent)| spent).sum());
    let outcomes = results.into_iter().map(|(outcome, _)| outcome);
    outcomes.min_by_key(rank).unwrap_or(outcome)
}

/// The outcome of least rank counts: a result, else the reason of the thread that ended first and cancelled the others.
const fn rank(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Proved => 0,
        Outcome::Disproved => 1,
        Outcome::Unknown(Stop::Nodes | Stop::Time) => 2,
        Outcome::Unknown(Stop::Cancelled) => 3,
    }
}

/// What one thread does: the outcome and the nodes spent. When it ends, so do the others.
fn work<'t, G: ProofGame>(
    team: &'t Team<'t, G::Move, G::Zone>,
    game: &'t G,
    position: &G::Position,
    mut budget: Budget,
) -> (Outcome, u64) {
    let _end = team.end();
    let outcome = Solver::in_team(game, team).prove(position, &mut budget);
    (outcome, budget.spent())
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::AtomicU64;
    use std::sync::atomic::Ordering::Relaxed;

    use super::super::game::{LeafStatus, Successor};
    use super::super::numbers::Numbers;
    use super::super::token::TokenGraph;
    use super::*;
    use crate::base::{CancelToken, Rng};

    /// A graph that counts what is evaluated.
    struct Graph {
        token: TokenGraph,
        n_evaluated: AtomicU64,
        /// The evaluation with this number cancels the search.
        cancels_at: u64,
        cancel: CancelToken,
    }

    impl From<TokenGraph> for Graph {
        fn from(token: TokenGraph) -> Self {
            Self {
                token,
                n_evaluated: AtomicU64::new(0),
                cancels_at: u64::MAX,
                cancel: CancelToken::new(),
            }
        }
    }

    impl Graph {
        /// A graph in which only repetition settles nodes, with more paths than can be searched.
        fn endless() -> Self {
            TokenGraph::random(&mut Rng::new(6, 0), 40_000, u32::MAX).into()
        }
    }

    impl ProofGame for Graph {
        type Move = usize;
        type Position = usize;
        type Zone = ();

        fn key(&self, &node: &usize) -> u64 {
            (node as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        }

        fn stronger_key(&self, _node: &usize, _n: usize) -> Option<u64> {
            None
        }

        fn weight_of_open_moves(&self) -> u32 {
            0
        }

        fn is_prover_to_move(&self, node: &usize) -> bool {
            node.is_multiple_of(2)
        }

        fn evaluate(&self, &node: &usize) -> LeafStatus<()> {
            if self.n_evaluated.fetch_add(1, Relaxed) + 1 == self.cancels_at {
                self.cancel.cancel();
            }
            // Lets the threads meet at more places.
            thread::yield_now();
            match self.token.is_won[node] {
                Some(true) => LeafStatus::Proved(()),
                Some(false) => LeafStatus::Disproved(()),
                None => LeafStatus::Open(Numbers::OPEN),
            }
        }

        fn expand(&self, &node: &usize, successors: &mut Vec<Successor<usize, usize>>) {
            let successor = |&mv: &usize| Successor {
                mv,
                position: mv,
                cost: 0,
            };
            successors.extend(self.token.moves[node].iter().map(successor));
        }

        fn after(&self, &node: &usize, mv: usize) -> Option<usize> {
            self.token.moves[node].contains(&mv).then_some(mv)
        }

        fn zone_of_move(&self, _node: &usize, _mv: usize, (): &()) {}

        fn zone_of_lost(&self, _node: &usize, _lost: &[(usize, ())]) {}

        fn is_null(&self, _mv: usize, _after: &usize) -> bool {
            false
        }

        fn slot(&self, _mv: usize) -> usize {
            0
        }

        fn matters(&self, _mv: usize, (): &()) -> bool {
            true
        }

        fn whole(&self) {}
    }

    /// What each of some threads that begin together finds about node 0.
    fn outcomes(graph: &Graph, n_threads: usize, log2_entries: u32) -> Vec<Outcome> {
        let mut table = SolverTable::new(log2_entries);
        let team = Team::new(&mut table);
        let budget = Budget::unlimited().pooled_part(1_000_000);
        let start = Barrier::new(n_threads);
        let run = || {
            start.wait();
            work(&team, graph, &0, budget.clone()).0
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..n_threads).map(|_| scope.spawn(run)).collect();
            let outcomes = workers.into_iter().map(|worker| worker.join().unwrap());
            outcomes.collect()
        })
    }

    #[test]
    fn threads_decide_graphs_with_cycles_as_by_fixpoint() {
        let mut rng = Rng::new(5, 0);
        let mut n_proved = 0;
        for round in 0..2000 {
            let graph = Graph::from(TokenGraph::random(&mut rng, 10 + 2 * (round % 21), 10));
            let is_forced = graph.token.forced()[0];
            let expected = if is_forced {
                Outcome::Proved
            } else {
                Outcome::Disproved
            };
            let log2_entries = if round % 4 == 0 { 3 } else { 10 };
            for n_threads in [2, 4] {
                let outcomes = outcomes(&graph, n_threads, log2_entries);
                let is_right = |outcome: &Outcome| {
                    *outcome == expected || matches!(outcome, Outcome::Unknown(Stop::Cancelled))
                };
                assert!(
                    outcomes.iter().all(is_right) && outcomes.contains(&expected),
                    "round {round}, {n_threads} threads: {outcomes:?} for {:?}",
                    graph.token.moves
                );
            }
            n_proved += usize::from(is_forced);
        }
        assert!((200..1200).contains(&n_proved), "{n_proved}");
    }

    /// With more moves than a node begins with, and a table that keeps next to nothing or all. Few searches go round in
    /// so many cycles that they do not end in time.
    #[test]
    fn many_moves_are_decided_as_by_fixpoint() {
        let mut rng = Rng::new(7, 0);
        let (mut n_proved, mut n_too_long) = (0, 0);
        for round in 0..3000 {
            let token = TokenGraph::with_moves(&mut rng, 10 + 2 * (round % 31), 4, 24);
            let is_forced = token.forced()[0];
            let graph = Graph::from(token);
            let expected = if is_forced {
                Outcome::Proved
            } else {
                Outcome::Disproved
            };
            for log2_entries in [3, 10] {
                let mut table = SolverTable::new(log2_entries);
                let mut budget = Budget::nodes(10_000);
                let found = Solver::new(&graph, &mut table).prove(&0, &mut budget);
                let is_too_long = found == Outcome::Unknown(Stop::Nodes);
                n_too_long += usize::from(is_too_long);
                assert!(
                    found == expected || is_too_long,
                    "round {round}: {found:?} for {:?}",
                    graph.token.moves
                );
            }
            n_proved += usize::from(is_forced);
        }
        assert!(
            (300..2700).contains(&n_proved) && n_too_long < 300,
            "{n_proved} {n_too_long}"
        );
    }

    #[test]
    fn moves_that_come_late_are_not_evaluated_before_the_first_ones_look_hard() {
        let graph = Graph::from(TokenGraph::first_of(40));
        let mut table = SolverTable::new(10);
        let mut budget = Budget::nodes(1000);
        let found = Solver::new(&graph, &mut table).prove(&0, &mut budget);
        assert_eq!(found, Outcome::Proved);
        assert!(budget.spent() < 20, "{}", budget.spent());
    }

    #[test]
    fn a_line_that_is_too_deep_is_no_answer() {
        for (length, expected) in [(119, Outcome::Proved), (121, Outcome::Unknown(Stop::Nodes))] {
            let graph = Graph::from(TokenGraph::line(length));
            let mut table = SolverTable::new(10);
            let mut budget = Budget::nodes(100_000);
            let found = Solver::new(&graph, &mut table).prove(&0, &mut budget);
            assert_eq!(found, expected, "{length}");
        }
    }

    #[test]
    fn all_threads_stop_when_cancelled() {
        const THREADS: Threads = Threads {
            number: 4,
            nodes_alone: 0,
        };
        let mut graph = Graph::endless();
        for cancels_at in [1, 10_000] {
            graph.cancels_at = cancels_at;
            graph.n_evaluated = AtomicU64::new(0);
            graph.cancel = CancelToken::new();
            let mut budget = Budget::unlimited().with_cancel(&graph.cancel);
            let mut table = SolverTable::new(12);
            let outcome = prove(&graph, &mut table, &0, THREADS, &mut budget);
            assert!(
                matches!(outcome, Outcome::Unknown(Stop::Cancelled)),
                "{outcome:?}"
            );
            let n_after = graph.n_evaluated.load(Relaxed) - cancels_at;
            // The token is looked at every 256 nodes; the first position costs none.
            assert!(n_after <= 4 * 257 + 1, "{n_after}");
            assert!(budget.spent() + 5 >= cancels_at);
        }
    }

    #[test]
    fn threads_spend_one_credit() {
        const THREADS: Threads = Threads {
            number: 4,
            nodes_alone: 1000,
        };
        let graph = Graph::endless();
        let mut table = SolverTable::new(12);
        let mut budget = Budget::nodes(20_000);
        let outcome = prove(&graph, &mut table, &0, THREADS, &mut budget);
        assert!(matches!(outcome, Outcome::Unknown(Stop::Nodes)));
        // Each thread is refused one node, and may leave some of its credit.
        let spent = budget.spent();
        assert!((18_000..=20_005).contains(&spent), "{spent}");
    }
}
