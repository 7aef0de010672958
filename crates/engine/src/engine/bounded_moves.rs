//! Moves chosen by proved bounds of the score: what each color holds by its windows, and by free areas beside them.

use super::bound_memory::BoundMemory;
use super::costs::Step;
use super::decision::{Decision, Reason};
use super::state::Engine;
use super::turn::Turn;
use crate::base::Budget;
use crate::board::{Color, Game, Move, Score};
use crate::endgame::Held;

/// Bounds are looked at in a part of the time.
const TIME_PARTS: u32 = 8;

/// Most nodes for what each color holds in a position, and again for the positions after all moves together.
const NODES: u64 = 400_000;

/// Bounds that are farther apart decide between no moves.
const WIDEST: Score = Score::from_points(20);

impl Engine {
    /// A move after which the side to move is proved to reach what it can reach at most.
    pub(super) fn bounded_move(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        let (game, color) = (turn.game, turn.color);
        let limits = turn.effort.share_of_time(NODES, TIME_PARTS);
        let mv = self.timed(Step::ScoreBounds, limits.deadline(), |engine| {
            let mut budget = limits.clone();
            let held = match engine.known_kept(game.board(), &limits) {
                Some(kept) => Held::knowing(game, &kept, &mut budget),
                None => engine.bounds.held(game, &mut budget),
            };
            tracing::debug!(nodes = budget.spent(), "looked for what each color holds");
            best_by_bounds(game, color, &held, &mut engine.bounds, &limits)
        })?;
        let has_to_clear = mv == Move::Pass && turn.options.clears_dead_stones;
        (!has_to_clear).then(|| Decision::without_search(mv, Reason::ProvedBound))
    }
}

/// A move of `color` after which its least score is the most that it can reach, the pass before all others. `held` is
/// what each color holds before it.
fn best_by_bounds(
    game: &Game,
    color: Color,
    held: &Held,
    memory: &mut BoundMemory,
    limits: &Budget,
) -> Option<Move> {
    let opponent = color.opponent();
    let most = -held.least(game, opponent, color, limits);
    if most - held.least(game, color, color, limits) > WIDEST {
        return None;
    }
    if held.least(game, color, opponent, limits) >= most {
        return Some(Move::Pass);
    }
    let settled = held.points();
    let mut budget = limits.clone();
    let points = game.board().empty_points().iter();
    points
        .filter(|point| !settled.contains(**point))
        .map(|&point| Move::Play(point))
        .take_while(|_| limits.check().is_ok())
        .find(|&mv| {
            let mut after = game.clone();
            budget.remaining() > 0 && after.play(color, mv).is_ok() && {
                let held = memory.held(&after, &mut budget);
                held.least(&after, color, opponent, limits) >= most
            }
        })
}

/// Whether so much of the board is filled that bounds of its score may be narrow.
pub(super) fn is_late(turn: &Turn<'_, '_>) -> bool {
    let board = turn.game.board();
    2 * board.empty_points().len() <= board.size().n_points()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::CancelToken;
    use crate::board::game::Start;
    use crate::board::{Board, Komi, Rules};
    use crate::engine::EngineParams;

    /// Both colors live by an eye and a pair beside it; C1 and C4 are neutral.
    fn game() -> Game {
        let board: Board = "
            . X . . O O .
            X X X . O O O
            . X X X O . O
            X X . X O O O"
            .parse()
            .unwrap();
        let rules = Rules {
            komi: Komi::default(),
            ..Rules::named("chinese").unwrap()
        };
        Game::from_start(Start::from_board(&board), rules).unwrap()
    }

    #[test]
    fn the_last_neutral_points_are_taken_and_then_passes_follow() {
        let mut game = game();
        let limits = Budget::unlimited();
        let mut color = Color::Black;
        let mut moves = Vec::new();
        while moves.len() < 5 {
            let mut memory = BoundMemory::default();
            let held = memory.held(&game, &mut limits.clone());
            let range = held.range(&game, color, &limits);
            assert!(range.exact().is_some(), "{range}\n{}", game.board());
            let mv = best_by_bounds(&game, color, &held, &mut memory, &limits);
            let mv = mv.expect("the score is exact");
            game.play(color, mv).unwrap();
            moves.push(mv);
            color = color.opponent();
        }
        assert!(moves[..2].iter().all(|&mv| mv != Move::Pass), "{moves:?}");
        assert_eq!(moves[3..], [Move::Pass, Move::Pass]);
    }

    #[test]
    fn the_engine_gives_the_reason() {
        let mut engine = Engine::new(EngineParams::default());
        let mut turn_game = game();
        turn_game.play(Color::Black, Move::Pass).unwrap();
        let decision = engine.genmove(&turn_game, Color::White, &CancelToken::new());
        assert_ne!(decision.mv, Move::Pass);
    }
}
