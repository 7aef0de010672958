//! Tiny boards under superko, by plain alpha-beta over whole histories.
//!
//! Under superko the value of a position depends on all positions before it, so nothing is remembered between lines.
//! Area scoring, suicide illegal, two passes end the game, passes are exempt from superko.
//!
//! Source: Tromp and Taylor's rules; the two forms of superko as in the rules of `board`.

use std::cmp::Reverse;

use thiserror::Error;

use crate::base::{Budget, Stop};

use super::rules::ExactRules;
use super::shape::{Bits, Shape, points};
use super::state::{Played, State};

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

/// The value of each first move on the empty board, Black's view, in points: points in rising order, then the pass as
/// `None`. Symmetric moves are solved once. A node of the budget is a position of a line.
///
/// # Errors
/// When the board is too large, or the budget ends.
pub fn first_moves(
    shape: &Shape,
    superko: Superko,
    budget: &mut Budget,
) -> Result<Vec<(Option<u32>, i8)>, SuperkoError> {
    let n_points = shape.n_points();
    if n_points > MAX_SUPERKO_POINTS {
        return Err(SuperkoError::TooLarge { n_points });
    }
    let mut search = Search {
        shape,
        superko,
        seen: vec![false; 2 << (2 * n_points)],
        budget,
    };
    let root = ColoredState {
        state: State::EMPTY,
        is_black: true,
    };
    let at = search.index(root);
    search.seen[at] = true;
    let worst = -shape.area();
    let mut solved: Vec<(State, i8)> = Vec::new();
    let mut found = Vec::new();
    for point in points(shape.full()) {
        let Some(played) = State::EMPTY.play(shape, point) else {
            continue;
        };
        let class = played.state.canonical(shape);
        let known = solved.iter().find(|(state, _)| *state == class);
        let value = match known {
            Some((_, value)) => *value,
            None => {
                let next = ColoredState {
                    state: played.state,
                    is_black: false,
                };
                let value = -search.after(next, worst, -worst)?;
                solved.push((class, value));
                value
            }
        };
        found.push((Some(point), value));
    }
    let pass = search.after_pass(root, worst, -worst)?;
    found.push((None, pass));
    Ok(found)
}

/// Stones as the player to move sees them, and the color of that player.
#[derive(Clone, Copy)]
struct ColoredState {
    state: State,
    is_black: bool,
}

struct Search<'a> {
    shape: &'a Shape,
    superko: Superko,
    /// Arrangements on the line, by [`Search::index`].
    seen: Vec<bool>,
    budget: &'a mut Budget,
}

impl Search<'_> {
    /// The value of a position for the player to move, if it lies between the limits; else a bound.
    fn value(&mut self, position: ColoredState, alpha: i8, beta: i8) -> Result<i8, Stop> {
        self.budget.spend(1)?;
        // The pass comes first: it often decides a line that would be very long.
        let mut best = self.after_pass(position, alpha, beta)?;
        let plays = points(position.state.empty(self.shape));
        let mut plays: Vec<Played> = plays
            .filter_map(|point| position.state.play(self.shape, point))
            .collect();
        plays.sort_by_key(|played| Reverse(played.captured));
        for played in plays {
            if best >= beta {
                break;
            }
            let next = ColoredState {
                state: played.state.without_ban(),
                is_black: !position.is_black,
            };
            if !self.seen[self.index(next)] {
                best = best.max(-self.after(next, -beta, -alpha.max(best))?);
            }
        }
        Ok(best)
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
        // A pass recreates nothing that was forbidden, but with the other player to move it counts as seen.
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
        let found = first_moves(&shape, superko, &mut Budget::nodes(3_000_000)).unwrap();
        for (name, value) in expected {
            let point = found.iter().find(|(point, _)| {
                point.map_or_else(|| "pass".to_owned(), |point| shape.vertex(point)) == *name
            });
            assert_eq!(
                point.map(|(_, value)| value),
                Some(value),
                "{name} {found:?}"
            );
        }
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
    fn boards_too_large_and_budgets_too_small() {
        let too_large = Shape::new(5, 2).unwrap();
        assert_eq!(
            first_moves(&too_large, Superko::Positional, &mut Budget::unlimited()),
            Err(SuperkoError::TooLarge { n_points: 10 })
        );
        let shape = Shape::new(3, 3).unwrap();
        assert_eq!(
            first_moves(&shape, Superko::Positional, &mut Budget::nodes(1000)),
            Err(SuperkoError::Stopped(Stop::Nodes))
        );
    }
}
