//! Proofs as data: what the reader proves is written and accepted, what is false is never accepted.

use tedomari::base::{Budget, CancelToken, Rng};
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::proofcheck::format::{Goal as Aim, Header, Retakes, Side, VERSION, Verdict as Said};
use tedomari::proofcheck::writing::Wanted;
use tedomari::proofcheck::{CheckError, Wrong, check};
use tedomari::tsumego::proof_file::{NoProof, ProofFile};
use tedomari::tsumego::{Goal, Question, Reader, ReaderParams, Reading};

use super::enclosed::{MIXED, Recipe, enclosed_position};
use super::oracle::Enclosure;
use super::proof_lines::{Lines, board_of, is_shown_by_chance, truth_of, with_fault};
use super::small_boards::SmallBoard;
use super::soundness::{self, crowded};
use super::verdict::truth;
use super::{one_block, scattered, some_blocks};
use crate::second_checker::n_both_accept;

/// Entries of the tables, as a power of two: few, so that much has to be searched again.
const LOG2_ENTRIES: u32 = 12;

/// Nodes for an answer, and for writing its proof.
const NODES: u64 = 30_000;

/// Questions about enclosed positions, unless `TEDOMARI_PROOFS` gives another number.
const N_POSITIONS: usize = 120;

fn n_positions() -> usize {
    let wanted = std::env::var("TEDOMARI_PROOFS").ok();
    wanted.map_or(N_POSITIONS, |text| text.parse().unwrap())
}

