//! Guesses which side wins a position of a fight, from features with weights that were learned from searches. The guess
//! sets the first proof numbers of a position.
//!
//! The model is logistic: the sum of a position's weights is the logarithm of the odds that the attacker wins. Features
//! depend on the side to move, but not on how the board is turned.

use std::sync::LazyLock;

use super::eye_prospects::EyeProspects;
use super::move_order::{contact, short_blocks};
use super::pattern::Pattern;
use super::weights::{FeatureWeights, feature};
use crate::base::weights::{STEPS_PER_UNIT, Weights};
use crate::proof::Numbers;
use crate::tsumego::fight::eye_space::TargetSpace;
use crate::tsumego::fight::{Fight, Position};
use crate::tsumego::frame::cells::Cells;
use crate::tsumego::question::Goal;

/// The weights that `tedomari-dev fit-reader --learn forecast` learned.
static EMBEDDED: &[u8] = include_bytes!("../../../data/forecast.bin");

/// `None` if the file is empty. It is empty when learning starts from nothing.
static WEIGHTS: LazyLock<Option<FeatureWeights>> = LazyLock::new(|| {
    let kinds = (Kind::Claim as u64) << 1..(Kind::Short as u64 + 1) << 1;
    Some(FeatureWeights::new(Weights::new(EMBEDDED).ok()?, kinds))
});

/// The proof number of each side when both are equally likely to win.
const EVEN: f64 = 4.0;

/// When the logarithm of the odds grows by this much, the number grows by the factor *e*.
const SLOWNESS: f64 = 1.4;

/// The largest number.
const MOST: f64 = 80.0;

/// Largest logarithm of odds with a number of its own, in either direction, in steps of the weights.
const RANGE: i32 = 96;

/// Numbers for the side that has a logarithm of odds against it, from the lowest logarithm up.
static NUMBERS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let number = |against: i32| {
        let scaled = EVEN * (f64::from(against) / f64::from(STEPS_PER_UNIT) / SLOWNESS).exp();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is within bounds"
        )]
        let number = scaled.round().clamp(1.0, MOST) as u32;
        number
    };
    (-RANGE..=RANGE).map(number).collect()
});

/// The number for the side that has this logarithm of odds against it.
fn number_against(odds: i32) -> u32 {
    NUMBERS[(odds.clamp(-RANGE, RANGE) + RANGE).unsigned_abs() as usize]
}

/// The most empty points whose surroundings are looked at.
const MOST_POINTS: usize = 25;

/// Kinds of features. They follow those of moves. Their order is part of the file of weights.
#[derive(Clone, Copy)]
enum Kind {
    /// Which side makes the claim.
    Claim = 128,
    /// How near life and death look.
    EyeProspects,
    /// Liberties and empty points in reach, and whether there is a way out.
    Room,
    /// The number of possible eyes of each price.
    Eyes,
    /// The number of points where eyes have room.
    EyeSpace,
    /// Stones of the attacker in reach.
    Inside,
    /// For each empty point in reach: the points around it, and what it means for the block.
    Around,
    /// Room for eyes beside the block, and the block's liberties.
    Beside,
    /// For each empty point in reach: the points around it, and its line on the board.
    AroundOnLine,
    /// For each empty point in reach: the blocks beside it that are short of liberties, and what it means for the
    /// block.
    Contact,
    /// The number of stones that are short of liberties.
    Short,
}

/// A position prepared for the features.
pub(crate) struct Forecast<'a, const N: usize> {
    fight: &'a Fight<'a, N>,
    position: &'a Position<N>,
    space: TargetSpace<N>,
    eye_prospects: EyeProspects<N>,
}

impl<'a, const N: usize> Forecast<'a, N> {
    /// A position that is not settled, with the eye space of its block in question.
    pub(crate) fn new(
        fight: &'a Fight<'a, N>,
        position: &'a Position<N>,
        space: TargetSpace<N>,
    ) -> Self {
        Self {
            fight,
            position,
            space,
            eye_prospects: EyeProspects::new(fight, position, &space),
        }
    }

    /// How hard a claim looks to prove and to disprove.
    pub(crate) fn numbers(&self) -> Numbers {
        let (kill, life) = if let Some(weights) = &*WEIGHTS {
            let mut odds = 0;
            self.visit_values(|kind, value| odds += weights.of(kind, value));
            (number_against(-odds), number_against(odds))
        } else {
            let (life, death) = self.eye_prospects.distances();
            (1 + death, 1 + life)
        };
        let (proof, disproof) = match self.fight.goal {
            Goal::Kill => (kill, life),
            Goal::Live => (life, kill),
        };
        Numbers { proof, disproof }
    }

    /// Calls `visit` with each feature. Features of points may come more than once.
    pub(crate) fn visit_features(&self, mut visit: impl FnMut(u64)) {
        self.visit_values(|kind, value| visit(feature(kind, value)));
    }

