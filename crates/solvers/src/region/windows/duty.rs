//! What the owner promises in a window, and whether a position keeps it.

use arrayvec::ArrayVec;

use super::super::region_board::Mask;
use super::pairs::{self, AreaPairs, Goal};
use super::window::{AllJoined, Joined, MOST_POINTS, MOST_WALLS, Stones, Walls, Window};

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

/// What the promises hang on for now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifelines {
    /// Whether everything that needs a liberty has one.
    pub(super) are_whole: bool,
    /// The points that are the only liberty of something.
    pub(super) last: Mask,
}

impl Lifelines {
    /// Takes the liberties of something that needs one into account.
    const fn add(&mut self, liberties: Mask) {
        self.are_whole &= liberties != 0;
        if liberties.is_power_of_two() {
            self.last |= liberties;
        }
    }
}

/// Where stones of the opponent, more or fewer, would change what is settled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    /// The areas that are eyes, few of them.
    pub(super) eyes: Mask,
    /// Blocks of the opponent that leave it no room for two eyes in territory, few of them.
    pub(super) fillers: Mask,
}

/// The parts that the ends of a link fall into.
#[derive(Clone, Copy, Debug)]
struct Part {
    walls: Walls,
    beside: Mask,
    standing: Standing,
}

impl Duties {
    /// Whether a position with the opponent to move keeps all promises for now.
    pub(super) fn hold(&self, window: &Window, stones: Stones) -> bool {
        self.lifelines(window, stones, true).are_whole
    }

    /// Whether a position after a play of the opponent, before the answer, keeps them.
    #[cfg(test)]
    pub(super) fn survive(&self, window: &Window, stones: Stones) -> bool {
        self.lifelines(window, stones, false).are_whole
    }

    /// What the promises hang on for now, in a position with the opponent to move if it is `quiet`, else before the
    /// owner's answer.
    pub(super) fn lifelines(&self, window: &Window, stones: Stones, quiet: bool) -> Lifelines {
        let joined = window.joined(stones);
        let empty = window.empty(stones);
        let mut found = Lifelines {
            are_whole: true,
            last: 0,
        };
        for eye in self.eyes.iter().filter(|eye| quiet || eye.is_double) {
            found.add(beside(&joined, eye.walls) & empty);
        }
        for ends in &self.links {
            let parts = parts(&joined, ends);
            let needs = |part: &&Part| match part.standing {
                Standing::Alive => false,
                Standing::Anchored => quiet,
                Standing::Alone => true,
            };
            if parts.len() > 1 {
                for part in parts.iter().filter(needs) {
                    found.add(part.beside & empty);
                }
            }
        }
        found
    }

    /// Whether they are kept for ever though the owner never answers here again. Linear in the window.
    pub(super) fn are_settled(&self, window: &Window, stones: Stones) -> bool {
        let ground = Ground::new(window, stones);
        self.keep_walls(&ground) && ground.has_no_room(self.territory)
    }

    /// Whether what is promised of walls is kept for ever.
    fn keep_walls(&self, ground: &Ground<'_>) -> bool {
        let joined = &ground.joined;
        let linked = ground.linked();
        let linked = linked.as_ref().unwrap_or(joined);
        let has_eyes = self.eyes.iter().all(|eye| {
            let own = joined.iter().filter(|joined| joined.walls & eye.walls != 0);
            let walls = own.fold(0, |all, joined| all | joined.walls);
            ground.n_eyes(walls, beside(joined, walls)) > usize::from(eye.is_double)
        });
        has_eyes
            && self.links.iter().all(|ends| {
                let parts = parts(linked, ends);
                parts.len() < 2
                    || parts.iter().all(|part| {
                        let needed = match part.standing {
                            Standing::Alive => 0,
                            Standing::Anchored => 1,
                            Standing::Alone => 2,
                        };
                        needed == 0 || ground.n_eyes(part.walls, part.beside) >= needed
                    })
            })
    }

    /// Where the stones of the opponent matter for the duties to be kept for ever; nothing if they are not.
    pub(super) fn needs(&self, window: &Window, stones: Stones) -> Option<Needs> {
        let mut ground = Ground::new(window, stones);
        if !self.keep_walls(&ground) || !ground.has_no_room(self.territory) {
            return None;
        }
        let territory = (ground.areas.iter()).filter(|&area| area & self.territory != 0);
        let fillers = territory.fold(0, |all, &area| all | ground.fillers(area));
        for number in (0..ground.areas.len()).rev() {
            let area = ground.areas.remove(number);
            if !self.keep_walls(&ground) {
                ground.areas.insert(number, area);
            }
        }
        Some(Needs {
            eyes: ground.areas.iter().fold(0, |all, area| all | area),
            fillers,
        })
    }

