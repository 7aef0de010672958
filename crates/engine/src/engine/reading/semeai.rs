//! Races between two groups.

use super::best_move::BestMove;
use super::error::ReadingError;
use super::position::PositionReading;
use crate::board::Point;
use crate::tactics::ko::Success;
use crate::tsumego::Goal;
use crate::tsumego::semeai::{SemeaiResult, read_semeai};

impl PositionReading<'_> {
    /// A race between the groups on two points; the owner of the first one moves first. The answer is an estimate that
    /// proofs about either group bound. That the second group is not attacked with success does not mean that it can't
    /// be killed: its capture may cost the first group.
    ///
    /// # Errors
    /// If a point is empty, or both groups are of one color.
    pub fn semeai(&mut self, own: Point, other: Point) -> Result<SemeaiResult, ReadingError> {
        self.owner(own)?;
        self.owner(other)?;
        let (nodes, limits) = (self.budgets.race, self.limits.clone());
        let race = read_semeai(&mut self.life, self.board, (own, other), nodes, &limits);
        self.within_proofs(race.ok_or(ReadingError::OneColor)?, own, other)
    }

    fn within_proofs(
        &mut self,
        mut race: SemeaiResult,
        own: Point,
        other: Point,
    ) -> Result<SemeaiResult, ReadingError> {
        let kill = self.question(other, Goal::Kill)?;
        let most = self.life.bounds(self.board, &kill).most;
        if race.attack > most {
            let saved = BestMove::of_reading(&self.life_of(own, Goal::Live)?);
            (race.attack, race.defense, race.mv) = (most, saved.success, saved.mv);
        }
        // A group that is shut in by a dead one has won the race, though its own stones may be taken.
        if race.attack == Success::Clean && race.mv.is_none() {
            return Ok(race);
        }
        let save = self.question(own, Goal::Live)?;
        let allowed = self.life.bounds(self.board, &save).clamp(race.defense);
        if allowed != race.defense {
            race.defense = allowed;
            race.mv = self.life_of(own, Goal::Live)?.first();
        }
        Ok(race)
    }
}
