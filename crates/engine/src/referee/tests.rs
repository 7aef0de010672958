//! Judgements where ownership is sure and wrong: what reading has to correct or to leave open.

use super::basis::{Basis, BasisKind, OwnerSource};
use super::effort::JudgementEffort;
use super::finish::Unfinished;
use super::report::JudgementReport;
use super::score::tests::game;
use super::score::{Judgement, judge};
use super::status::{BlockJudgement, Status};
use crate::base::Budget;
use crate::board::{Color, Point};

/// A group of Black in rows 1 to 4, in columns C to G, among living stones of White.
fn diagram(rows: [&str; 4]) -> String {
    let [a, b, c, d] = rows;
    format!(". O . O . O . O .\nO O O O O O O O O\n{a}\n{b}\n{c}\n{d}")
}

/// Judges a board on which ownership gives the group and its surroundings to Black, nearly for certain.
fn judged(diagram: &str, rules: &str, seconds: f64) -> Judgement {
    let is_black = |point: Point| (2..7).contains(&point.x()) && point.y() < 4;
    let board = game(diagram, rules);
    let ownership = |_: Color, point: Point| {
        let is_outside = board.board().color(point) == Some(Color::White) && !is_inside(point);
        if is_black(point) && !is_outside {
            0.98
        } else {
            -0.98
        }
    };
    let effort = JudgementEffort {
        seconds,
        limits: &Budget::unlimited(),
    };
    judge(&board, OwnerSource::Network, ownership, &effort)
}

/// Whether a point lies within the walls of the group.
fn is_inside(point: Point) -> bool {
    (3..6).contains(&point.x()) && point.y() < 3
}

fn black(judgement: &Judgement) -> &BlockJudgement {
    let mut blocks = judgement.blocks.iter();
    blocks.find(|block| block.color == Color::Black).unwrap()
}

const CRITICAL: [[&str; 4]; 4] = [
    // Straight three, bent three, pyramid four, bulky five.
    [
        "O O O O O O O O O",
        "O O X X X X X O O",
        "O O X . . . X O O",
        "O O X X X X X O O",
    ],
    [
        "O O X X X X O O O",
        "O O X . . X O O O",
        "O O X X . X O O O",
        "O O O X X X O O O",
    ],
    [
        "O O O X X X O O O",
        "O O X X . X X O O",
        "O O X . . . X O O",
        "O O X X X X X O O",
    ],
    [
        "O O X X X X O O O",
        "O O X . . X X O O",
        "O O X . . . X O O",
        "O O X X X X X O O",
    ],
];

#[test]
fn a_group_that_the_next_move_decides_is_unfinished() {
    for rows in CRITICAL {
        let diagram = diagram(rows);
        let judgement = judged(&diagram, "chinese", 1.0);
        assert_eq!(
            black(&judgement).basis,
            Basis::HangsOnFirstMove,
            "{diagram}"
        );
        let hinge = judgement.hinge.unwrap();
        assert!(hinge.is_proved && hinge.moves.0.iter().all(Option::is_some));
        let [if_black, if_white] = hinge.scores.0;
        assert!(if_black > if_white, "{diagram}");
        let reason = Unfinished::of(&judgement).unwrap().to_string();
        assert!(reason.ends_with(", as reading proves"), "{reason}");
        // Ownership alone takes it for finished.
        let unread = judged(&diagram, "chinese", 0.0);
        assert_eq!(Unfinished::of(&unread), None, "{diagram}");
    }
}

#[test]
fn settled_shapes_are_proved() {
    let alive = diagram([
        "O O X X X X O O O",
        "O O X . . X X O O",
        "O O X X . . X O O",
        "O O O X X X X O O",
    ]);
    let judgement = judged(&alive, "chinese", 1.0);
    let block = black(&judgement);
    assert!(block.status == Status::Alive && block.basis.is_proof());
    assert_eq!(Unfinished::of(&judgement), None);
    let dead = diagram([
        "O O X X X X O O O",
        "O O X . . X O O O",
        "O O X . . X O O O",
        "O O X X X X O O O",
    ]);
    let judgement = judged(&dead, "chinese", 1.0);
    let block = black(&judgement);
    assert!(block.status == Status::Dead && block.basis.is_proof());
    assert_eq!(Unfinished::of(&judgement), None);
}

#[test]
fn stones_inside_a_group_without_two_eyes_stand_in_seki() {
    // White loses its stones by another play of its own, and Black its only eye by taking them.
    let diagram = diagram([
        "O O O O X X X O O",
        "O O X X X O X O O",
        "O O X . O O X O O",
        "O O X X . X X O O",
    ]);
    for rules in ["chinese", "japanese"] {
        let judgement = judged(&diagram, rules, 1.0);
        assert!(judgement.dead.is_empty(), "{:?}", judgement.blocks);
        let inside: Point = "E2".parse().unwrap();
        assert!(judgement.seki.contains(inside));
        assert_eq!(black(&judgement).status, Status::Seki);
        assert_eq!(Unfinished::of(&judgement), None);
    }
}

