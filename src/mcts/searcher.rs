//! The searcher: today's search with playouts, or the search with an adviser where there is one.

use std::sync::Arc;

use super::filter::Filter;
use super::params::Params;
use super::puct::{Adviser, OpinionSearcher};
use super::report::Report;
use super::search::PlayoutSearcher;
use super::team::Observer;
use crate::base::{Budget, Color, Move};
use crate::board::Game;

/// A player that searches, and keeps its tree while the game goes on.
///
/// # Examples
///
/// ```
/// use tedomari::base::{Budget, Color, Size};
/// use tedomari::board::{Game, Rules};
/// use tedomari::mcts::{Filter, Params, Searcher};
///
/// let game = Game::new(Size::square(9), Rules::default());
/// let mut searcher = Searcher::new(Params { memory_mib: 16, stops_early: false, ..Params::default() });
/// let report = searcher.search(&game, Color::Black, &Filter::NONE, &mut Budget::nodes(100));
/// assert_eq!(report.n_playouts, 100);
/// assert!(game.is_legal(Color::Black, report.best()));
/// ```
#[derive(Debug)]
pub struct Searcher {
    params: Params,
    playouts: PlayoutSearcher,
    opinions: Option<OpinionSearcher>,
}

impl Searcher {
    /// A searcher with an empty tree, which plays games to their end to judge positions.
    #[must_use]
    pub fn new(params: Params) -> Self {
        Self::advised(params, None)
    }

    /// A searcher with an empty tree, which asks an adviser about positions if there is one.
    #[must_use]
    pub fn advised(params: Params, adviser: Option<Arc<dyn Adviser>>) -> Self {
        Self {
            playouts: PlayoutSearcher::new(params.clone()),
            opinions: adviser.map(|adviser| OpinionSearcher::new(params.clone(), adviser)),
            params,
        }
    }

    /// Asks an adviser from now on, or nobody. Forgets what was asked before.
    pub fn set_adviser(&mut self, adviser: Option<Arc<dyn Adviser>>) {
        let params = &self.params;
        self.opinions = adviser.map(|adviser| OpinionSearcher::new(params.clone(), adviser));
    }

    /// Whether there is an adviser.
    #[must_use]
    pub const fn is_advised(&self) -> bool {
        self.opinions.is_some()
    }

    /// The adviser, if there is one.
    #[must_use]
    pub fn adviser(&self) -> Option<Arc<dyn Adviser>> {
        self.opinions.as_ref().map(OpinionSearcher::adviser)
    }

    /// The current parameters.
    #[must_use]
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// Changes the parameters. The tree is forgotten if they differ.
    pub fn set_params(&mut self, params: Params) {
        if params == self.params {
            return;
        }
        self.playouts.set_params(params.clone());
        if let Some(opinions) = &mut self.opinions {
            opinions.set_params(params.clone());
        }
        self.params = params;
    }

    /// Searches with another number of threads from now on, and keeps the tree. Returns the number before.
    pub const fn set_threads(&mut self, n_threads: usize) -> usize {
        self.playouts.set_threads(n_threads);
        if let Some(opinions) = &mut self.opinions {
            opinions.set_threads(n_threads);
        }
        std::mem::replace(&mut self.params.threads, n_threads)
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.playouts.clear();
        if let Some(opinions) = &mut self.opinions {
            opinions.clear();
        }
    }

    /// Searches a move for `color` in the current position of `game`. `color` may differ from the player to move, and
    /// the game may be over. One node of the budget is one playout, or one visit with an adviser; all of them are
    /// charged to it.
    ///
    /// The tree of earlier searches is used again if alternating moves lead from there to this position. The search
    /// ends at most one playout or opinion after a cancel or the deadline. With one thread, the same sequence of calls
    /// after [`Self::clear`] with budgets in nodes gives the same reports.
    pub fn search(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        budget: &mut Budget,
    ) -> Report {
        self.search_observed(game, color, filter, budget, None)
    }

    /// As [`Self::search`], with interim reports to an observer.
    pub fn search_observed(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        budget: &mut Budget,
        observer: Option<&mut Observer<'_>>,
    ) -> Report {
        match &mut self.opinions {
            Some(opinions) => opinions.search_observed(game, color, filter, budget, observer),
            None => self
                .playouts
                .search_observed(game, color, filter, budget, observer),
        }
    }

    /// The move that earlier searches of this game liked best in its present position, with its visits. Looks the
    /// position up in the tree and searches nothing: it costs microseconds.
    #[must_use]
    pub fn recall(&self, game: &Game, color: Color) -> Option<(Move, u32)> {
        match &self.opinions {
            Some(opinions) => opinions.recall(game, color),
            None => self.playouts.recall(game, color),
        }
    }

    /// The moves that a search of the position would look at, likeliest first, with the prior probability that each
    /// gets: by the adviser if it was asked about the position before, else by the prior learned from games. No tree is
    /// needed or changed: it costs about a microsecond for each move.
    #[must_use]
    pub fn candidates(&self, game: &Game, color: Color, filter: &Filter) -> Vec<(Move, f32)> {
        let known = self.opinions.as_ref();
        known
            .and_then(|opinions| opinions.candidates(game, color, filter))
            .unwrap_or_else(|| self.playouts.candidates(game, color, filter))
    }
}
