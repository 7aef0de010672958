//! A fuzz target for the reader: its verdicts about enclosed blocks against exhaustive search.

use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::tsumego::{Goal, Reader, ReaderParams};

use super::bytes::Bytes;
use crate::reader::oracle::Enclosure;
use crate::reader::verdict::{assert_verdict, truth};

/// A corner of a 7x7 board, enclosed by white stones that two eyes keep alive: the region, and the stones in it.
fn enclosed(bytes: &mut Bytes<'_>) -> Option<(Board, PointSet)> {
    let size = Size::square(7);
    let mut region = PointSet::from_iter([Point::new(0, 0)]);
    let n_points = 3 + usize::from(bytes.below(8));
    while region.len() < n_points {
        let near: Vec<Point> = (region.spread() - region)
            .iter()
            .filter(|&p| size.contains(p) && p.x() < 5 && p.y() < 4)
            .collect();
        region.insert(near[bytes.index(near.len())]);
    }
    let eyes = [Point::new(1, 5), Point::new(4, 5)];
    let stones = size.points().filter_map(|point| {
        if !region.contains(point) {
            return (!eyes.contains(&point)).then_some((Color::White, point));
        }
        match bytes.below(8) {
            0..=2 => None,
            7 => Some((Color::White, point)),
            _ => Some((Color::Black, point)),
        }
    });
    let board = Board::with_stones(size, stones.collect::<Vec<_>>()).ok()?;
    let wall: PointSet = board.stones(Point::new(5, 5)).collect();
    let inside = |point: &Point| !wall.contains(*point) && !eyes.contains(point);
    Some((board, size.points().filter(inside).collect()))
}

/// Kill and live of a black block: every verdict and every proof is that of exhaustive search.
pub(crate) fn reader(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some((board, region)) = enclosed(&mut bytes) else {
        return;
    };
    let blocks = board.first_stones(Color::Black);
    if blocks.is_empty() {
        return;
    }
    let target = blocks[bytes.index(blocks.len())];
    let enclosure = Enclosure::new(&board, &region, target);
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 12,
        ..ReaderParams::default()
    });
    for goal in [Goal::Kill, Goal::Live] {
        if let Some(truth) = truth(&enclosure, goal) {
            assert_verdict(&mut reader, &board, target.into(), goal, &enclosure, truth);
        }
    }
}