#[test]
fn a_report_counts_what_decides() {
    let diagram = diagram(CRITICAL[0]);
    let judgement = judged(&diagram, "chinese", 1.0);
    let report = JudgementReport::new(&game(&diagram, "chinese"), &judgement);
    let n_blocks: usize = report.bases.iter().map(|count| count.blocks).sum();
    assert_eq!(n_blocks, report.blocks.len());
    let names: Vec<&str> = report.bases.iter().map(|it| it.basis.as_str()).collect();
    let expected = [BasisKind::StaticProof, BasisKind::Reading].map(BasisKind::name);
    assert_eq!(names, expected);
    assert!(
        report
            .to_string()
            .contains("blocks decided by static proof 1")
    );
}

/// Both sides have large territories and no proved stone. Two blocks with an eye each share the liberty on F1.
const OPEN_SEKI: &str = "\
    . . . . X O . . . .\n\
    . . . . X O . . . .\n\
    . . . . X O . . . .\n\
    . X X X X O O O O O\n\
    . X O O O X X X X O\n\
    . X O . O . X . X O";

#[test]
fn a_seki_beside_walls_that_only_look_alive_is_finished() {
    let board = game(OPEN_SEKI, "chinese");
    let in_question = |point: Point| point.y() < 2 && (2..9).contains(&point.x());
    // Ownership has no idea about the two blocks, and gives all else to the right side.
    let ownership = |_: Color, point: Point| match (in_question(point), point.x()) {
        (true, ..5) => -0.3,
        (true, _) => 0.2,
        (false, ..5) => 0.98,
        (false, _) => -0.98,
    };
    let effort = JudgementEffort {
        seconds: 1.0,
        limits: &Budget::unlimited(),
    };
    let judgement = judge(&board, OwnerSource::Network, ownership, &effort);
    for name in ["C1", "G1"] {
        let stone: Point = name.parse().unwrap();
        let mut blocks = judgement.blocks.iter();
        let block = blocks.find(|block| block.head == stone).unwrap();
        assert_eq!(block.status, Status::Seki);
        assert_eq!(block.basis.kind(), BasisKind::Reading);
    }
    assert!(judgement.dead.is_empty());
    assert_eq!(Unfinished::of(&judgement), None);
}

#[test]
fn blocks_of_a_group_are_linked_to_its_largest_one() {
    // Black's two blocks are joined on E4 or on F3.
    let diagram = "\
        . . . . . X O . .\n\
        . . . . . X O . .\n\
        . . . . . X O . .\n\
        . . . . . X O . .\n\
        . . . . X . O . .\n\
        . . . . X O O . .\n\
        . . . . X O . . .";
    let board = game(diagram, "chinese");
    let ownership = |_: Color, point: Point| match board.board().color(point) {
        Some(Color::White) => -0.98,
        Some(_) => 0.98,
        None if point.x() < 5 => 0.98,
        None => -0.98,
    };
    let effort = JudgementEffort {
        seconds: 1.0,
        limits: &Budget::unlimited(),
    };
    let judgement = judge(&board, OwnerSource::Network, ownership, &effort);
    let blocks = judgement.blocks.iter();
    let small = blocks.filter(|block| block.color == Color::Black && block.stones.len() == 3);
    for block in small {
        assert_eq!(block.status, Status::Alive);
        assert_ne!(block.basis.kind(), BasisKind::Estimate, "{:?}", block.basis);
    }
}

/// The end of a game, and whose the points are.
const END: &str = "\
    . . . . . . . . .\n\
    . . . . X X . . .\n\
    . . . . X O X X .\n\
    . . . X O O O X .\n\
    X X X X X O O O X\n\
    X O X O O . . O X\n\
    O O O O . . O X .\n\
    . . . . . . O X .\n\
    . . . O . . O X .";

#[test]
fn blocks_of_groups_with_much_territory_are_read() {
    let end = game(END, "japanese");
    let white = "\
        .........\n.........\n.....O...\n....OOO..\n.....OOO.\n.O.OOOOO.\nOOOOOOO..\nOOOOOOO..\nOOOOOOO..";
    let white: Vec<Vec<char>> = white
        .lines()
        .rev()
        .map(|row| row.chars().collect())
        .collect();
    let ownership = |_: Color, point: Point| {
        let is_white = white[usize::from(point.y())][usize::from(point.x())] == 'O';
        if is_white { -0.95 } else { 0.95 }
    };
    let kinds = |seconds: f64| {
        let effort = JudgementEffort {
            seconds,
            limits: &Budget::unlimited(),
        };
        let judgement = judge(&end, OwnerSource::Network, ownership, &effort);
        ["E8", "G7", "J5", "H1"].map(|name| {
            let stone: Point = name.parse().unwrap();
            let mut blocks = judgement.blocks.iter();
            let block = blocks.find(|block| block.stones.contains(stone)).unwrap();
            assert_eq!(block.status, Status::Alive, "{name}");
            block.basis.kind()
        })
    };
    assert_eq!(kinds(0.0), [BasisKind::Estimate; 4]);
    assert_eq!(kinds(4.0), [BasisKind::Reading; 4]);
}
