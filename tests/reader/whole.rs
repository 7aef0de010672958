//! Small whole boards: what is proved agrees with exhaustive search of the board.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::tsumego::Goal;
use tedomari::tsumego::{Question, Reader, ReaderParams, Verdict};

use super::oracle::Enclosure;
use super::scattered;
use super::verdict::truth;

/// A full small board with holes, and a black block.
fn small_position(rng: &mut Rng) -> Option<(Board, Point)> {
    let width = if rng.below(2) == 0 { 4 } else { 5 };
    let size = Size::new(width, 3)?;
    scattered(rng, size, 36, 28)
}

#[test]
fn proofs_on_small_boards_are_true() {
    let mut rng = Rng::new(23, 0);
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 14,
        ..ReaderParams::default()
    });
    let mut n_proven = [0; 2];
    let mut n_tried = 0;
    while n_proven[0] < 60 || n_proven[1] < 60 {
        n_tried += 1;
        assert!(n_tried < 20_000, "{n_proven:?}");
        let Some((board, target)) = small_position(&mut rng) else {
            continue;
        };
        let everything: PointSet = board.size().points().collect();
        let enclosure = Enclosure::new(&board, &everything, target);
        for (kind, goal) in [Goal::Kill, Goal::Live].into_iter().enumerate() {
            let question = Question::new(target, goal, goal.player(Color::Black));
            let reading = reader
                .read(&board, question, &mut Budget::nodes(20_000))
                .unwrap();
            if !reading.is_proven() {
                continue;
            }
            let Some([clean, few, fair, free]) = truth(&enclosure, goal) else {
                continue;
            };
            let is_right = match reading.verdict {
                Verdict::Achieved => clean,
                Verdict::Refuted => !free,
                Verdict::Ko { is_favorable: true } => fair && !few,
                Verdict::Ko {
                    is_favorable: false,
                } => free && !fair,
                Verdict::Unknown => true,
            };
            assert!(
                is_right,
                "{board}\n{question:?} {reading:?}\n{clean} {few} {fair} {free}"
            );
            n_proven[kind] += 1;
        }
    }
}

/// White's wall around the corner has few liberties: the first success rests on walls that may be taken. The search
/// goes on, and finds one that is proved.
#[test]
fn a_success_with_weak_walls_is_not_the_end() {
    let board: Board = "\
        . O . . . . . . .\n\
        . . . . . . . . .\n\
        . . . . . . . . X\n\
        . . . . . . . . .\n\
        . . . . X . . . X\n\
        . . . . . . . X .\n\
        . . O O O . . . .\n\
        X . X X O . . . .\n\
        . O O X O . . . .\n"
        .parse()
        .unwrap();
    let target: Point = "A2".parse().unwrap();
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 18,
        ..ReaderParams::default()
    });
    let question = Question::new(target, Goal::Kill, Color::White);
    let mut budget = Budget::nodes(200_000);
    let reading = reader.read(&board, question, &mut budget).unwrap();
    assert_eq!(reading.verdict, Verdict::Achieved);
    assert!(reading.is_proven(), "{reading:?}");
}
