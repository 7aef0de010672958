//! A state of a small game: stones, the mover's and the other's, the banned point and whether the last move was a pass.
//!
//! Colors are folded away: the same state stands for Black or White to move, and values are the mover's. The
//! prisoners are not part of a state; a solver carries their difference in its values.

use super::shape::{Bits, Shape, points};

/// A state of the game, without prisoners and history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// Stones of the player to move.
    pub own: Bits,
    /// Stones of the other player.
    pub other: Bits,
    /// The point where a single stone may not be retaken at once.
    pub ko: Option<u32>,
    /// Whether the move before was a pass that counts towards the end.
    pub passed: bool,
}

/// What a play leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The state of the opponent, who moves next.
    pub state: State,
    /// Stones captured.
    pub captured: u32,
}

impl State {
    /// The empty board.
    pub const EMPTY: Self = Self {
        own: 0,
        other: 0,
        ko: None,
        passed: false,
    };

    /// The empty points.
    pub fn empty(&self, shape: &Shape) -> Bits {
        shape.full() & !(self.own | self.other)
    }

    /// The state after the mover plays at `point`, or nothing when that is illegal (occupied, banned or suicide).
    #[inline]
    pub fn play(&self, shape: &Shape, point: u32) -> Option<Played> {
        if self.ko == Some(point) {
            return None;
        }
        let stone = 1 << point;
        if (self.own | self.other) & stone != 0 {
            return None;
        }
        let own = self.own | stone;
        let mut captured = 0;
        let mut enemies = shape.neighbors(stone) & self.other;
        while enemies != 0 {
            let block = shape.flood(super::shape::lowest(enemies), self.other);
            enemies &= !block;
            if shape.neighbors(block) & !(own | self.other) == 0 {
                captured |= block;
            }
        }
        let other = self.other & !captured;
        let block = shape.flood(stone, own);
        let liberties = shape.neighbors(block) & shape.full() & !(own | other);
        if liberties == 0 {
            return None;
        }
        let is_ko = captured.count_ones() == 1 && block == stone && liberties == captured;
        let ko = is_ko.then(|| captured.trailing_zeros());
        let state = Self {
            own: other,
            other: own,
            ko,
            passed: false,
        };
        Some(Played {
            state,
            captured: captured.count_ones(),
        })
    }

    /// A number that no other state has. The banned point, which is empty, is in both sets.
    pub(super) fn packed(&self) -> u64 {
        let ban = self.ko.map_or(0, |point| 1 << point);
        u64::from(self.own | ban) | u64::from(self.other | ban) << 30 | u64::from(self.passed) << 60
    }

    /// The state without its ban.
    #[must_use]
    pub(super) fn without_ban(self) -> Self {
        Self { ko: None, ..self }
    }

    /// Whether every block has a liberty.
    pub fn is_legal(&self, shape: &Shape) -> bool {
        let empty = self.empty(shape);
        let near = shape.neighbors(empty);
        shape.flood(near & self.own, self.own) == self.own
            && shape.flood(near & self.other, self.other) == self.other
    }

    /// Whether either player could take a ko, bans set aside.
    pub(super) fn has_open_ko(&self, shape: &Shape) -> bool {
        let sides = [(self.own, self.other), (self.other, self.own)];
        sides.into_iter().any(|(own, other)| {
            let state = Self {
                own,
                other,
                ko: None,
                passed: false,
            };
            points(state.empty(shape)).any(|point| {
                state
                    .play(shape, point)
                    .is_some_and(|played| played.state.ko.is_some())
            })
        })
    }

    /// The least image of the state under the symmetries of the board.
    pub fn canonical(&self, shape: &Shape) -> Self {
        let mut best = *self;
        for symmetry in 0..shape.n_symmetries() {
            // Most images lose by the mover's stones alone.
            let own = shape.image(self.own, symmetry);
            if own <= best.own {
                best = best.min(self.image(shape, symmetry));
            }
        }
        best
    }

