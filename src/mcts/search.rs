//! The searcher: keeps the tree from move to move, runs the workers, and decides when to stop.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::filter::Filter;
use super::ownership::Ownership;
use super::params::Params;
use super::playout::PlayoutTurn;
use super::prior::{LearnedPrior, Prior};
use super::report::{Ending, Report, most_visited, move_reports};
use super::score::Scorer;
use super::tree::Tree;
use super::worker::{Task, Worker};
use crate::base::room::spawn_up_to;
use crate::base::{Budget, Color, Move, PerColor, PointSet, Rng, Stop};
use crate::board::game::Start;
use crate::board::{Game, Rules};

/// Receives interim reports of a running search.
#[expect(missing_debug_implementations, reason = "holds a closure")]
pub struct Observer<'a> {
    /// Time between two reports.
    pub interval: Duration,
    /// Takes a report. It runs on the thread that called the search, and the search waits for it. The ownership in
    /// the report comes from one worker only.
    pub show: &'a mut dyn FnMut(&Report),
}

/// The game and the player that the root of the tree stands for.
#[derive(Clone, Debug)]
struct Origin {
    start: Start,
    rules: Rules,
    moves: Vec<(Color, Move)>,
    color: Color,
    /// Points that the tree leaves out for each color.
    never: PerColor<PointSet>,
}

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
    prior: Box<dyn Prior>,
    tree: Tree,
    origin: Option<Origin>,
}

impl Searcher {
    /// A searcher with an empty tree and the prior learned from games of strong players.
    #[must_use]
    pub fn new(params: Params) -> Self {
        Self {
            tree: Tree::new(params.memory_mib),
            params,
            prior: Box::new(LearnedPrior::embedded()),
            origin: None,
        }
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
        if params.memory_mib != self.params.memory_mib {
            self.tree = Tree::new(params.memory_mib);
        }
        self.params = params;
        self.clear();
    }

    /// Searches with another number of threads from now on, and keeps the tree. Returns the number before.
    pub const fn set_threads(&mut self, n_threads: usize) -> usize {
        std::mem::replace(&mut self.params.threads, n_threads)
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.origin = None;
    }

    /// Searches a move for `color` in the current position of `game`. `color` may differ from the player to move, and
    /// the game may be over. One node of the budget is one playout; all playouts are charged to it.
    ///
    /// The tree of earlier searches is used again if alternating moves lead from there to this position. The search
    /// ends at most one playout after a cancel or the deadline, so within a few milliseconds. With one thread, the
    /// same sequence of calls after [`Self::clear`] with budgets in nodes gives the same reports.
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
        let n_reused = self.tree.root().visits();
        let (run, ending) = if task.is_allowed.contains(&true) {
            run(&task, budget, self.seed(game), observer)
        } else {
            (Run::default(), Ending::Decided)
        };
        budget.charge(run.n_playouts);
        Report {
            n_reused,
            ..report(&task, run, ending)
        }
    }

    /// The move that earlier searches of this game visited most in its present position, with the visits. Looks the
    /// position up in the tree and searches nothing: it costs microseconds.
    #[must_use]
    pub fn recall(&self, game: &Game, color: Color) -> Option<(Move, u32)> {
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
    #[must_use]
    pub fn candidates(&self, game: &Game, color: Color, filter: &Filter) -> Vec<(Move, f32)> {
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
        let is_kept = match self.origin.take() {
            Some(origin) if origin.leaves_out_no_more_than(filter, game) => origin
                .moves_to(game, color)
                .is_some_and(|moves| moves.iter().all(|&(_, mv)| self.tree.advance(mv))),
            Some(_) => false,
            None => false,
        };
        if !is_kept {
            self.tree.clear();
        }
        self.origin = Some(Origin {
            start: game.start().clone(),
            rules: *game.rules(),
            moves: game.moves().to_vec(),
            color,
            never: filter.never,
        });
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
        }
    }

    /// Seed of the search in this position: different at each move of a game, equal when a game is repeated.
    fn seed(&self, game: &Game) -> u64 {
        let n_moves = game.moves().len() as u64;
        self.params.seed ^ n_moves.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl Origin {
    /// Whether the tree holds all moves that a search with this filter may look at.
    fn leaves_out_no_more_than(&self, filter: &Filter, game: &Game) -> bool {
        let empty: PointSet = game.board().empty_points().iter().copied().collect();
        Color::BOTH
            .into_iter()
            .all(|color| (self.never[color] & empty).is_subset(&filter.never[color]))
    }

    /// The moves that lead from here to the position of `game` with `color` to move; `None` if the players do not
    /// alternate in them.
    fn moves_to<'a>(&self, game: &'a Game, color: Color) -> Option<&'a [(Color, Move)]> {
        if self.start != *game.start() || self.rules != *game.rules() {
            return None;
        }
        let moves = game.moves().strip_prefix(self.moves.as_slice())?;
        let mut turn = self.color;
        for &(mover, _) in moves {
            if mover != turn {
                return None;
            }
            turn = turn.opponent();
        }
        (turn == color).then_some(moves)
    }
}

