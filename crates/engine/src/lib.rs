#![doc = include_str!("../README.md")]
//!
//! The modules in the order in which to read them, lowest floor first. A module imports from floors below or from its
//! own folder: `intuition`; `endgame` and `mcts`; `referee`; `engine` and `learn`.

pub mod endgame;
pub mod engine;
pub mod intuition;
pub mod learn;
pub mod mcts;
pub mod referee;

use tedomari_base as base;
use tedomari_board as board;
use tedomari_cgt as cgt;
use tedomari_files as files;
use tedomari_goals as goals;
use tedomari_network as network;
use tedomari_proofcheck as proofcheck;
use tedomari_sgf as sgf;
use tedomari_solvers::{calibration, exact, logic, proof, region, safety, tactics, tsumego};
