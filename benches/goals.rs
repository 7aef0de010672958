//! Cost of matching a thousand rules around the last play, in all orientations and for both colors, and at a block.

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tedomari::base::Rng;
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::goals::rules::{Assertion, RuleBase};

/// Rules in the base: those that are compiled in, and random ones.
const N_RULES: usize = 1_000;
/// Positions in one round.
const N_BOARDS: usize = 32;

/// A random rule like the written ones: a map of 3 to 5 rows and columns, half of its points filled.
fn random_rule(rng: &mut Rng, number: usize, text: &mut String) {
    let side = |rng: &mut Rng| 3 + rng.index(3);
    let (width, height) = (side(rng), side(rng));
    let mut cells: Vec<char> = (0..width * height)
        .map(|_| b"XXOO....??????xo"[rng.index(16)].into())
        .collect();
    cells[rng.index(width)] = 'A';
    cells[width + rng.index(width)] = '*';
    let _ = writeln!(
        text,
        "rule random-{number}\npurpose save\ngoal save A\nnote \"Random.\"\nsource hand\nmap"
    );
    for row in cells.chunks(width) {
        let row: String = row.iter().map(|c| format!(" {c}")).collect();
        let _ = writeln!(text, "{row}");
    }
    if rng.below(4) == 0 {
        let _ = writeln!(text, "where libs(A) <= 2");
    }
    let _ = writeln!(text, "end");
}

/// A position after random plays, with the last play. No play fills a point between own stones.
fn random_board(rng: &mut Rng) -> (Board, Point) {
    let mut board = Board::new(Size::square(19));
    let mut last = Point::new(9, 9);
    for n in 0..120 + rng.index(60) {
        let color = Color::BOTH[n % 2];
        let point = board.empty_points()[rng.index(board.empty_points().len())];
        let is_eye = point
            .neighbors()
            .into_iter()
            .all(|near| board.color(near) == Some(color));
        if !is_eye && board.play(color, point).is_ok() {
            last = point;
        }
    }
    (board, last)
}

fn bench(c: &mut Criterion) {
    let mut rng = Rng::new(1, 0);
    let mut text = String::new();
    for number in RuleBase::builtin().rules().count()..N_RULES {
        random_rule(&mut rng, number, &mut text);
    }
    let base = RuleBase::with_files(&[("random", &text)]).expect("the rules have no fault");
    let boards: Vec<(Board, Point)> = (0..N_BOARDS).map(|_| random_board(&mut rng)).collect();
    let mut group = c.benchmark_group("rules");
    let mut found: Vec<Assertion> = Vec::new();
    let mut n = 0;
    group.bench_function("near the last play, both colors", |b| {
        b.iter(|| {
            n = (n + 1) % N_BOARDS;
            let (board, last) = &boards[n];
            found.clear();
            for color in Color::BOTH {
                base.matches_near(black_box(board), &PointSet::from(*last), color, &mut found);
            }
            found.len()
        });
    });
    group.bench_function("at the block of the last play, both colors", |b| {
        b.iter(|| {
            n = (n + 1) % N_BOARDS;
            let (board, last) = &boards[n];
            found.clear();
            for color in Color::BOTH {
                base.matches_at(black_box(board), *last, color, &mut found);
            }
            found.len()
        });
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
