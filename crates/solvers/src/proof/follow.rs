//! Following a known win in a similar position.
//!
//! Where one move of a player loses, other moves often lose to the same answers. So before another move is searched,
//! the win against the first one is tried against it, move by move, as long as its moves are legal. The cost is at most
//! the size of that win. What it finds is a win as by any search.
//!
//! Source: Kawano (1996), "Using similar positions to search game trees", in Games of No Chance.

use super::game::{LeafStatus, ProofGame};
use super::numbers::{INFINITE, Side};
use super::solver::Solver;
use super::table::Entry;
use crate::base::{Budget, Stop};

impl<G: ProofGame> Solver<'_, G> {
    /// The zone of a win of the player to move at `position` by the moves that win at `model`, if they do.
    pub(super) fn follow(
        &mut self,
        model: &G::Position,
        position: &G::Position,
        budget: &mut Budget,
    ) -> Result<Option<G::Zone>, Stop> {
        let start = budget.spent();
        let winner = Side::of(self.game.is_prover_to_move(position));
        let Some(entry) = self.known(model, self.game.key(model)) else {
            return Ok(None);
        };
        let Some(mv) = entry.best.filter(|_| winner.has_won(entry.numbers)) else {
            return Ok(None);
        };
        let next = self.game.after(position, mv);
        let (Some(model), Some(next)) = (self.game.after(model, mv), next) else {
            return Ok(None);
        };
        let after = self.follow_from(winner, &model, &next, budget)?;
        Ok(after.map(|after| {
            let zone = self.game.zone_of_move(position, mv, &after);
            self.keep(winner, position, Some(mv), zone, budget.spent() - start);
            zone
        }))
    }

    /// The same in a position that may be settled, with either side to move.
    fn follow_from(
        &mut self,
        winner: Side,
        model: &G::Position,
        position: &G::Position,
        budget: &mut Budget,
    ) -> Result<Option<G::Zone>, Stop> {
        let key = self.game.key(position);
        if self.is_on_path(key) {
            return Ok(None);
        }
        if let Some(entry) = self.known(position, key) {
            if entry.path == 0 && winner.has_won(entry.numbers) {
                return Ok(entry.zone);
            }
            if !entry.numbers.is_open() {
                return Ok(None);
            }
        } else {
            budget.spend(1)?;
            match (self.game.evaluate(position), winner) {
                (LeafStatus::Proved(zone), Side::Prover)
                | (LeafStatus::Disproved(zone), Side::Refuter) => return Ok(Some(zone)),
                (LeafStatus::Proved(_) | LeafStatus::Disproved(_), _) => return Ok(None),
                (LeafStatus::Open(_), _) => {}
            }
        }
        self.enter(key);
        let zone = if Side::of(self.game.is_prover_to_move(position)) == winner {
            self.follow(model, position, budget)
        } else {
            self.follow_replies(winner, model, position, budget)
        };
        self.leave(key);
        zone
    }

    /// The same where the loser is to move: the win that is followed must answer every move that matters.
    fn follow_replies(
        &mut self,
        winner: Side,
        model: &G::Position,
        position: &G::Position,
        budget: &mut Budget,
    ) -> Result<Option<G::Zone>, Stop> {
        let start = budget.spent();
        let mut waiting = Vec::new();
        self.game.expand(position, &mut waiting);
        let mut lost = Vec::new();
        let mut zone = self.game.whole();
        while let Some(n) = waiting
            .iter()
            .position(|successor| self.game.matters(successor.mv, &zone))
        {
            let successor = waiting.remove(n);
            let Some(model) = self.game.after(model, successor.mv) else {
                return Ok(None);
            };
            let after = self.follow_from(winner, &model, &successor.position, budget)?;
            let Some(after) = after else {
                return Ok(None);
            };
            if self.game.is_null(successor.mv, &successor.position) {
                let base = self.game.zone_of_lost(position, &[(successor.mv, after)]);
                waiting.retain(|other| self.game.matters(other.mv, &base));
            }
            lost.push((successor.mv, after));
            zone = self.game.zone_of_lost(position, &lost);
        }
        self.keep(winner, position, None, zone, budget.spent() - start);
        Ok(Some(zone))
    }

    /// Keeps a win.
    fn keep(
        &mut self,
        winner: Side,
        position: &G::Position,
        best: Option<G::Move>,
        zone: G::Zone,
        n_nodes: u64,
    ) {
        self.table.put(Entry {
            key: self.game.key(position),
            path: 0,
            numbers: winner.numbers(0, INFINITE),
            work: u32::try_from(n_nodes).unwrap_or(u32::MAX),
            generation: 0,
            best,
            zone: Some(zone),
        });
    }
}
