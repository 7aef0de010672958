//! Eyes of a core, and how many there are at least and at most (Klinger, section 3.7).

use super::State;
use super::aura::Aura;
use crate::base::{Color, Point, PointSet};
use crate::goals::rules::{GoalKind, Purpose, Recommendation, RuleId};
use crate::tactics::eyes::eye_value_of;

/// Most points of a space that is played out.
const MOST_SPACE: usize = 12;

/// Eyes that let a core live.
pub(super) const ENOUGH: u8 = 2;

/// Room, in quarters of a point, with which a core makes two eyes though the other side moves first; one eye.
const SURE_ROOM: [u16; 2] = [40, 24];

/// Room with which a core that moves first may make two eyes; one eye.
const PERHAPS_ROOM: [u16; 2] = [14, 6];

/// Where eyes are known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EyeSource {
    /// A rule that recognizes eyes.
    Rule(RuleId),
    /// A small space, played out.
    Search,
}

/// Points that are, or may become, one or two eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EyeSpace {
    /// Points inside.
    pub center: PointSet,
    /// Points around it that are stones of the owner, or would have to be.
    pub border: PointSet,
    /// Eyes if the other side moves first.
    pub least: u8,
    /// Eyes if the owner moves first.
    pub most: u8,
    /// The vital points, if they are known: the other side's, and the owner's.
    pub vital: Option<(Point, Point)>,
    /// How it is known.
    pub source: EyeSource,
}

impl EyeSpace {
    /// Whether both can be eyes: neither has its border in the center of the other. Borders may overlap.
    #[must_use]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        !self.border.intersects(&other.center)
            && !other.border.intersects(&self.center)
            && !self.center.intersects(&other.center)
    }
}

/// A number of disjoint eyes, up to two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EyeCount {
    /// If the other side moves first.
    pub least: u8,
    /// If the owner moves first.
    pub most: u8,
}

impl EyeCount {
    /// Eyes in disjoint spaces and in open room. The six rules of section 3.7 are the case of spaces with one eye each:
    /// the unassailable ones count for the least, all for the most. Beyond them, of two spaces that each hang on a
    /// point of their own the owner gets one. Where spaces share points, large ones and small ones are chosen in turn,
    /// and the count that promises less is the least, the one that promises more the most.
    pub(super) fn of(eyes: &[EyeSpace], aura: &Aura) -> Self {
        let (sure, perhaps) = (
            eyes_in_room(aura.least, SURE_ROOM),
            eyes_in_room(aura.most, PERHAPS_ROOM),
        );
        let large_first = sum_of_disjoint(eyes, |space| std::cmp::Reverse(space.center.len()));
        let small_first = sum_of_disjoint(eyes, |space| space.center.len());
        let most = ENOUGH.min(large_first.1.max(small_first.1) + perhaps);
        Self {
            least: most.min(large_first.0.min(small_first.0) + sure),
            most,
        }
    }
}

fn eyes_in_room(room: u16, [two, one]: [u16; 2]) -> u8 {
    match room {
        _ if room >= two => 2,
        _ if room >= one => 1,
        _ => 0,
    }
}

/// A selection of spaces that are disjoint, in the order of a key: the sum of their eyes at least and at most.
fn sum_of_disjoint<K: Ord>(eyes: &[EyeSpace], key: impl Fn(&EyeSpace) -> K) -> (u8, u8) {
    let mut spaces: Vec<&EyeSpace> = eyes.iter().collect();
    spaces.sort_by_key(|space| key(space));
    let mut kept: Vec<&EyeSpace> = Vec::new();
    for space in spaces {
        if kept.iter().all(|other| space.is_disjoint(other)) {
            kept.push(space);
        }
    }
    (
        kept.iter().map(|space| space.least).sum::<u8>() + pairs(&kept),
        kept.iter().map(|space| space.most).sum(),
    )
}

