//! Certificates of small boards: strategies as data, which `proofcheck` checks without a search.

use std::io::{self, Write};
use std::ops::ControlFlow;

use thiserror::Error;

use super::claim::Claim;
use super::proved::Proved;
use super::retrograde::{Retrograde, RetrogradeError};
use super::rules::ExactRules;
use super::shape::{Bits, Shape};
use super::solve::BoardSolver;
use super::state::State;
use super::strategy::{Answers, Judge, Strategist, StrategyError};
use crate::base::{Budget, Stop};
use crate::proof::Outcome;
use crate::proofcheck::format::Side;
use crate::proofcheck::whole::format::{
    ANSWERS_OF_LINE, KIND, Repetition, VERSION, WholeAnswersLine, WholeClaimLine, WholeHeader,
};
use crate::proofcheck::whole::returning;

/// Nodes to find out whether a claim that a draw would show holds in finite play as well.
const FINITE_NODES: u64 = 2_000_000;

/// How often a strategy is made again because stones come back in it.
const TRIES: usize = 16;

/// Tries in a row that leave as many stones to come back, after which no more are made.
const PATIENCE: usize = 4;

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// Certificates count by area, with a simple ko.
    #[error("a certificate needs area scoring and the default ko rule")]
    Rules,
    /// Nothing was proved beyond what follows from the size of the board.
    #[error("nothing is proved that a certificate could show")]
    Nothing,
    /// The budget ended.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The claim rests on endless play, and the board is too large for the values of all states.
    #[error("the strategy that relies on endless play needs the values of all states: {0}")]
    Values(#[from] RetrogradeError),
    /// No strategy was found.
    #[error("no strategy was found that makes progress")]
    NotFound,
}

/// Strategies for the empty board, Black first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardFile {
    header: WholeHeader,
    claims: Vec<WrittenClaim>,
}

impl BoardFile {
    /// The strategies that show what is proved of the empty board: for Black the lower bound, for White the upper one,
    /// each as far as it is more than what follows from the size of the board. The bounds `least` and `most` count
    /// endless play as 0; `proved` holds in finite play. A node of the budget is one of a search, or a state of a
    /// strategy.
    ///
    /// # Errors
    /// If a strategy is not found.
    pub fn new(
        solver: &mut BoardSolver,
        proved: Proved,
        (least, most): (i8, i8),
        budget: &mut Budget,
    ) -> Result<Self, CertificateError> {
        if solver.rules() != ExactRules::AREA {
            return Err(CertificateError::Rules);
        }
        let shape = solver.shape().clone();
        let area = shape.area();
        let (mut claims, mut values) = (Vec::new(), None);
        for wanted in [
            (Side::Black, least, proved.lower.0 >= least),
            (Side::White, -most, proved.upper.1 <= most),
        ] {
            if wanted.1 > -area {
                claims.push(claim(solver, &mut values, wanted, budget)?);
            }
        }
        if claims.is_empty() {
            return Err(CertificateError::Nothing);
        }
        Ok(Self {
            header: header(&shape, claims.len()),
            claims,
        })
    }

    /// Writes the lines of the proof.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", serde_json::to_string(&self.header)?)?;
        for (claim, answers) in &self.claims {
            writeln!(out, "{}", serde_json::to_string(claim)?)?;
            for part in answers.as_bytes().chunks(ANSWERS_OF_LINE) {
                let answers = String::from_utf8_lossy(part).into_owned();
                writeln!(
                    out,
                    "{}",
                    serde_json::to_string(&WholeAnswersLine { answers })?
                )?;
            }
        }
        Ok(())
    }

    /// Answers of all strategies.
    #[must_use]
    pub fn n_answers(&self) -> usize {
        self.claims.iter().map(|(_, answers)| answers.len()).sum()
    }
}

/// The first line for the empty board.
fn header(shape: &Shape, claims: usize) -> WholeHeader {
    let (width, height) = sides(shape);
    WholeHeader {
        proof: KIND.to_owned(),
        version: VERSION,
        width,
        height,
        black: Vec::new(),
        white: Vec::new(),
        to_move: Side::Black,
        claims,
    }
}

