//! A position with the part of its history that a network is shown.

use crate::base::{Color, Move, PointSet};
use crate::board::{Board, Rules};

/// Number of moves that a network is shown.
pub const N_RECENT: usize = 5;

/// A position, and what came before it, borrowed from a game or from a search.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The position.
    pub board: &'a Board,
    /// The positions one and two moves ago; the earliest that is known where there was none.
    pub earlier: [&'a Board; 2],
    /// The last moves, the latest first; `None` where there was none.
    pub recent: [Option<(Color, Move)>; N_RECENT],
    /// The player to move.
    pub to_move: Color,
    /// The rules, with komi.
    pub rules: &'a Rules,
    /// Number of handicap stones.
    pub n_handicap: usize,
    /// Empty points where superko forbids the player to move to play, apart from the simple ko, which the board knows.
    pub banned: PointSet,
    /// Whether a pass of the player to move would end the game.
    pub pass_ends_game: bool,
}
