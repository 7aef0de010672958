//! Proofs that take stones for granted, now or once they are played, or that a side has no more than two ko threats:
//! exhaustive search agrees with them where the blocks of these stones have a liberty that is never filled and that
//! side takes back a ko twice, and the checkers accept them as data.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::proofcheck::check;
use tedomari::safety::unconditional_life;
use tedomari::tactics::ko::KoThreats;
use tedomari::tsumego::frame::{Boundary, Frame};
use tedomari::tsumego::proof_file::ProofFile;
use tedomari::tsumego::reader::{Basis, Grant, Place, ProvedClaim};
use tedomari::tsumego::{Goal, Question, Reader, ReaderParams, Reading, Verdict};

use super::proof_lines::Lines;
use super::small_boards::{Retakes, SmallBoard};
use super::soundness::{self, MOST_STATES, crowded};
use crate::second_checker::n_both_accept;

/// Questions with an answer that takes stones for granted, unless `TEDOMARI_GIVEN` gives another number.
const N_GIVEN: usize = 150;

/// Nodes for an answer.
const NODES: u64 = 20_000;

const LOG2_ENTRIES: u32 = 12;

fn n_given() -> usize {
    let wanted = std::env::var("TEDOMARI_GIVEN").ok();
    wanted.map_or(N_GIVEN, |text| text.parse().unwrap())
}

/// The question about a random block of a small board, and some blocks beside it that are taken for granted.
fn random_question(rng: &mut Rng) -> Option<(Board, Question, PointSet)> {
    let (board, targets) = crowded(rng)?;
    let board = board.with_suicide(rng.below(2) == 0);
    let owner = board.color(targets.first()?)?;
    let goal = [Goal::Kill, Goal::Live][rng.index(2)];
    let question = Question::new(targets, goal, goal.player(owner));
    let heads = Color::BOTH
        .into_iter()
        .flat_map(|color| board.first_stones(color));
    let granted = heads.filter(|_| rng.below(2) == 0);
    let granted: PointSet = granted.flat_map(|head| board.stones(head)).collect();
    Some((board.clone(), question, granted - question.stones(&board)))
}

/// Empty points of a narrow board, at most: with more, too many positions follow.
const MOST_EMPTY: usize = 7;

/// A question about a block at one end of a narrow board, with room at the other end: frames leave some of it outside.
fn open_question(rng: &mut Rng) -> Option<(Board, Question)> {
    let (width, height) = [(6, 2), (7, 2), (4, 3), (5, 3)][rng.index(4)];
    let size = Size::new(width, height)?;
    let crowded = width / 2 + 1;
    let stones = size.points().filter_map(|point| {
        let is_stone = rng.below(8) < if point.x() < crowded { 6 } else { 3 };
        is_stone.then(|| (Color::BOTH[rng.index(2)], point))
    });
    let board = Board::with_stones(size, stones.collect::<Vec<_>>()).ok()?;
    if board.empty_points().len() > MOST_EMPTY {
        return None;
    }
    let heads = board.first_stones(Color::BOTH[rng.index(2)]);
    let target = *heads.get(rng.index(heads.len().max(1)))?;
    let goal = [Goal::Kill, Goal::Live][rng.index(2)];
    let player = goal.player(board.color(target)?);
    Some((board, Question::new(target, goal, player)))
}

/// The side whose claim shows a verdict without a ko.
fn prover(question: &Question, owner: Color, verdict: Verdict) -> Option<Color> {
    let is_kill = match verdict {
        Verdict::Achieved => question.goal == Goal::Kill,
        Verdict::Refuted => question.goal == Goal::Live,
        Verdict::Ko { .. } | Verdict::Unknown => return None,
    };
    Some(if is_kill { owner.opponent() } else { owner })
}

/// The stones of the block that a point of what is given names, or the point.
fn named(board: &Board, head: Point) -> Vec<Point> {
    if board.is_empty(head) {
        vec![head]
    } else {
        board.stones(head).collect()
    }
}

/// Whether a verdict without a ko is that of exhaustive search, if the stones of the prover that it names stand and the
/// other side has as many ko threats as it takes for granted.
fn is_true(board: &Board, question: &Question, proof: &Reading) -> Option<bool> {
    let owner = question.owner(board)?;
    let prover = prover(question, owner, proof.verdict)?;
    let is_given_to_prover = |head: Point| match board.color(head) {
        Some(color) => color == prover,
        None => prover != owner,
    };
    assert!(proof.given.iter().all(is_given_to_prover));
    let given: PointSet = proof
        .given
        .iter()
        .flat_map(|head| named(board, head))
        .collect();
    let mut small = SmallBoard::new(board, &question.targets).given(board, &given);
    if proof.given_threats().is_none() {
        return soundness::is_true(&mut small, question.goal, proof.verdict);
    }
    let is_kill = question.goal == Goal::Kill;
    let gets = is_kill == (proof.verdict == Verdict::Achieved);
    small.is_true(
        gets,
        is_kill,
        Retakes::Twice(!gets),
        MOST_STATES_WITH_THREATS,
    )
}

