//! What each color holds by itself: a bound for the score that needs no regions.

use crate::board::{Board, Color, Game, PointSet, Scoring};
use crate::safety::SafetyMap;

/// What each color holds by itself if it only answers the opponent's plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    /// The points that one of the colors holds.
    pub(super) points: PointSet,
    /// The least and the most points that Black is ahead by, without komi.
    pub(super) points_of_black: [i32; 2],
}

impl Held {
    /// Every point that a color does not hold goes to the opponent, and the color's stones there become prisoners. A
    /// play of the opponent and its answer leave the difference as it was, wherever they are. A play without an
    /// answer costs the opponent a point.
    pub(super) fn new(game: &Game, map: &SafetyMap) -> Self {
        let (board, scoring) = (game.board(), game.rules().scoring);
        let count = |set: &PointSet| i32::try_from(set.len()).unwrap_or(0);
        let all: PointSet = board.size().points().collect();
        let of = |color: Color| board.points_of(color).collect::<PointSet>();
        let ahead = |color: Color| {
            let (own, enemy) = (of(color), of(color.opponent()));
            let held = map.safe(color);
            let rest = all - held;
            match scoring {
                Scoring::Area => count(&held) - count(&rest),
                Scoring::Territory => {
                    let points = held - map.stones[color];
                    let here = count(&points) - count(&(points & own)) + count(&(points & enemy));
                    let there = count(&(rest - own - enemy)) + 2 * count(&(rest & own));
                    here - there
                }
            }
        };
        let counted = match scoring {
            Scoring::Area => 0,
            Scoring::Territory => prisoners(board),
        };
        let low = ahead(Color::Black) + counted;
        let high = counted - ahead(Color::White);
        Self {
            points: map.safe(Color::Black) | map.safe(Color::White),
            points_of_black: [low, high],
        }
    }
}

/// White stones captured less black stones captured.
pub(super) fn prisoners(board: &Board) -> i32 {
    let taken = |color| i32::try_from(board.n_prisoners(color)).unwrap_or(i32::MAX);
    taken(Color::White) - taken(Color::Black)
}
