//! What a play and an undo cost with the matches of rules kept, and what the goal graph of a position costs.

mod random_plays;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use random_plays::random_plays;
use tedomari::board::{Board, Color, Size};
use tedomari::goals::rules::RuleBase;
use tedomari::goals::state::Costs;
use tedomari::goals::{Goal, Graph, State};

fn plays(criterion: &mut Criterion) {
    for side in [9, 19] {
        let size = Size::square(side);
        let plays = random_plays(size, size.n_points() / 3);
        let mut group = criterion.benchmark_group(format!("goal_state/{side}x{side}"));
        group.sample_size(10);
        group.throughput(Throughput::Elements(plays.len() as u64));
        let mut state = State::new(Board::new(size), RuleBase::builtin(), Costs::FEW);
        group.bench_function("play and undo", |bencher| {
            bencher.iter(|| {
                for &(color, point) in &plays {
                    let _ = state.play(color, point);
                }
                while state.undo() {}
                state.board().hash()
            });
        });
        group.finish();
    }
}

fn graphs(criterion: &mut Criterion) {
    let size = Size::square(9);
    let mut board = Board::new(size);
    for (color, point) in random_plays(size, size.n_points() / 3) {
        let _ = board.play(color, point);
    }
    let stone = board.first_stones(Color::Black)[0];
    let mut group = criterion.benchmark_group("goal_state/graph");
    group.sample_size(10);
    group.bench_function("from scratch", |bencher| {
        bencher.iter(|| {
            let state = State::new(board.clone(), RuleBase::builtin(), Costs::FEW);
            Graph::new(&state, Goal::save(stone)).value()
        });
    });
    group.finish();
}

criterion_group!(benches, plays, graphs);
criterion_main!(benches);