/// Answers that are proved if some stones stand; without such stones they are proofs.
fn for_each_answer(
    seed: u64,
    mut work: impl FnMut(&mut Rng, &Board, Question, Reading),
) -> [usize; 2] {
    let mut rng = Rng::new(seed, 0);
    let mut reader = Reader::new(ReaderParams {
        log2_entries: LOG2_ENTRIES,
        ..ReaderParams::default()
    });
    let mut n_found = [0; 2];
    while n_found[0] < n_given() {
        let Some((board, question, granted)) = random_question(&mut rng) else {
            continue;
        };
        reader.assume(granted);
        reader.assume_friends(granted);
        let found = reader.read(&board, question, &mut Budget::nodes(NODES));
        let found = found.unwrap();
        let is_shown = matches!(found.basis, Basis::Proof | Basis::Given(Grant::Threats));
        if !is_shown || matches!(found.verdict, Verdict::Ko { .. }) {
            continue;
        }
        let given = reader.rests_on(&board, &question, &found);
        n_found[usize::from(given.is_empty())] += 1;
        let basis = match given.is_empty() {
            true => found.basis,
            false => Basis::Given(Grant::Certain),
        };
        let found = Reading {
            basis,
            given,
            ..found
        };
        work(&mut rng, &board, question, found);
    }
    n_found
}

#[test]
fn what_is_proved_if_stones_stand_is_true() {
    let mut n_needed = 0;
    let n_found = for_each_answer(81, |_, board, question, proof| {
        let truth = is_true(board, &question, &proof);
        assert_ne!(truth, Some(false), "{board}{question:?}\n{proof:?}");
        let outright = Reading {
            given: PointSet::EMPTY,
            ..proof
        };
        n_needed += usize::from(is_true(board, &question, &outright) == Some(false));
    });
    assert!(
        n_found[1] > 0 && n_needed * 20 > n_found[0],
        "{n_found:?} {n_needed}"
    );
}

/// A kill in a frame that leaves some of the board outside, on the condition that stones stand that the attacker plays
/// at its rim. `None` if there is no such frame, or nothing of the kind to take for granted.
fn kill_with_blocks(rng: &mut Rng, board: &Board, question: &Question) -> Option<Reading> {
    let owner = question.owner(board)?;
    let attacker = owner.opponent();
    let n_columns = 2 + rng.below(4);
    let points = board.size().points();
    let window = points
        .filter(|point| u32::from(point.x()) < n_columns)
        .collect();
    let safe = unconditional_life(board, attacker).stones;
    let boundary = Boundary::Open {
        least_liberties: 1 + rng.index(2),
    };
    let mut frame = Frame::<2>::new(board, question.targets, &window, &safe, boundary)?;
    frame.hold(&board.empty_set());
    let given = frame.held_against(frame.cells, u32::MAX);
    let given: PointSet = given.iter().filter(|_| rng.below(4) > 0).collect();
    let verdict = match question.goal {
        Goal::Kill => Verdict::Achieved,
        Goal::Live => Verdict::Refuted,
    };
    (!given.is_empty()).then(|| Reading {
        given,
        claims: vec![ProvedClaim {
            goal: Goal::Kill,
            ko_threats: KoThreats::RefuterEndless,
            place: Place::Frame(frame.region, boundary),
        }],
        ..Reading::new(verdict, Basis::Given(Grant::Walls))
    })
}

/// Kills in frames that are proved if stones stand that the attacker plays on given points are true of exhaustive
/// search if these stones have a liberty that is never filled, and both checkers accept them. Those that are false
/// without such points they refuse without them.
#[test]
fn kills_that_are_proved_if_blocks_stand_are_true() {
    let mut rng = Rng::new(84, 0);
    let (mut texts, mut n_tried, mut n_true, mut n_needed) = (Vec::new(), 0, 0, 0);
    while n_tried < 30 * n_given() {
        let Some((board, question)) = open_question(&mut rng) else {
            continue;
        };
        let Some(reading) = kill_with_blocks(&mut rng, &board, &question) else {
            continue;
        };
        n_tried += 1;
        let mut budget = Budget::nodes(NODES);
        let Ok(file) = ProofFile::new(&board, question, &reading, LOG2_ENTRIES, &mut budget) else {
            continue;
        };
        let truth = is_true(&board, &question, &reading);
        assert_ne!(truth, Some(false), "{board}{question:?}\n{reading:?}");
        n_true += usize::from(truth == Some(true));
        let mut text = Vec::new();
        file.write(&mut text).unwrap();
        let mut lines = Lines::of(&String::from_utf8(text).unwrap());
        assert!(lines.holds());
        texts.push(lines.text());
        lines.header.given.clear();
        let outright = Reading {
            given: PointSet::EMPTY,
            ..reading
        };
        let is_false = is_true(&board, &question, &outright) == Some(false);
        assert!(!is_false || !lines.holds(), "{board}{}", lines.text());
        n_needed += usize::from(is_false);
    }
    let n_written = texts.len();
    assert!(
        n_true * 5 > n_written && n_needed > 0,
        "{n_tried} {n_written} {n_true} {n_needed}"
    );
    let n_accepted = n_both_accept("blocks", &texts);
    assert!(n_accepted.is_none_or(|n| n == n_written), "{n_accepted:?}");
}

