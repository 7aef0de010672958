//! Eye spaces, compared with a complete search on the real board.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::region::Area;
use tedomari::safety::{Nakade, unconditional_life};

const SIZE: u8 = 8;

/// A connected set of `n` points around a random one, away from the right edge.
fn random_shape(rng: &mut Rng, n: usize) -> PointSet {
    let mut points: Vec<Point> = Size::square(SIZE).points().collect();
    points.retain(|point| point.x() < SIZE - 3);
    let pick = |rng: &mut Rng, from: &[Point]| {
        from[rng.below(u32::try_from(from.len()).unwrap()) as usize]
    };
    let mut shape = PointSet::from_iter([pick(rng, &points)]);
    while shape.len() < n {
        let beside: Vec<Point> = points
            .iter()
            .copied()
            .filter(|&p| !shape.contains(p) && shape.spread().contains(p))
            .collect();
        shape.insert(pick(rng, &beside));
    }
    shape
}

/// A white block around an eye space with some black stones in it. Around the block are black stones that live
/// unconditionally, with some liberties between. `None` if the random position is not like that.
fn position(rng: &mut Rng, shape: &PointSet) -> Option<Board> {
    let size = Size::square(SIZE);
    let around: PointSet = shape.iter().flat_map(Point::around).collect();
    let block: PointSet = size
        .points()
        .filter(|&p| around.contains(p) && !shape.contains(p))
        .collect();
    let mut stones: Vec<(Color, Point)> = block.iter().map(|p| (Color::White, p)).collect();
    for point in size.points().filter(|p| !block.contains(*p)) {
        let is_eye = point.x() == SIZE - 1 && (point.y() == 0 || point.y() == SIZE - 1);
        let share = match shape.contains(point) {
            true => 30,
            false if point.x() < SIZE - 2 => 92,
            false if is_eye => 0,
            false => 100,
        };
        if rng.below(100) < share {
            stones.push((Color::Black, point));
        }
    }
    let board = Board::with_stones(size, stones).ok()?;
    let living = unconditional_life(&board, Color::Black).stones;
    let outside: PointSet = board.points_of(Color::Black).collect();
    let n_stones = board.stones(block.first()?).count();
    (n_stones == block.len() && (outside - *shape).is_subset(&living)).then_some(board)
}

#[test]
fn what_is_kept_down_is_captured_by_reading() {
    let mut rng = Rng::new(21, 0);
    let (mut n_kept, mut n_not, mut n_missed) = (0, 0, 0);
    for round in 0..600 {
        let shape = random_shape(&mut rng, 3 + round % 5);
        let Some(board) = position(&mut rng, &shape) else {
            continue;
        };
        let target = board.points_of(Color::White).next().unwrap();
        let wall: PointSet = board
            .points_of(Color::Black)
            .filter(|p| !shape.contains(*p))
            .collect();
        let Some(area) = Area::new(&board, target, &wall, 9) else {
            continue;
        };
        let mut budget = Budget::nodes(10_000);
        let is_captured = area.is_captured(&board, Color::White, &mut budget);
        let is_kept = Nakade::new(&board, &shape, Color::Black).is_some();
        assert!(is_captured || !is_kept, "{board}");
        n_kept += usize::from(is_kept);
        n_not += usize::from(!is_captured);
        n_missed += usize::from(is_captured && !is_kept);
    }
    assert!(
        n_kept > 40 && n_not > 40,
        "{n_kept} kept, {n_not} not captured"
    );
    assert!(n_missed * 10 < n_kept, "{n_missed} missed, {n_kept} kept");
}
