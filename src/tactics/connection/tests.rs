//! Connections that are known, and compared with searches of all moves.

use super::*;
use crate::base::{CancelToken, Rng, Size};
use crate::tactics::all_moves::{AllMoves, random_board};
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
    };
    assert_eq!((ask().success, ask().open), (Success::None, Some(open)));
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
                let verdict = connection.verdict_of(color, 20_000);
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
