//! A guess at the value of a state from the 3x3 patterns around its points and the liberties of its blocks.
//!
//! It only guides the proof search: it decides which claim is tried first and proves nothing. The weights in
//! `patterns.txt` were fitted by [`super::fit`] to states of 5x3 and 4x3 (`tedomari-dev fit-exact 5x3 4x3`) and carry
//! over to other boards, because a pattern depends on the points around it and not on the size of the board. Integers
//! only, so that every machine searches the same nodes.
//!
//! Source: the idea of pattern weights fitted to known values is that of Bouzy and Chaslot, "Bayesian Generation and
//! Integration of K-nearest-neighbor Patterns for 19x19 Go" (2005); the fit here is plain least squares.

use std::sync::LazyLock;

use thiserror::Error;

use super::shape::{Bits, MAX_POINTS, Shape};
use super::state::{Played, State};

/// Units of a weight in a point of a 4x4 board.
pub(super) const UNITS: i32 = 64;

/// Points of the board whose values the weights predict; other boards scale.
pub(super) const SCALE_POINTS: i32 = 16;

/// Features of the blocks: one of the state itself, then for the mover's and the other's blocks of 1, 2, 3 and more
/// liberties their number and their stones.
pub(super) const N_BLOCK_FEATURES: usize = 17;

/// Patterns of nine points that are empty or hold a stone of either color.
const N_CODES: usize = 19683;

/// Why a text holds no weights.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line} of the pattern weights: expected {expected}")]
pub(super) struct PatternError {
    /// Counted from 1.
    pub(super) line: usize,
    /// What the line should hold.
    pub(super) expected: &'static str,
}

/// Weights of patterns and blocks.
#[derive(Debug, Clone)]
pub(super) struct PatternWeights {
    blocks: [i32; N_BLOCK_FEATURES],
    /// By surroundings (nine kinds: each side of the board, corners and inside) and pattern.
    patterns: Vec<i16>,
    ternary: Vec<usize>,
}

static WEIGHTS: LazyLock<PatternWeights> = LazyLock::new(|| {
    PatternWeights::parse(include_str!("patterns.txt")).unwrap_or_else(|_| PatternWeights::none())
});

/// The value that the fitted weights give a state, mover's view, in [`UNITS`] of a point of a 4x4 board. A surer win of
/// the whole board has a value beyond 16 points.
pub(super) fn estimate(shape: &Shape, state: &State) -> i32 {
    WEIGHTS.value(shape, state)
}

/// The patterns of a state from the view of the mover's opponent, so that the guess after a move costs the patterns
/// around that move only.
#[derive(Debug, Clone)]
pub(super) struct Patterns {
    width: u32,
    codes: [usize; MAX_POINTS as usize],
    sum: i32,
}

impl Patterns {
    /// The patterns of a state.
    pub(super) fn new(shape: &Shape, state: &State) -> Self {
        let mut patterns = Self {
            width: shape.width(),
            codes: [0; MAX_POINTS as usize],
            sum: 0,
        };
        let seen_by_opponent = State {
            own: state.other,
            other: state.own,
            ..*state
        };
        let mut point = 0;
        for_each_pattern(shape, &seen_by_opponent, &WEIGHTS.ternary, |code| {
            patterns.codes[point] = code;
            patterns.sum += i32::from(WEIGHTS.patterns[code]);
            point += 1;
        });
        patterns
    }

    /// [`estimate`] of the state after the mover of this one played at `point`.
    pub(super) fn estimate_after(&self, shape: &Shape, point: u32, played: &Played) -> i32 {
        if played.captured > 0 {
            return estimate(shape, &played.state);
        }
        let (x, y) = (point % self.width, point / self.width);
        let mut sum = self.sum;
        for row in y.saturating_sub(1)..=(y + 1).min(shape.height() - 1) {
            for column in x.saturating_sub(1)..=(x + 1).min(self.width - 1) {
                let code = self.codes[(row * self.width + column) as usize];
                // Where the stone lies in the pattern around the point.
                let cell = 3 * (y + 1 - row) + (x + 1 - column);
                let with_stone = code + 2 * 3_usize.pow(cell);
                sum += i32::from(WEIGHTS.patterns[with_stone]) - i32::from(WEIGHTS.patterns[code]);
            }
        }
        WEIGHTS.value_of_blocks(shape, &played.state) + sum
    }
}

impl PatternWeights {
    /// Weights that are all 0.
    pub(super) fn none() -> Self {
        let digits = |set: usize| {
            let digit = |bit: u32| {
                if set >> bit & 1 == 1 {
                    3_usize.pow(bit)
                } else {
                    0
                }
            };
            (0..9).map(digit).sum()
        };
        Self {
            blocks: [0; N_BLOCK_FEATURES],
            patterns: vec![0; 9 * N_CODES],
            ternary: (0..512).map(digits).collect(),
        }
    }

