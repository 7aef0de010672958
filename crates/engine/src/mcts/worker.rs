//! The part of one thread in a search: descend, expand, play out, back up.

use super::backup::{Step, backup};
use super::filter::Filter;
use super::node::{Node, ONE, PlayoutResult};
use super::params::Params;
use super::playout::{PlayoutTurn, play_out};
use super::prior::Prior;
use super::report::{Report, tree_report};
use super::samples::Samples;
use super::score::{Scorer, area};
use super::select::SelectionFormula;
use super::tactics;
use super::team::{TeamWorker, lead_is_safe};
use super::tree::Tree;
use crate::base::Rng;
use crate::board::game::superko_key;
use crate::board::{Board, Color, KoRule, Move, Point, Score};

/// Data that all workers of one search share.
#[derive(Debug)]
pub(super) struct Task<'a> {
    pub(super) tree: &'a Tree,
    pub(super) params: &'a Params,
    pub(super) prior: &'a dyn Prior,
    pub(super) scorer: Scorer,
    /// The position at the root, without history.
    pub(super) board: Board,
    pub(super) turn: PlayoutTurn,
    pub(super) ko: KoRule,
    /// Keys of the positions that superko forbids to repeat, sorted.
    pub(super) memory: Vec<u64>,
    /// For each child of the root, whether the search may look at it.
    pub(super) is_allowed: Vec<bool>,
    /// Restrictions on the moves of the search.
    pub(super) filter: &'a Filter,
    /// Whether the owners of the points are counted for each first move.
    pub(super) owners_by_move: bool,
}

impl Task<'_> {
    /// Gives the root its children if it has none. Returns whether it has children now.
    pub(super) fn expand_root(&self) -> bool {
        let root = self.tree.root();
        root.children().is_some()
            || self
                .tree
                .expand(root, || self.candidates(&self.board, self.turn, &[]))
    }

    /// The moves of a position with their probabilities: the likeliest first, ties in point order, the pass last.
    ///
    /// Left out are illegal moves (superko included) and one's own eyes, unless a block next to the eye is in atari.
    /// `path` holds the keys of the positions after the root.
    pub(super) fn candidates(
        &self,
        board: &Board,
        turn: PlayoutTurn,
        path: &[u64],
    ) -> Vec<(Move, f32)> {
        let color = turn.to_move;
        let mut points: Vec<Point> = board
            .empty_points()
            .iter()
            .copied()
            .filter(|&point| {
                board.is_legal(color, point)
                    && !self.filter.never[color].contains(point)
                    && !is_needless(board, color, point)
                    && !self.repeats(board, color, point, path)
            })
            .collect();
        points.sort_unstable();
        let mut weights = Vec::with_capacity(points.len() + 1);
        self.prior.weigh(board, turn, &points, &mut weights);
        debug_assert_eq!(weights.len(), points.len());
        let pass_prior = if turn.has_passed {
            self.params.final_pass_prior
        } else {
            self.params.pass_prior
        };
        let pass = (Move::Pass, pass_prior);
        let scale = (1.0 - pass.1) / weights.iter().sum::<f32>();
        let plays = points.into_iter().map(Move::Play);
        let mut moves: Vec<(Move, f32)> = plays
            .zip(weights.into_iter().map(|weight| weight * scale))
            .collect();
        // The sort is stable: ties stay in point order.
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        moves.push(pass);
        moves
    }

    /// Whether superko forbids this play, which is legal otherwise.
    fn repeats(&self, board: &Board, color: Color, point: Point, path: &[u64]) -> bool {
        if self.ko == KoRule::Simple {
            return false;
        }
        let key = superko_key(self.ko, board.hash_after(color, point), color.opponent());
        self.memory.binary_search(&key).is_ok() || path.contains(&key)
    }
}

/// Whether a play only fills an eye of its own color.
fn is_needless(board: &Board, color: Color, point: Point) -> bool {
    tactics::is_own_eye(board, color, point)
        && tactics::blocks_around(board, point, color)
            .iter()
            .all(|block| block.n_liberties() > 1)
}

/// One thread of a search.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    task: &'a Task<'a>,
    rng: Rng,
    board: Board,
    path: Vec<Step<'a>>,
    plays: Vec<(Color, Point)>,
    keys: Vec<u64>,
    samples: Samples,
}

impl<'a> Worker<'a> {
    /// A worker with a random number generator of its own.
    pub(super) fn new(task: &'a Task<'a>, rng: Rng) -> Self {
        Self {
            task,
            rng,
            board: Board::new(task.board.size()),
            path: Vec::new(),
            plays: Vec::new(),
            keys: Vec::new(),
            samples: Samples::new(task.owners_by_move),
        }
    }

