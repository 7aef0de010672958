//! Unconditional life: blocks that can't be captured though their owner passes forever.
//!
//! A set of blocks is unconditionally alive if each has two healthy regions that only blocks of the set enclose.
//! The largest such set is found by `elimination`. Exact where suicide
//! is forbidden; where it is allowed, healthy is read more strictly (see [`Region`](super::region::Region)) and the
//! answer is exact again. Single-stone suicide changes nothing on the board and needs no case of its own.
//!
//! Only small regions can be healthy, and they are found by floods of bit sets. [`LifeTracker`] keeps them from
//! position to position: a play changes only the regions at the points that it changed.
//!
//! Source: Benson, "Life in the Game of Go" (1976), sections 4, 5 and 7.

use super::elimination::{ENOUGH_EYES, eliminate};
use super::region::Regions;
use crate::board::{BlockId, Board, Cell, Color, N_INDICES, Point, PointSet};

/// What one color has unconditionally.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnconditionalLife {
    /// The stones of the unconditionally alive blocks.
    pub stones: PointSet,
    /// All points of the regions that only such blocks enclose and that are healthy for at least one of them.
    pub vital: PointSet,
}

impl UnconditionalLife {
    /// Stones and vital regions together.
    #[must_use]
    pub fn points(&self) -> PointSet {
        self.stones | self.vital
    }
}

/// The unconditional life of one color. Linear in the size of the board.
///
/// Assumes that the opponent may take every ko at once: the ko ban is not looked at, and can't matter, since the
/// owner passes.
#[must_use]
pub fn unconditional_life(board: &Board, color: Color) -> UnconditionalLife {
    let contents = Contents::new(board);
    let ground = contents.ground(board, color);
    life_of(board, color, &ground, &ground.all_small())
}

/// As [`unconditional_life`], with regions already at hand.
#[must_use]
pub fn of_regions(board: &Board, regions: &Regions) -> UnconditionalLife {
    let ground = Contents::new(board).ground(board, regions.color());
    let small = regions.iter().filter(|region| region.is_small);
    let small: Vec<PointSet> = small.map(|region| region.points).collect();
    life_of(board, regions.color(), &ground, &small)
}

/// The small regions of one color, kept up to date while stones come and go.
#[derive(Clone, Debug)]
pub struct LifeTracker {
    color: Color,
    contents: Contents,
    small: Vec<PointSet>,
}

impl LifeTracker {
    /// The small regions of a position.
    #[must_use]
    pub fn new(board: &Board, color: Color) -> Self {
        let contents = Contents::new(board);
        let small = contents.ground(board, color).all_small();
        Self {
            color,
            contents,
            small,
        }
    }

    /// Follows the board after a play on `point` or its undoing, the only change since the last call.
    ///
    /// Costs a few operations on sets for each small region, and a flood for each region beside a change which stops as
    /// soon as the region turns out not to be small; where stones were captured or brought back, a look at every point
    /// besides.
    pub fn follow(&mut self, board: &Board, point: Point) {
        let changed = self.contents.update(board, point);
        let near = changed.spread();
        let ground = self.contents.ground(board, self.color);
        self.small.retain(|region| !region.intersects(&near));
        ground.add_small(near & ground.rest, &mut self.small);
    }

    /// The unconditional life of the color in the position followed.
    #[must_use]
    pub fn life(&self, board: &Board) -> UnconditionalLife {
        let ground = self.contents.ground(board, self.color);
        life_of(board, self.color, &ground, &self.small)
    }
}

/// What stands where.
#[derive(Clone, Debug)]
struct Contents {
    all: PointSet,
    empty: PointSet,
    black: PointSet,
}

impl Contents {
    fn new(board: &Board) -> Self {
        let all = PointSet::board(board.size());
        let empty = board.empty_set();
        let is_black = |point: &Point| board.cell(*point) == Cell::Black;
        let black = (all - empty).iter().filter(is_black).collect();
        Self { all, empty, black }
    }

    /// Follows the board after a play on `point` or its undoing; the points that changed.
    fn update(&mut self, board: &Board, point: Point) -> PointSet {
        let (n_before, n_now) = (self.empty.len(), board.empty_points().len());
        let was_empty = self.empty.contains(point);
        let is_alone = if board.is_empty(point) {
            !was_empty && n_now == n_before + 1
        } else {
            was_empty && n_now + 1 == n_before
        };
        if !is_alone {
            let before = std::mem::replace(self, Self::new(board));
            let differ = |a: PointSet, b: PointSet| (a - b) | (b - a);
            return differ(before.empty, self.empty) | differ(before.black, self.black);
        }
        self.empty.remove(point);
        self.black.remove(point);
        match board.cell(point) {
            Cell::Empty => self.empty.insert(point),
            Cell::Black => self.black.insert(point),
            Cell::White | Cell::Wall => false,
        };
        PointSet::from_iter([point])
    }

