//! What is known about a move before any playout: a probability for each candidate.

use std::fmt::Debug;

use super::playout::Turn;
use super::{pattern, tactics};
use crate::base::{Color, Point};
use crate::board::Board;

/// A source of first opinions about moves. A network or a table of learned patterns fits in here.
pub trait Prior: Debug + Send + Sync {
    /// Weighs the candidates in a position: appends one positive weight for each of `points`, in order. Only ratios
    /// matter; a move twice as likely weighs twice as much. The tree turns weights into probabilities.
    ///
    /// Called once for each node that gets children, from any thread. Deterministic.
    fn weigh(&self, board: &Board, turn: Turn, points: &[Point], weights: &mut Vec<f32>);
}

/// Weights from local shape: captures, rescues, ataris, 3x3 patterns, distance to the last moves, line.
///
/// The factors are set by hand; none of them is more than a nudge.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShapePrior;

impl Prior for ShapePrior {
    fn weigh(&self, board: &Board, turn: Turn, points: &[Point], weights: &mut Vec<f32>) {
        weights.extend(points.iter().map(|&point| {
            tactical(board, turn.to_move, point)
                * line(board, point)
                * near(turn.last, point, [6.0, 4.0, 2.0])
                * near(turn.before_last, point, [2.0, 1.5, 1.2])
        }));
    }
}

/// Factor for what the move does to the blocks around it.
fn tactical(board: &Board, color: Color, point: Point) -> f32 {
    let after = tactics::aftermath(board, color, point);
    let mut factor = 1.0;
    if after.n_captured > 0 {
        factor *= if after.n_captured > 2 { 20.0 } else { 8.0 };
    }
    let own = tactics::blocks_around(board, point, color);
    if own.iter().any(|block| block.n_liberties() == 1) && after.n_liberties >= 2 {
        factor *= 10.0;
    }
    if after.n_liberties < 2 && after.n_captured == 0 {
        return if after.n_stones > 1 { 0.05 } else { 0.2 };
    }
    let hostile = tactics::blocks_around(board, point, color.opponent());
    if hostile.iter().any(|block| block.n_liberties() == 2) {
        factor *= 3.0;
    }
    if pattern::matches(board, point) {
        factor *= 4.0;
    }
    factor
}

/// Factor for the distance from the edge, where nothing is near.
fn line(board: &Board, point: Point) -> f32 {
    let has_contact = point
        .around()
        .into_iter()
        .any(|near| board.color(near).is_some());
    match board.size().line(point) {
        _ if has_contact => 1.0,
        1 => 0.1,
        2 => 0.4,
        3 | 4 => 1.5,
        _ => 1.0,
    }
}

/// Factor for a point near another one: the first factor next to it (diagonally too), the second two away, the
/// third up to four away.
fn near(center: Option<Point>, point: Point, factors: [f32; 3]) -> f32 {
    let Some(center) = center else {
        return 1.0;
    };
    let (dx, dy) = (
        center.x().abs_diff(point.x()),
        center.y().abs_diff(point.y()),
    );
    match dx.max(dy) {
        0 | 1 => factors[0],
        2 => factors[1],
        3 | 4 => factors[2],
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_outweighs_a_move_elsewhere_and_a_self_atari_is_least() {
        let board: Board = ". . . . .\n. X O X .\n. . X . .\n. . . . O\n. . . O ."
            .parse()
            .unwrap();
        let points: Vec<Point> = ["C5", "E5", "E1"]
            .map(|name| name.parse().unwrap())
            .to_vec();
        let mut weights = Vec::new();
        ShapePrior.weigh(&board, Turn::first(Color::Black), &points, &mut weights);
        assert!(weights[0] > 10.0 * weights[1], "{weights:?}");
        assert!(weights[2] <= weights[1] && weights[2] > 0.0, "{weights:?}");
    }
}
