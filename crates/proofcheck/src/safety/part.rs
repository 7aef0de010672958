//! A region that stones of the owner enclose, and play in it.
//!
//! The *walls* are the blocks of the owner around the region. What a wall has outside is given: nothing, an eye, or
//! two. A wall with nothing falls with its last liberty in the region. A wall with an eye can't be taken, but needs a
//! liberty in the region after every move: the eye outside rests on the same.
//!
//! The other color may take back every ko at once, the owner none. Suicide is forbidden.
//!
//! In a proof of a score something else than walls may lie beside the region as well. It is given to the other color:
//! its stones beside it can't be taken, and no eye of the owner lies there.

use crate::grid::Grid;
use crate::set::Set;

/// Eyes that a block needs.
const ENOUGH: usize = 2;

/// A region with its walls.
#[derive(Clone, Debug)]
pub struct Part {
    /// The points of the board.
    pub grid: Grid,
    pub(crate) region: Set,
    pub(crate) walls: Set,
    /// The walls that live whatever happens here.
    safe: Set,
    /// Eyes that the other walls have outside.
    elsewhere: usize,
    /// Points where stones of the other color can't be taken.
    secure: Set,
    /// Whether prisoners count.
    counts: bool,
}

/// What stands in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegionState {
    /// Stones of the owner.
    pub own: Set,
    /// Stones of the other color.
    pub other: Set,
    /// Where a ko forbids the owner to play.
    pub ban: Option<usize>,
    /// Prisoners that the owner took less those that it lost, if they count.
    pub gain: i32,
}

/// What the other color's play leads to.
#[derive(Clone, Copy, Debug)]
pub enum Attacked {
    /// It is illegal.
    Illegal,
    /// A wall is taken.
    Fallen,
    /// The owner is to move.
    Open(RegionState),
}

impl Part {
    /// The part of a board that lies in `region`, and the position there. `None` if something else than stones of the
    /// owner encloses it.
    pub(crate) fn new(
        grid: Grid,
        (own, other): (Set, Set),
        region: Set,
        safe: Set,
        elsewhere: usize,
    ) -> Option<(Self, RegionState)> {
        let around = grid.spread(region) - region;
        if region.is_empty() || region.meets(own) || !around.is_within(own) {
            return None;
        }
        let part = Self {
            grid,
            region,
            walls: grid.flood(around, own),
            safe,
            elsewhere,
            secure: Set::EMPTY,
            counts: false,
        };
        let state = RegionState {
            own: Set::EMPTY,
            other: other & region,
            ban: None,
            gain: 0,
        };
        Some((part, state))
    }

    /// A part of a board beside which stones lie that are safe for the owner, and other things that are given to the
    /// other color; `counts`: whether prisoners count.
    pub(crate) fn open(
        grid: Grid,
        (own, other): (Set, Set),
        region: Set,
        safe: Set,
        counts: bool,
    ) -> (Self, RegionState) {
        let around = grid.spread(region) - region;
        let part = Self {
            grid,
            region,
            walls: grid.flood(around & safe, safe),
            safe,
            elsewhere: 0,
            secure: grid.spread(around - safe) & region,
            counts,
        };
        let state = RegionState {
            own: own & region,
            other: other & region,
            ban: None,
            gain: 0,
        };
        (part, state)
    }

    /// The walls, block by block.
    pub(crate) fn walls(&self) -> Vec<Set> {
        self.grid.parts(self.walls, self.walls)
    }

    /// The points of the region without a stone.
    #[must_use]
    pub fn empty(&self, state: &RegionState) -> Set {
        self.region - state.own - state.other
    }

    /// Whether each block of the owner's stones inside has a liberty in the region, or is joined to a safe wall. No
    /// play in the region would take another one, though its liberties outside may be filled.
    pub(crate) fn owner_breathes(&self, state: &RegionState) -> bool {
        let owners = state.own | self.walls;
        self.grid
            .all_breathe(state.own, owners, self.empty(state), self.safe)
    }

    fn eyes_elsewhere(&self, block: Set) -> usize {
        match () {
            () if block.meets(self.safe) => ENOUGH,
            () if block.meets(self.walls) => self.elsewhere,
            () => 0,
        }
    }

    /// The position after a pass of the other color.
    #[must_use]
    pub const fn passed(state: &RegionState) -> RegionState {
        RegionState {
            ban: None,
            ..*state
        }
    }

