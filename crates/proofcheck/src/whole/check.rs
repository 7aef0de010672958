//! Checks a proof about a whole board: each claim by a walk through all play.

use std::io::BufRead;

use super::error::WholeError;
use super::format::{
    MOST_POINTS, PASS, Repetition, VERSION, WholeAnswersLine, WholeClaimLine, WholeHeader, letter,
};
use super::repeats;
use super::shape::{Bits, Shape};
use super::state::State;
use super::walk::{Answer, Walk};
use crate::board::board;
use crate::fault::CheckError;
use crate::format::Side;
use crate::lines::Lines;
use crate::set::Set;

/// Memory that an answer takes, in bytes: the position that it belongs to stands in a table, and in lists.
const BYTES_OF_ANSWER: u64 = 128;

/// What a valid proof about a whole board shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeReached {
    /// The position.
    pub header: WholeHeader,
    /// The claims.
    pub claims: Vec<WholeClaimLine>,
    /// Positions with an answer, up to symmetry, of all claims.
    pub n_answers: usize,
}

impl WholeReached {
    /// Bounds of the points of Black less those of White: at least and at most.
    #[must_use]
    pub fn bounds(&self) -> (i32, i32) {
        let area = self.header.width.saturating_mul(self.header.height);
        let area = i32::try_from(area).unwrap_or(i32::MAX);
        let least = |side: Side| {
            let claim = self.claims.iter().find(|claim| claim.owner == side);
            claim.map_or(-area, |claim| claim.least)
        };
        (least(Side::Black), least(Side::White).saturating_neg())
    }
}

/// Checks a proof whose lines were not read yet.
pub(crate) fn check_whole(lines: &mut Lines<impl BufRead>) -> Result<WholeReached, CheckError> {
    let header: WholeHeader = lines.expect()?;
    if header.version != VERSION {
        return Err(CheckError::Version(header.version));
    }
    let shape = Shape::new(header.width, header.height, MOST_POINTS);
    let wrong = CheckError::Question("the board has no points, or more than 30");
    let shape = shape.ok_or(wrong)?;
    let stones = stones(&header)?;
    let mut claims: Vec<WholeClaimLine> = Vec::new();
    let mut n_answers = 0;
    for number in 0..header.claims {
        let claim: WholeClaimLine = lines.expect()?;
        if number > 1 || number == 1 && (claims[0].owner, claim.owner) != (Side::Black, Side::White)
        {
            let wrong = "there is one claim, or one of Black and then one of White";
            return Err(CheckError::Question(wrong));
        }
        n_answers += check_claim(&header, &shape, stones, &claim, lines)?.map_err(|error| {
            CheckError::Whole {
                claim: number + 1,
                error,
            }
        })?;
        claims.push(claim);
    }
    if claims.is_empty() {
        return Err(CheckError::Question("nothing is claimed"));
    }
    lines.end()?;
    Ok(WholeReached {
        header,
        claims,
        n_answers,
    })
}

/// The stones of Black and of White.
fn stones(header: &WholeHeader) -> Result<(Bits, Bits), CheckError> {
    let (grid, black, white) = board(header.width, header.height, &header.black, &header.white)?;
    let bits = |set: Set| {
        let places = grid.all.points().zip(0..);
        let held = places.filter(|(point, _)| set.has(*point));
        held.map(|(_, place)| 1 << place).sum()
    };
    Ok((bits(black), bits(white)))
}

/// Reads the answers of a claim and walks through it. How many there are.
fn check_claim(
    header: &WholeHeader,
    shape: &Shape,
    (black, white): (Bits, Bits),
    claim: &WholeClaimLine,
    lines: &mut Lines<impl BufRead>,
) -> Result<Result<usize, WholeError>, CheckError> {
    let answers = match answers(shape, claim.lines, lines)? {
        Ok(answers) => answers,
        Err(error) => return Ok(Err(error)),
    };
    let (owner, other) = match claim.owner {
        Side::Black => (black, white),
        Side::White => (white, black),
    };
    let start = State::at_start(owner, other);
    let owner_first = header.to_move == claim.owner;
    Ok(holds(shape, claim, answers, start, owner_first))
}

/// For programs that write proofs: the arrangements that can come back in play by the answers of a claim about the
/// empty board, Black first, as the stones of the owner and of the other side, bits row by row from below. Nothing if
/// the claim does not hold without regard to this.
#[must_use]
pub fn returning(
    width: usize,
    height: usize,
    claim: &WholeClaimLine,
    answers: &str,
) -> Option<Vec<(u32, u32)>> {
    let shape = Shape::new(width, height, MOST_POINTS)?;
    let answers = read_answers(&shape, answers).ok()?;
    let start = State::at_start(0, 0);
    let owner_first = claim.owner == Side::Black;
    let mut walk = Walk::new(&shape, claim.least, false, answers);
    walk.run(start, owner_first).ok()?;
    let states = repeats::returning(&walk, (!owner_first).then_some(start)).into_iter();
    Some(states.map(|state| (state.owner, state.other)).collect())
}

/// Whether a claim holds from a position: the number of its answers.
fn holds(
    shape: &Shape,
    claim: &WholeClaimLine,
    answers: Vec<Answer>,
    start: State,
    owner_first: bool,
) -> Result<usize, WholeError> {
    let may_return = claim.repetition == Repetition::Draw;
    if may_return && claim.least > 0 {
        return Err(WholeError::Draw);
    }
    let n_answers = answers.len();
    let mut walk = Walk::new(shape, claim.least, may_return, answers);
    walk.run(start, owner_first)?;
    if claim.repetition == Repetition::Superko {
        repeats::check(&walk, (!owner_first).then_some(start))?;
    }
    Ok(n_answers)
}

/// The answers that so many lines hold.
fn answers(
    shape: &Shape,
    n_lines: usize,
    lines: &mut Lines<impl BufRead>,
) -> Result<Result<Vec<Answer>, WholeError>, CheckError> {
    lines.forget();
    let mut answers = Vec::new();
    for _ in 0..n_lines {
        let line: WholeAnswersLine = lines.charged(BYTES_OF_ANSWER, 0)?;
        match read_answers(shape, &line.answers) {
            Ok(more) => answers.extend(more),
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(answers))
}

/// The answers of some letters.
fn read_answers(shape: &Shape, text: &str) -> Result<Vec<Answer>, WholeError> {
    let letters: Vec<char> = (0..shape.full.count_ones()).filter_map(letter).collect();
    let read = |text: char| match letters.iter().position(|&letter| letter == text) {
        Some(point) => Ok(1 << point),
        None if text == PASS => Ok(0),
        None => Err(WholeError::Letter(text)),
    };
    text.chars().map(read).collect()
}
