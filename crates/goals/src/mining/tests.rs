//! Rules mined from proofs of small positions of our own.

use super::*;
use crate::rules::{Assertion, RuleBase};
use tedomari_base::Budget;
use tedomari_board::{Board, Color, Point, PointSet};
use tedomari_solvers::tsumego::proof_file::ProofFile;
use tedomari_solvers::tsumego::{Goal, Question, Reader, ReaderParams};

/// Three points in a row, in the corner, at the edge and in the middle; White is around, and A marks the block.
const THREES: [&str; 4] = [
    ". . . . . . .\nO O O O O . .\nX X X X O . .\n. . . X O . .",
    ". . . . . . .\n. . O O O O O\n. . O X X X X\n. . O X . . .",
    "O O O O O O O\nO X X X X X O\nO X . . . X O\nO X X X X X O\nO O O O O O O\n. . . . . . .",
    ". . . . . .\nO O O O . .\nO X X X O .\nO X . X O .\nO X . X O .\nO X . X O .\nO X X X O .\nO O O O O .",
];

fn reader() -> Reader {
    Reader::new(ReaderParams {
        log2_entries: 12,
        ..ReaderParams::default()
    })
}

/// A black stone of a position, the first in point order.
fn block(board: &Board) -> Point {
    board.points_of(Color::Black).min().unwrap()
}

/// The proof that one side reaches its goal about a black block by moving first.
fn proof(board: &Board, goal: Goal) -> Vec<u8> {
    proof_about(board, Color::Black, goal)
}

/// The proof that one side reaches its goal about the first block of a color by moving first.
fn proof_about(board: &Board, owner: Color, goal: Goal) -> Vec<u8> {
    let block = board.points_of(owner).min().unwrap();
    let question = Question::new(block, goal, goal.player(owner));
    let mut reader = reader();
    let reading = reader
        .read(board, question, &mut Budget::nodes(50_000))
        .unwrap();
    assert!(reading.is_proven(), "{board}");
    let file = ProofFile::new(board, question, &reading, 12, &mut Budget::nodes(500_000)).unwrap();
    let mut text = Vec::new();
    file.write(&mut text).unwrap();
    text
}

fn miner(boards: &[Board]) -> Miner {
    let mut miner = Miner::default();
    for board in boards {
        for goal in [Goal::Kill, Goal::Live] {
            let n_new = miner
                .add(
                    &proof(board, goal)[..],
                    SampleLimits::default(),
                    &mut reader(),
                )
                .unwrap();
            assert!(n_new > 0, "{board}");
        }
    }
    miner
}

fn boards() -> Vec<Board> {
    THREES
        .iter()
        .map(|diagram| diagram.parse().unwrap())
        .collect()
}

const PARAMS: MiningParams = MiningParams {
    least_support: 3,
    percent: 90,
    least_points: 5,
    most_rules: 50,
};

/// The middle of three points is found, and the rules written down mean the same as the patterns: every rule matches as
/// often as it was counted.
#[test]
fn the_middle_of_three_is_found_and_written_down() {
    let boards = boards();
    let miner = miner(&boards);
    let rules = miner.rules(&PARAMS);
    assert!(!rules.is_empty());
    let base = RuleBase::read(&[("mined", &rules.join("\n"))]).unwrap();
    let mined = miner.mined(&PARAMS);
    let middles = ["B1", "F1", "D4", "C4"];
    let mut n_named = 0;
    for (board, middle) in boards.iter().zip(middles) {
        let middle: Point = middle.parse().unwrap();
        for player in Color::BOTH {
            let mut found: Vec<Assertion> = Vec::new();
            base.matches_at(board, block(board), player, &mut found);
            let points: PointSet = found.iter().filter_map(|found| found.prescribed).collect();
            n_named += usize::from(points.contains(middle));
            let aim = Goal::of(player, Color::Black);
            for point in board.size().points().filter(|&point| board.is_empty(point)) {
                let window = window::Window::new(board, point, player, block(board)).unwrap();
                let matches = |pattern: &Pattern| {
                    pattern.aim == aim
                        && (0..8).any(|symmetry| pattern.matches(&window.turned(symmetry)))
                };
                let by_pattern = mined.iter().any(|(pattern, _)| matches(pattern));
                assert_eq!(
                    by_pattern,
                    points.contains(point),
                    "{player} {point}\n{board}\n{}",
                    rules.join("\n")
                );
            }
        }
    }
    assert!(n_named >= 4, "{n_named}\n{}", rules.join("\n"));
}

#[test]
fn parts_are_tried_with_the_rules_of_the_others() {
    let miner = miner(&boards());
    let params = MiningParams {
        least_support: 2,
        ..PARAMS
    };
    let folds = miner.cross_validated(&params, 2);
    let all = folds
        .iter()
        .copied()
        .fold(FoldResult::default(), FoldResult::plus);
    assert_eq!(folds.len(), 2);
    assert!(
        all.n_positions >= 8 && all.n_right <= all.n_covered && all.n_covered <= all.n_positions
    );
    assert!(all.n_right_matches <= all.n_matches);
}

/// A proof about a position that was sampled in another orientation, with other colors, is of the same part: its rules
/// are not tried on it.
#[test]
fn questions_about_one_position_are_in_one_part() {
    let board: Board = THREES[0].parse().unwrap();
    let size = board.size();
    let stones = size
        .points()
        .filter_map(|point| Some((board.color(point)?, point)));
    let turned = stones.map(|(color, point)| {
        let x = size.width() - 1 - point.x();
        (color.opponent(), Point::new(x, point.y()))
    });
    let turned = Board::with_stones(size, turned.collect::<Vec<_>>()).unwrap();
    assert_ne!(board, turned);
    let mut miner = Miner::default();
    for (board, owner) in [(&board, Color::Black), (&turned, Color::White)] {
        let text = proof_about(board, owner, Goal::Kill);
        assert!(
            miner
                .add(&text[..], SampleLimits::default(), &mut reader())
                .unwrap()
                > 0
        );
    }
    assert_eq!((miner.n_proofs(), miner.n_positions()), (2, 1));
    let params = MiningParams {
        least_support: 2,
        ..PARAMS
    };
    assert!(!miner.rules(&params).is_empty());
    let [both, none] = miner.cross_validated(&params, 2)[..] else {
        panic!("two parts");
    };
    assert_eq!((both.n_rules, none.n_positions), (0, 0));
    assert!(both.n_positions > 0 && none.n_rules > 0);
}

#[test]
fn what_is_no_proof_is_refused() {
    let mut miner = Miner::default();
    let mut add = |text: &str| miner.add(text.as_bytes(), SampleLimits::default(), &mut reader());
    assert!(matches!(add(""), Err(MiningError::Ends(_))));
    assert!(matches!(add("{}"), Err(MiningError::Format(_))));
    let text = String::from_utf8(proof(&boards()[0], Goal::Kill)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(add(&lines[..lines.len() - 1].join("\n")).is_err());
    assert_eq!(miner.n_proofs(), 0);
}
