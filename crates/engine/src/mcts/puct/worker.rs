//! The part of one thread in the search: walk down, evaluate the new position, count the visit.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::choice::{detail_of_root, move_reports, ranked, win_rate};
use super::evaluation_cache::EvaluationCache;
use super::graph::{Arrival, Graph, Step};
use super::leaf_evaluator::{EvaluationSession, LeafEvaluator};
use super::node_evaluation::NodeEvaluation;
use super::select::{Guide, choose};
use super::standing::{Setting, Standing};
use super::value::{Utility, Value};
use crate::base::Rng;
use crate::board::{Color, Move, PointSet, Score};
use crate::mcts::filter::Filter;
use crate::mcts::report::{Detail, Ending, Evidence, Report};
use crate::mcts::samples::Samples;
use crate::mcts::score::{Scorer, final_area};
use crate::mcts::team::{TeamWorker, lead_is_safe};

/// The optimism of evaluations below the root.
const OPTIMISM: f32 = 1.0;

/// What all workers of one search share.
#[derive(Debug)]
pub(super) struct Task<'a> {
    pub(super) graph: &'a Mutex<Graph>,
    pub(super) memory: &'a Mutex<EvaluationCache>,
    pub(super) evaluator: &'a dyn LeafEvaluator,
    pub(super) setting: Setting,
    pub(super) scorer: Scorer,
    pub(super) utility: Utility,
    /// Whether the evaluator estimates its own errors.
    pub(super) knows_errors: bool,
    pub(super) root: Standing,
    /// Number of moves before the root in the graph.
    pub(super) n_moves: u32,
    pub(super) filter: &'a Filter,
    /// The prior probability of each move of the root, by its index; `None` for those that may not be chosen.
    pub(super) priors: Vec<Option<f64>>,
    pub(super) stops_early: bool,
    /// Whether the owners of the points are counted for each first move.
    pub(super) owners_by_move: bool,
}

/// Locks what threads share. A thread that panicked ends the search with its panic in any case.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Guide for Task<'_> {
    fn at_root(&self, index: usize) -> Option<f64> {
        self.priors.get(index).copied().flatten()
    }

    fn lets_follow(&self, n_before: usize, color: Color, mv: Move) -> bool {
        let is_vain = mv
            .point()
            .is_some_and(|point| self.filter.never[color].contains(point));
        !is_vain && self.filter.lets_follow(n_before, color, mv)
    }
}

impl Task<'_> {
    /// A report about the root as it is now.
    pub(super) fn report(&self, n_playouts: u64, samples: &Samples) -> Report {
        let graph = lock(self.graph);
        let (mut moves, win_rate, score_mean, detail) = match graph.root() {
            Some(root) => {
                let best = ranked(&graph, root, |index| self.at_root(index));
                (
                    move_reports(&graph, root, &best, samples),
                    win_rate(root, &root.stats),
                    root.stats.lead,
                    detail_of_root(root),
                )
            }
            None => (Vec::new(), 0.5, 0.0, Detail::default()),
        };
        for entry in &mut moves {
            let n_allowed = self.root.n_allowed(&self.setting, &entry.line);
            entry.line.truncate(n_allowed);
            entry.line_visits.truncate(n_allowed);
        }
        Report {
            moves,
            win_rate,
            score_mean,
            detail,
            ownership: samples.ownership().clone(),
            n_playouts,
            n_nodes: graph.len(),
            n_reused: 0,
            ending: Ending::Running,
            evidence: Evidence::Evaluations,
        }
    }
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    task: &'a Task<'a>,
    session: Box<dyn EvaluationSession + 'a>,
    rng: Rng,
    standing: Standing,
    path: Vec<Step>,
    samples: Samples,
}

impl std::fmt::Debug for Worker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl<'a> Worker<'a> {
    /// A worker with a random number generator of its own.
    pub(super) fn new(task: &'a Task<'a>, rng: Rng) -> Self {
        Self {
            task,
            session: task.evaluator.session(),
            rng,
            standing: task.root.clone(),
            path: Vec::new(),
            samples: Samples::new(task.owners_by_move),
        }
    }

