//! The evaluation by the network of a block whose fate reading leaves open: an estimate in place of no answer.

use super::position::PositionReading;
use crate::base::Budget;
use super::group_search::GroupSearch;
use crate::board::Rules;
use crate::intuition::{History, NetworkPosition};
use crate::tsumego::reader::{Basis, FrameKind, Support};
use crate::tsumego::{Question, Reading, Verdict};

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
        let history = self.game.map(History::of_game);
        let rules = Rules::default();
        let position = match (self.game, &history) {
            (Some(game), Some(history)) => {
                NetworkPosition::of_game(game, history, question.to_move)
            }
            _ => NetworkPosition::alone(board, question.to_move, &rules),
        };
        let points = board.size().points();
        let banned = points.filter(|&point| self.is_banned(question.to_move, point)).collect();
        let search = GroupSearch::new(&network, position, &question.targets, banned)?;
        let outlook = search.outlook(reading.first(), self.budgets.evaluations, limits)?;
        tracing::debug!(
            basis = reading.basis.name(),
            verdict = reading.verdict.name(),
            first = ?reading.first().map(|mv| mv.to_string()),
            mv = ?outlook.mv.map(|mv| mv.to_string()),
            share = outlook.share,
            at_once = outlook.at_once,
            suggested = ?outlook.suggested,
            "outlook"
        );
        let (share, mv) = (outlook.share, outlook.mv);
        let (verdict, line) = if share > 0.0 {
            (Verdict::Achieved, vec![mv])
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
}
