//! Cost of the static answers about life on 19x19: full boards at the end of playouts, and boards halfway there.

use criterion::{Criterion, criterion_group, criterion_main};
use tedomari::base::{Color, Rng, Size};
use tedomari::board::Board;
use tedomari::mcts::playout::{Policy, Turn, play_out};
use tedomari::safety::gnugo::UnconditionalStatus;
use tedomari::safety::{SafetyMap, unconditional_life};

/// Boards after `n_plays` plays of tactical playouts, or at their end.
fn boards(n_plays: usize) -> Vec<Board> {
    let mut rng = Rng::new(1, 0);
    let empty = Board::new(Size::square(19));
    (0..16)
        .map(|_| {
            let mut plays = Vec::new();
            let mut board = empty.clone();
            board.forget_history();
            play_out(
                &mut board,
                Turn::first(Color::Black),
                Policy::default(),
                &mut rng,
                |_, color, point, _| plays.push((color, point)),
            );
            let mut board = empty.clone();
            for &(color, point) in plays.iter().take(n_plays) {
                board.set_ko(None);
                let _ = board.play(color, point);
            }
            board.forget_history();
            board
        })
        .collect()
}

fn safety(criterion: &mut Criterion) {
    for (name, n_plays) in [("finished", usize::MAX), ("halfway", 150)] {
        let boards = boards(n_plays);
        let mut group = criterion.benchmark_group(format!("safety/19x19 {name}"));
        let mut next = boards.iter().cycle();
        group.bench_function("unconditional life, both colors", |bencher| {
            bencher.iter(|| {
                next.next()
                    .map(|board| Color::BOTH.map(|color| unconditional_life(board, color)))
            });
        });
        group.bench_function("unconditional status", |bencher| {
            bencher.iter(|| next.next().map(UnconditionalStatus::new));
        });
        group.bench_function("alternate play, both colors", |bencher| {
            bencher.iter(|| next.next().map(SafetyMap::alternate));
        });
        group.finish();
    }
}

criterion_group!(benches, safety);
criterion_main!(benches);
