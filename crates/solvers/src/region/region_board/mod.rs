//! A small part of the board, played out on its own in bit masks.
//!
//! A *region board* is a set of at most 64 points together with the blocks around it, its *walls*. Every neighbor of
//! its points is one of them, a point of the region board or a stone of a wall. What a wall is worth outside the region
//! board is stated, not looked up: see [`Hold`]. A play copies the position, so that there is nothing to take back.

mod lead;
pub(super) mod life;

use arrayvec::ArrayVec;

use crate::board::{Board, Cell, Color, PerColor, Point, PointSet};
use crate::safety::elimination::ENOUGH_EYES;

/// A set of points of a region board: bit `n` is the `n`-th of its points.
pub(super) type Mask = u64;

/// Most points of a region board.
const MOST_POINTS: usize = 64;
/// Most walls of a region board.
const MOST_WALLS: usize = 32;

/// What a wall has besides its liberties inside the region board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hold {
    /// Nothing that lasts: it falls with its last liberty inside.
    Nothing,
    /// One eye elsewhere, as long as it can't be captured here.
    Eye,
    /// Two eyes: it lives.
    TwoEyes,
}

impl Hold {
    /// Eyes outside.
    const fn n_eyes(self) -> u16 {
        match self {
            Self::Nothing => 0,
            Self::Eye => 1,
            Self::TwoEyes => ENOUGH_EYES,
        }
    }
}

/// A block around a region board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wall {
    color: Color,
    /// A stone of it.
    head: Point,
    /// The points of the region board beside it.
    beside: Mask,
    hold: Hold,
}

/// The part of a region board that does not change.
#[derive(Clone, Debug)]
pub(super) struct RegionBoard {
    /// In point order.
    points: Vec<Point>,
    neighbors: Vec<Mask>,
    walls: ArrayVec<Wall, MOST_WALLS>,
    /// Points beside the walls of each color.
    beside: PerColor<Mask>,
    all: Mask,
    allows_suicide: bool,
}

/// What stands on a region board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RegionPosition {
    /// The stones of each color.
    pub(super) stones: PerColor<Mask>,
    /// The color that may not take a ko, and where.
    ko: Option<(Color, u8)>,
    /// Whether a wall has been captured; nothing else of the position counts then.
    pub(super) has_fallen: bool,
}

/// A block with its walls.
#[derive(Clone, Copy, Debug, Default)]
struct WalledBlock {
    stones: Mask,
    /// Numbers of walls, as bits.
    walls: u32,
}

impl RegionBoard {
    /// The region board of `points`, which hold all their neighbors but stones of walls; `hold` gives what the block of
    /// a stone has outside. `None` if it is too large.
    pub(super) fn new(
        board: &Board,
        points: &PointSet,
        hold: impl Fn(Color, Point) -> Hold,
    ) -> Option<Self> {
        let points: Vec<Point> = points.iter().collect();
        if points.len() > MOST_POINTS {
            return None;
        }
        let mut region_board = Self {
            neighbors: vec![0; points.len()],
            walls: ArrayVec::new(),
            beside: PerColor::default(),
            all: match points.len() {
                MOST_POINTS => Mask::MAX,
                n => (1 << n) - 1,
            },
            allows_suicide: board.allows_suicide(),
            points,
        };
        for n in 0..region_board.points.len() {
            for neighbor in region_board.points[n].neighbors() {
                if board.cell(neighbor) == Cell::Wall {
                    continue;
                }
                if let Some(index) = region_board.index(neighbor) {
                    region_board.neighbors[n] |= 1 << index;
                } else if !region_board.touch(board, neighbor, n, &hold) {
                    return None;
                }
            }
        }
        Some(region_board)
    }

    /// Notes that the `n`-th point lies beside the wall of `stone`; whether there was room for it.
    fn touch(
        &mut self,
        board: &Board,
        stone: Point,
        n: usize,
        hold: &impl Fn(Color, Point) -> Hold,
    ) -> bool {
        let Some(color) = board.color(stone) else {
            debug_assert!(false, "a region_board holds its empty neighbors");
            return false;
        };
        self.beside[color] |= 1 << n;
        let head = board.block(board.block_id(stone)).head();
        if let Some(wall) = self.walls.iter_mut().find(|wall| wall.head == head) {
            wall.beside |= 1 << n;
            return true;
        }
        let wall = Wall {
            color,
            head,
            beside: 1 << n,
            hold: hold(color, stone),
        };
        self.walls.try_push(wall).is_ok()
    }

