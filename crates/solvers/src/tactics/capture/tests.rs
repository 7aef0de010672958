//! Tests of captures, against searches of all moves.

use super::*;
use crate::base::{CancelToken, Rng};
use crate::board::Size;
use crate::tactics::all_moves::{AllMoves, changed, random_board};

fn check(diagram: &str, target: &str, attack: (Success, &str), defend: (Success, &str)) {
    let board: Board = diagram.parse().unwrap();
    let target = target.parse().unwrap();
    let mut capture = Capture::new(&board, target).unwrap();
    let text = |mv: Option<Point>| mv.map_or(String::new(), |point| point.to_string());
    let (success, mv) = capture.attack(20_000);
    assert_eq!((success, text(mv).as_str()), attack, "{board}");
    let (success, mv) = capture.defend(20_000);
    assert_eq!((success, text(mv).as_str()), defend, "{board}");
}

#[test]
fn ladders_run_to_the_edge_or_to_a_stone() {
    let upper = ". . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n\
                 . . . X . . . . .\n. . X O . . . . .\n";
    let lower = ". . . . . . . . .\n. . . . . . . . .";
    let free = format!("{upper}. . X . . . . . .\n{lower}");
    let clean = |mv| (Success::Clean, mv);
    check(&free, "D4", clean("E4"), clean("E4"));
    let broken = format!("{upper}. . X . O . . . .\n{lower}");
    // The search for a net ends early: a move is named.
    check(&broken, "D4", (Success::None, ""), clean("E4"));
}

#[test]
fn a_cancelled_search_gives_up() {
    let diagram = ". . . . . . .\n. . . . . . .\n. . . X . . .\n. X O O . . .\n. . X . . . .\n. . . . . . .\n\
        . . . . . . .";
    let board: Board = diagram.parse().unwrap();
    let cancel = CancelToken::new();
    let limits = Budget::unlimited().with_cancel(&cancel);
    let n_nodes = || {
        let capture = Capture::new(&board, "C4".parse().unwrap()).unwrap();
        let mut capture = capture.within(&limits);
        capture.attack(2_000);
        capture.n_nodes()
    };
    let before = n_nodes();
    cancel.cancel();
    let after = n_nodes();
    assert!(before > 1_000 && after < 50, "{before} {after}");
}

/// The block can take back the ko for ever, but not end it: if it fills, it is in atari.
#[test]
fn who_only_lasts_by_taking_back_is_captured() {
    check(
        "O X X . X X\nO O X X X .\n. O O O O X\n. . . . O O",
        "C4",
        (Success::Clean, "F3"),
        (Success::None, ""),
    );
}

#[test]
fn who_may_not_take_back_needs_a_threat() {
    let mut board: Board = ". X O . .\nX . X O .\n. X O . .\n. . . . .\n. . . . ."
        .parse()
        .unwrap();
    let [taking, taken]: [Point; 2] = ["B4", "C4"].map(|name| name.parse().unwrap());
    board.play(Color::White, taking).unwrap();
    let mut capture = Capture::new(&board, taking).unwrap();
    let threat = (Success::KoNeedingThreat, Some(taken));
    assert_eq!(capture.attack(20_000), threat);
    assert_eq!(capture.does_attack(taken, 20_000), threat.0);
    assert_eq!(capture.defend(20_000), (Success::Clean, Some(taken)));
}

#[test]
fn a_ko_is_no_clean_capture() {
    check(
        ". X O . .\nX . X O .\n. X O . .\n. . . . .\n. . . . .",
        "C4",
        (Success::KoTakingFirst, "B4"),
        (Success::Clean, "B4"),
    );
}

/// Whether the block is taken, as a fact.
fn outcome_of_capture(capture: &Capture) -> Option<bool> {
    let is_gone = capture.search_board.board.color(capture.target) != Some(capture.defender);
    if is_gone {
        return capture.search_board.outcome_of_taking(capture.target);
    }
    capture.takes_several().then_some(true)
}

/// Whether the block on a point is captured, by a search of all moves of both sides.
fn by_all_moves(board: &Board, target: Point, threats: KoThreats, to_move: Color) -> Outcome {
    let mut capture = Capture::new(board, target).unwrap();
    capture.search_board.begin(threats);
    AllMoves::new(&mut capture, outcome_of_capture).verdict(to_move, 100_000)
}

/// A question about each stone.
fn questions(board: &Board) -> impl Iterator<Item = (Point, Capture)> {
    let points = board.size().points();
    points.filter_map(|target| Some((target, Capture::new(board, target)?)))
}

const ALL_THREATS: [KoThreats; 4] = [
    KoThreats::RefuterEndless,
    KoThreats::REFUTER_TWO,
    KoThreats::Nobody,
    KoThreats::ProverEndless,
];

