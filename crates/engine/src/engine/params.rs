//! Everything that can be set about the engine.

use super::clock::ClockParams;
use super::policy::PolicyParams;
use super::reading::{KnowledgeParams, ReadingParams};
use super::small_board::SmallBoardParams;
use crate::endgame::EndgameParams;
use crate::intuition::{NetworkSource, PrecisionChoice};
use crate::mcts;
use crate::referee::RefereeParams;

/// Everything that can be set about the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineParams {
    /// The whole-board search.
    pub search: mcts::Params,
    /// The network of the search.
    pub network: NetworkParams,
    /// Largest number of playouts for a move; `None` for no bound but time.
    pub max_playouts: Option<u64>,
    /// Use of the clock.
    pub clock: ClockParams,
    /// When to pass and to resign, and how to score.
    pub policy: PolicyParams,
    /// The judgement of finished positions.
    pub referee: RefereeParams,
    /// Small boards solved.
    pub exact: SmallBoardParams,
    /// The exact endgame.
    pub endgame: EndgameParams,
    /// Questions about reading.
    pub reading: ReadingParams,
    /// What is read and proved before a search, to guide it.
    pub hints: HintParams,
    /// Proofs of safety by search.
    pub safety: SafetyParams,
    /// The rules that name moves for goals.
    pub knowledge: KnowledgeParams,
    /// Whether proofs and reading take part in choosing moves at all.
    pub proofs: bool,
}

impl Default for EngineParams {
    fn default() -> Self {
        Self {
            search: mcts::Params::default(),
            network: NetworkParams::default(),
            max_playouts: None,
            clock: ClockParams::default(),
            policy: PolicyParams::default(),
            referee: RefereeParams::default(),
            exact: SmallBoardParams::default(),
            endgame: EndgameParams::default(),
            reading: ReadingParams::default(),
            hints: HintParams::default(),
            safety: SafetyParams::default(),
            knowledge: KnowledgeParams::default(),
            proofs: true,
        }
    }
}

/// The network of the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkParams {
    /// Where it comes from; `None` for a search by playouts, without a network.
    pub source: Option<NetworkSource>,
    /// How exact its evaluation is.
    pub precision: PrecisionChoice,
}

/// Proofs of safety by search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SafetyParams {
    /// Most nodes of a question about a window; 0 for no questions.
    pub window_nodes: u64,
}

impl Default for SafetyParams {
    fn default() -> Self {
        Self { window_nodes: 5000 }
    }
}

/// What is read and proved before a search begins, to guide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintParams {
    /// Most nodes for reading which blocks can be captured and saved; 0 reads nothing. A tenth of the time at most, a
    /// fortieth with a network.
    pub root_nodes: u64,
    /// Most nodes for reading which groups live or die by the next move; 0 reads nothing. A tenth of the time at most,
    /// a fortieth with a network.
    pub group_nodes: u64,
    /// Whether the search keeps off points on which nothing is left to gain.
    pub keeps_off_settled: bool,
    /// Whether the search visits the best play of the endgame as its first part estimates it. A fifth of the time at
    /// most, a twentieth with a network.
    pub estimates_endgame: bool,
}

impl Default for HintParams {
    fn default() -> Self {
        Self {
            root_nodes: 60_000,
            group_nodes: 60_000,
            keeps_off_settled: true,
            estimates_endgame: true,
        }
    }
}
