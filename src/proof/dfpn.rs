//! Depth-first proof-number search.
//!
//! The question is always whether the *prover* can force a win. A repetition on the path counts as a failure of the
//! prover, so that what is proved holds whatever was played before. A failure that leans on a repetition of a node further
//! up holds below that node only: it is kept there and never enters the table (graph history interaction).
//!
//! A graph may offer only some moves of the refuter at first, and tell by the *zone* of the proofs against them, the part of
//! the position that they rest on, which others could make a difference: those are looked at one by one before the refuter
//! is taken for lost.
//!
//! Sources: Nagai, "Df-pn algorithm for searching AND/OR trees" (2002); the slack of a quarter in the thresholds is
//! Pawlewicz and Lew, "Improving depth-first pn-search" (2007); Kishimoto and Mueller, "A general solution to the graph
//! history interaction problem" (2004) for the problem; Shih, Wei, Liu and Wu, "A novel approach to solving goal-achieving
//! problems for board games" (2022), for zones.

use super::graph::AndOrGraph;
use super::memory::{Conditional, Conditions, DEEP, Entry, Memory, condition};
use super::numbers::{INFINITE, MoverNumbers};
use crate::base::{Budget, Stop};

/// What a search for a proof found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The prover wins by force.
    Proved,
    /// The prover can't force a win.
    NotProved,
    /// The search ended early.
    Unknown(Stop),
}

/// Looks for a proof that the prover wins. `log2_entries` bounds the memory, see [`Memory::reserve`]. A node costs one unit
/// of the budget. The graph comes back as it was.
pub fn prove<G: AndOrGraph>(graph: &mut G, log2_entries: u32, budget: &mut Budget) -> Verdict {
    let mut memory = Memory::default();
    memory.reserve(log2_entries);
    prove_with_zone(graph, &mut memory, budget).0
}

/// The same with a memory in which room was reserved, and what the proof rests on if there is one.
///
/// # Panics
/// If no room was reserved.
pub fn prove_with_zone<G: AndOrGraph>(
    graph: &mut G,
    memory: &mut Memory<G::Zone>,
    budget: &mut Budget,
) -> (Verdict, G::Zone) {
    match graph.outcome() {
        Some(true) => return (Verdict::Proved, graph.shown()),
        Some(false) => return (Verdict::NotProved, G::Zone::default()),
        None => {}
    }
    let mut search = Search {
        graph,
        memory,
        path: Vec::new(),
        budget,
    };
    let limit = MoverNumbers {
        phi: INFINITE,
        delta: INFINITE,
    };
    match search.visit(limit) {
        Err(stop) => (Verdict::Unknown(stop), G::Zone::default()),
        Ok(found) if found.numbers.proof(search.graph.is_prover_to_move()) == 0 => {
            (Verdict::Proved, found.zone)
        }
        Ok(_) => (Verdict::NotProved, G::Zone::default()),
    }
}

/// What is known of a node as long as the path above it stays.
#[derive(Clone, Copy, Debug)]
struct Found<Z> {
    numbers: MoverNumbers,
    conditions: Conditions,
    /// What it rests on if the prover wins.
    zone: Z,
}

struct Child<M, Z> {
    mv: M,
    key: u64,
    /// What is known if it is settled, else the last numbers, should the table have lost them.
    found: Found<Z>,
}

/// A node on the path, with the number of its visit.
#[derive(Clone, Copy, Debug)]
struct Visit {
    key: u64,
    number: u64,
}

struct Search<'a, G: AndOrGraph> {
    graph: &'a mut G,
    memory: &'a mut Memory<G::Zone>,
    /// The nodes above and the current one.
    path: Vec<Visit>,
    budget: &'a mut Budget,
}

type Children<G> = Vec<Child<<G as AndOrGraph>::Move, <G as AndOrGraph>::Zone>>;

