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
//! stones and walls enclose, and in which the other color can't take the last liberty.

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

    fn has_liberty(&self, reach: Set) -> bool {
        reach.meets(self.place.empty(self.stones))
    }

    /// The parts that the ends of a link fall into; none if all are joined.
    fn parts(&self, ends: &[LinkEnd]) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for end in ends {
            let own = self.groups.iter();
            let own = own.filter(|group| group.walls.meets(end.walls));
            let walls = own.fold(end.walls, |all, group| all | group.walls);
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
        let areas = self.areas();
        let has_eye = |eye: &Eye| {
            let needed = if eye.is_double { 2 } else { 1 };
            self.n_lasting(&areas, self.reach(eye.walls)) >= needed
        };
        let is_linked = |ends: &Vec<LinkEnd>| {
            let parts = self.parts(ends);
            parts.iter().all(|part| {
                let needed = part.standing.needed();
                needed == 0 || self.n_lasting(&areas, part.reach) >= needed
            })
        };
        duties.eyes.iter().all(has_eye)
            && duties.links.iter().all(is_linked)
            && self.has_no_room(&areas, duties.territory)
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
