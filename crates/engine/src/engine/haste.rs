//! A move when there is no time for a search: from what is known already, in a few milliseconds at most.
//!
//! In order: a pass that ends a won game, the best move of earlier searches in this position, the save or the capture
//! of a block in atari, and the move that the prior finds likeliest. Left out are self-ataris, own eyes, and the points
//! on which the latest proofs found nothing left to gain.

use super::capture_hints::open_blocks;
use super::decision::{Decision, Reason};
use super::search_moves::LEAST_PROBE;
use super::state::Engine;
use super::turn::Turn;
use crate::board::{Block, Board, Color, Game, Move, Point, PointSet, Score, score};
use crate::endgame::Settled;
use crate::endgame::fill::is_self_atari;
use crate::mcts::Filter;
use crate::tactics::capture::{Capture, LadderStatus};

/// Nodes for all ladders: about a millisecond.
const ATARI_NODES: u64 = 500;

/// A block of so many stones in atari is worth an answer whatever else there is to play.
const LARGE_BLOCK: u16 = 2;

impl Engine {
    /// A move without a search.
    pub(super) fn hasty_move(&mut self, turn: &mut Turn<'_, '_>) -> Decision {
        self.clock.answers_at_once();
        let (game, color) = (turn.game, turn.color);
        let filter = turn.filter.take().unwrap_or(Filter::NONE);
        let is_choice = |mv: Move| filter.lets_through(mv) && game.is_legal(color, mv);
        if turn.opponent_passed() && is_choice(Move::Pass) && wins_on_a_full_board(game, color) {
            return Decision::without_search(Move::Pass, Reason::WinsAsItStands);
        }
        let recalled = self.searcher.recall(game, color);
        let sure = recalled.filter(|&(_, visits)| u64::from(visits) >= LEAST_PROBE);
        let mv = sure
            .map(|(mv, _)| mv)
            .filter(|&mv| is_choice(mv))
            .or_else(|| self.unsearched_play(game, color, &filter));
        match mv {
            Some(mv) => Decision::without_search(mv, Reason::OutOfTime),
            None => Decision::without_search(last_resort(turn), Reason::NothingToPlay),
        }
    }

    /// A play by what can be read at a glance.
    pub(super) fn unsearched_play(
        &self,
        game: &Game,
        color: Color,
        filter: &Filter,
    ) -> Option<Move> {
        let latest = self.proof_cache.latest();
        let settled = latest
            .map(|proofs| proofs.still_settled(game.board()))
            .unwrap_or_default();
        let urgent = answer_to_atari(game, color, &settled).filter(|&mv| filter.lets_through(mv));
        urgent.or_else(|| self.likeliest_play(game, color, &settled, filter))
    }

    /// The likeliest play by the prior that is neither a self-atari nor without use.
    fn likeliest_play(
        &self,
        game: &Game,
        color: Color,
        settled: &Settled,
        filter: &Filter,
    ) -> Option<Move> {
        let filter = Filter {
            never: settled.never,
            ..filter.clone()
        };
        let moves = self.searcher.candidates(game, color, &filter);
        let mut plays = moves.into_iter().filter_map(|(mv, _)| mv.point());
        let point = plays.find(|&point| !is_self_atari(game.board(), color, point))?;
        Some(Move::Play(point))
    }
}

/// Where the largest block that hangs on the next move is captured or saved, of those in atari.
fn answer_to_atari(game: &Game, color: Color, settled: &Settled) -> Option<Move> {
    let board = game.board();
    let n_stones = |head| board.block_at(head).map_or(0, Block::n_stones);
    let in_atari = |&head: &Point| board.block_at(head).and_then(Block::atari).is_some();
    let mut heads: Vec<Point> = open_blocks(board, settled).filter(in_atari).collect();
    heads.retain(|&head| n_stones(head) >= LARGE_BLOCK);
    // The sort is stable: ties stay in point order.
    heads.sort_by_key(|&head| std::cmp::Reverse(n_stones(head)));
    let mut nodes = ATARI_NODES;
    let mut answers = heads.into_iter().filter_map(|head| {
        if board.color(head) == Some(color) {
            rescue(board, head, &mut nodes)
        } else {
            capture(board, head, &mut nodes)
        }
    });
    answers
        .find(|&point| game.is_legal(color, Move::Play(point)))
        .map(Move::Play)
}

