//! Fuzz targets that play on boards: the board against a naive one, unconditional life against look-ahead.

use std::collections::BTreeSet;

use tedomari::board::{Board, Color, IllegalMove, Point, Size};
use tedomari::safety::unconditional_life;

use super::bytes::Bytes;
use crate::safety::oracle;

/// Most positions of the look-ahead before it gives up.
const MOST_POSITIONS: usize = 2_000;

/// A board that counts everything anew after each play: slow and simple.
#[derive(Clone, PartialEq, Eq)]
struct NaiveBoard {
    size: Size,
    stones: Vec<(Point, Option<Color>)>,
    ko: Option<(Color, Point)>,
}

impl NaiveBoard {
    fn new(size: Size) -> Self {
        Self {
            size,
            stones: size.points().map(|point| (point, None)).collect(),
            ko: None,
        }
    }

    fn color(&self, point: Point) -> Option<Color> {
        self.stones.iter().find(|stone| stone.0 == point)?.1
    }

    fn set(&mut self, point: Point, color: Option<Color>) {
        let stone = self.stones.iter_mut().find(|stone| stone.0 == point);
        stone.unwrap().1 = color;
    }

    fn neighbors(&self, point: Point) -> Vec<Point> {
        let around = point.neighbors().into_iter();
        around.filter(|&near| self.size.contains(near)).collect()
    }

    /// The stones and the liberties of the block on a point.
    fn block(&self, start: Point) -> (BTreeSet<Point>, BTreeSet<Point>) {
        let (mut stones, mut liberties) = (BTreeSet::from([start]), BTreeSet::new());
        let mut open = vec![start];
        while let Some(stone) = open.pop() {
            for near in self.neighbors(stone) {
                if self.color(near).is_none() {
                    liberties.insert(near);
                } else if self.color(near) == self.color(start) && stones.insert(near) {
                    open.push(near);
                }
            }
        }
        (stones, liberties)
    }

    /// Plays by the rules of Go, or leaves the board as it is.
    fn play(&mut self, color: Color, point: Point, suicide: bool) -> Result<(), IllegalMove> {
        if self.color(point).is_some() {
            return Err(IllegalMove::Occupied);
        }
        if self.ko == Some((color, point)) {
            return Err(IllegalMove::Ko);
        }
        let before = self.clone();
        self.set(point, Some(color));
        let mut taken = BTreeSet::new();
        for near in self.neighbors(point) {
            if self.color(near) == Some(color.opponent()) && self.block(near).1.is_empty() {
                taken.extend(self.block(near).0);
            }
        }
        for &stone in &taken {
            self.set(stone, None);
        }
        let (own, liberties) = self.block(point);
        if liberties.is_empty() {
            if !suicide {
                *self = before;
                return Err(IllegalMove::Suicide);
            }
            for stone in own {
                self.set(stone, None);
            }
            self.ko = None;
            return Ok(());
        }
        let is_ko = taken.len() == 1 && own.len() == 1 && liberties.len() == 1;
        self.ko = is_ko.then(|| (color.opponent(), *taken.first().unwrap()));
        Ok(())
    }

    /// Stones, blocks, liberties and the ko of the board are the same.
    fn assert_same(&self, board: &Board) {
        assert_eq!(board.ko(), self.ko, "{board}");
        for &(point, color) in &self.stones {
            assert_eq!(board.color(point), color, "{point}\n{board}");
            if let Some(block) = board.block_at(point) {
                let (stones, liberties) = self.block(point);
                assert_eq!(board.stones(point).collect::<BTreeSet<_>>(), stones);
                assert_eq!(block.liberties().iter().collect::<BTreeSet<_>>(), liberties);
                assert_eq!(usize::from(block.n_stones()), stones.len());
                assert_eq!(usize::from(block.n_liberties()), liberties.len());
            }
        }
        let empty: BTreeSet<Point> = board.empty_points().iter().copied().collect();
        let n_empty = self.stones.iter().filter(|stone| stone.1.is_none()).count();
        assert_eq!(
            (empty.len(), board.empty_points().len()),
            (n_empty, n_empty)
        );
        let stones = self.stones.iter().filter_map(|&(p, c)| c.map(|c| (c, p)));
        let rebuilt = Board::with_stones(self.size, stones.collect::<Vec<_>>()).unwrap();
        assert_eq!(rebuilt.hash(), board.hash(), "{board}");
    }
}

fn small_size(bytes: &mut Bytes<'_>, most: u8) -> Size {
    Size::new(1 + bytes.below(most), 1 + bytes.below(most)).unwrap()
}

/// Plays, passes and undoes: the incremental board is always the naive one.
pub(crate) fn board(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let size = small_size(&mut bytes, 7);
    let suicide = bytes.below(2) == 1;
    let points: Vec<Point> = size.points().collect();
    let mut board = Board::new(size).with_suicide(suicide);
    let mut naive = vec![NaiveBoard::new(size)];
    while !bytes.is_empty() && naive.len() < 200 {
        let mut next = naive.last().unwrap().clone();
        let action = bytes.byte();
        match action % 16 {
            0 => {
                board.pass();
                next.ko = None;
                naive.push(next);
            }
            1 | 2 => {
                let is_undone = board.undo();
                assert_eq!(is_undone, naive.len() > 1);
                if is_undone {
                    naive.pop();
                }
            }
            _ => {
                let color = Color::BOTH[usize::from(action / 128)];
                let point = points[bytes.index(points.len())];
                let expected = next.play(color, point, suicide);
                assert_eq!(
                    board.legality(color, point),
                    expected,
                    "{color} {point}\n{board}"
                );
                assert_eq!(board.play(color, point).map(drop), expected);
                if expected.is_ok() {
                    naive.push(next);
                }
            }
        }
        naive.last().unwrap().assert_same(&board);
    }
}

/// A small position with a suicide rule: one byte a point.
fn position(bytes: &mut Bytes<'_>) -> Option<Board> {
    let size = small_size(bytes, 6);
    let suicide = bytes.below(2) == 1;
    let stones = size.points().filter_map(|point| {
        let byte = bytes.below(8);
        (byte > 2).then(|| (Color::BOTH[usize::from(byte == 7)], point))
    });
    let board = Board::with_stones(size, stones.collect::<Vec<_>>()).ok()?;
    Some(board.with_suicide(suicide))
}

/// Benson's algorithm finds the stones that no sequence of plays can capture while their owner passes.
pub(crate) fn safety(data: &[u8]) {
    let Some(board) = position(&mut Bytes::new(data)) else {
        return;
    };
    for owner in Color::BOTH {
        if let Some(expected) = oracle::uncapturable(&board, owner, MOST_POSITIONS) {
            let found = unconditional_life(&board, owner).stones;
            assert_eq!(
                found,
                expected,
                "{owner}, suicide {}\n{board}",
                board.allows_suicide()
            );
        }
    }
}
