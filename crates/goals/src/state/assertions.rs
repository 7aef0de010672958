//! Matches of rules, kept with what they depend on (Klinger, sections 3.11 to 3.13).

use std::cmp::Ordering;
use std::sync::Arc;

use crate::rules::{Assertion, RuleBase};
use tedomari_board::{Board, Color, Point, PointSet};

/// What a play changes on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    /// Points with another content than before.
    points: PointSet,
    /// The stones of blocks with other stones or other liberties than before.
    stones: PointSet,
}

/// The points whose content a play will change: its own, and those of the stones that it takes. For an illegal play
/// the answer is of no use.
pub(super) fn vanishing(board: &Board, color: Color, point: Point) -> PointSet {
    let mut points = PointSet::from(point);
    // A suicide takes the stones around it, if they are left without liberties.
    let own = board.blocks_beside(point, color);
    for stone in own.chain(board.blocks_beside(point, color.opponent())) {
        if board
            .block_at(stone)
            .is_some_and(|block| block.n_liberties() == 1)
        {
            points.extend(board.stones(stone));
        }
    }
    points
}

impl Changes {
    /// What has changed, if the content of no other than these points has.
    pub(super) fn new(after: &Board, points: PointSet) -> Self {
        let mut stones = points;
        for near in points.spread().iter() {
            if !stones.contains(near) && after.color(near).is_some() {
                stones.extend(after.stones(near));
            }
        }
        for point in &points {
            if after.color(point).is_some() {
                stones.extend(after.stones(point));
            }
        }
        Self { points, stones }
    }

    fn touch(&self, assertion: &Assertion) -> bool {
        assertion.reads.intersects(&self.points)
            || assertion
                .reads_liberties
                .iter()
                .any(|&stone| self.stones.contains(stone))
    }
}

/// All matches for both players, in order.
pub(super) fn all_matches(board: &Board, rules: &RuleBase) -> Vec<Arc<Assertion>> {
    let mut found = Vec::new();
    for player in Color::BOTH {
        rules.matches_near(board, &PointSet::board(board.size()), player, &mut found);
    }
    in_order(found.into_iter().map(Arc::new).collect())
}

/// The matches after a play: those that it does not touch are kept, the others are looked for again around it.
pub(super) fn follow(
    before: &[Arc<Assertion>],
    changes: &Changes,
    after: &Board,
    rules: &RuleBase,
) -> Vec<Arc<Assertion>> {
    let mut all: Vec<Arc<Assertion>> = before
        .iter()
        .filter(|assertion| !changes.touch(assertion))
        .cloned()
        .collect();
    let around = changes.points | changes.stones;
    let mut found = Vec::new();
    for player in Color::BOTH {
        rules.matches_near(after, &around, player, &mut found);
    }
    let found = found.into_iter().filter(|new| changes.touch(new));
    // Two parts that are in order already: the sort below only merges them.
    all.extend(in_order(found.map(Arc::new).collect()));
    in_order(all)
}

/// A fixed order, each match once.
fn in_order(mut all: Vec<Arc<Assertion>>) -> Vec<Arc<Assertion>> {
    all.sort_by(|one, other| order(one, other));
    all.dedup();
    all
}

fn order(one: &Assertion, other: &Assertion) -> Ordering {
    let key = |it: &Assertion| (it.player, it.rule, it.objects, it.prescribed);
    let eye = |it: &Assertion| it.eye.as_deref().copied().unwrap_or_default();
    key(one).cmp(&key(other)).then_with(|| {
        let (eye, other_eye) = (eye(one), eye(other));
        (one.reads.iter().cmp(other.reads.iter()))
            .then_with(|| one.reads_liberties.cmp(&other.reads_liberties))
            .then_with(|| eye.border.iter().cmp(other_eye.border.iter()))
            .then_with(|| eye.center.iter().cmp(other_eye.center.iter()))
    })
}
