//! Cost of the static answers about life on 19x19: on boards at the end and in the middle of playouts, and on every
//! fiftieth position of the games in `TEDOMARI_BENCH_SGF` (files separated by commas).

use criterion::{Criterion, criterion_group, criterion_main};
use tedomari::base::{CancelToken, Rng};
use tedomari::board::{Board, Color, Point, Rules, Size};
use tedomari::mcts::playout::{PlayoutTurn, Policy, play_out};
use tedomari::safety::gnugo::UnconditionalStatus;
use tedomari::safety::{LifeTracker, SafetyMap, unconditional_life};
use tedomari::sgf::{self, LoadOptions};

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
                PlayoutTurn::first(Color::Black),
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

/// The boards of the games named in the environment.
fn boards_of_games() -> Vec<Board> {
    let names = std::env::var("TEDOMARI_BENCH_SGF").unwrap_or_default();
    let mut boards = Vec::new();
    for name in names.split(',').filter(|name| !name.is_empty()) {
        let bytes = std::fs::read(name).unwrap_or_default();
        for number in [51, 101, 151, 201, 251] {
            let options = LoadOptions {
                rules: Rules::default(),
                before_move: Some(number),
                cancel: CancelToken::new(),
            };
            let record = sgf::load_bytes(bytes.clone(), &options);
            boards.extend(record.map(|record| record.game.board().clone()));
        }
    }
    boards
}

/// All sets of boards with their names.
fn sets() -> Vec<(&'static str, Vec<Board>)> {
    let mut sets = vec![
        ("finished", boards(usize::MAX)),
        ("halfway", boards(150)),
        ("games", boards_of_games()),
    ];
    sets.retain(|(_, boards)| !boards.is_empty());
    sets
}

fn safety(criterion: &mut Criterion) {
    for (name, boards) in sets() {
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

/// A position, the trackers for it, and the positions after plays from it.
type Line = (Board, [LifeTracker; 2], Vec<(Board, Point)>);

/// Cost of a play when the trackers follow it: each play and its undo, with and without both answers.
fn tracking(criterion: &mut Criterion) {
    for (name, n_plays) in [("finished", usize::MAX), ("halfway", 150)] {
        let lines: Vec<Line> = boards(n_plays)
            .into_iter()
            .map(|board| {
                let trackers = Color::BOTH.map(|color| LifeTracker::new(&board, color));
                (board.clone(), trackers, plays(&board))
            })
            .collect();
        let mut group = criterion.benchmark_group(format!("safety/19x19 {name}"));
        let mut next = lines.iter().cycle();
        let mut follow = |with_answers: bool| {
            let (board, trackers, plays) = next.next()?;
            let mut found = None;
            for mut tracker in trackers.clone() {
                for (after, point) in plays {
                    tracker.follow(after, *point);
                    if with_answers {
                        found = Some(tracker.life(after));
                    }
                    tracker.follow(board, *point);
                }
            }
            found
        };
        group.bench_function("tracking 32 plays and undos", |bencher| {
            bencher.iter(|| follow(false));
        });
        group.bench_function(
            "tracking 32 plays and undos, life of both colors after each play",
            |bencher| {
                bencher.iter(|| follow(true));
            },
        );
        group.finish();
    }
}

/// The positions after 32 plays of alternating colors spread over the empty points.
fn plays(board: &Board) -> Vec<(Board, Point)> {
    let empty = board.empty_points();
    let legal = (0..).filter_map(|n: usize| {
        let (color, point) = (Color::BOTH[n % 2], empty[n * 7 % empty.len()]);
        let mut after = board.clone();
        after.set_ko(None);
        after.play(color, point).ok()?;
        after.forget_history();
        Some((after, point))
    });
    legal.take(32).collect()
}

criterion_group!(benches, safety, tracking);
criterion_main!(benches);
