//! Certificates of small boards against the values of all states: what is accepted is true, and what is true of the
//! empty board is written.

use std::ops::ControlFlow;

use tedomari::base::{Budget, Rng};
use tedomari::exact::certificate::BoardFile;
use tedomari::exact::proved::ValueQuestion;
use tedomari::exact::retrograde::Retrograde;
use tedomari::exact::rules::ExactRules;
use tedomari::exact::shape::{Shape, points};
use tedomari::exact::solve::BoardSolver;
use tedomari::exact::state::State;
use tedomari::exact::superko::{self, ColoredState, Superko};
use tedomari::proofcheck::format::Side;
use tedomari::proofcheck::whole::WholeError;
use tedomari::proofcheck::whole::format::{
    KIND, PASS, Repetition, VERSION, WholeAnswersLine, WholeClaimLine, WholeHeader, letter,
};
use tedomari::proofcheck::{CheckError, CheckedFile, check_file};

use super::agreement::random_state;
use crate::second_checker::n_both_accept;

const BOTH: [Side; 2] = [Side::Black, Side::White];

/// A proof: its first line, and its claims with their answers.
#[derive(Clone, Debug)]
struct Proof {
    header: WholeHeader,
    claims: Vec<(WholeClaimLine, String)>,
}

impl Proof {
    /// One claim about a position, whose stones are those of the side to move and of the other.
    fn new(
        shape: &Shape,
        state: &State,
        to_move: Side,
        claim: WholeClaimLine,
        answers: String,
    ) -> Self {
        let names = |set| points(set).map(|point| shape.vertex(point)).collect();
        let (own, other) = (names(state.own), names(state.other));
        let (black, white) = match to_move {
            Side::Black => (own, other),
            Side::White => (other, own),
        };
        let header = WholeHeader {
            proof: KIND.to_owned(),
            version: VERSION,
            width: shape.width() as usize,
            height: shape.height() as usize,
            black,
            white,
            to_move,
            claims: 1,
        };
        Self {
            header,
            claims: vec![(claim, answers)],
        }
    }

    fn read(text: &str) -> Self {
        let mut lines = text.lines();
        let header: WholeHeader = serde_json::from_str(lines.next().unwrap()).unwrap();
        let mut claims = Vec::new();
        while let Some(line) = lines.next() {
            let claim: WholeClaimLine = serde_json::from_str(line).unwrap();
            let mut answers = String::new();
            for _ in 0..claim.lines {
                let line: WholeAnswersLine = serde_json::from_str(lines.next().unwrap()).unwrap();
                answers.push_str(&line.answers);
            }
            claims.push((claim, answers));
        }
        Self { header, claims }
    }

    fn text(&self) -> String {
        let mut text = serde_json::to_string(&self.header).unwrap() + "\n";
        for (claim, answers) in &self.claims {
            let claim = WholeClaimLine {
                lines: 1,
                ..claim.clone()
            };
            let answers = answers.clone();
            text += &serde_json::to_string(&claim).unwrap();
            text += "\n";
            text += &serde_json::to_string(&WholeAnswersLine { answers }).unwrap();
            text += "\n";
        }
        text
    }

    fn check(&self) -> Result<CheckedFile, CheckError> {
        check_file(self.text().as_bytes(), u64::MAX)
    }
}

fn shape(width: u32, height: u32) -> Shape {
    Shape::new(width, height).unwrap()
}

fn solved(shape: &Shape) -> Retrograde {
    Retrograde::solve(shape.clone(), ExactRules::AREA, |_| {
        ControlFlow::Continue(())
    })
    .unwrap()
}

/// The certificate of an empty board.
fn certificate(shape: &Shape) -> Proof {
    let mut solver = BoardSolver::new(shape.clone(), ExactRules::AREA, 16 << 20);
    let mut budget = Budget::nodes(10_000_000);
    let question = ValueQuestion::WithDraw;
    let (proved, stop) = solver.solve(&State::EMPTY, question, &mut budget, |_, _| {});
    assert_eq!(stop, None);
    let file = BoardFile::new(&mut solver, proved, proved.bounds(question), &mut budget).unwrap();
    let mut text = Vec::new();
    file.write(&mut text).unwrap();
    Proof::read(std::str::from_utf8(&text).unwrap())
}

/// Makes sure that claims about a position, which is that of the side to move, are true.
fn assert_true(solved: &Retrograde, state: &State, to_move: Side, claim: &WholeClaimLine) {
    let value = solved.value(state).unwrap();
    let value = if claim.owner == to_move {
        value
    } else {
        value.negated()
    };
    let best = match claim.repetition {
        Repetition::Superko | Repetition::Any => value.lower,
        Repetition::Draw => value.with_draw(),
    };
    assert!(
        i32::from(best) >= claim.least,
        "{value:?} {state:?} {to_move:?} {claim:?}"
    );
    if claim.repetition != Repetition::Superko || solved.shape().n_points() > 6 {
        return;
    }
    for kind in [Superko::Positional, Superko::Situational] {
        let root = ColoredState {
            state: *state,
            is_black: to_move == Side::Black,
        };
        let mut budget = Budget::nodes(200_000);
        if let Ok(value) = superko::value(solved.shape(), kind, root, &[], &mut budget) {
            let value = if claim.owner == to_move {
                value
            } else {
                -value
            };
            assert!(
                i32::from(value) >= claim.least,
                "{kind:?} {value} {state:?} {claim:?}"
            );
        }
    }
}