/// Both checkers accept the proofs with the stones that they take for granted. Those that hold without these stones are
/// the only ones that they accept without them.
#[test]
fn proofs_that_take_stones_for_granted_are_written_and_accepted() {
    let (mut texts, mut n_tried, mut n_less) = (Vec::new(), 0, 0);
    for_each_answer(82, |rng, board, question, proof| {
        n_tried += usize::from(!proof.given.is_empty());
        let mut budget = Budget::nodes(50 * NODES);
        let file = ProofFile::new(board, question, &proof, LOG2_ENTRIES, &mut budget);
        let Ok(file) = file else { return };
        let mut text = Vec::new();
        file.write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let checked =
            check(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{board}{text}"));
        assert_eq!(checked.header.given.len(), proof.given.len());
        if proof.given.is_empty() {
            return;
        }
        let mut lines = Lines::of(&text);
        let dropped = lines.header.given.swap_remove(rng.index(proof.given.len()));
        if lines.holds() {
            n_less += 1;
            let left: PointSet = proof
                .given
                .iter()
                .filter(|head| head.to_string() != dropped)
                .collect();
            let less = Reading {
                given: left,
                ..proof
            };
            assert_ne!(
                is_true(board, &question, &less),
                Some(false),
                "{board}{}",
                lines.text()
            );
        }
        texts.extend([text, lines.text()]);
    });
    let n_written = texts.len() / 2;
    assert!(
        n_written * 10 > n_tried * 8 && n_less < n_written,
        "{n_written} of {n_tried}, {n_less}"
    );
    let n_accepted = n_both_accept("given", &texts);
    assert!(
        n_accepted.is_none_or(|n| n == n_written + n_less),
        "{n_accepted:?}"
    );
}

/// Random boards for each question that takes stones for granted, and the points of those that are read.
const BOARDS: usize = 20;
const MOST_POINTS: usize = 12;

/// Positions that may follow where one side has two ko threats.
const MOST_STATES_WITH_THREATS: usize = 10 * MOST_STATES;

/// Kills and lives that are proved against two ko threats alone are true against two, and both checkers accept their
/// proofs; with another number of threats in the header they refuse them.
#[test]
fn proofs_against_two_threats_are_true_and_accepted() {
    let mut rng = Rng::new(83, 0);
    let mut reader = Reader::new(ReaderParams {
        log2_entries: LOG2_ENTRIES,
        ..ReaderParams::default()
    });
    let (mut texts, mut n_found, mut n_compared) = (Vec::new(), 0, 0);
    for _ in 0..BOARDS * n_given() {
        let Some((board, question, _)) = random_question(&mut rng) else {
            continue;
        };
        if board.size().n_points() > MOST_POINTS {
            continue;
        }
        let found = reader.read(&board, question, &mut Budget::nodes(NODES));
        let proof = found.unwrap();
        if proof.basis != Basis::Given(Grant::Threats) {
            continue;
        }
        n_found += 1;
        let truth = is_true(&board, &question, &proof);
        n_compared += usize::from(truth.is_some());
        assert_ne!(truth, Some(false), "{board}{question:?}\n{proof:?}");
        let mut budget = Budget::nodes(50 * NODES);
        let file = ProofFile::new(&board, question, &proof, LOG2_ENTRIES, &mut budget);
        let Ok(file) = file else { continue };
        let mut text = Vec::new();
        file.write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let mut lines = Lines::of(&text);
        assert!(
            lines.holds() && lines.header.threats == Some(2),
            "{board}{text}"
        );
        texts.push(text);
        for other in [None, Some(0), Some(1), Some(3)] {
            lines.header.threats = other;
            assert!(!lines.holds(), "{board}{}", lines.text());
        }
    }
    let n_written = texts.len();
    assert!(
        n_found > 5 && n_written * 10 > n_found * 7 && n_compared * 8 > n_found,
        "{n_written} of {n_found}, {n_compared}"
    );
    let n_accepted = n_both_accept("threats", &texts);
    assert!(n_accepted.is_none_or(|n| n == n_written), "{n_accepted:?}");
}
