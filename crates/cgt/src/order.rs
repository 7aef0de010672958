//! Comparison of games and outcome classes.
//!
//! The stops decide most comparisons at once. The others use Conway's recursion, memoised by the two parts and the
//! number by which they differ. Source: McMillen (2010), section 2.3.

use std::cmp::Ordering;

use super::GameError;
use super::dyadic::Dyadic;
use super::game::Games;
use super::game_id::{GameId, PartId};
use super::keys::PairKey;

/// Comparisons that cost at most this many nodes are not stored: computing them again is as fast.
pub(crate) const CHEAP: u64 = 2;

/// Which player wins a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left wins whichever side starts: the game is positive.
    Left,
    /// Right wins whichever side starts: the game is negative.
    Right,
    /// The player who starts wins: the game is confused with 0.
    First,
    /// The player who starts loses: the game is 0.
    Second,
}

impl Games {
    /// Whether `first <= second`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn at_most(&mut self, first: GameId, second: GameId) -> Result<bool, GameError> {
        if first == second {
            return Ok(true);
        }
        let number = second.number.minus(first.number)?;
        self.part_at_most(first.part, second.part, number)
    }

    /// Whether `first <= second + number`.
    pub(crate) fn part_at_most(
        &mut self,
        first: PartId,
        second: PartId,
        number: Dyadic,
    ) -> Result<bool, GameError> {
        if first == second {
            return Ok(!number.is_negative());
        }
        if number.is_negative() {
            return Ok(false);
        }
        let below = self.arena.part_stops(first);
        let above = self.arena.part_stops(second);
        if let Some(decided) = below.decide_at_most(&above.translate(number)?) {
            return Ok(decided);
        }
        if let (Some(a), Some(b)) = (first.as_upstar(), second.as_upstar()) {
            let difference = b.plus(a.negative())?;
            return Ok(difference.compare_with_zero().is_some_and(Ordering::is_ge));
        }
        let key = PairKey {
            first,
            second,
            number,
        };
        if let Some(known) = self.order_memo.get(&key) {
            return Ok(known);
        }
        let spent_before = self.budget.spent();
        self.enter()?;
        let answer = self.compare_by_options(first, second, number);
        self.leave();
        let answer = answer?;
        if self.budget.spent() - spent_before > CHEAP {
            self.order_memo.insert(key, answer);
        }
        Ok(answer)
    }

    /// Conway's definition: no left option of the first is `>=` the second, and the first is not `>=` a right
    /// option of the second.
    fn compare_by_options(
        &mut self,
        first: PartId,
        second: PartId,
        number: Dyadic,
    ) -> Result<bool, GameError> {
        self.budget
            .work(self.arena.left(first).len() + self.arena.right(second).len())?;
        for index in 0..self.arena.left(first).len() {
            let option = self.arena.left(first).get(index);
            if self.part_at_most(second, option.part, option.number.minus(number)?)? {
                return Ok(false);
            }
        }
        for index in 0..self.arena.right(second).len() {
            let option = self.arena.right(second).get(index);
            if self.part_at_most(option.part, first, -option.number.plus(number)?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How two games compare; `None` if they are confused.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn compare(
        &mut self,
        first: GameId,
        second: GameId,
    ) -> Result<Option<Ordering>, GameError> {
        if first == second {
            return Ok(Some(Ordering::Equal));
        }
        if self.at_most(first, second)? {
            return Ok(Some(Ordering::Less));
        }
        Ok(self.at_most(second, first)?.then_some(Ordering::Greater))
    }

    /// Which player wins the game, if the player who makes the last move wins. Constant time.
    ///
    /// # Errors
    /// If a number does not fit.
    pub fn outcome(&mut self, game: GameId) -> Result<Outcome, GameError> {
        Ok(match self.compare(game, GameId::ZERO)? {
            Some(Ordering::Greater) => Outcome::Left,
            Some(Ordering::Less) => Outcome::Right,
            Some(Ordering::Equal) => Outcome::Second,
            None => Outcome::First,
        })
    }
}
