//! The growth of the exact endgame's time: with the size of a region, with the number of regions, with what is known.
//!
//! `TEDOMARI_GROWTH=docs/measurements/endgame cargo bench --bench endgame` measures each size a few times and writes
//! the table to standard output and two plots to `docs/measurements/endgame_regions.svg` and
//! `docs/measurements/endgame_boards.svg`.

use std::io::Write;
use std::time::Instant;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group};
use tedomari::base::{Budget, Rng};
use tedomari::board::game::Start;
use tedomari::board::{Color, Game, Komi, Point, Rules, Size};
use tedomari::endgame::shape::from_diagram;
use tedomari::endgame::{Endgame, EndgameParams, ShapeStore};
use tedomari::endgame::{LocalArea, PointGraph};

#[path = "../tests/draw/plot.rs"]
mod plot;

use plot::{Series, plot};

/// The picture of a region with this many points.
type Diagram = fn(usize) -> String;

/// A corridor of `n` points, open to the other color at one end.
fn corridor(n: usize) -> String {
    let wall = "X".repeat(n + 2);
    format!("{wall}\nX{}O\n{wall}", ".".repeat(n))
}

/// A room of two rows with `n` points, open to the other color at one of its points.
fn room(n: usize) -> String {
    let (upper, lower) = (n.div_ceil(2), n / 2);
    let wall = "X".repeat(upper + 2);
    let rows = format!("X{}X\nX{}X", ".".repeat(upper), ".".repeat(lower));
    format!("{wall}\n{rows}\nXO{}", "X".repeat(upper))
}

/// A room of two rows with `n` points between a white and a black wall: as open as a region can be.
fn gap(n: usize) -> String {
    let (upper, lower) = (n.div_ceil(2), n / 2);
    let rows = format!("X{}O\nX{}O", ".".repeat(upper), ".".repeat(lower));
    format!(
        "{}\n{rows}\n{}",
        "X".repeat(upper + 2),
        "O".repeat(upper + 2)
    )
}

fn solve(store: &mut ShapeStore, (graph, area): &(PointGraph, LocalArea)) {
    store
        .solve(graph, area, &mut Budget::unlimited())
        .expect("without a budget the limits are far away");
}

fn regions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("endgame/region");
    group.sample_size(10);
    let shapes: [(&str, Diagram, usize); 3] = [
        ("corridor", corridor, 14),
        ("room", room, 14),
        ("gap", gap, 10),
    ];
    for (name, shape, most) in shapes {
        for n in (2..=most).step_by(2) {
            let region = from_diagram(&shape(n));
            group.bench_with_input(BenchmarkId::new(name, n), &region, |bencher, region| {
                let fresh = ShapeStore::default;
                let solve = |mut store: ShapeStore| solve(&mut store, region);
                bencher.iter_batched(fresh, solve, BatchSize::PerIteration);
            });
        }
    }
    let mut store = ShapeStore::default();
    for n in [2, 8, 14] {
        let region = from_diagram(&corridor(n));
        group.bench_with_input(
            BenchmarkId::new("corridor known before", n),
            &region,
            |bencher, region| bencher.iter(|| solve(&mut store, region)),
        );
    }
    group.finish();
}

/// A board of 19x19 with four walls from edge to edge and `n` regions of one or two points in the walls, at most 57.
fn board(n: usize) -> Game {
    const LAST_COLUMN: [u8; 4] = [4, 9, 14, 18];
    let wall_of = |x: u8| LAST_COLUMN.iter().position(|&last| x <= last).unwrap_or(3);
    let color_of = |x: u8| Color::BOTH[wall_of(x) % 2];
    let mut rng = Rng::new(1, 0);
    let mut sites: Vec<(u8, u8)> = (0..3)
        .flat_map(|border| (0..19).map(move |y| (LAST_COLUMN[border], y)))
        .collect();
    for last in (1..sites.len()).rev() {
        sites.swap(last, rng.index(last + 1));
    }
    let mut empty = vec![
        (1, 1),
        (1, 3),
        (7, 1),
        (7, 3),
        (12, 2),
        (12, 4),
        (17, 1),
        (17, 3),
    ];
    for &(last, y) in sites.iter().take(n) {
        // Odd rows have regions in black walls, even rows in white walls.
        let is_left = (color_of(last) == Color::Black) == (y % 2 == 1);
        let columns = if is_left {
            [last, last - 1]
        } else {
            [last + 1, last + 2]
        };
        let length = 1 + rng.index(2);
        empty.extend(columns.into_iter().take(length).map(|x| (x, y)));
    }
    let points = Size::square(19).points();
    let stones = points.filter(|point: &Point| !empty.contains(&(point.x(), point.y())));
    let start = Start {
        stones: stones.map(|point| (color_of(point.x()), point)).collect(),
        ..Start::empty(Size::square(19))
    };
    let rules = Rules {
        komi: Komi::default(),
        ..Rules::default()
    };
    Game::from_start(start, rules).expect("every wall has two eyes")
}

