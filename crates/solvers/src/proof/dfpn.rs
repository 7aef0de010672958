//! Depth-first proof-number search over a graph that is walked by playing and undoing.
//!
//! The question is always whether the *prover* can force a win. A repetition on the path counts as a failure of the
//! prover, so that what is proved holds whatever was played before. A failure that leans on a repetition of a node
//! further up holds below that node only: it is kept in a memory of its own, dropped when that node is left, and never
//! enters the table. So no entry of the table depends on a path, which answers the graph history interaction problem.
//!
//! A graph may offer only some moves of the refuter at first. The *zone* of the proofs against them is the part of the
//! position that they rest on. The moves that the graph then finds in the zone are searched one by one before the node
//! counts as lost for the refuter.
//!
//! Sources: Nagai, "Df-pn algorithm for searching AND/OR trees" (2002); the slack of a quarter in the thresholds is
//! Pawlewicz and Lew, "Improving depth-first pn-search" (2007); Kishimoto and Mueller, "A general solution to the graph
//! history interaction problem" (2004) for the problem; Shih, Wei, Liu and Wu, "A novel approach to solving
//! goal-achieving problems for board games" (2022), for zones.

use super::graph::AndOrGraph;
use super::memory::{Conditions, Failure, Failures, Memory, ProofTable};
use super::numbers::{INFINITE, Numbers, Outcome, Side};
use super::selection::{Candidate, Selection};
use crate::base::{Budget, Stop};

/// Nodes on a path; a node below stays open.
const MAX_DEPTH: usize = Conditions::BITS as usize - 8;

/// Looks for a proof that the prover wins. `log2_entries` bounds the memory, see [`Memory::reserve`]. A node costs one
/// unit of the budget. The graph comes back as it was.
pub fn prove<G: AndOrGraph<Key = u64>>(
    graph: &mut G,
    log2_entries: u32,
    budget: &mut Budget,
) -> Outcome {
    let mut memory = Memory::default();
    memory.reserve(log2_entries);
    prove_with_zone(graph, &mut memory, budget).0
}

/// The same with a memory in which room was reserved, and what the proof rests on if there is one.
///
/// # Panics
/// If no room was reserved.
pub fn prove_with_zone<G: AndOrGraph<Key = u64>>(
    graph: &mut G,
    memory: &mut Memory<G::Zone>,
    budget: &mut Budget,
) -> (Outcome, G::Zone) {
    let Memory { table, failures } = memory;
    prove_with_table(graph, table, failures, &mut || budget.spend(1))
}

/// The same with a table of the caller's own. `spend` is called for each node searched and may end the search.
pub(crate) fn prove_with_table<G: AndOrGraph>(
    graph: &mut G,
    table: &mut impl ProofTable<G::Key, G::Zone>,
    failures: &mut Failures<G::Key>,
    spend: &mut dyn FnMut() -> Result<(), Stop>,
) -> (Outcome, G::Zone) {
    match graph.outcome() {
        Some(true) => return (Outcome::Proved, graph.shown()),
        Some(false) => return (Outcome::Disproved, G::Zone::default()),
        None => {}
    }
    let mut search = Search {
        graph,
        table,
        failures,
        path: Vec::new(),
        spend,
    };
    match search.visit(Numbers::UNLIMITED) {
        Err(stop) => (Outcome::Unknown(stop), G::Zone::default()),
        Ok(found) if found.numbers.is_proved() => (Outcome::Proved, found.zone),
        Ok(found) if found.numbers.is_disproved() => (Outcome::Disproved, G::Zone::default()),
        // All that is left is too deep.
        Ok(_) => (Outcome::Unknown(Stop::Nodes), G::Zone::default()),
    }
}

/// What is known of a node as long as the path above it stays.
#[derive(Clone, Copy, Debug)]
struct Found<Z> {
    numbers: Numbers,
    conditions: Conditions,
    /// What it rests on if the prover wins.
    zone: Z,
}

impl<Z: Default> Found<Z> {
    /// Something that holds on any path.
    fn free(numbers: Numbers) -> Self {
        Self {
            numbers,
            conditions: 0,
            zone: Z::default(),
        }
    }

    /// A failure of the prover that holds under conditions.
    fn failed(conditions: Conditions) -> Self {
        Self {
            conditions,
            ..Self::free(Numbers::DISPROVED)
        }
    }
}

struct Child<G: AndOrGraph> {
    mv: G::Move,
    key: G::Key,
    /// The result if it is settled, else the latest numbers: the table may have lost them.
    found: Found<G::Zone>,
}

/// A node on the path, with the number of its visit.
#[derive(Clone, Copy, Debug)]
struct Visit<K> {
    key: K,
    number: u64,
}

