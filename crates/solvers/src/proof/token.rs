//! A token on a graph with cycles, moved in turn, for tests of searches. The prover moves from even nodes to odd ones.

use crate::base::Rng;

pub(super) struct TokenGraph {
    pub(super) moves: Vec<Vec<usize>>,
    pub(super) is_won: Vec<Option<bool>>,
}

impl TokenGraph {
    /// A graph in which one of `share_settled` nodes is won or lost, but not node 0.
    pub(super) fn random(rng: &mut Rng, n_nodes: usize, share_settled: u32) -> Self {
        Self::with_moves(rng, n_nodes, share_settled, 3)
    }

    /// The same with up to `most` moves of each node.
    pub(super) fn with_moves(rng: &mut Rng, n_nodes: usize, share_settled: u32, most: u32) -> Self {
        let mut moves_of = |n: usize| {
            let to = |rng: &mut Rng| 2 * rng.index(n_nodes / 2) + (n + 1) % 2;
            (0..=rng.below(most)).map(|_| to(rng)).collect()
        };
        Self {
            moves: (0..n_nodes).map(&mut moves_of).collect(),
            is_won: (0..n_nodes)
                .map(|n| (n > 0 && rng.below(share_settled) == 0).then(|| rng.below(2) == 0))
                .collect(),
        }
    }

    /// A graph without choice: after `length` moves the prover has won.
    pub(super) fn line(length: usize) -> Self {
        Self {
            moves: (0..=length).map(|n| vec![n + 1]).collect(),
            is_won: (0..=length)
                .map(|n| (n == length).then_some(true))
                .collect(),
        }
    }

    /// A choice of the prover among `n_moves` moves, of which the first one wins after the only reply. The replies to
    /// the others lead back.
    pub(super) fn first_of(n_moves: usize) -> Self {
        let last = 2 * n_moves;
        Self {
            moves: (0..=last)
                .map(|n| match n {
                    0 => (0..n_moves).map(|place| 2 * place + 1).collect(),
                    1 => vec![last],
                    _ if n.is_multiple_of(2) => vec![1],
                    _ => vec![0],
                })
                .collect(),
            is_won: (0..=last).map(|n| (n == last).then_some(true)).collect(),
        }
    }

    /// Whether the prover wins from each node in finitely many moves: the least set of nodes that holds what is won and
    /// what leads into it.
    pub(super) fn forced(&self) -> Vec<bool> {
        let mut won: Vec<bool> = self.is_won.iter().map(|w| *w == Some(true)).collect();
        loop {
            let is_won = |n: usize| {
                let mut moves = self.moves[n].iter();
                self.is_won[n].unwrap_or_else(|| match n.is_multiple_of(2) {
                    true => moves.any(|&to| won[to]),
                    false => moves.all(|&to| won[to]),
                })
            };
            let next: Vec<bool> = (0..won.len()).map(is_won).collect();
            if next == won {
                return won;
            }
            won = next;
        }
    }
}
