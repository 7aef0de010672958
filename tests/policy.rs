//! When the engine passes: never if a pass costs points, and always if no point is left to gain.

use tedomari::base::CancelToken;
use tedomari::board::game::Start;
use tedomari::board::{Board, Color, Game, Komi, Move, Rules, Size};
use tedomari::engine::{Engine, EngineParams};

/// Whether a color passes after these plays of both colors by turns and a pass of the other. If `clears`, dead stones have to
/// be taken off before a pass, since all stones count as they stand.
fn passes_after(color: Color, (side, plays): (u8, &str), rules: &str, clears: bool) -> bool {
    let rules = Rules {
        komi: Komi::from_half_points(15),
        ..Rules::named(rules).unwrap()
    };
    let mut game = Game::new(Size::square(side), rules);
    for name in plays.split_whitespace() {
        game.play(game.to_move(), Move::Play(name.parse().unwrap()))
            .unwrap();
    }
    game.play(color.opponent(), Move::Pass).unwrap();
    let mut params = EngineParams {
        max_playouts: Some(200),
        ..EngineParams::default()
    };
    params.search.memory_mib = 32;
    params.policy.clears_dead_stones = clears;
    let mut engine = Engine::new(params);
    engine.genmove(&game, color, &CancelToken::new()).mv == Move::Pass
}

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

/// The beginnings of games of 9x9, 13x13 and 19x19: White is ahead by komi on a board that is open.
const BEGINNINGS: [(u8, &str); 4] = [
    (9, "F6 C5 G6 G3 D6 C6 C7 B7 B8 C8 D7 A8 B9 C9"),
    (9, "D7 C5 C6 D5 F7 F5 G5 G4 G6 H4 H5 F4 J4 J3"),
    (
        13,
        "E4 G4 K10 D10 F11 D8 D12 C11 J11 F10 G10 F9 G9 G8 H8 G7 H7 H6 J6 H5",
    ),
    (
        19,
        "E12 Q15 P4 D4 D17 C15 C16 D15 F17 F15 H16 H15 J15 H14 G16 J16 J17 K16 K17 L16 L17 M16 M17 N16 N17 O17 O18 P18",
    ),
];

#[test]
fn no_second_pass_in_an_open_game() {
    for beginning in BEGINNINGS {
        for rules in ["chinese", "japanese", "tromp-taylor"] {
            let is_pass = passes_after(Color::White, beginning, rules, false);
            assert!(!is_pass, "{beginning:?} {rules}");
        }
    }
}

/// Black, behind by komi as the board stands, is to play after a pass of White.
#[test]
fn no_second_pass_that_loses_as_the_board_stands() {
    for beginning in BEGINNINGS {
        for clears in [false, true] {
            let is_pass = passes_after(Color::Black, beginning, "chinese", clears);
            assert!(!is_pass, "{beginning:?} {clears}");
        }
    }
}