/// The work of all workers in one search.
#[derive(Debug, Default)]
struct Run {
    n_playouts: u64,
    ownership: Ownership,
}

/// A report from the current tree.
fn report(task: &Task<'_>, run: Run, ending: Ending) -> Report {
    let root = task.tree.root();
    Report {
        moves: move_reports(task.tree, &task.is_allowed),
        win_rate: 1.0 - root.win_rate(),
        score_mean: root.score_mean(),
        ownership: run.ownership,
        n_playouts: run.n_playouts,
        n_nodes: task.tree.len(),
        n_reused: 0,
        ending,
    }
}

/// Runs the workers until the budget is spent, the search is cancelled, or the choice is decided.
fn run(
    task: &Task<'_>,
    budget: &Budget,
    seed: u64,
    observer: Option<&mut Observer<'_>>,
) -> (Run, Ending) {
    let referee = Referee {
        task,
        budget,
        began: Instant::now(),
        n_begun: AtomicU64::new(0),
        ending: OnceLock::new(),
    };
    let work = |id: usize, observer: Option<&mut Observer<'_>>| {
        referee.work(id, Worker::new(task, Rng::new(seed, id)), observer)
    };
    let run = std::thread::scope(|scope| {
        let n_others = task.params.threads.max(1) - 1;
        let others = spawn_up_to(scope, n_others, |index| move || work(index + 1, None));
        let mut run = work(0, observer);
        for other in others {
            match other.join() {
                Ok(theirs) => {
                    run.n_playouts += theirs.n_playouts;
                    run.ownership.merge(&theirs.ownership);
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        run
    });
    (run, referee.ending.into_inner().unwrap_or(Ending::Decided))
}

/// Counts the playouts of all workers, and stops them.
#[derive(Debug)]
struct Referee<'a> {
    task: &'a Task<'a>,
    budget: &'a Budget,
    began: Instant,
    n_begun: AtomicU64,
    /// The reason to end the search, set by the first worker that finds one.
    ending: OnceLock<Ending>,
}

impl<'a> Referee<'a> {
    /// Worker 0 checks after this many playouts whether the choice is decided.
    const DECISION_INTERVAL: u64 = 32;

    /// The work of one worker. Only the first one has an observer.
    fn work(
        &self,
        id: usize,
        mut worker: Worker<'a>,
        mut observer: Option<&mut Observer<'_>>,
    ) -> Run {
        let mut n_playouts = 0;
        let mut shown = self.began;
        while self.may_begin() {
            worker.playout();
            n_playouts += 1;
            if let Some(observer) = &mut observer
                && shown.elapsed() >= observer.interval
            {
                shown = Instant::now();
                let run = Run {
                    n_playouts: self.n_begun.load(Ordering::Relaxed),
                    ownership: worker.ownership().clone(),
                };
                (observer.show)(&report(self.task, run, Ending::Running));
            }
            if id == 0 && n_playouts % Self::DECISION_INTERVAL == 0 && self.is_decided() {
                self.end(Ending::Decided);
            }
        }
        Run {
            n_playouts,
            ownership: worker.into_ownership(),
        }
    }

    /// Whether a worker may begin another playout.
    fn may_begin(&self) -> bool {
        if self.ending.get().is_some() {
            return false;
        }
        if let Err(stop) = self.budget.check() {
            self.end(Ending::Stopped(stop));
            return false;
        }
        let n_begun = self.n_begun.fetch_add(1, Ordering::Relaxed);
        if n_begun >= self.budget.remaining() {
            self.end(Ending::Stopped(Stop::Nodes));
            return false;
        }
        true
    }

    /// Stops all workers; the first reason counts.
    fn end(&self, ending: Ending) {
        self.ending.get_or_init(|| ending);
    }

    /// Whether the most visited move stays the most visited one whatever the remaining playouts say.
    fn is_decided(&self) -> bool {
        if !self.task.params.stops_early {
            return false;
        }
        let children = self.task.tree.children(self.task.tree.root());
        let allowed = children
            .iter()
            .zip(&self.task.is_allowed)
            .filter(|(_, allowed)| **allowed);
        let (mut first, mut second) = (0, 0);
        for visits in allowed.map(|(child, _)| child.visits()) {
            if visits > first {
                (first, second) = (visits, first);
            } else {
                second = second.max(visits);
            }
        }
        u64::from(first - second) > self.n_remaining()
    }

    /// Number of playouts still to come: the remaining credit, or the number that fits before the deadline at the
    /// speed so far if that is less.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a rough estimate, never negative"
    )]
    fn n_remaining(&self) -> u64 {
        let n_begun = self.n_begun.load(Ordering::Relaxed);
        let credit = self.budget.remaining().saturating_sub(n_begun);
        let Some(deadline) = self.budget.deadline() else {
            return credit;
        };
        let now = Instant::now();
        let spent = now.duration_since(self.began).as_secs_f64();
        let left = deadline.saturating_duration_since(now).as_secs_f64();
        let rate = n_begun as f64 / spent.max(1e-6);
        credit.min((rate * left).ceil() as u64)
    }
}
