//! The search with an evaluator: keeps the graph from move to move, and runs the workers.

use std::sync::{Arc, Mutex};

use super::choice::ranked;
use super::evaluation_cache::EvaluationCache;
use super::graph::Graph;
use super::leaf_evaluator::LeafEvaluator;
use super::node::{Edge, Node};
use super::node_evaluation::NodeEvaluation;
use super::standing::{Setting, Standing};
use super::value::{Utility, Value};
use super::worker::{Task, Worker, lock};
use crate::base::{Budget, Rng};
use crate::board::{Color, Game, Move};
use crate::intuition::Evaluation;
use crate::mcts::filter::Filter;
use crate::mcts::origin::Origin;
use crate::mcts::params::Params;
use crate::mcts::report::Report;
use crate::mcts::samples::Samples;
use crate::mcts::score::Scorer;
use crate::mcts::team::{self, Observer, Work};

/// The optimism of evaluations about the root.
const ROOT_OPTIMISM: f32 = 0.2;

/// The random numbers of the root's own evaluation; the workers have the streams from 0.
const ROOT_STREAM: usize = 1000;

/// The memory for cached evaluations is this part of all; the graph has the rest.
const MEMORY_SHARE: usize = 4;

/// A player that searches with an evaluator, and keeps its graph while the game goes on.
#[derive(Debug)]
pub(in crate::mcts) struct PuctSearcher {
    params: Params,
    evaluator: Arc<dyn LeafEvaluator>,
    graph: Mutex<Graph>,
    memory: Mutex<EvaluationCache>,
    origin: Option<Origin>,
    utility: Option<Utility>,
}

impl PuctSearcher {
    /// A searcher with an empty graph.
    pub(in crate::mcts) fn new(params: Params, evaluator: Arc<dyn LeafEvaluator>) -> Self {
        let bytes = params.memory_mib.saturating_mul(1 << 20);
        Self {
            graph: Mutex::new(Graph::new(bytes - bytes / MEMORY_SHARE)),
            memory: Mutex::new(EvaluationCache::new(bytes / MEMORY_SHARE)),
            params,
            evaluator,
            origin: None,
            utility: None,
        }
    }

    /// The graph, for tests of what it holds.
    #[cfg(test)]
    pub(super) const fn graph(&self) -> &Mutex<Graph> {
        &self.graph
    }

    /// The evaluator.
    pub(in crate::mcts) fn evaluator(&self) -> Arc<dyn LeafEvaluator> {
        Arc::clone(&self.evaluator)
    }

    /// Changes the parameters; drops the graph and all evaluations.
    pub(in crate::mcts) fn set_params(&mut self, params: Params) {
        *self = Self::new(params, self.evaluator());
    }

    /// Searches with another number of threads from now on.
    pub(in crate::mcts) const fn set_threads(&mut self, n_threads: usize) {
        self.params.threads = n_threads;
    }

    /// Drops the graph and all evaluations.
    pub(in crate::mcts) fn clear(&mut self) {
        lock(&self.graph).clear();
        lock(&self.memory).clear();
        self.origin = None;
    }

    /// Searches as documented at [`crate::mcts::Searcher::search_observed`].
    pub(in crate::mcts) fn search_observed(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        budget: &mut Budget,
        observer: Option<&mut Observer<'_>>,
    ) -> Report {
        let (seed, n_threads) = (self.params.seed_at(game.moves().len()), self.params.threads);
        let owners_by_move = observer.as_ref().is_some_and(|it| it.owners_by_move);
        let mut samples = Samples::new(owners_by_move);
        let evaluator = self.evaluator();
        let (mut task, n_reused) =
            self.prepare(game, color, filter, evaluator.as_ref(), &mut samples);
        task.owners_by_move = owners_by_move;
        let work = if task.priors.iter().any(Option::is_some) {
            team::run(n_threads, budget, observer, |id| {
                Worker::new(&task, Rng::new(seed, id))
            })
        } else {
            Work::nothing_to_do()
        };
        budget.charge(work.n_playouts);
        for theirs in &work.rest {
            samples.merge(theirs);
        }
        Report {
            n_reused,
            ending: work.ending,
            ..task.report(work.n_playouts, &samples)
        }
    }

