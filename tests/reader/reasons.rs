//! The reasons of the checker of proofs against those of the program, which it does not use.

use tedomari::base::Rng;
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::proofcheck::check;
use tedomari::proofcheck::format::{
    ClaimLine, End, Goal, Header, Next, Retakes, Side, Start, VERSION, Verdict,
};
use tedomari::safety::eye_shape::{EyeShape, MOST_POINTS, NEVER};
use tedomari::safety::unconditional_life;

/// The most points of a room that the checker looks at.
const LARGEST_ROOM: usize = MOST_POINTS - 1;

fn names(points: impl Iterator<Item = Point>) -> Vec<String> {
    points.map(|point| point.to_string()).collect()
}

/// Whether the checker accepts that White, who moves first and may take back kos, is shown to fail or to succeed at
/// once: the block of `target` lives or is dead for the reason `end`.
fn accepts(board: &Board, target: Point, region: &PointSet, end: End) -> bool {
    let is_alive = end == End::Alive;
    let header = Header {
        version: VERSION,
        width: board.size().width().into(),
        height: board.size().height().into(),
        black: names(board.points_of(Color::Black)),
        white: names(board.points_of(Color::White)),
        to_move: if is_alive { Side::White } else { Side::Black },
        ko: None,
        suicide: board.allows_suicide(),
        blocks: vec![target.to_string()],
        given: Vec::new(),
        threats: None,
        goal: if is_alive { Goal::Kill } else { Goal::Live },
        verdict: Verdict::Refuted,
        claims: 1,
    };
    let claim = ClaimLine {
        goal: if is_alive { Goal::Live } else { Goal::Kill },
        retakes: Retakes::Refuter,
        number: None,
        region: names(region.iter()),
        outside: None,
        start: Start::Refuter(Next::End(end)),
        nodes: 0,
    };
    let line = |value: Result<String, serde_json::Error>| value.unwrap() + "\n";
    let text = line(serde_json::to_string(&header)) + &line(serde_json::to_string(&claim));
    check(text.as_bytes()).is_ok()
}

/// Blocks that live without an answer are those of the program's own test.
#[test]
fn blocks_alive_without_a_move_are_those_of_benson() {
    let mut rng = Rng::new(82, 0);
    let size = Size::square(5);
    let (mut n_alive, mut n_not) = (0, 0);
    for _ in 0..8_000 {
        let stones = size.points().filter_map(|point| match rng.below(20) {
            0..13 => Some((Color::Black, point)),
            13..15 => Some((Color::White, point)),
            _ => None,
        });
        let Ok(board) = Board::with_stones(size, stones.collect::<Vec<_>>()) else {
            continue;
        };
        let alive = unconditional_life(&board, Color::Black).stones;
        for head in board.first_stones(Color::Black) {
            let is_alive = accepts(&board, head, &PointSet::board(size), End::Alive);
            assert_eq!(is_alive, alive.contains(head), "{head}\n{board}");
            n_alive += usize::from(is_alive);
            n_not += usize::from(!is_alive);
        }
    }
    assert!(n_alive > 80 && n_not > 80, "{n_alive} {n_not}");
}

/// A point and those beside it on the board, diagonal ones as well.
fn around(size: Size, point: Point) -> impl Iterator<Item = Point> {
    let is_near = move |other: &Point| {
        other.x().abs_diff(point.x()) <= 1 && other.y().abs_diff(point.y()) <= 1
    };
    size.points().filter(is_near)
}

/// A connected set of points around the center of the board.
fn random_shape(rng: &mut Rng, size: Size, n_points: usize) -> Vec<Point> {
    let mut shape = vec![Point::new(size.width() / 2, size.height() / 2)];
    while shape.len() < n_points {
        let from = shape[rng.index(shape.len())];
        let near = from.neighbors()[rng.index(4)];
        if !shape.contains(&near) {
            shape.push(near);
        }
    }
    shape
}

/// A shape in one black block, which white stones that can't be taken surround; `attackers` are white stones inside.
fn surrounded(size: Size, shape: &[Point], attackers: &[Point]) -> Option<Board> {
    let inside: PointSet = shape.iter().copied().collect();
    let ring: PointSet = shape
        .iter()
        .flat_map(|&point| around(size, point))
        .collect();
    let ring = ring - inside;
    // White has two eyes in corners.
    let corners = [Point::new(0, 0), Point::new(size.width() - 1, 0)];
    let outside = PointSet::board(size) - inside - ring;
    let white = outside.iter().filter(|point| !corners.contains(point));
    let white = white.chain(attackers.iter().copied());
    let black = ring.iter().map(|point| (Color::Black, point));
    let stones = black.chain(white.map(|point| (Color::White, point)));
    let board = Board::with_stones(size, stones.collect::<Vec<_>>()).ok()?;
    (board.first_stones(Color::Black).len() == 1).then_some(board)
}

/// Where the program's tables of eye shapes keep a block to one eye, the checker finds it dead. It may find more, by a
/// search of the end.
#[test]
fn rooms_agree_with_eye_shapes() {
    let mut rng = Rng::new(83, 0);
    let size = Size::square(11);
    let (mut n_kept, mut n_not) = (0, 0);
    for round in 0..40 {
        let n_points = 3 + rng.index(LARGEST_ROOM - 2);
        let points = random_shape(&mut rng, size, n_points);
        let allows_suicide = round % 2 == 0;
        let mask = |is_inside: &dyn Fn(Point) -> bool| {
            let numbered = points.iter().enumerate();
            let inside = numbered.filter(|(_, point)| is_inside(**point));
            inside.fold(0u8, |mask, (n, _)| mask | 1 << n)
        };
        let near = |point: &Point| mask(&|other| point.neighbors().contains(&other));
        let neighbors: Vec<u8> = points.iter().map(near).collect();
        let touching = mask(&|point| point.neighbors().iter().any(|near| !points.contains(near)));
        let shape = EyeShape::new(&neighbors, touching).with_suicide(allows_suicide);
        let rounds = shape.rounds_to_single_eye();
        for attackers in 0..shape.all() {
            let numbered = points.iter().enumerate();
            let stones = numbered.filter(|(n, _)| attackers >> n & 1 != 0);
            let stones: Vec<Point> = stones.map(|(_, &point)| point).collect();
            let Some(board) = surrounded(size, &points, &stones) else {
                continue;
            };
            let board = board.with_suicide(allows_suicide);
            let head = board.first_stones(Color::Black)[0];
            let region: PointSet = board.stones(head).chain(points.iter().copied()).collect();
            let is_dead = accepts(&board, head, &region, End::Dead);
            let is_kept = rounds[usize::from(attackers)] != NEVER;
            assert!(is_dead || !is_kept, "suicide {allows_suicide}\n{board}");
            n_kept += usize::from(is_dead);
            n_not += usize::from(!is_dead);
        }
    }
    assert!(n_kept > 100 && n_not > 100, "{n_kept} {n_not}");
}
