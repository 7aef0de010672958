//! Counts of the moves that won so far, by which a [solver](super::solver) orders moves.

use super::game::{N_SLOTS, ProofGame, Successor};
use super::numbers::Side;

/// Cost added to a move that has never won, where another one has.
const MOST_BONUS: u32 = 4;

/// When one kind of move has this many wins, all counts are halved.
const MOST_WINS: u32 = 1 << 12;

/// How often the moves of each kind won for the prover, and for the refuter.
#[derive(Clone, Debug)]
pub(super) struct History {
    wins: [[u32; N_SLOTS]; 2],
}

impl History {
    pub(super) const fn new() -> Self {
        Self {
            wins: [[0; N_SLOTS]; 2],
        }
    }

    pub(super) fn reward(&mut self, side: Side, slot: usize) {
        let wins = &mut self.wins[side as usize];
        wins[slot] += 1;
        if wins[slot] >= MOST_WINS {
            for count in wins {
                *count /= 2;
            }
        }
    }

    /// Adds more cost to moves with fewer wins, and sorts all but the first by cost.
    pub(super) fn apply<G: ProofGame>(
        &self,
        game: &G,
        side: Side,
        successors: &mut [Successor<G::Move, G::Position>],
    ) {
        let wins = &self.wins[side as usize];
        let slots = successors.iter().map(|successor| game.slot(successor.mv));
        let most = slots.map(|slot| wins[slot]).max().unwrap_or(0);
        let Some((_, moves)) = successors.split_first_mut() else {
            return;
        };
        if most == 0 {
            return;
        }
        for successor in &mut *moves {
            let missing = most - wins[game.slot(successor.mv)];
            successor.cost += MOST_BONUS * missing / most;
        }
        moves.sort_by_cached_key(|successor| successor.cost);
        let least = moves.first().map_or(0, |successor| successor.cost);
        for successor in moves {
            successor.cost -= least;
        }
    }
}
