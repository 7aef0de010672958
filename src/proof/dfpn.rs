//! Depth-first proof-number search.
//!
//! The question is always whether the *prover* can force a win. A repetition on the path counts as a failure of the
//! prover, so that what is proved holds whatever was played before. A failure that leans on a repetition of a node further
//! up holds below that node only: it is kept there and never enters the table (graph history interaction).
//!
//! Sources: Nagai, "Df-pn algorithm for searching AND/OR trees" (2002); the slack of a quarter in the thresholds is
//! Pawlewicz and Lew, "Improving depth-first pn-search" (2007); Kishimoto and Mueller, "A general solution to the graph
//! history interaction problem" (2004) for the problem.

use crate::base::{Budget, Stop};

/// Stands for a settled number; sums stop here.
const INFINITE: u32 = u32::MAX / 4;

/// A game between a prover and a refuter, walked by playing and undoing.
pub trait AndOrGraph {
    /// One move.
    type Move: Copy;

    /// Key of the position with the player to move and all else that moves depend on.
    fn key(&self) -> u64;

    /// Whether it is the prover's turn.
    fn is_prover_to_move(&self) -> bool;

    /// Whether the prover has won, or has failed, if that is settled.
    fn outcome(&self) -> Option<bool>;

    /// The moves of a position that is not settled, at least one, best first.
    fn moves(&mut self) -> Vec<Self::Move>;

    /// Makes a move out of [`Self::moves`].
    fn play(&mut self, mv: Self::Move);

    /// Takes the last move back.
    fn undo(&mut self);
}

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

/// Looks for a proof that the prover wins. `log2_entries` bounds the table: 24 bytes for each of so many entries.
/// A node costs one unit of the budget. The graph comes back as it was.
pub fn prove<G: AndOrGraph>(graph: &mut G, log2_entries: u32, budget: &mut Budget) -> Verdict {
    if let Some(is_won) = graph.outcome() {
        return if is_won {
            Verdict::Proved
        } else {
            Verdict::NotProved
        };
    }
    let mut search = Search {
        graph,
        table: vec![Entry::default(); 1 << log2_entries],
        path: Vec::new(),
        budget,
    };
    let limit = Numbers {
        phi: INFINITE,
        delta: INFINITE,
    };
    match search.visit(limit) {
        Err(stop) => Verdict::Unknown(stop),
        Ok(Found { numbers, .. }) => {
            if numbers.proof(search.graph.is_prover_to_move()) == 0 {
                Verdict::Proved
            } else {
                Verdict::NotProved
            }
        }
    }
}

/// Leaves still to be settled for a win of the player to move (`phi`), and for a win of the other (`delta`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    phi: u32,
    delta: u32,
}

impl Numbers {
    const UNKNOWN: Self = Self { phi: 1, delta: 1 };

    /// Leaves still to be settled for a win of the prover.
    const fn proof(self, prover_moves: bool) -> u32 {
        if prover_moves { self.phi } else { self.delta }
    }

