//! Connections as data: what is proved is written, accepted by both checkers and true; what is false is never accepted.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Point, Size};
use tedomari::proofcheck::check;
use tedomari::proofcheck::format::{Goal as Aim, Header, Retakes, Side, VERSION, Verdict as Said};
use tedomari::proofcheck::writing::Wanted;
use tedomari::tactics::connection::{Connection, ConnectionTarget};
use tedomari::tsumego::proof_file::ProofFile;

use super::proof_lines::{Lines, is_shown_by_chance, truth_of, with_fault};
use super::scattered;
use crate::second_checker::n_both_accept;

/// Boards whose truth is found out by exhaustive search.
const SIZES: [(u8, u8); 7] = [(3, 3), (4, 3), (3, 4), (5, 2), (4, 4), (3, 5), (7, 2)];

/// Nodes to prove a connection, and to write its proof.
const NODES: u64 = 20_000;

/// Proofs that are changed, unless `TEDOMARI_PROOFS` gives another number.
const N_PROOFS: usize = 150;

fn n_proofs() -> usize {
    let wanted = std::env::var("TEDOMARI_PROOFS").ok();
    wanted.map_or(N_PROOFS, |text| text.parse().unwrap())
}

/// Two black blocks on a small board of random stones, under one of the rules of suicide.
fn random_pair(rng: &mut Rng) -> Option<(Board, (Point, Point))> {
    let (width, height) = SIZES[rng.index(SIZES.len())];
    let n_white = 10 + rng.below(20);
    let (board, from) = scattered(rng, Size::new(width, height)?, n_white, 35)?;
    let blocks = board.first_stones(Color::Black).into_iter();
    let others: Vec<Point> = blocks.filter(|&to| to != from).collect();
    let to = *others.get(rng.index(others.len().max(1)))?;
    Some((board.with_suicide(rng.below(2) == 0), (from, to)))
}

/// The proof that two blocks are connected if a side moves first, as text; `None` if that is not proved, an error where
/// it is proved and not written.
fn written(
    board: &Board,
    (from, to): (Point, Point),
    first: Color,
) -> Option<Result<String, String>> {
    let mut connection = Connection::new(board, from, ConnectionTarget::Block(to))?;
    connection.proof(first, None, &mut Budget::nodes(NODES))?;
    let mut budget = Budget::nodes(100 * NODES);
    let file = match ProofFile::of_connection(board, (from, to), first, &mut budget) {
        Ok(file) => file,
        Err(error) => return Some(Err(error.to_string())),
    };
    let mut text = Vec::new();
    file.write(&mut text).unwrap();
    Some(Ok(String::from_utf8(text).unwrap()))
}

