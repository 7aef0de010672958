//! The evaluation by the network of a block whose fate reading leaves open: an estimate in place of no answer.

use super::position::PositionReading;
use crate::base::Budget;
use crate::board::{Board, Color, Move, Point, PointSet, Rules};
use crate::intuition::{
    EvaluationBuffers, History, Intuition, N_RECENT, NetworkPosition, Symmetry,
};
use crate::tsumego::reader::{Basis, FrameKind, Support};
use crate::tsumego::{Question, Reading, Verdict};

/// Moves near the block that are tried, the likeliest ones first.
const MOST_MOVES: usize = 8;

/// Farthest distance from the block of such a move, in steps along the lines that do not cross stones of the attacker.
const REACH: usize = 4;

impl PositionReading<'_> {
    /// The answer of the network: of the likeliest moves near the block, the one after which the block most surely
    /// belongs to the side that moves. `None` if there is no network, no move, or no time left.
    ///
    /// Cost: an evaluation for each move, and one more.
    pub(super) fn by_network(
        &self,
        question: &Question,
        reading: &Reading,
        limits: &Budget,
    ) -> Option<Reading> {
        let network = self.network?.wait(limits).ok()??;
        let board = self.board;
        let owner = question.owner(board)?;
        let blocks = question.blocks(board);
        let blocks: PointSet = blocks.iter().flat_map(|head| board.stones(head)).collect();
        let history = self.game.map(History::of_game);
        let rules = Rules::default();
        let position = match (self.game, &history) {
            (Some(game), Some(history)) => {
                NetworkPosition::of_game(game, history, question.to_move)
            }
            _ => NetworkPosition::alone(board, question.to_move, &rules),
        };
        let builder = InputBuilder {
            network: &network,
            position,
        };
        let mut buffers = EvaluationBuffers::default();
        let mut best: Option<(f32, Point)> = None;
        for mv in builder.likely_moves(&near(board, owner, &blocks), &mut buffers) {
            if limits.check().is_err() {
                return None;
            }
            let Some(share) = builder.share_after(mv, &blocks, &mut buffers) else {
                continue;
            };
            if best.is_none_or(|(most, _)| share > most) {
                best = Some((share, mv));
            }
        }
        let (share, mv) = best?;
        tracing::debug!(%mv, share, "reading leaves it open: the network's answer");
        let (verdict, line) = if share > 0.0 {
            (Verdict::Achieved, vec![Some(mv)])
        } else {
            (Verdict::Refuted, Vec::new())
        };
        Some(Reading {
            line,
            zone: reading.zone,
            ..Reading::new(verdict, Basis::Network)
        })
    }
}

/// Whether an answer rests on so little that the network is right more often. Measured on positions of games
/// (`docs/measurements/reading.md`).
pub(super) const fn is_left_open(basis: Basis) -> bool {
    match basis {
        Basis::Nothing
        | Basis::Promising(Support::Life | Support::KillInFew)
        | Basis::Optimistic(Support::Life)
        | Basis::Failure(FrameKind::Pessimistic) => true,
        Basis::Promising(Support::KillInMany)
        | Basis::Optimistic(Support::KillInFew | Support::KillInMany)
        | Basis::Failure(FrameKind::Optimistic)
        | Basis::Pessimistic(_)
        | Basis::Ko(_)
        | Basis::SelectedMoves
        | Basis::Network
        | Basis::Proof => false,
    }
}

/// The points within reach of some blocks of `owner`.
fn near(board: &Board, owner: Color, blocks: &PointSet) -> PointSet {
    let walls: PointSet = board.points_of(owner.opponent()).collect();
    (0..REACH).fold(*blocks, |near, _| near | (near - walls).spread())
}

/// Evaluates the moves of one side in a position with a network.
struct InputBuilder<'a> {
    network: &'a Intuition,
    position: NetworkPosition<'a>,
}

