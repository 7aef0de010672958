//! The search with playouts: keeps the tree from move to move, and runs the workers.

use super::filter::Filter;
use super::origin::Origin;
use super::params::Params;
use super::playout::PlayoutTurn;
use super::prior::{LearnedPrior, Prior};
use super::report::{Report, most_visited, tree_report};
use super::samples::Samples;
use super::score::Scorer;
use super::team::{self, Observer, Work};
use super::tree::Tree;
use super::worker::{Task, Worker};
use crate::base::{Budget, Rng};
use crate::board::{Color, Game, Move, PerColor, PointSet};

/// A player that searches with playouts, and keeps its tree while the game goes on.
#[derive(Debug)]
pub(super) struct PlayoutSearcher {
    params: Params,
    prior: Box<dyn Prior>,
    tree: Tree,
    origin: Option<Origin>,
    /// Points that the tree leaves out for each color.
    left_out: PerColor<PointSet>,
}

impl PlayoutSearcher {
    /// A searcher with an empty tree and the prior learned from games of strong players.
    pub(super) fn new(params: Params) -> Self {
        Self {
            tree: Tree::new(params.memory_mib),
            params,
            prior: Box::new(LearnedPrior::embedded()),
            origin: None,
            left_out: PerColor::default(),
        }
    }

    /// Changes the parameters. The tree is dropped if they differ.
    pub(super) fn set_params(&mut self, params: Params) {
        if params == self.params {
            return;
        }
        if params.memory_mib != self.params.memory_mib {
            self.tree = Tree::new(params.memory_mib);
        }
        self.params = params;
        self.clear();
    }

    /// Searches with another number of threads from now on, and keeps the tree.
    pub(super) const fn set_threads(&mut self, n_threads: usize) {
        self.params.threads = n_threads;
    }

    /// Drops the tree.
    pub(super) fn clear(&mut self) {
        self.tree.clear();
        self.origin = None;
    }

    /// Searches as documented at [`super::Searcher::search_observed`].
    pub(super) fn search_observed(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        budget: &mut Budget,
        observer: Option<&mut Observer<'_>>,
    ) -> Report {
        self.move_root(game, color, filter);
        let mut task = self.task(game, color, filter);
        if !task.expand_root() {
            drop(task);
            self.tree.clear();
            task = self.task(game, color, filter);
            task.expand_root();
        }
        let children = self.tree.children(self.tree.root());
        task.is_allowed = children
            .iter()
            .map(|child| {
                let is_vain = child
                    .point()
                    .is_some_and(|point| filter.never[color].contains(point));
                filter.lets_through(child.mv()) && !is_vain
            })
            .collect();
        for child in children {
            let urgency = filter
                .urgent
                .iter()
                .find(|(point, _)| child.point() == Some(*point));
            if let Some(&(_, least)) = urgency {
                child.raise_prior(least);
            }
        }
        task.owners_by_move = observer.as_ref().is_some_and(|it| it.owners_by_move);
        let n_reused = self.tree.root().visits();
        let work = if task.is_allowed.contains(&true) {
            let seed = self.params.seed_at(game.moves().len());
            team::run(self.params.threads, budget, observer, |id| {
                Worker::new(&task, Rng::new(seed, id))
            })
        } else {
            Work::nothing_to_do()
        };
        budget.charge(work.n_playouts);
        let mut samples = Samples::new(task.owners_by_move);
        for theirs in &work.rest {
            samples.merge(theirs);
        }
        Report {
            n_reused,
            ending: work.ending,
            ..tree_report(&self.tree, &task.is_allowed, work.n_playouts, &samples)
        }
    }

    /// The move that earlier searches of this game visited most in its present position, with the visits. Looks the
    /// position up in the tree and searches nothing: it costs microseconds.
    pub(super) fn recall(&self, game: &Game, color: Color) -> Option<(Move, u32)> {
        let moves = self.origin.as_ref()?.moves_to(game, color)?;
        let mut node = self.tree.root();
        for &(_, mv) in moves {
            let children = self.tree.children(node);
            node = children.iter().find(|child| child.mv() == mv)?;
        }
        most_visited(self.tree.children(node)).map(|best| (best.mv(), best.visits()))
    }

    /// The moves that a search of the position would look at, likeliest first, with the prior probability that each
    /// gets. No tree is needed or changed: it costs about a microsecond for each move.
    pub(super) fn candidates(
        &self,
        game: &Game,
        color: Color,
        filter: &Filter,
    ) -> Vec<(Move, f32)> {
        let task = self.task(game, color, filter);
        let mut moves = task.candidates(&task.board, task.turn, &[]);
        moves.retain(|&(mv, _)| filter.lets_through(mv));
        for (mv, prior) in &mut moves {
            let urgent = filter
                .urgent
                .iter()
                .find(|(point, _)| mv.point() == Some(*point));
            *prior = urgent.map_or(*prior, |&(_, least)| prior.max(least));
        }
        // The sort is stable: equal moves stay in the order of the prior.
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        moves
    }

    /// Makes the root of the tree stand for the position of `game` with `color` to move.
    fn move_root(&mut self, game: &Game, color: Color, filter: &Filter) {
        let is_kept = self.leaves_out_no_more_than(filter, game)
            && self
                .origin
                .take()
                .and_then(|origin| origin.moves_to(game, color).map(<[_]>::to_vec))
                .is_some_and(|moves| moves.iter().all(|&(_, mv)| self.tree.advance(mv)));
        if !is_kept {
            self.tree.clear();
        }
        self.origin = Some(Origin::new(game, color));
        self.left_out = filter.never;
    }

    /// Whether the tree holds all moves that a search with this filter may look at.
    fn leaves_out_no_more_than(&self, filter: &Filter, game: &Game) -> bool {
        let empty: PointSet = game.board().empty_set();
        Color::BOTH
            .into_iter()
            .all(|color| (self.left_out[color] & empty).is_subset(&filter.never[color]))
    }

    fn task<'a>(&'a self, game: &Game, color: Color, filter: &'a Filter) -> Task<'a> {
        let mut board = game.board().clone();
        board.forget_history();
        let mut memory = game.superko_memory();
        memory.sort_unstable();
        let last_point = |n: usize| {
            game.moves()
                .iter()
                .rev()
                .nth(n)
                .and_then(|(_, mv)| mv.point())
        };
        Task {
            tree: &self.tree,
            params: &self.params,
            prior: self.prior.as_ref(),
            scorer: Scorer::new(game),
            board,
            turn: PlayoutTurn {
                to_move: color,
                last: last_point(0),
                before_last: last_point(1),
                // If the game goes on after two passes, it does as if there had been none.
                has_passed: game.n_consecutive_passes() == 1,
            },
            ko: game.rules().ko,
            memory,
            is_allowed: Vec::new(),
            filter,
            owners_by_move: false,
        }
    }
}