/// The proof of an answer as text.
fn written(board: &Board, question: Question, reading: &Reading) -> String {
    let mut budget = Budget::nodes(100 * NODES);
    let proof = ProofFile::new(board, question, reading, LOG2_ENTRIES, &mut budget);
    let proof = proof.unwrap_or_else(|error| panic!("{error}\n{board}{question:?}\n{reading:?}"));
    let mut text = Vec::new();
    proof.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Whether exhaustive search agrees with the claim of a proof.
fn is_true(truth: [bool; 4], said: Said) -> bool {
    let [refuter_endless, refuter_two, nobody, prover_endless] = truth;
    match said {
        Said::Achieved => refuter_endless,
        Said::Refuted => !prover_endless,
        Said::KoTheOtherNeedsThreats => nobody && !refuter_two,
        Said::KoNeedsThreats => prover_endless && !nobody,
    }
}

/// Calls `work` with proofs about enclosed positions, and with the results of exhaustive search for them.
fn for_each_proof(
    seed: u64,
    choose: fn(&mut Rng, &Board, Point) -> PointSet,
    mut work: impl FnMut(&mut Rng, &str, [bool; 4], &PointSet),
) -> usize {
    let mut rng = Rng::new(seed, 0);
    let mut reader = Reader::new(ReaderParams {
        log2_entries: LOG2_ENTRIES,
        ..ReaderParams::default()
    });
    let (mut n_read, mut n_proved) = (0, 0);
    while n_read < n_positions() {
        let Some((board, region, target)) = enclosed_position(&mut rng, &MIXED) else {
            continue;
        };
        let targets = choose(&mut rng, &board, target);
        let enclosure = Enclosure::new(&board, &region, targets);
        for goal in [Goal::Kill, Goal::Live] {
            let Some(truth) = truth(&enclosure, goal) else {
                continue;
            };
            n_read += 1;
            let question = Question::new(targets, goal, goal.player(Color::Black));
            let reading = reader
                .read_in_full(&board, question, &mut Budget::nodes(NODES))
                .unwrap();
            if reading.is_proven() {
                n_proved += 1;
                let text = written(&board, question, &reading);
                work(&mut rng, &text, truth, &region);
            }
        }
    }
    n_proved
}

/// Every proved answer is written, accepted, and true.
#[test]
fn proofs_are_written_and_accepted() {
    for (seed, choose) in [
        (71, one_block as fn(&mut Rng, &Board, Point) -> PointSet),
        (72, some_blocks),
    ] {
        let n_proved = for_each_proof(seed, choose, |_, text, truth, _| {
            let checked = check(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let said = checked.header.verdict;
            assert!(is_true(truth, said), "{said:?} {truth:?}\n{text}");
        });
        assert!(n_proved * 10 >= n_positions() * 8, "{n_proved}");
    }
}

/// Kos are proved by two claims. White takes the ko first, or has to find the first threat.
#[test]
fn kos_are_written_and_accepted() {
    let walls = "O O O O O O O\nO . O O . O O\nO O O O O O O\n";
    let takes = "O O X X O O O\nX X X O O O O\n. X . X O O O\nX . X O O O O";
    let board: Board = format!("{walls}{takes}").parse().unwrap();
    let mut reader = Reader::new(ReaderParams::default());
    let mut n_kos = 0;
    for head in board.first_stones(Color::Black) {
        let question = Question::new(head, Goal::Kill, Color::White);
        let reading = reader
            .read(&board, question, &mut Budget::nodes(NODES))
            .unwrap();
        if reading.is_proven() {
            let text = written(&board, question, &reading);
            let checked = check(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
            n_kos += usize::from(checked.header.claims == 2);
        }
    }
    assert!(n_kos > 0);
}

/// Faults from this one on may leave a proof that holds: of another way to win, or another position.
const FIRST_HARMLESS: usize = 6;

/// Planted faults are found. Where a proof is accepted all the same, exhaustive search agrees with it.
#[test]
fn planted_faults_are_found() {
    let mut n_planted = [0; 9];
    let mut n_found = [0; 9];
    for_each_proof(73, one_block, |rng, text, before, region| {
        let proof = Lines::of(text);
        assert_eq!(proof.text(), text);
        for fault in 0..n_planted.len() {
            let Some(wrong) = with_fault(rng, &proof, fault) else {
                continue;
            };
            n_planted[fault] += 1;
            if !wrong.holds() {
                n_found[fault] += 1;
                continue;
            }
            assert!(fault >= FIRST_HARMLESS, "{fault}\n{text}\n{}", wrong.text());
            let header = &wrong.header;
            let board = board_of(header).unwrap();
            let targets: PointSet = header
                .blocks
                .iter()
                .map(|b| b.parse::<Point>().unwrap())
                .collect();
            let goal = match header.goal {
                Aim::Kill => Goal::Kill,
                Aim::Live => Goal::Live,
                Aim::Connect | Aim::Cut => unreachable!("life and death"),
            };
            let after = if fault == 8 {
                truth(&Enclosure::new(&board, region, targets), goal)
            } else {
                Some(before)
            };
            let holds = after.is_none_or(|truth| is_true(truth, header.verdict));
            assert!(holds, "{fault} {after:?}\n{text}\n{}", wrong.text());
        }
    });
    let rows = n_planted.iter().zip(&n_found);
    assert!(n_planted.iter().all(|&n| n > 10), "{n_planted:?}");
    assert!(
        rows.clone().all(|(&n, &found)| 2 * found > n),
        "{n_planted:?} {n_found:?}"
    );
}

/// The second checker accepts what the program writes, and agrees about planted faults.
#[test]
fn both_checkers_agree_about_reading() {
    let (mut n_proofs, mut texts) = (0, Vec::new());
    for (seed, choose) in [
        (75, one_block as fn(&mut Rng, &Board, Point) -> PointSet),
        (76, some_blocks),
    ] {
        for_each_proof(seed, choose, |rng, text, _, _| {
            let proof = Lines::of(text);
            for fault in [n_proofs % 9, (n_proofs + 4) % 9] {
                texts.extend(with_fault(rng, &proof, fault).map(|wrong| wrong.text()));
            }
            texts.push(text.to_owned());
            n_proofs += 1;
        });
    }
    let n_accepted = n_both_accept("both_checkers_reading", &texts);
    assert!(n_accepted.is_none_or(|n| n >= n_proofs), "{n_accepted:?}");
}

/// Small regions in which blocks die by themselves.
const SMALL: Recipe = Recipe {
    fewest_points: 4,
    more_points: 4,
    black_at_wall: 60,
    white_inside: 25,
};

/// Regions in which blocks live by themselves.
const ROOMY: Recipe = Recipe {
    fewest_points: 7,
    more_points: 4,
    black_at_wall: 95,
    white_inside: 0,
};

/// A prover who plays at random shows some claims. Those that the checker accepts are true: no strategy shows a false
/// claim.
#[test]
fn claims_shown_by_random_moves_are_true() {
    let mut rng = Rng::new(74, 0);
    let (mut n_tried, mut n_shown, mut n_false) = (0, [0; 2], 0);
    while n_tried < 8 * n_positions() {
        let goal = [Goal::Kill, Goal::Live][rng.index(2)];
        let recipe = [&SMALL, &ROOMY][rng.index(2)];
        let Some((board, region, target)) = enclosed_position(&mut rng, recipe) else {
            continue;
        };
        let names = |color| {
            board
                .points_of(color)
                .map(|point| point.to_string())
                .collect()
        };
        let enclosure = Enclosure::new(&board, &region, target);
        let Some(truth) = truth(&enclosure, goal) else {
            continue;
        };
        n_tried += 1;
        let aim = match goal {
            Goal::Kill => Aim::Kill,
            Goal::Live => Aim::Live,
        };
        let header = Header {
            version: VERSION,
            width: 7,
            height: 7,
            black: names(Color::Black),
            white: names(Color::White),
            to_move: match goal.player(Color::Black) {
                Color::Black => Side::Black,
                Color::White => Side::White,
            },
            ko: None,
            suicide: false,
            blocks: vec![target.to_string()],
            given: Vec::new(),
            threats: None,
            goal: aim,
            verdict: Said::Achieved,
            claims: 1,
        };
        let places: Vec<(usize, usize)> = region
            .iter()
            .map(|point| (point.x().into(), point.y().into()))
            .collect();
        let claims = [
            (Retakes::Refuter, None),
            (Retakes::Refuter, Some(2)),
            (Retakes::Nobody, None),
            (Retakes::Prover, None),
        ];
        for ((retakes, number), holds) in claims.into_iter().zip(truth) {
            let wanted = Wanted {
                goal: aim,
                retakes,
                number,
                region: places.clone(),
                outside: None,
            };
            n_false += usize::from(!holds);
            let is_shown = is_shown_by_chance(&header, &wanted, 12, true, &mut rng);
            n_shown[usize::from(goal == Goal::Live)] += usize::from(is_shown);
            assert!(
                holds || !is_shown,
                "{goal:?} {retakes:?} {number:?} {target}\n{board}"
            );
        }
    }
    assert!(
        n_shown.iter().all(|&n| n > 40) && n_false > 100,
        "{n_shown:?} {n_false}"
    );
}

/// Where there is no time left, no other line is tried: there may be very many, each with few nodes.
#[test]
fn nothing_more_is_tried_out_of_time() {
    let open = ". . . . . .\n. . X . . .\n. X O X . .\n. . . . . .\n. . . . . .";
    let closed = ". . . . . .\nO O O O O .\nX X X X O .\n. . . X O .";
    for (diagram, target, to_move) in [(open, "C3", Color::Black), (closed, "A2", Color::White)] {
        let board: Board = diagram.parse().unwrap();
        let target: Point = target.parse().unwrap();
        let question = Question::new(target, Goal::Kill, to_move);
        let mut reader = Reader::new(ReaderParams::default());
        let reading = reader.read(&board, question, &mut Budget::nodes(20_000));
        let reading = reading.unwrap();
        let token = CancelToken::new();
        let mut budget = Budget::unlimited().with_cancel(&token);
        assert!(ProofFile::new(&board, question, &reading, 12, &mut budget).is_ok());
        token.cancel();
        let error = ProofFile::new(&board, question, &reading, 12, &mut budget).unwrap_err();
        let NoProof::Claim(CheckError::Claim { fault, .. }) = error else {
            panic!("{error}");
        };
        assert_eq!(fault.wrong, Wrong::OutOfTime, "{board}");
    }
}

/// The ko of a header must have been begun by a play that took a single stone.
#[test]
fn a_ko_that_no_play_began_is_refused() {
    let fault = |ko: &str| {
        let header = format!(
            concat!(
                r#"{{"version":1,"width":4,"height":3,"black":["B3","A2","B1"],"white":["C3","D2","C1","B2"],"#,
                r#""to_move":"black","ko":"{ko}","blocks":["B2"],"goal":"kill","verdict":"achieved","claims":0}}"#
            ),
            ko = ko
        );
        check(header.as_bytes()).unwrap_err()
    };
    assert!(matches!(fault("C2"), CheckError::Verdict));
    for ko in ["D3", "A1", "A3", "B2", "E5"] {
        assert!(matches!(fault(ko), CheckError::Question(_)), "{ko}");
    }
}

/// Where suicide is allowed, proofs are written with that rule and accepted; their claims are true under it.
#[test]
fn proofs_under_rules_with_suicide_are_true() {
    let mut rng = Rng::new(77, 0);
    let mut reader = Reader::new(ReaderParams {
        log2_entries: LOG2_ENTRIES,
        ..ReaderParams::default()
    });
    let (mut n_written, mut n_proved) = (0, 0);
    while n_proved < n_positions() {
        let Some((board, targets)) = crowded(&mut rng) else {
            continue;
        };
        let board = board.with_suicide(true);
        let owner = board.color(targets.first().unwrap()).unwrap();
        for goal in [Goal::Kill, Goal::Live] {
            let question = Question::new(targets, goal, goal.player(owner));
            let reading = reader.read(&board, question, &mut Budget::nodes(NODES));
            let reading = reading.unwrap();
            if !reading.is_proven() {
                continue;
            }
            n_proved += 1;
            let mut budget = Budget::nodes(100 * NODES);
            let proof = ProofFile::new(&board, question, &reading, LOG2_ENTRIES, &mut budget);
            let Ok(proof) = proof else { continue };
            n_written += 1;
            let mut text = Vec::new();
            proof.write(&mut text).unwrap();
            let checked = check(&text[..]).unwrap_or_else(|error| {
                panic!(
                    "{error}\n{board}{question:?}\n{}",
                    String::from_utf8_lossy(&text)
                )
            });
            assert!(checked.header.suicide);
            let mut small = SmallBoard::new(&board, &targets);
            let truth = soundness::is_true(&mut small, goal, reading.verdict);
            assert_ne!(truth, Some(false), "{board}{question:?}{reading:?}");
        }
    }
    assert!(n_written * 10 > n_proved * 9, "{n_written} of {n_proved}");
}

/// Kills in a part of a small board, shown by few moves or by none: walls may fall while the attacker is busy. Those
/// that the checker accepts are true on the whole board.
#[test]
fn deaths_beside_weak_walls_are_true() {
    let mut rng = Rng::new(79, 0);
    let (mut n_shown, mut n_tried) = (0, 0);
    while n_tried < 60 * n_positions() {
        let (width, height) = [(4, 4), (5, 3), (7, 2), (4, 3), (8, 2), (3, 3)][rng.index(6)];
        let size = Size::new(width, height).unwrap();
        let n_white = 40 + rng.below(20);
        let Some((board, target)) = scattered(&mut rng, size, n_white, 20) else {
            continue;
        };
        n_tried += 1;
        let board = board.with_suicide(rng.below(3) == 0);
        let targets = if rng.below(3) == 0 {
            some_blocks(&mut rng, &board, target)
        } else {
            target.into()
        };
        let mut region = targets;
        loop {
            let more = region.spread() & PointSet::board(size);
            let is_wall = |point: &Point| board.color(*point) == Some(Color::White);
            let wider: PointSet = more.iter().filter(|point| !is_wall(point)).collect();
            if (wider - region).is_empty() {
                break;
            }
            region |= wider;
        }
        let first = Color::BOTH[rng.index(2)];
        let names = |color| board.points_of(color).map(|point| point.to_string());
        let header = Header {
            version: VERSION,
            width: width.into(),
            height: height.into(),
            black: names(Color::Black).collect(),
            white: names(Color::White).collect(),
            to_move: match first {
                Color::Black => Side::Black,
                Color::White => Side::White,
            },
            ko: None,
            suicide: board.allows_suicide(),
            blocks: targets.iter().map(|point| point.to_string()).collect(),
            given: Vec::new(),
            threats: None,
            goal: Aim::Kill,
            verdict: Said::Achieved,
            claims: 1,
        };
        let places: Vec<(usize, usize)> = region
            .iter()
            .map(|point| (point.x().into(), point.y().into()))
            .collect();
        let wanted = Wanted {
            goal: Aim::Kill,
            retakes: Retakes::Refuter,
            number: None,
            region: places,
            outside: (rng.below(4) == 0).then_some(2),
        };
        let is_shown = is_shown_by_chance(&header, &wanted, 4, false, &mut rng);
        if !is_shown {
            continue;
        }
        let truth = truth_of(&header);
        assert_ne!(truth, Some(false), "{first} {targets:?}\n{board}");
        n_shown += usize::from(truth.is_some());
    }
    assert!(n_shown > 40, "{n_shown}");
}
