//! Questions about the value of a state, and what is proved about it so far.

use std::cmp::Ordering;

use super::retrograde::StateValue;
use crate::proof::Outcome;

/// A question about the value of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueQuestion {
    /// The value when repetition is a draw.
    WithDraw,
    /// What the mover can force in finite play.
    Lower,
    /// What the mover gets when endless play is worth everything to the mover.
    Upper,
    /// The sign of the value when repetition is a draw: win, draw or loss.
    Outcome,
}

impl ValueQuestion {
    /// The same question from the other side, where endless play changes hands.
    #[must_use]
    pub fn for_opponent(self) -> Self {
        match self {
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
            Self::WithDraw | Self::Outcome => self,
        }
    }
}

/// What is proved so far about the value of a state, mover's view, in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proved {
    /// The most that the mover can force in finite play is at least and at most this.
    pub lower: (i8, i8),
    /// The same number for the case that endless play is worth everything to the mover.
    pub upper: (i8, i8),
}

impl Proved {
    /// The bounds on the number in question; equal when it is proved.
    pub fn bounds(&self, question: ValueQuestion) -> (i8, i8) {
        let least = StateValue {
            lower: self.lower.0,
            upper: self.upper.0,
        }
        .with_draw();
        let most = StateValue {
            lower: self.lower.1,
            upper: self.upper.1,
        }
        .with_draw();
        match question {
            ValueQuestion::WithDraw => (least, most),
            ValueQuestion::Outcome => (least.signum(), most.signum()),
            ValueQuestion::Lower => self.lower,
            ValueQuestion::Upper => self.upper,
        }
    }

    /// Whether a question is answered.
    pub fn answers(&self, question: ValueQuestion) -> bool {
        let (least, most) = self.bounds(question);
        least == most
    }

    /// What is proved when the value is known.
    pub fn of_value(value: StateValue) -> Self {
        Self {
            lower: (value.lower, value.lower),
            upper: (value.upper, value.upper),
        }
    }

    /// The same facts from the opponent's view, after a move that brings the mover `gain` points.
    pub(super) fn for_mover_before(&self, gain: i8) -> Self {
        let flip =
            |(least, most): (i8, i8)| (gain.saturating_sub(most), gain.saturating_sub(least));
        Self {
            lower: flip(self.upper),
            upper: flip(self.lower),
        }
    }

    /// Claims worth a try, as (whether the mover claims, points), most informative first.
    pub(super) fn open_claims(&self, question: ValueQuestion) -> Vec<(bool, i8)> {
        // The opponent's finite play bounds the upper value from above: it forces `-upper`.
        let own = self.lower;
        let opponent = (-self.upper.1, -self.upper.0);
        let (least, most) = self.bounds(ValueQuestion::WithDraw);
        let sign_is_open = least.signum() != most.signum();
        let mut claims = Vec::new();
        let mut add = |by_mover: bool, (least, most): (i8, i8)| {
            if least < most {
                let middle = i8::midpoint(least, most) + 1;
                claims.extend([middle, most, least + 1].map(|threshold| (by_mover, threshold)));
            }
        };
        match question {
            ValueQuestion::Lower => add(true, own),
            ValueQuestion::Upper => add(false, opponent),
            ValueQuestion::WithDraw | ValueQuestion::Outcome if sign_is_open => {
                return vec![(true, 1), (false, 1)];
            }
            ValueQuestion::WithDraw => match least.max(most).cmp(&0) {
                Ordering::Greater => add(true, own),
                Ordering::Less | Ordering::Equal => add(false, opponent),
            },
            ValueQuestion::Outcome => {}
        }
        claims
    }

    /// Whether it is decided that one side can, or cannot, force `threshold` points.
    pub(super) fn is_settled(&self, by_mover: bool, threshold: i8) -> bool {
        if by_mover {
            threshold <= self.lower.0 || threshold > self.lower.1
        } else {
            -threshold >= self.upper.1 || -threshold < self.upper.0
        }
    }

    /// Takes in the outcome of one side's claim to force `threshold` points.
    pub(super) fn learn(&mut self, by_mover: bool, threshold: i8, outcome: Outcome) {
        match (by_mover, outcome) {
            (true, Outcome::Proved) => self.lower.0 = self.lower.0.max(threshold),
            (true, Outcome::Disproved) => self.lower.1 = self.lower.1.min(threshold - 1),
            (false, Outcome::Proved) => self.upper.1 = self.upper.1.min(-threshold),
            (false, Outcome::Disproved) => self.upper.0 = self.upper.0.max(1 - threshold),
            (_, Outcome::Unknown(_)) => {}
        }
        // Finite play is never worth more than finite and endless play together.
        self.upper.0 = self.upper.0.max(self.lower.0);
        self.lower.1 = self.lower.1.min(self.upper.1);
    }
}