    /// Pairs that keep them for ever if the owner answers a play on one point of a pair on the other, and else not,
    /// where suicide is forbidden, area by area. Steps of the search are counted down.
    pub(super) fn pairs(
        &self,
        window: &Window,
        stones: Stones,
        steps: &mut u32,
    ) -> Option<Vec<AreaPairs>> {
        let mut ground = Ground::new(window, stones);
        ground.gains = vec![None; ground.areas.len()];
        let alive = self.living_walls();
        for area in 0..ground.areas.len() {
            if self.keep_walls(&ground) {
                break;
            }
            ground.gains[area] = self.gain(&ground, area, alive, steps);
        }
        if !self.keep_walls(&ground) {
            return None;
        }
        let mut found: Vec<AreaPairs> = Vec::new();
        for (area, gain) in ground.areas.iter().zip(&ground.gains) {
            if let Some(gain) = gain {
                found.push(gain.pairs.clone());
            }
            let is_settled = area & self.territory == 0 || ground.area_has_no_room(*area);
            if !is_settled && gain.is_none() {
                let everything = pairs::Ground {
                    window,
                    stones,
                    area: *area,
                    parts: Vec::new(),
                    alive: ground.beside & area,
                    territory: area & self.territory,
                };
                found.push(everything.pairs(Goal::Territory, steps)?);
            }
        }
        Some(found)
    }

    /// The walls that live, as far as the only link states it.
    fn living_walls(&self) -> Walls {
        let [ends] = self.links.as_slice() else {
            return 0;
        };
        let alive = ends.iter().filter(|end| end.standing == Standing::Alive);
        alive.fold(0, |all, end| all | end.walls)
    }

    /// What pairs make of an area for the walls around it.
    fn gain(
        &self,
        ground: &Ground<'_>,
        number: usize,
        alive: Walls,
        steps: &mut u32,
    ) -> Option<Gain> {
        let area = ground.areas[number];
        let reach = |walls: Walls| {
            let own = (ground.joined.iter()).filter(|joined| joined.walls & walls != 0);
            own.fold(0, |all, joined| all | joined.walls)
        };
        let ends = self.links.iter().flatten();
        let eyes = self.eyes.iter().map(|eye| eye.walls);
        let named = if self.links.is_empty() {
            eyes.fold(0, |all, walls| all | walls)
        } else {
            ends.fold(0, |all, end| all | end.walls)
        };
        let around: Vec<&Joined> = (ground.joined.iter())
            .filter(|joined| joined.beside & area != 0 && joined.walls & named != 0)
            .collect();
        let walls = around.iter().fold(0, |all, joined| all | joined.walls);
        let of_kind = |lives: bool| {
            let own = around.iter();
            own.filter(move |joined| (joined.walls & alive != 0) == lives)
                .map(|joined| joined.beside & area)
        };
        let place = pairs::Ground {
            window: ground.window,
            stones: ground.stones,
            area,
            parts: of_kind(false).collect(),
            alive: of_kind(true).fold(0, |all, beside| all | beside),
            territory: area & self.territory,
        };
        let can_link = around.len() > 1 && !self.links.is_empty() && !place.parts.is_empty();
        let mut most = 0;
        if place.alive == 0 {
            for eye in &self.eyes {
                if walls & !reach(eye.walls) == 0 {
                    most = most.max(1 + usize::from(eye.is_double));
                }
            }
            if !self.links.is_empty() {
                most = most.max(2);
            }
        }
        if most == 0 && !can_link {
            return None;
        }
        let least = if can_link { 0 } else { 1 };
        (least..=most).rev().find_map(|n_eyes| {
            let mut part = *steps / 2;
            let pairs = place.pairs(Goal::Walls(n_eyes), &mut part);
            *steps -= *steps / 2 - part;
            Some(Gain {
                walls,
                n_eyes,
                pairs: pairs?,
            })
        })
    }
}

/// What pairs make of an area: all walls around it are linked, and together they have eyes.
#[derive(Clone, Debug)]
struct Gain {
    walls: Walls,
    n_eyes: usize,
    pairs: AreaPairs,
}

/// What the stones that are never captured leave over.
struct Ground<'a> {
    window: &'a Window,
    stones: Stones,
    joined: AllJoined,
    /// All points beside these stones and walls.
    beside: Mask,
    areas: ArrayVec<Mask, MOST_POINTS>,
    /// What pairs make of each area, once they are looked for.
    gains: Vec<Option<Gain>>,
}