#[test]
fn boards_have_certificates_of_their_values() {
    let mut texts = Vec::new();
    let sizes = [
        (2, 1),
        (3, 1),
        (4, 1),
        (2, 2),
        (5, 1),
        (3, 2),
        (6, 1),
        (7, 1),
        (4, 2),
        (3, 3),
        (5, 2),
        (3, 4),
        (6, 2),
    ];
    for (width, height) in sizes {
        let shape = shape(width, height);
        let value = solved(&shape).value(&State::EMPTY).unwrap().with_draw();
        let proof = certificate(&shape);
        let CheckedFile::Whole(reached) = proof.check().unwrap() else {
            panic!("{proof:?}");
        };
        assert_eq!(
            reached.bounds(),
            (value.into(), value.into()),
            "{width}x{height}"
        );
        texts.push(proof.text());
        // No claim holds with a point more.
        for number in 0..proof.claims.len() {
            let mut false_claim = proof.clone();
            false_claim.claims[number].0.least += 1;
            assert!(false_claim.check().is_err(), "{width}x{height}");
            texts.push(false_claim.text());
        }
    }
    let n_both = n_both_accept("certificates", &texts);
    assert!(n_both.is_none_or(|n| n == sizes.len()));
}

/// A claim without bounds is no fault.
#[test]
fn the_least_number_is_read() {
    let claim = |owner| WholeClaimLine {
        owner,
        least: i32::MIN,
        repetition: Repetition::Superko,
        lines: 1,
    };
    let shape = shape(2, 1);
    let mut proof = Proof::new(
        &shape,
        &State::EMPTY,
        Side::Black,
        claim(Side::Black),
        String::new(),
    );
    proof.claims.push((claim(Side::White), String::new()));
    proof.header.claims = 2;
    let CheckedFile::Whole(reached) = proof.check().unwrap() else {
        panic!("{proof:?}");
    };
    assert_eq!(reached.bounds(), (i32::MIN, i32::MAX));
    assert!(proof.check().unwrap().claim().contains("2147483647"));
}

/// By the rules a board of three by three belongs to Black even if no position may come back; nothing is left to
/// endless play.
#[test]
fn the_board_of_nine_points_is_black_s_under_superko() {
    let proof = certificate(&shape(3, 3));
    let (claim, answers) = &proof.claims[0];
    assert_eq!((claim.least, claim.repetition), (9, Repetition::Superko));
    assert!(answers.len() < 50, "{answers}");
}

/// Every position that needs no answer has the value that is claimed.
#[test]
fn what_is_settled_holds() {
    for (width, height) in [(5, 1), (3, 2), (4, 2), (3, 3)] {
        let shape = shape(width, height);
        let solved = solved(&shape);
        let n_points = i32::from(shape.area());
        let mut n_settled = 0;
        for own in 0..=shape.full() {
            for other in (0..=shape.full()).filter(|other| own & other == 0) {
                let state = State {
                    own,
                    other,
                    ..State::EMPTY
                };
                // The largest board in part only.
                let is_left_out = n_points == 9 && (own + other) % 5 != 0;
                if is_left_out || !state.is_legal(&shape) {
                    continue;
                }
                for owner in BOTH {
                    let claim = |least| WholeClaimLine {
                        owner,
                        least,
                        repetition: Repetition::Superko,
                        lines: 1,
                    };
                    let holds = |least: &i32| {
                        let proof =
                            Proof::new(&shape, &state, Side::Black, claim(*least), String::new());
                        proof.check().is_ok()
                    };
                    if let Some(least) = (1 - n_points..=n_points).rev().find(holds) {
                        n_settled += 1;
                        assert_true(&solved, &state, Side::Black, &claim(least));
                    }
                }
            }
        }
        assert!(n_settled > 20, "{width}x{height}: {n_settled}");
    }
}

/// Answers that a player finds who tries letters until the checker reads the next one.
fn tried(shape: &Shape, proof: &mut Proof, rng: &mut Rng, most: usize) -> bool {
    let letters: Vec<char> = (0..shape.n_points())
        .filter_map(letter)
        .chain([PASS])
        .collect();
    for _ in 0..most {
        match proof.check() {
            Ok(_) => return true,
            Err(CheckError::Whole {
                error: WholeError::Short(_),
                ..
            }) => {}
            // The last answers lead nowhere.
            Err(_) => {
                let answers = &mut proof.claims[0].1;
                let n_kept = answers.len().saturating_sub(1 + rng.index(3));
                answers.truncate(n_kept);
            }
        }
        let next = letters[rng.index(letters.len())];
        proof.claims[0].1.push(next);
    }
    false
}

