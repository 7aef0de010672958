//! The reader's verdict about an enclosed block, compared with exhaustive search.

use tedomari::base::Budget;
use tedomari::board::{Board, PointSet};
use tedomari::tactics::ko::TWO;
use tedomari::tsumego::{Goal, Question, Reader, Reading, Verdict};

use super::oracle::{Aim, Banned, Enclosure, Retakes};

/// Most positions that may follow from one position; positions with more are skipped.
const MOST_STATES: usize = 6000;

/// The reader's answer about blocks, which is compared with the results of exhaustive search, and whether the threats
/// of a ko in it were counted right.
///
/// # Panics
/// If the answer is wrong.
pub(crate) fn assert_verdict(
    reader: &mut Reader,
    board: &Board,
    targets: PointSet,
    goal: Goal,
    enclosure: &Enclosure,
    [clean, few, fair, free]: [bool; 4],
) -> (Reading, bool) {
    let attacker = Enclosure::attacker(board, targets.first().unwrap());
    let to_move = match goal {
        Goal::Kill => attacker,
        Goal::Live => attacker.opponent(),
    };
    let question = Question::new(targets, goal, to_move);
    let mut budget = Budget::nodes(60_000);
    let reading = reader.read_in_full(board, question, &mut budget).unwrap();
    let is_right = match reading.verdict {
        Verdict::Achieved if reading.is_proven() => clean,
        Verdict::Achieved => few,
        Verdict::Ko { is_favorable: true } => fair && !(reading.is_proven() && few),
        Verdict::Ko {
            is_favorable: false,
        } => free && !(reading.is_proven() && fair),
        Verdict::Refuted => !reading.is_proven() || !free,
        Verdict::Unknown => true,
    };
    assert!(
        is_right,
        "{board}\n{question:?} {reading:?}\ntruth {clean} {few} {fair} {free}"
    );
    let Verdict::Ko { is_favorable } = reading.verdict else {
        return (reading, false);
    };
    let Some(n) = reading.n_threats.filter(|_| reading.is_proven()) else {
        return (reading, false);
    };
    let wins = |n| wins_ko(enclosure, goal, !is_favorable, n);
    let found = (wins(n - 1), wins(n));
    let is_right = found.0.is_none_or(|wins| wins == is_favorable)
        && found.1.is_none_or(|wins| wins != is_favorable);
    assert!(is_right, "{board}\n{question:?} {reading:?}\n{found:?}");
    (reading, true)
}

/// The results of exhaustive search about a goal, from the hardest condition to the easiest: the other side may
/// retake all kos; it may retake a few; neither side may retake; the side with the goal may retake all.
pub(crate) fn truth(enclosure: &Enclosure, goal: Goal) -> Option<[bool; 4]> {
    let is_attacker = goal == Goal::Kill;
    let (against, for_it) = if is_attacker {
        (Banned::Attacker, Banned::Defender)
    } else {
        (Banned::Defender, Banned::Attacker)
    };
    let mut succeeds = [false; 4];
    for (n, (banned, number)) in [
        (against, 0),
        (Banned::Both, TWO),
        (Banned::Both, 0),
        (for_it, 0),
    ]
    .into_iter()
    .enumerate()
    {
        let retakes = Retakes {
            by_attacker: !is_attacker,
            number,
        };
        let limit = MOST_STATES * (1 + usize::from(number));
        let is_reached = enclosure.is_reached(Aim::Capture, is_attacker, banned, retakes, limit)?;
        succeeds[n] = is_reached == is_attacker;
    }
    Some(succeeds)
}

/// Whether the side with the goal wins a ko with `number` threats more than the other side, or with `number` fewer.
fn wins_ko(enclosure: &Enclosure, goal: Goal, by_asked: bool, number: u8) -> Option<bool> {
    let is_attacker = goal == Goal::Kill;
    let retakes = Retakes {
        by_attacker: by_asked == is_attacker,
        number,
    };
    let limit = MOST_STATES * (1 + usize::from(number));
    let is_taken = enclosure.is_reached(Aim::Capture, is_attacker, Banned::Both, retakes, limit)?;
    Some(is_taken == is_attacker)
}
