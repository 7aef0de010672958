//! Random enclosed positions: the reader's answers agree with exhaustive search.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::proof::parallel::Threads;
use tedomari::tsumego::{Goal, Question, Reader, ReaderParams, Verdict};

use super::oracle::Enclosure;
use super::verdict::{assert_verdict, truth};
use super::{one_block, some_blocks};

/// The properties of random enclosed positions.
pub(super) struct Recipe {
    /// Fewest points of the region, and how many more there may be.
    pub fewest_points: usize,
    pub more_points: usize,
    /// Percentage of the points beside the wall that are black.
    pub black_at_wall: u32,
    /// Percentage of the other points, if not black, that are white.
    pub white_inside: u32,
}

/// An open region with room for eyes.
pub(super) const MIXED: Recipe = Recipe {
    fewest_points: 6,
    more_points: 10,
    black_at_wall: 70,
    white_inside: 15,
};

/// A region in a corner, enclosed by white stones that two eyes keep alive.
pub(super) fn enclosed_position(
    rng: &mut Rng,
    recipe: &Recipe,
) -> Option<(Board, PointSet, Point)> {
    let size = Size::square(7);
    let n_points = recipe.fewest_points + rng.index(recipe.more_points);
    let mut region = PointSet::from_iter([Point::new(0, 0)]);
    while region.len() < n_points {
        let near: Vec<Point> = (region.spread() - region)
            .iter()
            .filter(|&p| size.contains(p) && p.x() < 5 && p.y() < 4)
            .collect();
        region.insert(near[rng.index(near.len())]);
    }
    let eyes = [Point::new(1, 5), Point::new(4, 5)];
    let mut stones = Vec::new();
    for point in size.points().filter(|point| !eyes.contains(point)) {
        let mut around = point.neighbors().into_iter();
        let is_rim = around.any(|near| size.contains(near) && !region.contains(near));
        let share = if is_rim { recipe.black_at_wall } else { 15 };
        if !region.contains(point) {
            stones.push((Color::White, point));
        } else if rng.below(100) < share {
            stones.push((Color::Black, point));
        } else if rng.below(100) < recipe.white_inside {
            stones.push((Color::White, point));
        }
    }
    let board = Board::with_stones(size, stones).ok()?;
    // Stones of the wall that the region cuts off belong to the region.
    let wall: PointSet = board.stones(Point::new(5, 5)).collect();
    let region: PointSet = size
        .points()
        .filter(|point| !wall.contains(*point) && !eyes.contains(point))
        .collect();
    let blocks = board.first_stones(Color::Black);
    let target = *blocks.get(rng.index(blocks.len().max(1)))?;
    Some((board, region, target))
}

/// Number of questions, unless `TEDOMARI_ENCLOSED_POSITIONS` gives another number.
const N_POSITIONS: usize = 300;

fn wanted_positions() -> usize {
    let wanted = std::env::var("TEDOMARI_ENCLOSED_POSITIONS").ok();
    wanted.map_or(N_POSITIONS, |text| text.parse().unwrap())
}

#[test]
fn verdicts_are_those_of_exhaustive_search() {
    check_verdicts(7, wanted_positions(), Threads::default(), one_block);
}

#[test]
fn verdicts_of_two_threads_are_those_of_exhaustive_search() {
    let threads = Threads {
        number: 2,
        nodes_alone: 0,
    };
    check_verdicts(8, N_POSITIONS / 2, threads, one_block);
}

#[test]
fn verdicts_about_several_blocks_are_those_of_exhaustive_search() {
    check_verdicts(9, wanted_positions(), Threads::default(), some_blocks);
}

/// White has to kill a block: the answers if White takes a ko beside the white wall first, and if Black takes it
/// first.
#[test]
fn kos_beside_the_wall_are_proved_and_their_threats_counted() {
    let walls = "O O O O O O O\nO . O O . O O\nO O O O O O O\n";
    let takes = "O O X X O O O\nX X X O O O O\n. X . X O O O\nX . X O O O O";
    let is_taken = "X X O O O O O\n. X O O O O O\nX . . O O O O\n. X O O O O O";
    let mut reader = Reader::new(ReaderParams::default());
    for (fight, target, mv, is_favorable) in
        [(takes, "C1", "C2", true), (is_taken, "A2", "B2", false)]
    {
        let board: Board = format!("{walls}{fight}").parse().unwrap();
        let target: Point = target.parse().unwrap();
        let question = Question::new(target, Goal::Kill, Color::White);
        let reading = reader
            .read_in_full(&board, question, &mut Budget::nodes(10_000))
            .unwrap();
        assert_eq!(reading.verdict, Verdict::Ko { is_favorable }, "{board}");
        assert_eq!(reading.n_threats, Some(1), "{board}");
        let needs_threats = if is_favorable {
            Color::Black
        } else {
            Color::White
        };
        assert_eq!(reading.needs_threats(Color::White), Some(needs_threats));
        assert!(reading.is_proven(), "{board}\n{reading:?}");
        assert_eq!(reading.first(), Some(mv.parse().unwrap()), "{board}");
    }
}

/// Reads a number of questions about random positions. `choose` makes the question from a block.
fn check_verdicts(
    seed: u64,
    n_positions: usize,
    threads: Threads,
    choose: impl Fn(&mut Rng, &Board, Point) -> PointSet,
) {
    let mut rng = Rng::new(seed, 0);
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 14,
        threads,
        ..ReaderParams::default()
    });
    let mut n_read = [0; 2];
    let mut n_settled = [0; 2];
    let mut n_kos = [0; 2];
    let mut n_counted = 0;
    while n_read[0] + n_read[1] < n_positions {
        let Some((board, region, target)) = enclosed_position(&mut rng, &MIXED) else {
            continue;
        };
        let targets = choose(&mut rng, &board, target);
        let enclosure = Enclosure::new(&board, &region, targets);
        for (kind, goal) in [Goal::Kill, Goal::Live].into_iter().enumerate() {
            let Some(truth) = truth(&enclosure, goal) else {
                continue;
            };
            let (reading, is_counted) =
                assert_verdict(&mut reader, &board, targets, goal, &enclosure, truth);
            n_counted += usize::from(is_counted);
            let is_ko = matches!(reading.verdict, Verdict::Ko { .. });
            n_kos[usize::from(reading.is_proven())] += usize::from(is_ko);
            n_read[kind] += 1;
            n_settled[kind] += usize::from(reading.is_proven());
            if goal == Goal::Kill {
                assert_eq!(
                    reading.verdict == Verdict::Achieved,
                    truth[1],
                    "{board}\n{reading:?}"
                );
            }
        }
    }
    assert!(n_kos[1] >= n_kos[0], "{n_kos:?}");
    assert!(2 * n_counted >= n_kos[1], "{n_counted} of {n_kos:?}");
    assert!(
        n_settled[0] * 10 >= n_read[0] * 8,
        "{n_settled:?} of {n_read:?}"
    );
    assert!(
        n_settled[1] * 10 >= n_read[1] * 8,
        "{n_settled:?} of {n_read:?}"
    );
}
