//! The network: when the search gets it, and its evaluation without a search.

use std::sync::Arc;

use thiserror::Error;

use super::state::Engine;
use crate::base::Budget;
use crate::board::{Color, Game};
use crate::intuition::{
    Evaluation, EvaluationBuffers, History, Intuition, LoadError, NetworkPosition, Symmetry,
};

/// Why there is no network for an evaluation.
#[derive(Clone, Debug, Error)]
pub enum NetworkError {
    /// The settings name none.
    #[error("no network is set")]
    NotSet,
    /// The file can't be used.
    #[error("no network: {0}")]
    NotLoaded(Arc<LoadError>),
    /// The budget ended while it was still being loaded.
    #[error("the network is still being loaded")]
    StillLoading,
}

impl Engine {
    /// The network. Waits until it is loaded, but no longer than the budget lasts; its credit is ignored.
    ///
    /// # Errors
    /// If none is set, its file can't be used, or the wait is too long.
    pub fn network(&self, budget: &Budget) -> Result<Arc<Intuition>, NetworkError> {
        let loading = self.network.as_ref().ok_or(NetworkError::NotSet)?;
        let loaded = loading.wait(budget).map_err(NetworkError::NotLoaded)?;
        loaded.ok_or(NetworkError::StillLoading)
    }

    /// The network's evaluations, without any search, of a game with `color` to move, whichever side's turn it is; one
    /// for each symmetry.
    ///
    /// # Errors
    /// If there is no network.
    pub fn raw_evaluations(
        &self,
        game: &Game,
        color: Color,
        symmetries: &[Symmetry],
        optimism: f32,
        budget: &Budget,
    ) -> Result<Vec<Evaluation>, NetworkError> {
        let network = self.network(budget)?;
        let history = History::of_game(game);
        let position = NetworkPosition::of_game(game, &history, color);
        let mut buffers = EvaluationBuffers::default();
        let mut ask = |&symmetry| network.ask(&position, symmetry, optimism, true, &mut buffers);
        Ok(symmetries.iter().map(&mut ask).collect())
    }

    /// Gives the search the network, if there is one that it has not got yet. Waits until it is loaded, or
    /// the budget ends. Without one, and as long as there is none, the search works by playouts.
    pub(super) fn set_search_network(&mut self, budget: &Budget) {
        if self.searcher.has_evaluator() {
            return;
        }
        if let Ok(network) = self.network(budget) {
            self.searcher.set_evaluator(Some(network));
        }
    }
}
