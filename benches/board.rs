//! Plays per second: with journal and undo, and without.

mod random_plays;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use random_plays::random_plays;
use tedomari::board::{Board, Size};

fn plays(criterion: &mut Criterion) {
    for side in [9, 13, 19] {
        let size = Size::square(side);
        let plays = random_plays(size, size.n_points());
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
