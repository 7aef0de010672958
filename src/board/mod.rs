//! Board.