struct Search<'a, G: AndOrGraph, T> {
    graph: &'a mut G,
    table: &'a mut T,
    failures: &'a mut Failures<G::Key>,
    /// The nodes above and the current one.
    path: Vec<Visit<G::Key>>,
    spend: &'a mut dyn FnMut() -> Result<(), Stop>,
}

impl<G: AndOrGraph, T: ProofTable<G::Key, G::Zone>> Search<'_, G, T> {
    /// Searches below the current node until one of its numbers reaches the limit.
    fn visit(&mut self, limits: Numbers) -> Result<Found<G::Zone>, Stop> {
        // A node that is too deep costs one unit, too: its parent may come back to it many times.
        (self.spend)()?;
        if self.path.len() >= MAX_DEPTH {
            return Ok(Found::free(limits));
        }
        let key = self.graph.key();
        let number = self.failures.number_visit();
        self.path.push(Visit { key, number });
        let result = self.visit_children(limits);
        self.path.pop();
        result
    }

    fn visit_children(&mut self, limits: Numbers) -> Result<Found<G::Zone>, Stop> {
        let depth = self.path.len() - 1;
        let side = Side::of(self.graph.is_prover_to_move());
        let moves = self.graph.moves();
        let mut children: Vec<Child<G>> = moves.into_iter().map(|mv| self.child(mv)).collect();
        loop {
            if G::REFRESHES {
                for child in &mut children {
                    self.refresh(child);
                }
            }
            let (mut own, selection) = combine(&children, side);
            // If a node fails on the condition that it fails itself, it fails.
            own.conditions &= !(1 << depth);
            if own.numbers.is_proved() {
                own.zone = self.zone(&children, side);
                if side == Side::Refuter
                    && let Some(mv) = self.further_reply(&children, &own.zone)
                {
                    children.push(self.child(mv));
                    continue;
                }
            }
            let Numbers { proof, disproof } = own.numbers;
            let is_done = proof >= limits.proof || disproof >= limits.disproof;
            if is_done || G::REFRESHES {
                self.store(&own);
            }
            let Some(selection) = selection.filter(|_| !is_done) else {
                return Ok(own);
            };
            let slack = (selection.second + selection.second / 4 + 1).min(INFINITE);
            let limits = selection.limits(side, G::WEIGHING, limits, slack, 0);
            self.graph.play(children[selection.first].mv);
            let visited = self.visit(limits);
            self.graph.undo();
            children[selection.first].found = visited?;
        }
    }

    /// The node after a move, with what is known of it without search.
    fn child(&mut self, mv: G::Move) -> Child<G> {
        self.graph.play(mv);
        let key = self.graph.key();
        let known = self.known(key);
        let is_settled = |found: &Found<_>| !found.numbers.is_open() && found.conditions == 0;
        let found = known.filter(is_settled).unwrap_or_else(|| {
            let mut path = self.path.iter();
            let repeated = path.rposition(|above| G::is_repetition(above.key, key));
            match repeated {
                Some(depth) => Found::failed(1 << depth),
                None => known.unwrap_or_else(|| self.first_look()),
            }
        });
        self.graph.undo();
        Child { mv, key, found }
    }

    /// The numbers of the current node when nothing is known of it.
    fn first_look(&self) -> Found<G::Zone> {
        match self.graph.outcome() {
            Some(true) => Found {
                zone: self.graph.shown(),
                ..Found::free(Numbers::PROVED)
            },
            Some(false) => Found::free(Numbers::DISPROVED),
            None => Found::free(self.graph.first_numbers()),
        }
    }

    /// Looks up a child that is not settled.
    fn refresh(&self, child: &mut Child<G>) {
        if child.found.numbers.is_open()
            && let Some(found) = self.known(child.key)
        {
            child.found = found;
        }
    }

    /// What earlier visits have found about a node.
    fn known(&self, key: G::Key) -> Option<Found<G::Zone>> {
        let stored = self.table.get(key).map(|(numbers, zone)| Found {
            zone,
            ..Found::free(numbers)
        });
        if stored.is_some_and(|found| !found.numbers.is_open()) {
            return stored;
        }
        let is_valid = |noted: &&Failure<G::Key>| {
            let leans_on = self.path.get(noted.depth());
            leans_on.is_some_and(|visit| visit.number == noted.visit)
        };
        let failure = self.failures.get(key).filter(is_valid);
        failure.map_or(stored, |noted| Some(Found::failed(noted.conditions)))
    }

    /// The zone of a node that the prover wins.
    fn zone(&self, children: &[Child<G>], side: Side) -> G::Zone {
        match side {
            Side::Prover => {
                let mut children = children.iter();
                let won = children.find(|child| child.found.numbers.is_proved());
                won.map_or_else(G::Zone::default, |child| {
                    self.graph.zone_of_move(child.mv, &child.found.zone)
                })
            }
            Side::Refuter => {
                let children = children.iter();
                let lost: Vec<(G::Move, G::Zone)> =
                    children.map(|child| (child.mv, child.found.zone)).collect();
                self.graph.zone_of_replies(&lost)
            }
        }
    }

    /// A reply in a zone that was not searched.
    fn further_reply(&self, children: &[Child<G>], zone: &G::Zone) -> Option<G::Move> {
        let replies = self.graph.replies_in(zone);
        let is_new = |&mv: &G::Move| children.iter().all(|child| child.mv != mv);
        replies.into_iter().find(is_new)
    }

    /// Keeps what was found about the current node.
    fn store(&mut self, found: &Found<G::Zone>) {
        let Some(&Visit { key, number }) = self.path.last() else {
            return;
        };
        if found.conditions == 0 {
            let work = self.failures.n_visits_since(number);
            self.table.put(key, found.numbers, found.zone, work);
        } else {
            let mut failure = Failure {
                key,
                conditions: found.conditions,
                visit: 0,
            };
            failure.visit = self.path[failure.depth()].number;
            self.failures.put(failure);
        }
    }
}

