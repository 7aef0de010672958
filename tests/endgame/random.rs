//! Random boards that fall apart: both colors are grown from seeds, regions are dug along the border, eyes inside.

use tedomari::base::Rng;
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::endgame::Partition;
use tedomari::safety::unconditional_life;

/// The properties of a random board.
pub(super) struct Wanted {
    pub(super) size: Size,
    /// Fewest and most open regions.
    pub(super) regions: (usize, usize),
    /// Most empty points besides one-point eyes.
    pub(super) empty: usize,
    /// What part of the territory rests on.
    pub(super) eyes: Eyes,
}

/// How a color holds territory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Eyes {
    /// By small eyes.
    Small,
    /// By miai.
    Paired,
}

/// The next board of this kind.
pub(super) fn board(rng: &mut Rng, wanted: &Wanted) -> Board {
    loop {
        if let Some(board) = attempt(rng, wanted) {
            return board;
        }
    }
}

/// The colors of all points, grown from a few seeds.
fn colors(rng: &mut Rng, size: Size) -> Vec<(Point, Color)> {
    let points: Vec<Point> = size.points().collect();
    let n_seeds = 2 + rng.index(4);
    let seeds: Vec<(Point, Color)> = (0..n_seeds)
        .map(|number| (points[rng.index(points.len())], Color::BOTH[number % 2]))
        .collect();
    let distance = |a: Point, b: Point| a.x().abs_diff(b.x()) + a.y().abs_diff(b.y());
    points
        .iter()
        .map(|&point| {
            let nearest = seeds
                .iter()
                .min_by_key(|(seed, _)| distance(*seed, point))
                .unwrap();
            (point, nearest.1)
        })
        .collect()
}

fn attempt(rng: &mut Rng, wanted: &Wanted) -> Option<Board> {
    let size = wanted.size;
    let colors = colors(rng, size);
    let color_of = |point: Point| {
        colors
            .iter()
            .find(|(at, _)| *at == point)
            .map(|(_, color)| *color)
    };
    let is_border = |point: Point| {
        let own = color_of(point);
        let mut around = point.neighbors().into_iter();
        around.any(|near| size.contains(near) && color_of(near) != own)
    };
    let mut empty = PointSet::EMPTY;
    let mut loose: Vec<(Color, Point)> = Vec::new();
    let all: Vec<Point> = size.points().collect();
    let border: Vec<Point> = all
        .iter()
        .copied()
        .filter(|&point| is_border(point))
        .collect();
    if border.is_empty() {
        return None;
    }
    let n_regions = wanted.regions.0 + rng.index(wanted.regions.1 - wanted.regions.0 + 1);
    for _ in 0..n_regions {
        let mut at = border[rng.index(border.len())];
        for _ in 0..1 + rng.index(4) {
            match rng.below(6) {
                0 => loose.push((Color::BOTH[rng.index(2)], at)),
                _ => {
                    empty.insert(at);
                }
            }
            let around: Vec<Point> = at
                .neighbors()
                .into_iter()
                .filter(|&near| size.contains(near))
                .collect();
            at = around[rng.index(around.len())];
        }
    }
    for _ in 0..14 {
        let at = all[rng.index(all.len())];
        let mut room = PointSet::from_iter([at]);
        // Rooms are large enough for an answer inside.
        for _ in 0..rng.index(if wanted.eyes == Eyes::Small { 1 } else { 5 }) {
            grow(&mut room, all.iter().copied(), rng);
        }
        let near: PointSet = room.iter().flat_map(Point::around).collect();
        if !room.iter().any(is_border) && !near.intersects(&empty) {
            empty |= room;
        }
    }
    let mut stones: Vec<(Color, Point)> = colors
        .iter()
        .filter(|(point, _)| !empty.contains(*point))
        .map(|&(point, color)| (color, point))
        .collect();
    stones.extend(
        loose
            .into_iter()
            .filter(|(_, point)| !empty.contains(*point)),
    );
    let board = Board::with_stones(size, stones).ok()?;
    is_wanted(&board, wanted).then_some(board)
}

/// Adds one of these points that touches a room to that room.
fn grow(room: &mut PointSet, among: impl Iterator<Item = Point>, rng: &mut Rng) {
    let touches = |point: &Point| {
        point
            .neighbors()
            .into_iter()
            .any(|near| room.contains(near))
    };
    let beside: Vec<Point> = among.filter(touches).collect();
    room.insert(beside[rng.index(beside.len())]);
}

fn is_wanted(board: &Board, wanted: &Wanted) -> bool {
    // The count is cheap, and the partition is expensive.
    if n_open(board) > wanted.empty {
        return false;
    }
    let partition = Partition::new(board);
    let n_regions = partition.regions.len();
    if !(wanted.regions.0..=wanted.regions.1).contains(&n_regions) || !partition.expanses.is_empty()
    {
        return false;
    }
    wanted.eyes == Eyes::Small || partition.pairs.0.iter().any(|pairs| !pairs.is_empty())
}

/// The next board on which Black lives in one room by answers that have to be read out. Beside the room there is a
/// neutral point, and White has two eyes on the right.
pub(super) fn read_board(rng: &mut Rng) -> Board {
    let size = Size::new(7, 5).unwrap();
    loop {
        let mut room = PointSet::from_iter([Point::new(0, 4)]);
        let n_points = 4 + rng.index(3);
        while room.len() < n_points {
            let inside = size.points().filter(|point| point.x() < 3 && point.y() > 0);
            let free: Vec<Point> = inside.filter(|&point| !room.contains(point)).collect();
            grow(&mut room, free.into_iter(), rng);
        }
        let at = |point: Point| (point.x(), point.y());
        let is_open = |point: Point| matches!(at(point), (4, 4) | (6, 0 | 2));
        let invader = room.iter().nth(rng.index(2 * n_points));
        let stone = |point: Point| match point {
            _ if Some(point) == invader => Some((Color::White, point)),
            _ if room.contains(point) || is_open(point) => None,
            _ if point.x() < 5 => Some((Color::Black, point)),
            _ => Some((Color::White, point)),
        };
        let stones: Vec<_> = size.points().filter_map(stone).collect();
        if let Ok(board) = Board::with_stones(size, stones)
            && Partition::new(&board)
                .read
                .0
                .iter()
                .any(|read| !read.is_empty())
        {
            return board;
        }
    }
}

/// Number of empty points, without one-point eyes of unconditionally living stones.
fn n_open(board: &Board) -> usize {
    let alive: PointSet = Color::BOTH.into_iter().fold(PointSet::EMPTY, |all, color| {
        all | unconditional_life(board, color).stones
    });
    let is_eye = |point: Point| {
        let around = point
            .neighbors()
            .into_iter()
            .filter(|near| board.size().contains(*near));
        let mut colors = around.map(|near| board.color(near).filter(|_| alive.contains(near)));
        let first = colors.next().flatten();
        first.is_some() && colors.all(|color| color == first)
    };
    let empty = board.empty_points().iter();
    empty.filter(|&&point| !is_eye(point)).count()
}
