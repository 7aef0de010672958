//! A strategy for a claim, as data: an answer of the attacker in each state that play by it can reach.
//!
//! Solvers find which moves keep the claim; of these the strategy takes the one after which the fewest new states need
//! an answer. A strategy that is made once more takes the answers of the one before, where they do. Lines end where the
//! checker of proofs needs no answer any more ([`secure_area`](super::bounds::secure_area), one play before it, or the
//! end of the game). So the states of a strategy are those of its proof.
//!
//! Theorem and rules of the checker: `docs/design/certificates.md`.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use super::claim::Claim;
use super::retrograde::Retrograde;
use super::rules::ExactRules;
use super::settling_stones::SettlingStones;
use super::shape::{Bits, Shape, points};
use super::solve::BoardSolver;
use super::state::State;
use crate::base::{Budget, Stop};
use crate::proof::Outcome;
use crate::proofcheck::whole::format::{PASS, Repetition, letter};

/// Credit of the first search for a move, in nodes.
const FIRST_CREDIT: u64 = 1_000;

/// Most credit of a search for a move, in nodes.
const MOST_CREDIT: u64 = 4_000_000;

/// The same where moves that keep the claim are known, but play by them comes back, or no answer was found further on.
/// Then another move above is likelier to help.
const LITTLE_CREDIT: u64 = 8 * FIRST_CREDIT;

/// Why there is no strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum StrategyError {
    /// The budget ended.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// No move was found that keeps the claim and makes progress.
    #[error("no strategy was found")]
    NotFound,
}

/// Which states keep a claim.
#[derive(Debug)]
pub(super) enum Judge<'a> {
    /// Searches: the claim in finite play.
    Search(&'a mut BoardSolver),
    /// The values of all states, where endless play is a draw.
    Values(&'a Retrograde),
}

impl Judge<'_> {
    /// Whether the attacker reaches the claim from a state with the defender to move, as far as it is known.
    fn known(&self, state: &State, least: i8) -> Option<bool> {
        match self {
            Self::Search(solver) => solver.known(&claim(state, least)),
            Self::Values(values) => values.value(state).map(|value| -value.with_draw() >= least),
        }
    }

    /// Whether it is known that the attacker, to move, reaches the claim.
    fn is_known_to_move(&self, state: &State, least: i8) -> bool {
        match self {
            Self::Search(solver) => {
                let claim = Claim {
                    attacker_to_move: true,
                    ..claim(state, least)
                };
                solver.known(&claim) == Some(true)
            }
            Self::Values(values) => {
                let value = values.value(state);
                value.is_some_and(|value| value.with_draw() >= least)
            }
        }
    }

    /// The same by a search with some credit.
    fn decide(
        &mut self,
        state: &State,
        least: i8,
        credit: u64,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Stop> {
        match self {
            Self::Search(solver) => {
                let outcome = solver.decide(claim(state, least), credit, budget, &mut |_| {})?;
                Ok(match outcome {
                    Outcome::Proved => Some(true),
                    Outcome::Disproved => Some(false),
                    Outcome::Unknown(_) => None,
                })
            }
            Self::Values(_) => Ok(self.known(state, least)),
        }
    }
}

/// The attacker's claim in a state with the defender to move.
const fn claim(state: &State, threshold: i8) -> Claim {
    Claim {
        state: *state,
        attacker_to_move: false,
        threshold,
    }
}

/// Answers by states up to symmetry ([`State::packed`]): points, or [`A_PASS`]. A board of 25 points has millions of
/// them.
pub(super) type Answers = HashMap<u64, u8>;

/// The answer that is a pass.
const A_PASS: u8 = u8::MAX;

/// A move of the attacker: the point, or nothing for a pass; and the state after it, the defender to move.
type Move = (Option<u32>, State);

/// A move of the attacker and what it leads to.
struct Candidate {
    /// The point; nothing for a pass.
    point: Option<u32>,
    /// The state after it, the defender to move.
    state: State,
    /// States with the attacker to move that need an answer then, and whether a play leads there.
    open: Vec<(State, bool)>,
    /// How many have stones that are to be avoided.
    n_avoided: usize,
    /// How many of them have none yet.
    n_new: usize,
}

/// Builds a strategy.
#[derive(Debug)]
pub(super) struct Strategist<'a> {
    shape: Shape,
    least: i8,
    repetition: Repetition,
    judge: Judge<'a>,
    settled: SettlingStones,
    answers: Answers,
    /// Those of an earlier strategy.
    earlier: Answers,
    /// What may not come back, on the line that is looked at.
    line: HashSet<State>,
    /// Stones, the attacker's first, to which play should not lead.
    avoided: HashSet<State>,
    /// Where play has such stones all the same, so many moves that keep the claim go to the end of the order.
    n_put_off: usize,
}