    /// The position after a play of the other color.
    #[must_use]
    pub fn attacked(&self, state: &RegionState, point: usize) -> Attacked {
        let stone = Set::of(point);
        let empty = self.empty(state) - stone;
        if !self.empty(state).has(point) {
            return Attacked::Illegal;
        }
        let owners = state.own | self.walls;
        let near = self.grid.parts(self.grid.spread(stone), owners).into_iter();
        let is_taken =
            |&block: &Set| !self.grid.spread(block).meets(empty) && self.eyes_elsewhere(block) == 0;
        let taken = near
            .filter(is_taken)
            .fold(Set::EMPTY, |all, block| all | block);
        let other = state.other | stone;
        let made = self.grid.flood(stone, other);
        let liberties = self.grid.spread(made) & (empty | taken);
        if liberties.is_empty() && !made.meets(self.secure) {
            return Attacked::Illegal;
        }
        if taken.meets(self.walls) {
            return Attacked::Fallen;
        }
        let is_alone = made == stone && !stone.meets(self.secure);
        let is_ko = taken.len() == 1 && is_alone && liberties == taken;
        Attacked::Open(RegionState {
            own: state.own - taken,
            other,
            ban: if is_ko { taken.first() } else { None },
            gain: state.gain - self.prisoners(taken),
        })
    }

    /// The position after a play of the owner; `None` if it is illegal.
    #[must_use]
    pub fn answered(&self, state: &RegionState, point: usize) -> Option<RegionState> {
        if !self.empty(state).has(point) || state.ban == Some(point) {
            return None;
        }
        let stone = Set::of(point);
        let empty = self.empty(state) - stone;
        let near = self
            .grid
            .parts(self.grid.spread(stone), state.other)
            .into_iter();
        let taken = near
            .filter(|&block| !self.grid.spread(block).meets(empty) && !block.meets(self.secure));
        let taken = taken.fold(Set::EMPTY, |all, block| all | block);
        let own = state.own | stone;
        let made = self.grid.flood(stone, own | self.walls);
        let is_suicide = !self.grid.spread(made).meets(empty | taken);
        if is_suicide && self.eyes_elsewhere(made) == 0 {
            return None;
        }
        Some(RegionState {
            own,
            other: state.other - taken,
            ban: None,
            gain: state.gain + self.prisoners(taken),
        })
    }

    fn prisoners(&self, taken: Set) -> i32 {
        if self.counts {
            i32::try_from(taken.len()).unwrap_or(i32::MAX)
        } else {
            0
        }
    }

    /// Whether every wall that is not safe has a liberty here.
    pub(crate) fn keeps_liberties(&self, state: &RegionState) -> bool {
        let owners = state.own | self.walls;
        self.grid
            .all_breathe(self.walls, owners, self.empty(state), self.safe)
    }

    /// Whether no wall can be taken any more though the owner always passes; if `and_region`, also whether the other
    /// color has no room for two eyes.
    pub(crate) fn is_held(&self, state: &RegionState, and_region: bool) -> bool {
        let alive = self.alive(state);
        self.walls.is_within(alive) && !(and_region && self.has_room(state, alive))
    }

    /// The stones of the owner, walls included, that can't be taken though the owner always passes: their blocks have
    /// two eyes (Benson, 1976), those outside included.
    pub(crate) fn alive(&self, state: &RegionState) -> Set {
        let (grid, empty) = (&self.grid, self.empty(state));
        let owners = state.own | self.walls;
        let mut blocks = grid.parts(owners, owners);
        let rest = self.region - state.own;
        let mut eyes = grid.parts(rest, rest);
        eyes.retain(|eye| !eye.meets(self.secure));
        loop {
            let alive = blocks.iter().fold(Set::EMPTY, |all, &block| all | block);
            eyes.retain(|&eye| (grid.spread(eye) & owners).is_within(alive));
            let n_before = blocks.len();
            blocks.retain(|&block| {
                let near = grid.spread(block);
                let is_eye = |eye: &&Set| eye.meets(near) && (**eye & empty).is_within(near);
                self.eyes_elsewhere(block) + eyes.iter().filter(is_eye).count() >= ENOUGH
            });
            if blocks.len() == n_before {
                return alive;
            }
        }
    }

    /// The points of the region, living stones left out, in which the other color has no room for two eyes: parts that
    /// living stones enclose. A board without living stones is no such part, however many of its points hold stones of
    /// the other color.
    pub(crate) fn owned(&self, state: &RegionState, alive: Set) -> Set {
        let near = self.grid.spread(alive);
        let parts = self.rooms(state, alive).into_iter();
        let owned = parts.filter(|&(part, free)| {
            part.meets(near) && !part.meets(self.secure) && self.grid.is_one_eye(free)
        });
        owned.fold(Set::EMPTY, |all, (part, _)| all | part)
    }

    /// Whether the other color might make two eyes among living stones.
    fn has_room(&self, state: &RegionState, alive: Set) -> bool {
        let mut rooms = self.rooms(state, alive).into_iter();
        rooms.any(|(_, free)| !self.grid.is_one_eye(free))
    }

    /// The parts between living stones, each with the points on which the other color may have an eye: where it has no
    /// stone, and where no living stone lies beside.
    fn rooms(&self, state: &RegionState, alive: Set) -> Vec<(Set, Set)> {
        let rest = self.region - alive;
        let free = rest - state.other - self.grid.spread(alive);
        let parts = self.grid.parts(rest, rest).into_iter();
        parts.map(|part| (part, part & free)).collect()
    }
}
