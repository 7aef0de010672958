//! Depth-first proof-number search.
//!
//! The question is always whether the *prover* can force a win. A repetition on the path counts as a failure of the
//! prover, so that what is proved holds whatever was played before; what is not proved may merely depend on the path
//! (graph history interaction) and is not claimed to be false.
//!
//! Sources: Nagai, "Df-pn algorithm for searching AND/OR trees" (2002); the slack of a quarter in the thresholds is
//! Pawlewicz and Lew, "Improving depth-first pn-search" (2007).

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
    /// The search is complete and holds no proof.
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
        Ok(numbers) => {
            let prover_moves = search.graph.is_prover_to_move();
            let proof = if prover_moves {
                numbers.phi
            } else {
                numbers.delta
            };
            if proof == 0 {
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

struct Child<M> {
    mv: M,
    key: u64,
    /// Settled without search, by the rules or by repetition.
    is_settled: bool,
    /// The last numbers known, should the table have lost them.
    numbers: Numbers,
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
    fn visit(&mut self, limit: Numbers) -> Result<Numbers, Stop> {
        self.budget.spend(1)?;
        let key = self.graph.key();
        self.path.push(key);
        let mut children = self.children();
        let result = loop {
            let numbers: Vec<Numbers> = children.iter().map(|child| self.numbers(child)).collect();
            let own = Numbers {
                phi: numbers
                    .iter()
                    .map(|child| child.delta)
                    .min()
                    .unwrap_or(INFINITE),
                delta: numbers
                    .iter()
                    .fold(0, |sum, child| (sum + child.phi).min(INFINITE)),
            };
            self.store(key, own);
            if own.phi >= limit.phi || own.delta >= limit.delta {
                break Ok(own);
            }
            let Some(best) = (0..children.len()).min_by_key(|&n| numbers[n].delta) else {
                break Ok(own);
            };
            let others = numbers.iter().enumerate().filter(|&(n, _)| n != best);
            let second = others
                .map(|(_, child)| child.delta)
                .min()
                .unwrap_or(INFINITE);
            let child_limit = Numbers {
                phi: (limit.delta - own.delta + numbers[best].phi).min(INFINITE),
                delta: limit.phi.min((second + second / 4 + 1).min(INFINITE)),
            };
            self.graph.play(children[best].mv);
            let visited = self.visit(child_limit);
            self.graph.undo();
            match visited {
                Ok(numbers) => children[best].numbers = numbers,
                Err(stop) => break Err(stop),
            }
        };
        self.path.pop();
        result
    }

    fn children(&mut self) -> Vec<Child<G::Move>> {
        let moves = self.graph.moves();
        moves
            .into_iter()
            .map(|mv| {
                self.graph.play(mv);
                let key = self.graph.key();
                let is_repeated = self.path.contains(&key);
                let outcome = if is_repeated {
                    Some(false)
                } else {
                    self.graph.outcome()
                };
                let prover_moves = self.graph.is_prover_to_move();
                self.graph.undo();
                Child {
                    mv,
                    key,
                    is_settled: outcome.is_some(),
                    numbers: outcome.map_or(Numbers::UNKNOWN, |is_won| {
                        Numbers::settled(is_won == prover_moves)
                    }),
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

    fn numbers(&self, child: &Child<G::Move>) -> Numbers {
        let entry = self.table[self.slot(child.key)];
        if !child.is_settled && entry.key == child.key {
            entry.numbers
        } else {
            child.numbers
        }
    }

    fn store(&mut self, key: u64, numbers: Numbers) {
        let slot = self.slot(key);
        self.table[slot] = Entry { key, numbers };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