/// The last liberty of a block in atari that would run if its owner moved first.
fn capture(board: &Board, head: Point, nodes: &mut u64) -> Option<Point> {
    let may_run = ladder(board, head, nodes)? != LadderStatus::Captured;
    board.block_at(head)?.atari().filter(|_| may_run)
}

/// The point on which a block in atari captures or runs, so that no ladder catches it afterwards.
fn rescue(board: &Board, head: Point, nodes: &mut u64) -> Option<Point> {
    let block = board.block_at(head)?;
    let color = block.color();
    let around = board.stones(head).flat_map(Point::neighbors);
    let attackers = around.filter(|&point| board.color(point) == Some(color.opponent()));
    let captures = attackers.filter_map(|point| board.block_at(point)?.atari());
    let mut points: Vec<Point> = captures.collect();
    points.sort_unstable();
    points.dedup();
    points.extend(block.atari());
    points.into_iter().find(|&point| {
        let mut after = board.clone();
        after.play(color, point).is_ok()
            && ladder(&after, head, nodes) == Some(LadderStatus::Escaped)
    })
}

/// What becomes of a block in a ladder; `None` once the nodes are used up.
fn ladder(board: &Board, head: Point, nodes: &mut u64) -> Option<LadderStatus> {
    if *nodes == 0 {
        return None;
    }
    let mut question = Capture::new(board, head)?;
    let status = question.ladder(*nodes);
    *nodes = nodes.saturating_sub(question.n_nodes());
    Some(status)
}

/// A pass, or the first of the moves allowed where a pass is not.
fn last_resort(turn: &Turn<'_, '_>) -> Move {
    let among = turn.among.as_deref().unwrap_or_default();
    if among.contains(&Move::Pass) {
        return Move::Pass;
    }
    among.first().copied().unwrap_or(Move::Pass)
}

/// Whether the board counts as won if every stone on it is alive, even if the opponent gets all points without an
/// owner: in an open game they are still to be played for.
fn wins_on_a_full_board(game: &Game, color: Color) -> bool {
    let count = score::count(game.board(), &PointSet::EMPTY);
    let surrounded: usize = count.surrounded.0.iter().map(|points| points.len()).sum();
    let n_open = game.board().empty_points().len() - surrounded;
    let open = Score::from_points(i32::try_from(n_open).unwrap_or(i32::MAX));
    score_with_all_stones(game).for_color(color) > open
}

/// Whether the board counts as won if every stone on it is alive.
pub(super) fn wins_with_all_stones(game: &Game, color: Color) -> bool {
    score_with_all_stones(game).winner() == Some(color)
}

