//! Tedomari: a Go engine that proves what it says.
//!
//! The modules in the order in which to read them, lowest floor first. A module imports from floors below or from its
//! own folder, never upward or sideways; `tests/layers` checks it. The floors up to 10 are crates, in `crates/`: most
//! modules are a crate of their own, those of `tedomari-solvers` and `tedomari-engine` share one.
//!
//! | floor | modules | what lives there |
//! |---|---|---|
//! | 0 | [`mod@base`] | budgets, random numbers, memory, threads that write; no Go |
//! | 0 | [`mod@proofcheck`] | proofs as data, checked by code that shares nothing with the searches |
//! | 1 | [`mod@calibration`] | how often estimates were right, with counts |
//! | 1 | [`mod@cgt`] | combinatorial game theory: pure mathematics, no Go |
//! | 1 | [`mod@files`] | whole files, read within a limit and replaced in one step; no Go |
//! | 1 | [`mod@logic`] | modal game logic: formulas, models, a model checker with witnesses |
//! | 1 | [`mod@network`] | neural networks: model files and their evaluation, no Go |
//! | 1 | [`mod@proof`] | proof-number search over a trait, no Go |
//! | 2 | [`mod@board`] | colors, points, moves; positions, rules, games, scoring by area and territory |
//! | 3 | [`mod@sgf`] | game records: SGF to a game and back |
//! | 3 | [`mod@safety`] | unconditional life, and other answers about life without search |
//! | 4 | [`mod@region`] | small regions, searched completely: counts, best play, safety, seki |
//! | 4 | [`mod@tactics`] | captures, connections, double threats, races, eyes; types for kos |
//! | 4 | [`mod@exact`] | small boards, solved exactly |
//! | 5 | [`mod@intuition`] | the evaluation of a position by a network: estimates, no proofs |
//! | 6 | [`mod@tsumego`] | life and death: questions about blocks anywhere, with proofs |
//! | 7 | [`mod@goals`] | what a move is for: rules of knowledge, goal graphs, a solver by goals |
//! | 8 | [`mod@endgame`] | exact play on a board of independent regions |
//! | 8 | [`mod@mcts`] | whole-board search by playouts: estimates, no proofs |
//! | 9 | [`mod@referee`] | the end of the game: dead stones, owners of points, the score |
//! | 10 | [`mod@engine`] | the façade: the deciders of a move, time, passing and resigning |
//! | 10 | [`mod@learn`] | weights learned from games and searches, and samples that teach a network |
//! | 11 | [`mod@config`] | settings: files, checks, the values in force |
//! | 11 | [`mod@draw`] | pictures as SVG and PNG |
//! | 11 | [`mod@katago`] | KataGo's words for rules and parameters, as two protocols use them |
//! | 12 | [`mod@compose`] | problems of life and death from self-played games, with all their proofs |
//! | 12 | [`mod@analysis`] | KataGo's analysis engine: queries and answers as lines of JSON |
//! | 12 | [`mod@gtp`] | the Go Text Protocol; no other module depends on it |
//! | 12 | [`mod@web`] | the page in the browser and its server |
//! | 13 | [`mod@archive`] | folders of proofs with a manifest, built and checked |
//! | 13 | [`mod@batch`] | many jobs from a stream |
//! | 13 | [`mod@bench`] | fixed work and its node counts |
//! | 13 | [`mod@contest`] | matches between engines |
//! | 14 | [`mod@cli`] | the command line |

pub mod analysis;
pub mod archive;
pub mod batch;
pub mod bench;
pub mod cli;
pub mod compose;
pub mod config;
pub mod contest;
pub mod draw;
pub mod gtp;
pub mod katago;
#[cfg(feature = "web")]
pub mod web;

pub use tedomari_base as base;
pub use tedomari_board as board;
pub use tedomari_cgt as cgt;
pub use tedomari_engine::{endgame, engine, intuition, learn, mcts, referee};
pub use tedomari_files as files;
pub use tedomari_goals as goals;
pub use tedomari_network as network;
pub use tedomari_proofcheck as proofcheck;
pub use tedomari_sgf as sgf;
pub use tedomari_solvers::{calibration, exact, logic, proof, region, safety, tactics, tsumego};