impl<'a> Ground<'a> {
    fn new(window: &'a Window, stones: Stones) -> Self {
        let held = window.held(stones);
        let mut rest = window.rest(held);
        let mut areas = ArrayVec::new();
        let within = rest;
        while rest != 0 {
            let area = window.component(rest & rest.wrapping_neg(), within);
            rest &= !area;
            areas.push(area);
        }
        Self {
            window,
            stones,
            joined: window.joined(stones),
            beside: window.beside_held(held),
            gains: Vec::new(),
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

    /// The walls, those together that stones join or pairs link; nothing if no pairs do.
    fn linked(&self) -> Option<AllJoined> {
        if self.gains.iter().all(Option::is_none) {
            return None;
        }
        let mut linked = self.joined.clone();
        for gain in self.gains.iter().flatten() {
            let mut all = Joined {
                walls: 0,
                stones: 0,
                beside: 0,
            };
            linked.retain(|joined| {
                let is_apart = joined.walls & gain.walls == 0;
                if !is_apart {
                    all.walls |= joined.walls;
                    all.stones |= joined.stones;
                    all.beside |= joined.beside;
                }
                is_apart
            });
            if all.walls != 0 {
                linked.push(all);
            }
        }
        Some(linked)
    }

    /// How many eyes all areas together are for `walls`, with these points `beside`.
    fn n_eyes(&self, walls: Walls, beside: Mask) -> usize {
        let eyes = self.areas.iter().enumerate();
        eyes.map(
            |(number, &area)| match self.gains.get(number).and_then(Option::as_ref) {
                Some(gain) if gain.walls & !walls == 0 => gain.n_eyes,
                Some(_) => 0,
                None => usize::from(self.is_eye(area, beside)),
            },
        )
        .sum()
    }

    /// Whether an area is closed, and every point that the opponent does not hold for good is in `beside`: it can't
    /// take the last one, because its stones there would have no liberty.
    const fn is_eye(&self, area: Mask, beside: Mask) -> bool {
        area & self.window.open() == 0
            && area & self.window.empty(self.stones) != 0
            && self.loose(area) & !beside == 0
    }

    /// Whether the opponent has no room for two eyes in any closed area with points of `territory`, and there are no
    /// open ones.
    ///
    /// A point beside stones that are never captured is no eye of the opponent, nor is a stone of its own as long as
    /// the owner does not play and suicide is forbidden.
    fn has_no_room(&self, territory: Mask) -> bool {
        let mut areas = self.areas.iter().filter(|&area| area & territory != 0);
        areas.all(|&area| self.area_has_no_room(area))
    }

    fn area_has_no_room(&self, area: Mask) -> bool {
        let room = self.loose(area) & !self.beside;
        area & self.window.open() == 0 && self.is_one_eye(room)
    }

    /// Whether points have room for one eye at most.
    fn is_one_eye(&self, room: Mask) -> bool {
        match room.count_ones() {
            0 | 1 => true,
            2 => self.window.spread(room & room.wrapping_neg()) & room == room,
            _ => false,
        }
    }

    /// Blocks of the opponent without which an area would have room for two eyes. It has none now.
    fn fillers(&self, area: Mask) -> Mask {
        let mut room = self.loose(area) & !self.beside;
        let mut rest = area & self.stones.other & !self.beside;
        let mut fillers = 0;
        while rest != 0 {
            let block = self
                .window
                .component(rest & rest.wrapping_neg(), self.stones.other);
            let with_block = room | block & rest;
            if self.is_one_eye(with_block) {
                room = with_block;
            } else {
                fillers |= block;
            }
            rest &= !block;
        }
        fillers
    }
}

/// The points beside any of some walls and what is joined to them.
fn beside(joined: &[Joined], walls: Walls) -> Mask {
    let own = joined.iter().filter(|joined| joined.walls & walls != 0);
    own.fold(0, |all, joined| all | joined.beside)
}

/// The ends of a link, those together that stones join.
fn parts(joined: &[Joined], ends: &[End]) -> ArrayVec<Part, MOST_WALLS> {
    let mut parts: ArrayVec<(Walls, Standing), MOST_WALLS> = ArrayVec::new();
    for end in ends {
        let own = joined.iter().filter(|joined| joined.walls & end.walls != 0);
        let mut reach = own.fold(end.walls, |all, joined| all | joined.walls);
        let mut standing = end.standing;
        parts.retain(|&mut (walls, other)| {
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
        walls,
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