    /// The image under one symmetry.
    #[must_use]
    pub fn image(&self, shape: &Shape, symmetry: usize) -> Self {
        Self {
            own: shape.image(self.own, symmetry),
            other: shape.image(self.other, symmetry),
            ko: self.ko.map(|point| shape.image_of_point(point, symmetry)),
            passed: self.passed,
        }
    }

    /// Reads rows of `.`, `X` and `O`, top row first; `X` is to move.
    #[cfg(test)]
    pub(crate) fn from_rows(rows: &[&str]) -> (Shape, Self) {
        let height = u32::try_from(rows.len()).unwrap();
        let width = u32::try_from(rows[0].len()).unwrap();
        let shape = Shape::new(width, height).unwrap();
        let mut state = Self::EMPTY;
        for (row, line) in (0..height).rev().zip(rows) {
            for (column, letter) in (0..width).zip(line.chars()) {
                let stone = 1 << (row * width + column);
                match letter {
                    'X' => state.own |= stone,
                    'O' => state.other |= stone,
                    _ => {}
                }
            }
        }
        (shape, state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the mover's stone at `vertex` and names the result: captured stones and the ban, or `illegal`.
    fn check(rows: &[&str], vertex: &str, expected: &str) {
        let (shape, state) = State::from_rows(rows);
        let point = (0..shape.n_points())
            .find(|&point| shape.vertex(point) == vertex)
            .unwrap();
        let found = state
            .play(&shape, point)
            .map_or("illegal".to_owned(), |played| {
                let ban = played
                    .state
                    .ko
                    .map_or(String::new(), |ban| format!(" ban {}", shape.vertex(ban)));
                format!("{}{ban}", played.captured)
            });
        assert_eq!(found, expected, "{rows:?} {vertex}");
    }

    #[test]
    fn plays() {
        check(&["...", "...", "..."], "B2", "0");
        check(&["OX.", "O.X", ".OX"], "B2", "0");
        check(&[".O.", "O..", "..."], "A3", "illegal");
        check(&[".OX.", "O.OX", ".OX."], "B2", "1 ban C2");
        check(&["XO", ".."], "A1", "0");
        check(&["XO", "X."], "B1", "1");
        check(&["OX", ".X"], "A1", "1");
        check(&["OO.", "XX."], "C2", "2");
        check(&["OO.", "XX."], "C1", "0");
    }

    #[test]
    fn packed_states_differ() {
        let shape = Shape::new(2, 2).unwrap();
        let mut packed = Vec::new();
        for own in 0..=shape.full() {
            for other in (0..=shape.full()).filter(|other| other & own == 0) {
                let bans = points(shape.full() & !(own | other)).map(Some);
                for ko in bans.chain([None]) {
                    for passed in [false, true] {
                        let state = State {
                            own,
                            other,
                            ko,
                            passed,
                        };
                        packed.push(state.packed());
                    }
                }
            }
        }
        let n_states = packed.len();
        packed.sort_unstable();
        packed.dedup();
        assert_eq!(packed.len(), n_states);
    }

    #[test]
    fn legal_positions_of_small_boards() {
        for (width, height, all, classes) in [
            (1, 4, 41, 23),
            (2, 2, 57, 13),
            (2, 3, 489, 145),
            (3, 3, 12675, 1824),
        ] {
            let shape = Shape::new(width, height).unwrap();
            let mut n_legal = 0;
            let mut n_canonical = 0;
            for own in 0..=shape.full() {
                for other in (0..=shape.full()).filter(|other| other & own == 0) {
                    let state = State {
                        own,
                        other,
                        ko: None,
                        passed: false,
                    };
                    if state.is_legal(&shape) {
                        n_legal += 1;
                        n_canonical += usize::from(state.canonical(&shape) == state);
                    }
                }
            }
            assert_eq!((n_legal, n_canonical), (all, classes), "{width}x{height}");
        }
    }
}
