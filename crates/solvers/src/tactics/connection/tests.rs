//! Connections that are known, and compared with searches of all moves.

use super::*;
use crate::base::{CancelToken, Rng};
use crate::board::Size;
use crate::tactics::all_moves::{AllMoves, changed, random_board};
use crate::tactics::ko::KoThreats;

fn check(diagram: &str, pair: [&str; 2], join: (Success, &str), cut: (Success, &str)) {
    let board: Board = diagram.parse().unwrap();
    let [from, to] = pair.map(|name| name.parse().unwrap());
    let mut connection = Connection::new(&board, from, ConnectionTarget::Block(to)).unwrap();
    let text = |mv: Option<Point>| mv.map_or(String::new(), |point| point.to_string());
    let found = connection.join(20_000);
    assert_eq!((found.success, text(found.mv).as_str()), join, "{board}");
    let found = connection.cut(20_000);
    assert_eq!((found.success, text(found.mv).as_str()), cut, "{board}");
}

#[test]
fn a_bamboo_joint_holds_and_a_jump_beside_stones_is_cut() {
    let clean = |mv| (Success::Clean, mv);
    check(
        ". . . . . . .\n. . X . X . .\n. . X . X . .\n. . . . . . .\n. . . . . . .",
        ["C4", "E4"],
        clean(""),
        (Success::None, ""),
    );
    check(
        ". . . . . . .\n. O O . O O .\n. O X . X O .\n. O O . O O .\n. . . . . . .",
        ["C3", "E3"],
        clean("D3"),
        clean("D3"),
    );
}

#[test]
fn a_search_that_ends_early_is_unknown_and_no_failure() {
    let diagram = ". . . . . . .\n. . . . . . .\n. X . . . X .\n. . . . . . .\n. . . O . . .";
    let board: Board = diagram.parse().unwrap();
    let [from, to] = ["B3", "F3"].map(|name| name.parse().unwrap());
    let cancel = CancelToken::new();
    let limits = Budget::unlimited().with_cancel(&cancel);
    let ask = || {
        let connection = Connection::new(&board, from, ConnectionTarget::Block(to)).unwrap();
        connection.within(&limits).join(20_000)
    };
    cancel.cancel();
    let open = Open {
        success: Success::Clean,
        mv: None,
        refuted: 0,
        missing: 3,
    };
    assert_eq!((ask().success, ask().open), (Success::None, Some(open)));
}

#[test]
fn after_a_search_that_ends_early_wider_ones_are_short() {
    let mut rng = Rng::new(54, 0);
    let size = Size::new(9, 9).unwrap();
    let (threats, _) = GRADES[0];
    let nodes = 100;
    let mut n_early = 0;
    for _ in 0..1000 {
        let Some((board, [from, to])) = random_pair(&mut rng, size, 24) else {
            continue;
        };
        for color in Color::BOTH {
            let start = || {
                let target = ConnectionTarget::Block(to);
                let mut connection = Connection::new(&board, from, target).unwrap();
                connection.search_board.begin(threats);
                connection.most_steps = STEPS[0];
                connection
            };
            if !matches!(start().verdict(color, nodes), Outcome::Unknown(_)) {
                continue;
            }
            n_early += 1;
            let mut connection = start();
            connection.verdict_of(color, nodes);
            let n_nodes = connection.n_nodes();
            assert!(n_nodes < 2 * nodes, "{from} {to} {n_nodes}\n{board}");
        }
    }
    assert!(n_early > 5, "{n_early}");
}

/// Where a cut is left open after which short ways were refuted, a longer search refutes them, too.
#[test]
fn short_ways_that_were_refuted_stay_refuted() {
    let mut rng = Rng::new(59, 0);
    let size = Size::new(9, 9).unwrap();
    let mut n_refuted = 0;
    for _ in 0..150 {
        let Some((board, [from, to])) = random_pair(&mut rng, size, 24) else {
            continue;
        };
        let of = || Connection::new(&board, from, ConnectionTarget::Block(to)).unwrap();
        let Some(open) = of().cut(60).open else {
            continue;
        };
        let Some(mv) = open.mv.filter(|_| open.refuted > 0) else {
            continue;
        };
        n_refuted += 1;
        let mut connection = of();
        let (threats, _) = grades_against()
            .find(|&(_, success)| success == open.success)
            .unwrap();
        connection.search_board.begin(threats);
        connection.most_steps = open.refuted;
        let joiner = connection.joiner;
        let found = connection.after(joiner.opponent(), mv, |after| {
            Some(after.verdict(joiner, 20_000))
        });
        assert_ne!(
            found,
            Some(Outcome::Proved),
            "{from} {to} {open:?}\n{board}"
        );
    }
    assert!(n_refuted > 5, "{n_refuted}");
}