impl<'a> Strategist<'a> {
    /// For the claim that the attacker ends with so many points more, by area.
    pub(super) fn new(shape: &Shape, least: i8, repetition: Repetition, judge: Judge<'a>) -> Self {
        Self {
            shape: shape.clone(),
            least,
            repetition,
            judge,
            settled: SettlingStones::new(shape, least.into()),
            answers: Answers::new(),
            earlier: Answers::new(),
            line: HashSet::new(),
            avoided: HashSet::new(),
            n_put_off: 0,
        }
    }

    /// The same, with stones (of the attacker, of the defender) to which play should not lead, if that can be helped.
    /// Where it does, other moves are taken for each number `n_put_off`.
    pub(super) fn avoiding(mut self, stones: &[(Bits, Bits)], n_put_off: usize) -> Self {
        self.n_put_off = n_put_off;
        let states = stones.iter().map(|&(own, other)| State {
            own,
            other,
            ..State::EMPTY
        });
        self.avoided = states.map(|state| state.canonical(&self.shape)).collect();
        self
    }

    /// The same, with the answers of an earlier strategy where they lead to no stones that are to be avoided.
    pub(super) fn with_answers_of(self, earlier: Answers) -> Self {
        Self { earlier, ..self }
    }

    /// How many states after a move have stones that are to be avoided.
    fn n_avoided(&self, after: &State, open: &[(State, bool)]) -> usize {
        if self.avoided.is_empty() {
            return 0;
        }
        let begin = attacker_view(after);
        let states = std::iter::once(&begin).chain(open.iter().map(|(state, _)| state));
        let is_avoided = |state: &&State| self.avoided.contains(&self.mark(state));
        states.filter(is_avoided).count()
    }

    /// The answers of a strategy from a state, as the letters of a proof and by states. A node of the budget is a
    /// state, or one of a search.
    pub(super) fn build(
        mut self,
        start: &State,
        attacker_first: bool,
        budget: &mut Budget,
    ) -> Result<(String, Answers), StrategyError> {
        let open = if attacker_first {
            let start = start.canonical(&self.shape);
            let is_open = !self.is_reached(&start);
            is_open.then_some((start, true)).into_iter().collect()
        } else {
            let begin = self.mark(&attacker_view(start));
            self.line.insert(begin);
            self.open_after(start).ok_or(StrategyError::NotFound)?
        };
        let is_found = if self.repetition == Repetition::Draw {
            self.fill_closed(open, budget)?
        } else {
            self.fill_all(&open, budget)?
        };
        if !is_found {
            return Err(StrategyError::NotFound);
        }
        let mut written = Written {
            shape: &self.shape,
            settled: &self.settled,
            waiting: self.answers,
            answers: Answers::new(),
            text: String::new(),
        };
        if attacker_first {
            written.attacker_turn(start);
        } else {
            written.defender_turn(start);
        }
        Ok((written.text, written.answers))
    }