    /// Number of a point.
    pub(super) fn index(&self, point: Point) -> Option<usize> {
        self.points.binary_search(&point).ok()
    }

    /// The point with a number.
    pub(super) fn point(&self, index: u8) -> Point {
        self.points[usize::from(index)]
    }

    /// Number of its points.
    pub(super) fn n_points(&self) -> i32 {
        i32::try_from(self.points.len()).unwrap_or(0)
    }

    /// The points of the region board in a set.
    pub(super) fn mask(&self, points: &PointSet) -> Mask {
        let numbers = (0..self.points.len()).filter(|&n| points.contains(self.points[n]));
        numbers.fold(0, |mask, n| mask | 1 << n)
    }

    /// What stands on the region board on a board, with the board's ko.
    pub(super) fn position(&self, board: &Board) -> RegionPosition {
        let stones = PerColor::from_fn(|color| {
            let is_own = |&n: &usize| board.color(self.points[n]) == Some(color);
            (0..self.points.len())
                .filter(is_own)
                .fold(0, |mask, n| mask | 1 << n)
        });
        let ko = board.ko().and_then(|(color, point)| {
            let index = u8::try_from(self.index(point)?).ok()?;
            Some((color, index))
        });
        RegionPosition {
            stones,
            ko,
            has_fallen: false,
        }
    }

    /// The empty points.
    pub(super) fn empty(&self, position: &RegionPosition) -> Mask {
        self.all & !(position.stones[Color::Black] | position.stones[Color::White])
    }

    /// All neighbors of a set of points, and those of them that belong to the set.
    fn spread(&self, mask: Mask) -> Mask {
        bits(mask).fold(0, |spread, n| spread | self.neighbors[usize::from(n)])
    }

    /// The part of `within` connected with `start`.
    fn component(&self, start: Mask, within: Mask) -> Mask {
        let (mut part, mut front) = (start, start);
        while front != 0 {
            front = self.spread(front) & within & !part;
            part |= front;
        }
        part
    }

    /// The block that holds the stones `stones` and the walls `walls`.
    fn group(
        &self,
        position: &RegionPosition,
        color: Color,
        stones: Mask,
        walls: u32,
    ) -> WalledBlock {
        let own = position.stones[color];
        let mut group = WalledBlock { stones, walls };
        let mut front = stones | self.beside_walls(walls) & own;
        group.stones |= front;
        while front != 0 {
            let mut reach = self.spread(front);
            for (n, wall) in self.walls.iter().enumerate() {
                let is_new = wall.color == color && group.walls & 1 << n == 0;
                if is_new && wall.beside & front != 0 {
                    group.walls |= 1 << n;
                    reach |= wall.beside;
                }
            }
            front = reach & own & !group.stones;
            group.stones |= front;
        }
        group
    }

    fn beside_walls(&self, walls: u32) -> Mask {
        let numbered = self.walls.iter().enumerate();
        numbered
            .filter(|(n, _)| walls & 1 << n != 0)
            .fold(0, |beside, (_, wall)| beside | wall.beside)
    }

    /// All points beside a block, its own stones apart.
    fn beside(&self, group: &WalledBlock) -> Mask {
        (self.spread(group.stones) | self.beside_walls(group.walls)) & !group.stones
    }

    /// What the best of a block's walls has outside.
    fn hold(&self, group: &WalledBlock) -> Hold {
        let numbered = self.walls.iter().enumerate();
        numbered
            .filter(|(n, _)| group.walls & 1 << n != 0)
            .map(|(_, wall)| wall.hold)
            .max()
            .unwrap_or(Hold::Nothing)
    }

    /// Whether a block has neither liberties inside nor anything outside.
    fn is_captured(&self, group: &WalledBlock, empty: Mask) -> bool {
        self.beside(group) & empty == 0 && self.hold(group) == Hold::Nothing
    }

