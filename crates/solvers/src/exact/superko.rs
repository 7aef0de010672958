//! Tiny boards under superko, by plain alpha-beta over whole histories.
//!
//! Under superko the value of a position depends on all positions before it, so nothing is kept between lines. Area
//! scoring, suicide illegal, two passes end the game, passes are exempt from superko.
//!
//! Source: Tromp and Taylor's rules; the two forms of superko as in the rules of `board`.

use std::cmp::Reverse;

use thiserror::Error;

use crate::base::{Budget, Stop};

use super::rules::ExactRules;
use super::shape::{Bits, Shape, points};
use super::state::State;

/// Most points of a board that is solved under superko.
pub(super) const MAX_SUPERKO_POINTS: u32 = 9;

/// What may not return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Superko {
    /// An arrangement of stones.
    Positional,
    /// An arrangement of stones with the same player to move.
    Situational,
}

/// Why there is no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SuperkoError {
    /// Too many histories.
    #[error(
        "a board of {n_points} points is too large for superko, at most {MAX_SUPERKO_POINTS} points can be tried"
    )]
    TooLarge {
        /// Points of the board.
        n_points: u32,
    },
    /// The budget ended; without the whole tree nothing is proved.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// A position of a game under superko: stones from the view of the player to move, and the color of that player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColoredState {
    /// The stones. A ban on retaking a ko counts in the first position only; later ones follow from superko.
    pub state: State,
    /// Whether Black is to move.
    pub is_black: bool,
}

impl ColoredState {
    /// The empty board with Black to move.
    pub const EMPTY: Self = Self {
        state: State::EMPTY,
        is_black: true,
    };
}

/// Moves with their values, where they are known: points in rising order, then the pass as `None`.
pub type SuperkoMoves = Vec<(Option<u32>, Option<i8>)>;

/// The value of a position for the player to move, in points, when the positions in `past` have been on the board
/// before it. A node of the budget is a position of a line.
///
/// # Errors
/// When the board is too large, or the budget ends.
pub fn value(
    shape: &Shape,
    superko: Superko,
    root: ColoredState,
    past: &[ColoredState],
    budget: &mut Budget,
) -> Result<i8, SuperkoError> {
    let area = shape.area();
    let mut search = Search::new(shape, superko, root, past, budget)?;
    Ok(search.value(root, -area, area)?)
}

/// The value of each legal move of a position for the player to move, as for [`value`]. On the empty board symmetric
/// moves are solved once. When the budget ends first, the values of the rest are missing, and the reason comes back.
///
/// # Errors
/// When the board is too large.
pub fn moves(
    shape: &Shape,
    superko: Superko,
    root: ColoredState,
    past: &[ColoredState],
    budget: &mut Budget,
) -> Result<(SuperkoMoves, Option<Stop>), SuperkoError> {
    let area = shape.area();
    let mut search = Search::new(shape, superko, root, past, budget)?;
    let is_symmetric = root.state == State::EMPTY && past.is_empty();
    let mut solved: Vec<(State, Option<i8>)> = Vec::new();
    let mut found = Vec::new();
    let mut stopped = None;
    for Play { point, next, .. } in search.plays(root) {
        let class = next.state.canonical(shape);
        let known = solved.iter().find(|(state, _)| *state == class);
        let value = match known.filter(|_| is_symmetric) {
            Some((_, value)) => *value,
            None if stopped.is_some() => None,
            None => keep_stop(search.after(next, -area, area), &mut stopped).map(|value| -value),
        };
        solved.push((class, value));
        found.push((Some(point), value));
    }
    let pass = match stopped {
        Some(_) => None,
        None => keep_stop(search.after_pass(root, -area, area), &mut stopped),
    };
    found.push((None, pass));
    Ok((found, stopped))
}

/// A result without its reason to stop, which goes to `stopped`.
fn keep_stop(value: Result<i8, Stop>, stopped: &mut Option<Stop>) -> Option<i8> {
    value.map_err(|stop| *stopped = Some(stop)).ok()
}

/// A play and the position that it leads to.
struct Play {
    point: u32,
    captured: u32,
    next: ColoredState,
}

struct Search<'a> {
    shape: &'a Shape,
    superko: Superko,
    /// Arrangements on the line, by [`Search::index`].
    seen: Vec<bool>,
    budget: &'a mut Budget,
}

impl<'a> Search<'a> {
    /// A search from a position with what was on the board before it.
    fn new(
        shape: &'a Shape,
        superko: Superko,
        root: ColoredState,
        past: &[ColoredState],
        budget: &'a mut Budget,
    ) -> Result<Self, SuperkoError> {
        let n_points = shape.n_points();
        if n_points > MAX_SUPERKO_POINTS {
            return Err(SuperkoError::TooLarge { n_points });
        }
        let mut search = Self {
            shape,
            superko,
            seen: vec![false; 2 << (2 * n_points)],
            budget,
        };
        for &position in past.iter().chain([&root]) {
            let at = search.index(position);
            search.seen[at] = true;
        }
        Ok(search)
    }

    /// The value of a position for the player to move, if it lies between the limits; else a bound.
    fn value(&mut self, position: ColoredState, alpha: i8, beta: i8) -> Result<i8, Stop> {
        self.budget.spend(1)?;
        // The pass comes first: it often decides a line that would be very long.
        let mut best = self.after_pass(position, alpha, beta)?;
        let mut plays = self.plays(position);
        plays.sort_by_key(|play| Reverse(play.captured));
        for Play { next, .. } in plays {
            if best >= beta {
                break;
            }
            best = best.max(-self.after(next, -beta, -alpha.max(best))?);
        }
        Ok(best)
    }

