//! Changed proofs that a checker accepts, compared with exhaustive search of their boards.

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;

use tedomari::board::Point;
use tedomari::exact::retrograde::Retrograde;
use tedomari::exact::rules::ExactRules;
use tedomari::exact::shape::Shape;
use tedomari::exact::state::State;
use tedomari::proofcheck::bounds::format::BoundsHeader;
use tedomari::proofcheck::format::Side;
use tedomari::proofcheck::score::format::{Counting, ScoreHeader};
use tedomari::proofcheck::whole::format::{Repetition, WholeClaimLine, WholeHeader};
use tedomari::proofcheck::{CheckedFile, check_file};

use super::proof_lines::truth_of;
use crate::safety::proofs::truth_of_safety;

/// Most points of a board whose states are all valued.
const MOST_POINTS: usize = 12;

/// The values of all states of small boards, by columns and rows.
type Values = HashMap<(usize, usize), Retrograde>;

/// The bounds of what Black is ahead by on a board as it stands, whatever endless play is worth, and with a draw;
/// `None` if the board is too large.
fn lead(
    values: &mut Values,
    (width, height): (usize, usize),
    stones: (&[String], &[String]),
    (to_move, ko): (Side, Option<&String>),
) -> Option<(i8, i8, i8)> {
    if width * height > MOST_POINTS {
        return None;
    }
    let solved = values.entry((width, height)).or_insert_with(|| {
        let side = |side: usize| u32::try_from(side).unwrap();
        let shape = Shape::new(side(width), side(height)).unwrap();
        Retrograde::solve(shape, ExactRules::AREA, |_| ControlFlow::Continue(())).unwrap()
    });
    let shape = solved.shape().clone();
    let bit = |name: &String| {
        let name = name.parse::<Point>().unwrap().to_string();
        (0..shape.n_points()).find(|&point| shape.vertex(point) == name)
    };
    let set = |names: &[String]| names.iter().map(|name| 1 << bit(name).unwrap()).sum();
    let (black, white): (u32, u32) = (set(stones.0), set(stones.1));
    let (own, other) = match to_move {
        Side::Black => (black, white),
        Side::White => (white, black),
    };
    let state = State {
        own,
        other,
        ko: ko.and_then(bit),
        passed: false,
    };
    let value = solved.value(&state)?;
    let value = match to_move {
        Side::Black => value,
        Side::White => value.negated(),
    };
    Some((value.lower, value.upper, value.with_draw()))
}

/// Whether Black is ahead by as much as a proof of a score by area claims.
fn truth_of_score(values: &mut Values, header: &ScoreHeader) -> Option<bool> {
    let sides = (header.width, header.height);
    let stones = (&header.black[..], &header.white[..]);
    let turn = (header.to_move, header.ko.as_ref());
    let (least, most) = lead_by_area(values, header.counting, sides, stones, turn)?;
    Some(least == header.lead && most == header.lead)
}

/// Whether the bounds of a proof are true, where play without end counts for neither side.
fn truth_of_bounds(values: &mut Values, header: &BoundsHeader) -> Option<bool> {
    let sides = (header.width, header.height);
    let stones = (&header.black[..], &header.white[..]);
    let turn = (header.to_move, header.ko.as_ref());
    let (least, most) = lead_by_area(values, header.counting, sides, stones, turn)?;
    Some(header.least <= most && least <= header.most)
}

/// Black's lead by area, where play without end counts for White and for Black.
fn lead_by_area(
    values: &mut Values,
    counting: Counting,
    sides: (usize, usize),
    stones: (&[String], &[String]),
    turn: (Side, Option<&String>),
) -> Option<(i32, i32)> {
    if counting != Counting::Area {
        return None;
    }
    let (least, most, _) = lead(values, sides, stones, turn)?;
    Some((least.into(), most.into()))
}

/// Whether the claims of a proof about a whole board are true.
fn truth_of_whole(
    values: &mut Values,
    header: &WholeHeader,
    claims: &[WholeClaimLine],
) -> Option<bool> {
    let sides = (header.width, header.height);
    let stones = (&header.black[..], &header.white[..]);
    let (lower, upper, draw) = lead(values, sides, stones, (header.to_move, None))?;
    let holds = |claim: &WholeClaimLine| {
        let least = match (claim.repetition, claim.owner) {
            (Repetition::Draw, Side::Black) => draw,
            (Repetition::Draw, Side::White) => -draw,
            (Repetition::Superko | Repetition::Any, Side::Black) => lower,
            (Repetition::Superko | Repetition::Any, Side::White) => -upper,
        };
        i32::from(least) >= claim.least
    };
    Some(claims.iter().all(holds))
}

/// With `TEDOMARI_ACCEPTED=FOLDER` the accepted files of a folder, as `scripts/mutate_proofs.py` leaves them, claim
/// nothing false. Prints how many were compared.
#[test]
#[expect(clippy::print_stderr, reason = "a campaign reports what it compared")]
fn accepted_files_claim_nothing_false() {
    let Ok(folder) = std::env::var("TEDOMARI_ACCEPTED") else {
        return;
    };
    let mut values = Values::new();
    let (mut n_true, mut n_open, mut n_false) = (0, 0, 0);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read(&path).unwrap();
        let truth = match check_file(&text[..], u64::MAX) {
            Ok(CheckedFile::Reading(checked)) => truth_of(&checked.header),
            Ok(CheckedFile::Safety(safe)) => truth_of_safety(&safe.header),
            Ok(CheckedFile::Score(reached)) => truth_of_score(&mut values, &reached.header),
            Ok(CheckedFile::Bounds(reached)) => truth_of_bounds(&mut values, &reached.header),
            Ok(CheckedFile::Whole(reached)) => {
                truth_of_whole(&mut values, &reached.header, &reached.claims)
            }
            Err(_) => continue,
        };
        match truth {
            Some(true) => n_true += 1,
            None => n_open += 1,
            Some(false) => {
                n_false += 1;
                eprintln!("false: {}", path.display());
            }
        }
    }
    eprintln!("true {n_true}, too many positions {n_open}, false {n_false}");
    assert_eq!(n_false, 0);
}

/// What the comparison rests on: on a board of three points Black takes all by the middle point.
#[test]
fn the_lead_of_a_small_board() {
    let mut values = Values::new();
    let board = (3, 1);
    let empty = lead(&mut values, board, (&[], &[]), (Side::Black, None));
    assert_eq!(empty, Some((3, 3, 3)));
    let empty = lead(&mut values, board, (&[], &[]), (Side::White, None));
    assert_eq!(empty, Some((-3, -3, -3)));
    let middle = (&["B1".to_owned()][..], &[][..]);
    assert_eq!(
        lead(&mut values, board, middle, (Side::White, None)),
        Some((3, 3, 3))
    );
    assert_eq!(
        lead(&mut values, (5, 3), (&[], &[]), (Side::Black, None)),
        None
    );
}
