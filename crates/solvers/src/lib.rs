#![doc = include_str!("../README.md")]
//!
//! The modules in the order in which to read them, lowest floor first. A module imports from floors below or from its
//! own folder: `calibration`, `logic` and `proof`; `safety`; `region`, `tactics` and `exact`; `tsumego`.

pub mod calibration;
pub mod exact;
pub mod logic;
pub mod proof;
pub mod region;
pub mod safety;
pub mod tactics;
pub mod tsumego;

use tedomari_base as base;
use tedomari_board as board;
use tedomari_proofcheck as proofcheck;