    /// Whether the checker needs no answer in a state with the attacker to move.
    fn is_reached(&self, state: &State) -> bool {
        let settles = |point: u32| {
            self.settled.has(&self.shape, state.own | 1 << point)
                && state.play(&self.shape, point).is_some()
        };
        self.settled.has(&self.shape, state.own)
            || state.passed && self.count(state) >= self.least
            || points(state.empty(&self.shape)).any(settles)
    }

    /// The points of the player to move, if the game ends.
    fn count(&self, state: &State) -> i8 {
        ExactRules::AREA.count(&self.shape, state.own, state.other)
    }

    /// What may not come back of a state with the attacker to move: the state, or its stones.
    fn mark(&self, state: &State) -> State {
        let marked = match self.repetition {
            Repetition::Superko => State {
                ko: None,
                passed: false,
                ..*state
            },
            Repetition::Any | Repetition::Draw => *state,
        };
        marked.canonical(&self.shape)
    }

    /// Whether a state would come back.
    fn returns(&self, state: &State, is_play: bool) -> bool {
        match self.repetition {
            Repetition::Superko => is_play && self.line.contains(&self.mark(state)),
            Repetition::Any => self.line.contains(state),
            Repetition::Draw => false,
        }
    }

    /// The states that need an answer after moves of the defender; nothing if the defender ends the game with the claim
    /// unfulfilled, or if play would come back.
    fn open_after(&self, state: &State) -> Option<Vec<(State, bool)>> {
        if state.passed && -self.count(state) < self.least {
            return None;
        }
        let mut open: Vec<(State, bool)> = Vec::new();
        let plays =
            points(state.empty(&self.shape)).filter_map(|point| state.play(&self.shape, point));
        let plays = plays.map(|played| (played.state, true));
        let pass = ExactRules::AREA
            .pass(&self.shape, state)
            .map(|next| (next, false));
        for (next, is_play) in plays.chain(pass) {
            let next = next.canonical(&self.shape);
            if self.is_reached(&next) || open.iter().any(|(other, _)| *other == next) {
                continue;
            }
            if self.returns(&next, is_play) {
                return None;
            }
            open.push((next, is_play));
        }
        Some(open)
    }

    /// The moves in a state that are known to keep the claim, and those of which nothing is known.
    fn moves(&self, state: &State) -> (Vec<Move>, Vec<Move>) {
        let plays = points(state.empty(&self.shape));
        let plays =
            plays.filter_map(|point| Some((Some(point), state.play(&self.shape, point)?.state)));
        let pass = ExactRules::AREA
            .pass(&self.shape, state)
            .map(|next| (None, next));
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for (point, next) in plays.chain(pass) {
            match self.judge.known(&next, self.least) {
                Some(true) => known.push((point, next)),
                Some(false) => {}
                None => unknown.push((point, next)),
            }
        }
        (known, unknown)
    }

    /// A move with what it leads to; nothing if the defender ends the game with the claim unfulfilled then, or if play
    /// would come back.
    fn candidate(&self, (point, next): Move) -> Option<Candidate> {
        if self.repetition == Repetition::Superko
            && self.returns(&attacker_view(&next), point.is_some())
        {
            return None;
        }
        let open = self.open_after(&next)?;
        let is_new = |(state, _): &&(State, bool)| !self.answers.contains_key(&state.packed());
        Some(Candidate {
            point,
            state: next,
            n_avoided: self.n_avoided(&next, &open),
            n_new: open.iter().filter(is_new).count(),
            open,
        })
    }

    /// The candidates among moves, the most promising first.
    fn candidates(&self, moves: Vec<Move>) -> Vec<Candidate> {
        let candidates = moves.into_iter().filter_map(|it| self.candidate(it));
        let mut candidates: Vec<Candidate> = candidates.collect();
        candidates.sort_by_key(|it| (it.n_avoided, it.n_new, it.open.len()));
        candidates
    }

