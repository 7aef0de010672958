//! A claim about a state: the attacker ends with at least a number of points, in finite play.

use super::bounds::secure_area;
use super::rules::{Counting, ExactRules};
use super::shape::{Bits, Shape};
use super::state::State;

/// A claim: the player to move (or, when `attacker_to_move` is false, the other one) ends with `threshold` points or
/// more over the opponent, counting captures from now on, in finite play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The state.
    pub state: State,
    /// Whether the attacker, whose claim it is, is to move.
    pub attacker_to_move: bool,
    /// Points claimed, attacker's view.
    pub threshold: i8,
}

impl Claim {
    /// The attacker's stones, and the defender's.
    fn stones(&self) -> (Bits, Bits) {
        let State { own, other, .. } = self.state;
        if self.attacker_to_move {
            (own, other)
        } else {
            (other, own)
        }
    }

    /// Whether the claim holds if the game ends now.
    pub(super) fn holds_at_end(&self, shape: &Shape, rules: ExactRules) -> bool {
        let (attacker, defender) = self.stones();
        rules.count(shape, attacker, defender) >= self.threshold
    }

    /// Whether the claim holds, if secure area or the end of the game by a pass decides it without search.
    pub(super) fn without_search(&self, shape: &Shape, rules: ExactRules) -> Option<bool> {
        let (attacker, defender) = self.stones();
        let threshold = i32::from(self.threshold);
        let mut lower = least_score(shape, rules, attacker);
        let mut upper = -least_score(shape, rules, defender);
        if self.state.passed && rules.pass(shape, &self.state).is_none() {
            let now = i32::from(rules.count(shape, attacker, defender));
            if self.attacker_to_move {
                lower = lower.max(now);
                upper = upper.max(now);
            } else {
                lower = lower.min(now);
                upper = upper.min(now);
            }
        }
        if lower >= threshold {
            Some(true)
        } else if upper < threshold {
            Some(false)
        } else {
            None
        }
    }
}

/// What the owner of `own` ends with at least, if the game goes on.
fn least_score(shape: &Shape, rules: ExactRules, own: Bits) -> i32 {
    let n_points = shape.full().count_ones().cast_signed();
    match rules.counting {
        Counting::Area => 2 * secure_area(shape, own).count_ones().cast_signed() - n_points,
        // By passing to the end this player loses at most all stones, and the other player's territory is at most the
        // board.
        Counting::Prisoners(_) => -n_points - own.count_ones().cast_signed(),
    }
}
