//! Exact thermographs: walls, mast, temperature and mean, with the part below temperature 0.
//!
//! Walls are computed once for each part with each fraction of the number. Adding an integer only translates them.
//! Adding a fraction does not: below temperature 0 the thermograph of 1/2 is not a translate of that of 0. So the
//! fraction is in the key. Source: Berlekamp, Conway and Guy, *Winning Ways* (1982), chapter 6; Siegel,
//! *Combinatorial Game Theory* (2013), II.5; Berlekamp, "The Economist's View of Combinatorial Games" (1996) for the
//! range below 0.

use std::fmt;

use super::GameError;
use super::dyadic::{Dyadic, Overflow};
use super::game::Games;
use super::game_id::{GameId, PartId};
use super::keys::PairKey;
use super::player::{Player, number_option};
use super::thermograph_store::StoredThermograph;
use super::upstar::UpStar;
use super::wall::{self, Envelope, Scalar, Segment};

/// The lowest temperature.
const BOTTOM: i32 = -1;

/// The thermograph of a game: from temperature -1 on for finite games, from 0 on for kos.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph<S = Dyadic> {
    /// The left wall: the left stop of the game cooled by t, as a function of t.
    pub left: Vec<Segment<S>>,
    /// The right wall.
    pub right: Vec<Segment<S>>,
    /// The value of the mast.
    pub mean: S,
    /// Where the mast begins.
    pub temperature: S,
}

impl<S: Scalar> Thermograph<S> {
    /// The wall of one player.
    #[must_use]
    pub fn wall(&self, player: Player) -> &[Segment<S>] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The stop of the game cooled by `temperature` (not below the beginning of the walls) when `player` starts.
    ///
    /// # Errors
    /// If a number does not fit.
    pub fn stop(&self, player: Player, temperature: S) -> Result<S, Overflow> {
        wall::value_at(self.wall(player), temperature)
    }
}

impl<S: fmt::Display> fmt::Display for Thermograph<S> {
    /// The corners of both walls as `(value, temperature)` from the lowest temperature up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, side) in [("left", &self.left), ("; right", &self.right)] {
            write!(f, "{name}")?;
            for piece in side {
                write!(f, " ({}, {})", piece.value, piece.from)?;
            }
        }
        write!(f, "; mean {}, temperature {}", self.mean, self.temperature)
    }
}

/// Buffers for scaffolds under construction.
#[derive(Debug, Default)]
struct ScaffoldBuffers {
    best: Vec<Segment<Dyadic>>,
    option: Vec<Segment<Dyadic>>,
    merged: Vec<Segment<Dyadic>>,
}