impl<G: AndOrGraph> Search<'_, G> {
    /// Searches below the current node until one of its numbers reaches the limit.
    fn visit(&mut self, limit: MoverNumbers) -> Result<Found<G::Zone>, Stop> {
        self.budget.spend(1)?;
        let key = self.graph.key();
        let number = self.memory.number_visit();
        self.path.push(Visit { key, number });
        let result = self.visit_children(key, limit);
        self.path.pop();
        result
    }

    fn visit_children(&mut self, key: u64, limit: MoverNumbers) -> Result<Found<G::Zone>, Stop> {
        let depth = self.path.len() - 1;
        let prover_moves = self.graph.is_prover_to_move();
        let moves = self.graph.moves();
        let mut children: Children<G> = moves.into_iter().map(|mv| self.child(mv)).collect();
        loop {
            for child in &mut children {
                self.refresh(child, prover_moves);
            }
            let mut own = combine(&children, prover_moves);
            // A node that fails unless it comes again fails.
            own.conditions &= !condition(depth) | DEEP;
            if own.numbers.proof(prover_moves) == 0 {
                own.zone = self.zone(&children, prover_moves);
                if !prover_moves && let Some(mv) = self.further_reply(&children, &own.zone) {
                    children.push(self.child(mv));
                    continue;
                }
            }
            self.store(key, &own);
            let MoverNumbers { phi, delta } = own.numbers;
            if phi >= limit.phi || delta >= limit.delta {
                return Ok(own);
            }
            let deltas = || children.iter().map(|child| child.found.numbers.delta);
            let Some((best, _)) = deltas().enumerate().min_by_key(|&(_, delta)| delta) else {
                return Ok(own);
            };
            let others = deltas().enumerate().filter(|&(n, _)| n != best);
            let second = others.map(|(_, delta)| delta).min().unwrap_or(INFINITE);
            let chosen = &children[best];
            let child_limit = MoverNumbers {
                phi: (limit.delta - delta + chosen.found.numbers.phi).min(INFINITE),
                delta: limit.phi.min((second + second / 4 + 1).min(INFINITE)),
            };
            self.graph.play(chosen.mv);
            let visited = self.visit(child_limit);
            self.graph.undo();
            children[best].found = visited?;
        }
    }

    /// The node after a move, as far as it can be told without search.
    fn child(&mut self, mv: G::Move) -> Child<G::Move, G::Zone> {
        self.graph.play(mv);
        let key = self.graph.key();
        let repeated = self.path.iter().position(|above| above.key == key);
        let outcome = match repeated {
            Some(_) => Some(false),
            None => self.graph.outcome(),
        };
        let prover_moves = self.graph.is_prover_to_move();
        let found = Found {
            numbers: match outcome {
                Some(is_won) => MoverNumbers::settled(is_won == prover_moves),
                None => MoverNumbers::guess(self.graph.first_numbers(), prover_moves),
            },
            conditions: repeated.map_or(0, condition),
            zone: match outcome {
                Some(true) => self.graph.shown(),
                Some(false) | None => G::Zone::default(),
            },
        };
        self.graph.undo();
        Child { mv, key, found }
    }

    /// Looks up what has become known of a child that is not settled.
    fn refresh(&self, child: &mut Child<G::Move, G::Zone>, prover_moves: bool) {
        if child.found.numbers.is_settled() {
            return;
        }
        let is_valid = |noted: &&Conditional| {
            let leans_on = self.path.get(noted.depth);
            leans_on.is_some_and(|visit| visit.number == noted.visit)
        };
        if let Some(noted) = self.memory.failure(child.key).filter(is_valid) {
            // The prover fails, who moves at the child unless he moves here.
            child.found.numbers = MoverNumbers::settled(prover_moves);
            child.found.conditions = noted.conditions;
            return;
        }
        if let Some(entry) = self.memory.get(child.key) {
            child.found.numbers = entry.numbers;
            child.found.zone = entry.zone;
        }
    }

    /// What it rests on that the prover wins at a node.
    fn zone(&self, children: &[Child<G::Move, G::Zone>], prover_moves: bool) -> G::Zone {
        if prover_moves {
            let won = children.iter().find(|child| child.found.numbers.delta == 0);
            return won.map_or_else(G::Zone::default, |child| {
                self.graph.zone_of_move(child.mv, &child.found.zone)
            });
        }
        let lost: Vec<(G::Move, G::Zone)> = children
            .iter()
            .map(|child| (child.mv, child.found.zone))
            .collect();
        self.graph.zone_of_replies(&lost)
    }

    /// A reply in a zone that was not looked at.
    fn further_reply(
        &self,
        children: &[Child<G::Move, G::Zone>],
        zone: &G::Zone,
    ) -> Option<G::Move> {
        let replies = self.graph.replies_in(zone);
        let is_new = |&mv: &G::Move| children.iter().all(|child| child.mv != mv);
        replies.into_iter().find(is_new)
    }

    /// Keeps what was found about the current node.
    fn store(&mut self, key: u64, found: &Found<G::Zone>) {
        if found.conditions == 0 {
            self.memory.put(Entry {
                key,
                numbers: found.numbers,
                zone: found.zone,
            });
        } else if found.conditions & DEEP == 0 {
            let depth = found.conditions.ilog2() as usize;
            self.memory.put_failure(Conditional {
                key,
                conditions: found.conditions,
                depth,
                visit: self.path[depth].number,
            });
        }
    }
}

