//! Random enclosed positions: what the reader says is what exhaustive search finds.

use tedomari::base::{Budget, Color, Point, PointSet, Rng, Size};
use tedomari::board::Board;
use tedomari::proof::parallel::Threads;
use tedomari::tsumego::fight::{FEW_RETAKES, Goal};
use tedomari::tsumego::reader::{Question, Reader, ReaderParams, Verdict};

use super::oracle::{Banned, Enclosure};

/// Positions that can arise from one, at most; others are skipped.
const MOST_STATES: usize = 6000;

/// A region in a corner, enclosed by stones of White that two eyes keep alive. Most points beside them are Black's, so
/// that there is something to live in.
fn enclosed_position(rng: &mut Rng) -> Option<(Board, PointSet, Point)> {
    let size = Size::square(7);
    let n_points = 6 + rng.index(10);
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
        let share = if is_rim { 70 } else { 15 };
        if !region.contains(point) {
            stones.push((Color::White, point));
        } else if rng.below(100) < share {
            stones.push((Color::Black, point));
        } else if rng.below(100) < 15 {
            stones.push((Color::White, point));
        }
    }
    let board = Board::with_stones(size, stones).ok()?;
    // Stones of the wall that the region cuts off belong to it.
    let wall: PointSet = board.stones(Point::new(5, 5)).collect();
    let region: PointSet = size
        .points()
        .filter(|point| !wall.contains(*point) && !eyes.contains(point))
        .collect();
    let blocks = board.block_heads(Color::Black);
    let target = *blocks.get(rng.index(blocks.len().max(1)))?;
    Some((board, region, target))
}

/// What exhaustive search says about a question to the attacker, or to the defender, from the hardest to the easiest: the
/// other side may take back all kos, a few, none, and none while the one who asks may take back all.
pub(super) fn truth(enclosure: &Enclosure, goal: Goal) -> Option<[bool; 4]> {
    let is_attacker = goal == Goal::Kill;
    let mut succeeds = [false; 4];
    for (n, (theirs, ours, n_retakes)) in [
        (Banned::Attacker, Banned::Defender, 0),
        (Banned::Both, Banned::Both, FEW_RETAKES),
        (Banned::Both, Banned::Both, 0),
        (Banned::Defender, Banned::Attacker, 0),
    ]
    .into_iter()
    .enumerate()
    {
        let banned = if is_attacker { theirs } else { ours };
        let limit = MOST_STATES * (1 + usize::from(n_retakes));
        let is_taken = enclosure.is_taken(is_attacker, banned, n_retakes, limit)?;
        succeeds[n] = is_taken == is_attacker;
    }
    Some(succeeds)
}

/// Questions asked unless `TEDOMARI_ENCLOSED_POSITIONS` says how many.
const N_POSITIONS: usize = 300;

#[test]
fn verdicts_are_those_of_exhaustive_search() {
    let wanted = std::env::var("TEDOMARI_ENCLOSED_POSITIONS").ok();
    let n_positions = wanted.map_or(N_POSITIONS, |text| text.parse().unwrap());
    check_verdicts(7, n_positions, Threads::default());
}

#[test]
fn verdicts_of_two_threads_are_those_of_exhaustive_search() {
    let threads = Threads {
        number: 2,
        nodes_alone: 0,
    };
    check_verdicts(8, N_POSITIONS / 2, threads);
}

/// What White says of a block that he is to kill, if he takes a ko beside his wall first, and if Black does.
#[test]
fn kos_beside_the_wall_are_proved() {
    let walls = "O O O O O O O\nO . O O . O O\nO O O O O O O\n";
    let takes = "O O X X O O O\nX X X O O O O\n. X . X O O O\nX . X O O O O";
    let is_taken = "X X O O O O O\n. X O O O O O\nX . . O O O O\n. X O O O O O";
    let mut reader = Reader::new(ReaderParams::default());
    for (fight, target, mv, is_favorable) in
        [(takes, "C1", "C2", true), (is_taken, "A2", "B2", false)]
    {
        let board: Board = format!("{walls}{fight}").parse().unwrap();
        let question = Question {
            target: target.parse().unwrap(),
            goal: Goal::Kill,
            to_move: Color::White,
        };
        let reading = reader
            .read(&board, question, &mut Budget::nodes(10_000))
            .unwrap();
        assert_eq!(reading.verdict, Verdict::Ko { is_favorable }, "{board}");
        assert!(reading.is_proven, "{board}\n{reading:?}");
        assert_eq!(reading.first(), Some(mv.parse().unwrap()), "{board}");
    }
}

/// Asks so many questions about positions of a seed.
fn check_verdicts(seed: u64, n_positions: usize, threads: Threads) {
    let mut rng = Rng::new(seed, 0);
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 14,
        threads,
    });
    let mut n_read = [0; 2];
    let mut n_settled = [0; 2];
    let mut n_kos = [0; 2];
    while n_read[0] + n_read[1] < n_positions {
        let Some((board, region, target)) = enclosed_position(&mut rng) else {
            continue;
        };
        let enclosure = Enclosure::new(&board, &region, target);
        for (kind, goal) in [Goal::Kill, Goal::Live].into_iter().enumerate() {
            let Some([clean, few, fair, free]) = truth(&enclosure, goal) else {
                continue;
            };
            let attacker = Enclosure::attacker(&board, target);
            let question = Question {
                target,
                goal,
                to_move: if goal == Goal::Kill {
                    attacker
                } else {
                    attacker.opponent()
                },
            };
            let mut budget = Budget::nodes(60_000);
            let reading = reader.read(&board, question, &mut budget).unwrap();
            let is_right = match reading.verdict {
                Verdict::Achieved if reading.is_proven => clean,
                Verdict::Achieved => few,
                Verdict::Ko { is_favorable: true } => fair && !(reading.is_proven && few),
                Verdict::Ko {
                    is_favorable: false,
                } => free && !(reading.is_proven && fair),
                Verdict::Refuted => !reading.is_proven || !free,
                Verdict::Unknown => true,
            };
            assert!(
                is_right,
                "{board}\n{question:?} {reading:?}\ntruth {clean} {few} {fair} {free}"
            );
            let is_ko = matches!(reading.verdict, Verdict::Ko { .. });
            n_kos[usize::from(reading.is_proven)] += usize::from(is_ko);
            n_read[kind] += 1;
            n_settled[kind] += usize::from(reading.is_proven);
            if goal == Goal::Kill {
                assert_eq!(
                    reading.verdict == Verdict::Achieved,
                    few,
                    "{board}\n{reading:?}"
                );
            }
        }
    }
    assert!(n_kos[1] >= n_kos[0], "{n_kos:?}");
    assert!(
        n_settled[0] * 10 >= n_read[0] * 8,
        "{n_settled:?} of {n_read:?}"
    );
    assert!(
        n_settled[1] * 10 >= n_read[1] * 8,
        "{n_settled:?} of {n_read:?}"
    );
}