    /// The plays that the rules allow, by point in rising order.
    fn plays(&self, position: ColoredState) -> Vec<Play> {
        let mut plays = Vec::new();
        for point in points(position.state.empty(self.shape)) {
            let Some(played) = position.state.play(self.shape, point) else {
                continue;
            };
            let next = ColoredState {
                state: played.state.without_ban(),
                is_black: !position.is_black,
            };
            if !self.seen[self.index(next)] {
                plays.push(Play {
                    point,
                    captured: played.captured,
                    next,
                });
            }
        }
        plays
    }

    /// As [`Self::value`], of a position that a play has just brought about.
    fn after(&mut self, next: ColoredState, alpha: i8, beta: i8) -> Result<i8, Stop> {
        let at = self.index(next);
        self.seen[at] = true;
        let value = self.value(next, alpha, beta);
        self.seen[at] = false;
        value
    }

    /// What a pass is worth to the player to move.
    fn after_pass(&mut self, position: ColoredState, alpha: i8, beta: i8) -> Result<i8, Stop> {
        let Some(state) = ExactRules::AREA.pass(self.shape, &position.state) else {
            let State { own, other, .. } = position.state;
            return Ok(ExactRules::AREA.count(self.shape, own, other));
        };
        let next = ColoredState {
            state,
            is_black: !position.is_black,
        };
        // A pass recreates no forbidden position; the position after it, with the other player to move, becomes one.
        let at = self.index(next);
        let before = std::mem::replace(&mut self.seen[at], true);
        let value = self.value(next, -beta, -alpha);
        self.seen[at] = before;
        Ok(-value?)
    }

    fn index(&self, position: ColoredState) -> usize {
        let State { own, other, .. } = position.state;
        let (black, white): (Bits, Bits) = if position.is_black {
            (own, other)
        } else {
            (other, own)
        };
        let n_points = self.shape.n_points();
        let turn = match self.superko {
            Superko::Positional => 0,
            Superko::Situational => u32::from(position.is_black),
        };
        (turn << (2 * n_points) | black << n_points | white) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(width: u32, height: u32, superko: Superko, expected: &[(&str, i8)]) {
        let shape = Shape::new(width, height).unwrap();
        let mut budget = Budget::nodes(3_000_000);
        let root = ColoredState::EMPTY;
        let (found, stop) = moves(&shape, superko, root, &[], &mut budget).unwrap();
        assert_eq!(stop, None);
        for (name, expected) in expected {
            let found = found.iter().find(|(point, _)| {
                point.map_or_else(|| "pass".to_owned(), |point| shape.vertex(point)) == *name
            });
            assert_eq!(found.unwrap().1, Some(*expected), "{name} {found:?}");
        }
        let best = found.iter().filter_map(|(_, value)| *value).max();
        let whole = value(&shape, superko, root, &[], &mut budget).unwrap();
        assert_eq!(Some(whole), best);
    }

    /// Values from an outside program; 2x2 is where superko differs from every other reading of repetition.
    #[test]
    fn values_of_tiny_boards() {
        for superko in [Superko::Positional, Superko::Situational] {
            check(2, 1, superko, &[("A1", -2), ("pass", 0)]);
            check(3, 1, superko, &[("B1", 3), ("A1", -3)]);
            check(4, 1, superko, &[("B1", 4), ("A1", -4)]);
            check(2, 2, superko, &[("A1", 1), ("pass", -1)]);
            check(5, 1, superko, &[("B1", 0), ("C1", 0), ("pass", 0)]);
        }
    }

    #[test]
    fn what_was_on_the_board_may_not_return() {
        let shape = Shape::new(2, 1).unwrap();
        // White captures the stone on A1, after which Black may not play there again.
        let alone = ColoredState {
            state: State {
                own: 0b10,
                ..State::EMPTY
            },
            is_black: false,
        };
        let black = ColoredState {
            state: State {
                other: 0b10,
                ..State::EMPTY
            },
            is_black: true,
        };
        let found = |past: &[ColoredState]| {
            let mut budget = Budget::nodes(1000);
            moves(&shape, Superko::Positional, black, past, &mut budget).unwrap()
        };
        assert_eq!(
            found(&[]),
            (vec![(Some(0), Some(2)), (None, Some(-2))], None)
        );
        let after = ColoredState {
            state: State {
                other: 0b01,
                ..State::EMPTY
            },
            is_black: false,
        };
        assert_eq!(found(&[after, alone]), (vec![(None, Some(-2))], None));
    }

    #[test]
    fn boards_too_large_and_budgets_too_small() {
        let too_large = Shape::new(5, 2).unwrap();
        let root = ColoredState::EMPTY;
        let mut unlimited = Budget::unlimited();
        let found = moves(&too_large, Superko::Positional, root, &[], &mut unlimited);
        assert_eq!(found, Err(SuperkoError::TooLarge { n_points: 10 }));
        let shape = Shape::new(3, 3).unwrap();
        let mut few = Budget::nodes(1000);
        let (found, stop) = moves(&shape, Superko::Positional, root, &[], &mut few).unwrap();
        assert_eq!((found.len(), stop), (10, Some(Stop::Nodes)));
        assert_eq!(
            value(&shape, Superko::Positional, root, &[], &mut few),
            Err(SuperkoError::Stopped(Stop::Nodes))
        );
    }
}
