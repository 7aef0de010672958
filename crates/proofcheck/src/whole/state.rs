//! Positions, moves, the count at the end, and points that a side can't lose.

use super::shape::{Bits, Shape, each};

/// A position, without the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Stones of the owner of the claim.
    pub(super) owner: Bits,
    /// Stones of the other side.
    pub(super) other: Bits,
    /// The point where the side to move may not play because of a ko, or nothing.
    pub(super) ban: Bits,
    /// Whether the last move was a pass.
    pub(super) passed: bool,
}

impl State {
    /// The position before the first move, with these stones.
    pub(super) const fn at_start(owner: Bits, other: Bits) -> Self {
        Self {
            owner,
            other,
            ban: 0,
            passed: false,
        }
    }

    pub(super) const fn empty(&self, shape: &Shape) -> Bits {
        shape.full & !(self.owner | self.other)
    }

    /// The position after a play on a point, given as a set; nothing if that is not legal.
    pub(super) fn play(&self, shape: &Shape, by_owner: bool, point: Bits) -> Option<Self> {
        if point & self.empty(shape) & !self.ban == 0 {
            return None;
        }
        let (mine, theirs) = if by_owner {
            (self.owner, self.other)
        } else {
            (self.other, self.owner)
        };
        let mine = mine | point;
        let beside = shape.flood(shape.neighbors(point), theirs);
        let taken: Bits = shape
            .parts(beside)
            .filter(|&block| shape.neighbors(block) & !(mine | theirs) == 0)
            .sum();
        let theirs = theirs & !taken;
        let made = shape.flood(point, mine);
        let liberties = shape.neighbors(made) & shape.full & !(mine | theirs);
        if liberties == 0 {
            return None;
        }
        let is_ko = taken.count_ones() == 1 && made == point && liberties == taken;
        let (owner, other) = if by_owner {
            (mine, theirs)
        } else {
            (theirs, mine)
        };
        Some(Self {
            owner,
            other,
            ban: if is_ko { taken } else { 0 },
            passed: false,
        })
    }

    /// The position after a pass that does not end the game.
    pub(super) const fn pass(&self) -> Self {
        Self {
            ban: 0,
            passed: true,
            ..*self
        }
    }

    /// Points of the owner less those of the other side if the game ends here: stones, and empty parts beside stones of
    /// one side alone.
    pub(super) fn count(&self, shape: &Shape) -> i32 {
        let empty = self.empty(shape);
        let by_owner = shape.flood(shape.neighbors(self.owner), empty);
        let by_other = shape.flood(shape.neighbors(self.other), empty);
        size(self.owner | by_owner & !by_other) - size(self.other | by_other & !by_owner)
    }

    /// The image under a symmetry for which the sets, in the order of the fields, are least.
    pub(super) fn canonical(&self, shape: &Shape) -> Self {
        let sets = [self.owner, self.other, self.ban];
        let [owner, other, ban] = shape.images_of(sets).fold(sets, |a, b| a.min(b));
        Self {
            owner,
            other,
            ban,
            passed: self.passed,
        }
    }

    /// A number that no other position has.
    pub(super) fn key(&self) -> u64 {
        // Only the ban is in both sets.
        u64::from(self.owner | self.ban) << 31
            | u64::from(self.other | self.ban) << 1
            | u64::from(self.passed)
    }

    /// The position of a number.
    pub(super) fn of_key(key: u64) -> Self {
        let set = |shift: u32| Bits::try_from(key >> shift & 0x3fff_ffff).unwrap_or(0);
        let (owner, other) = (set(31), set(1));
        let ban = owner & other;
        Self {
            owner: owner & !ban,
            other: other & !ban,
            ban,
            passed: key & 1 != 0,
        }
    }

    /// A number for the stones alone, up to symmetry.
    pub(super) fn arrangement(&self, shape: &Shape) -> u64 {
        let stones = Self::at_start(self.owner, self.other);
        stones.canonical(shape).key()
    }
}

/// The number of points of a set.
pub(super) fn size(set: Bits) -> i32 {
    i32::try_from(set.count_ones()).unwrap_or(i32::MAX)
}

/// Stones of a side that are never taken, whatever it plays inside their regions or leaves: each block has two regions
/// without stones of the side all of whose points are beside it, and around these regions are such blocks alone.
fn lasting(shape: &Shape, own: Bits) -> Bits {
    let near = shape.neighbors(own);
    let mut regions: Vec<Bits> = shape.parts(shape.full & !own).collect();
    if regions.iter().filter(|&region| region & !near == 0).count() < 2 {
        return 0;
    }
    let mut blocks: Vec<(Bits, Bits)> = shape
        .parts(own)
        .map(|block| (block, shape.neighbors(block)))
        .collect();
    loop {
        let n_blocks = blocks.len();
        blocks.retain(|(_, beside)| {
            regions
                .iter()
                .filter(|&region| region & !beside == 0)
                .count()
                >= 2
        });
        let left: Bits = blocks.iter().map(|(block, _)| block).sum();
        if blocks.len() == n_blocks {
            return left;
        }
        regions.retain(|&region| shape.neighbors(region) & own & !left == 0);
    }
}

/// Points that a side with these stones ends with, if it plays on: stones that last, and the parts between them in
/// which the points that are not beside them have room for one eye at most.
pub(super) fn secure(shape: &Shape, own: Bits) -> Bits {
    let lasting = lasting(shape, own);
    if lasting == 0 {
        return 0;
    }
    let near = shape.neighbors(lasting);
    let is_held = |part: &Bits| shape.is_one_eye(part & !near);
    let held: Bits = shape.parts(shape.full & !lasting).filter(is_held).sum();
    lasting | held
}

/// The legal plays of a side, with the positions after them.
pub(super) fn plays<'a>(
    shape: &'a Shape,
    state: &'a State,
    by_owner: bool,
) -> impl Iterator<Item = State> + 'a {
    each(state.empty(shape)).filter_map(move |point| state.play(shape, by_owner, point))
}
