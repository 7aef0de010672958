//! Tedomari: a Go engine that proves what it says.
//!
//! Modules in reading order, ground floor first. A module imports from floors below or from inside its own
//! folder, never upward or sideways; `tests/layers.rs` enforces it.
//!
//! | floor | modules | what lives there |
//! |---|---|---|
//! | 0 | [`mod@base`] | colors, points, point sets, scores, random numbers, budgets; no rules |
//! | 1 | [`mod@cgt`] | combinatorial game theory: pure mathematics, no Go |
//! | 1 | [`mod@logic`] | modal game logic: formulas, models, a checker with witnesses |
//! | 1 | [`mod@proof`] | proof-number search over a trait, no Go |
//! | 2 | [`mod@board`] | positions, rules, games, scoring by area and territory |
//! | 3 | [`mod@sgf`] | game records: SGF to a game and back |
//! | 3 | [`mod@safety`] | unconditional life and what else can be told about life without search |
//! | 4 | [`mod@tsumego`] | reading: local searches about life, death and seki |
//! | 4 | [`mod@exact`] | small boards solved |
//! | 5 | [`mod@endgame`] | a board fallen apart into independent regions, played exactly |
//! | 5 | [`mod@mcts`] | whole-board search by playouts: estimates, nothing proved |
//! | 6 | [`mod@referee`] | the end of the game: dead stones, owners of points, the score |
//! | 6 | [`mod@learn`] | the weights of the move prior, learned from game records |
//! | 7 | [`mod@engine`] | the façade: who decides a move, time, when to pass and to resign |
//! | 8 | [`mod@config`] | settings: files, their checks, what is in force |
//! | 8 | [`mod@draw`] | pictures as SVG |
//! | 9 | [`mod@gtp`] | the Go Text Protocol; nothing else knows it |
//! | 10 | [`mod@bench`] | fixed work and its node counts |
//! | 10 | [`mod@contest`] | engines against each other |
//! | 11 | [`mod@cli`] | the command line |

pub mod base;
pub mod bench;
pub mod board;
pub mod cgt;
pub mod cli;
pub mod config;
pub mod contest;
pub mod draw;
pub mod endgame;
pub mod engine;
pub mod exact;
pub mod gtp;
pub mod learn;
pub mod logic;
pub mod mcts;
pub mod proof;
pub mod referee;
pub mod safety;
pub mod sgf;
pub mod tsumego;
