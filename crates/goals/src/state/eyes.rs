//! Eyes of a core, and how many there are at least and at most (Klinger, section 3.7).

use super::State;
use super::known::{Aura, EyeCount, EyeSource, EyeSpace};
use crate::rules::{Eye, GoalKind, Purpose, Recommendation};
use tedomari_board::{Color, Point, PointSet};
use tedomari_solvers::tactics::eyes::eye_value_of;

/// Most points of a space that is played out.
const MOST_SPACE: usize = 12;

/// Disjoint eyes with which a core lives.
pub(crate) const ENOUGH_EYES: u8 = 2;

/// Room, in quarters of a point, with which a core makes two eyes though the other side moves first; one eye.
const SURE_ROOM: [u16; 2] = [40, 24];

/// Room with which a core that moves first may make two eyes; one eye.
const PERHAPS_ROOM: [u16; 2] = [14, 6];

impl EyeSpace {
    /// Whether both can be eyes: neither has its border in the center of the other, or was counted with it. Borders may
    /// overlap.
    #[must_use]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        !self.border.intersects(&other.center)
            && !other.border.intersects(&self.center)
            && !self.reach.intersects(&other.center)
            && !other.reach.intersects(&self.center)
    }

    /// Whether no move in one of them bears on the other: both keep what they are sure of.
    #[must_use]
    pub fn is_independent(&self, other: &Self) -> bool {
        self.is_disjoint(other) && !self.reach.intersects(&other.reach)
    }
}

impl EyeCount {
    /// Eyes in small spaces and in open room. The six rules of section 3.7 are the case of spaces with one eye each:
    /// the unassailable ones count for the least, all for the most. Eyes that only a rule recognizes count for the
    /// most. Beyond the six rules, of two small spaces that each hang on a point of their own the owner gets one.
    ///
    /// Where spaces overlap, large ones and small ones are chosen first in turn; the choice with fewer eyes gives the
    /// least, the one with more eyes the most.
    pub(super) fn of(eyes: &[EyeSpace], aura: &Aura) -> Self {
        let (sure, perhaps) = (
            eyes_in_room(aura.least, SURE_ROOM),
            eyes_in_room(aura.most, PERHAPS_ROOM),
        );
        let sure_in = |large_first| {
            let chosen = choose(eyes, large_first, EyeSpace::is_independent);
            chosen.iter().map(|space| space.least).sum::<u8>() + pairs(&chosen)
        };
        let perhaps_in = |large_first| {
            let chosen = choose(eyes, large_first, EyeSpace::is_disjoint);
            chosen.iter().map(|space| space.most).sum::<u8>()
        };
        let most = ENOUGH_EYES.min(perhaps_in(true).max(perhaps_in(false)) + perhaps);
        Self {
            least: most.min(sure_in(true).min(sure_in(false)) + sure),
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

/// Spaces of which each two go together, the large ones or the small ones first.
fn choose(
    eyes: &[EyeSpace],
    large_first: bool,
    go_together: fn(&EyeSpace, &EyeSpace) -> bool,
) -> Vec<&EyeSpace> {
    let mut spaces: Vec<&EyeSpace> = eyes.iter().collect();
    spaces.sort_by_key(|space| space.reach.len());
    if large_first {
        spaces.reverse();
    }
    let mut chosen: Vec<&EyeSpace> = Vec::new();
    for space in spaces {
        if chosen.iter().all(|other| go_together(space, other)) {
            chosen.push(space);
        }
    }
    chosen
}

/// Eyes that the owner gets out of spaces which hang on a vital point each: one of two.
fn pairs(spaces: &[&EyeSpace]) -> u8 {
    let mut vital: Vec<Point> = Vec::new();
    let hanging =
        |space: &&&EyeSpace| space.least < space.most && space.source == EyeSource::Search;
    for space in spaces.iter().filter(hanging) {
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
            let Some(value) = eye_value_of(
                &self.board,
                start,
                color,
                (self.costs.eyes, self.costs.capture),
            ) else {
                continue;
            };
            self.facts.count(value.n_nodes);
            if value.most > 0 {
                spaces.push(EyeSpace {
                    center: space,
                    reach: value.space | space,
                    border: (space.spread() - space) & own,
                    least: value.least.min(ENOUGH_EYES),
                    most: value.most.min(ENOUGH_EYES),
                    vital: value.vital,
                    source: EyeSource::Search,
                });
            }
        }
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

    /// Adds the eyes that rules recognize outside of small spaces, the most specific ones first, as far as they are
    /// disjoint.
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
            .filter_map(|found| Some((found, found.eye.as_deref()?)))
            .filter(|(_, eye)| !eye.center.intersects(settled))
            .collect();
        seen.sort_by_key(|(found, _)| std::cmp::Reverse(found.specificity));
        for (found, &Eye { center, border }) in seen {
            let attack = self.attack_on_eye(color, &center, &border);
            let eye = EyeSpace {
                center,
                reach: center,
                border,
                least: 0,
                most: 1,
                vital: attack.map(|point| (point, point)),
                source: EyeSource::Rule(found.rule),
            };
            if eyes.iter().all(|other| eye.is_disjoint(other)) {
                eyes.push(eye);
            }
        }
    }

    /// Where a rule prescribes an attack of the other side on an eye.
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