#[test]
fn captures_that_are_proved_hold_against_all_moves() {
    let mut rng = Rng::new(29, 0);
    let size = Size::new(4, 4).unwrap();
    let mut n_confirmed = 0;
    for _ in 0..120 {
        let board = random_board(&mut rng, size, 10);
        for (target, mut capture) in questions(&board) {
            capture.has_all_replies = true;
            for (to_move, threats) in Color::BOTH
                .into_iter()
                .flat_map(|color| ALL_THREATS.map(|threats| (color, threats)))
            {
                capture.search_board.begin(threats);
                if capture.verdict(to_move, 5_000) != Outcome::Proved {
                    continue;
                }
                let truth = by_all_moves(&board, target, threats, to_move);
                assert_ne!(
                    truth,
                    Outcome::Disproved,
                    "{target} {to_move} {threats:?}\n{board}"
                );
                let is_short = capture.n_liberties() == 1 && to_move != capture.defender;
                n_confirmed += usize::from(truth == Outcome::Proved && !is_short);
            }
        }
    }
    assert!(n_confirmed > 400, "{n_confirmed}");
}

/// A proof names moves that can be played and end with the block taken, and it holds whatever stands where it does not
/// rest.
#[test]
fn proofs_rest_on_their_zones() {
    let mut rng = Rng::new(37, 0);
    let size = Size::new(5, 4).unwrap();
    let (mut n_proofs, mut n_ended, mut n_confirmed) = (0, 0, 0);
    for _ in 0..150 {
        let board = random_board(&mut rng, size, 9);
        for (target, mut capture) in questions(&board) {
            let attacker = capture.defender.opponent();
            let Some(proof) = capture.proof(attacker, &mut Budget::nodes(5_000)) else {
                continue;
            };
            n_proofs += 1;
            n_ended += usize::from(is_taken_by(&board, target, &proof.line));
            let Some(other) = changed(&board, &proof.zone, &mut rng) else {
                continue;
            };
            assert!(proof.zone.contains(target));
            let truth = by_all_moves(&other, target, KoThreats::RefuterEndless, attacker);
            assert_ne!(truth, Outcome::Disproved, "{target}\n{board}\n{other}");
            n_confirmed += usize::from(truth == Outcome::Proved);
        }
    }
    assert!(
        n_confirmed > 300 && n_ended * 10 > n_proofs * 9,
        "{n_ended} {n_confirmed} of {n_proofs}"
    );
}

/// Whether a block is off the board after a line of moves.
fn is_taken_by(board: &Board, target: Point, line: &[Option<Point>]) -> bool {
    let mut board = board.clone();
    let owner = board.color(target).unwrap();
    let mut to_move = owner.opponent();
    for &mv in line {
        match mv {
            Some(point) => drop(board.play(to_move, point).unwrap()),
            None => board.pass(),
        }
        to_move = to_move.opponent();
    }
    board.color(target) != Some(owner)
}

/// A search that ends early is no reason to give a block up.
#[test]
fn few_blocks_are_given_up_that_can_be_saved() {
    let mut rng = Rng::new(31, 0);
    let size = Size::square(4);
    let (mut n_lost, mut n_wrong) = (0, 0);
    for _ in 0..100 {
        let board = random_board(&mut rng, size, 9);
        for (target, mut capture) in questions(&board) {
            let owner = capture.defender;
            for nodes in [3, 10, 30, 100] {
                if capture.defend(nodes).0 != Success::None {
                    continue;
                }
                let truth = by_all_moves(&board, target, KoThreats::REFUTER_TWO, owner);
                n_lost += usize::from(truth == Outcome::Proved);
                n_wrong += usize::from(truth == Outcome::Disproved);
            }
        }
    }
    assert!(
        n_lost > 500 && n_wrong * 50 < n_lost,
        "{n_wrong} of {n_lost}"
    );
}

/// The more threats one has oneself, and the fewer the other side has, the better: the searches differ in nothing else.
#[test]
fn success_grows_with_the_rights_to_retake() {
    let mut rng = Rng::new(17, 0);
    let size = Size::square(5);
    let (mut n_kos, mut n_few) = (0, 0);
    for _ in 0..40 {
        let board = random_board(&mut rng, size, 14);
        for (target, mut capture) in questions(&board) {
            for to_move in Color::BOTH {
                let verdicts = ALL_THREATS.map(|threats| {
                    capture.search_board.begin(threats);
                    capture.verdict(to_move, 20_000)
                });
                if verdicts.iter().any(|v| matches!(v, Outcome::Unknown(_))) {
                    continue;
                }
                let [endless, few, fair, free] = verdicts.map(|v| v == Outcome::Proved);
                assert!(
                    endless <= few && few <= fair && fair <= free,
                    "{target} {to_move}\n{board}"
                );
                n_kos += usize::from(few != free);
                n_few += usize::from(endless != few);
            }
        }
    }
    assert!(n_kos > 5 && n_few > 0, "{n_kos} {n_few}");
}
