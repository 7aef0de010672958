//! Negative, sum, difference, multiples and birthdays.
//!
//! Numbers and symbolic infinitesimals are added directly; for all other games the sum of the two parts is memoised.
//! Source: McMillen (2010), sections 2.2 and 2.6.

use super::GameError;
use super::arena::take_right_stop;
use super::dyadic::Dyadic;
use super::game::Games;
use super::game_id::{GameId, PartId, Stops};
use super::keys::{PairKey, Unary};
use super::player::Player;

impl Games {
    /// The negative: the players change sides.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn negative(&mut self, game: GameId) -> Result<GameId, GameError> {
        let part = self.negative_part(game.part)?;
        Ok(part.plus_number(-game.number)?)
    }

    fn negative_part(&mut self, part: PartId) -> Result<GameId, GameError> {
        if let Some(value) = part.as_upstar() {
            return Ok(GameId::from_upstar(value.negative()));
        }
        let game = GameId {
            number: Dyadic::ZERO,
            part,
        };
        self.memoised(Unary::Negative, game, Dyadic::ZERO, |games| {
            let mut left = games.negatives_of(part, Player::Right)?;
            let mut right = games.negatives_of(part, Player::Left)?;
            let stops = games.arena.part_stops(part);
            let mut stops = Stops {
                left: -stops.right,
                right: -stops.left,
                at_most_left: stops.at_least_right,
                at_least_right: stops.at_most_left,
            };
            let number = take_right_stop(&mut left, &mut right, &mut stops)?;
            let part = games.arena.intern(&mut left, &mut right, stops);
            games.give_list(left);
            games.give_list(right);
            Ok(GameId {
                number,
                part: part?,
            })
        })
    }

    fn negatives_of(&mut self, part: PartId, player: Player) -> Result<Vec<GameId>, GameError> {
        let mut list = self.take_list();
        for index in 0..self.part_options(part, player).len() {
            let option = self.part_options(part, player).get(index);
            list.push(self.negative(option)?);
        }
        Ok(list)
    }

    /// The sum of two games.
    ///
    /// Constant time if one of them is a number, or if each is a number plus a multiple of up plus a nimber.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn sum(&mut self, first: GameId, second: GameId) -> Result<GameId, GameError> {
        let number = first.number.plus(second.number)?;
        Ok(self
            .part_sum(first.part, second.part)?
            .plus_number(number)?)
    }

    fn part_sum(&mut self, first: PartId, second: PartId) -> Result<GameId, GameError> {
        let whole = |part| GameId {
            number: Dyadic::ZERO,
            part,
        };
        if first == PartId::NUMBER {
            return Ok(whole(second));
        }
        if second == PartId::NUMBER {
            return Ok(whole(first));
        }
        if let (Some(a), Some(b)) = (first.as_upstar(), second.as_upstar()) {
            return Ok(GameId::from_upstar(a.plus(b)?));
        }
        let key = PairKey {
            first: first.min(second),
            second: first.max(second),
            number: Dyadic::ZERO,
        };
        if let Some(known) = self.sum_memo.get(&key) {
            return Ok(known);
        }
        self.enter()?;
        let sum = self.sum_by_options(key.first, key.second);
        self.leave();
        let sum = sum?;
        self.sum_memo.insert(key, sum);
        Ok(sum)
    }

    fn sum_by_options(&mut self, first: PartId, second: PartId) -> Result<GameId, GameError> {
        let mut left = self.take_list();
        let mut right = self.take_list();
        for (list, player) in [(&mut left, Player::Left), (&mut right, Player::Right)] {
            for (moved, kept) in [(first, second), (second, first)] {
                self.budget.work(self.part_options(moved, player).len())?;
                for index in 0..self.part_options(moved, player).len() {
                    let option = self.part_options(moved, player).get(index);
                    let sum = self.part_sum(option.part, kept)?;
                    list.push(sum.plus_number(option.number)?);
                }
            }
        }
        let sum = self.canonical(&mut left, &mut right);
        self.give_list(left);
        self.give_list(right);
        sum
    }

    /// `first - second`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn difference(&mut self, first: GameId, second: GameId) -> Result<GameId, GameError> {
        let negative = self.negative(second)?;
        self.sum(first, negative)
    }

    /// The sum of all games of a list.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn total(&mut self, games: &[GameId]) -> Result<GameId, GameError> {
        let mut total = GameId::ZERO;
        for &game in games {
            total = self.sum(total, game)?;
        }
        Ok(total)
    }

    /// `factor` copies of the game; copies of the negative if below 0. Logarithmic in the factor.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn multiple(&mut self, factor: i64, game: GameId) -> Result<GameId, GameError> {
        let mut power = if factor < 0 {
            self.negative(game)?
        } else {
            game
        };
        let mut rest = factor.unsigned_abs();
        let mut total = GameId::ZERO;
        while rest > 0 {
            if rest & 1 == 1 {
                total = self.sum(total, power)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.sum(power, power)?;
            }
        }
        Ok(total)
    }

    /// The birthday: the height of the tree of the canonical form.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn birthday(&mut self, game: GameId) -> Result<u128, GameError> {
        if let Some(value) = game.as_number() {
            return Ok(number_birthday(value));
        }
        let birthday = self.memoised(Unary::Birthday, game, Dyadic::ZERO, |games| {
            let mut latest = 0;
            for player in [Player::Left, Player::Right] {
                for index in 0..games.part_options(game.part, player).len() {
                    let option = games.part_options(game.part, player).get(index);
                    let option = option.plus_number(game.number)?;
                    latest = latest.max(games.birthday(option)?);
                }
            }
            games.integer((latest + 1).cast_signed())
        })?;
        Ok(birthday.number.numerator().unsigned_abs())
    }
}

/// For the integers `n` and `-n`: `n`. For fractions: whole part plus exponent plus one.
fn number_birthday(value: Dyadic) -> u128 {
    let whole = value.abs().floor().unsigned_abs();
    if value.is_integer() {
        whole
    } else {
        whole + 1 + u128::from(value.exponent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::number_option;

    #[test]
    fn number_birthdays_follow_the_options() {
        for numerator in -40i128..=40 {
            for exponent in 0..4 {
                let value = Dyadic::new(numerator, exponent).unwrap();
                let by_options = [Player::Left, Player::Right]
                    .into_iter()
                    .filter_map(|player| number_option(value, player).unwrap())
                    .map(|option| number_birthday(option) + 1)
                    .max()
                    .unwrap_or(0);
                assert_eq!(number_birthday(value), by_options, "{value}");
            }
        }
    }
}