    /// Reads `blocks` and its weights on the first line, then a pattern (three rows of `.XO`, `#` off the board) and
    /// its weight on each line; images and swapped colors follow from one of them.
    ///
    /// # Errors
    /// When a line is not of that form.
    pub(super) fn parse(text: &str) -> Result<Self, PatternError> {
        let mut weights = Self::none();
        for (line, words) in (1..).zip(text.lines().map(str::split_whitespace)) {
            let words: Vec<&str> = words.collect();
            let wrong = |expected| PatternError { line, expected };
            match words.as_slice() {
                ["blocks", values @ ..] if values.len() == N_BLOCK_FEATURES => {
                    for (weight, word) in weights.blocks.iter_mut().zip(values) {
                        *weight = word.parse().map_err(|_| wrong("a whole number"))?;
                    }
                }
                [pattern, value] if pattern.len() == 9 => {
                    let value = value.parse().map_err(|_| wrong("a whole number"))?;
                    let cells: Option<Vec<Cell>> = pattern.chars().map(Cell::of).collect();
                    let cells = cells.ok_or_else(|| wrong("nine of .XO#"))?;
                    weights.set(&cells, value);
                }
                _ => {
                    return Err(wrong(
                        "`blocks` with 17 weights, or a pattern and its weight",
                    ));
                }
            }
        }
        Ok(weights)
    }

    /// The value of a state, as [`estimate`].
    pub(super) fn value(&self, shape: &Shape, state: &State) -> i32 {
        let mut value = self.value_of_blocks(shape, state);
        for_each_pattern(shape, state, &self.ternary, |at| {
            value += i32::from(self.patterns[at]);
        });
        value
    }

    fn value_of_blocks(&self, shape: &Shape, state: &State) -> i32 {
        let counts = block_features(shape, state);
        self.blocks
            .iter()
            .zip(counts)
            .map(|(weight, count)| weight * count)
            .sum()
    }

    /// Numbers of powers of three by sets of nine bits.
    pub(super) fn ternary(&self) -> &[usize] {
        &self.ternary
    }

    fn set(&mut self, cells: &[Cell], value: i16) {
        for (at, swapped) in images(cells) {
            self.patterns[at] = if swapped { -value } else { value };
        }
    }
}

/// What a point of a pattern holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    Empty,
    Own,
    Other,
    Off,
}

impl Cell {
    fn of(letter: char) -> Option<Self> {
        match letter {
            '.' => Some(Self::Empty),
            'X' => Some(Self::Own),
            'O' => Some(Self::Other),
            '#' => Some(Self::Off),
            _ => None,
        }
    }

    /// How it is written.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Own => 'X',
            Self::Other => 'O',
            Self::Off => '#',
        }
    }

    const fn digit(self) -> usize {
        match self {
            Self::Empty | Self::Off => 0,
            Self::Own => 1,
            Self::Other => 2,
        }
    }

    const fn swapped(self) -> Self {
        match self {
            Self::Own => Self::Other,
            Self::Other => Self::Own,
            Self::Empty | Self::Off => self,
        }
    }
}

/// The cells of pattern number `at`.
pub(super) fn cells_of(at: usize) -> Vec<Cell> {
    let (kind, mut code) = (at / N_CODES, at % N_CODES);
    let is_off = |row: usize, column: usize| {
        let beyond = |side: usize, step: usize| side == 0 && step == 0 || side == 2 && step == 2;
        beyond(kind / 3, row) || beyond(kind % 3, column)
    };
    let mut cells = Vec::with_capacity(9);
    for index in 0..9 {
        let cell = match code % 3 {
            _ if is_off(index / 3, index % 3) => Cell::Off,
            0 => Cell::Empty,
            1 => Cell::Own,
            _ => Cell::Other,
        };
        cells.push(cell);
        code /= 3;
    }
    cells
}

