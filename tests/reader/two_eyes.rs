//! Goals for which a seki does not count as life, compared with exhaustive search.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Color, PointSet};
use tedomari::proof::Outcome;
use tedomari::proof::solver::Solver;
use tedomari::proof::table::SolverTable;
use tedomari::tactics::ko::KoThreats;
use tedomari::tsumego::fight::{Criteria, Fight};
use tedomari::tsumego::frame::cells::Cells;
use tedomari::tsumego::frame::{Boundary, Frame};
use tedomari::tsumego::question::{Goal, LifeCriterion};
use tedomari::tsumego::{Question, Reader, ReaderParams, Reading, Verdict};

use super::enclosed::{MIXED, Recipe, enclosed_position};
use super::oracle::{Aim, Banned, Enclosure, Retakes};

/// Most positions that may follow from one position; positions with more are skipped.
const MOST_STATES: usize = 20_000;

/// White stones inside of Black's.
const CROWDED: Recipe = Recipe {
    fewest_points: 12,
    more_points: 6,
    black_at_wall: 95,
    white_inside: 55,
};

const NO_RETAKES: Retakes = Retakes {
    by_attacker: false,
    number: 0,
};

#[test]
fn complete_searches_for_two_eyes_are_right_both_ways() {
    let mut rng = Rng::new(31, 0);
    let (mut n_checked, mut n_sekis) = (0, 0);
    for round in 0..4000 {
        let Some((board, region, target)) =
            enclosed_position(&mut rng, [&MIXED, &CROWDED][round / 2 % 2])
        else {
            continue;
        };
        let enclosure = Enclosure::new(&board, &region, target);
        let walls = board.size().points().collect::<PointSet>() - region;
        let frame: Frame<2> = Frame::new(&board, target, &region, &walls, Boundary::Shut).unwrap();
        let is_attacker_first = round % 2 == 0;
        for (goal, ko_threats, banned) in [
            (Goal::Kill, KoThreats::RefuterEndless, Banned::Attacker),
            (Goal::Kill, KoThreats::Nobody, Banned::Both),
            (Goal::Live, KoThreats::RefuterEndless, Banned::Defender),
            (Goal::Live, KoThreats::ProverEndless, Banned::Attacker),
        ] {
            let truth = |aim| {
                enclosure.is_reached(aim, is_attacker_first, banned, NO_RETAKES, MOST_STATES / 5)
            };
            let aim = match goal {
                Goal::Kill => Aim::NoTwoEyes,
                Goal::Live => Aim::TwoEyes,
            };
            let Some(is_reached) = truth(aim) else {
                continue;
            };
            let fight = Fight {
                frame: &frame,
                goal,
                life: LifeCriterion::TwoEyes,
                ko_threats,
                criteria: Criteria::All,
                salt: 0,
                hint: Cells::EMPTY,
                easier: &[],
            };
            let mut table = SolverTable::new(12);
            let start = fight.start(is_attacker_first, Cells::EMPTY);
            let found = Solver::new(&fight, &mut table).prove(&start, &mut Budget::nodes(30_000));
            let expected = if is_reached {
                Outcome::Proved
            } else {
                Outcome::Disproved
            };
            if matches!(found, Outcome::Unknown(_)) {
                continue;
            }
            assert_eq!(found, expected, "{target} {goal:?} {ko_threats:?}\n{board}");
            n_checked += 1;
            n_sekis +=
                usize::from(is_reached && goal == Goal::Kill && truth(Aim::Capture) == Some(false));
        }
    }
    assert!(n_checked > 2000 && n_sekis > 20, "{n_checked} {n_sekis}");
}

/// Whether the reader found a seki, if there is one. Every seki that it reports must be one.
fn is_seki(enclosure: &Enclosure, goal: Goal, reading: &Reading) -> Option<bool> {
    let lives = match goal {
        Goal::Kill => Verdict::Refuted,
        Goal::Live => Verdict::Achieved,
    };
    if !reading.is_proven() || reading.verdict != lives {
        assert!(!reading.is_seki || !reading.is_proven(), "{reading:?}");
        return None;
    }
    // In either question, the attacker has to keep the block from two eyes without ko threats.
    let is_attacker_first = goal == Goal::Kill;
    let is_kept_from_eyes = enclosure.is_reached(
        Aim::NoTwoEyes,
        is_attacker_first,
        Banned::Attacker,
        NO_RETAKES,
        MOST_STATES,
    )?;
    assert!(!reading.is_seki || is_kept_from_eyes, "{reading:?}");
    is_kept_from_eyes.then_some(reading.is_seki)
}

/// The reader finds sekis, and distinguishes them from two eyes.
#[test]
fn sekis_are_told_from_two_eyes() {
    let mut rng = Rng::new(32, 0);
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 14,
        ..ReaderParams::default()
    });
    let mut n_sekis = [[0; 2]; 2];
    for _ in 0..10_000 {
        let Some((board, region, target)) = enclosed_position(&mut rng, &CROWDED) else {
            continue;
        };
        for (kind, goal) in [Goal::Kill, Goal::Live].into_iter().enumerate() {
            let question = Question::new(target, goal, goal.player(Color::Black));
            let mut budget = Budget::nodes(60_000);
            let reading = reader.read_in_full(&board, question, &mut budget).unwrap();
            let enclosure = Enclosure::new(&board, &region, target);
            if let Some(found) = is_seki(&enclosure, goal, &reading) {
                n_sekis[kind][usize::from(found)] += 1;
            }
        }
    }
    assert!(
        n_sekis
            .iter()
            .all(|&[missed, found]| found > 5 && missed == 0),
        "{n_sekis:?}"
    );
}
