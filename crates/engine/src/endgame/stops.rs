//! The score of a sum under best play, from the sum of the chilled games.
//!
//! In a region without seki every move changes the parity of the score. So chilling by one point and warming are
//! inverse up to a neutral point: the stops of a sum follow from its chilled sum, which stays small. If the chilled
//! game is an integer, that is the score. Otherwise the player who moves gets the tax of one point back.
//! Source: McMillen (2010), theorem 4 and corollary 1; Berlekamp and Wolfe, *Mathematical Go* (1994), chapter 3.

use std::collections::HashMap;

use crate::cgt::{Dyadic, GameError, GameId, Games, Player};

/// Scores of chilled games and parities of games, cached. Valid for one table of games.
#[derive(Debug, Default)]
pub(super) struct StopTable {
    stops: HashMap<(GameId, bool), i32>,
    parities: HashMap<GameId, Option<bool>>,
}

impl StopTable {
    /// The score of the game that `chilled` warms up to, when `player` starts.
    ///
    /// # Errors
    /// If the warmed game does not end in integers of reasonable size, or if a limit is reached.
    pub(super) fn score(
        &mut self,
        games: &Games,
        chilled: GameId,
        player: Player,
    ) -> Result<i32, GameError> {
        if let Some(number) = chilled.as_number().filter(|number| number.is_integer()) {
            return small(number);
        }
        let key = (chilled, player == Player::Left);
        if let Some(&score) = self.stops.get(&key) {
            return Ok(score);
        }
        let mut best: Option<i32> = None;
        for option in games.options(chilled, player)? {
            let rest = self.score(games, option, player.opponent())?;
            best = Some(match player {
                Player::Left => best.unwrap_or(i32::MIN).max(rest + 1),
                Player::Right => best.unwrap_or(i32::MAX).min(rest - 1),
            });
        }
        let score = best.ok_or(GameError::NotIntegerValued)?;
        self.stops.insert(key, score);
        Ok(score)
    }

    /// Whether the score is odd after an even number of moves, if all lines of play of the canonical form agree on
    /// that. If they do, the game can be chilled and warmed without loss.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn parity(
        &mut self,
        games: &Games,
        game: GameId,
    ) -> Result<Option<bool>, GameError> {
        if let Some(number) = game.as_number() {
            return Ok(number.is_integer().then(|| number.numerator() % 2 != 0));
        }
        if let Some(&known) = self.parities.get(&game) {
            return Ok(known);
        }
        let mut found: Option<Option<bool>> = None;
        for player in [Player::Left, Player::Right] {
            for option in games.options(game, player)? {
                let after = self.parity(games, option)?.map(|is_odd| !is_odd);
                found = match found {
                    None => Some(after),
                    Some(before) if before == after => found,
                    Some(_) => Some(None),
                };
            }
        }
        let parity = found.flatten();
        self.parities.insert(game, parity);
        Ok(parity)
    }
}

/// The number as a score.
fn small(number: Dyadic) -> Result<i32, GameError> {
    i32::try_from(number.numerator()).map_err(|_| GameError::NotIntegerValued)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cgt::parse_game;

    /// Checks the stops of warmed games, and that warming gives the same ones.
    fn check(chilled: &str, left: i32, right: i32) {
        let mut games = Games::default();
        let chilled = parse_game(&mut games, chilled).unwrap();
        let mut table = StopTable::default();
        let found =
            [Player::Left, Player::Right].map(|player| table.score(&games, chilled, player));
        assert_eq!(found, [Ok(left), Ok(right)]);
        let warmed = games.warm(chilled).unwrap();
        let stops = games.stops(warmed).unwrap();
        assert_eq!((stops.left, stops.right), (left.into(), right.into()));
        assert!(table.parity(&games, warmed).unwrap().is_some());
    }

    #[test]
    fn numbers_are_rounded_towards_the_player_who_starts() {
        check("3/4", 1, 0);
        check("-1/32", 0, -1);
        check("2", 2, 2);
    }

    #[test]
    fn infinitesimals_decide_ties() {
        check("*", 1, -1);
        check("^", 1, 0);
        check("^*", 1, -1);
        check("v*", 1, -1);
        check("{2|-1/2}", 3, -1);
    }

    #[test]
    fn mixed_ends_have_no_parity() {
        let mut games = Games::default();
        let game = parse_game(&mut games, "{3|{2|-1}}").unwrap();
        assert_eq!(StopTable::default().parity(&games, game), Ok(None));
    }
}