/// A node from its children, with the open ones summed up if the node is open too.
fn combine<G: AndOrGraph>(
    children: &[Child<G>],
    side: Side,
) -> (Found<G::Zone>, Option<Selection>) {
    let winning = children
        .iter()
        .filter(|child| side.has_won(child.found.numbers));
    // One winning child is enough, best one that leans on nothing, or on nodes far up.
    if let Some(conditions) = winning.map(|child| child.found.conditions).min() {
        let numbers = side.numbers(0, INFINITE);
        let won = Found {
            conditions,
            ..Found::free(numbers)
        };
        return (won, None);
    }
    let children = children.iter();
    let open = children.clone().enumerate();
    let open = open.filter(|(_, child)| child.found.numbers.is_open());
    let open = open.map(|(place, child)| {
        let (to_win, to_lose) = (
            side.to_win(child.found.numbers),
            side.to_lose(child.found.numbers),
        );
        let rank = G::rank(to_lose);
        let candidate = Candidate {
            to_win,
            to_lose,
            rank,
        };
        (place, candidate)
    });
    match Selection::of(open) {
        Some(selection) => {
            let numbers = selection.numbers(side, G::WEIGHING);
            (Found::free(numbers), Some(selection))
        }
        None => {
            let lost = Found {
                conditions: children.fold(0, |all, child| all | child.found.conditions),
                ..Found::free(side.numbers(INFINITE, 0))
            };
            (lost, None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::TokenGraph;
    use super::*;
    use crate::base::Rng;

    #[test]
    fn a_line_that_is_too_deep_is_no_answer() {
        let most = MAX_DEPTH;
        for (length, expected) in [
            (most, Outcome::Proved),
            (most + 1, Outcome::Unknown(Stop::Nodes)),
        ] {
            let mut token = Token {
                graph: TokenGraph::line(length),
                guesses: vec![Numbers::OPEN; length + 1],
                path: vec![0],
            };
            let found = prove(&mut token, 10, &mut Budget::nodes(100_000));
            assert_eq!(found, expected, "{length}");
        }
    }

    /// A search below which all lines are too deep ends with its budget: what is cut off costs nodes, too.
    #[test]
    fn many_lines_that_are_too_deep_end_with_the_budget() {
        const WIDTH: usize = 3;
        // Nodes of one level are even or odd, as the level is; each leads to all nodes of the next level.
        let n_levels = MAX_DEPTH + 8;
        let at = |level: usize, place: usize| 2 * (level / 2 * WIDTH + place) + level % 2;
        let n_nodes = at(n_levels + 1, WIDTH - 1) + 1;
        let mut moves = vec![vec![0]; n_nodes];
        for level in 0..n_levels {
            for place in 0..WIDTH {
                moves[at(level, place)] = (0..WIDTH).map(|next| at(level + 1, next)).collect();
            }
        }
        let mut token = Token {
            graph: TokenGraph {
                moves,
                is_won: vec![None; n_nodes],
            },
            guesses: vec![Numbers::OPEN; n_nodes],
            path: vec![0],
        };
        let mut budget = Budget::nodes(20_000);
        let found = prove(&mut token, 8, &mut budget);
        assert_eq!(found, Outcome::Unknown(Stop::Nodes));
        assert_eq!(token.path, [0]);
    }

    /// The walk of a token on a graph, with guesses at first numbers.
    struct Token {
        graph: TokenGraph,
        guesses: Vec<Numbers>,
        path: Vec<usize>,
    }

    impl Token {
        fn random(rng: &mut Rng, n_nodes: usize) -> Self {
            let graph = TokenGraph::random(rng, n_nodes, 5);
            let guesses = (0..n_nodes)
                .map(|_| Numbers::new(1 + rng.below(3), 1 + rng.below(3)))
                .collect();
            Self {
                graph,
                guesses,
                path: vec![0],
            }
        }

        fn at(&self) -> usize {
            self.path[self.path.len() - 1]
        }
    }

    impl AndOrGraph for Token {
        type Move = usize;
        type Key = u64;
        type Zone = ();

        fn key(&self) -> u64 {
            self.at() as u64 + 1
        }

        fn is_prover_to_move(&self) -> bool {
            self.at().is_multiple_of(2)
        }

        fn outcome(&self) -> Option<bool> {
            self.graph.is_won[self.at()]
        }

        fn moves(&mut self) -> Vec<usize> {
            self.graph.moves[self.at()].clone()
        }

        fn play(&mut self, mv: usize) {
            self.path.push(mv);
        }

        fn undo(&mut self) {
            self.path.pop();
        }

        fn first_numbers(&self) -> Numbers {
            self.guesses[self.at()]
        }
    }

    /// Neither the guesses nor what earlier searches from other nodes left in the memory change an answer.
    #[test]
    fn graphs_with_cycles_are_decided_as_by_fixpoint() {
        let mut rng = Rng::new(3, 0);
        let mut n_proved = 0;
        for round in 0..3000 {
            let mut token = Token::random(&mut rng, 4 + 2 * (round % 6));
            let mut memory = Memory::default();
            memory.reserve(8);
            for (start, is_forced) in token.graph.forced().into_iter().enumerate().rev() {
                token.path = vec![start];
                let expected = if is_forced {
                    Outcome::Proved
                } else {
                    Outcome::Disproved
                };
                let mut budget = Budget::nodes(1_000_000);
                let (found, ()) = prove_with_zone(&mut token, &mut memory, &mut budget);
                assert_eq!(
                    found, expected,
                    "round {round}: {start} {:?}",
                    token.graph.moves
                );
                n_proved += usize::from(start == 0 && is_forced);
            }
        }
        assert!((500..2500).contains(&n_proved), "{n_proved}");
    }

    /// Nim: take any number from one heap; who can't move loses. The first player to move is the prover.
    struct Nim {
        heaps: Vec<u32>,
        prover_moves: bool,
        history: Vec<(usize, u32)>,
    }

    impl AndOrGraph for Nim {
        type Move = (usize, u32);
        type Key = u64;
        type Zone = ();

        fn key(&self) -> u64 {
            let heaps = self
                .heaps
                .iter()
                .fold(1, |key, &heap| key * 31 + u64::from(heap));
            heaps * 2 + u64::from(self.prover_moves)
        }

        fn is_prover_to_move(&self) -> bool {
            self.prover_moves
        }

        fn outcome(&self) -> Option<bool> {
            let is_over = self.heaps.iter().all(|&heap| heap == 0);
            is_over.then_some(!self.prover_moves)
        }

        fn moves(&mut self) -> Vec<Self::Move> {
            let heaps = self.heaps.iter().enumerate();
            heaps
                .flat_map(|(n, &heap)| (1..=heap).map(move |taken| (n, taken)))
                .collect()
        }

        fn play(&mut self, (heap, taken): Self::Move) {
            self.heaps[heap] -= taken;
            self.prover_moves = !self.prover_moves;
            self.history.push((heap, taken));
        }

        fn undo(&mut self) {
            let (heap, taken) = self.history.pop().unwrap();
            self.heaps[heap] += taken;
            self.prover_moves = !self.prover_moves;
        }
    }

    #[test]
    fn nim_is_won_unless_the_heaps_cancel() {
        for a in 0..5 {
            for b in 0..5 {
                for c in 1..5 {
                    let mut nim = Nim {
                        heaps: vec![a, b, c],
                        prover_moves: true,
                        history: Vec::new(),
                    };
                    let expected = if a ^ b ^ c == 0 {
                        Outcome::Disproved
                    } else {
                        Outcome::Proved
                    };
                    // A tiny table loses many entries and must not change the answer.
                    for log2_entries in [6, 12] {
                        let found = prove(&mut nim, log2_entries, &mut Budget::nodes(1_000_000));
                        assert_eq!(found, expected, "{a} {b} {c}");
                    }
                    assert!(nim.history.is_empty());
                }
            }
        }
    }

    #[test]
    fn running_out_is_no_answer() {
        let mut nim = Nim {
            heaps: vec![4, 5, 6, 7],
            prover_moves: true,
            history: Vec::new(),
        };
        let found = prove(&mut nim, 10, &mut Budget::nodes(3));
        assert_eq!(found, Outcome::Unknown(Stop::Nodes));
        assert!(nim.history.is_empty());
    }
}
