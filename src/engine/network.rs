//! The network: when the search gets it, and what it says by itself.

use std::sync::Arc;

use thiserror::Error;

use super::state::Engine;
use crate::base::Color;
use crate::board::Game;
use crate::intuition::{Desk, History, Intuition, LoadError, Opinion, Situation, Symmetry};

/// Why there is no network to ask.
#[derive(Clone, Debug, Error)]
pub enum NetworkError {
    /// The settings name none.
    #[error("no network is set")]
    NotSet,
    /// The file can't be used.
    #[error("no network: {0}")]
    NotLoaded(Arc<LoadError>),
}

impl Engine {
    /// The network. Waits until it is loaded.
    ///
    /// # Errors
    /// If none is set, or its file can't be used.
    pub fn network(&self) -> Result<Arc<Intuition>, NetworkError> {
        let loading = self.network.as_ref().ok_or(NetworkError::NotSet)?;
        loading.wait().map_err(NetworkError::NotLoaded)
    }

    /// What the network by itself, without any search, thinks of a game with `color` to move, whoever's turn it is;
    /// once for each symmetry.
    ///
    /// # Errors
    /// If there is no network.
    pub fn raw_opinions(
        &self,
        game: &Game,
        color: Color,
        symmetries: &[Symmetry],
        optimism: f32,
    ) -> Result<Vec<Opinion>, NetworkError> {
        let network = self.network()?;
        let history = History::of_game(game);
        let situation = Situation::of_game(game, &history, color);
        let mut desk = Desk::default();
        let mut ask = |&symmetry| network.ask(&situation, symmetry, optimism, true, &mut desk);
        Ok(symmetries.iter().map(&mut ask).collect())
    }

    /// Gives the search the network, if there is one that it has not got yet. Waits until it is loaded. Without one, or
    /// if the file can't be used, the search goes on by playouts.
    pub(super) fn consult_network(&mut self) {
        if self.searcher.is_advised() {
            return;
        }
        if let Ok(network) = self.network() {
            self.searcher.set_adviser(Some(network));
        }
    }
}
