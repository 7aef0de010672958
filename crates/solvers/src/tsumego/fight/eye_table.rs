//! Tables of the eyes that a small space inside a single block gives.
//!
//! A *space* is a set of cells of a frame that one block of the defender and the edge of the board enclose. All stones
//! in it are the attacker's. A space can have a few hundred [shapes](crate::safety::eye_shape). Each is solved when a
//! search first meets it.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use crate::safety::eye_shape::{EyeShape, Mask, NEVER};

/// Cells of the largest space in the tables.
pub(crate) const LARGEST_SPACE: u32 = 6;

/// Bits from one row of a shape to the next.
pub(crate) const STRIDE: u32 = 8;

/// The cells of a space, counted from the corner of its bounding box in rows of [`STRIDE`] bits; and which cells touch
/// the block.
type Shape = (u64, Mask);

/// A space solved under one rule of suicide: its answers for each set of the attacker's stones in it.
#[derive(Default)]
struct Solved {
    sure_eyes: OnceLock<Vec<u8>>,
    rounds: OnceLock<Vec<u8>>,
}

/// A solved space: where suicide is forbidden, and where it is allowed.
#[derive(Default)]
struct Table([Solved; 2]);

/// All spaces.
static TABLES: LazyLock<HashMap<Shape, Table>> = LazyLock::new(|| {
    let shapes = shapes().into_iter();
    shapes.map(|shape| (shape, Table::default())).collect()
});

/// A space with stones of the attacker on some of its cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapedSpace {
    /// The cells, counted from the corner of their bounding box in rows of [`STRIDE`] bits.
    pub cells: u64,
    /// One bit for each cell in this order: whether it touches the block.
    pub touching: Mask,
    /// One bit for each cell in this order: whether it holds a stone of the attacker.
    pub attackers: Mask,
    /// Whether the rules allow suicide.
    pub allows_suicide: bool,
}

impl ShapedSpace {
    /// The number of eyes, at most two, that the block gets even if the attacker moves first.
    pub(crate) fn sure_eyes(&self) -> u8 {
        self.solved().map_or(0, |solved| {
            let eyes = solved.sure_eyes.get_or_init(|| self.shape().sure_eyes());
            eyes[usize::from(self.attackers)]
        })
    }

    /// The attacker can keep the block to a single eye in this space: within how many rounds. The defender moves first
    /// in each round. `None` if the attacker can't. See [`EyeShape::rounds_to_single_eye`].
    pub(crate) fn rounds_to_single_eye(&self) -> Option<u8> {
        let rounds = self
            .solved()?
            .rounds
            .get_or_init(|| self.shape().rounds_to_single_eye());
        // Without stones of the defender, the number of a position is the set of the attacker's stones.
        Some(rounds[usize::from(self.attackers)]).filter(|&rounds| rounds != NEVER)
    }

    /// The answers about the space; `None` if it is in no table.
    fn solved(&self) -> Option<&'static Solved> {
        let Table(solved) = TABLES.get(&(self.cells, self.touching))?;
        Some(&solved[usize::from(self.allows_suicide)])
    }

    fn shape(&self) -> EyeShape {
        let order: Vec<u32> = bits(self.cells).collect();
        let is_beside = |one: u32, other: u32| {
            let (step, is_row) = (one.abs_diff(other), one / STRIDE == other / STRIDE);
            step == STRIDE || step == 1 && is_row
        };
        let beside = |&one: &u32| {
            let others = order.iter().enumerate();
            let others = others.filter(|&(_, &other)| is_beside(one, other));
            others.fold(0, |set, (n, _)| set | 1 << n)
        };
        let neighbors: Vec<Mask> = order.iter().map(beside).collect();
        EyeShape::new(&neighbors, self.touching).with_suicide(self.allows_suicide)
    }
}

