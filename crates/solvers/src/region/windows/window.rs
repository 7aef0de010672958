//! A window: some points of the board, played on alone in bit masks.
//!
//! What surrounds the points is of three kinds. *Walls* are blocks of the owner that are never captured. Everything
//! else beside the points, and not off the board, is *outside*: stones of the opponent that touch it are never captured
//! here, and have liberties there; the owner gets nothing from it. Stones of the owner inside that are joined to no
//! wall may stand, but are never given up: a play that captures one is the end.
//!
//! So the stones of the owner only become more, and without suicide the game has no repetition. See
//! `docs/design/windows.md` for why a game on the board is never better for the opponent than its image here.

use arrayvec::ArrayVec;

use super::super::region_board::{Mask, bits};
use crate::board::{Board, Color, Point, PointSet};

/// Most points of a window.
pub(super) const MOST_POINTS: usize = 64;
/// Most walls around a window.
pub(super) const MOST_WALLS: usize = 32;

/// A set of walls of a window: bit `n` is its `n`-th wall.
pub(super) type Walls = u32;

/// The part of a window that does not change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Window {
    /// All points, as bits.
    all: Mask,
    neighbors: Vec<Mask>,
    /// Points that touch the outside.
    open: Mask,
    /// The points beside each wall, and beside any.
    walls: Vec<Mask>,
    beside_walls: Mask,
    /// Whether a block may be taken off by its own side.
    suicide: bool,
}

/// What stands in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Stones {
    /// Stones of the owner.
    pub(super) own: Mask,
    /// Stones of the opponent, some of which may be gone on the board.
    pub(super) other: Mask,
}

/// What a play of the opponent leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Invasion {
    /// The stones after it.
    Stands(Stones),
    /// The stone has no liberty. On the board it captures a wall, or is a suicide.
    Smothered {
        /// The stones with it.
        during: Stones,
        /// The stones after a suicide of several, where it is allowed. That of a single stone changes nothing.
        after: Option<Stones>,
    },
    /// It captures stones of the owner.
    Captures,
}

/// Walls joined by stones inside, with these stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Joined {
    pub(super) walls: Walls,
    pub(super) stones: Mask,
    /// All points beside the walls and the stones.
    pub(super) beside: Mask,
}

/// All walls of a window, those that stones join together.
pub(super) type AllJoined = ArrayVec<Joined, MOST_WALLS>;

/// A window on a board: its points in point order and its walls by the caller's numbers.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) window: Window,
    pub(super) start: Stones,
    pub(super) points: Vec<Point>,
    /// The caller's number of each wall.
    pub(super) wall_ids: Vec<u16>,
}

impl Placed {
    /// The window on `points`, none of which is a stone of a wall; `wall` is the number of the wall with a stone on a
    /// point. `None` if it is too large.
    pub(super) fn new(
        board: &Board,
        owner: Color,
        points: &PointSet,
        wall: impl Fn(Point) -> Option<u16>,
    ) -> Option<Self> {
        let points: Vec<Point> = points.iter().collect();
        if points.len() > MOST_POINTS {
            return None;
        }
        let mut placed = Self {
            window: Window {
                all: full(points.len()),
                neighbors: vec![0; points.len()],
                open: 0,
                walls: Vec::new(),
                beside_walls: 0,
                suicide: board.allows_suicide(),
            },
            start: Stones { own: 0, other: 0 },
            points,
            wall_ids: Vec::new(),
        };
        for n in 0..placed.points.len() {
            let point = placed.points[n];
            match board.color(point) {
                Some(color) if color == owner => placed.start.own |= 1 << n,
                Some(_) => placed.start.other |= 1 << n,
                None => {}
            }
            for neighbor in point.neighbors() {
                if !board.size().contains(neighbor) {
                    continue;
                }
                if let Ok(index) = placed.points.binary_search(&neighbor) {
                    placed.window.neighbors[n] |= 1 << index;
                } else if let Some(id) = wall(neighbor) {
                    placed.touch(id, n)?;
                } else {
                    placed.window.open |= 1 << n;
                }
            }
        }
        Some(placed)
    }

