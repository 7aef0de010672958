//! How hard a problem is.

use serde::{Deserialize, Serialize};

use crate::board::game::Start;
use crate::board::{Board, Game, Move, Point, PointSet, Rules};
use crate::intuition::{EvaluationBuffers, History, Intuition, NetworkPosition, Symmetry};
use crate::tsumego::Question;

/// How hard a problem is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difficulty {
    /// Nodes until the right move was proved to work.
    pub nodes: u64,
    /// Nodes until it was proved as well that a pass and each move that matters fail.
    pub all_nodes: u64,
    /// Moves of the main line of the search, both sides counted.
    pub line: usize,
    /// Moves of the longest line that the proof answers.
    pub depth: usize,
    /// What the network makes of it; missing where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyView>,
}

/// The policy of a network among the moves that matter, without any search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyView {
    /// In how many of the eight symmetries its first choice is another move than the right one.
    pub wrong: usize,
    /// The rank of the right move, the probabilities of all symmetries added; 1 is the first choice.
    pub rank: usize,
    /// Its share of the probability, in percent.
    pub percent: u8,
    /// The moves in the order of their probabilities, the first choice first.
    pub order: Vec<String>,
}

/// The view of a network on a problem: `moves` are the points that matter.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share is from 0 to 100"
)]
pub(super) fn policy_view(
    network: &Intuition,
    buffers: &mut EvaluationBuffers,
    board: &Board,
    question: Question,
    right: Point,
    moves: &PointSet,
) -> Option<PolicyView> {
    let start = Start {
        to_move: Some(question.to_move),
        ..Start::from_board(board)
    };
    let game = Game::from_start(start, Rules::default()).ok()?;
    let history = History::of_game(&game);
    let position = NetworkPosition::of_game(&game, &history, question.to_move);
    let mut sums: Vec<(Point, f64)> = moves
        .iter()
        .filter(|&point| board.is_legal(question.to_move, point))
        .map(|point| (point, 0.0))
        .collect();
    let mut wrong = 0;
    for symmetry in Symmetry::all() {
        let evaluation = network.ask(&position, symmetry, 0.0, false, buffers);
        let chance = |point: Point| {
            let found = evaluation
                .policy
                .iter()
                .find(|(mv, _)| *mv == Move::Play(point));
            found.map_or(0.0, |(_, chance)| f64::from(*chance))
        };
        let best = sums
            .iter()
            .map(|(point, _)| *point)
            .max_by(|&a, &b| chance(a).total_cmp(&chance(b)));
        wrong += usize::from(best != Some(right));
        for (point, sum) in &mut sums {
            *sum += chance(*point);
        }
    }
    sums.sort_by(|a, b| b.1.total_cmp(&a.1));
    let total: f64 = sums.iter().map(|(_, sum)| sum).sum();
    let place = sums.iter().position(|(point, _)| *point == right)?;
    let share = sums
        .get(place)
        .map_or(0.0, |(_, sum)| sum / total.max(1e-12));
    Some(PolicyView {
        wrong,
        rank: place + 1,
        percent: (100.0 * share).round().clamp(0.0, 100.0) as u8,
        order: sums.iter().map(|(point, _)| point.to_string()).collect(),
    })
}
