//! Playouts per second on one thread from the empty board: uniformly random and tactical playouts with their score,
//! and whole searches.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Game, Rules, Size};
use tedomari::mcts::playout::{PlayoutTurn, Policy, play_out};
use tedomari::mcts::{Filter, Params, Searcher, area};

/// Playouts in one search.
const N_SEARCH: u64 = 1000;

fn playouts(criterion: &mut Criterion) {
    for side in [9, 13, 19] {
        let mut group = criterion.benchmark_group(format!("playout/{side}x{side}"));
        group
            .throughput(Throughput::Elements(1))
            .measurement_time(Duration::from_secs(3));
        let empty = Board::new(Size::square(side));
        let policies = [("light", Policy::Uniform), ("tactical", Policy::default())];
        for (name, policy) in policies {
            let mut rng = Rng::new(1, 0);
            let mut board = Board::new(empty.size());
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    board.copy_position(&empty);
                    let turn = PlayoutTurn::first(Color::Black);
                    play_out(&mut board, turn, policy, &mut rng, |_, _, _, _| ());
                    area(&board)
                });
            });
        }
        group
            .throughput(Throughput::Elements(N_SEARCH))
            .sample_size(10);
        let game = Game::new(empty.size(), Rules::default());
        let mut searcher = Searcher::new(Params {
            stops_early: false,
            ..Params::default()
        });
        group.bench_function("search", |bencher| {
            bencher.iter(|| {
                searcher.clear();
                let mut budget = Budget::nodes(N_SEARCH);
                searcher
                    .search(&game, Color::Black, &Filter::NONE, &mut budget)
                    .n_nodes
            });
        });
        group.finish();
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