/// All connected sets of cells up to the largest size. For each, the cells that touch a block around it, for every way
/// in which the edges of the board can lie.
fn shapes() -> Vec<Shape> {
    let mut all = Vec::new();
    let mut of_a_size = vec![1u64];
    for n in 1..=LARGEST_SPACE {
        for &cells in &of_a_size {
            all.extend((0..16).map(|edges| (cells, touching(cells, edges))));
        }
        if n < LARGEST_SPACE {
            let larger = of_a_size.iter().flat_map(|&cells| grown(cells));
            of_a_size = larger.collect();
            of_a_size.sort_unstable();
            of_a_size.dedup();
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The bits of a set of cells.
fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}

/// The sets that have one cell more, each moved to the corner.
fn grown(cells: u64) -> Vec<u64> {
    let first_row = (1 << STRIDE) - 1;
    let first_column = (0..STRIDE).fold(0u64, |column, row| column | 1 << (row * STRIDE));
    // One column and one row of room before the cells.
    let moved = cells << (STRIDE + 1);
    let around = (moved << 1 | moved >> 1 | moved << STRIDE | moved >> STRIDE) & !moved;
    let moved_back = |mut set: u64| {
        while set & first_row == 0 {
            set >>= STRIDE;
        }
        while set & first_column == 0 {
            set >>= 1;
        }
        set
    };
    bits(around)
        .map(|bit| moved_back(moved | 1 << bit))
        .collect()
}

/// The cells that touch an enclosing block if the bounding box meets some edges of the board. Four bits name these
/// edges: left, right, top, bottom.
fn touching(cells: u64, edges: u8) -> Mask {
    let places: Vec<(u32, u32)> = bits(cells)
        .map(|bit| (bit % STRIDE, bit / STRIDE))
        .collect();
    let last = |of: fn(&(u32, u32)) -> u32| places.iter().map(of).max().unwrap_or(0);
    let (right, bottom) = (last(|place| place.0), last(|place| place.1));
    // One column and one row of room before the cells.
    let moved = cells << (STRIDE + 1);
    let touches = |&(x, y): &(u32, u32)| {
        let bit = (y + 1) * STRIDE + x + 1;
        let beside = [bit - 1, bit + 1, bit - STRIDE, bit + STRIDE];
        let is_outermost = [x == 0, x == right, y == 0, y == bottom];
        (0..4).any(|side| {
            let is_edge = is_outermost[side] && edges >> side & 1 != 0;
            moved >> beside[side] & 1 == 0 && !is_edge
        })
    };
    places
        .iter()
        .enumerate()
        .fold(0, |mask, (n, place)| mask | Mask::from(touches(place)) << n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, Rng};
    use crate::board::{Board, Color, Point, PointSet, Size};
    use crate::region::{Area, EnclosedStatus};
    use crate::tactics::eyes::eye_value;

    /// Columns and rows for the block and its spaces. Outside lies a wall with a liberty of its own.
    const INNER: (u8, u8) = (7, 8);

    /// A block of Black's with spaces inside, and some liberties outside that White can fill.
    struct Sample {
        board: Board,
        target: Point,
        wall: PointSet,
        spaces: Vec<ShapedSpace>,
    }

    impl Sample {
        /// `None` if the stones drawn are not a single block, or have no liberties.
        fn random(rng: &mut Rng, n_spaces: usize, allows_suicide: bool) -> Option<Self> {
            let size = Size::new(INNER.0 + 2, INNER.1).unwrap();
            let inner: PointSet = size.points().filter(|point| point.x() < INNER.0).collect();
            // The last column separates the spaces from the wall.
            let room: PointSet = inner
                .iter()
                .filter(|point| point.x() + 1 < INNER.0)
                .collect();
            let mut all = PointSet::EMPTY;
            let mut parts: Vec<PointSet> = Vec::new();
            for _ in 0..n_spaces {
                let part = random_part(rng, &(room - all.spread()));
                all |= part;
                parts.push(part);
            }
            let n_outside = rng.below(3);
            let is_empty_outside = |point: Point| {
                // The last point is the liberty of the wall.
                point.x() == INNER.0
                    && point.y().is_multiple_of(2)
                    && u32::from(point.y() / 2) < n_outside
                    || point.x() > INNER.0 && point.y() == 3
            };
            let mut stones = Vec::new();
            for point in size.points() {
                if all.contains(point) {
                    if rng.below(4) == 0 {
                        stones.push((Color::White, point));
                    }
                } else if inner.contains(point) {
                    stones.push((Color::Black, point));
                } else if !is_empty_outside(point) {
                    stones.push((Color::White, point));
                }
            }
            let board = Board::with_stones(size, stones)
                .ok()?
                .with_suicide(allows_suicide);
            let heads = board.first_stones(Color::Black);
            let &[target] = &heads[..] else {
                return None;
            };
            let spaces = parts.iter().map(|part| space_of(&board, part)).collect();
            let white: PointSet = board.points_of(Color::White).collect();
            Some(Self {
                wall: white - all,
                board,
                target,
                spaces,
            })
        }

        /// What an independent search of the board finds.
        fn read(&self) -> EnclosedStatus {
            let area = Area::new(&self.board, self.target, &self.wall, 20).unwrap();
            area.read(&self.board, &mut Budget::nodes(4_000_000))
        }
    }

    /// A connected set of up to six points of `room`.
    fn random_part(rng: &mut Rng, room: &PointSet) -> PointSet {
        let n_points = 1 + rng.index(LARGEST_SPACE as usize);
        let points: Vec<Point> = room.iter().collect();
        let mut part: PointSet = [points[rng.index(points.len())]].into_iter().collect();
        while part.len() < n_points {
            let beside: Vec<Point> = ((part.spread() - part) & *room).iter().collect();
            if beside.is_empty() {
                break;
            }
            part.insert(beside[rng.index(beside.len())]);
        }
        part
    }

    fn space_of(board: &Board, part: &PointSet) -> ShapedSpace {
        let mut points: Vec<Point> = part.iter().collect();
        points.sort_by_key(|point| (point.y(), point.x()));
        let first = |of: fn(Point) -> u8| points.iter().map(|&point| of(point)).min().unwrap();
        let (x, y) = (first(Point::x), first(Point::y));
        let set = |is_in: &dyn Fn(Point) -> bool| -> Mask {
            let points = points.iter().enumerate();
            points.fold(0, |set, (n, &point)| set | Mask::from(is_in(point)) << n)
        };
        let touches = |point: Point| {
            let mut near = point.neighbors().into_iter();
            near.any(|near| board.color(near) == Some(Color::Black))
        };
        ShapedSpace {
            cells: points.iter().fold(0, |cells, point| {
                cells | 1 << (u32::from(point.y() - y) * STRIDE + u32::from(point.x() - x))
            }),
            touching: set(&touches),
            attackers: set(&|point| board.color(point) == Some(Color::White)),
            allows_suicide: board.allows_suicide(),
        }
    }

    /// Counts the samples that an independent search settles and the tables settle too. The tables must never
    /// contradict the search.
    fn compare(
        seed: u64,
        n_spaces: usize,
        n_samples: u32,
        allows_suicide: bool,
    ) -> [(u32, u32); 2] {
        let mut rng = Rng::new(seed, 0);
        let (mut lost, mut alive) = ((0, 0), (0, 0));
        for _ in 0..n_samples {
            let Some(sample) = Sample::random(&mut rng, n_spaces, allows_suicide) else {
                continue;
            };
            let n_eyes: u8 = sample.spaces.iter().map(ShapedSpace::sure_eyes).sum();
            let is_lost = n_spaces == 1 && sample.spaces[0].rounds_to_single_eye().is_some();
            let read = sample.read();
            assert!(
                n_eyes < 2 || read == EnclosedStatus::Survives,
                "{}",
                sample.board
            );
            assert!(
                !is_lost || read == EnclosedStatus::Captured,
                "{}",
                sample.board
            );
            alive.0 += u32::from(n_eyes >= 2);
            alive.1 += u32::from(read == EnclosedStatus::Survives);
            lost.0 += u32::from(is_lost);
            lost.1 += u32::from(read == EnclosedStatus::Captured);
        }
        [alive, lost]
    }

    #[test]
    fn what_a_single_space_is_worth_is_what_a_search_of_the_board_finds() {
        let [alive, lost] = compare(1, 1, 600, false);
        assert!(alive.0 > 100 && alive.0 * 10 > alive.1 * 8, "{alive:?}");
        assert!(lost.0 > 100 && lost.0 * 10 > lost.1 * 9, "{lost:?}");
    }

    #[test]
    fn the_tables_for_rules_with_suicide_agree_with_a_search_too() {
        let [alive, lost] = compare(4, 1, 400, true);
        assert!(alive.0 > 40 && lost.0 > 40, "{alive:?} {lost:?}");
        let [alive, _] = compare(5, 2, 200, true);
        assert!(alive.0 > 40, "{alive:?}");
    }

    #[test]
    fn values_of_spaces_agree() {
        let mut rng = Rng::new(3, 0);
        let mut n_compared = 0;
        for sample in (0..400).filter_map(|_| Sample::random(&mut rng, 1, false)) {
            let space = &sample.spaces[0];
            let mut liberties = sample
                .board
                .block_at(sample.target)
                .unwrap()
                .liberties()
                .iter();
            let Some(point) = liberties.find(|point| point.x() < INNER.0) else {
                continue;
            };
            let least = eye_value(&sample.board, point, 50_000).unwrap().least;
            assert!(least >= space.sure_eyes(), "{point}\n{}", sample.board);
            let is_kept_down = space.rounds_to_single_eye().is_some();
            assert!(least < 2 || !is_kept_down, "{point}\n{}", sample.board);
            n_compared += 1;
        }
        assert!(n_compared > 200, "{n_compared}");
    }

    #[test]
    fn two_spaces_with_an_eye_each_are_two_eyes() {
        let [alive, _] = compare(2, 2, 300, false);
        assert!(alive.0 > 100 && alive.0 * 10 > alive.1 * 9, "{alive:?}");
    }

    #[test]
    fn the_square_of_four_is_lost_and_the_row_of_four_lives() {
        let empty = |cells| ShapedSpace {
            cells,
            touching: 0b1111,
            attackers: 0,
            allows_suicide: false,
        };
        let (square, row) = (empty(0b11 | 0b11 << STRIDE), empty(0b1111));
        assert!(square.rounds_to_single_eye().is_some() && square.sure_eyes() == 1);
        assert!(row.rounds_to_single_eye().is_none() && row.sure_eyes() == 2);
        // In the middle of an edge of the board, the result depends on the first move.
        let three = ShapedSpace {
            cells: 0b111,
            touching: 0b111,
            attackers: 0,
            allows_suicide: false,
        };
        assert!(three.rounds_to_single_eye().is_none() && three.sure_eyes() == 1);
    }
}
