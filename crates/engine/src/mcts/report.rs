//! The results of a search, as typed data.

use super::node::Node;
use super::ownership::Ownership;
use super::samples::Samples;
use super::tree::Tree;
use crate::base::Stop;
use crate::board::Move;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The budget was spent, or the search was cancelled.
    Stopped(Stop),
    /// No other move could have become the most visited one within the budget, or there was no choice.
    Decided,
    /// The search still runs: this is an interim report.
    Running,
}

/// Where the values of a search come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Each visit is a game played to its end: a value of few visits is mostly luck.
    Playouts,
    /// Each visit is an evaluation of an evaluator, such as a network: a value is meaningful from the first visit on.
    Evaluations,
}

/// The values of a position, or of a move, beyond win rate and lead. Scores are in points from Black's view, all else
/// is from the view of the player to move at the root.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Detail {
    /// Mean score at the end of the game. For an evaluator that is not the lead: the winner need not fight for points.
    pub final_score: f64,
    /// Standard deviation of the score at the end of the game.
    pub score_stdev: f64,
    /// What the search compares: win rate with a little for points, from -1 to 1 with playouts, from -1.4 to 1.4 with
    /// evaluations.
    pub utility: f64,
    /// Half the width of the interval in which the utility lies almost surely.
    pub utility_radius: f64,
    /// Probability that the game ends without a result.
    pub no_result: f64,
    /// Sum of the weights of the visits: evaluations that are less sure weigh less.
    pub weight: f64,
    /// By what moves are ranked: the best one has the most. Visits, with playouts.
    pub merit: f64,
}

/// The visits behind a move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineVisits {
    /// Visits by this move from the position before it.
    pub by_move: u32,
    /// All visits of the position after it, whatever moves led there.
    pub of_position: u32,
}

/// The results of a search for one move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport {
    /// The move: a play or a pass.
    pub mv: Move,
    /// Playouts or evaluations that began with the move, including those of earlier searches in the same game.
    pub visits: u32,
    /// Share of these playouts that the player to move won, in 0..=1; jigo counts one half.
    pub win_rate: f64,
    /// Prior probability of the move, before any playout.
    pub prior: f64,
    /// Mean score of these playouts in points, from Black's view, under the rules of the game.
    pub score_mean: f64,
    /// The move and its most visited continuation.
    pub line: Vec<Move>,
    /// The visits of each move of the line.
    pub line_visits: Vec<LineVisits>,
    /// What else is known.
    pub detail: Detail,
    /// Owners of the points at the end of the visits that this search made by the move, if an observer requested them.
    pub ownership: Option<Ownership>,
}

/// The result of one search. Everything in it is an estimate.
#[derive(Clone, Debug)]
pub struct Report {
    /// The moves considered, the best first. With playouts that is the most visited one, and ties go to the better win
    /// rate; with evaluations it may be one that has few visits and whose value is surely better. Empty only if a
    /// filter allows no move.
    pub moves: Vec<MoveReport>,
    /// Share of all playouts that the player to move won, in 0..=1.
    pub win_rate: f64,
    /// Mean score over all playouts in points, from Black's view.
    pub score_mean: f64,
    /// What else is known about the position.
    pub detail: Detail,
    /// Owners of the points at the end of this search's playouts.
    pub ownership: Ownership,
    /// Playouts of this search.
    pub n_playouts: u64,
    /// Nodes in the tree at the end.
    pub n_nodes: usize,
    /// Playouts of earlier searches that were still in the tree at the start.
    pub n_reused: u32,
    /// Why the search ended.
    pub ending: Ending,
    /// Where the values come from.
    pub evidence: Evidence,
}

impl Report {
    /// All visits of the position: those of this search and of earlier ones. With evaluations the first one counts,
    /// which is about the position itself.
    #[must_use]
    pub fn visits(&self) -> u64 {
        let first = match self.evidence {
            Evidence::Playouts => 0,
            Evidence::Evaluations => 1,
        };
        self.n_playouts + u64::from(self.n_reused.max(first))
    }

    /// The move to play: the best one, or a pass if there was no choice.
    #[must_use]
    pub fn best(&self) -> Move {
        self.moves.first().map_or(Move::Pass, |best| best.mv)
    }

    /// The entry of a move, if the search considered it.
    #[must_use]
    pub fn find(&self, mv: Move) -> Option<&MoveReport> {
        self.moves.iter().find(|entry| entry.mv == mv)
    }
}

/// An interim report from a tree of playouts; `is_allowed`: which children of the root may be chosen.
pub(super) fn tree_report(
    tree: &Tree,
    is_allowed: &[bool],
    n_playouts: u64,
    samples: &Samples,
) -> Report {
    let root = tree.root();
    // The root is the move of the other player.
    let utility = 1.0 - 2.0 * root.mean();
    Report {
        moves: move_reports(tree, is_allowed, samples),
        win_rate: 1.0 - root.win_rate(),
        score_mean: root.score_mean(),
        detail: detail(root, utility, samples.score_stdev()),
        ownership: samples.ownership().clone(),
        n_playouts,
        n_nodes: tree.len(),
        n_reused: 0,
        ending: Ending::Running,
        evidence: Evidence::Playouts,
    }
}

/// The entries of the root's children that are allowed, best first.
fn move_reports(tree: &Tree, is_allowed: &[bool], samples: &Samples) -> Vec<MoveReport> {
    let children = tree.children(tree.root()).iter().zip(is_allowed);
    let mut moves: Vec<MoveReport> = children
        .filter(|&(_, &is_allowed)| is_allowed)
        .map(|(child, _)| {
            let (line, line_visits) = line(tree, child);
            let (mv, utility) = (child.mv(), 2.0 * child.mean() - 1.0);
            MoveReport {
                mv,
                visits: child.visits(),
                win_rate: child.win_rate(),
                prior: f64::from(child.prior()),
                score_mean: child.score_mean(),
                line,
                line_visits,
                detail: detail(child, utility, samples.score_stdev_of(mv)),
                ownership: samples.ownership_of(mv).cloned(),
            }
        })
        .collect();
    // The sort is stable: equal moves stay in the order of their priors.
    moves.sort_by(|a, b| {
        b.visits
            .cmp(&a.visits)
            .then(b.win_rate.total_cmp(&a.win_rate))
    });
    moves
}

/// The values of playouts beyond win rate and score: a value of `n` of them lies within two standard deviations of the
/// mean of so many coin flips.
fn detail(node: &Node, utility: f64, score_stdev: f64) -> Detail {
    let visits = f64::from(node.visits());
    Detail {
        final_score: node.score_mean(),
        score_stdev,
        utility,
        utility_radius: 2.0 / visits.max(1.0).sqrt(),
        no_result: 0.0,
        weight: visits,
        merit: visits,
    }
}

/// The move of a node and its most visited continuation, with the visits of each move.
fn line(tree: &Tree, node: &Node) -> (Vec<Move>, Vec<LineVisits>) {
    // In a tree one move alone leads to a position.
    let visits = |node: &Node| LineVisits {
        by_move: node.visits(),
        of_position: node.visits(),
    };
    let (mut line, mut line_visits) = (vec![node.mv()], vec![visits(node)]);
    let mut node = node;
    while let Some(next) = most_visited(tree.children(node)) {
        line.push(next.mv());
        line_visits.push(visits(next));
        node = next;
    }
    (line, line_visits)
}

/// The first node with the most visits; `None` if no node has a visit.
pub(super) fn most_visited(nodes: &[Node]) -> Option<&Node> {
    let best = nodes.iter().rev().max_by_key(|node| node.visits())?;
    (best.visits() > 0).then_some(best)
}
