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
/// Words that are intersected together, without a branch between them.
const N_LANES: usize = 8;

/// A part of a set of patterns: one bit for each of 512.
type Block = [u64; N_LANES];

/// A set of patterns: its blocks that are not empty, with their numbers.
pub(super) type PatternSet = Vec<(usize, Block)>;

/// One pattern in the table's form: what its points may hold, at offsets from the anchor.
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
    n_blocks: usize,
    /// For each ring, for each code of its contents: the patterns that it allows.
    allowed: Vec<Block>,
    /// The points of all patterns beyond the rings, as differences of places with what they may hold.
    far: Vec<(i16, u8)>,
    /// For each pattern where its points beyond the rings begin; one number more for the end.
    far_starts: Vec<usize>,
    /// For each offset from the anchor the patterns that read that point, for each state that it may have there.
    readers: Vec<(Offset, [PatternSet; EDGE as usize])>,
    /// All patterns.
    all: PatternSet,
}

impl Table {
    /// The table of some shapes; each keeps its number.
    pub(super) fn new(shapes: &[Shape]) -> Self {
        let n_blocks = shapes.len().div_ceil(64 * N_LANES);
        let mut allowed = vec![[0; N_LANES]; RINGS.len() * N_CODES * n_blocks];
        let mut readers: BTreeMap<Offset, [Vec<usize>; EDGE as usize]> = BTreeMap::new();
        for (n, shape) in shapes.iter().enumerate() {
            for (ring, points) in RINGS.iter().enumerate() {
                let bits = points.map(|at| shape.bits(at));
                for code in (0..N_CODES).filter(|&code| allows(bits, code)) {
                    let row = (ring * N_CODES + code) * n_blocks;
                    insert(&mut allowed[row..row + n_blocks], n);
                }
            }
            for &(at, bits) in &shape.cells {
                for state in (0..EDGE).filter(|state| bits >> state & 1 != 0) {
                    readers.entry(at).or_default()[usize::from(state)].push(n);
                }
            }
        }
        let readers = readers.into_iter();
        let mut far = Vec::new();
        let mut far_starts = vec![0];
        for shape in shapes {
            far.extend(shape.far());
            far_starts.push(far.len());
        }
        Self {
            n_blocks,
            allowed,
            far,
            far_starts,
            readers: readers
                .map(|(at, lists)| (at, lists.map(|list| set(&list, n_blocks))))
                .collect(),
            all: set(&(0..shapes.len()).collect::<Vec<_>>(), n_blocks),
        }
    }

    /// The offsets from an anchor that some pattern reads, with the patterns that do and allow a state there.
    pub(super) fn readers(&self, state: u8) -> impl Iterator<Item = (Offset, &PatternSet)> {
        self.readers
            .iter()
            .map(move |(at, sets)| (*at, &sets[usize::from(state)]))
    }

    /// All patterns.
    pub(super) const fn all(&self) -> &PatternSet {
        &self.all
    }

    /// Calls `found` with the number of each of the given patterns that fits with its anchor on a place. What the
    /// anchor itself holds is not looked at.
    #[inline]
    pub(super) fn for_each_fit(
        &self,
        grid: &Grid,
        anchor: Place,
        among: &PatternSet,
        mut found: impl FnMut(usize),
    ) {
        let mut rows: [&[Block]; RINGS.len()] = [&[]; RINGS.len()];
        for (ring, (row, points)) in rows.iter_mut().zip(&RINGS).enumerate() {
            let code = points.iter().rev().fold(0, |code, &(x, y)| {
                code << 2 | usize::from(grid.state(shifted(anchor, flat(x, y))))
            });
            let start = (ring * N_CODES + code) * self.n_blocks;
            *row = &self.allowed[start..start + self.n_blocks];
        }
        for (n, block) in among {
            let mut left = *block;
            for row in rows {
                for (left, allowed) in left.iter_mut().zip(&row[*n]) {
                    *left &= allowed;
                }
            }
            if left.iter().fold(0, |any, bits| any | bits) == 0 {
                continue;
            }
            for (lane, mut bits) in left.into_iter().enumerate() {
                while bits != 0 {
                    let pattern = (n * N_LANES + lane) * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let mut far =
                        self.far[self.far_starts[pattern]..self.far_starts[pattern + 1]].iter();
                    if far.all(|&(offset, bits)| grid.fits(shifted(anchor, offset), bits)) {
                        found(pattern);
                    }
                }
            }
        }
    }
}

/// Adds a number to a set.
fn insert(set: &mut [Block], n: usize) {
    set[n / 64 / N_LANES][n / 64 % N_LANES] |= 1 << (n % 64);
}

/// The set of some numbers.
fn set(numbers: &[usize], n_blocks: usize) -> PatternSet {
    let mut blocks = vec![[0; N_LANES]; n_blocks];
    numbers.iter().for_each(|&n| insert(&mut blocks, n));
    let blocks = blocks.into_iter().enumerate();
    blocks.filter(|(_, block)| *block != [0; N_LANES]).collect()
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
