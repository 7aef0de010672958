//! Hashes of the surroundings of a point. Shapes that are equal up to the eight symmetries have equal hashes.
//!
//! The shapes are nested disks in the distance `|dx| + |dy| + max(|dx|, |dy|)`, which is nearly round on the grid
//! (Stern, Herbrich and Graepel, "Bayesian pattern ranking for move prediction in the game of Go", 2006). Stones are
//! marked as own and other, so one hash serves both players.

use std::sync::LazyLock;

use crate::board::{Board, Color, MAX_SIDE, Point};

/// The radius of each disk, smallest first.
pub(super) const RADII: [usize; 6] = [3, 4, 5, 6, 8, 10];
/// Number of disks, the smallest ones, in which liberties of stones count (up to three).
const N_DETAILED: usize = 2;
/// The largest radius.
const REACH: usize = RADII[RADII.len() - 1];
/// Number of points from the center of the largest disk to its end along an axis.
const MARGIN: usize = REACH / 2;
/// Distance between rows of the padded grid.
const STRIDE: usize = MAX_SIDE as usize + 2 * MARGIN;

/// The content of a point: empty, off the board, or a stone with its liberties.
type State = u8;
const EMPTY: State = 0;
const WALL: State = 1;
/// The first of three states of own stones: one, two, or at least three liberties.
const OWN: State = 2;
/// The first of three states of the opponent's stones.
const OTHER: State = 5;
const N_STATES: usize = 8;

/// One hash for each symmetry.
pub(super) type Hashes = [u64; 8];

/// A point of the largest disk.
#[derive(Debug)]
struct Place {
    /// The step to it in the padded grid.
    step: isize,
    distance: usize,
    /// The number that each state adds to the hashes: with liberties, and without.
    detailed: [Hashes; N_STATES],
    plain: [Hashes; N_STATES],
}

/// The points of the largest disk, nearest first.
static PLACES: LazyLock<Vec<Place>> = LazyLock::new(|| {
    let margin = MARGIN.cast_signed();
    let mut places: Vec<_> = (-margin..=margin)
        .flat_map(|dy| (-margin..=margin).map(move |dx| (dx, dy)))
        .filter(|&(dx, dy)| (1..=REACH).contains(&disk_distance(dx, dy)))
        .map(|(dx, dy)| place(dx, dy))
        .collect();
    places.sort_by_key(|place| (place.distance, place.step));
    places
});

/// The distance that defines the disks.
fn disk_distance(dx: isize, dy: isize) -> usize {
    let (dx, dy) = (dx.unsigned_abs(), dy.unsigned_abs());
    dx + dy + dx.max(dy)
}

/// [`disk_distance`] between two points.
pub(super) fn distance(a: Point, b: Point) -> usize {
    let (dx, dy) = offset(a, b);
    disk_distance(dx, dy)
}

fn offset(from: Point, to: Point) -> (isize, isize) {
    let step = |from: u8, to: u8| isize::from(to) - isize::from(from);
    (step(from.x(), to.x()), step(from.y(), to.y()))
}

/// A vector under each symmetry.
fn images((dx, dy): (isize, isize)) -> [(isize, isize); 8] {
    std::array::from_fn(|symmetry| {
        let x = if symmetry & 1 == 0 { dx } else { -dx };
        let y = if symmetry & 2 == 0 { dy } else { -dy };
        if symmetry & 4 == 0 { (x, y) } else { (y, x) }
    })
}

fn place(dx: isize, dy: isize) -> Place {
    let hashes = |states: fn(State) -> State| {
        std::array::from_fn(|state| {
            #[expect(clippy::cast_possible_truncation, reason = "eight states")]
            let state = states(state as State);
            if state == EMPTY {
                return Hashes::default();
            }
            images((dx, dy)).map(|(dx, dy)| mix(vector_code(dx, dy) << 8 | u64::from(state)))
        })
    };
    let without_liberties = |state| match state {
        EMPTY | WALL => state,
        OWN..OTHER => OWN,
        _ => OTHER,
    };
    Place {
        step: dy * STRIDE.cast_signed() + dx,
        distance: disk_distance(dx, dy),
        detailed: hashes(|state| state),
        plain: hashes(without_liberties),
    }
}

/// A number for a vector of the board.
fn vector_code(dx: isize, dy: isize) -> u64 {
    let part = |d: isize| (d + 64).cast_unsigned() as u64;
    part(dx) << 8 | part(dy)
}

/// A well mixed hash of a number (the finalizer of SplitMix64: Steele, Lea and Flood 2014).
#[inline]
pub(super) const fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// One hash that is the same for all symmetric shapes.
#[inline]
fn canonical(hashes: &Hashes) -> u64 {
    hashes.iter().fold(u64::MAX, |least, &hash| least.min(hash))
}

/// A position with a margin of walls around it, from the view of the player to move.
#[derive(Debug)]
pub(super) struct Grid {
    states: Box<[State; STRIDE * STRIDE]>,
}

impl Grid {
    /// The position from the view of `color`. Cost: linear in the points of the board.
    pub(super) fn new(board: &Board, color: Color) -> Self {
        let mut states = Box::new([WALL; STRIDE * STRIDE]);
        for point in board.size().points() {
            states[grid_index(point)] = match board.block_at(point) {
                None => EMPTY,
                Some(block) => {
                    let base = if block.color() == color { OWN } else { OTHER };
                    #[expect(clippy::cast_possible_truncation, reason = "at most 2")]
                    let more = (block.n_liberties().clamp(1, 3) - 1) as State;
                    base + more
                }
            };
        }
        Self { states }
    }