fn score_with_all_stones(game: &Game) -> Score {
    let nothing = PointSet::EMPTY;
    score::score(
        game.board(),
        &nothing,
        &nothing,
        game.rules(),
        game.n_handicap(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, CancelToken};
    use crate::board::game::Start;
    use crate::board::{Rules, Size};
    use crate::engine::EngineParams;
    use crate::engine::clock::TimeSystem;

    /// An engine with small memory whose time is over.
    fn out_of_time() -> Engine {
        let mut params = EngineParams::default();
        params.search.memory_mib = 16;
        let mut engine = Engine::new(params);
        end_time(&mut engine);
        engine
    }

    fn end_time(engine: &mut Engine) {
        let over = TimeSystem::Absolute { main: 0.0 };
        engine.clock_mut().set_system(over);
    }

    fn game(diagram: &str, color: Color) -> Game {
        let board: Board = diagram.parse().unwrap();
        let start = Start {
            to_move: Some(color),
            ..Start::from_board(&board)
        };
        Game::from_start(start, Rules::named("chinese").unwrap()).unwrap()
    }

    fn choose(engine: &mut Engine, game: &Game) -> Decision {
        engine.genmove(game, game.to_move(), &CancelToken::new())
    }

    fn check(diagram: &str, color: Color, expected: &str) {
        let decision = choose(&mut out_of_time(), &game(diagram, color));
        assert_eq!(decision.mv.to_string(), expected, "{color}\n{diagram}");
        assert_eq!(decision.reason, Reason::OutOfTime);
    }

    #[test]
    fn a_game_begins_in_a_corner() {
        let empty = Game::new(Size::square(19), Rules::default());
        let decision = choose(&mut out_of_time(), &empty);
        let point = decision.mv.point().unwrap();
        let is_corner = |n: u8| (2..=4).contains(&n.min(18 - n));
        assert!(is_corner(point.x()) && is_corner(point.y()), "{point}");
        assert_eq!(decision.reason, Reason::OutOfTime);
    }

    const CAPTURE: &str = "\
        . . . . . . . . .\n\
        . . . . . . . . .\n\
        . . X . . . O . .\n\
        . . . . . . . . .\n\
        . . . X X . . . .\n\
        . . X O O . . . .\n\
        . . . X X . . . .\n\
        . . . . . . O . .\n\
        . . . . . . . . .";

    #[test]
    fn a_block_in_atari_is_captured_or_saved() {
        check(CAPTURE, Color::Black, "F4");
        check(CAPTURE, Color::White, "F4");
    }

    /// A ladder on the left that White's stone in the corner breaks; the same ladder without it cannot be saved.
    #[test]
    fn only_a_block_that_gets_away_is_saved() {
        let caught = "\
            . . . . . . . . .\n\
            . . . . . . . . .\n\
            . . X X . . . . .\n\
            . X O O . . . . .\n\
            . X O X X . . . .\n\
            . . X . . . . . .\n\
            . . . . . . . . .\n\
            . . . . . . O . .\n\
            . . . . . . . . .";
        let lone = choose(&mut out_of_time(), &game(caught, Color::White));
        assert_ne!(lone.mv.to_string(), "E6");
        // The attacker does not hurry to take what cannot get away either.
        let lone = choose(&mut out_of_time(), &game(caught, Color::Black));
        assert_ne!(lone.mv.to_string(), "E6");
        check(
            &caught.replacen(". . . . . . . . .", ". . . . . O . . .", 2),
            Color::White,
            "E6",
        );
    }

    #[test]
    fn own_eyes_and_settled_points_are_left_alone() {
        let finished = "\
            . X X O .\n\
            X X X O O\n\
            . X X O .\n\
            X X X O O\n\
            X X X O .";
        for color in Color::BOTH {
            let decision = choose(&mut out_of_time(), &game(finished, color));
            let expected = (Move::Pass, Reason::NothingToPlay);
            assert_eq!((decision.mv, decision.reason), expected, "{color}");
        }
        let open = ". . X O . .\nX X X O O O\n. . X O . .\nX X X O O O";
        let open = game(open, Color::Black);
        let mut engine = out_of_time();
        assert_ne!(choose(&mut engine, &open).mv, Move::Pass);
        drop(engine.proofs(open.board(), &Budget::unlimited()));
        assert_eq!(choose(&mut engine, &open).mv, Move::Pass);
    }

    #[test]
    fn a_pass_ends_a_game_that_is_won() {
        let won = ". X X O O\n. X X O .\n. X X O O\n. X X O .\n. X X O O";
        let mut game = game(won, Color::White);
        game.play(Color::White, Move::Pass).unwrap();
        let mut rules = *game.rules();
        for (half_komi, expected) in [(1, Reason::WinsAsItStands), (99, Reason::OutOfTime)] {
            rules.komi = crate::board::Komi::from_half_points(half_komi);
            game.set_rules(rules);
            assert_eq!(choose(&mut out_of_time(), &game).reason, expected);
        }
    }

    #[test]
    fn the_answer_of_an_earlier_search_is_remembered() {
        let mut params = EngineParams {
            max_playouts: Some(3000),
            ..EngineParams::default()
        };
        params.search.memory_mib = 64;
        params.search.stops_early = false;
        let mut engine = Engine::new(params);
        let mut game = Game::new(Size::square(9), Rules::default());
        let report = choose(&mut engine, &game).report.unwrap();
        let line = &report.moves[0].line;
        assert!(line.len() > 2, "{line:?}");
        for &mv in &line[..2] {
            game.play(game.to_move(), mv).unwrap();
        }
        end_time(&mut engine);
        let decision = choose(&mut engine, &game);
        assert_eq!((decision.mv, decision.reason), (line[2], Reason::OutOfTime));
    }

    #[test]
    fn only_the_moves_asked_for_are_chosen() {
        let game = game(CAPTURE, Color::Black);
        let allowed: Move = "A1".parse().map(Move::Play).unwrap();
        let filter = Filter {
            allow: Some(vec![allowed]),
            ..Filter::NONE
        };
        let observer = crate::mcts::Observer {
            interval: std::time::Duration::from_secs(1),
            show: &mut |_| (),
            owners_by_move: false,
        };
        let mut engine = out_of_time();
        let cancel = CancelToken::new();
        let decision = engine.genmove_observed(&game, Color::Black, &filter, &cancel, observer);
        assert_eq!(decision.mv, allowed);
        assert!(decision.report.is_some_and(|report| report.n_playouts > 0));
    }
}