/// Whether it is joined, or one of the blocks is taken, as a fact.
fn outcome_of_joining(connection: &Connection) -> Option<bool> {
    if connection.is_joined() {
        return connection.outcome();
    }
    connection.is_lost().then_some(false)
}

/// Looking at a choice of moves instead of all changes the answer in one connection of five hundred.
#[test]
fn connections_are_those_of_all_moves() {
    let mut rng = Rng::new(43, 0);
    let size = Size::new(5, 4).unwrap();
    let (mut n_joined, mut n_apart, mut n_wrong) = (0, 0, 0);
    for _ in 0..500 {
        let board = random_board(&mut rng, size, 13);
        let heads = board.first_stones(Color::Black);
        if heads.len() < 2 {
            continue;
        }
        let to = 1 + rng.index(heads.len() - 1);
        let goal = ConnectionTarget::Block(heads[to]);
        for threats in [
            KoThreats::REFUTER_TWO,
            KoThreats::Nobody,
            KoThreats::ProverEndless,
        ] {
            for color in Color::BOTH {
                let mut connection = Connection::new(&board, heads[0], goal.clone()).unwrap();
                connection.search_board.begin(threats);
                let verdict = connection.verdict_of(color, 20_000).outcome;
                let (is_joined, is_apart) =
                    (verdict == Outcome::Proved, verdict == Outcome::Disproved);
                let mut all = AllMoves::new(&mut connection, outcome_of_joining);
                let truth = all.verdict(color, 50_000);
                n_joined += usize::from(is_joined);
                n_apart += usize::from(is_apart);
                n_wrong += usize::from(match truth {
                    Outcome::Proved => is_apart,
                    Outcome::Disproved => is_joined,
                    Outcome::Unknown(_) => false,
                });
            }
        }
    }
    assert!(n_joined > 500 && n_apart > 500, "{n_joined} {n_apart}");
    assert!(n_wrong * 200 < n_joined + n_apart, "{n_wrong}");
}

/// Two blocks of Black on a board of random stones, if there are two.
fn random_pair(rng: &mut Rng, size: Size, n_stones: usize) -> Option<(Board, [Point; 2])> {
    let board = random_board(rng, size, n_stones);
    let heads = board.first_stones(Color::Black);
    if heads.len() < 2 {
        return None;
    }
    let to = 1 + rng.index(heads.len() - 1);
    Some((board, [heads[0], heads[to]]))
}

/// Whether two blocks are joined, by a search of all moves of both sides in which the cutter takes back every ko.
fn by_all_moves(board: &Board, [from, to]: [Point; 2], to_move: Color) -> Outcome {
    let mut connection = Connection::new(board, from, ConnectionTarget::Block(to)).unwrap();
    connection.search_board.begin(KoThreats::RefuterEndless);
    AllMoves::new(&mut connection, outcome_of_joining).verdict(to_move, 60_000)
}

/// Whether two blocks are one after a line of moves.
fn is_joined_by(
    board: &Board,
    [from, to]: [Point; 2],
    first: Color,
    line: &[Option<Point>],
) -> bool {
    let mut board = board.clone();
    let mut to_move = first;
    for &mv in line {
        match mv {
            Some(point) => drop(board.play(to_move, point).unwrap()),
            None => board.pass(),
        }
        to_move = to_move.opponent();
    }
    let head = |point: Point| Some(board.block_at(point)?.head());
    head(from).is_some() && head(from) == head(to)
}