    /// The point sets of a board for the regions of a color.
    fn ground(&self, board: &Board, color: Color) -> Ground {
        let stones = match color {
            Color::Black => self.black,
            Color::White => self.all - self.empty - self.black,
        };
        let rest = self.all - stones;
        let needed = if board.allows_suicide() {
            rest
        } else {
            self.empty
        };
        let deep = needed - stones.spread();
        Ground { rest, needed, deep }
    }
}

/// The point sets of a board for the regions of one color.
struct Ground {
    /// All points without a stone of the color.
    rest: PointSet,
    /// Those of them that have to touch a block for a region to be healthy for it.
    needed: PointSet,
    /// Those that touch no stone of the color: a region with one of them is not small.
    deep: PointSet,
}

impl Ground {
    /// All small regions.
    fn all_small(&self) -> Vec<PointSet> {
        // One flood finds all the others.
        let mut large = self.deep;
        loop {
            let wider = large.spread() & self.rest;
            if wider == large {
                break;
            }
            large = wider;
        }
        let mut small = Vec::with_capacity(32);
        self.add_small(self.rest - large, &mut small);
        small
    }

    /// Adds the small regions of the points `seeds`.
    fn add_small(&self, mut seeds: PointSet, small: &mut Vec<PointSet>) {
        while let Some(start) = seeds.first() {
            let mut region = PointSet::from_iter([start]);
            let is_small = loop {
                if region.intersects(&self.deep) {
                    break false;
                }
                let wider = region.spread() & self.rest;
                if wider == region {
                    break true;
                }
                region = wider;
            };
            seeds -= region;
            if is_small {
                small.push(region);
            }
        }
    }
}

/// A region that is healthy for a block.
#[derive(Clone, Copy)]
struct Candidate {
    /// Its place in the list of regions.
    number: usize,
    /// Where its border starts in the list of neighbors, and where it ends.
    border: (usize, usize),
}

/// A block at the border of a region.
#[derive(Clone, Copy)]
struct Neighbor {
    /// Its number among the blocks found.
    block: u16,
    is_healthy: bool,
}

/// Stands for a block that has not been found yet.
const UNSEEN: u16 = u16::MAX;

/// The blocks around small regions, and the regions that are healthy for some of them.
struct Borders {
    ids: Vec<BlockId>,
    neighbors: Vec<Neighbor>,
    candidates: Vec<Candidate>,
}

impl Borders {
    fn new(board: &Board, color: Color, ground: &Ground, small: &[PointSet]) -> Self {
        let own = Cell::from(color);
        let mut number = [UNSEEN; N_INDICES];
        let mut borders = Self {
            ids: Vec::with_capacity(32),
            neighbors: Vec::with_capacity(64),
            candidates: Vec::with_capacity(small.len()),
        };
        for (n, region) in small.iter().enumerate() {
            let start = borders.neighbors.len();
            let needed = *region & ground.needed;
            for stone in &(region.spread() - *region) {
                if board.cell(stone) != own {
                    continue;
                }
                let id = board.block_id(stone);
                let block = &mut number[id.index()];
                if *block == UNSEEN {
                    *block = u16::try_from(borders.ids.len()).unwrap_or(UNSEEN);
                    borders.ids.push(id);
                }
                let mut known = borders.neighbors[start..].iter();
                if known.any(|neighbor| neighbor.block == *block) {
                    continue;
                }
                let is_healthy = touches(board, id, &needed);
                borders.neighbors.push(Neighbor {
                    block: *block,
                    is_healthy,
                });
            }
            let border = (start, borders.neighbors.len());
            if borders.neighbors[start..]
                .iter()
                .any(|neighbor| neighbor.is_healthy)
            {
                let candidate = Candidate { number: n, border };
                borders.candidates.push(candidate);
            } else {
                borders.neighbors.truncate(start);
            }
        }
        borders
    }
}

/// Whether every point of `needed` is a neighbor of a block.
fn touches(board: &Board, id: BlockId, needed: &PointSet) -> bool {
    let block = board.block(id);
    needed.is_subset(block.liberties())
        || board.allows_suicide()
            && needed.iter().all(|point| {
                let mut neighbors = point.neighbors().into_iter();
                neighbors.any(|neighbor| {
                    board.color(neighbor) == Some(block.color()) && board.block_id(neighbor) == id
                })
            })
}

