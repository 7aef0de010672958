//! Cooling, chilling, warming and heating.
//!
//! All four work on the canonical form. Source: Conway, *On Numbers and Games* (1976), chapter 9; Berlekamp and
//! Wolfe, *Mathematical Go* (1994), chapter 3; McMillen (2010), sections 2.10 and 2.11.

use super::GameError;
use super::dyadic::Dyadic;
use super::game::Games;
use super::game_id::GameId;
use super::keys::Unary;
use super::player::{Player, number_option};
use super::upstar::UpStar;

/// `*`.
const STAR: UpStar = UpStar::STAR;

impl Games {
    /// The game cooled by `t`: every move costs a tax of `t`, until the game freezes at its mean.
    ///
    /// For `t >= 0` this depends on the value only; below 0 it depends on the canonical form.
    ///
    /// # Errors
    /// If `t` is below -1, or a limit is reached.
    pub fn cool(&mut self, game: GameId, t: Dyadic) -> Result<GameId, GameError> {
        if t < Dyadic::from(-1) {
            return Err(GameError::TooCold);
        }
        if t.is_zero() {
            return Ok(game);
        }
        if t.is_negative() {
            return self.cool_form(game, t);
        }
        if game.is_number() {
            return Ok(game);
        }
        let part = game.plus_number(-game.number)?;
        Ok(self.cool_form(part, t)?.plus_number(game.number)?)
    }

    fn cool_form(&mut self, game: GameId, t: Dyadic) -> Result<GameId, GameError> {
        if game.as_number().is_some_and(Dyadic::is_integer) {
            return Ok(game);
        }
        if self.temperature(game)? < t {
            return Ok(GameId::from_number(self.mean(game)?));
        }
        self.memoised(Unary::Cool, game, t, |games| {
            games.map_options(game, |games, player, option| {
                let tax = match player {
                    Player::Left => -t,
                    Player::Right => t,
                };
                Ok(games.cool(option, t)?.plus_number(tax)?)
            })
        })
    }

    /// The chilled game f(G): as cooling by 1, but without freezing before the end.
    ///
    /// Equal to [`Self::cool`] by 1 for the values of elementary Go positions.
    ///
    /// # Errors
    /// If the game does not end in integers, or a limit is reached.
    pub fn chill(&mut self, game: GameId) -> Result<GameId, GameError> {
        if let Some((value, UpStar::ZERO | STAR)) = game.as_number_upstar() {
            return if value.is_integer() {
                Ok(GameId::from_number(value))
            } else {
                Err(GameError::NotIntegerValued)
            };
        }
        self.memoised(Unary::Chill, game, Dyadic::ZERO, |games| {
            games.map_options(game, |games, player, option| {
                let tax = match player {
                    Player::Left => Dyadic::from(-1),
                    Player::Right => Dyadic::ONE,
                };
                Ok(games.chill(option)?.plus_number(tax)?)
            })
        })
    }

    /// The warmed game: even integers stay, odd integers become `n*`, and every other move gains 1 for the mover.
    ///
    /// The inverse of chilling up to a `*`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn warm(&mut self, game: GameId) -> Result<GameId, GameError> {
        if let Some(value) = game.as_number().filter(|value| value.is_integer()) {
            return Ok(if value.numerator() % 2 == 0 {
                game
            } else {
                GameId {
                    number: value,
                    ..GameId::from_upstar(STAR)
                }
            });
        }
        self.memoised(Unary::Warm, game, Dyadic::ZERO, |games| {
            games.map_options(game, |games, player, option| {
                let gain = match player {
                    Player::Left => Dyadic::ONE,
                    Player::Right => Dyadic::from(-1),
                };
                Ok(games.warm(option)?.plus_number(gain)?)
            })
        })
    }

    /// The heated game: numbers stay; in all other games every move gains `t` for the mover.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn heat(&mut self, game: GameId, t: Dyadic) -> Result<GameId, GameError> {
        if game.is_number() {
            return Ok(game);
        }
        let part = game.plus_number(-game.number)?;
        let heated = self.memoised(Unary::Heat, part, t, |games| {
            games.map_options(part, |games, player, option| {
                let gain = match player {
                    Player::Left => t,
                    Player::Right => -t,
                };
                Ok(games.heat(option, t)?.plus_number(gain)?)
            })
        })?;
        Ok(heated.plus_number(game.number)?)
    }

    /// The game whose options are `change` of the canonical options of `game`.
    pub(crate) fn map_options(
        &mut self,
        game: GameId,
        mut change: impl FnMut(&mut Self, Player, GameId) -> Result<GameId, GameError>,
    ) -> Result<GameId, GameError> {
        let mut left = self.take_list();
        let mut right = self.take_list();
        for (list, player) in [(&mut left, Player::Left), (&mut right, Player::Right)] {
            if let Some(value) = game.as_number() {
                if let Some(option) = number_option(value, player)? {
                    list.push(change(self, player, GameId::from_number(option))?);
                }
                continue;
            }
            self.budget
                .work(self.part_options(game.part, player).len())?;
            for index in 0..self.part_options(game.part, player).len() {
                let option = self.part_options(game.part, player).get(index);
                list.push(change(self, player, option.plus_number(game.number)?)?);
            }
        }
        let changed = self.canonical(&mut left, &mut right);
        self.give_list(left);
        self.give_list(right);
        changed
    }
}
