//! Reduced canonical forms: games up to infinitesimals.
//!
//! Two games have the same reduced canonical form exactly if their difference is infinitesimal.
//! Source: Calistrate, "The reduced canonical form of a game" (1996); Grossman and Siegel, "Reductions of partizan
//! games" (2009).

use super::GameError;
use super::dyadic::Dyadic;
use super::game::Games;
use super::game_id::GameId;
use super::keys::Unary;
use super::upstar::UpStar;

impl Games {
    /// The reduced canonical form: the game is heated by `*`, then the stars are removed.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn reduced(&mut self, game: GameId) -> Result<GameId, GameError> {
        let heated = self.star_heated(game)?;
        self.star_projection(heated)
    }

    /// `{heated(G^L) + * | heated(G^R) + *}`; numbers stay.
    fn star_heated(&mut self, game: GameId) -> Result<GameId, GameError> {
        if game.is_number() {
            return Ok(game);
        }
        let part = game.plus_number(-game.number)?;
        let heated = self.memoised(Unary::StarHeat, part, Dyadic::ZERO, |games| {
            games.map_options(part, |games, _, option| {
                let heated = games.star_heated(option)?;
                games.sum(heated, GameId::from_upstar(UpStar::STAR))
            })
        })?;
        Ok(heated.plus_number(game.number)?)
    }

    /// `x` for `x` and for `x*`; in all other games every option is projected.
    fn star_projection(&mut self, game: GameId) -> Result<GameId, GameError> {
        if let Some((value, UpStar::ZERO | UpStar::STAR)) = game.as_number_upstar() {
            return Ok(GameId::from_number(value));
        }
        self.memoised(Unary::StarProjection, game, Dyadic::ZERO, |games| {
            games.map_options(game, |games, _, option| games.star_projection(option))
        })
    }
}
