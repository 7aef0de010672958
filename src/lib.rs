//! Tedomari: a Go engine that proves what it says.
//!
//! Modules in reading order, ground floor first. A module imports from floors below or from inside its own
//! folder, never upward or sideways; `tests/layers.rs` enforces it.
//!
//! | floor | modules | what lives there |
//! |---|---|---|
//! | 0 | [`base`] | colors, points, point sets, scores, random numbers, budgets; no rules |
//! | 1 | [`cgt`] | combinatorial game theory: pure mathematics, no Go |
//! | 1 | [`logic`] | modal game logic: formulas, models, a checker with witnesses |
//! | 1 | [`proof`] | proof-number search in AND/OR graphs: a trait and a verdict, no Go |
//! | 2 | [`board`] | positions, rules, games, scoring by area and territory |
//! | 3 | [`sgf`] | game records: SGF to a game and back |
//! | 3 | [`safety`] | unconditional life and what else can be told about life without search |
//! | 4 | [`exact`] | small boards solved |
//! | 4 | [`tsumego`] | reading of life and death |
//! | 5 | [`mcts`] | whole-board search by playouts: estimates, nothing proved |
//! | 6 | [`referee`] | the end of the game: dead stones, owners of points, the score |
//! | 7 | [`engine`] | the façade: who decides a move, time, when to pass and to resign |
//! | 8 | [`config`] | settings: files, their checks, what is in force |
//! | 8 | [`draw`] | pictures as SVG |
//! | 9 | [`gtp`] | the Go Text Protocol; nothing else knows it |
//! | 10 | [`bench`] | fixed work and its node counts |
//! | 10 | [`contest`] | engines against each other |
//! | 11 | [`cli`] | the command line |

pub mod base;
pub mod bench;
pub mod board;
pub mod cgt;
pub mod cli;
pub mod config;
pub mod contest;
pub mod draw;
pub mod engine;
pub mod exact;
pub mod gtp;
pub mod logic;
pub mod mcts;
pub mod proof;
pub mod referee;
pub mod safety;
pub mod sgf;
pub mod tsumego;
