//! Tiny, miny and `0^n|G`, their recognition, and atomic weights.
//!
//! Source: McMillen (2010), table 2.1 and section 2.5; Siegel, *Combinatorial Game Theory* (2013), II.7, for the
//! atomic weight.

use super::GameError;
use super::dyadic::Dyadic;
use super::game::Games;
use super::game_id::GameId;
use super::interval::Interval;
use super::keys::Unary;
use super::player::Player;
use super::upstar::UpStar;

/// A tiny or a miny, with the game that it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TinyOrMiny {
    /// `+_G = {0 || 0 | -G}`.
    Tiny(GameId),
    /// `-_G = {G | 0 || 0}`.
    Miny(GameId),
}

impl Games {
    /// Tiny G: `{0 || 0 | -G}`.
    ///
    /// # Errors
    /// If G is not greater than some positive number, or a limit is reached.
    pub fn tiny(&mut self, game: GameId) -> Result<GameId, GameError> {
        if !self.stops(game)?.right.is_positive() {
            return Err(GameError::NotPositive);
        }
        let negative = self.negative(game)?;
        self.zeros(2, negative)
    }

    /// Miny G: `{G | 0 || 0}`, the negative of tiny G.
    ///
    /// # Errors
    /// If G is not greater than some positive number, or a limit is reached.
    pub fn miny(&mut self, game: GameId) -> Result<GameId, GameError> {
        let tiny = self.tiny(game)?;
        self.negative(tiny)
    }

    /// `0^n | G`: G for `n = 0`, else `{0 | 0^(n-1) | G}`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn zeros(&mut self, n: u32, game: GameId) -> Result<GameId, GameError> {
        (0..n).try_fold(game, |game, _| self.game(&[GameId::ZERO], &[game]))
    }

    /// Tiny or miny, if the game is one. G may be any game above a positive number.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(crate) fn as_tiny_or_miny(
        &mut self,
        game: GameId,
    ) -> Result<Option<TinyOrMiny>, GameError> {
        if !game.number.is_zero() || game.part.as_upstar().is_some() {
            return Ok(None);
        }
        if let Some(inner) = self.threat_behind_zeros(game, Player::Left)? {
            let size = self.negative(inner)?;
            if self.stops(size)?.right.is_positive() {
                return Ok(Some(TinyOrMiny::Tiny(size)));
            }
        }
        if let Some(size) = self.threat_behind_zeros(game, Player::Right)?
            && self.stops(size)?.right.is_positive()
        {
            return Ok(Some(TinyOrMiny::Miny(size)));
        }
        Ok(None)
    }

    /// The game X of `{0 | {0 | X}}` (for Left), or of `{{X | 0} | 0}` (for Right).
    fn threat_behind_zeros(
        &self,
        game: GameId,
        player: Player,
    ) -> Result<Option<GameId>, GameError> {
        let Some(threat) = self.behind_zero(game, player)? else {
            return Ok(None);
        };
        self.behind_zero(threat, player)
    }

    /// The only option of the opponent, if the only option of `player` is 0.
    fn behind_zero(&self, game: GameId, player: Player) -> Result<Option<GameId>, GameError> {
        if game.is_number() {
            return Ok(None);
        }
        let own = self.part_options(game.part, player);
        let other = self.part_options(game.part, player.opponent());
        if own.len() != 1 || other.len() != 1 {
            return Ok(None);
        }
        let own = own.get(0).plus_number(game.number)?;
        let other = other.get(0).plus_number(game.number)?;
        Ok((own == GameId::ZERO).then_some(other))
    }

    /// The atomic weight of an all-small game: the number of ups that it is worth, as a game.
    ///
    /// # Errors
    /// If the game is not all small, or a limit is reached.
    pub fn atomic_weight(&mut self, game: GameId) -> Result<GameId, GameError> {
        if !game.number.is_zero() {
            return Err(GameError::NotAllSmall);
        }
        if let Some(value) = game.part.as_upstar() {
            return Ok(GameId::from_number(i32::from(value.ups).into()));
        }
        self.memoised(Unary::AtomicWeight, game, Dyadic::ZERO, |games| {
            games.atomic_weight_by_options(game)
        })
    }

    fn atomic_weight_by_options(&mut self, game: GameId) -> Result<GameId, GameError> {
        let mut lists = [Vec::new(), Vec::new()];
        for (list, player, less) in [(0, Player::Left, -2), (1, Player::Right, 2)] {
            for option in self.options(game, player)? {
                let weight = self.atomic_weight(option)?.plus_number(less.into())?;
                lists[list].push(weight);
            }
        }
        let weight = self.game(&lists[0], &lists[1])?;
        if weight.as_number().is_none_or(|value| !value.is_integer()) {
            return Ok(weight);
        }
        let star = self.far_star(game)?;
        if self.at_most(star, game)? {
            let room = self.number_room(&[], &lists[1])?;
            return Ok(largest_integer(room).unwrap_or(weight));
        }
        if self.at_most(game, star)? {
            let room = self.number_room(&lists[0], &[])?;
            return Ok(smallest_integer(room).unwrap_or(weight));
        }
        Ok(GameId::ZERO)
    }

    /// A nimber `*2^k` larger than every nimber in the game. It serves as the far star.
    fn far_star(&mut self, game: GameId) -> Result<GameId, GameError> {
        let largest = self.largest_nimber(game)?;
        let far = largest.numerator().unsigned_abs() + 1;
        self.nimber(u64::try_from(far.next_power_of_two()).unwrap_or(u64::MAX))
    }

    fn largest_nimber(&mut self, game: GameId) -> Result<Dyadic, GameError> {
        if let Some(value) = game.part.as_upstar() {
            return Ok(i32::from(value.nimber | 1).into());
        }
        let largest = self.memoised(Unary::LargestNimber, game, Dyadic::ZERO, |games| {
            let mut largest = Dyadic::ZERO;
            for player in [Player::Left, Player::Right] {
                for option in games.options(game, player)? {
                    largest = largest.max(games.largest_nimber(option)?);
                }
            }
            Ok(GameId::from_number(largest))
        })?;
        Ok(largest.number)
    }
}