    /// The position after a play on the point with number `index`, unless the play is illegal. The ko ban holds for
    /// the color that it names. The suicide of a single stone changes nothing and is no play.
    pub(super) fn play(
        &self,
        position: &RegionPosition,
        color: Color,
        index: u8,
    ) -> Option<RegionPosition> {
        let bit: Mask = 1 << index;
        if self.empty(position) & bit == 0 || position.ko == Some((color, index)) {
            return None;
        }
        let other = color.opponent();
        let mut next = *position;
        next.ko = None;
        next.stones[color] |= bit;
        let captured = self.capture(&mut next, other, bit);
        let own = self.group(&next, color, bit, 0);
        let empty = self.empty(&next);
        if captured == 0 && !next.has_fallen && self.is_captured(&own, empty) {
            if !self.allows_suicide || own.stones == bit && own.walls == 0 {
                return None;
            }
            next.stones[color] &= !own.stones;
            next.has_fallen |= own.walls != 0;
        }
        let is_single = own.stones == bit && own.walls == 0;
        if is_single && captured.count_ones() == 1 && self.beside(&own) & empty == captured {
            next.ko = Some((other, first(captured)));
        }
        Some(next)
    }

    /// Takes the blocks of `color` without liberties around the stone `bit` off the region board; the stones taken.
    fn capture(&self, next: &mut RegionPosition, color: Color, bit: Mask) -> Mask {
        let empty = self.empty(next);
        let mut captured = 0;
        let mut open = self.spread(bit) & next.stones[color];
        while open != 0 {
            let group = self.group(next, color, lowest(open), 0);
            open &= !group.stones;
            if self.is_captured(&group, empty) {
                captured |= group.stones;
                next.has_fallen |= group.walls != 0;
            }
        }
        for (n, wall) in self.walls.iter().enumerate() {
            if wall.color == color && wall.beside & bit != 0 && wall.hold == Hold::Nothing {
                let group = self.group(next, color, 0, 1 << n);
                next.has_fallen |= self.is_captured(&group, empty);
            }
        }
        next.stones[color] &= !captured;
        captured
    }

    /// The legal plays of a color in point order.
    pub(super) fn plays(
        &self,
        position: &RegionPosition,
        color: Color,
    ) -> impl Iterator<Item = u8> {
        bits(self.empty(position)).filter(move |&n| self.play(position, color, n).is_some())
    }

    /// The position after a pass: no ko is banned.
    pub(super) const fn pass(position: &RegionPosition) -> RegionPosition {
        RegionPosition {
            ko: None,
            ..*position
        }
    }

    /// A key of the position, the ko included.
    pub(super) fn key(position: &RegionPosition) -> u64 {
        let ko = position.ko.map_or(0, |(color, index)| {
            (u64::from(index) << 1 | color.index() as u64) + 1
        });
        let stones = mix(position.stones[Color::Black]) ^ mix(!position.stones[Color::White]);
        mix(stones ^ ko << 1 ^ u64::from(position.has_fallen))
    }

    /// Whether each wall of a color that does not live elsewhere has a liberty here.
    pub(super) fn keeps_liberties(&self, position: &RegionPosition, color: Color) -> bool {
        let empty = self.empty(position);
        self.walls.iter().enumerate().all(|(n, wall)| {
            wall.color != color || wall.hold == Hold::TwoEyes || {
                let group = self.group(position, color, 0, 1 << n);
                self.hold(&group) == Hold::TwoEyes || self.beside(&group) & empty != 0
            }
        })
    }

    /// The blocks of a color with the points beside them and what they have outside.
    fn blocks(
        &self,
        position: &RegionPosition,
        color: Color,
    ) -> ArrayVec<(WalledBlock, Mask, Hold), MOST_BLOCKS> {
        let mut blocks = ArrayVec::new();
        let mut seen = WalledBlock::default();
        let mut add = |group: WalledBlock, seen: &mut WalledBlock| {
            seen.stones |= group.stones;
            seen.walls |= group.walls;
            blocks.push((group, self.beside(&group), self.hold(&group)));
        };
        for (n, wall) in self.walls.iter().enumerate() {
            if wall.color == color && seen.walls & 1 << n == 0 {
                add(self.group(position, color, 0, 1 << n), &mut seen);
            }
        }
        loop {
            let open = position.stones[color] & !seen.stones;
            if open == 0 {
                break;
            }
            add(self.group(position, color, lowest(open), 0), &mut seen);
        }
        blocks
    }
}