    /// Calls `visit` with the kind of each feature, which includes the side to move, and its value.
    fn visit_values(&self, mut visit: impl FnMut(u64, u64)) {
        let role = u64::from(self.position.is_attacker_to_move);
        let mut add = |kind: Kind, value: u64| visit((kind as u64) << 1 | role, value);
        let (frame, space) = (self.fight.frame, &self.space);
        let (life, death) = self.eye_prospects.distances();
        let n_empty = u64::from(space.n_empty.min(20));
        let n_liberties = u64::from(space.n_liberties.min(10));
        let is_open = u64::from(space.is_open);
        add(Kind::Claim, u64::from(self.fight.goal == Goal::Kill));
        add(
            Kind::EyeProspects,
            u64::from(life.min(15)) << 4 | u64::from(death.min(15)),
        );
        add(Kind::Room, (n_liberties << 8 | n_empty) << 1 | is_open);
        let eyes = self.eye_prospects.eyes()[..4].iter();
        let eyes = eyes.fold(0, |all, eyes| all << 3 | u64::from(eyes.len().min(7)));
        add(Kind::Eyes, eyes);
        add(
            Kind::EyeSpace,
            u64::from(space.eyes.len().min(31)) << 1 | is_open,
        );
        let inside = (self.position.attackers & space.area).len();
        add(Kind::Inside, u64::from(inside.min(15)) << 8 | n_empty);
        let beside = (frame.spread(self.space.target) & space.eyes).len();
        add(Kind::Beside, u64::from(beside.min(15)) << 4 | n_liberties);
        self.visit_points(&mut add);
    }

    /// The empty points near the block or in its eye space.
    fn visit_points(&self, add: &mut impl FnMut(Kind, u64)) {
        let (frame, position) = (self.fight.frame, self.position);
        let beside = frame.spread(self.space.target);
        let near = frame.spread(beside) | self.space.eyes;
        let empty = self.fight.empty(position) & self.space.area & near;
        let wide = frame.spread(near);
        let short = short_blocks(position, self.fight.blocks_near(position, wide));
        let n_short = short.iter().fold(0, |all, stones| {
            all << 2 | u64::from((*stones & wide).len().min(3))
        });
        add(Kind::Short, n_short);
        for cell in empty.each().take(MOST_POINTS) {
            let is_in = |set: Cells<N>| u64::from(cell.intersects(set));
            let pattern =
                Pattern::around(frame, position.attackers, position.defenders, cell).least();
            let border =
                is_in(frame.anchored) << 2 | is_in(frame.exits) << 1 | is_in(self.space.eyes);
            let is_beside = is_in(beside);
            let known = (pattern << 3 | border) << 1 | is_beside;
            add(Kind::Around, known);
            let line = u64::from(frame.line(cell));
            add(Kind::AroundOnLine, known << 4 | line);
            let contact = contact(frame.spread(cell), &short);
            add(Kind::Contact, contact << 4 | border << 1 | is_beside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Point, PointSet};
    use crate::tsumego::frame::{Boundary, Frame};
    use crate::tsumego::images::for_each_image;

    #[test]
    fn shipped_weights_are_well_formed() {
        assert!(Weights::new(EMBEDDED).is_ok());
    }

    /// The features of the frame of a whole board, and the numbers.
    fn forecast(board: &Board, target: Point) -> (Vec<u64>, Numbers) {
        let all: PointSet = board.size().points().collect();
        let frame: Frame<2> =
            Frame::new(board, target, &all, &PointSet::EMPTY, Boundary::Shut).unwrap();
        let fight = Fight::without_threats(&frame, Goal::Kill);
        let position = fight.start(true, Cells::EMPTY);
        let target = fight.target(&position);
        let space = fight.space(&position, target);
        let forecast = Forecast::new(&fight, &position, space);
        let mut features = Vec::new();
        forecast.visit_features(|feature| features.push(feature));
        features.sort_unstable();
        (features, forecast.numbers())
    }

    /// Turning and mirroring the board changes nothing. Both numbers are those of an unsettled position.
    #[test]
    fn images_have_the_same_forecast() {
        let weights = Weights::new(EMBEDDED).unwrap();
        let (mut n_features, mut n_known) = (0, 0);
        for_each_image(150, |board, other, image, target| {
            let (features, numbers) = forecast(board, target);
            assert_eq!(
                (features.clone(), numbers),
                forecast(other, image(target)),
                "{board}"
            );
            assert!(numbers.is_open());
            n_features += features.len();
            n_known += features
                .iter()
                .filter(|&&one| weights.of(one).is_some())
                .count();
        });
        assert!(
            n_known > 1000 && 2 * n_known > n_features,
            "{n_known} of {n_features}"
        );
    }
}