impl InputBuilder<'_> {
    /// The likeliest legal moves among some points.
    fn likely_moves(&self, points: &PointSet, buffers: &mut EvaluationBuffers) -> Vec<Point> {
        let evaluation = self
            .network
            .ask(&self.position, Symmetry::IDENTITY, 0.0, false, buffers);
        let mut moves: Vec<(Point, f32)> = evaluation
            .policy
            .iter()
            .filter_map(|&(mv, likely)| Some((mv.point()?, likely)))
            .filter(|(point, _)| points.contains(*point))
            .collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        moves.truncate(MOST_MOVES);
        moves.into_iter().map(|(point, _)| point).collect()
    }

    /// How far the points of some blocks belong to the side that moved, from -1 to 1. `None` if the move is illegal.
    fn share_after(
        &self,
        mv: Point,
        blocks: &PointSet,
        buffers: &mut EvaluationBuffers,
    ) -> Option<f32> {
        let before = &self.position;
        let mut after = before.board.clone();
        after.play(before.to_move, mv).ok()?;
        let mut position = NetworkPosition::alone(&after, before.to_move.opponent(), before.rules);
        position.n_handicap = before.n_handicap;
        position.earlier = [before.board, before.earlier[0]];
        position.recent[1..].copy_from_slice(&before.recent[..N_RECENT - 1]);
        position.recent[0] = Some((before.to_move, Move::Play(mv)));
        let evaluation = self
            .network
            .ask(&position, Symmetry::IDENTITY, 0.0, true, buffers);
        let points = after.size().points_from_top().zip(evaluation.ownership);
        let owned = points.filter(|(point, _)| blocks.contains(*point));
        let sum: f32 = owned.map(|(_, owned)| -owned).sum();
        #[expect(clippy::cast_precision_loss, reason = "a board has few points")]
        let n_points = blocks.len() as f32;
        Some(sum / n_points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::params::NetworkParams;
    use crate::engine::reading::BestMove;
    use crate::engine::{Engine, EngineParams};
    use crate::intuition::{NetworkSource, PrecisionChoice};
    use crate::tactics::ko::Success;

    /// Three points in a row, whose middle is the vital point; no node is left to read them.
    const THREE_IN_A_ROW: &str = "\
        . . . O X . . . .\n\
        O O O O X . . . .\n\
        X X X X X . . X .\n\
        . . . . . . . . .\n\
        . . X . . . . . .\n\
        . . . . . . O . .\n\
        . . . O . . . . .\n\
        . . . . . . O . .\n\
        . . . . . . . . .";

    fn answers(source: Option<NetworkSource>) -> (BestMove, BestMove) {
        let mut params = EngineParams {
            network: NetworkParams {
                source,
                precision: PrecisionChoice::F32,
            },
            ..EngineParams::default()
        };
        params.reading.budgets.seconds = 0.0;
        params.reading.budgets.life = 0;
        let mut engine = Engine::new(params);
        let board: Board = THREE_IN_A_ROW.parse().unwrap();
        let target: Point = "A8".parse().unwrap();
        let mut reading = engine.reading(&board, Budget::unlimited());
        (reading.kill(target).unwrap(), reading.save(target).unwrap())
    }

    #[test]
    fn the_network_names_the_vital_point_where_nothing_was_read() {
        let vital = BestMove::from((Success::Clean, Some("B9".parse().unwrap())));
        let found = answers(Some(NetworkSource::Embedded));
        assert_eq!(found, (vital, vital));
    }

    #[test]
    fn without_a_network_the_question_stays_open() {
        let (_, save) = answers(None);
        assert_eq!(save.success, Success::None);
    }

    #[test]
    fn what_lies_behind_stones_of_the_attacker_is_not_near() {
        let board: Board = ". . X .\nO . X .\n. . X .\nX X X .".parse().unwrap();
        let target: Point = "A3".parse().unwrap();
        let found = near(&board, Color::White, &board.stones(target).collect());
        let right: PointSet = ["D4", "D3", "D2", "D1"]
            .map(|name| name.parse().unwrap())
            .into_iter()
            .collect();
        assert!((found & right).is_empty(), "{found:?}");
        assert!(found.contains("B4".parse().unwrap()));
    }
}
