//! The matches of rules in a position.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;

use super::rule::{GoalKind, Purpose, Recommendation};
use super::verify::MAX_NAMES;
use tedomari_board::{BlockId, Board, Color, Point, PointSet};

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
    /// One stone of each block that the goal is about, in the order of the rule's goal. Those of [`GoalKind::Connect`]
    /// and [`GoalKind::Sever`] are in point order, except from [`RuleBase::matches_at`](super::RuleBase::matches_at).
    pub objects: [Option<Point>; 3],
    /// Where to play; an empty point. Whether a play there is legal is not checked.
    pub prescribed: Option<Point>,
    /// How the rule rates a play on that point.
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

/// The points of an eye that a rule recognizes. Few rules recognize eyes, so an assertion keeps them apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Eye {
    /// Points around it that would be stones if the eye were complete.
    pub border: PointSet,
    /// Points inside it.
    pub center: PointSet,
}

/// The assertions that no more specific one overrides (Klinger, section 3.10).
///
/// An assertion overrides another of the same player that is less specific, if both have the same subject:
///
/// - moves: the same goal, the same blocks and the same prescribed point, so that a special `bad` overrides a general
///   `good`. Two good moves for one goal do not contradict each other, and both stay;
/// - connections: the same blocks;
/// - eyes: centers that share a point. A special rule with one eye overrides the general rules with two.
///
/// Of equally specific assertions all stay. The board is the one that the assertions were found on. Cost: linear in
/// their number, but for a logarithm.
#[must_use]
pub fn dominant<'a>(
    board: &Board,
    assertions: impl IntoIterator<Item = &'a Assertion>,
) -> Vec<&'a Assertion> {
    let all: Vec<(&Assertion, Subject<'_>)> = assertions
        .into_iter()
        .map(|assertion| (assertion, Subject::of(board, assertion)))
        .collect();
    let mut most = MostSpecific::default();
    for (assertion, subject) in &all {
        most.add(subject, assertion.specificity);
    }
    all.iter()
        .filter(|(assertion, subject)| most.of(subject) <= assertion.specificity)
        .map(|&(assertion, _)| assertion)
        .collect()
}

/// The subject of an assertion: assertions with the same subject may override each other.
#[derive(Debug)]
enum Subject<'a> {
    /// The player, and the center of an eye.
    Eye(Color, &'a PointSet),
    Other(OtherSubject),
}

/// A player, a goal, a point and blocks.
type OtherSubject = (Color, GoalKind, Option<Point>, [Option<BlockId>; 3]);

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
        Self::Other((
            assertion.player,
            assertion.goal,
            assertion.prescribed,
            blocks,
        ))
    }
}

/// The largest specificity of all assertions about a subject.
#[derive(Debug, Default)]
struct MostSpecific {
    /// For each point in the center of an eye of a player.
    eyes: BTreeMap<(Color, Point), u32>,
    others: BTreeMap<OtherSubject, u32>,
}

impl MostSpecific {
    fn add(&mut self, subject: &Subject<'_>, specificity: u32) {
        let raise = |most: &mut u32| *most = specificity.max(*most);
        match subject {
            Subject::Eye(player, center) => center
                .iter()
                .for_each(|point| raise(self.eyes.entry((*player, point)).or_default())),
            Subject::Other(other) => raise(self.others.entry(*other).or_default()),
        }
    }

    /// The largest specificity of those that share the subject.
    fn of(&self, subject: &Subject<'_>) -> u32 {
        let most = match subject {
            Subject::Eye(player, center) => center
                .iter()
                .filter_map(|point| self.eyes.get(&(*player, point)))
                .max(),
            Subject::Other(other) => self.others.get(other),
        };
        most.copied().unwrap_or_default()
    }
}
