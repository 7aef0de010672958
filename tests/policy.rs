//! When the engine passes: never if a pass costs points, and always if no point is left to gain.

use tedomari::base::{CancelToken, Color, Move};
use tedomari::board::game::Start;
use tedomari::board::{Board, Game, Rules};
use tedomari::engine::{Engine, EngineParams};

/// Whether the engine passes as `color` in a position. If `is_second`, the opponent has passed before.
fn passes(diagram: &str, rules: &str, color: Color, is_second: bool) -> bool {
    let board: Board = diagram.parse().unwrap();
    let first = if is_second { color.opponent() } else { color };
    let start = Start {
        to_move: Some(first),
        ..Start::from_board(&board)
    };
    let mut game = Game::from_start(start, Rules::named(rules).unwrap()).unwrap();
    if is_second {
        game.play(first, Move::Pass).unwrap();
    }
    let mut params = EngineParams::default();
    params.search.memory_mib = 32;
    let mut engine = Engine::new(params);
    engine.reg_genmove(&game, color, &CancelToken::new()).mv == Move::Pass
}

/// Black's area below looks safe to playouts, but White has a move in it.
const OPEN: &str = "\
    . . . . O O X . .\n\
    . . . . O X X . .\n\
    . . . . O X . . .\n\
    . . O . O X X . .\n\
    . . O O X . . . .\n\
    . O O X . X X X .\n\
    . O X . . . O . .\n\
    . O X . X X . O .\n\
    . O O X . . . . .";

/// Black's stones in the lower left corner kill the white group around them; as it stands, White has more points.
const DEAD: &str = "\
    X O . . . . . . .\n\
    X O . . . O . O O\n\
    X O O . O O O O X\n\
    X X O O O X X X X\n\
    X . X O X . X . .\n\
    X X X X X . . . .\n\
    O O O X O X . . .\n\
    O . O O O X X X X\n\
    . X . O O O O O O";

/// A wall in the middle, and no useful move on either side.
const CLOSED: &str = "\
    . . X X O . .\n\
    . X . X O O .\n\
    . . X X O . O\n\
    . . X X O O .\n\
    . X . X O . .\n\
    . . X X O O .\n\
    . . X O O . .";

#[test]
fn no_pass_while_an_invasion_is_left() {
    assert!(!passes(OPEN, "chinese", Color::Black, false));
    assert!(!passes(OPEN, "japanese", Color::Black, false));
}

#[test]
fn no_second_pass_that_loses_when_dead_stones_come_off() {
    assert!(!passes(DEAD, "chinese", Color::White, true));
}

#[test]
fn passes_once_nothing_is_left() {
    for rules in ["chinese", "japanese"] {
        for color in Color::BOTH {
            assert!(passes(CLOSED, rules, color, false), "{rules} {color}");
            assert!(passes(CLOSED, rules, color, true), "{rules} {color}");
        }
    }
}