    const fn is_settled(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// A settled node.
    const fn settled(mover_wins: bool) -> Self {
        if mover_wins {
            Self {
                phi: 0,
                delta: INFINITE,
            }
        } else {
            Self {
                phi: INFINITE,
                delta: 0,
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    numbers: Numbers,
}

impl Default for Entry {
    fn default() -> Self {
        Self {
            key: 0,
            numbers: Numbers::UNKNOWN,
        }
    }
}

/// Stands for no node of the path.
const NOTHING: usize = usize::MAX;

/// What is known of a node as long as the path above it stays.
#[derive(Clone, Copy, Debug)]
struct Found {
    numbers: Numbers,
    /// Where the highest node stands on the path that a failure of the prover leans on, or [`NOTHING`].
    leans_on: usize,
}

struct Child<M> {
    mv: M,
    key: u64,
    /// What is known if it is settled, else the last numbers, should the table have lost them.
    found: Found,
}

struct Search<'a, G: AndOrGraph> {
    graph: &'a mut G,
    table: Vec<Entry>,
    /// Keys of the nodes above and of the current one.
    path: Vec<u64>,
    budget: &'a mut Budget,
}

impl<G: AndOrGraph> Search<'_, G> {
    /// Searches below the current node until one of its numbers reaches the limit.
    fn visit(&mut self, limit: Numbers) -> Result<Found, Stop> {
        self.budget.spend(1)?;
        let key = self.graph.key();
        let depth = self.path.len();
        self.path.push(key);
        let prover_moves = self.graph.is_prover_to_move();
        let mut children = self.children();
        let result = loop {
            let known: Vec<Found> = children.iter().map(|child| self.known(child)).collect();
            let own = combine(&known, prover_moves);
            if own.leans_on >= depth {
                self.store(key, own.numbers);
            }
            let Numbers { phi, delta } = own.numbers;
            if phi >= limit.phi || delta >= limit.delta {
                break Ok(own);
            }
            let Some(best) = (0..known.len()).min_by_key(|&n| known[n].numbers.delta) else {
                break Ok(own);
            };
            let others = known.iter().enumerate().filter(|&(n, _)| n != best);
            let second = others
                .map(|(_, child)| child.numbers.delta)
                .min()
                .unwrap_or(INFINITE);
            let child_limit = Numbers {
                phi: (limit.delta - delta + known[best].numbers.phi).min(INFINITE),
                delta: limit.phi.min((second + second / 4 + 1).min(INFINITE)),
            };
            self.graph.play(children[best].mv);
            let visited = self.visit(child_limit);
            self.graph.undo();
            match visited {
                Ok(found) => children[best].found = found,
                Err(stop) => break Err(stop),
            }
        };
        self.path.pop();
        let unless_repeated = |found: Found| Found {
            // A node that fails unless it comes again fails.
            leans_on: if found.leans_on >= depth {
                NOTHING
            } else {
                found.leans_on
            },
            ..found
        };
        result.map(unless_repeated)
    }

    fn children(&mut self) -> Vec<Child<G::Move>> {
        let moves = self.graph.moves();
        moves
            .into_iter()
            .map(|mv| {
                self.graph.play(mv);
                let key = self.graph.key();
                let repeated = self.path.iter().position(|&above| above == key);
                let outcome = match repeated {
                    Some(_) => Some(false),
                    None => self.graph.outcome(),
                };
                let prover_moves = self.graph.is_prover_to_move();
                self.graph.undo();
                Child {
                    mv,
                    key,
                    found: Found {
                        numbers: outcome.map_or(Numbers::UNKNOWN, |is_won| {
                            Numbers::settled(is_won == prover_moves)
                        }),
                        leans_on: repeated.unwrap_or(NOTHING),
                    },
                }
            })
            .collect()
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the index is masked to the length"
    )]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.table.len() - 1)
    }

    fn known(&self, child: &Child<G::Move>) -> Found {
        let entry = self.table[self.slot(child.key)];
        if !child.found.numbers.is_settled() && entry.key == child.key {
            Found {
                numbers: entry.numbers,
                leans_on: NOTHING,
            }
        } else {
            child.found
        }
    }

    fn store(&mut self, key: u64, numbers: Numbers) {
        let slot = self.slot(key);
        self.table[slot] = Entry { key, numbers };
    }
}

/// A node from its children, all of which may be open or settled.
fn combine(children: &[Found], prover_moves: bool) -> Found {
    let deltas = children.iter().map(|child| child.numbers.delta);
    let numbers = Numbers {
        phi: deltas.min().unwrap_or(INFINITE),
        delta: children
            .iter()
            .fold(0, |sum, child| (sum + child.numbers.phi).min(INFINITE)),
    };
    let leans_on = if prover_moves && numbers.delta == 0 {
        // Every move fails.
        children.iter().map(|child| child.leans_on).min()
    } else if !prover_moves && numbers.phi == 0 {
        // One answer is enough, best one that leans on nothing.
        let answers = children.iter().filter(|child| child.numbers.delta == 0);
        answers.map(|child| child.leans_on).max()
    } else {
        None
    };
    Found {
        numbers,
        leans_on: leans_on.unwrap_or(NOTHING),
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
                path: vec![0],
            }
        }

        fn at(&self) -> usize {
            self.path[self.path.len() - 1]
        }

        /// Whether the prover wins in finitely many moves: the least set of nodes that holds what is won and what leads
        /// into it.
        fn is_forced(&self) -> bool {
            let mut won: Vec<bool> = self.is_won.iter().map(|w| *w == Some(true)).collect();
            loop {
                let next: Vec<bool> = (0..won.len())
                    .map(|n| {
                        let mut moves = self.moves[n].iter();
                        self.is_won[n].unwrap_or_else(|| match n % 2 == 0 {
                            true => moves.any(|&to| won[to]),
                            false => moves.all(|&to| won[to]),
                        })
                    })
                    .collect();
                if next == won {
                    return won[0];
                }
                won = next;
            }
        }
    }

    impl AndOrGraph for Token {
        type Move = usize;

        fn key(&self) -> u64 {
            self.at() as u64 + 1
        }

        fn is_prover_to_move(&self) -> bool {
            self.at() % 2 == 0
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
    }

    #[test]
    fn graphs_with_cycles_are_decided_as_by_fixpoint() {
        let mut rng = Rng::new(3, 0);
        let mut n_proved = 0;
        for round in 0..3000 {
            let mut token = Token::random(&mut rng, 4 + 2 * (round % 6));
            let expected = if token.is_forced() {
                Verdict::Proved
            } else {
                Verdict::NotProved
            };
            let found = prove(&mut token, 8, &mut Budget::nodes(1_000_000));
            assert_eq!(found, expected, "round {round}: {:?}", token.moves);
            n_proved += usize::from(found == Verdict::Proved);
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
