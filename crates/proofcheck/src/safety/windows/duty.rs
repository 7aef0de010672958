//! What the owner promises in a window.
//!
//! - An *eye* for some walls: when the other color is to move, one of them has a liberty in the window, stones joined
//!   to it included. A double eye lasts through each single play of the other color as well.
//! - A *link* of ends, each of which is one already: as long as they are not all joined, each part of them has such a
//!   liberty, at both times. A part that has an eye elsewhere needs none after a play of the other color, one that
//!   lives needs none at all.
//! - *Territory*: the other color gets no room for two eyes.
//!
//! A promise is *settled* when it is kept though the owner never answers in the window again: by areas that joined
//! stones and walls enclose, and in which the other color can't take the last liberty. It is *held* when the owner
//! keeps it by pairs of points in some areas, and by such areas in the others.

use super::paired::{Paired, PairedArea};
use super::place::{Group, Place, WindowStones, joined_stones};
use crate::set::Set;

/// What an end of a link has elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    /// Nothing.
    Alone,
    /// An eye in another window.
    Anchored,
    /// Life.
    Alive,
}

impl Standing {
    /// How many lasting eyes in the window a part with this standing needs that is never joined to the others.
    const fn needed(self) -> usize {
        match self {
            Self::Alone => 2,
            Self::Anchored => 1,
            Self::Alive => 0,
        }
    }
}

/// An end of a link: the stones of walls that are one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkEnd {
    pub(crate) walls: Set,
    pub(crate) standing: Standing,
}

/// A liberty for some walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Eye {
    pub(crate) walls: Set,
    pub(crate) is_double: bool,
}

/// All promises of a window.
#[derive(Clone, Debug, Default)]
pub struct Duties {
    pub(crate) links: Vec<Vec<LinkEnd>>,
    pub(crate) eyes: Vec<Eye>,
    pub(crate) territory: Set,
}

/// What the owner has by pairs.
#[derive(Clone, Debug, Default)]
struct Gains {
    /// Walls that are linked, set by set.
    linked: Vec<Set>,
    /// Walls that have so many eyes together.
    eyes: Vec<(Set, usize)>,
}

impl Gains {
    /// Makes one set of linked walls of all that have walls in common.
    fn link(&mut self) {
        let mut linked: Vec<Set> = Vec::new();
        for mut walls in std::mem::take(&mut self.linked) {
            linked.retain(|&other| {
                let is_apart = !other.meets(walls);
                if !is_apart {
                    walls |= other;
                }
                is_apart
            });
            linked.push(walls);
        }
        self.linked = linked;
    }

    /// How many eyes some walls have.
    fn n_eyes(&self, walls: Set) -> usize {
        let own = self.eyes.iter().filter(|(eye, _)| eye.is_within(walls));
        own.map(|(_, n_eyes)| n_eyes).sum()
    }
}

/// A position in a window as the duties see it.
pub(crate) struct WindowView<'a> {
    place: &'a Place,
    stones: WindowStones,
    groups: Vec<Group>,
}

/// Ends of a link that stones have joined.
#[derive(Clone, Copy)]
struct Part {
    walls: Set,
    reach: Set,
    standing: Standing,
}

impl<'a> WindowView<'a> {
    pub(crate) fn new(place: &'a Place, stones: WindowStones) -> Self {
        Self {
            place,
            stones,
            groups: place.groups(stones),
        }
    }

    /// The stones that are joined to walls.
    pub(crate) fn held(&self) -> Set {
        joined_stones(&self.groups)
    }

    /// What the groups of some walls reach.
    fn reach(&self, walls: Set) -> Set {
        let own = self.groups.iter().filter(|group| group.walls.meets(walls));
        own.fold(Set::EMPTY, |all, group| all | group.reach)
    }

    /// Some walls and those that stones join with them.
    fn joined_with(&self, walls: Set) -> Set {
        let own = self.groups.iter().filter(|group| group.walls.meets(walls));
        own.fold(walls, |all, group| all | group.walls)
    }

    fn has_liberty(&self, reach: Set) -> bool {
        reach.meets(self.place.empty(self.stones))
    }

    /// The parts that the ends of a link fall into; none if all are joined.
    fn parts(&self, ends: &[LinkEnd]) -> Vec<Part> {
        self.parts_by(&[], ends)
    }