    fn touch(&mut self, id: u16, n: usize) -> Option<()> {
        let number = self.wall_number(id).unwrap_or(self.wall_ids.len());
        if number == self.wall_ids.len() {
            if number == MOST_WALLS {
                return None;
            }
            self.wall_ids.push(id);
            self.window.walls.push(0);
        }
        self.window.walls[number] |= 1 << n;
        self.window.beside_walls |= 1 << n;
        Some(())
    }

    /// The number in the window of a wall.
    pub(super) fn wall_number(&self, id: u16) -> Option<usize> {
        self.wall_ids.iter().position(|&known| known == id)
    }

    /// Those of some walls that touch the window.
    pub(super) fn walls(&self, ids: &[u16]) -> Walls {
        let numbers = ids.iter().filter_map(|&id| self.wall_number(id));
        numbers.fold(0, |walls, number| walls | 1 << number)
    }

    /// Some points as bits; those elsewhere are left out.
    pub(super) fn mask(&self, points: &PointSet) -> Mask {
        let inside = (0..self.points.len()).filter(|&n| points.contains(self.points[n]));
        inside.fold(0, |mask, n| mask | 1 << n)
    }

    /// The number of a point, if it is inside.
    pub(super) fn index(&self, point: Point) -> Option<usize> {
        self.points.binary_search(&point).ok()
    }
}

impl Window {
    /// The points that touch the outside.
    pub(super) const fn open(&self) -> Mask {
        self.open
    }

    /// Whether a block may be taken off by its own side.
    pub(super) const fn allows_suicide(&self) -> bool {
        self.suicide
    }

    /// The empty points.
    pub(super) const fn empty(&self, stones: Stones) -> Mask {
        self.all & !(stones.own | stones.other)
    }

    /// Some points and all their neighbors inside.
    #[inline]
    pub(super) fn spread(&self, mask: Mask) -> Mask {
        bits(mask).fold(mask, |spread, n| spread | self.neighbors[usize::from(n)])
    }

    /// The part of `within` connected with `start`, which belongs to it.
    #[inline]
    pub(super) fn component(&self, start: Mask, within: Mask) -> Mask {
        let (mut part, mut front) = (start, start);
        while front != 0 {
            front = self.spread(front) & within & !part;
            part |= front;
        }
        part
    }

    /// All points but the stones `held`.
    pub(super) const fn rest(&self, held: Mask) -> Mask {
        self.all & !held
    }

    /// Points beside walls or the stones `held`.
    pub(super) fn beside_held(&self, held: Mask) -> Mask {
        (self.beside_walls | self.spread(held)) & !held
    }

    /// The stones of the owner that are joined to a wall.
    pub(super) fn held(&self, stones: Stones) -> Mask {
        self.component(self.beside_walls & stones.own, stones.own)
    }

    /// The walls, those joined by stones together.
    pub(super) fn joined(&self, stones: Stones) -> AllJoined {
        let mut found = AllJoined::new();
        let mut seen: Walls = 0;
        for number in 0..self.walls.len() {
            if seen & 1 << number == 0 {
                let joined = self.join(number, stones);
                seen |= joined.walls;
                found.push(joined);
            }
        }
        found
    }

    fn join(&self, first: usize, stones: Stones) -> Joined {
        let mut joined = Joined {
            walls: 1 << first,
            stones: 0,
            beside: self.walls[first],
        };
        loop {
            let front = joined.beside & stones.own & !joined.stones;
            if front == 0 {
                joined.beside &= !joined.stones;
                return joined;
            }
            let more = self.component(front, stones.own);
            joined.stones |= more;
            joined.beside |= self.spread(more);
            for (number, &beside) in self.walls.iter().enumerate() {
                if joined.walls & 1 << number == 0 && beside & joined.stones != 0 {
                    joined.walls |= 1 << number;
                    joined.beside |= beside;
                }
            }
        }
    }