/// Eyes that the owner gets out of spaces which hang on a vital point each: one of two.
fn pairs(spaces: &[&EyeSpace]) -> u8 {
    let mut vital: Vec<Point> = Vec::new();
    for space in spaces.iter().filter(|space| space.least < space.most) {
        if let Some((attack, _)) = space.vital.filter(|&(attack, _)| !vital.contains(&attack)) {
            vital.push(attack);
        }
    }
    u8::try_from(vital.len() / 2).unwrap_or(0)
}

impl State<'_> {
    /// The eyes of some stones, and the points of small spaces, whose eyes are all counted with that.
    pub(super) fn eyes_of(&self, color: Color, stones: &PointSet) -> (Vec<EyeSpace>, PointSet) {
        let mut settled = PointSet::EMPTY;
        let mut spaces: Vec<EyeSpace> = Vec::new();
        let own: PointSet = self.board.points_of(color).collect();
        for start in stones
            .spread()
            .iter()
            .filter(|&point| self.board.is_empty(point))
        {
            if settled.contains(start) {
                continue;
            }
            let Some(space) = self.small_space(start) else {
                continue;
            };
            settled |= space;
            let Some(value) = eye_value_of(&self.board, start, color, self.costs.eyes) else {
                continue;
            };
            self.facts.count(value.n_nodes);
            if value.most > 0 {
                spaces.push(EyeSpace {
                    center: value.space,
                    border: (value.space.spread() - value.space) & own,
                    least: value.least.min(ENOUGH),
                    most: value.most.min(ENOUGH),
                    vital: value.vital,
                    source: EyeSource::Search,
                });
            }
        }
        spaces.dedup_by(|one, other| one.center == other.center);
        let mut eyes = spaces;
        self.add_eyes_of_rules(color, stones, &settled, &mut eyes);
        (eyes, settled)
    }

    /// The empty points connected with a point, if they are few.
    fn small_space(&self, start: Point) -> Option<PointSet> {
        let mut space = PointSet::from(start);
        let mut waiting = vec![start];
        while let Some(at) = waiting.pop() {
            for near in at.neighbors() {
                if self.board.is_empty(near) && space.insert(near) {
                    waiting.push(near);
                }
            }
            if space.len() > MOST_SPACE {
                return None;
            }
        }
        Some(space)
    }

    /// Adds the eyes that rules see outside of small spaces, the most specific ones first, as far as they are disjoint.
    fn add_eyes_of_rules(
        &self,
        color: Color,
        stones: &PointSet,
        settled: &PointSet,
        eyes: &mut Vec<EyeSpace>,
    ) {
        let is_own = |object: Option<Point>| object.is_some_and(|stone| stones.contains(stone));
        let mut seen: Vec<_> = self
            .assertions()
            .filter(|found| {
                found.purpose == Purpose::Eye && found.player == color && is_own(found.objects[0])
            })
            .filter(|found| !found.center.intersects(settled))
            .collect();
        seen.sort_by_key(|found| std::cmp::Reverse(found.specificity));
        for found in seen {
            let attack = self.attack_on_eye(color, &found.center, &found.border);
            let eye = EyeSpace {
                center: found.center,
                border: found.border,
                least: u8::from(attack.is_none()),
                most: 1,
                vital: attack.map(|point| (point, point)),
                source: EyeSource::Rule(found.rule),
            };
            if eyes.iter().all(|other| eye.is_disjoint(other)) {
                eyes.push(eye);
            }
        }
    }

    /// Where a rule says that the other side attacks an eye.
    fn attack_on_eye(&self, color: Color, center: &PointSet, border: &PointSet) -> Option<Point> {
        let all = *center | *border;
        self.assertions()
            .filter(|found| found.player == color.opponent() && found.goal == GoalKind::Capture)
            .filter(|found| {
                matches!(
                    found.purpose,
                    Purpose::DecreaseEyes | Purpose::DestroyEye | Purpose::Kill
                )
            })
            .filter(|found| found.recommendation != Recommendation::Bad)
            .filter_map(|found| found.prescribed)
            .find(|&point| all.contains(point) && self.board.is_legal(color.opponent(), point))
    }
}
