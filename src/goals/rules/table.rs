//! Many patterns tried at one point at once: which of them fit the 24 points around it, as sets of bits.
//!
//! The patterns have one point in common, the anchor. The points within two rows and columns of it fall into six rings
//! of four. For each ring and each of the 256 contents that it can have, a table holds the set of patterns that it
//! does not contradict, one bit for each pattern. The intersection of six such sets leaves few patterns to look at
//! closely. A second table holds for each distance from the anchor which patterns read a point there.

use std::collections::BTreeMap;

use super::grid::{EDGE, Grid, Place, shifted};
use super::grid::{Offset, flat};
use super::rule::Content;

/// The points around an anchor, in rings that a quarter turn maps onto themselves.
const RINGS: [[Offset; 4]; 6] = [
    [(0, 1), (1, 0), (0, -1), (-1, 0)],
    [(1, 1), (1, -1), (-1, -1), (-1, 1)],
    [(0, 2), (2, 0), (0, -2), (-2, 0)],
    [(1, 2), (2, -1), (-1, -2), (-2, 1)],
    [(2, 1), (1, -2), (-2, -1), (-1, 2)],
    [(2, 2), (2, -2), (-2, -2), (-2, 2)],
];
const N_CODES: usize = 256;

/// One pattern as the table sees it: what its points may hold, at offsets from the anchor.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    cells: Vec<(Offset, u8)>,
}

impl Shape {
    /// A shape of these cells.
    pub(super) const fn new(cells: Vec<(Offset, u8)>) -> Self {
        Self { cells }
    }

    fn bits(&self, at: Offset) -> u8 {
        let cell = self.cells.iter().find(|&&(cell, _)| cell == at);
        cell.map_or(Content::ANYTHING.bits(), |&(_, bits)| bits)
    }

    /// The cells that no ring has.
    fn far(&self) -> Vec<(i16, u8)> {
        let is_far = |&&((x, y), _): &&(Offset, u8)| x.abs().max(y.abs()) > 2;
        let far = self.cells.iter().filter(is_far);
        far.map(|&((x, y), bits)| (flat(x, y), bits)).collect()
    }
}

/// Patterns with one content at their anchor.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    n_words: usize,
    /// For each ring, for each code of its contents: the patterns that it allows.
    allowed: Vec<u64>,
    /// For each pattern the points beyond the rings, as differences of places.
    far: Vec<Vec<(i16, u8)>>,
    /// For each offset from the anchor the patterns that read that point: words with their numbers.
    readers: Vec<(Offset, Vec<(usize, u64)>)>,
    /// All patterns.
    all: Vec<(usize, u64)>,
}

impl Table {
    /// The table of some shapes; each keeps its number.
    pub(super) fn new(shapes: &[Shape]) -> Self {
        let n_words = shapes.len().div_ceil(64);
        let mut allowed = vec![0; RINGS.len() * N_CODES * n_words];
        let mut readers: BTreeMap<Offset, Vec<u64>> = BTreeMap::new();
        let mut all = vec![0; n_words];
        for (n, shape) in shapes.iter().enumerate() {
            let (word, bit) = (n / 64, 1 << (n % 64));
            all[word] |= bit;
            for (ring, points) in RINGS.iter().enumerate() {
                let bits = points.map(|at| shape.bits(at));
                for code in (0..N_CODES).filter(|&code| allows(bits, code)) {
                    allowed[(ring * N_CODES + code) * n_words + word] |= bit;
                }
            }
            let on_board = |&&(_, bits): &&(Offset, u8)| bits & Content::ON_BOARD.bits() != 0;
            for &(at, _) in shape.cells.iter().filter(on_board) {
                readers.entry(at).or_insert_with(|| vec![0; n_words])[word] |= bit;
            }
        }
        let sparse = |words: Vec<u64>| -> Vec<(usize, u64)> {
            words
                .into_iter()
                .enumerate()
                .filter(|&(_, bits)| bits != 0)
                .collect()
        };
        Self {
            n_words,
            allowed,
            far: shapes.iter().map(Shape::far).collect(),
            readers: readers
                .into_iter()
                .map(|(at, words)| (at, sparse(words)))
                .collect(),
            all: sparse(all),
        }
    }

    /// The offsets from an anchor that some pattern reads, with the patterns that do.
    pub(super) fn readers(&self) -> impl Iterator<Item = (Offset, &[(usize, u64)])> {
        self.readers
            .iter()
            .map(|(at, words)| (*at, words.as_slice()))
    }

    /// All patterns, in the form of [`Self::readers`].
    pub(super) fn all(&self) -> &[(usize, u64)] {
        &self.all
    }

    /// Calls `found` with the number of each of the given patterns that fits with its anchor on a place. What the
    /// anchor itself holds is not looked at.
    #[inline]
    pub(super) fn for_each_fit(
        &self,
        grid: &Grid,
        anchor: Place,
        among: &[(usize, u64)],
        mut found: impl FnMut(usize),
    ) {
        let mut rows = [0; RINGS.len()];
        for (ring, (row, points)) in rows.iter_mut().zip(&RINGS).enumerate() {
            let code = points.iter().rev().fold(0, |code, &(x, y)| {
                code << 2 | usize::from(grid.state(shifted(anchor, flat(x, y))))
            });
            *row = (ring * N_CODES + code) * self.n_words;
        }
        for &(word, bits) in among {
            let mut bits = bits;
            for row in rows {
                bits &= self.allowed[row + word];
                if bits == 0 {
                    break;
                }
            }
            while bits != 0 {
                let n = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let mut far = self.far[n].iter();
                if far.all(|&(offset, bits)| grid.fits(shifted(anchor, offset), bits)) {
                    found(n);
                }
            }
        }
    }
}

/// Whether four points that may hold `bits` can have a code.
fn allows(bits: [u8; 4], code: usize) -> bool {
    (0..)
        .zip(bits)
        .all(|(n, bits): (u32, u8)| bits >> (code >> (2 * n) & usize::from(EDGE)) & 1 != 0)
}

/// A key that sorts alike shapes beside each other, so that they share words of the table.
pub(super) fn likeness(shape: &Shape) -> Vec<u8> {
    RINGS.iter().flatten().map(|&at| shape.bits(at)).collect()
}
