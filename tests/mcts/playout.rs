//! Properties of every playout, on boards of all shapes and from positions of all kinds.

use tedomari::base::Rng;
use tedomari::board::{Board, Cell, Color, Game, Move, Point, Rules, Size};
use tedomari::mcts::playout::{PlayoutReason, PlayoutTurn, Policy, max_length, play_out};

/// Whether a point is an eye of `color` and no false eye, by the definition.
fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    let is_surrounded = point
        .neighbors()
        .into_iter()
        .all(|near| [Cell::from(color), Cell::Wall].contains(&board.cell(near)));
    let cells = point.diagonals().map(|diagonal| board.cell(diagonal));
    let n_hostile = cells
        .iter()
        .filter(|cell| cell.color() == Some(color.opponent()))
        .count();
    let limit = if cells.contains(&Cell::Wall) { 0 } else { 1 };
    is_surrounded && n_hostile <= limit
}

/// Runs a playout from `board`, and checks each of its plays on a second board.
fn check(board: &Board, to_move: Color, policy: Policy, rng: &mut Rng) {
    let mut scratch = Board::new(board.size()).with_suicide(board.allows_suicide());
    scratch.copy_position(board);
    let mut slow = board.clone();
    let mut n_plays = 0;
    let is_over = play_out(
        &mut scratch,
        PlayoutTurn::first(to_move),
        policy,
        rng,
        |before, color, point, reason| {
            // Between two plays of one player, the other player may have passed, which lifts the ko ban.
            if before.ko() != slow.ko() {
                slow.pass();
            }
            assert_eq!(*before, slow);
            assert!(
                !is_eye(before, color, point),
                "{color} fills {point}\n{before}"
            );
            assert!(
                !before.is_suicide(color, point),
                "{color} {point}\n{before}"
            );
            let played = slow.play(color, point).unwrap();
            assert!(reason != PlayoutReason::Capture || played.n_captured > 0);
            n_plays += 1;
        },
    );
    assert!(n_plays <= max_length(board));
    assert_eq!(scratch.hash(), slow.hash());
    // Only the first pass lifted a ban after the last play.
    if is_over && policy == Policy::Uniform && slow.ko().is_none() {
        for color in Color::BOTH {
            let free = scratch.empty_points().iter().find(|&&point| {
                scratch.is_legal(color, point)
                    && !scratch.is_suicide(color, point)
                    && !is_eye(&scratch, color, point)
            });
            assert_eq!(free, None, "{color} passed too early\n{scratch}");
        }
    }
}

#[test]
fn playouts_are_legal_fill_no_eye_and_end() {
    let mut rng = Rng::new(9, 0);
    for (width, height) in [
        (1, 1),
        (1, 2),
        (2, 1),
        (1, 9),
        (2, 2),
        (3, 2),
        (5, 5),
        (9, 9),
        (13, 4),
        (25, 25),
    ] {
        let size = Size::new(width, height).unwrap();
        for n in 0..20 {
            let board = Board::new(size).with_suicide(n % 2 == 0);
            for policy in [Policy::Uniform, Policy::default()] {
                check(&board, Color::BOTH[n % 2], policy, &mut rng);
            }
        }
    }
}

#[test]
fn playouts_from_the_middle_of_random_games() {
    let mut rng = Rng::new(10, 0);
    for n in 0..60 {
        let size = Size::new(3 + n % 8, 9 - n % 7).unwrap();
        let mut game = Game::new(size, Rules::default());
        for _ in 0..rng.index(2 * size.n_points()) {
            let empty = game.board().empty_points();
            let point = empty[rng.index(empty.len())];
            let _ = game.play(game.to_move(), Move::Play(point));
        }
        for policy in [Policy::Uniform, Policy::default()] {
            for color in Color::BOTH {
                check(game.board(), color, policy, &mut rng);
            }
        }
    }
}