/// Numbers of the eight images of a pattern, each as it is and with colors swapped (`true`).
pub(super) fn images(cells: &[Cell]) -> Vec<(usize, bool)> {
    let mut found = Vec::with_capacity(16);
    for symmetry in 0..8 {
        let mut image = [Cell::Empty; 9];
        for (index, cell) in cells.iter().enumerate() {
            let (mut row, mut column) = (index / 3, index % 3);
            if symmetry & 1 != 0 {
                row = 2 - row;
            }
            if symmetry & 2 != 0 {
                column = 2 - column;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            image[3 * row + column] = *cell;
        }
        found.push((number_of(&image), false));
        found.push((number_of(&image.map(Cell::swapped)), true));
    }
    found
}

fn number_of(cells: &[Cell; 9]) -> usize {
    let side = |low: [usize; 3], high: [usize; 3]| {
        let is_off = |line: [usize; 3]| line.iter().all(|&index| cells[index] == Cell::Off);
        if is_off(low) {
            0
        } else if is_off(high) {
            2
        } else {
            1
        }
    };
    let kind = 3 * side([0, 1, 2], [6, 7, 8]) + side([0, 3, 6], [2, 5, 8]);
    let code = cells
        .iter()
        .rev()
        .fold(0, |code, cell| 3 * code + cell.digit());
    kind * N_CODES + code
}

/// The features that [`N_BLOCK_FEATURES`] counts.
pub(super) fn block_features(shape: &Shape, state: &State) -> [i32; N_BLOCK_FEATURES] {
    let mut features = [0; N_BLOCK_FEATURES];
    features[0] = 1;
    let empty = state.empty(shape);
    for (side, stones) in [state.own, state.other].into_iter().enumerate() {
        for block in shape.components(stones) {
            let n_liberties = (shape.neighbors(block) & empty).count_ones();
            let at = 1 + 8 * side + 2 * (n_liberties.clamp(1, 4) as usize - 1);
            features[at] += 1;
            features[at + 1] += block.count_ones().cast_signed();
        }
    }
    features
}

/// Calls `visit` with the number of the pattern around each point.
pub(super) fn for_each_pattern(
    shape: &Shape,
    state: &State,
    ternary: &[usize],
    mut visit: impl FnMut(usize),
) {
    let (width, height) = (shape.width(), shape.height());
    let stride = width + 2;
    // A border of empty points, so that three rows of three bits can be cut out anywhere.
    let spread = |set: Bits| {
        let row = |y: u32| u128::from(set >> (y * width) & ((1 << width) - 1));
        (0..height).fold(0, |all, y| all | row(y) << ((y + 1) * stride + 1))
    };
    let (own, other) = (spread(state.own), spread(state.other));
    let side = |at: u32, n: u32| match at {
        0 => 0,
        _ if at + 1 == n => 2,
        _ => 1,
    };
    for y in 0..height {
        for x in 0..width {
            let nine = |set: u128| {
                let set = set >> (y * stride + x);
                let rows = set & 7 | (set >> stride & 7) << 3 | (set >> (2 * stride) & 7) << 6;
                ternary[usize::try_from(rows & 511).unwrap_or(0)]
            };
            let kind = 3 * side(y, height) + side(x, width);
            visit(kind * N_CODES + nine(own) + 2 * nine(other));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::points;
    use super::*;

    #[test]
    fn shipped_weights_are_well_formed() {
        let weights = PatternWeights::parse(include_str!("patterns.txt")).unwrap();
        assert!(
            weights
                .patterns
                .iter()
                .filter(|&&weight| weight != 0)
                .count()
                > 10_000
        );
    }

    #[test]
    fn malformed_weights_are_refused() {
        for text in [
            "blocks 1 2",
            "......... x",
            "......... 1 2",
            "........Y 3",
            "... 3",
        ] {
            assert_eq!(
                PatternWeights::parse(text)
                    .map(|_| ())
                    .map_err(|error| error.line),
                Err(1)
            );
        }
    }

    #[test]
    fn images_share_a_value() {
        let (shape, state) = State::from_rows(&["X..O", ".XO.", "..X.", "...."]);
        let value = estimate(&shape, &state);
        for symmetry in 0..shape.n_symmetries() {
            assert_eq!(estimate(&shape, &state.image(&shape, symmetry)), value);
        }
    }

    #[test]
    fn a_move_changes_the_patterns_around_it() {
        let (shape, state) = State::from_rows(&["O..O.", "XXO..", "..X..", "....O"]);
        let patterns = Patterns::new(&shape, &state);
        let mut n_captures = 0;
        for point in points(state.empty(&shape)) {
            let played = state.play(&shape, point).unwrap();
            n_captures += played.captured;
            assert_eq!(
                patterns.estimate_after(&shape, point, &played),
                estimate(&shape, &played.state)
            );
        }
        assert_eq!(n_captures, 1);
    }

    #[test]
    fn pattern_numbers_and_cells_match() {
        for at in (0..9 * N_CODES).step_by(7) {
            let cells = cells_of(at);
            let number = images(&cells)[0].0;
            assert_eq!(cells_of(number), cells);
        }
    }

    /// A dead stone in the corner is worth nothing; a live group counts.
    #[test]
    fn the_side_that_is_ahead_is_seen() {
        let (shape, state) = State::from_rows(&[".X..", "X.X.", ".X..", "O..."]);
        assert!(estimate(&shape, &state) > 0);
    }
}
