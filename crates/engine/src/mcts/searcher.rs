//! The searcher: today's search with playouts, or the search with an evaluator where there is one.

use std::sync::Arc;

use super::filter::Filter;
use super::params::Params;
use super::puct::{LeafEvaluator, PuctSearcher};
use super::report::Report;
use super::search::PlayoutSearcher;
use super::team::Observer;
use crate::base::Budget;
use crate::board::{Color, Game, Move};

/// A player that searches, and keeps its tree while the game goes on.
///
/// # Examples
///
/// ```
/// use tedomari_base::Budget;
/// use tedomari_board::{Color, Game, Rules, Size};
/// use tedomari_engine::mcts::{Filter, Params, Searcher};
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
    /// The moves that were excluded from the tree. Visits of moves that were chosen from few do not compare with those
    /// of others.
    restriction: Filter,
    playouts: PlayoutSearcher,
    evaluations: Option<PuctSearcher>,
}

impl Searcher {
    /// A searcher with an empty tree, which plays games to their end to judge positions.
    #[must_use]
    pub fn new(params: Params) -> Self {
        Self::with_evaluator(params, None)
    }

    /// A searcher with an empty tree, which evaluates positions by the evaluator if there is one.
    #[must_use]
    pub fn with_evaluator(params: Params, evaluator: Option<Arc<dyn LeafEvaluator>>) -> Self {
        Self {
            playouts: PlayoutSearcher::new(params.clone()),
            evaluations: evaluator.map(|evaluator| PuctSearcher::new(params.clone(), evaluator)),
            restriction: Filter::NONE,
            params,
        }
    }

    /// Evaluates by another evaluator from now on, or by playouts without one. Drops the evaluations so far.
    pub fn set_evaluator(&mut self, evaluator: Option<Arc<dyn LeafEvaluator>>) {
        let params = &self.params;
        self.evaluations = evaluator.map(|evaluator| PuctSearcher::new(params.clone(), evaluator));
    }

    /// Whether there is an evaluator.
    #[must_use]
    pub const fn has_evaluator(&self) -> bool {
        self.evaluations.is_some()
    }

    /// The evaluator, if there is one.
    #[must_use]
    pub fn evaluator(&self) -> Option<Arc<dyn LeafEvaluator>> {
        self.evaluations.as_ref().map(PuctSearcher::evaluator)
    }

    /// The current parameters.
    #[must_use]
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// Changes the parameters. The tree is dropped if they differ.
    pub fn set_params(&mut self, params: Params) {
        if params == self.params {
            return;
        }
        self.playouts.set_params(params.clone());
        if let Some(evaluations) = &mut self.evaluations {
            evaluations.set_params(params.clone());
        }
        self.params = params;
    }

    /// Searches with another number of threads from now on, and keeps the tree. Returns the number before.
    pub const fn set_threads(&mut self, n_threads: usize) -> usize {
        self.playouts.set_threads(n_threads);
        if let Some(evaluations) = &mut self.evaluations {
            evaluations.set_threads(n_threads);
        }
        std::mem::replace(&mut self.params.threads, n_threads)
    }

    /// Drops the tree.
    pub fn clear(&mut self) {
        self.playouts.clear();
        if let Some(evaluations) = &mut self.evaluations {
            evaluations.clear();
        }
    }

    /// Searches a move for `color` in the current position of `game`. `color` may differ from the player to move, and
    /// the game may be over. One node of the budget is one playout, or one visit with an evaluator; all of them are
    /// charged to it.
    ///
    /// The tree of earlier searches is used again if alternating moves lead from there to this position, and if they
    /// were allowed and forbidden the same moves. The search
    /// ends at most one playout or evaluation after a cancel or the deadline. With one thread, the same sequence of
    /// calls after [`Self::clear`] with budgets in nodes gives the same reports.
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
        let restriction = filter.restriction();
        if restriction != self.restriction {
            self.clear();
            self.restriction = restriction;
        }
        match &mut self.evaluations {
            Some(evaluations) => evaluations.search_observed(game, color, filter, budget, observer),
            None => self
                .playouts
                .search_observed(game, color, filter, budget, observer),
        }
    }

    /// The move that earlier searches of this game liked best in its present position, with its visits; nothing if they
    /// might not choose any. Looks the
    /// position up in the tree and searches nothing: it costs microseconds.
    #[must_use]
    pub fn recall(&self, game: &Game, color: Color) -> Option<(Move, u32)> {
        if self.restriction != Filter::NONE {
            return None;
        }
        match &self.evaluations {
            Some(evaluations) => evaluations.recall(game, color),
            None => self.playouts.recall(game, color),
        }
    }

    /// The moves that a search of the position would look at, likeliest first, with the prior probability that each
    /// gets: by a cached evaluation of the evaluator if there is one, else by the prior learned from games. No tree is
    /// needed or changed: it costs about a microsecond for each move.
    #[must_use]
    pub fn candidates(&self, game: &Game, color: Color, filter: &Filter) -> Vec<(Move, f32)> {
        let known = self.evaluations.as_ref();
        known
            .and_then(|evaluations| evaluations.candidates(game, color, filter))
            .unwrap_or_else(|| self.playouts.candidates(game, color, filter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Rules, Size};

    /// A search that might look at one move only leaves nothing behind: the next one without a restriction, and what is
    /// recalled, are those of an empty tree.
    #[test]
    fn a_restricted_search_leaves_no_trace() {
        let game = Game::new(Size::square(7), Rules::default());
        let params = Params {
            memory_mib: 16,
            stops_early: false,
            ..Params::default()
        };
        let corner: Move = "A1".parse::<Point>().map(Move::Play).unwrap();
        let only = Filter {
            allow: Some(vec![corner]),
            ..Filter::NONE
        };
        let search = |searcher: &mut Searcher, filter: &Filter, n_playouts| {
            let report =
                searcher.search(&game, Color::Black, filter, &mut Budget::nodes(n_playouts));
            let moves = report.moves.iter().map(|entry| (entry.mv, entry.visits));
            (report.visits(), moves.collect::<Vec<_>>())
        };
        let expected = search(&mut Searcher::new(params.clone()), &Filter::NONE, 200);
        let mut searcher = Searcher::new(params);
        let (visits, moves) = search(&mut searcher, &only, 300);
        assert_eq!(moves, [(corner, 300)]);
        assert_eq!(searcher.recall(&game, Color::Black), None);
        // The same restriction goes on with the same tree; the root has no other visits.
        assert!(search(&mut searcher, &only, 100).0 >= visits + 100);
        assert_eq!(search(&mut searcher, &Filter::NONE, 200), expected);
        let (visits, _) = search(&mut searcher, &only, 50);
        assert!(visits <= 51, "{visits}");
    }
}