/// A node from its children, all of which may be open or settled.
fn combine<M, Z: Default>(children: &[Child<M, Z>], prover_moves: bool) -> Found<Z> {
    let numbers = || children.iter().map(|child| child.found.numbers);
    let own = MoverNumbers {
        phi: numbers().map(|child| child.delta).min().unwrap_or(INFINITE),
        delta: numbers().fold(0, |sum, child| (sum + child.phi).min(INFINITE)),
    };
    let conditions = if prover_moves && own.delta == 0 {
        // Every move fails.
        children
            .iter()
            .fold(0, |all, child| all | child.found.conditions)
    } else if !prover_moves && own.phi == 0 {
        // One answer is enough, best one that leans on nothing or far up.
        let answers = children
            .iter()
            .filter(|child| child.found.numbers.delta == 0);
        let conditions = answers.map(|child| child.found.conditions);
        conditions.min().unwrap_or(0)
    } else {
        0
    };
    Found {
        numbers: own,
        conditions,
        zone: Z::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;

    /// A token on a graph with cycles, moved in turn; the prover moves from even nodes to odd ones.
    struct Token {
        moves: Vec<Vec<usize>>,
        is_won: Vec<Option<bool>>,
        guesses: Vec<(u32, u32)>,
        path: Vec<usize>,
    }

    impl Token {
        fn random(rng: &mut Rng, n_nodes: usize) -> Self {
            let is_won: Vec<Option<bool>> = (0..n_nodes)
                .map(|_| (rng.below(5) == 0).then(|| rng.below(2) == 0))
                .collect();
            Self {
                moves: (0..n_nodes)
                    .map(|n| {
                        (0..=rng.below(3))
                            .map(|_| 2 * rng.index(n_nodes / 2) + (n + 1) % 2)
                            .collect()
                    })
                    .collect(),
                is_won,
                guesses: (0..n_nodes)
                    .map(|_| (1 + rng.below(3), 1 + rng.below(3)))
                    .collect(),
                path: vec![0],
            }
        }

        fn at(&self) -> usize {
            self.path[self.path.len() - 1]
        }

        /// Whether the prover wins in finitely many moves: the least set of nodes that holds what is won and what leads
        /// into it.
        fn forced(&self) -> Vec<bool> {
            let mut won: Vec<bool> = self.is_won.iter().map(|w| *w == Some(true)).collect();
            loop {
                let next: Vec<bool> = (0..won.len())
                    .map(|n| {
                        let mut moves = self.moves[n].iter();
                        self.is_won[n].unwrap_or_else(|| match n.is_multiple_of(2) {
                            true => moves.any(|&to| won[to]),
                            false => moves.all(|&to| won[to]),
                        })
                    })
                    .collect();
                if next == won {
                    return won;
                }
                won = next;
            }
        }
    }

    impl AndOrGraph for Token {
        type Move = usize;
        type Zone = ();

        fn key(&self) -> u64 {
            self.at() as u64 + 1
        }

        fn is_prover_to_move(&self) -> bool {
            self.at().is_multiple_of(2)
        }

        fn outcome(&self) -> Option<bool> {
            self.is_won[self.at()]
        }

        fn moves(&mut self) -> Vec<usize> {
            self.moves[self.at()].clone()
        }

        fn play(&mut self, mv: usize) {
            self.path.push(mv);
        }

        fn undo(&mut self) {
            self.path.pop();
        }

        fn first_numbers(&self) -> (u32, u32) {
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
            for (start, is_forced) in token.forced().into_iter().enumerate().rev() {
                token.path = vec![start];
                let expected = if is_forced {
                    Verdict::Proved
                } else {
                    Verdict::NotProved
                };
                let mut budget = Budget::nodes(1_000_000);
                let (found, ()) = prove_with_zone(&mut token, &mut memory, &mut budget);
                assert_eq!(found, expected, "round {round}: {start} {:?}", token.moves);
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
                        Verdict::NotProved
                    } else {
                        Verdict::Proved
                    };
                    // A tiny table forgets much and must not change the answer.
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
        assert_eq!(found, Verdict::Unknown(Stop::Nodes));
        assert!(nim.history.is_empty());
    }
}