/// Most blocks of a color: its walls, and single stones.
const MOST_BLOCKS: usize = MOST_POINTS + MOST_WALLS;

/// The numbers in a set, ascending.
#[inline]
pub(super) fn bits(mask: Mask) -> impl Iterator<Item = u8> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let n = first(rest);
        rest &= rest - 1;
        Some(n)
    })
}

/// The lowest number in a set that is not empty.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "at most 64")]
const fn first(mask: Mask) -> u8 {
    mask.trailing_zeros() as u8
}

/// The set of the lowest number.
const fn lowest(mask: Mask) -> Mask {
    mask & mask.wrapping_neg()
}

/// Spreads the bits of a word over all of it (the last steps of splitmix64).
const fn mix(word: u64) -> u64 {
    let z = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::{Size, score};
    use crate::safety::unconditional_life;

    /// Compares a region board that is a whole board with that board.
    fn compare(region_board: &RegionBoard, position: &RegionPosition, board: &Board) {
        assert_eq!(*position, region_board.position(board), "{board}");
        let area = score::count(board, &PointSet::EMPTY);
        let size = |color: Color| {
            i32::try_from((area.stones[color] | area.surrounded[color]).len()).unwrap()
        };
        assert_eq!(
            region_board.lead(position),
            size(Color::Black) - size(Color::White),
            "{board}"
        );
        for color in Color::BOTH {
            let (found, expected) = (
                region_board.life(position, color),
                unconditional_life(board, color),
            );
            assert_eq!(
                found.stones,
                region_board.mask(&expected.stones),
                "{color}\n{board}"
            );
            assert_eq!(
                found.vital,
                region_board.mask(&expected.vital),
                "{color}\n{board}"
            );
        }
    }

    #[test]
    fn a_site_without_walls_is_a_board() {
        let mut rng = Rng::new(11, 0);
        for round in 0..60u8 {
            let size = Size::new(3 + round % 4, 3 + round % 3).unwrap();
            let mut board = Board::new(size).with_suicide(round % 2 == 0);
            let points: PointSet = size.points().collect();
            let region_board = RegionBoard::new(&board, &points, |_, _| Hold::TwoEyes).unwrap();
            let mut position = region_board.position(&board);
            for turn in 0..60 {
                let color = Color::BOTH[turn % 2];
                let legal: Vec<u8> = region_board.plays(&position, color).collect();
                let changes = |&p: &Point| board.hash_after(color, p) != board.hash();
                let is_legal = |&p: &Point| board.is_legal(color, p);
                let expected: Vec<Point> = size.points().filter(is_legal).filter(changes).collect();
                let found: Vec<Point> = legal
                    .iter()
                    .map(|&n| region_board.points[usize::from(n)])
                    .collect();
                assert_eq!(found, expected, "{color}\n{board}");
                if legal.is_empty() || rng.below(8) == 0 {
                    board.pass();
                    position = RegionBoard::pass(&position);
                    continue;
                }
                let index = legal[rng.below(u32::try_from(legal.len()).unwrap()) as usize];
                board
                    .play(color, region_board.points[usize::from(index)])
                    .unwrap();
                position = region_board.play(&position, color, index).unwrap();
                compare(&region_board, &position, &board);
            }
        }
    }

    #[test]
    fn a_wall_is_worth_what_is_said() {
        let board: Board = ". . X O .\nX X X O .\nO O O O .".parse().unwrap();
        let points: PointSet = ["A3", "B3"]
            .map(|name| name.parse().unwrap())
            .into_iter()
            .collect();
        let fall = |hold: Hold| {
            let region_board = RegionBoard::new(&board, &points, |_, _| hold).unwrap();
            let start = region_board.position(&board);
            let first = region_board.play(&start, Color::White, 0).unwrap();
            region_board.play(&first, Color::White, 1)
        };
        assert!(fall(Hold::Nothing).unwrap().has_fallen);
        // Two stones without a liberty.
        assert_eq!(fall(Hold::Eye), None);
        assert_eq!(fall(Hold::TwoEyes), None);
    }
}
