//! Finished boards played to the very end: before any player passes, everything that the referee calls dead is
//! captured. The final board counts the referee's score.

use tedomari::base::{Budget, CancelToken, Rng};
use tedomari::board::game::Start;
use tedomari::board::{Board, Color, Game, Komi, Move, PointSet, Rules, Size, score};
use tedomari::engine::{Engine, EngineParams};

use super::random::{Eyes, Wanted, board};

/// Boards that are played to the end.
const N_BOARDS: usize = 5;
/// Playouts for each move.
const N_PLAYOUTS: u64 = 60;
/// Most moves of a cleanup.
const MOST_MOVES: usize = 120;

/// A finished board as a game without komi, by area.
fn game(board: &Board, first: Color) -> Game {
    let start = Start {
        to_move: Some(first),
        ..Start::from_board(board)
    };
    let rules = Rules {
        komi: Komi::default(),
        ..Rules::named("chinese").unwrap()
    };
    Game::from_start(start, rules).unwrap()
}

/// Plays a board to its end. Returns the number of moves.
fn clean_up(board: &Board, first: Color) -> usize {
    let mut params = EngineParams {
        max_playouts: Some(N_PLAYOUTS),
        ..EngineParams::default()
    };
    params.policy.scoring_playouts = 100;
    let mut engine = Engine::new(params);
    let mut game = game(board, first);
    let judgement = engine.judge(&game, &Budget::unlimited());
    for turn in 0..MOST_MOVES {
        let color = game.to_move();
        let mv = engine.genmove_cleanup(&game, color, &CancelToken::new()).mv;
        game.play(color, mv).unwrap();
        if game.is_over() {
            let left = score::count(game.board(), &PointSet::EMPTY);
            let dead = judgement.dead;
            for color in Color::BOTH {
                let standing: PointSet = game.board().points_of(color).collect();
                let judged: PointSet = board.points_of(color).collect();
                assert!(
                    !standing.intersects(&(dead & judged)),
                    "dead stones are left\n{}\n{}",
                    board.to_picture(|point| dead.contains(point)),
                    game.board().to_picture(|_| false)
                );
            }
            let area = |color: Color| left.stones[color].len() + left.surrounded[color].len();
            let [black, white] = Color::BOTH.map(|color| i32::try_from(area(color)).unwrap());
            assert_eq!(
                2 * (black - white),
                judgement.score.half_points(),
                "{first} first\n{}\n{}",
                board.to_picture(|point| dead.contains(point)),
                game.board().to_picture(|_| false)
            );
            return turn + 1;
        }
        assert!(mv != Move::Resign);
    }
    panic!("the cleanup has no end\n{}", board.to_picture(|_| false));
}

#[test]
fn cleanup_captures_the_dead_and_keeps_the_score() {
    let mut rng = Rng::new(20_261_123, 0);
    let mut n_moves = 0;
    for round in 0..N_BOARDS {
        let board = board(
            &mut rng,
            &Wanted {
                size: Size::square(7),
                regions: (0, 0),
                empty: 20,
                eyes: [Eyes::Small, Eyes::Paired][round % 2],
            },
        );
        n_moves += clean_up(&board, Color::BOTH[round % 2]);
    }
    // Two passes end each board; capturing the dead stones takes more moves.
    assert!(n_moves > 2 * N_BOARDS, "{n_moves} moves");
}
