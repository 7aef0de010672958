//! Playouts and the tree search.

mod playout;
mod search;
mod superko;
mod tactics;
