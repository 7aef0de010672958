//! The walk through all play in which the owner answers by the file.

use std::collections::HashMap;

use super::error::WholeError;
use super::shape::{Bits, Shape, lowest};
use super::state::{State, plays, secure, size};

/// An answer: a point as a set; the empty set is a pass.
pub(super) type Answer = Bits;

/// Marks an answer whose position is on the line that is walked.
const OPEN: Bits = 1 << 31;

/// The position and the answers of a claim.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) shape: &'a Shape,
    least: i32,
    /// Whether play may come back to a position.
    may_return: bool,
    answers: Vec<Answer>,
    /// Answers taken.
    n_taken: usize,
    /// Answers by the keys of the positions with the owner to move.
    pub(super) answered: HashMap<u64, Answer>,
}

/// A position with the other side to move, of whose moves some were walked.
#[derive(Debug)]
struct Frame {
    /// The position that was answered, if the owner has moved.
    key: Option<u64>,
    state: State,
    /// The points still to be played.
    rest: Bits,
    /// Whether the pass is still to be made.
    pass: bool,
}

impl<'a> Walk<'a> {
    /// A walk for the claim of so many points.
    pub(super) fn new(
        shape: &'a Shape,
        least: i32,
        may_return: bool,
        answers: Vec<Answer>,
    ) -> Self {
        Self {
            shape,
            least,
            may_return,
            answers,
            n_taken: 0,
            answered: HashMap::new(),
        }
    }

    /// Walks through all play from a position.
    pub(super) fn run(&mut self, start: State, owner_first: bool) -> Result<(), WholeError> {
        let mut line = Vec::new();
        if owner_first {
            line.extend(self.owner_turn(&start)?);
        } else {
            line.extend(self.other_turn(None, start)?);
        }
        while let Some(frame) = line.last_mut() {
            let next = if frame.rest != 0 {
                let point = lowest(frame.rest);
                frame.rest &= !point;
                frame.state.play(self.shape, false, point)
            } else if frame.pass {
                frame.pass = false;
                // A pass after a pass ends the game, which was counted.
                (!frame.state.passed).then(|| frame.state.pass())
            } else {
                let done = frame.key.and_then(|key| self.answered.get_mut(&key));
                done.into_iter().for_each(|answer| *answer &= !OPEN);
                line.pop();
                continue;
            };
            if let Some(next) = next {
                line.extend(self.owner_turn(&next)?);
            }
        }
        match self.answers.len() - self.n_taken {
            0 => Ok(()),
            n_left => Err(WholeError::Long(n_left)),
        }
    }

    /// A position with the owner to move: nothing if the claim is reached there or was looked at; else the position
    /// after the owner's answer.
    fn owner_turn(&mut self, state: &State) -> Result<Option<Frame>, WholeError> {
        let state = state.canonical(self.shape);
        let key = state.key();
        if let Some(answer) = self.answered.get(&key) {
            return if answer & OPEN == 0 || self.may_return {
                Ok(None)
            } else {
                Err(WholeError::Circle(self.words(&state)))
            };
        }
        if self.is_reached(&state) {
            return Ok(None);
        }
        let answer = self.answers.get(self.n_taken).copied();
        let answer = answer.ok_or_else(|| WholeError::Short(self.words(&state)))?;
        self.n_taken += 1;
        self.answered.insert(key, answer | OPEN);
        let after = after(self.shape, &state, answer);
        let after = after.ok_or_else(|| WholeError::Illegal(self.words(&state)))?;
        self.other_turn(Some(key), after)
    }

    /// A position with the other side to move; nothing if the claim is reached there.
    fn other_turn(&self, key: Option<u64>, state: State) -> Result<Option<Frame>, WholeError> {
        if state.passed && state.count(self.shape) < self.least {
            return Err(WholeError::Lost(self.words(&state)));
        }
        let is_settled = self.is_settled(&state);
        Ok((!is_settled).then(|| Frame {
            key,
            state,
            rest: state.empty(self.shape),
            pass: true,
        }))
    }

    /// The position after the owner's answer; nothing if there is none.
    pub(super) fn after_answer(&self, state: &State) -> Option<State> {
        after(self.shape, state, *self.answered.get(&state.key())?)
    }

    /// Whether the points that the owner can't lose are enough.
    pub(super) fn is_settled(&self, state: &State) -> bool {
        let held = secure(self.shape, state.owner);
        2 * size(held) - size(self.shape.full) >= self.least
    }

    /// Whether the claim is reached with the owner to move: the position is settled, or he ends the game, or a play
    /// settles it.
    pub(super) fn is_reached(&self, state: &State) -> bool {
        self.is_settled(state)
            || state.passed && state.count(self.shape) >= self.least
            || plays(self.shape, state, true).any(|after| self.is_settled(&after))
    }

    /// A position in words.
    pub(super) fn words(&self, state: &State) -> String {
        let names = |set: Bits| {
            let points = (0..Bits::BITS).filter(|point| set >> point & 1 != 0);
            let names: Vec<String> = points.map(|point| self.shape.name(point)).collect();
            if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(" ")
            }
        };
        format!("own {}, other {}", names(state.owner), names(state.other))
    }
}

/// The position after an answer; nothing if it is not legal, or a pass that ends the game.
fn after(shape: &Shape, state: &State, answer: Answer) -> Option<State> {
    match answer & !OPEN {
        0 => (!state.passed).then(|| state.pass()),
        point => state.play(shape, true, point),
    }
}
