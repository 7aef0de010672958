//! Answers about a play without making it: whether it is legal, and the hash after it.

use arrayvec::ArrayVec;
use thiserror::Error;

use super::{BlockId, Board, Cell};
use crate::{Color, Point, zobrist};

/// Why a stone may not be played on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum IllegalMove {
    /// The point is outside the board.
    #[error("the point is not on the board")]
    OffBoard,
    /// There is a stone on the point.
    #[error("the point is occupied")]
    Occupied,
    /// The play would take back a ko at once.
    #[error("ko")]
    Ko,
    /// The played block would have no liberty.
    #[error("suicide")]
    Suicide,
}

impl Board {
    /// Whether `color` may play on `point`, with the reason if not. Superko is not checked here, but in
    /// [`Game`](super::Game).
    ///
    /// # Errors
    /// The first reason found.
    #[inline]
    pub fn legality(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        match self.cell(point) {
            Cell::Empty => {}
            Cell::Wall => return Err(IllegalMove::OffBoard),
            Cell::Black | Cell::White => return Err(IllegalMove::Occupied),
        }
        if self.ko == Some((color, point)) {
            return Err(IllegalMove::Ko);
        }
        if self.allows_suicide || !self.is_suicide(color, point) {
            Ok(())
        } else {
            Err(IllegalMove::Suicide)
        }
    }

    /// Whether `color` may play on `point`. Superko is not checked.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.legality(color, point).is_ok()
    }

    /// Whether a stone of `color` on an empty point would leave its own block without liberties.
    #[inline]
    #[must_use]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        !point
            .neighbors()
            .into_iter()
            .any(|neighbor| match self.cell(neighbor).color() {
                Some(owner) => {
                    let is_in_atari = self.block(self.block_id(neighbor)).n_liberties == 1;
                    (owner == color) != is_in_atari
                }
                None => self.is_empty(neighbor),
            })
    }

    /// The hash of the stones after a legal play, without making the play.
    #[must_use]
    pub fn hash_after(&self, color: Color, point: Point) -> u64 {
        let key_of_block = |id: BlockId| {
            let block = self.block(id);
            self.stones(block.head)
                .fold(0, |key, stone| key ^ zobrist::stone(block.color, stone))
        };
        let mut hash = self.hash ^ zobrist::stone(color, point);
        let mut own = ArrayVec::<BlockId, 4>::new();
        let mut captured = ArrayVec::<BlockId, 4>::new();
        for neighbor in point.neighbors() {
            let Some(owner) = self.color(neighbor) else {
                continue;
            };
            let id = self.block_id(neighbor);
            if owner == color && !own.contains(&id) {
                own.push(id);
            } else if owner != color && self.block(id).n_liberties == 1 && !captured.contains(&id) {
                captured.push(id);
                hash ^= key_of_block(id);
            }
        }
        if captured.is_empty() && self.is_suicide(color, point) {
            hash ^= zobrist::stone(color, point);
            for id in own {
                hash ^= key_of_block(id);
            }
        }
        hash
    }
}