/// A claim with its answers: without repetition if there is such a strategy, else with it. `values` keeps the values of
/// all states for the next claim.
fn claim(
    solver: &mut BoardSolver,
    values: &mut Option<Retrograde>,
    (owner, least, is_finite): (Side, i8, bool),
    budget: &mut Budget,
) -> Result<WrittenClaim, CertificateError> {
    let is_first = owner == Side::Black;
    if (is_finite || least <= 0 && in_finite_play(solver, is_first, least, budget)?)
        && let Some(found) = without_return(solver, owner, least, budget)?
    {
        return Ok(found);
    }
    if least > 0 {
        return Err(CertificateError::NotFound);
    }
    let shape = solver.shape();
    let values = match values {
        Some(values) => values,
        None => values.insert(Retrograde::solve(shape.clone(), ExactRules::AREA, |_| {
            if budget.check().is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?),
    };
    let strategist = Strategist::new(shape, least, Repetition::Draw, Judge::Values(values));
    let found = built(strategist, (owner, least, Repetition::Draw), budget)?;
    let (found, _) = found.ok_or(CertificateError::NotFound)?;
    Ok(found)
}

/// Whether a player is found to force so many points from the empty board in finite play, in not too many nodes.
fn in_finite_play(
    solver: &mut BoardSolver,
    is_first: bool,
    threshold: i8,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let claim = Claim {
        state: State::EMPTY,
        attacker_to_move: is_first,
        threshold,
    };
    let outcome = solver.decide(claim, FINITE_NODES, budget, &mut |_| {})?;
    Ok(outcome == Outcome::Proved)
}

/// A strategy by which no stones come back, if that is found; else one by which all play ends, also if the budget ends
/// after that was found. Nothing if there is none.
fn without_return(
    solver: &mut BoardSolver,
    owner: Side,
    least: i8,
    budget: &mut Budget,
) -> Result<Option<WrittenClaim>, Stop> {
    let shape = solver.shape().clone();
    let (width, height) = sides(&shape);
    let mut avoided: Vec<(Bits, Bits)> = Vec::new();
    let (mut found, mut earlier) = (None, Answers::new());
    let (mut fewest, mut n_vain) = (usize::MAX, 0);
    for number in 0..TRIES {
        let judge = Judge::Search(&mut *solver);
        let strategist = Strategist::new(&shape, least, Repetition::Superko, judge);
        let strategist = strategist.avoiding(&avoided, number);
        let strategist = strategist.with_answers_of(std::mem::take(&mut earlier));
        let ((line, text), answers) =
            match built(strategist, (owner, least, Repetition::Any), budget) {
                Ok(Some(built)) => built,
                Err(stop) if found.is_none() => return Err(stop),
                Ok(None) | Err(_) => break,
            };
        let Some(back) = returning(width, height, &line, &text) else {
            break;
        };
        tracing::debug!(number, answers = text.len(), back = back.len(), "strategy");
        if back.is_empty() {
            let repetition = Repetition::Superko;
            return Ok(Some((WholeClaimLine { repetition, ..line }, text)));
        }
        n_vain = if back.len() < fewest { 0 } else { n_vain + 1 };
        fewest = fewest.min(back.len());
        avoided.extend(back);
        earlier = answers;
        found.get_or_insert((line, text));
        if n_vain >= PATIENCE {
            break;
        }
    }
    if found.is_some() {
        return Ok(found);
    }
    let judge = Judge::Search(solver);
    let strategist = Strategist::new(&shape, least, Repetition::Any, judge);
    let found = built(strategist, (owner, least, Repetition::Any), budget)?;
    Ok(found.map(|(found, _)| found))
}

/// The line of a claim with the letters of its answers.
type WrittenClaim = (WholeClaimLine, String);

/// A strategy for the empty board, as the line of its claim with the letters, and as answers by states; nothing if none
/// is found.
fn built(
    strategist: Strategist<'_>,
    (owner, least, repetition): (Side, i8, Repetition),
    budget: &mut Budget,
) -> Result<Option<(WrittenClaim, Answers)>, Stop> {
    match strategist.build(&State::EMPTY, owner == Side::Black, budget) {
        Ok((text, answers)) => {
            let line = WholeClaimLine {
                owner,
                least: least.into(),
                repetition,
                lines: text.len().div_ceil(ANSWERS_OF_LINE),
            };
            Ok(Some(((line, text), answers)))
        }
        Err(StrategyError::Stopped(stop)) => Err(stop),
        Err(StrategyError::NotFound) => Ok(None),
    }
}

/// Columns and rows.
fn sides(shape: &Shape) -> (usize, usize) {
    let side = |side: u32| usize::try_from(side).unwrap_or(usize::MAX);
    (side(shape.width()), side(shape.height()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::proved::ValueQuestion;

    /// On this board stones come back in the first strategies. It has some 3,800 states.
    #[test]
    fn a_strategy_that_was_found_is_kept_when_the_budget_ends() {
        let shape = Shape::new(5, 3).unwrap();
        let mut solver = BoardSolver::new(shape, ExactRules::AREA, 16 << 20);
        let question = ValueQuestion::WithDraw;
        let mut budget = Budget::nodes(1_000_000);
        let (proved, stop) = solver.solve(&State::EMPTY, question, &mut budget, |_, _| {});
        assert_eq!(stop, None);
        let bounds = proved.bounds(question);
        let mut few = Budget::nodes(6_000);
        let file = BoardFile::new(&mut solver, proved, bounds, &mut few).unwrap();
        assert_eq!(file.claims[0].0.repetition, Repetition::Any);
        let none = BoardFile::new(&mut solver, proved, bounds, &mut Budget::nodes(2_000));
        assert!(matches!(none, Err(CertificateError::Stopped(_))));
    }
}