impl Games {
    /// The thermograph of a game, exact, from temperature -1 up. Memoised.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn thermograph(&mut self, game: GameId) -> Result<Thermograph, GameError> {
        let (whole, record) = self.thermograph_record(game)?;
        let moved = |side: &[Segment<Dyadic>]| {
            side.iter()
                .map(|piece| {
                    Ok(Segment {
                        value: piece.value.plus(whole)?,
                        ..*piece
                    })
                })
                .collect::<Result<Vec<_>, Overflow>>()
        };
        Ok(Thermograph {
            left: moved(self.thermographs.wall(record, Player::Left))?,
            right: moved(self.thermographs.wall(record, Player::Right))?,
            mean: record.mean.plus(whole)?,
            temperature: record.temperature,
        })
    }

    /// The temperature of a game; `-1/2^k` for a number `m/2^k`, at least 0 for others.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn temperature(&mut self, game: GameId) -> Result<Dyadic, GameError> {
        match game.as_number_upstar() {
            Some((value, UpStar::ZERO)) => Ok(-value.ulp()),
            Some(_) => Ok(Dyadic::ZERO),
            None => Ok(self.part_thermograph(game.part)?.temperature),
        }
    }

    /// The mean of a game: the value of its mast.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn mean(&mut self, game: GameId) -> Result<Dyadic, GameError> {
        if game.part.as_upstar().is_some() {
            return Ok(game.number);
        }
        let mean = self.part_thermograph(game.part)?.mean;
        Ok(mean.plus(game.number)?)
    }

    /// The stop of the game cooled by `temperature` (at least 0) when `player` starts; without copying the walls.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn cooled_stop(
        &mut self,
        game: GameId,
        player: Player,
        temperature: Dyadic,
    ) -> Result<Dyadic, GameError> {
        if game.part.as_upstar().is_some() {
            return Ok(game.number);
        }
        let record = self.part_thermograph(game.part)?;
        let side = self.thermographs.wall(record, player);
        Ok(wall::value_at(side, temperature)?.plus(game.number)?)
    }

    /// The thermograph of a part alone. For temperatures of at least 0 it serves all number translates of the part.
    fn part_thermograph(&mut self, part: PartId) -> Result<StoredThermograph, GameError> {
        let game = GameId {
            number: Dyadic::ZERO,
            part,
        };
        Ok(self.thermograph_record(game)?.1)
    }

    /// The stored thermograph of a game, and the integer by which it has to be translated.
    fn thermograph_record(
        &mut self,
        game: GameId,
    ) -> Result<(Dyadic, StoredThermograph), GameError> {
        let (whole, fraction) = game.number.split();
        let part = game
            .part
            .as_upstar()
            .map_or(game.part, |value| PartId::symbolic(thermal_twin(value)));
        let key = PairKey {
            first: part,
            second: PartId::NUMBER,
            number: fraction,
        };
        if let Some(known) = self.thermographs.records.get(&key) {
            return Ok((whole, known));
        }
        if self.depth == 0 && self.thermographs.pool.len() > self.thermographs.limit {
            self.thermographs.clear();
        }
        self.enter()?;
        let record = self.build_thermograph(GameId {
            number: fraction,
            part,
        });
        self.leave();
        let record = record?;
        self.thermographs.records.insert(key, record);
        Ok((whole, record))
    }

    fn build_thermograph(&mut self, game: GameId) -> Result<StoredThermograph, GameError> {
        let bottom = Dyadic::from(BOTTOM);
        let mast = [Segment::vertical(bottom, game.number)];
        if game.is_number() && game.number.is_integer() {
            return self.store_thermograph(&mast, &mast, (bottom, game.number));
        }
        let left = self.scaffold(game, Player::Left)?;
        let right = self.scaffold(game, Player::Right)?;
        let foot = wall::mast_foot(&left, &right)?.ok_or(Overflow)?;
        let mut capped = [Vec::new(), Vec::new()];
        wall::capped(&left, foot, &mut capped[0]);
        wall::capped(&right, foot, &mut capped[1]);
        let [left, right] = capped;
        let top = |side: &[Segment<Dyadic>]| side.last().map_or(bottom, |piece| piece.from);
        let temperature = top(&left).max(top(&right));
        self.store_thermograph(&left, &right, (temperature, foot.1))
    }

    /// The best of the opponent's walls of the options of `player`, less the tax for the move.
    fn scaffold(
        &mut self,
        game: GameId,
        player: Player,
    ) -> Result<Vec<Segment<Dyadic>>, GameError> {
        let mut scratch = ScaffoldBuffers::default();
        if let Some(value) = game.as_number() {
            if let Some(option) = number_option(value, player)? {
                self.add_to_scaffold(GameId::from_number(option), player, &mut scratch)?;
            }
        } else {
            for index in 0..self.part_options(game.part, player).len() {
                let option = self.part_options(game.part, player).get(index);
                let option = option.plus_number(game.number)?;
                self.add_to_scaffold(option, player, &mut scratch)?;
            }
        }
        let tax = match player {
            Player::Left => -1,
            Player::Right => 1,
        };
        wall::tilt(&mut scratch.best, tax)?;
        Ok(scratch.best)
    }

    fn add_to_scaffold(
        &mut self,
        option: GameId,
        player: Player,
        scratch: &mut ScaffoldBuffers,
    ) -> Result<(), GameError> {
        let (whole, record) = self.thermograph_record(option)?;
        self.budget
            .work(scratch.best.len() + usize::from(record.n_left) + usize::from(record.n_right))?;
        scratch.option.clear();
        for piece in self.thermographs.wall(record, player.opponent()) {
            scratch.option.push(Segment {
                value: piece.value.plus(whole)?,
                ..*piece
            });
        }
        if scratch.best.is_empty() {
            std::mem::swap(&mut scratch.best, &mut scratch.option);
            return Ok(());
        }
        let which = match player {
            Player::Left => Envelope::Max,
            Player::Right => Envelope::Min,
        };
        scratch.merged.clear();
        wall::envelope(&scratch.best, &scratch.option, which, &mut scratch.merged)?;
        std::mem::swap(&mut scratch.best, &mut scratch.merged);
        Ok(())
    }

    fn store_thermograph(
        &mut self,
        left: &[Segment<Dyadic>],
        right: &[Segment<Dyadic>],
        (temperature, mean): (Dyadic, Dyadic),
    ) -> Result<StoredThermograph, GameError> {
        self.budget.work(left.len() + right.len())?;
        let limit = self.thermographs.limit;
        // A full store is emptied between two questions. One question may fill it twice over.
        if self.thermographs.pool.len() / 2 > limit {
            return Err(GameError::Full { limit });
        }
        let pool = &mut self.thermographs.pool;
        let record = StoredThermograph {
            start: u32::try_from(pool.len()).map_err(|_| Overflow)?,
            n_left: u16::try_from(left.len()).map_err(|_| Overflow)?,
            n_right: u16::try_from(right.len()).map_err(|_| Overflow)?,
            mean,
            temperature,
        };
        pool.extend_from_slice(left);
        pool.extend_from_slice(right);
        Ok(record)
    }
}