/// What is proved holds against all moves, also with other stones where the proof does not rest; its moves can be
/// played and join the two.
#[test]
fn connections_that_are_proved_hold_against_all_moves() {
    let mut rng = Rng::new(53, 0);
    let size = Size::new(5, 4).unwrap();
    let (mut n_proofs, mut n_confirmed, mut n_elsewhere, mut n_ended) = (0, 0, 0, 0);
    for _ in 0..700 {
        let Some((board, pair)) = random_pair(&mut rng, size, 9) else {
            continue;
        };
        for to_move in Color::BOTH {
            let goal = ConnectionTarget::Block(pair[1]);
            let mut connection = Connection::new(&board, pair[0], goal).unwrap();
            let proof = connection.proof(to_move, None, &mut Budget::nodes(20_000));
            let Some(JoinProof { line, zone, .. }) = proof else {
                continue;
            };
            n_proofs += 1;
            let needs_none = line.is_empty() && to_move == Color::Black;
            n_ended += usize::from(needs_none || is_joined_by(&board, pair, to_move, &line));
            let truth = by_all_moves(&board, pair, to_move);
            assert_ne!(truth, Outcome::Disproved, "{pair:?} {to_move}\n{board}");
            n_confirmed += usize::from(truth == Outcome::Proved);
            let Some(other) = changed(&board, &zone, &mut rng) else {
                continue;
            };
            let truth = by_all_moves(&other, pair, to_move);
            assert_ne!(
                truth,
                Outcome::Disproved,
                "{pair:?} {to_move}\n{board}\n{other}"
            );
            n_elsewhere += usize::from(truth == Outcome::Proved);
        }
    }
    assert!(
        n_confirmed > 300 && n_elsewhere > 100 && n_ended * 10 > n_proofs * 9,
        "{n_confirmed} {n_elsewhere} {n_ended} of {n_proofs}"
    );
}

#[test]
fn a_connection_is_proved_as_far_as_it_holds() {
    let board: Board = ". . . . . . .\n. . X . X . .\n. . X . X . .\n. . . . . . .\n. . . . . . ."
        .parse()
        .unwrap();
    let [from, to] = ["C4", "E4"].map(|name| name.parse().unwrap());
    let proof = |board: &Board, to_move| {
        let connection = Connection::new(board, from, ConnectionTarget::Block(to));
        connection
            .unwrap()
            .proof(to_move, None, &mut Budget::nodes(50_000))
    };
    let bamboo = proof(&board, Color::White).unwrap();
    assert!(bamboo.zone.contains("D3".parse().unwrap()) && !bamboo.line.is_empty());
    assert!(proof(&board.clone().with_suicide(true), Color::White).is_some());
    let mut cut = board.clone();
    cut.play(Color::White, "D4".parse().unwrap()).unwrap();
    let joined = proof(&cut, Color::Black).unwrap();
    assert_eq!(joined.line, [Some("D3".parse().unwrap())]);
    assert!(proof(&cut, Color::White).is_none());
}

/// White's two stones between the blocks on C2 and E3 are caught by a move that lies on no short way.
#[test]
fn who_captures_what_parts_two_blocks_joins_them() {
    check(
        "O . X O . . .\n. . . . . . .\n. . . X . O X\n. . O . . X .\n. . X O X . .\n. . X O . . .\n. . . . O . .",
        ["C2", "E3"],
        (Success::Clean, "D4"),
        (Success::Clean, "D1"),
    );
}

/// Where a block that parts two others is captured, by the joiner's move or whatever the cutter does, a search of all
/// moves joins the two.
#[test]
fn captures_that_join_do_so_against_all_moves() {
    let mut rng = Rng::new(71, 0);
    let size = Size::new(5, 4).unwrap();
    let (mut n_joined, mut n_wrong) = (0, 0);
    for _ in 0..1500 {
        let Some((board, [from, to])) = random_pair(&mut rng, size, 12) else {
            continue;
        };
        for to_move in Color::BOTH {
            let goal = ConnectionTarget::Block(to);
            let mut connection = Connection::new(&board, from, goal).unwrap();
            let joins = match to_move {
                Color::Black => connection.join_by_capture(20_000).0 == Success::Clean,
                Color::White => connection.is_joined_by_capture(20_000),
            };
            if joins {
                let truth = by_all_moves(&board, [from, to], to_move);
                n_joined += usize::from(truth == Outcome::Proved);
                n_wrong += usize::from(truth == Outcome::Disproved);
            }
        }
    }
    assert!(n_joined > 100, "{n_joined}");
    assert!(n_wrong * 50 < n_joined, "{n_wrong} of {n_joined}");
}
