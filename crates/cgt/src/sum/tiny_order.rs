//! The order of play in sums of tinies, minies, ups, stars and numbers, without computing the sum.
//!
//! The theorem: if Left can win moving first, the move chosen here wins (for Right with all signs changed). First
//! pairs `G + -G` are removed. Then Left moves in this order: attacks with a threat, largest threats first; long
//! corridors towards a miny, smaller threats first, then shorter corridors first; downs; an odd star; a positive
//! infinitesimal; last the numbers, largest denominators first. Source: Moews, "Infinitesimals and coin-sliding"
//! (1993); Berlekamp and Wolfe, *Mathematical Go* (1994), chapter 4; McMillen (2010), section 3.5, tables 3.4 to 3.6.

use std::cmp::Reverse;

use super::SumMove;
use crate::GameError;
use crate::dyadic::Dyadic;
use crate::game::Games;
use crate::game_id::GameId;
use crate::infinitesimal::{TinyOrMiny, zeros_over_zero};
use crate::player::Player;
use crate::upstar::UpStar;

/// A component of the sums that the order covers, in the order in which Left should move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// `-_y`, or the threat `{y|0}` or `{0|-y}` itself: large `y` first, the miny before the threat.
    Attack(Reverse<Dyadic>, Urgency),
    /// `{-_x | 0^k}` with `k > 0`: small `x` first, then small `k`.
    MinyTail(Dyadic, u32),
    /// `{0 | 0^n}`, a multiple of down: few first.
    Downs(u32),
    /// `*`.
    Star,
    /// `{0^n | 0}`, or `{0^k | +_x}`: positive.
    Positive,
    /// A number: large denominators first.
    Number(Reverse<u32>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Urgency {
    Miny,
    Threat,
}

/// A move of `player` in a sum of tinies, minies, their corridors, ups, stars and numbers. It wins if any move wins.
///
/// `None` if there is no move, or if some component is of another kind.
///
/// # Errors
/// If a limit of the table is reached.
pub fn choose(
    games: &mut Games,
    components: &[GameId],
    player: Player,
) -> Result<Option<SumMove>, GameError> {
    let mut seen_by_left = Vec::with_capacity(components.len());
    for &game in components {
        seen_by_left.push(match player {
            Player::Left => game,
            Player::Right => games.negative(game)?,
        });
    }
    let mut best: Option<(Kind, SumMove)> = None;
    for component in without_pairs(games, &seen_by_left)? {
        let Some(kind) = kind_of(games, seen_by_left[component])? else {
            return Ok(None);
        };
        if best.as_ref().is_some_and(|(old, _)| *old <= kind) {
            continue;
        }
        let options = games.options(components[component], player)?;
        if let Some(&option) = options.first() {
            best = Some((kind, SumMove { component, option }));
        }
    }
    Ok(best.map(|(_, mv)| mv))
}

/// The components that are left after pairs `G + -G` are removed.
fn without_pairs(games: &mut Games, components: &[GameId]) -> Result<Vec<usize>, GameError> {
    let mut left: Vec<usize> = Vec::new();
    for (at, &game) in components.iter().enumerate() {
        let negative = games.negative(game)?;
        match left.iter().position(|&other| components[other] == negative) {
            Some(pair) => {
                left.remove(pair);
            }
            None => left.push(at),
        }
    }
    Ok(left)
}

fn kind_of(games: &mut Games, game: GameId) -> Result<Option<Kind>, GameError> {
    if let Some((number, upstar)) = game.as_number_upstar() {
        return Ok(match (number, upstar) {
            (number, UpStar::ZERO) => Some(Kind::Number(Reverse(number.exponent()))),
            (Dyadic::ZERO, UpStar::STAR) => Some(Kind::Star),
            (Dyadic::ZERO, value) if zeros_over_zero(value).is_some() => Some(Kind::Positive),
            (Dyadic::ZERO, value) => zeros_over_zero(value.negative()).map(Kind::Downs),
            _ => None,
        });
    }
    if let Some(threat) = threat_size(games, game)? {
        return Ok(Some(Kind::Attack(Reverse(threat), Urgency::Threat)));
    }
    let (mut inside, mut zeros) = (game, 0);
    loop {
        match games.as_tiny_or_miny(inside)? {
            Some(TinyOrMiny::Tiny(_)) => return Ok(Some(Kind::Positive)),
            Some(TinyOrMiny::Miny(size)) => {
                let kind = |size| match zeros {
                    0 => Kind::Attack(Reverse(size), Urgency::Miny),
                    zeros => Kind::MinyTail(size, zeros),
                };
                return Ok(size.as_number().map(kind));
            }
            None => {}
        }
        let Some(inner) = behind_one_zero(games, inside)? else {
            return Ok(None);
        };
        inside = inner;
        zeros += 1;
    }
}

/// The threat `y` of `{y|0}` or `{0|-y}`.
fn threat_size(games: &Games, game: GameId) -> Result<Option<Dyadic>, GameError> {
    let left = games.options(game, Player::Left)?;
    let right = games.options(game, Player::Right)?;
    let (&[left], &[right]) = (&left[..], &right[..]) else {
        return Ok(None);
    };
    Ok(match (left.as_number(), right.as_number()) {
        (Some(y), Some(Dyadic::ZERO)) if y.is_positive() => Some(y),
        (Some(Dyadic::ZERO), Some(y)) if y.is_negative() => Some(-y),
        _ => None,
    })
}

/// The game X of `{0|X}` or `{X|0}`.
fn behind_one_zero(games: &Games, game: GameId) -> Result<Option<GameId>, GameError> {
    let left = games.options(game, Player::Left)?;
    let right = games.options(game, Player::Right)?;
    Ok(match (&left[..], &right[..]) {
        (&[GameId::ZERO], &[inner]) | (&[inner], &[GameId::ZERO]) if !inner.is_number() => {
            Some(inner)
        }
        _ => None,
    })
}