/// Score and best moves of a whole board.
fn advise(game: &Game, store: &mut ShapeStore) -> usize {
    let endgame = Endgame::analyze(game, store, &EndgameParams::default(), &Budget::unlimited());
    let moves = endgame.keeping_moves(store, Color::Black);
    moves.expect("small games").len()
}

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("endgame/board");
    group.sample_size(10);
    for n in [1, 5, 10, 20, 27, 40] {
        let game = board(n);
        group.bench_with_input(BenchmarkId::new("19x19", n), &game, |bencher, game| {
            let advise = |mut store: ShapeStore| advise(game, &mut store);
            bencher.iter_batched(ShapeStore::default, advise, BatchSize::PerIteration);
        });
    }
    group.finish();
}

criterion_group!(benches, regions, boards);

/// The median time of a few runs, in seconds; fewer runs if they take long.
fn seconds<T>(mut prepare: impl FnMut() -> T, mut run: impl FnMut(T)) -> f64 {
    const MOST_RUNS: usize = 15;
    const LONG: f64 = 2.0;
    let begin = Instant::now();
    let mut times = Vec::new();
    while times.len() < MOST_RUNS && begin.elapsed().as_secs_f64() < LONG {
        let input = prepare();
        let start = Instant::now();
        run(input);
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Regions of 2 to 14 points, each with an empty store, and corridors that are known.
fn region_growth() -> Vec<Series> {
    let shapes: [(&str, Diagram); 3] = [("corridor", corridor), ("room", room), ("gap", gap)];
    let mut all = Vec::new();
    for (name, shape) in shapes {
        let points = (2..=14_u32).step_by(2).map(|n| {
            let region = from_diagram(&shape(n as usize));
            let run = |mut store: ShapeStore| solve(&mut store, &region);
            (n, seconds(ShapeStore::default, run))
        });
        all.push(Series {
            name: name.to_owned(),
            points: points.collect(),
        });
    }
    let mut store = ShapeStore::default();
    let cached = (2..=14_u32).step_by(2).map(|n| {
        let region = from_diagram(&corridor(n as usize));
        (n, seconds(|| (), |()| solve(&mut store, &region)))
    });
    all.push(Series {
        name: "corridor, cached".to_owned(),
        points: cached.collect(),
    });
    all
}

/// Boards of 19x19 with 1 to 40 regions: partition, values, score and best moves.
fn board_growth() -> Vec<Series> {
    let points = [1_u32, 5, 10, 15, 20, 27, 33, 40].map(|n| {
        let game = board(n as usize);
        let run = |mut store: ShapeStore| {
            advise(&game, &mut store);
        };
        (n, seconds(ShapeStore::default, run))
    });
    vec![Series {
        name: "19x19".to_owned(),
        points: points.to_vec(),
    }]
}

/// A table of measurements: a row for each size, a column for each series.
fn table(out: &mut impl Write, unit: &str, series: &[Series]) -> std::io::Result<()> {
    let names: Vec<&str> = series.iter().map(|line| line.name.as_str()).collect();
    writeln!(out, "| {unit} | {} |", names.join(" | "))?;
    writeln!(out, "|---{}|", "|---".repeat(names.len()))?;
    for (row, (size, _)) in series[0].points.iter().enumerate() {
        let times: Vec<String> = series
            .iter()
            .map(|line| format!("{:.3} ms", 1e3 * line.points[row].1))
            .collect();
        writeln!(out, "| {size} | {} |", times.join(" | "))?;
    }
    writeln!(out)
}

/// Measures, and writes the tables and the plots.
fn growth(prefix: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let measured = [
        ("regions", "points of the region", region_growth()),
        ("boards", "regions on the board", board_growth()),
    ];
    for (name, unit, series) in measured {
        table(&mut out, unit, &series)?;
        let picture = plot("Time to the exact value", unit, &series);
        std::fs::write(format!("{prefix}_{name}.svg"), picture)?;
    }
    Ok(())
}

fn main() -> std::io::Result<()> {
    match std::env::var("TEDOMARI_GROWTH") {
        Ok(prefix) => growth(&prefix),
        Err(_) => {
            benches();
            Criterion::default().configure_from_args().final_summary();
            Ok(())
        }
    }
}
