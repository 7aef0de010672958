//! What the owner promises in a window, and whether a position keeps it.

use super::super::region_board::Mask;
use super::window::{Joined, Stones, Walls, Window};

/// What some walls have besides a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Standing {
    /// They are never captured.
    Alive,
    /// A liberty in another window whenever the opponent is to move.
    Anchored,
    /// Nothing.
    Alone,
}

/// Walls that are one already, as one end of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct End {
    pub(super) walls: Walls,
    pub(super) standing: Standing,
}

/// A liberty for some walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Eye {
    pub(super) walls: Walls,
    /// Whether one is left even after each single play of the opponent: as good as two windows.
    pub(super) is_double: bool,
}

/// What the owner keeps in a window, all of it at the same time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Duties {
    /// Each links its ends: as long as they are not all joined, each part of them has a liberty.
    pub(super) links: Vec<Vec<End>>,
    pub(super) eyes: Vec<Eye>,
    /// Points in which the opponent gets no room for two eyes.
    pub(super) territory: Mask,
}

/// The parts that the ends of a link fall into.
#[derive(Clone, Copy, Debug)]
struct Part {
    beside: Mask,
    standing: Standing,
}

impl Duties {
    /// Whether a position with the opponent to move keeps all promises for now.
    pub(super) fn hold(&self, window: &Window, stones: Stones) -> bool {
        let joined = window.joined(stones);
        let empty = window.empty(stones);
        let has_eyes = self
            .eyes
            .iter()
            .all(|eye| beside(&joined, eye.walls) & empty != 0);
        has_eyes
            && self.links.iter().all(|ends| {
                let parts = parts(&joined, ends);
                parts.len() < 2
                    || (parts.iter())
                        .all(|part| part.standing == Standing::Alive || part.beside & empty != 0)
            })
    }

    /// Whether a position after a play of the opponent, before the answer, keeps them.
    pub(super) fn survive(&self, window: &Window, stones: Stones) -> bool {
        let joined = window.joined(stones);
        let empty = window.empty(stones);
        let mut double = self.eyes.iter().filter(|eye| eye.is_double);
        double.all(|eye| beside(&joined, eye.walls) & empty != 0)
            && self.links.iter().all(|ends| {
                let parts = parts(&joined, ends);
                parts.len() < 2
                    || (parts.iter())
                        .all(|part| part.standing != Standing::Alone || part.beside & empty != 0)
            })
    }

    /// Whether they are kept for ever though the owner never answers here again. Linear in the window.
    pub(super) fn are_settled(&self, window: &Window, stones: Stones) -> bool {
        let held = window.held(stones);
        let ground = Ground::new(window, stones, held);
        let joined = window.joined(stones);
        let has_eyes = self
            .eyes
            .iter()
            .all(|eye| ground.n_eyes(beside(&joined, eye.walls)) > usize::from(eye.is_double));
        has_eyes
            && self.links.iter().all(|ends| {
                let parts = parts(&joined, ends);
                parts.len() < 2
                    || parts.iter().all(|part| {
                        let needed = match part.standing {
                            Standing::Alive => 0,
                            Standing::Anchored => 1,
                            Standing::Alone => 2,
                        };
                        needed == 0 || ground.n_eyes(part.beside) >= needed
                    })
            })
            && ground.has_no_room(self.territory)
    }
}

/// What the stones that are never captured leave over.
struct Ground<'a> {
    window: &'a Window,
    stones: Stones,
    /// All points beside these stones and walls.
    beside: Mask,
    areas: Vec<Mask>,
}

impl<'a> Ground<'a> {
    fn new(window: &'a Window, stones: Stones, held: Mask) -> Self {
        let mut rest = window.rest(held);
        let mut areas = Vec::new();
        let within = rest;
        while rest != 0 {
            let area = window.component(rest & rest.wrapping_neg(), within);
            rest &= !area;
            areas.push(area);
        }
        Self {
            window,
            stones,
            beside: window.beside_held(held),
            areas,
        }
    }

    /// The points of an area that the opponent does not hold for good. Where suicide is allowed, it may take its stones
    /// off again.
    const fn loose(&self, area: Mask) -> Mask {
        if self.window.allows_suicide() {
            area
        } else {
            area & !self.stones.other
        }
    }

    /// The closed areas in which every point that the opponent does not hold for good is in `beside`: it can't take the
    /// last one, because its stones there would have no liberty.
    fn n_eyes(&self, beside: Mask) -> usize {
        let empty = self.window.empty(self.stones);
        let is_eye = |&&area: &&Mask| {
            area & self.window.open() == 0 && area & empty != 0 && self.loose(area) & !beside == 0
        };
        self.areas.iter().filter(is_eye).count()
    }

    /// Whether the opponent has no room for two eyes in any closed area with points of `territory`, and there are no
    /// open ones.
    ///
    /// A point beside stones that are never captured is no eye of the opponent, nor is a stone of its own as long as
    /// the owner does not play and suicide is forbidden.
    fn has_no_room(&self, territory: Mask) -> bool {
        let mut areas = self.areas.iter().filter(|&area| area & territory != 0);
        areas.all(|&area| {
            let room = self.loose(area) & !self.beside;
            let is_one_eye = match room.count_ones() {
                0 | 1 => true,
                2 => self.window.spread(room & room.wrapping_neg()) & room == room,
                _ => false,
            };
            area & self.window.open() == 0 && is_one_eye
        })
    }
}

/// The points beside any of some walls and what is joined to them.
fn beside(joined: &[Joined], walls: Walls) -> Mask {
    let own = joined.iter().filter(|joined| joined.walls & walls != 0);
    own.fold(0, |all, joined| all | joined.beside)
}

/// The ends of a link, those together that stones join.
fn parts(joined: &[Joined], ends: &[End]) -> Vec<Part> {
    let mut parts: Vec<(Walls, Standing)> = Vec::with_capacity(ends.len());
    for end in ends {
        let own = joined.iter().filter(|joined| joined.walls & end.walls != 0);
        let mut reach = own.fold(end.walls, |all, joined| all | joined.walls);
        let mut standing = end.standing;
        parts.retain(|&(walls, other)| {
            let is_apart = walls & reach == 0;
            if !is_apart {
                reach |= walls;
                standing = standing.better(other);
            }
            is_apart
        });
        parts.push((reach, standing));
    }
    let part = |(walls, standing)| Part {
        beside: beside(joined, walls),
        standing,
    };
    parts.into_iter().map(part).collect()
}

impl Standing {
    const fn better(self, other: Self) -> Self {
        match (self, other) {
            (Self::Alive, _) | (_, Self::Alive) => Self::Alive,
            (Self::Anchored, _) | (_, Self::Anchored) => Self::Anchored,
            (Self::Alone, Self::Alone) => Self::Alone,
        }
    }
}
