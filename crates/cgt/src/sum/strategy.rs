//! Hotstrat, thermostrat and sentestrat: moves in a sum by temperature alone.
//!
//! None of them searches. Thermostrat guarantees the lower bound of `bounds`. All three can lose up to the ambient
//! temperature. They cannot distinguish infinitesimals, since all of these have temperature 0. Source: *Winning Ways*
//! (1982), chapter 6; Berlekamp, "The Economist's View of Combinatorial Games" (1996).

use super::SumMove;
use super::bounds;
use crate::GameError;
use crate::dyadic::Dyadic;
use crate::game::Games;
use crate::game_id::GameId;
use crate::player::Player;

/// A rule for choosing moves by thermographs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Play in the hottest component.
    Hotstrat,
    /// Play in the component that is widest at the temperature where the compound thermograph is best.
    Thermostrat,
    /// If the opponent's last move left a component hotter than the ambient temperature, answer there. Else play in
    /// the hottest component.
    Sentestrat,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Self; 3] = [Self::Hotstrat, Self::Thermostrat, Self::Sentestrat];
}

/// The history of the game that sentestrat needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The lowest temperature of the whole sum so far; `None` before the first move.
    pub ambient: Option<Dyadic>,
    /// The component that the opponent moved in last.
    pub last: Option<usize>,
}

/// The move that a strategy chooses for `player`; `None` if all components are numbers.
///
/// Ties go to the first component and the first option. `memory` is updated.
///
/// # Errors
/// If a limit of the table is reached.
pub fn choose(
    games: &mut Games,
    components: &[GameId],
    player: Player,
    strategy: Strategy,
    memory: &mut Memory,
) -> Result<Option<SumMove>, GameError> {
    let hot: Vec<usize> = (0..components.len())
        .filter(|&at| !components[at].is_number())
        .collect();
    let Some(&first) = hot.first() else {
        return Ok(None);
    };
    let mut hottest = (first, games.temperature(components[first])?);
    for &at in &hot[1..] {
        let t = games.temperature(components[at])?;
        if t > hottest.1 {
            hottest = (at, t);
        }
    }
    let ambient = memory.ambient.map_or(hottest.1, |old| old.min(hottest.1));
    let (component, t) = match strategy {
        Strategy::Hotstrat => hottest,
        Strategy::Sentestrat => match heated_reply(games, components, memory)? {
            Some(component) => (component, ambient),
            None => hottest,
        },
        Strategy::Thermostrat => thermostrat(games, components, player)?.unwrap_or(hottest),
    };
    memory.ambient = Some(ambient);
    let option = best_option(games, components[component], player, t)?;
    Ok(option.map(|option| SumMove { component, option }))
}

/// The component of the opponent's last move, if that left it hotter than the ambient temperature.
fn heated_reply(
    games: &mut Games,
    components: &[GameId],
    memory: &Memory,
) -> Result<Option<usize>, GameError> {
    let (Some(last), Some(ambient)) = (memory.last, memory.ambient) else {
        return Ok(None);
    };
    if components[last].is_number() {
        return Ok(None);
    }
    let heated = games.temperature(components[last])? > ambient;
    Ok(heated.then_some(last))
}

/// The widest component at the temperature with the best bound, and that temperature.
fn thermostrat(
    games: &mut Games,
    components: &[GameId],
    player: Player,
) -> Result<Option<(usize, Dyadic)>, GameError> {
    let mut owned = Vec::with_capacity(components.len());
    for &game in components {
        owned.push(games.thermograph(game)?);
    }
    let graphs: Vec<_> = owned.iter().collect();
    let mut best: Option<(Dyadic, usize, Dyadic)> = None;
    for t in bounds::temperatures(&graphs) {
        let at_t = bounds::compound(&graphs, t)?;
        let promise = match player {
            Player::Left => at_t.right.plus(at_t.width)?,
            Player::Right => at_t.width.minus(at_t.left)?,
        };
        let wide = at_t.width.is_positive();
        if wide && best.is_none_or(|(old, _, _)| promise > old) {
            best = Some((promise, at_t.widest, t));
        }
    }
    Ok(best.map(|(_, component, t)| (component, t)))
}

/// The option whose opposite wall is best at temperature `t`.
fn best_option(
    games: &mut Games,
    game: GameId,
    player: Player,
    t: Dyadic,
) -> Result<Option<GameId>, GameError> {
    let t = t.max(Dyadic::ZERO);
    let mut best: Option<(Dyadic, GameId)> = None;
    for option in games.options(game, player)? {
        let stop = games.cooled_stop(option, player.opponent(), t)?;
        let rating = match player {
            Player::Left => stop,
            Player::Right => -stop,
        };
        if best.is_none_or(|(old, _)| rating > old) {
            best = Some((rating, option));
        }
    }
    Ok(best.map(|(_, option)| option))
}