/// What is proved is written, accepted and true. Where a changed proof is accepted, it is true. Both checkers agree.
#[test]
fn connections_are_written_and_nothing_false_is_accepted() {
    let mut rng = Rng::new(57, 0);
    let (mut n_proved, mut n_lost, mut n_true) = (0, 0, 0);
    let (mut n_changed, mut n_accepted, mut n_changed_true) = (0, 0, 0);
    let mut texts = Vec::new();
    while n_proved < n_proofs() {
        let Some((board, pair)) = random_pair(&mut rng) else {
            continue;
        };
        for first in Color::BOTH {
            let Some(written) = written(&board, pair, first) else {
                continue;
            };
            n_proved += 1;
            let Ok(text) = written else {
                n_lost += 1;
                continue;
            };
            let checked = check(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let truth = truth_of(&checked.header);
            assert_ne!(truth, Some(false), "{text}\n{board}");
            n_true += usize::from(truth == Some(true));
            let proof = Lines::of(&text);
            assert_eq!(proof.text(), text);
            for fault in (0..9).filter(|fault| *fault != 7) {
                let Some(wrong) = with_fault(&mut rng, &proof, fault) else {
                    continue;
                };
                n_changed += 1;
                texts.push(wrong.text());
                if wrong.holds() {
                    n_accepted += 1;
                    let truth = truth_of(&wrong.header);
                    assert_ne!(truth, Some(false), "{}", wrong.text());
                    n_changed_true += usize::from(truth == Some(true));
                }
            }
            texts.push(text);
        }
    }
    assert!(
        n_true > 80 && n_lost * 50 <= n_proved,
        "{n_true}, {n_lost} of {n_proved}"
    );
    assert!(
        n_changed > 400 && 3 * n_accepted < n_changed && n_changed_true > 20,
        "{n_changed_true} of {n_accepted} of {n_changed}"
    );
    let n_both = n_both_accept("both_checkers_connections", &texts);
    assert!(n_both.is_none_or(|n| n == n_accepted + n_proved - n_lost));
}

/// A joiner who plays at random shows some connections. Those that the checker accepts are true.
#[test]
fn connections_shown_by_random_moves_are_true() {
    let mut rng = Rng::new(58, 0);
    let (mut n_tried, mut n_shown, mut n_false) = (0, 0, 0);
    while n_tried < 3 * n_proofs() {
        let Some((board, (from, to))) = random_pair(&mut rng) else {
            continue;
        };
        let first = Side::Black;
        let first = if rng.below(2) == 0 {
            first
        } else {
            Side::White
        };
        let names = |color| board.points_of(color).map(|point| point.to_string());
        let (goal, verdict) = match first {
            Side::Black => (Aim::Connect, Said::Achieved),
            Side::White => (Aim::Cut, Said::Refuted),
        };
        let header = Header {
            version: VERSION,
            width: board.size().width().into(),
            height: board.size().height().into(),
            black: names(Color::Black).collect(),
            white: names(Color::White).collect(),
            to_move: first,
            ko: None,
            suicide: board.allows_suicide(),
            blocks: vec![from.to_string(), to.to_string()],
            given: Vec::new(),
            threats: None,
            goal,
            verdict,
            claims: 1,
        };
        let Some(truth) = truth_of(&header) else {
            continue;
        };
        n_tried += 1;
        n_false += usize::from(!truth);
        let points = board.size().points();
        let places: Vec<(usize, usize)> = points
            .map(|point| (point.x().into(), point.y().into()))
            .collect();
        let wanted = Wanted {
            goal: Aim::Connect,
            retakes: Retakes::Refuter,
            number: None,
            region: places,
            outside: None,
        };
        let is_shown = is_shown_by_chance(&header, &wanted, 30, true, &mut rng);
        n_shown += usize::from(is_shown);
        assert!(truth || !is_shown, "{first:?} {from} {to}\n{board}");
    }
    assert!(n_shown > 40 && n_false > 60, "{n_shown} {n_false}");
}

/// A connection is claimed on the whole board, about two blocks, and a cut is never claimed.
#[test]
fn other_claims_about_connections_are_refused() {
    let board: Board = "X . X\n. . .\n. . .".parse().unwrap();
    let pair = ("A3".parse().unwrap(), "C3".parse().unwrap());
    let text = written(&board, pair, Color::White).unwrap().unwrap();
    assert!(check(text.as_bytes()).is_ok(), "{text}");
    for (old, new) in [
        (r#""C1","#, ""),
        (r#""blocks":["A3","C3"]"#, r#""blocks":["A3"]"#),
        (r#""goal":"connect""#, r#""goal":"cut""#),
        (r#""goal":"connect""#, r#""goal":"live""#),
        (r#""verdict":"refuted""#, r#""verdict":"achieved""#),
        (r#""goal":"cut""#, r#""goal":"kill""#),
        (r#""retakes":"refuter""#, r#""retakes":"nobody""#),
        (r#""joined""#, r#""alive""#),
    ] {
        assert!(text.contains(old), "{old}\n{text}");
        let wrong = text.replace(old, new);
        assert!(check(wrong.as_bytes()).is_err(), "{wrong}");
    }
}
