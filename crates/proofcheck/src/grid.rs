//! The points of a board: their names and neighbors.

use super::set::{MOST_POINTS, Set};

/// The longest side of a board.
const MOST_SIDE: usize = 25;

const _: () = assert!((MOST_SIDE + 1) * MOST_SIDE <= MOST_POINTS);

/// Letters of the columns.
const LETTERS: &[u8; MOST_SIDE] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The points of a board, row by row from below. One number beyond the end of each row stands for no point, so that
/// neighbors never lie in another row.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    width: usize,
    height: usize,
    pub(crate) all: Set,
}

impl Grid {
    /// `None` if a side is 0 or longer than 25.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let sides = 1..=MOST_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return None;
        }
        let rows = 0..height;
        let all = rows.flat_map(|row| (0..width).map(move |column| row * (width + 1) + column));
        Some(Self {
            width,
            height,
            all: all.collect(),
        })
    }

    /// The point with a name such as `C4`; `None` if there is no such point.
    #[must_use]
    pub fn point(&self, name: &str) -> Option<usize> {
        let (letter, row) = (name.as_bytes().first()?, name.get(1..)?);
        let column = LETTERS
            .iter()
            .position(|l| *l == letter.to_ascii_uppercase())?;
        let row: usize = row.parse().ok()?;
        let is_inside = column < self.width && (1..=self.height).contains(&row);
        is_inside.then(|| (row - 1) * (self.width + 1) + column)
    }

    /// The point in a column and a row, both counted from zero, from the left and from below.
    #[must_use]
    pub fn at(&self, column: usize, row: usize) -> Option<usize> {
        let point = row * (self.width + 1) + column;
        (column < self.width && row < self.height).then_some(point)
    }

    /// The column and the row of a point.
    pub(crate) const fn place(&self, point: usize) -> (usize, usize) {
        (point % (self.width + 1), point / (self.width + 1))
    }

    /// The name of a point.
    ///
    /// # Panics
    /// If there is no such point.
    #[must_use]
    pub fn name(&self, point: usize) -> String {
        let (column, row) = self.place(point);
        format!("{}{}", char::from(LETTERS[column]), row + 1)
    }

    /// A set and its neighbors.
    pub(crate) fn spread(&self, set: Set) -> Set {
        let row = self.width + 1;
        (set | set.up(1) | set.down(1) | set.up(row) | set.down(row)) & self.all
    }

    /// A set and its neighbors, diagonal ones as well.
    pub(crate) fn spread_to_diagonals(&self, set: Set) -> Set {
        let row = self.width + 1;
        let line = (set | set.up(1) | set.down(1)) & self.all;
        (line | line.up(row) | line.down(row)) & self.all
    }

    /// The points at a corner of a point; fewer than four on the edge of the board.
    pub(crate) fn diagonals(&self, point: usize) -> Vec<usize> {
        let around = self.spread_to_diagonals(Set::of(point)) - self.spread(Set::of(point));
        around.points().collect()
    }

    /// The points on the edge of the board.
    pub(crate) fn edge(&self) -> Set {
        let is_edge = |&point: &usize| {
            let (column, row) = self.place(point);
            column == 0 || row == 0 || column + 1 == self.width || row + 1 == self.height
        };
        self.all.points().filter(is_edge).collect()
    }

    /// Whether there is room for one eye at most on some points: they are one, or two neighbors.
    pub(crate) fn is_one_eye(&self, points: Set) -> bool {
        match (points.len(), points.first()) {
            (2, Some(first)) => points.is_within(self.spread(Set::of(first))),
            (n_points, _) => n_points < 2,
        }
    }

    /// The points of `within` that are connected there to `seed`.
    pub(crate) fn flood(&self, seed: Set, within: Set) -> Set {
        let mut part = seed & within;
        loop {
            let wider = self.spread(part) & within;
            if wider == part {
                return part;
            }
            part = wider;
        }
    }

    /// Whether each block of `stones` with a stone in `seeds` has a liberty among `empty`, or a stone in `secure`.
    pub(crate) fn all_breathe(&self, seeds: Set, stones: Set, empty: Set, secure: Set) -> bool {
        let mut blocks = self.parts(seeds, stones).into_iter();
        blocks.all(|block| block.meets(secure) || self.spread(block).meets(empty))
    }

    /// The connected parts of `within` that hold a point of `seeds`.
    pub(crate) fn parts(&self, seeds: Set, within: Set) -> Vec<Set> {
        let mut rest = seeds & within;
        let mut parts = Vec::new();
        while let Some(first) = rest.first() {
            let part = self.flood(Set::of(first), within);
            rest = rest - part;
            parts.push(part);
        }
        parts
    }
}
