//! Keys for hashing positions, made from a constant seed at compile time.
//!
//! The hash of a position is the exclusive or of the keys of its stones (Zobrist, 1970).

use super::color::Color;
use super::point::{N_INDICES, Point};

/// One step of the splitmix64 generator.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ (z >> 31))
}

const fn make_keys() -> [[u64; N_INDICES]; 3] {
    let mut keys = [[0; N_INDICES]; 3];
    let mut state = 0x7465_646F_6D61_7269; // "tedomari"
    let mut table = 0;
    while table < 3 {
        let mut index = 0;
        while index < N_INDICES {
            (state, keys[table][index]) = split_mix(state);
            index += 1;
        }
        table += 1;
    }
    keys
}

static KEYS: [[u64; N_INDICES]; 3] = make_keys();

/// Key of a stone on a point.
#[inline]
#[must_use]
pub fn stone(color: Color, point: Point) -> u64 {
    KEYS[color.index()][point.index()]
}

/// Key of a ban on playing a point because of ko.
#[inline]
#[must_use]
pub fn ko(point: Point) -> u64 {
    KEYS[2][point.index()]
}

/// Key of the player to move: 0 for Black.
#[inline]
#[must_use]
pub const fn to_move(color: Color) -> u64 {
    match color {
        Color::Black => 0,
        Color::White => split_mix(0x656E_6467_616D_6573).1,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn keys_differ() {
        let keys: BTreeSet<u64> = KEYS
            .iter()
            .flatten()
            .copied()
            .chain([to_move(Color::White), 0])
            .collect();
        assert_eq!(keys.len(), 3 * N_INDICES + 2);
    }
}