    /// Evaluates the root by the evaluator, and moves the root of the graph there. Returns the task with the visits
    /// that the root had before.
    fn prepare<'a>(
        &'a mut self,
        game: &Game,
        color: Color,
        filter: &'a Filter,
        evaluator: &'a dyn LeafEvaluator,
        samples: &mut Samples,
    ) -> (Task<'a>, u32) {
        let setting = Setting::new(game);
        let root = Standing::of_game(game, color);
        let banned = root.banned(&setting);
        let seed = self.params.seed_at(game.moves().len());
        let evaluation = evaluator.session().evaluate(
            &root.position(&setting, banned),
            ROOT_OPTIMISM,
            &mut Rng::new(seed, ROOT_STREAM),
        );
        let size = game.board().size();
        samples.add_evaluation(None, size, color, &evaluation.ownership);
        lock(&self.memory).fit(size.n_points() + 1);
        let has_moved = self.move_root(game, color, root.key(&banned));
        let value = Value::of_evaluation(&evaluation, color);
        let mut graph = lock(&self.graph);
        let n_reused = graph.root().map_or(0, |root| root.visits);
        let expected = graph
            .root()
            .map_or(f64::from(value.score), |root| root.stats.score);
        let utility = match self.utility {
            Some(utility) if !has_moved => utility,
            Some(_) | None => Utility::new(size, expected),
        };
        self.utility = Some(utility);
        if n_reused == 0 {
            let evaluation = Arc::new(NodeEvaluation::new(&evaluation, color));
            graph.insert(root.place(&banned, 0), Some(evaluation), value, utility);
        } else if has_moved {
            graph.tidy(utility);
        }
        let priors = graph
            .root()
            .map_or_else(Vec::new, |node| priors(node, &evaluation, color, filter));
        let n_moves = graph.root().map_or(0, |node| node.place().n_moves);
        drop(graph);
        let task = Task {
            graph: &self.graph,
            memory: &self.memory,
            evaluator,
            scorer: Scorer::new(game),
            setting,
            utility,
            knows_errors: evaluation.win_error >= 0.0,
            root,
            n_moves,
            filter,
            priors,
            stops_early: self.params.stops_early,
            owners_by_move: false,
        };
        (task, n_reused)
    }

    /// Makes the root of the graph stand for the position of `game` with `color` to move, whose key is `key`; empties
    /// the graph if it holds no such node. Returns whether the root is another one than before.
    fn move_root(&mut self, game: &Game, color: Color, key: u64) -> bool {
        let mut graph = lock(&self.graph);
        let before = graph.root_index();
        let moves = self
            .origin
            .take()
            .and_then(|origin| origin.moves_to(game, color).map(<[_]>::to_vec));
        let is_kept = moves.is_some_and(|moves| moves.iter().all(|&(_, mv)| graph.advance(mv)))
            && graph
                .root()
                .is_some_and(|root| root.place().key == key && root.evaluation.is_some());
        if !is_kept {
            graph.clear();
        }
        self.origin = Some(Origin::new(game, color));
        !is_kept || graph.root_index() != before
    }

    /// The best move of earlier searches of this game in its present position, with its visits.
    pub(in crate::mcts) fn recall(&self, game: &Game, color: Color) -> Option<(Move, u32)> {
        let moves = self.origin.as_ref()?.moves_to(game, color)?;
        let graph = lock(&self.graph);
        let mut node = graph.root()?;
        for &(_, mv) in moves {
            let is_it = |edge: &&Edge| {
                let candidate = node.candidate(usize::from(edge.index));
                candidate.is_some_and(|(theirs, _)| theirs == mv)
            };
            node = graph.child(node.edges.iter().find(is_it)?)?;
        }
        let moves = ranked(&graph, node, |index| {
            node.candidate(index).map(|(_, prior)| prior)
        });
        let best = moves.first()?;
        (best.visits() > 0).then(|| (best.mv, best.visits()))
    }

    /// The moves of a position that has a cached evaluation, likeliest first, with their priors.
    pub(in crate::mcts) fn candidates(
        &self,
        game: &Game,
        color: Color,
        filter: &Filter,
    ) -> Option<Vec<(Move, f32)>> {
        let setting = Setting::new(game);
        let standing = Standing::of_game(game, color);
        let known = lock(&self.memory).get(standing.key(&standing.banned(&setting)))?;
        let mut moves: Vec<(Move, f32)> = known
            .moves
            .iter()
            .filter(|candidate| may_be_chosen(filter, color, candidate.mv()))
            .map(|candidate| {
                #[expect(clippy::cast_possible_truncation, reason = "less precision will do")]
                let prior = raised(filter, candidate.mv(), candidate.prior()) as f32;
                (candidate.mv(), prior)
            })
            .collect();
        // The sort is stable: equal moves stay in the order of the evaluator.
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        Some(moves)
    }
}

/// The prior probability of each move of the root, by its index: by the latest evaluation, raised by hints; `None` for
/// moves that may not be chosen.
fn priors(root: &Node, evaluation: &Evaluation, color: Color, filter: &Filter) -> Vec<Option<f64>> {
    let prior_of = |index: usize| {
        let (mv, _) = root.candidate(index)?;
        let legal = evaluation.policy.iter().find(|(theirs, _)| *theirs == mv);
        let &(_, prior) = legal.filter(|_| may_be_chosen(filter, color, mv))?;
        Some(raised(filter, mv, f64::from(prior)))
    };
    let n_moves = root
        .evaluation
        .as_ref()
        .map_or(0, |known| known.moves.len());
    (0..n_moves).map(prior_of).collect()
}

fn may_be_chosen(filter: &Filter, color: Color, mv: Move) -> bool {
    let is_vain = mv
        .point()
        .is_some_and(|point| filter.never[color].contains(point));
    filter.lets_through(mv) && !is_vain
}

/// The prior of a move, at least what a hint demands.
fn raised(filter: &Filter, mv: Move, prior: f64) -> f64 {
    let hint = filter
        .urgent
        .iter()
        .find(|(point, _)| mv.point() == Some(*point));
    hint.map_or(prior, |&(_, least)| prior.max(f64::from(least)))
}
