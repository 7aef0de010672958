//! The position in the first lines of all kinds of proof files.

use crate::board::{Board, Color};
use crate::proofcheck::format::Side;

/// The board and its stones, as proof files name them.
#[derive(Clone, Debug)]
pub struct WrittenBoard {
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// Points with black stones.
    pub black: Vec<String>,
    /// Points with white stones.
    pub white: Vec<String>,
}

impl WrittenBoard {
    /// The stones in point order.
    pub fn new(board: &Board) -> Self {
        let names = |color| board.points_of(color).map(|point| point.to_string());
        Self {
            width: board.size().width().into(),
            height: board.size().height().into(),
            black: names(Color::Black).collect(),
            white: names(Color::White).collect(),
        }
    }
}

/// A color as proof files name it.
pub const fn written_side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

/// Where a ko forbids `to_move` to play.
pub fn written_ko(board: &Board, to_move: Color) -> Option<String> {
    let ko = board.ko().filter(|&(color, _)| color == to_move);
    ko.map(|(_, point)| point.to_string())
}