    /// The answer of the earlier strategy, unless it leads to stones that are to be avoided.
    fn earlier(&self, state: &State) -> Option<Candidate> {
        let point = point_of(*self.earlier.get(&state.packed())?);
        if self.avoided.contains(&self.mark(state)) {
            return None;
        }
        let candidate = self.candidate((point, after(&self.shape, state, point)?))?;
        (candidate.n_avoided == 0).then_some(candidate)
    }

    /// Finds answers for a state that needs one, and all that follow; whether there are any.
    fn fill(&mut self, state: &State, budget: &mut Budget) -> Result<bool, Stop> {
        if self.answers.contains_key(&state.packed()) {
            return Ok(true);
        }
        budget.spend(1)?;
        let mark = self.mark(state);
        let is_new = self.line.insert(mark);
        let found = self.answer(state, budget);
        if is_new {
            self.line.remove(&mark);
        }
        let found = found?;
        if let Some(point) = found {
            self.answers.insert(state.packed(), answer_of(point));
        }
        Ok(found.is_some())
    }

    /// A move after which all states have answers: that of the earlier strategy, then those that are known to keep the
    /// claim, then by searches of growing credit.
    fn answer(&mut self, state: &State, budget: &mut Budget) -> Result<Option<Option<u32>>, Stop> {
        let mut tried = None;
        if let Some(earlier) = self.earlier(state) {
            if self.follow(&earlier, budget)? {
                return Ok(Some(earlier.point));
            }
            tried = Some(earlier.point);
        }
        let (mut known, unknown) = self.moves(state);
        known.retain(|(point, _)| tried != Some(*point));
        let mut known = self.candidates(known);
        if self.avoided.contains(&self.mark(state)) {
            let n_put_off = self.n_put_off.checked_rem(known.len()).unwrap_or(0);
            known.rotate_left(n_put_off);
        }
        for candidate in &known {
            if self.follow(candidate, budget)? {
                return Ok(Some(candidate.point));
            }
        }
        let is_new = known.is_empty() && tried.is_none();
        let most_credit = if is_new { MOST_CREDIT } else { LITTLE_CREDIT };
        self.searched_answer(unknown, most_credit, budget)
    }

    /// Whether the claim is kept by what is known of the states after all moves of the defender. The table of a search
    /// forgets some states, not often those that follow as well.
    fn is_shown_by_next(&self, candidate: &Candidate) -> bool {
        let mut open = candidate.open.iter();
        open.all(|(state, _)| {
            self.answers.contains_key(&state.packed())
                || self.judge.is_known_to_move(state, self.least)
        })
    }

    /// The same among moves of which nothing is known: first those that the next states show to keep the claim.
    fn searched_answer(
        &mut self,
        moves: Vec<Move>,
        most_credit: u64,
        budget: &mut Budget,
    ) -> Result<Option<Option<u32>>, Stop> {
        let (shown, mut candidates): (Vec<Candidate>, Vec<Candidate>) = self
            .candidates(moves)
            .into_iter()
            .partition(|candidate| self.is_shown_by_next(candidate));
        for candidate in &shown {
            if self.follow(candidate, budget)? {
                return Ok(Some(candidate.point));
            }
        }
        let mut credit = FIRST_CREDIT;
        while !candidates.is_empty() && credit <= most_credit {
            let mut left = Vec::new();
            for candidate in candidates {
                let least = self.least;
                match self.judge.decide(&candidate.state, least, credit, budget)? {
                    Some(true) if self.follow(&candidate, budget)? => {
                        return Ok(Some(candidate.point));
                    }
                    Some(_) => {}
                    None => left.push(candidate),
                }
            }
            candidates = left;
            credit = credit.saturating_mul(8);
        }
        Ok(None)
    }

    /// Finds answers for all states after a move of the attacker.
    fn follow(&mut self, candidate: &Candidate, budget: &mut Budget) -> Result<bool, Stop> {
        let mark = self.mark(&attacker_view(&candidate.state));
        let is_marked = self.repetition == Repetition::Superko && self.line.insert(mark);
        let found = self.fill_all(&candidate.open, budget);
        if is_marked {
            self.line.remove(&mark);
        }
        found
    }

