//! Counts of legal lines of play from positions of our own. The board computed them once. For empty boards they were
//! compared with published values (9x9 and 19x19) and with the slow count of a game with its record.

use tedomari::board::perft::{PerftOptions, perft};
use tedomari::board::{Board, Color, Game, KoRule, Move, Rules, Size};

const PLAYS: PerftOptions = PerftOptions {
    counts_passes: false,
};
const WITH_PASSES: PerftOptions = PerftOptions {
    counts_passes: true,
};

/// The same count under the full rules of a game, superko included. Much slower: every play is compared with the
/// record.
fn perft_game(game: &mut Game, to_move: Color, depth: u32, options: PerftOptions) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.n_consecutive_passes() >= 2 {
        return 0;
    }
    let mut moves: Vec<Move> = game.board().size().points().map(Move::Play).collect();
    if options.counts_passes {
        moves.push(Move::Pass);
    }
    let mut n_lines = 0;
    for mv in moves {
        if game.play(to_move, mv).is_ok() {
            n_lines += perft_game(game, to_move.opponent(), depth - 1, options);
            game.undo();
        }
    }
    n_lines
}

fn check(width: u8, height: u8, options: PerftOptions, expected: &[u64]) {
    let mut board = Board::new(Size::new(width, height).unwrap());
    for (depth, &count) in (1..).zip(expected) {
        let found = perft(&mut board, Color::Black, depth, options);
        assert_eq!(found, count, "{width}x{height} depth {depth} {options:?}");
    }
}

#[test]
fn lines_from_the_empty_board() {
    check(
        3,
        3,
        PLAYS,
        &[9, 72, 504, 2976, 14_720, 56_176, 168_144, 343_008],
    );
    check(4, 4, PLAYS, &[16, 240, 3360, 43_576, 521_800]);
    check(5, 5, PLAYS, &[25, 600, 13_800, 303_424]);
    check(5, 5, WITH_PASSES, &[26, 651, 15_650, 361_041]);
    check(9, 9, PLAYS, &[81, 6480, 511_920]);
    check(9, 9, WITH_PASSES, &[82, 6643, 531_522]);
    check(19, 19, PLAYS, &[361, 129_960]);
    check(19, 19, WITH_PASSES, &[362, 130_683]);
}

#[test]
fn lines_on_2x2_under_positional_superko() {
    let rules = Rules {
        ko: KoRule::PositionalSuperko,
        ..Rules::default()
    };
    let mut game = Game::new(Size::square(2), rules);
    let expected = [4, 12, 24, 16, 32, 32, 16, 48, 80, 32, 64, 32];
    for (depth, &count) in (1..).zip(&expected) {
        assert_eq!(
            perft_game(&mut game, Color::Black, depth, PLAYS),
            count,
            "depth {depth}"
        );
    }
}

#[test]
fn the_fast_and_the_slow_count_agree_under_simple_ko() {
    let diagrams = [
        ". X O .\nX . X O\n. X O .\n. . . .",
        "X O . O\nX X O .\n. X O O\nX . X .",
        ". X X X .\nX O O O X\n. X . X .",
        "O O .\nX O O\n. X X\nX X .",
    ];
    for diagram in diagrams {
        let mut board: Board = diagram.parse().unwrap();
        for color in Color::BOTH {
            for options in [PLAYS, WITH_PASSES] {
                let start = tedomari::board::game::Start::from_board(&board);
                let mut game = Game::from_start(start, Rules::default()).unwrap();
                let slow = perft_game(&mut game, color, 4, options);
                assert_eq!(
                    perft(&mut board, color, 4, options),
                    slow,
                    "{color} {options:?}\n{diagram}"
                );
            }
        }
    }
}