/// A simple game with the same thermograph, from temperature -1 on: `*` for nimbers, `^*` and `v*`; `^` or `v` for
/// the rest. All have mean 0 and temperature 0, and below 0 only the first move and the first reply count.
fn thermal_twin(value: UpStar) -> UpStar {
    match (value.ups, value.nimber) {
        (0, nimber) => UpStar {
            ups: 0,
            nimber: nimber.min(1),
        },
        (1 | -1, 1) => UpStar::STAR,
        (ups, _) => UpStar {
            ups: ups.signum(),
            nimber: 0,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(game: impl FnOnce(&mut Games) -> Result<GameId, GameError>, expected: &str) {
        let mut games = Games::default();
        let game = game(&mut games).unwrap();
        assert_eq!(games.thermograph(game).unwrap().to_string(), expected);
    }

    #[test]
    fn integers_fractions_and_switches() {
        check(
            |games| games.integer(3),
            "left (3, -1); right (3, -1); mean 3, temperature -1",
        );
        check(
            |_| Ok(GameId::from_number(Dyadic::new(3, 2)?)),
            "left (1, -1) (1, -1/2) (3/4, -1/4); right (0, -1) (3/4, -1/4); mean 3/4, temperature -1/4",
        );
        check(
            |games| games.switch(3.into(), (-2).into()),
            "left (4, -1) (1/2, 5/2); right (-3, -1) (1/2, 5/2); mean 1/2, temperature 5/2",
        );
    }

    #[test]
    fn twins_of_infinitesimals() {
        let star = "left (1, -1) (0, 0); right (-1, -1) (0, 0); mean 0, temperature 0";
        let up = "left (1, -1) (0, 0); right (0, -1); mean 0, temperature 0";
        for (ups, nimber, expected) in [(0, 7, star), (1, 1, star), (1, 0, up), (5, 3, up)] {
            check(|games| games.ups(ups, nimber), expected);
        }
    }
}