    /// The same if the walls of each set in `linked` are joined as well.
    fn parts_by(&self, linked: &[Set], ends: &[LinkEnd]) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for end in ends {
            let mut walls = self.joined_with(end.walls);
            for &link in linked {
                if link.meets(walls) {
                    walls |= link;
                }
            }
            let mut part = Part {
                walls,
                reach: self.reach(walls),
                standing: end.standing,
            };
            parts.retain(|other| {
                let is_apart = !other.walls.meets(part.walls);
                if !is_apart {
                    part.walls |= other.walls;
                    part.reach |= other.reach;
                    part.standing = part.standing.max(other.standing);
                }
                is_apart
            });
            parts.push(part);
        }
        if parts.len() < 2 {
            parts.clear();
        }
        parts
    }

    /// Whether nothing is broken when the other color is to move.
    pub(crate) fn keeps(&self, duties: &Duties) -> bool {
        let has_eye = |eye: &Eye| self.has_liberty(self.reach(eye.walls));
        let is_linked = |ends: &Vec<LinkEnd>| {
            self.parts(ends)
                .iter()
                .all(|part| part.standing == Standing::Alive || self.has_liberty(part.reach))
        };
        duties.eyes.iter().all(has_eye) && duties.links.iter().all(is_linked)
    }

    /// Whether nothing is broken after a play of the other color, before the answer.
    pub(crate) fn withstands(&self, duties: &Duties) -> bool {
        let has_eye = |eye: &Eye| !eye.is_double || self.has_liberty(self.reach(eye.walls));
        let is_linked = |ends: &Vec<LinkEnd>| {
            self.parts(ends)
                .iter()
                .all(|part| part.standing != Standing::Alone || self.has_liberty(part.reach))
        };
        duties.eyes.iter().all(has_eye) && duties.links.iter().all(is_linked)
    }

    /// Whether all is kept though the owner never answers here again.
    pub(crate) fn is_settled(&self, duties: &Duties) -> bool {
        self.is_kept_by(&self.areas(), &Gains::default(), duties)
    }

    /// Whether all is kept if the owner answers by pairs in some areas, and never in the others.
    pub(crate) fn is_held(&self, duties: &Duties, paired: &[Paired]) -> bool {
        let mut areas = self.areas();
        let mut gains = Gains::default();
        for pairs in paired {
            let number = areas.iter().position(|area| area.has(pairs.at));
            let Some(number) = number.filter(|_| !self.place.suicide) else {
                return false;
            };
            let (area, around) = self.paired_area(areas.swap_remove(number), duties);
            if !pairs.holds(&area) {
                return false;
            }
            if let Some(n_eyes) = pairs.eyes {
                gains.linked.push(around);
                gains.eyes.push((around, n_eyes));
            }
        }
        gains.link();
        self.is_kept_by(&areas, &gains, duties)
    }

    /// Whether all is kept by `areas` in which the owner never answers, and by what it gains elsewhere.
    fn is_kept_by(&self, areas: &[Set], gains: &Gains, duties: &Duties) -> bool {
        let n_eyes = |walls: Set| self.n_lasting(areas, self.reach(walls)) + gains.n_eyes(walls);
        let has_eye = |eye: &Eye| {
            let needed = if eye.is_double { 2 } else { 1 };
            n_eyes(self.joined_with(eye.walls)) >= needed
        };
        let is_linked = |ends: &Vec<LinkEnd>| {
            let parts = self.parts_by(&gains.linked, ends);
            let needed = |part: &Part| part.standing.needed();
            parts
                .iter()
                .all(|part| needed(part) == 0 || n_eyes(part.walls) >= needed(part))
        };
        duties.eyes.iter().all(has_eye)
            && duties.links.iter().all(is_linked)
            && self.has_no_room(areas, duties.territory)
    }

    /// An area as pairs in it see it, and the walls that pairs there link: those around it that the links name, or the
    /// eyes if there are no links.
    fn paired_area(&self, points: Set, duties: &Duties) -> (PairedArea, Set) {
        let grid = self.place.grid;
        let ends: Vec<&LinkEnd> = duties.links.iter().flatten().collect();
        let named = if duties.links.is_empty() {
            duties
                .eyes
                .iter()
                .fold(Set::EMPTY, |all, eye| all | eye.walls)
        } else {
            ends.iter().fold(Set::EMPTY, |all, end| all | end.walls)
        };
        let lives = |end: &&&LinkEnd| duties.links.len() == 1 && end.standing == Standing::Alive;
        let alive = ends
            .iter()
            .filter(lives)
            .fold(Set::EMPTY, |all, end| all | end.walls);
        let beside = self.groups.iter().filter(|group| group.reach.meets(points));
        let mut area = PairedArea {
            grid,
            points,
            empty: self.place.empty(self.stones) & points,
            loose: self.stones.own & points,
            open: self.place.open & points,
            parts: Vec::new(),
            beside_alive: Set::EMPTY,
            beside_walls: Set::EMPTY,
            territory: duties.territory & points,
        };
        let mut linked = Set::EMPTY;
        for group in beside {
            area.beside_walls |= group.reach & points;
            if !group.walls.meets(named) {
                continue;
            }
            linked |= group.walls;
            if group.walls.meets(alive) {
                area.beside_alive |= group.reach & points;
            } else {
                area.parts.push(group.walls | group.stones);
            }
        }
        (area, linked)
    }

    /// The parts of the window between joined stones.
    fn areas(&self) -> Vec<Set> {
        let rest = self.place.points - self.held();
        self.place.grid.parts(rest, rest)
    }

    /// The points of an area on which the other color holds no stone for good.
    fn loose(&self, area: Set) -> Set {
        if self.place.suicide {
            area
        } else {
            area - self.stones.other
        }
    }

    /// How many areas keep a liberty within `reach` for ever: they are closed, and their last empty point lies within
    /// it, where a stone of the other color has no liberty. Where suicide is allowed, its stones may go as well.
    fn n_lasting(&self, areas: &[Set], reach: Set) -> usize {
        let empty = self.place.empty(self.stones);
        let is_lasting = |area: &&Set| {
            !area.meets(self.place.open) && area.meets(empty) && self.loose(**area).is_within(reach)
        };
        areas.iter().filter(is_lasting).count()
    }

    /// Whether the areas with points of `territory` are closed and have no room for two eyes of the other color: not
    /// beside stones that are never taken, nor on stones of its own that it can't take off.
    fn has_no_room(&self, areas: &[Set], territory: Set) -> bool {
        let reach = self
            .groups
            .iter()
            .fold(Set::EMPTY, |all, group| all | group.reach);
        let mut areas = areas.iter().filter(|area| area.meets(territory));
        areas.all(|&area| {
            let room = self.loose(area) - reach;
            !area.meets(self.place.open) && self.place.grid.is_one_eye(room)
        })
    }
}