/// The largest integer of an interval that has only an upper end.
fn largest_integer(room: Interval) -> Option<GameId> {
    let end = room.upper?;
    let mut value = end.at.floor();
    value -= i128::from(end.open && end.at.is_integer());
    Dyadic::integer(value).ok().map(GameId::from_number)
}

/// The smallest integer of an interval that has only a lower end.
fn smallest_integer(room: Interval) -> Option<GameId> {
    let end = room.lower?;
    let mut value = end.at.ceil();
    value += i128::from(end.open && end.at.is_integer());
    Dyadic::integer(value).ok().map(GameId::from_number)
}

/// The `n` for which a multiple of up (with or without star) is `0^n|0`, if there is one.
#[must_use]
pub(crate) fn zeros_over_zero(value: UpStar) -> Option<u32> {
    let ups = u32::try_from(value.ups).ok()?;
    let star = (ups + 1) % 2;
    (value.nimber == star as u16).then_some(ups + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_over_zero_are_ups() {
        let mut games = Games::default();
        for n in 1..12 {
            let game = games.zeros(n, GameId::ZERO).unwrap();
            let expected = games.ups(i64::from(n) - 1, u64::from(n % 2)).unwrap();
            assert_eq!(game, expected, "{n}");
            let value = game.part.as_upstar().unwrap();
            assert_eq!(zeros_over_zero(value), Some(n));
        }
    }

    #[test]
    fn tinies_and_minies_are_recognised_at_any_size() {
        let mut games = Games::default();
        for size in [Dyadic::ONE, Dyadic::new(3, 2).unwrap(), 5.into()] {
            let hot = games.switch(size.plus(3.into()).unwrap(), size).unwrap();
            for size in [GameId::from_number(size), hot] {
                let tiny = games.tiny(size).unwrap();
                let miny = games.miny(size).unwrap();
                assert_eq!(
                    games.as_tiny_or_miny(tiny),
                    Ok(Some(TinyOrMiny::Tiny(size)))
                );
                assert_eq!(
                    games.as_tiny_or_miny(miny),
                    Ok(Some(TinyOrMiny::Miny(size)))
                );
            }
        }
        assert_eq!(games.tiny(GameId::ZERO), Err(GameError::NotPositive));
    }

    #[test]
    fn atomic_weights() {
        let mut games = Games::default();
        let up = |ups, nimber| games.ups(ups, nimber).unwrap();
        let [down, up2, down2, up3, star] = [up(-1, 0), up(2, 0), up(-2, 0), up(3, 0), up(0, 1)];
        let down3 = up(-3, 0);
        let mut check = |left: GameId, right: GameId, expected: &[(i32, u32)]| {
            let game = games.game(&[left], &[right]).unwrap();
            let weight = games.atomic_weight(game).unwrap();
            let numbers: Vec<_> = expected
                .iter()
                .map(|&(n, k)| Dyadic::new(n.into(), k).unwrap())
                .collect();
            let expected = match numbers[..] {
                [left, right] => games.switch(left, right).unwrap(),
                _ => GameId::from_number(numbers[0]),
            };
            assert_eq!(weight, expected);
        };
        check(up2, down, &[(1, 1)]);
        check(up2, down2, &[(0, 0), (0, 0)]);
        check(up3, down3, &[(1, 0), (-1, 0)]);
        check(up2, star, &[(1, 0)]);
    }
}
