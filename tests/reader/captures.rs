//! Blocks that are captured by ladders, far from any frame.

use tedomari::base::Budget;
use tedomari::board::{Board, Color, Point, Size};
use tedomari::tsumego::Goal;
use tedomari::tsumego::{Question, Reader, ReaderParams, Reading, Verdict};

/// A white stone in a ladder from the upper left to the lower right, and possibly another stone.
fn ladder(other: Option<(Color, &str)>) -> (Board, Point) {
    let black = ["C16", "D17", "E17"].map(|name| (Color::Black, name));
    let white = [(Color::White, "D16")];
    let stones = black.into_iter().chain(white).chain(other);
    let stones: Vec<(Color, Point)> = stones
        .map(|(color, name)| (color, name.parse().unwrap()))
        .collect();
    let board = Board::with_stones(Size::square(19), stones).unwrap();
    (board, "D16".parse().unwrap())
}

fn read(board: &Board, target: Point, goal: Goal) -> Reading {
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 14,
        ..ReaderParams::default()
    });
    let question = Question::new(target, goal, goal.player(Color::White));
    let mut budget = Budget::nodes(20_000);
    reader.read(board, question, &mut budget).unwrap()
}

#[test]
fn a_ladder_across_the_board_is_proved() {
    let (mut board, target) = ladder(None);
    let kill = read(&board, target, Goal::Kill);
    assert!(
        kill.is_proven() && kill.verdict == Verdict::Achieved,
        "{kill:?}"
    );
    assert!(kill.line.len() > 20, "{kill:?}");
    for (mv, color) in kill
        .line
        .iter()
        .zip([Color::Black, Color::White].into_iter().cycle())
    {
        match mv {
            Some(point) => drop(board.play(color, *point).unwrap()),
            None => board.pass(),
        }
    }
}

/// With a ladder breaker in its way a ladder proves nothing; with a stone of the other side there it does.
#[test]
fn a_stone_in_the_way_of_a_ladder_counts() {
    for (color, is_captured) in [(Color::White, false), (Color::Black, true)] {
        let (board, target) = ladder(Some((color, "F14")));
        let kill = read(&board, target, Goal::Kill);
        let is_proved = kill.is_proven() && kill.verdict == Verdict::Achieved;
        assert_eq!(is_proved, is_captured, "{kill:?}\n{board}");
    }
}
