//! What the rules say about a position.

use arrayvec::ArrayVec;

use super::rule::{GoalKind, Purpose, Recommendation};
use super::verify::MAX_NAMES;
use crate::base::{Color, Point, PointSet};
use crate::board::{BlockId, Board};

/// Number of a rule in its base, in the order of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(pub(super) u16);

impl RuleId {
    /// Position in an array with one entry for each rule.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rule that matches somewhere (Klinger, section 3.12).
///
/// It stays right as long as no point of `reads` changes and no block of `reads_liberties` gets another number of
/// liberties or other stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// The rule.
    pub rule: RuleId,
    /// What the rule is for.
    pub purpose: Purpose,
    /// The goal.
    pub goal: GoalKind,
    /// The player whose goal it is.
    pub player: Color,
    /// One stone of each block that the goal is about, in the order of the rule's goal. Those of
    /// [`GoalKind::Connect`] and [`GoalKind::Sever`] are in point order, but see
    /// [`RuleBase::matches_at`](super::RuleBase::matches_at).
    pub objects: [Option<Point>; 3],
    /// Where to play; an empty point. Whether a play there is legal is not checked.
    pub prescribed: Option<Point>,
    /// What the rule says about that point.
    pub recommendation: Recommendation,
    /// Information in the rule's maps and constraints, in sixteenths of a bit.
    pub specificity: u32,
    /// The eye, if the rule is about one.
    pub eye: Option<Box<Eye>>,
    /// Points of the board that the match depends on.
    pub reads: PointSet,
    /// One stone of each block whose liberties or extent the match depends on, in point order.
    pub reads_liberties: ArrayVec<Point, MAX_NAMES>,
}

/// The points of an eye that a rule sees. Few rules see eyes, so an assertion keeps them apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Eye {
    /// Points around it that would be stones if the eye were complete.
    pub border: PointSet,
    /// Points inside it.
    pub center: PointSet,
}

/// The assertions that no more specific one overrides (Klinger, section 3.10).
///
/// An assertion overrides another of the same player that is less specific, if both say something about the same thing:
///
/// - moves: the same goal, the same blocks and the same prescribed point, so that a special `bad` silences a general
///   `good`. Two good moves for one goal do not contradict each other, and both stay;
/// - connections: the same blocks;
/// - eyes: centers that share a point. A special rule that sees one eye silences the general rules that see two.
///
/// Of equally specific assertions all stay. The board is the one that the assertions were found on. Cost: quadratic in
/// their number.
#[must_use]
pub fn dominant<'a>(
    board: &Board,
    assertions: impl IntoIterator<Item = &'a Assertion>,
) -> Vec<&'a Assertion> {
    let all: Vec<(&Assertion, Subject<'_>)> = assertions
        .into_iter()
        .map(|assertion| (assertion, Subject::of(board, assertion)))
        .collect();
    let is_overridden = |(one, subject): &&(&Assertion, Subject<'_>)| {
        all.iter().any(|(other, other_subject)| {
            other.specificity > one.specificity && other_subject.is_shared(subject)
        })
    };
    all.iter()
        .filter(|one| !is_overridden(one))
        .map(|&(one, _)| one)
        .collect()
}

/// What an assertion says something about.
#[derive(Debug)]
enum Subject<'a> {
    Eye(Color, &'a PointSet),
    Other(Color, GoalKind, Option<Point>, [Option<BlockId>; 3]),
}

impl<'a> Subject<'a> {
    fn of(board: &Board, assertion: &'a Assertion) -> Self {
        if assertion.purpose == Purpose::Eye
            && let Some(eye) = &assertion.eye
        {
            return Self::Eye(assertion.player, &eye.center);
        }
        let mut blocks = assertion
            .objects
            .map(|object| object.map(|stone| board.block_id(stone)));
        if assertion.goal.n_objects() == 2 {
            blocks[..2].sort_unstable();
        }
        Self::Other(
            assertion.player,
            assertion.goal,
            assertion.prescribed,
            blocks,
        )
    }

    fn is_shared(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Eye(player, center), Self::Eye(other_player, other_center)) => {
                player == other_player && center.intersects(other_center)
            }
            (
                Self::Other(player, goal, point, blocks),
                Self::Other(other_player, other_goal, other_point, other_blocks),
            ) => {
                (player, goal, point, blocks)
                    == (other_player, other_goal, other_point, other_blocks)
            }
            (Self::Eye(..), Self::Other(..)) | (Self::Other(..), Self::Eye(..)) => false,
        }
    }
}
