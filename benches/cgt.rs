//! Canonical forms, sums and thermographs, compared with the `cgt` crate on the same random games.
//!
//! Each run of ours starts with a copy of the same table, which has built the games and done nothing else with them. So
//! no run knows the answers of the run before.

use std::hint::black_box;

use cgt_oracle::numeric::dyadic_rational_number::DyadicRationalNumber;
use cgt_oracle::numeric::nimber::Nimber;
use cgt_oracle::short::partizan::canonical_form::{CanonicalForm, nus::Nus};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use tedomari::base::Rng;
use tedomari::cgt::{GameId, Games};

#[path = "../tests/cgt/random.rs"]
mod random;

use random::{Shape, Tree};

const N_GAMES: usize = 400;

fn theirs(tree: &Tree) -> CanonicalForm {
    match tree {
        &Tree::Number(numerator, exponent) => {
            CanonicalForm::new_dyadic(DyadicRationalNumber::new(numerator.into(), exponent))
        }
        &Tree::UpStar(ups, nimber) => CanonicalForm::new_nus(Nus::new(
            DyadicRationalNumber::new_integer(0),
            ups.into(),
            Nimber::from(u32::from(nimber)),
        )),
        Tree::Form(left, right) => CanonicalForm::new_from_moves(
            left.iter().map(theirs).collect(),
            right.iter().map(theirs).collect(),
        ),
    }
}

fn trees() -> Vec<Tree> {
    let mut rng = Rng::new(9, 0);
    (0..N_GAMES)
        .map(|at| random::tree(&mut rng, Shape::ALL[at / 2 % Shape::ALL.len()]))
        .collect()
}

fn build_all(games: &mut Games, trees: &[Tree]) -> Vec<GameId> {
    trees
        .iter()
        .map(|tree| random::build(games, tree).expect("small games stay below every limit"))
        .collect()
}

/// Whole trees, leaf by leaf, into an empty table, and into a table that has built them before.
fn trees_to_games(criterion: &mut Criterion) {
    let trees = trees();
    let mut group = criterion.benchmark_group("400 trees to games");
    group.bench_function("tedomari, empty table", |bencher| {
        bencher.iter_batched(
            Games::default,
            |mut games| {
                black_box(build_all(&mut games, &trees));
                games
            },
            BatchSize::LargeInput,
        );
    });
    let mut games = Games::default();
    group.bench_function("tedomari, table kept", |bencher| {
        bencher.iter(|| black_box(build_all(&mut games, &trees)));
    });
    group.bench_function("cgt crate", |bencher| {
        bencher.iter(|| trees.iter().map(theirs).collect::<Vec<_>>());
    });
    group.finish();
}

/// Indices of two to four options on each side, of games of one shape.
fn option_lists() -> Vec<[Vec<usize>; 2]> {
    let mut rng = Rng::new(10, 0);
    let shapes = Shape::ALL.len();
    (0..N_GAMES)
        .map(|at| {
            [0, 1].map(|_| {
                (0..2 + rng.index(3))
                    .map(|_| {
                        let pair = rng.index(N_GAMES / 2 / shapes) * shapes + at % shapes;
                        2 * pair + rng.index(2)
                    })
                    .collect()
            })
        })
        .collect()
}

/// One step: canonical options to the canonical form.
fn canonical_forms(criterion: &mut Criterion) {
    let trees = trees();
    let lists = option_lists();
    let mut games = Games::default();
    let ours = build_all(&mut games, &trees);
    let others: Vec<_> = trees.iter().map(theirs).collect();
    let mut group = criterion.benchmark_group("canonical form of 400 option lists");
    group.bench_function("tedomari", |bencher| {
        bencher.iter_batched(
            || games.clone(),
            |mut games| {
                for sides in &lists {
                    let [left, right] = [0, 1].map(|side: usize| {
                        sides[side].iter().map(|&at| ours[at]).collect::<Vec<_>>()
                    });
                    black_box(games.game(&left, &right).expect("below every limit"));
                }
                games
            },
            BatchSize::LargeInput,
        );
    });
    group.bench_function("cgt crate", |bencher| {
        bencher.iter_batched(
            || {
                let pick = |side: &Vec<usize>| -> Vec<_> {
                    side.iter().map(|&at| others[at].clone()).collect()
                };
                lists
                    .iter()
                    .map(|[left, right]| (pick(left), pick(right)))
                    .collect::<Vec<_>>()
            },
            |forms| {
                for (left, right) in forms {
                    black_box(CanonicalForm::new_from_moves(left, right));
                }
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

fn sums(criterion: &mut Criterion) {
    let trees = trees();
    let mut games = Games::default();
    let ours = build_all(&mut games, &trees);
    let others: Vec<_> = trees.iter().map(theirs).collect();
    let mut group = criterion.benchmark_group("sum of 200 pairs");
    group.bench_function("tedomari", |bencher| {
        bencher.iter_batched(
            || games.clone(),
            |mut games| {
                for pair in ours.chunks_exact(2) {
                    black_box(games.sum(pair[0], pair[1]).expect("below every limit"));
                }
                games
            },
            BatchSize::LargeInput,
        );
    });
    group.bench_function("cgt crate", |bencher| {
        bencher.iter(|| {
            for pair in others.chunks_exact(2) {
                black_box(&pair[0] + &pair[1]);
            }
        });
    });
    group.finish();
}

fn thermographs(criterion: &mut Criterion) {
    let trees = trees();
    let mut games = Games::default();
    let ours = build_all(&mut games, &trees);
    let others: Vec<_> = trees.iter().map(theirs).collect();
    let mut group = criterion.benchmark_group("thermograph of 400 games");
    group.bench_function("tedomari", |bencher| {
        bencher.iter_batched(
            || games.clone(),
            |mut games| {
                for &game in &ours {
                    black_box(games.thermograph(game).expect("below every limit"));
                }
                games
            },
            BatchSize::LargeInput,
        );
    });
    group.bench_function("cgt crate", |bencher| {
        bencher.iter(|| {
            for game in &others {
                black_box(game.thermograph());
            }
        });
    });
    group.finish();
}

criterion_group!(benches, trees_to_games, canonical_forms, sums, thermographs);
criterion_main!(benches);
