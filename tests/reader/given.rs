//! Proofs that take stones for granted, or that a side has no more than two ko threats: exhaustive search agrees with
//! them where the blocks of these stones have a liberty that is never filled and that side takes back a ko twice, and
//! the checkers accept them as data.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, PointSet};
use tedomari::proofcheck::check;
use tedomari::tsumego::proof_file::ProofFile;
use tedomari::tsumego::reader::{Basis, Grant};
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

/// The side whose claim shows a verdict without a ko.
fn prover(question: &Question, owner: Color, verdict: Verdict) -> Option<Color> {
    let is_kill = match verdict {
        Verdict::Achieved => question.goal == Goal::Kill,
        Verdict::Refuted => question.goal == Goal::Live,
        Verdict::Ko { .. } | Verdict::Unknown => return None,
    };
    Some(if is_kill { owner.opponent() } else { owner })
}

/// Whether a verdict without a ko is that of exhaustive search, if the stones of the prover that it names stand and the
/// other side has as many ko threats as it takes for granted.
fn is_true(board: &Board, question: &Question, proof: &Reading) -> Option<bool> {
    let owner = question.owner(board)?;
    let prover = prover(question, owner, proof.verdict)?;
    assert!(
        proof
            .given
            .iter()
            .all(|head| board.color(head) == Some(prover))
    );
    let given = proof.given.iter().flat_map(|head| board.stones(head));
    let mut small = SmallBoard::new(board, &question.targets).given(board, &given.collect());
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
