//! Plays per second: with journal and undo, and without.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tedomari::base::{Color, Point, Rng, Size};
use tedomari::board::Board;

/// A random legal game that fills the board about once.
fn random_plays(size: Size) -> Vec<(Color, Point)> {
    let mut rng = Rng::new(1, 0);
    let mut board = Board::new(size);
    let mut plays = Vec::new();
    for n in 0..size.n_points() {
        let color = Color::BOTH[n % 2];
        let empty = board.empty_points();
        let point = empty[rng.index(empty.len())];
        if board.play(color, point).is_ok() {
            plays.push((color, point));
        }
    }
    plays
}

fn plays(criterion: &mut Criterion) {
    for side in [9, 13, 19] {
        let plays = random_plays(Size::square(side));
        let mut group = criterion.benchmark_group(format!("board/{side}x{side}"));
        group.throughput(Throughput::Elements(plays.len() as u64));
        let mut board = Board::new(Size::square(side));
        group.bench_function("play and undo", |bencher| {
            bencher.iter(|| {
                for &(color, point) in &plays {
                    let _ = board.play(color, point);
                }
                while board.undo() {}
                board.hash()
            });
        });
        let empty = board.clone();
        group.bench_function("play unlogged", |bencher| {
            bencher.iter(|| {
                board.copy_position(&empty);
                for &(color, point) in &plays {
                    board.play_unlogged(color, point);
                }
                board.hash()
            });
        });
        group.finish();
    }
}

criterion_group!(benches, plays);
criterion_main!(benches);