    /// A play of the opponent on an empty point.
    pub(super) fn invade(&self, stones: Stones, held: Mask, index: u8) -> Invasion {
        let bit = 1 << index;
        let next = Stones {
            other: stones.other | bit,
            ..stones
        };
        let empty = self.empty(next);
        let mut loose = self.neighbors[usize::from(index)] & stones.own & !held;
        while loose != 0 {
            let block = self.component(loose & loose.wrapping_neg(), stones.own);
            if self.spread(block) & empty == 0 {
                return Invasion::Captures;
            }
            loose &= !block;
        }
        if (self.neighbors[usize::from(index)] & empty) | (bit & self.open) != 0 {
            return Invasion::Stands(next);
        }
        let own = self.component(bit, next.other);
        if own & self.open != 0 || self.spread(own) & empty != 0 {
            return Invasion::Stands(next);
        }
        let after = Stones {
            other: next.other & !own,
            ..stones
        };
        Invasion::Smothered {
            during: next,
            after: (self.suicide && own != bit).then_some(after),
        }
    }

    /// The stones after a play of the owner on an empty point; nothing if it may be illegal.
    pub(super) fn answer(&self, stones: Stones, index: u8) -> Option<Stones> {
        let bit = 1 << index;
        let mut next = Stones {
            own: stones.own | bit,
            ..stones
        };
        let empty = self.empty(next);
        let mut beside = self.neighbors[usize::from(index)] & stones.other;
        while beside != 0 {
            let block = self.component(beside & beside.wrapping_neg(), stones.other);
            if block & self.open == 0 && self.spread(block) & empty == 0 {
                next.other &= !block;
            }
            beside &= !block;
        }
        let empty = self.empty(next);
        if (bit & self.beside_walls) | (self.neighbors[usize::from(index)] & empty) != 0 {
            return Some(next);
        }
        let own = self.component(bit, next.own);
        let is_legal = own & self.beside_walls != 0 || self.spread(own) & empty != 0;
        is_legal.then_some(next)
    }

    /// The plays of the opponent that capture stones of the owner, which are all but those `held`.
    pub(super) fn captures(&self, stones: Stones, held: Mask) -> Mask {
        self.last_liberties(stones, stones.own & !held, stones.own, 0)
    }

    /// The last liberties of the opponent's blocks with a stone among `points` that can be taken.
    pub(super) fn takes(&self, stones: Stones, points: Mask) -> Mask {
        self.last_liberties(stones, points & stones.other, stones.other, self.open)
    }

    /// The liberty of each block with a point of `rest`, as a part of `within`, that has one alone and no `free` point.
    fn last_liberties(&self, stones: Stones, mut rest: Mask, within: Mask, free: Mask) -> Mask {
        let empty = self.empty(stones);
        let mut last = 0;
        while rest != 0 {
            let block = self.component(rest & rest.wrapping_neg(), within);
            let liberties = self.spread(block) & empty;
            if block & free == 0 && liberties.is_power_of_two() {
                last |= liberties;
            }
            rest &= !block;
        }
        last
    }

    /// Whether all stones of the owner have liberties inside, but for those joined to walls.
    pub(super) fn owner_breathes(&self, stones: Stones) -> bool {
        self.breathes(stones, stones.own & !self.held(stones), stones.own, 0)
    }

    /// Whether the start can stand on a board: all blocks have liberties.
    pub(super) fn is_legal(&self, stones: Stones) -> bool {
        self.owner_breathes(stones) && self.breathes(stones, stones.other, stones.other, self.open)
    }

    /// Whether each block with a point of `rest`, as a part of `within`, has a liberty, or is on a `free` point.
    fn breathes(&self, stones: Stones, mut rest: Mask, within: Mask, free: Mask) -> bool {
        let empty = self.empty(stones);
        while rest != 0 {
            let block = self.component(rest & rest.wrapping_neg(), within);
            if block & free == 0 && self.spread(block) & empty == 0 {
                return false;
            }
            rest &= !block;
        }
        true
    }
}

/// The mask of the first `n` points.
const fn full(n: usize) -> Mask {
    if n >= MOST_POINTS {
        Mask::MAX
    } else {
        (1 << n) - 1
    }
}