    #[inline]
    fn state(&self, center: usize, place: &Place) -> State {
        self.states[center.wrapping_add_signed(place.step)]
    }

    /// Calls `visit` with the number and the hash of each disk around an empty point, the smallest first.
    ///
    /// `visit` returns whether the disk is known. If a disk without liberties is unknown, all larger ones are unknown,
    /// too, and are left out: most of the cost is in the largest disks.
    pub(super) fn disks(&self, point: Point, mut visit: impl FnMut(usize, u64) -> bool) {
        let center = grid_index(point);
        let mut hashes = Hashes::default();
        let mut places = PLACES.iter().peekable();
        for (number, &radius) in RADII.iter().enumerate() {
            if number == N_DETAILED {
                // From here on liberties do not count, not even those of the nearest stones.
                hashes = Hashes::default();
                places = PLACES.iter().peekable();
            }
            while let Some(place) = places.next_if(|place| place.distance <= radius) {
                let table = if number < N_DETAILED {
                    &place.detailed
                } else {
                    &place.plain
                };
                self.add(&mut hashes, center, place, table);
            }
            if !visit(number, canonical(&hashes)) && number >= N_DETAILED {
                return;
            }
        }
    }

    /// Adds the content of a place to the hashes.
    #[inline]
    fn add(&self, hashes: &mut Hashes, center: usize, place: &Place, table: &[Hashes; N_STATES]) {
        let state = self.state(center, place);
        if state != EMPTY {
            for (sum, addend) in hashes.iter_mut().zip(&table[usize::from(state)]) {
                *sum ^= addend;
            }
        }
    }

    /// Distances from an empty point to the nearest own stone and to the nearest stone of the opponent. If the
    /// largest disk has none, the distance is one more than its radius.
    pub(super) fn nearest_stones(&self, point: Point) -> (usize, usize) {
        const NONE: usize = REACH + 1;
        let center = grid_index(point);
        let (mut own, mut other) = (NONE, NONE);
        for place in PLACES.iter() {
            match self.state(center, place) {
                EMPTY | WALL => continue,
                OWN..OTHER => own = own.min(place.distance),
                _ => other = other.min(place.distance),
            }
            if own < NONE && other < NONE {
                break;
            }
        }
        (own, other)
    }

    /// The second smallest disk around a point, in all symmetries; for [`response`].
    pub(super) fn surroundings(&self, point: Point) -> Hashes {
        let center = grid_index(point);
        let mut hashes = Hashes::default();
        for place in PLACES.iter().take_while(|place| place.distance <= RADII[1]) {
            self.add(&mut hashes, center, place, &place.detailed);
        }
        hashes
    }
}

/// A hash of a move relative to the shape around another point: the shape, and the place of the move in it.
pub(super) fn response(surroundings: &Hashes, center: Point, point: Point) -> u64 {
    let mut hashes = *surroundings;
    for (hash, (dx, dy)) in hashes.iter_mut().zip(images(offset(center, point))) {
        *hash ^= mix(vector_code(dx, dy));
    }
    canonical(&hashes)
}

fn grid_index(point: Point) -> usize {
    (usize::from(point.y()) + MARGIN) * STRIDE + usize::from(point.x()) + MARGIN
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::Size;
    use crate::board::symmetry::Symmetry;

    /// A board with random stones.
    fn scatter(rng: &mut Rng, size: Size) -> Board {
        let mut board = Board::new(size);
        for turn in 0..size.n_points() {
            let point = board.empty_points()[rng.index(board.empty_points().len())];
            let color = Color::BOTH[turn % 2];
            if rng.below(3) > 0 && board.is_legal(color, point) {
                board.play_unlogged(color, point);
            }
        }
        board
    }

    fn hashes(grid: &Grid, center: Point) -> Vec<u64> {
        let mut hashes = Vec::new();
        grid.disks(center, |_, hash| {
            hashes.push(hash);
            true
        });
        hashes
    }

    #[test]
    fn symmetric_shapes_have_equal_hashes_and_others_do_not() {
        let size = Size::square(9);
        let mut rng = Rng::new(3, 0);
        for _ in 0..20 {
            let board = scatter(&mut rng, size);
            let grid = Grid::new(&board, Color::Black);
            let center = board.empty_points()[0];
            for symmetry in Symmetry::all(size) {
                let mut image = Board::new(size);
                for color in Color::BOTH {
                    for stone in board.points_of(color) {
                        image.play_unlogged(color, symmetry.apply(size, stone));
                    }
                }
                let turned = Grid::new(&image, Color::Black);
                let of = |point| symmetry.apply(size, point);
                assert_eq!(hashes(&grid, center), hashes(&turned, of(center)));
                let surroundings = turned.surroundings(of(center));
                for &point in board.empty_points() {
                    assert_eq!(
                        response(&grid.surroundings(center), center, point),
                        response(&surroundings, of(center), of(point))
                    );
                }
            }
            let white = Grid::new(&board, Color::White);
            assert_ne!(hashes(&grid, center)[5], hashes(&white, center)[5]);
        }
    }

    #[test]
    fn distances() {
        let point = |name: &str| name.parse::<Point>().unwrap();
        assert_eq!(distance(point("D4"), point("D5")), 2);
        assert_eq!(distance(point("D4"), point("E5")), 3);
        assert_eq!(distance(point("D4"), point("F7")), 8);
        let board: Board = ". . . . .\n. . X . .\n. . . . .\n. . . . .\n. . O . ."
            .parse()
            .unwrap();
        let grid = Grid::new(&board, Color::White);
        assert_eq!(grid.nearest_stones(point("C3")), (4, 2));
    }
}
