//! Incentives: the gain of a move for the player who makes it.
//!
//! Source: McMillen (2010), section 2.8; Berlekamp and Wolfe, *Mathematical Go* (1994), chapter 5.

use super::GameError;
use super::game::Games;
use super::game_id::GameId;
use super::player::Player;

impl Games {
    /// The incentives of `player`: `G^L - G` for Left, `G - G^R` for Right, in the order of the canonical options.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn incentives(&mut self, game: GameId, player: Player) -> Result<Vec<GameId>, GameError> {
        let mut incentives = Vec::new();
        for option in self.options(game, player)? {
            incentives.push(self.incentive(game, option, player)?);
        }
        Ok(incentives)
    }

    /// What `player` gains by moving from `game` to `option`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn incentive(
        &mut self,
        game: GameId,
        option: GameId,
        player: Player,
    ) -> Result<GameId, GameError> {
        match player {
            Player::Left => self.difference(option, game),
            Player::Right => self.difference(game, option),
        }
    }
}