/// What lives of a color whose small regions are `small`.
fn life_of(board: &Board, color: Color, ground: &Ground, small: &[PointSet]) -> UnconditionalLife {
    let Borders {
        ids,
        neighbors,
        mut candidates,
    } = Borders::new(board, color, ground, small);
    let mut n_eyes = vec![0; ids.len()];
    let n_vital = eliminate(&mut candidates, &mut n_eyes, |candidate| {
        let (start, end) = candidate.border;
        let border = neighbors[start..end].iter();
        border.map(|neighbor| (usize::from(neighbor.block), u16::from(neighbor.is_healthy)))
    });
    let mut life = UnconditionalLife::default();
    for (&id, &n_eyes) in ids.iter().zip(&n_eyes) {
        if n_eyes >= ENOUGH_EYES {
            life.stones.extend(board.stones(board.block(id).head()));
        }
    }
    for candidate in &candidates[..n_vital] {
        life.vital |= small[candidate.number];
    }
    life
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safety::marks::marked;

    /// Which black stones are unconditionally alive: `*` in the second diagram.
    fn check(diagram: &str, expected: &str) {
        let board: Board = diagram.parse().unwrap();
        let life = unconditional_life(&board, Color::Black);
        assert_eq!(
            marked(&board, &life.stones, &life.vital),
            expected,
            "{diagram}"
        );
    }

    #[test]
    fn two_eyes_live() {
        check(". X . X\nX X X X\n. . . .", "+*+* **** ++++");
        check(". . X .\nX X X X\n. . . .\n. . . .", "++*+ **** ---- ----");
        // An empty point inside an eye touches no stone: the opponent may live there.
        check(
            ". . . X .\n. . X X X\n. X X . .\nX X . . .\n. . . . .",
            "----- ----- ----- ----- -----",
        );
    }

    #[test]
    fn blocks_joined_by_their_eyes_live() {
        check(". X O O\nX . X O\nO X X O\nO O O .", "---- ---- ---- ----");
        check(". X .\nX . X\n. X .", "+*+ *+* +*+");
    }

    #[test]
    fn elimination_goes_on_until_nothing_changes() {
        // The left block has a second eye only if the right one lives, which has no eye of its own.
        check(". X . X O\nX X O X O\nX X X O .", "----- ----- -----");
    }

    /// Follows a random game with captures, undoing some plays, and compares with the answer from scratch.
    fn follow(seed: u64, width: u8, height: u8, allows_suicide: bool) -> usize {
        let mut rng = crate::base::Rng::new(seed, 0);
        let size = crate::board::Size::new(width, height).unwrap();
        let mut board = Board::new(size).with_suicide(allows_suicide);
        let mut trackers = Color::BOTH.map(|color| LifeTracker::new(&board, color));
        let mut line = Vec::new();
        let mut n_alive = 0;
        for turn in 0..6 * size.n_points() {
            let color = Color::BOTH[turn % 2];
            let points: Vec<Point> = size
                .points()
                .filter(|&p| board.is_legal(color, p))
                .collect();
            // Few eyes are filled, so that life arises.
            let fills_eye = |point: Point| {
                point.neighbors().into_iter().all(|neighbor| {
                    matches!(board.cell(neighbor), Cell::Wall)
                        || board.color(neighbor) == Some(color)
                })
            };
            let choice =
                points.get(rng.below(u32::try_from(points.len().max(1)).unwrap()) as usize);
            let changed = match choice {
                _ if rng.below(6) == 0 => {
                    board.undo();
                    line.pop()
                }
                Some(&point) if !fills_eye(point) || rng.below(10) == 0 => {
                    board.play(color, point).unwrap();
                    line.push(point);
                    Some(point)
                }
                Some(_) | None => None,
            };
            let Some(changed) = changed else {
                continue;
            };
            for tracker in &mut trackers {
                tracker.follow(&board, changed);
                let (color, found) = (tracker.color, tracker.life(&board));
                let scratch = unconditional_life(&board, color);
                assert_eq!(found, scratch, "{color}\n{board}");
                n_alive += usize::from(!scratch.stones.is_empty());
            }
        }
        n_alive
    }

    #[test]
    fn following_a_game_gives_the_same_as_starting_anew() {
        let n_alive: usize = (0..24u8)
            .map(|n| follow(u64::from(n), 3 + n % 6, 3 + n % 4, n % 3 == 0))
            .sum();
        assert!(n_alive > 1000, "{n_alive}");
    }
}