#[test]
fn provers_at_random_show_nothing_false() {
    let mut rng = Rng::new(57, 0);
    let mut texts = Vec::new();
    let mut n_shown = 0;
    for (width, height, n) in [(2, 2, 60), (4, 1, 40), (3, 2, 60), (4, 2, 40), (3, 3, 40)] {
        let shape = shape(width, height);
        let solved = solved(&shape);
        for _ in 0..n {
            let state = State {
                ko: None,
                passed: false,
                ..random_state(&shape, ExactRules::AREA, &mut rng)
            };
            let to_move = BOTH[rng.index(2)];
            let most = usize::from(shape.area().unsigned_abs());
            let least = i32::try_from(rng.index(2 * most + 1)).unwrap() - i32::from(shape.area());
            let repetition = [Repetition::Superko, Repetition::Any, Repetition::Draw][rng.index(3)];
            let claim = WholeClaimLine {
                owner: BOTH[rng.index(2)],
                least,
                repetition,
                lines: 1,
            };
            let mut proof = Proof::new(&shape, &state, to_move, claim, String::new());
            if tried(&shape, &mut proof, &mut rng, 400) {
                n_shown += 1;
                assert_true(&solved, &state, to_move, &proof.claims[0].0);
            }
            texts.push(proof.text());
        }
    }
    assert!(n_shown > 60, "{n_shown}");
    let n_both = n_both_accept("random_certificates", &texts);
    assert!(n_both.is_none_or(|n| n == n_shown));
}

/// Changes a proof at one place.
fn change(shape: &Shape, proof: &mut Proof, rng: &mut Rng) {
    let number = rng.index(proof.claims.len());
    let n_points = shape.n_points() as usize;
    let point = |rng: &mut Rng| u32::try_from(rng.index(n_points)).unwrap();
    let (claim, answers) = &mut proof.claims[number];
    let mut letters: Vec<char> = answers.chars().collect();
    let at = rng.index(letters.len().max(1));
    match rng.index(9) {
        0 => claim.least += 1,
        1 => claim.least -= 1,
        2 => {
            claim.repetition =
                [Repetition::Superko, Repetition::Any, Repetition::Draw][rng.index(3)]
        }
        3 => claim.owner = BOTH[rng.index(2)],
        4 => proof.header.to_move = BOTH[rng.index(2)],
        5 => {
            let stones = if rng.index(2) == 0 {
                &mut proof.header.black
            } else {
                &mut proof.header.white
            };
            stones.push(shape.vertex(point(rng)));
        }
        6 if at < letters.len() => letters[at] = letter(point(rng)).unwrap(),
        7 if at < letters.len() => {
            letters.remove(at);
        }
        _ => letters.insert(at.min(letters.len()), letter(point(rng)).unwrap()),
    }
    proof.claims[number].1 = letters.into_iter().collect();
}

/// `TEDOMARI_CERTIFICATE_CHANGES=20000` changes each certificate so often.
#[test]
fn changed_certificates_show_nothing_false() {
    let n_changes = std::env::var("TEDOMARI_CERTIFICATE_CHANGES").ok();
    let n_changes: usize = n_changes.map_or(150, |text| text.parse().unwrap());
    let mut rng = Rng::new(58, 0);
    let mut texts = Vec::new();
    let mut n_accepted = 0;
    for (width, height) in [(2, 1), (3, 1), (2, 2), (5, 1), (3, 2), (4, 2), (3, 3)] {
        let shape = shape(width, height);
        let solved = solved(&shape);
        let original = certificate(&shape);
        for _ in 0..n_changes {
            let mut proof = original.clone();
            for _ in 0..1 + rng.index(2) {
                change(&shape, &mut proof, &mut rng);
            }
            if texts.len() < 1050 {
                texts.push(proof.text());
            }
            if proof.check().is_err() {
                continue;
            }
            n_accepted += 1;
            let Proof { header, claims } = &proof;
            let set = |names: &[String]| {
                let named = (0..shape.n_points()).filter(|&it| names.contains(&shape.vertex(it)));
                named.map(|it| 1 << it).sum::<u32>()
            };
            let (black, white) = (set(&header.black), set(&header.white));
            let (own, other) = match header.to_move {
                Side::Black => (black, white),
                Side::White => (white, black),
            };
            let state = State {
                own,
                other,
                ..State::EMPTY
            };
            for (claim, _) in claims {
                assert_true(&solved, &state, header.to_move, claim);
            }
        }
    }
    assert!(n_accepted > 50, "{n_accepted}");
    n_both_accept("changed_certificates", &texts);
}