    /// Walks down to where something is to be found out; other threads' visits there are waited for. A walk that ends
    /// at a known node is counted at once.
    fn walk(&mut self) -> Arrival {
        loop {
            self.path.clear();
            let mut graph = lock(self.task.graph);
            let arrival = graph.walk(&mut self.path, |graph, node, n_before| {
                choose(graph, node, n_before, self.task)
            });
            match arrival {
                Arrival::Crowded => {
                    drop(graph);
                    std::thread::yield_now();
                }
                Arrival::Unknown => return arrival,
                Arrival::CaughtUp | Arrival::Stuck(_) => {
                    graph.finish(&self.path, arrival);
                    return arrival;
                }
            }
        }
    }

    /// Finds out what the position at the end of the path is worth, and counts the visit.
    fn look(&mut self) {
        let task = self.task;
        self.standing
            .follow(&task.root, &self.path, task.setting.rules.ko);
        let banned = self.standing.banned(&task.setting);
        let place = self.standing.place(&banned, task.n_moves);
        let mut graph = lock(task.graph);
        if !graph.link(&self.path, place) {
            drop(graph);
            let (evaluation, value) = self.appraise(banned, place.key);
            graph = lock(task.graph);
            let child = graph.insert(place, evaluation, value, task.utility);
            graph.lead_to(&self.path, child);
        }
        graph.finish(&self.path, Arrival::Unknown);
    }

    /// The worth of the position that stands, with its moves unless the game has ended.
    fn appraise(&mut self, banned: PointSet, key: u64) -> (Option<Arc<NodeEvaluation>>, Value) {
        let task = self.task;
        let is_over = self.standing.is_over();
        if is_over && task.scorer.counts_as_it_stands() {
            let board = self.standing.board();
            let offset = task.scorer.offset(board, self.standing.to_move);
            let score = Score::from_points(final_area(board)) + offset;
            return (None, Value::of_end(score, task.knows_errors));
        }
        let known = lock(task.memory).get(key);
        let evaluation = known.unwrap_or_else(|| {
            let evaluation = Arc::new(self.ask(banned));
            lock(task.memory).put(key, &evaluation);
            evaluation
        });
        let value = evaluation.value;
        ((!is_over).then_some(evaluation), value)
    }

    /// Evaluates the present position by the evaluator.
    fn ask(&mut self, banned: PointSet) -> NodeEvaluation {
        let position = self.standing.position(&self.task.setting, banned);
        let evaluation = self.session.evaluate(&position, OPTIMISM, &mut self.rng);
        let (size, to_move) = (position.board.size(), position.to_move);
        let first = self.path.first().map(|step| step.mv);
        self.samples
            .add_evaluation(first, size, to_move, &evaluation.ownership);
        NodeEvaluation::new(&evaluation, to_move)
    }
}

impl TeamWorker for Worker<'_> {
    /// The sums of ownership over the evaluations of this worker.
    type Rest = Samples;

    fn playout(&mut self) {
        if self.walk() == Arrival::Unknown {
            self.look();
        }
    }

    fn report(&self, n_playouts: u64) -> Report {
        self.task.report(n_playouts, &self.samples)
    }

    fn is_decided(&self, n_remaining: u64) -> bool {
        if !self.task.stops_early {
            return false;
        }
        let graph = lock(self.task.graph);
        let Some(root) = graph.root() else {
            return true;
        };
        let moves = ranked(&graph, root, |index| self.task.at_root(index));
        let most_visits = moves.iter().map(|entry| entry.visits()).max();
        // The choice may prefer a move with fewer visits: then more of them may change it.
        moves.first().map(|best| best.visits()) == most_visits
            && lead_is_safe(moves.iter().map(|entry| entry.visits()), n_remaining)
    }

    fn into_rest(self) -> Samples {
        self.samples
    }
}
