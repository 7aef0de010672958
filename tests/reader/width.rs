//! Frames of all widths: searches give the same results in them, and blocks that fit only the widest frame are read.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::proof::Outcome;
use tedomari::proof::solver::Solver;
use tedomari::proof::table::SolverTable;
use tedomari::tactics::ko::KoThreats;
use tedomari::tsumego::fight::{Criteria, Fight};
use tedomari::tsumego::frame::cells::Cells;
use tedomari::tsumego::frame::{Boundary, Frame};
use tedomari::tsumego::question::{Goal, LifeCriterion};
use tedomari::tsumego::{Question, Reader, ReaderParams, Verdict};

use super::scattered;

/// The result of a search in the frame of a whole board, and its cost.
fn search<const N: usize>(board: &Board, target: &str, goal: Goal) -> (Outcome, u64) {
    let all: PointSet = board.size().points().collect();
    let target: Point = target.parse().unwrap();
    let frame: Frame<N> =
        Frame::new(board, target, &all, &PointSet::EMPTY, Boundary::Shut).unwrap();
    let fight = Fight {
        frame: &frame,
        goal,
        life: LifeCriterion::EyesOrSeki,
        ko_threats: KoThreats::Nobody,
        criteria: Criteria::All,
        salt: 0,
        hint: Cells::EMPTY,
        easier: &[],
    };
    // The table is large enough to keep everything: what a small table loses depends on the width.
    let mut table = SolverTable::new(17);
    let start = fight.start(true, Cells::EMPTY);
    let mut budget = Budget::nodes(5_000);
    let outcome = Solver::new(&fight, &mut table).prove(&start, &mut budget);
    (outcome, budget.spent())
}

#[test]
fn the_width_of_a_frame_changes_nothing() {
    let mut rng = Rng::new(41, 0);
    let mut n_long = 0;
    for round in 0..800 {
        let size = Size::new(9, 8).unwrap();
        let Some((board, target)) = scattered(&mut rng, size, 40, 40) else {
            continue;
        };
        let (target, goal) = (target.to_string(), [Goal::Kill, Goal::Live][round % 2]);
        let few = search::<2>(&board, &target, goal);
        assert_eq!(few, search::<3>(&board, &target, goal), "{target}\n{board}");
        assert_eq!(few, search::<4>(&board, &target, goal), "{target}\n{board}");
        n_long += usize::from(few.1 > 100);
    }
    assert!(n_long > 10, "{n_long}");
}

/// A block along two sides of a board. The box around it has more than 128 cells, and its only space is in the
/// corner.
#[test]
fn a_long_block_is_read() {
    let size = Size::square(13);
    let stones = size.points().filter_map(|point| {
        let (line, other) = (point.x().min(point.y()), point.x().max(point.y()));
        match line {
            0 if other < 2 => None,
            0 | 1 => Some((Color::Black, point)),
            2 => Some((Color::White, point)),
            _ => None,
        }
    });
    let board = Board::with_stones(size, stones.collect::<Vec<_>>()).unwrap();
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 12,
        ..ReaderParams::default()
    });
    let corner = Point::new(0, 0);
    for goal in [Goal::Kill, Goal::Live] {
        let question = Question::new(Point::new(1, 1), goal, goal.player(Color::Black));
        let reading = reader
            .read_in_full(&board, question, &mut Budget::nodes(10_000))
            .unwrap();
        let found = (reading.verdict, reading.is_proven(), reading.first());
        assert_eq!(found, (Verdict::Achieved, true, Some(corner)), "{goal:?}");
    }
}

/// A block around the whole board.
#[test]
fn a_block_that_no_frame_holds_is_unknown() {
    let size = Size::square(19);
    let on_ring = |point: &Point| {
        let (x, y) = (point.x().min(18 - point.x()), point.y().min(18 - point.y()));
        x.min(y) == 1
    };
    let stones = size.points().filter(on_ring);
    let stones = stones.map(|point| (Color::Black, point));
    let board = Board::with_stones(size, stones.collect::<Vec<_>>()).unwrap();
    let question = Question::new(Point::new(1, 1), Goal::Kill, Color::White);
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 12,
        ..ReaderParams::default()
    });
    let reading = reader
        .read_in_full(&board, question, &mut Budget::nodes(100))
        .unwrap();
    assert_eq!((reading.verdict, reading.n_nodes), (Verdict::Unknown, 0));
}

/// The usual frames that fit here are optimistic ones only: the pessimistic ones take in weak blocks all over the
/// board.
#[test]
fn where_no_pessimistic_frame_fits_nothing_is_refuted() {
    let board: Board = "\
        . . O O X O . O X . .\n\
        O . O X . O . . O . .\n\
        X X X O X O . X . O O\n\
        X X . O X O O X X . X\n\
        X X X X O . . . X O .\n\
        O O O X X O X O O X X\n\
        . O O . O . X O X O .\n\
        . O . O X X . . X O X\n\
        X . . . O . O O O X X\n\
        O O O X X X O O . X .\n\
        O . O O . O . O X X O"
        .parse()
        .unwrap();
    let target: Point = "A7".parse().unwrap();
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 14,
        ..ReaderParams::default()
    });
    let kill = Question::new(target, Goal::Kill, Color::White);
    let reading = reader
        .read(&board, kill, &mut Budget::nodes(20_000))
        .unwrap();
    assert_ne!(reading.verdict, Verdict::Refuted, "{reading:?}");
    // In truth White kills: after F7 a net holds the block, which takes more nodes to read.
    let mut after = board;
    after.play(Color::White, "F7".parse().unwrap()).unwrap();
    let live = Question::new(target, Goal::Live, Color::Black);
    let reading = reader.read(&after, live, &mut Budget::nodes(100_000));
    let found = reading.map(|reading| (reading.verdict, reading.is_proven()));
    assert_eq!(found, Some((Verdict::Refuted, true)));
}
