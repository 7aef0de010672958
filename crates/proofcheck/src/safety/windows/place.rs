//! A window on the board, and play in it.
//!
//! A window holds no stone of a *wall*, and walls are never taken. Whatever else lies beside its points is given to the
//! other color: its stones there have liberties outside and are never taken, and no empty point outside is a liberty
//! of the owner. A stone of the owner that is joined to no wall may not be taken either.

use crate::grid::Grid;
use crate::set::Set;

/// A window with the walls beside it.
#[derive(Clone, Debug)]
pub struct Place {
    /// The points of the board.
    pub grid: Grid,
    pub(crate) points: Set,
    /// Points beside something that is neither in the window nor a wall.
    pub(crate) open: Set,
    /// The walls beside it, each as a group of its own.
    walls: Vec<Group>,
    /// Whether blocks may be taken off by their own side.
    pub(crate) suicide: bool,
}

/// What stands in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WindowStones {
    /// Stones of the owner.
    pub own: Set,
    /// Stones of the other color.
    pub other: Set,
}

/// Walls that stones in the window join.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The stones of the walls, outside.
    pub(crate) walls: Set,
    /// The stones that join them, inside.
    pub(crate) stones: Set,
    /// All these stones and the points beside them.
    pub(crate) reach: Set,
}

/// What a play of the other color leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Invaded {
    /// Stones of the owner are taken.
    Taken,
    /// The stones after it.
    Stands(WindowStones),
    /// The block has no liberty here. On the board the play may take a wall, or be a suicide.
    Choked {
        /// With the stone.
        during: WindowStones,
        /// After a suicide of several stones, if it is allowed. That of a single stone changes nothing.
        after: Option<WindowStones>,
    },
}

impl Place {
    /// The window on some points beside blocks that are walls.
    #[must_use]
    pub fn new(grid: Grid, points: Set, walls: &[Set], suicide: bool) -> Self {
        let near = grid.spread(points);
        let beside = walls.iter().filter(|wall| wall.meets(near));
        let group = |&wall: &Set| Group {
            walls: wall,
            stones: Set::EMPTY,
            reach: grid.spread(wall),
        };
        let all = walls.iter().fold(Set::EMPTY, |all, &wall| all | wall);
        Self {
            grid,
            points,
            open: grid.spread(grid.all - points - all) & points,
            walls: beside.map(group).collect(),
            suicide,
        }
    }

    pub(crate) fn empty(&self, stones: WindowStones) -> Set {
        self.points - stones.own - stones.other
    }

    /// The walls, those that stones join together.
    pub(crate) fn groups(&self, stones: WindowStones) -> Vec<Group> {
        let mut groups = self.walls.clone();
        for block in self.grid.parts(stones.own, stones.own) {
            let near = self.grid.spread(block);
            let joins = |group: &Group| group.walls.meets(near);
            if !groups.iter().any(joins) {
                continue;
            }
            let mut joined = Group {
                walls: Set::EMPTY,
                stones: block,
                reach: near,
            };
            groups.retain(|group| {
                let is_joined = joins(group);
                if is_joined {
                    joined.walls |= group.walls;
                    joined.stones |= group.stones;
                    joined.reach |= group.reach;
                }
                !is_joined
            });
            groups.push(joined);
        }
        groups
    }

    /// Whether the blocks inside that may be taken have liberties.
    pub(crate) fn breathes(&self, stones: WindowStones) -> bool {
        let (grid, empty) = (&self.grid, self.empty(stones));
        let held = joined_stones(&self.groups(stones));
        grid.all_breathe(stones.own - held, stones.own, empty, Set::EMPTY)
            && grid.all_breathe(stones.other, stones.other, empty, self.open)
    }

    /// A play of the other color on an empty point; `held` are the stones of the owner that are joined to walls.
    pub(crate) fn invaded(&self, stones: WindowStones, held: Set, point: usize) -> Invaded {
        let grid = &self.grid;
        let stone = Set::of(point);
        let during = WindowStones {
            other: stones.other | stone,
            ..stones
        };
        let empty = self.empty(during);
        let loose = stones.own - held;
        let attacked = grid.parts(grid.spread(stone), loose);
        if attacked
            .iter()
            .any(|&block| !grid.spread(block).meets(empty))
        {
            return Invaded::Taken;
        }
        let made = grid.flood(stone, during.other);
        if made.meets(self.open) || grid.spread(made).meets(empty) {
            return Invaded::Stands(during);
        }
        let after = WindowStones {
            other: during.other - made,
            ..stones
        };
        Invaded::Choked {
            during,
            after: (self.suicide && made != stone).then_some(after),
        }
    }

    /// The stones after a play of the owner; `None` if it may be illegal.
    pub(crate) fn answered(&self, stones: WindowStones, point: usize) -> Option<WindowStones> {
        if !self.empty(stones).has(point) {
            return None;
        }
        let grid = &self.grid;
        let stone = Set::of(point);
        let own = stones.own | stone;
        let empty = self.points - own - stones.other;
        let attacked = grid.parts(grid.spread(stone), stones.other).into_iter();
        let taken = attacked
            .filter(|&block| !block.meets(self.open) && !grid.spread(block).meets(empty))
            .fold(Set::EMPTY, |all, block| all | block);
        let beside = grid.spread(grid.flood(stone, own));
        let is_joined = self.walls.iter().any(|group| group.walls.meets(beside));
        let is_legal = is_joined || beside.meets(empty | taken);
        is_legal.then_some(WindowStones {
            own,
            other: stones.other - taken,
        })
    }
}

/// The stones inside that are joined to walls.
pub(crate) fn joined_stones(groups: &[Group]) -> Set {
    groups
        .iter()
        .fold(Set::EMPTY, |all, group| all | group.stones)
}