    /// Finds answers for states, and all that follow, where play may come back: each move that keeps the claim will do.
    fn fill_closed(&mut self, open: Vec<(State, bool)>, budget: &mut Budget) -> Result<bool, Stop> {
        let mut waiting = open;
        while let Some((state, _)) = waiting.pop() {
            if self.answers.contains_key(&state.packed()) {
                continue;
            }
            budget.spend(1)?;
            let candidates = self.candidates(self.moves(&state).0);
            let Some(best) = candidates.into_iter().next() else {
                return Ok(false);
            };
            self.answers.insert(state.packed(), answer_of(best.point));
            waiting.extend(best.open);
        }
        Ok(true)
    }

    fn fill_all(&mut self, open: &[(State, bool)], budget: &mut Budget) -> Result<bool, Stop> {
        for (state, _) in open {
            if !self.fill(state, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The stones of a state with the defender to move, the attacker's first.
const fn attacker_view(state: &State) -> State {
    State {
        own: state.other,
        other: state.own,
        ..*state
    }
}

/// The number of an answer.
fn answer_of(point: Option<u32>) -> u8 {
    let number = point.and_then(|point| u8::try_from(point).ok());
    number.unwrap_or(A_PASS)
}

/// The point of an answer; nothing for a pass.
fn point_of(answer: u8) -> Option<u32> {
    (answer != A_PASS).then(|| answer.into())
}

/// The state after a move; nothing if it is not legal or ends the game.
fn after(shape: &Shape, state: &State, point: Option<u32>) -> Option<State> {
    match point {
        Some(point) => state.play(shape, point).map(|played| played.state),
        None => ExactRules::AREA.pass(shape, state),
    }
}

/// The answers in the order in which the checker reads them.
struct Written<'a> {
    shape: &'a Shape,
    settled: &'a SettlingStones,
    /// Answers that were not written; no state that needs none has one.
    waiting: Answers,
    /// Those that were.
    answers: Answers,
    text: String,
}

impl Written<'_> {
    /// A state with the attacker to move.
    fn attacker_turn(&mut self, state: &State) {
        let state = state.canonical(self.shape);
        let Some(answer) = self.waiting.remove(&state.packed()) else {
            return;
        };
        self.answers.insert(state.packed(), answer);
        let point = point_of(answer);
        self.text.push(point.and_then(letter).unwrap_or(PASS));
        if let Some(next) = after(self.shape, &state, point) {
            self.defender_turn(&next);
        }
    }

    /// A state with the defender to move.
    fn defender_turn(&mut self, state: &State) {
        if self.settled.has(self.shape, state.other) {
            return;
        }
        for point in points(state.empty(self.shape)) {
            if let Some(played) = state.play(self.shape, point) {
                self.attacker_turn(&played.state);
            }
        }
        if let Some(next) = ExactRules::AREA.pass(self.shape, state) {
            self.attacker_turn(&next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::proved::ValueQuestion;

    #[test]
    fn a_strategy_made_again_is_the_same() {
        let shape = Shape::new(4, 2).unwrap();
        let mut solver = BoardSolver::new(shape.clone(), ExactRules::AREA, 1 << 20);
        let mut budget = Budget::nodes(1_000_000);
        let question = ValueQuestion::WithDraw;
        let (proved, _) = solver.solve(&State::EMPTY, question, &mut budget, |_, _| {});
        assert_eq!(proved.bounds(question), (8, 8));
        let mut build = |earlier: Answers| {
            let judge = Judge::Search(&mut solver);
            Strategist::new(&shape, 8, Repetition::Superko, judge)
                .with_answers_of(earlier)
                .build(&State::EMPTY, true, &mut budget)
                .unwrap()
        };
        let (text, answers) = build(Answers::new());
        assert_eq!(text.len(), answers.len());
        let (again, same) = build(answers.clone());
        assert_eq!((again, same), (text, answers));
    }
}
