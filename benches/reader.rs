//! Cost of reading life and death: nodes per second, and the growth of the time to a proof with the number of empty
//! points in a corner.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tedomari::base::Budget;
use tedomari::board::{Board, Color, Point, Size};
use tedomari::tsumego::Goal;
use tedomari::tsumego::{Question, Reader, ReaderParams, Reading};

/// Width and height of the empty corners, six to twenty points.
const CORNERS: [(u8, u8); 8] = [
    (3, 2),
    (4, 2),
    (3, 3),
    (5, 2),
    (4, 3),
    (7, 2),
    (4, 4),
    (5, 4),
];

/// An empty corner inside a black block, which is inside a white block.
fn corner(width: u8, height: u8) -> Board {
    let size = Size::square(19);
    let stones = size.points().filter_map(|point| {
        let (x, y) = (point.x(), point.y());
        let ring = |n: u8| x < width + n && y < height + n;
        match (ring(0), ring(1), ring(2)) {
            (false, true, _) => Some((Color::Black, point)),
            (false, false, true) => Some((Color::White, point)),
            _ => None,
        }
    });
    Board::with_stones(size, stones.collect::<Vec<_>>()).expect("the rings have liberties")
}

/// Whether White, to move, kills the block around the corner.
fn read(reader: &mut Reader, board: &Board, width: u8, nodes: u64) -> Reading {
    let question = Question::new(Point::new(width, 0), Goal::Kill, Color::White);
    let reading = reader.read(board, question, &mut Budget::nodes(nodes));
    reading.expect("there is a block")
}

fn bench(c: &mut Criterion) {
    let mut reader = Reader::new(ReaderParams::default());
    let mut group = c.benchmark_group("reader");
    group.sample_size(10);
    for (width, height) in CORNERS {
        let board = corner(width, height);
        let nodes = read(&mut reader, &board, width, 1_000_000).n_nodes;
        let n_empty = usize::from(width) * usize::from(height);
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(BenchmarkId::new("corner", n_empty), |b| {
            b.iter(|| read(&mut reader, black_box(&board), width, 1_000_000));
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