    /// Follows the tree to a leaf, which gets children if it has enough visits. Returns the turn there, and whether
    /// two passes have ended the game.
    fn descend(&mut self) -> (PlayoutTurn, bool) {
        let Task { tree, params, .. } = *self.task;
        let mut turn = self.task.turn;
        let mut node = tree.root();
        let mut n_before = self.enter(node, turn);
        loop {
            if n_before >= params.expand_visits && node.children().is_none() {
                let task = self.task;
                tree.expand(node, || task.candidates(&self.board, turn, &self.keys));
            }
            let Some(child) = self.choose(node, turn) else {
                return (turn, false);
            };
            let point = child.point();
            match point {
                Some(point) => {
                    self.plays.push((turn.to_move, point));
                    self.board.play_unlogged(turn.to_move, point);
                }
                None => self.board.pass_unlogged(),
            }
            let is_over = turn.has_passed && point.is_none();
            turn = turn.after(point);
            if self.task.ko != KoRule::Simple {
                self.keys
                    .push(superko_key(self.task.ko, self.board.hash(), turn.to_move));
            }
            n_before = self.enter(child, turn);
            node = child;
            if is_over {
                return (turn, true);
            }
        }
    }

    /// Adds a node to the path. Returns its number of visits before.
    fn enter(&mut self, node: &'a Node, turn: PlayoutTurn) -> u32 {
        self.path.push(Step {
            node,
            mover: turn.to_move.opponent(),
            n_plays: self.plays.len(),
        });
        node.begin_visit()
    }

    fn choose(&self, node: &'a Node, turn: PlayoutTurn) -> Option<&'a Node> {
        let task = self.task;
        let children = task.tree.children(node);
        let formula = SelectionFormula::from(task.params);
        let n_before = self.path.len() - 1;
        let index = formula.select(node, children, |index| {
            if n_before == 0 {
                task.is_allowed[index]
            } else {
                task.filter
                    .lets_follow(n_before, turn.to_move, children[index].mv())
            }
        })?;
        Some(&children[index])
    }

    /// The score when the game on `board` is played to its end.
    fn finish(&mut self, turn: PlayoutTurn, is_over: bool) -> Score {
        let offset = self.task.scorer.offset(&self.board, turn.to_move);
        if !(is_over && self.task.scorer.counts_as_it_stands()) {
            let start = PlayoutTurn {
                has_passed: turn.has_passed && !is_over,
                ..turn
            };
            let plays = &mut self.plays;
            let record = |_: &Board, color, point, _| plays.push((color, point));
            play_out(
                &mut self.board,
                start,
                self.task.params.policy,
                &mut self.rng,
                record,
            );
        }
        let score = Score::from_points(area(&self.board)) + offset;
        let first = self.path.get(1).map(|step| step.node.mv());
        self.samples.add_playout(first, &self.board, score);
        score
    }

    /// Value of a score in 0..=[`ONE`] from Black's view: mostly win or loss, a little the margin.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "the value is in 0..=ONE"
    )]
    fn value(&self, score: Score) -> u64 {
        let points = score.points();
        let result = match score.winner() {
            None => 0.5,
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
        };
        let scale = 1.0 + self.board.size().n_points() as f64 / 8.0;
        let margin = 0.5 + 0.5 * points / (points.abs() + scale);
        let weight = self.task.params.score_weight;
        let value = (1.0 - weight) * result + weight * margin;
        (value * ONE as f64) as u64
    }
}

impl TeamWorker for Worker<'_> {
    /// What this worker's playouts found.
    type Rest = Samples;

    /// One playout: from the root of the tree to the end of the game, then back up.
    fn playout(&mut self) {
        self.board.copy_position(&self.task.board);
        self.path.clear();
        self.plays.clear();
        self.keys.clear();
        let (turn, is_over) = self.descend();
        let score = self.finish(turn, is_over);
        let outcome = PlayoutResult {
            value: self.value(score),
            score,
        };
        backup(self.task.tree, &self.path, &self.plays, outcome);
    }

    fn report(&self, n_playouts: u64) -> Report {
        let Task {
            tree, is_allowed, ..
        } = self.task;
        tree_report(tree, is_allowed, n_playouts, &self.samples)
    }

    fn is_decided(&self, n_remaining: u64) -> bool {
        let Task { tree, params, .. } = self.task;
        if !params.stops_early {
            return false;
        }
        let children = tree.children(tree.root());
        let allowed = children
            .iter()
            .zip(&self.task.is_allowed)
            .filter(|(_, allowed)| **allowed);
        lead_is_safe(allowed.map(|(child, _)| child.visits()), n_remaining)
    }

    fn into_rest(self) -> Samples {
        self.samples
    }
}
