//! Which move is best after all visits, and the report about it.
//!
//! A move is worth its visits, without those that it got before it turned out worse than the best one. Among the moves
//! with a fair share of the visits, the one whose utility is surely the highest (the lower end of its confidence
//! interval) is preferred: it counts as if it had the visits that make the others' intervals overlap no more (KataGo's
//! `useLcbForSelection`).

use super::graph::Graph;
use super::node::{Edge, Node};
use super::select::Weighing;
use super::stats::Stats;
use super::value::UTILITY_RADIUS;
use crate::board::Move;
use crate::mcts::report::{Detail, LineVisits, MoveReport};
use crate::mcts::samples::Samples;

/// Half the width of a confidence interval, in standard deviations.
const N_STDEVS: f64 = 5.0;

/// A move needs this share of the visits of the most visited one to be preferred to it.
const LEAST_SHARE: f64 = 0.15;

/// Weight of the prior against visits, where there are few.
const PRIOR_WEIGHT: f64 = 2.0;

/// A move of the root that may be chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove<'a> {
    pub(super) mv: Move,
    pub(super) prior: f64,
    /// Its visits; `None` if it has none.
    visited: Option<(&'a Edge, &'a Node)>,
    /// Its rank value: the move of highest merit is the choice.
    pub(super) merit: f64,
}

impl RootMove<'_> {
    /// Finished visits by the move.
    pub(super) const fn visits(&self) -> u32 {
        match self.visited {
            Some((edge, _)) => edge.visits,
            None => 0,
        }
    }

    fn weight(&self) -> f64 {
        self.visited
            .map_or(0.0, |(edge, child)| child.weight_of(edge.visits))
    }
}

/// The moves of the root that may be chosen, the best first. `prior_of` gives the prior of a move by its index, if it
/// may be chosen.
pub(super) fn ranked<'a>(
    graph: &'a Graph,
    root: &'a Node,
    prior_of: impl Fn(usize) -> Option<f64>,
) -> Vec<RootMove<'a>> {
    let mut moves = Vec::new();
    let n_moves = root
        .evaluation
        .as_ref()
        .map_or(0, |known| known.moves.len());
    for index in 0..n_moves {
        let (Some((mv, _)), Some(prior)) = (root.candidate(index), prior_of(index)) else {
            continue;
        };
        let edge = root
            .edges
            .iter()
            .find(|edge| usize::from(edge.index) == index && edge.visits > 0);
        moves.push(RootMove {
            mv,
            prior,
            visited: edge.and_then(|edge| Some((edge, graph.child(edge)?))),
            merit: 0.0,
        });
    }
    find_merits(graph, root, &mut moves);
    // The sort is stable: equal moves stay in the order of the evaluator.
    moves.sort_by(|a, b| {
        let by_merit = b.merit.total_cmp(&a.merit);
        by_merit.then(b.prior.total_cmp(&a.prior))
    });
    moves
}

fn find_merits(graph: &Graph, root: &Node, moves: &mut [RootMove<'_>]) {
    let Some(firmest) = firmest(moves) else {
        return;
    };
    let most_weight = moves[firmest].weight();
    let weighing = Weighing::new(graph, root, true);
    let Some((edge, _)) = moves[firmest].visited else {
        return;
    };
    let urgency = weighing.of_edge(graph, edge, moves[firmest].prior);
    for (number, entry) in moves.iter_mut().enumerate() {
        let weight = entry.weight();
        entry.merit = match entry.visited {
            Some((_, child)) if number != firmest => {
                let deserved = weighing.deserved_weight(entry.prior, child.stats.utility, urgency);
                weight.min(deserved).ceil()
            }
            Some(_) | None => weight,
        };
    }
    prefer_the_surest(f64::from(root.to_move.sign()), most_weight, moves);
}

/// The move with the most weight, its last visit not counted; the prior decides between few visits. `None` if no move
/// has visits.
fn firmest(moves: &[RootMove<'_>]) -> Option<usize> {
    let firmness = |entry: &RootMove<'_>| {
        let visits = f64::from(entry.visits());
        entry.weight() * (visits - 1.0) / visits + PRIOR_WEIGHT * entry.prior
    };
    let visited = (0..moves.len()).filter(|&number| moves[number].visits() > 0);
    visited.reduce(|best, next| {
        if firmness(&moves[next]) > firmness(&moves[best]) {
            next
        } else {
            best
        }
    })
}

/// Raises the merit of the move whose utility is surely the highest.
fn prefer_the_surest(sign: f64, most_weight: f64, moves: &mut [RootMove<'_>]) {
    let intervals: Vec<Interval> = moves
        .iter()
        .map(|entry| match entry.visited {
            Some((edge, child)) => Interval::new(
                &child.stats,
                sign,
                child.weight_of(edge.visits),
                child.weight_sq_of(edge.visits),
            ),
            None => Interval::UNKNOWN,
        })
        .collect();
    let is_weighty = |number: &usize| {
        let merit = moves[*number].merit;
        merit > 0.0 && merit >= LEAST_SHARE * most_weight
    };
    let surest = (0..moves.len()).filter(is_weighty).reduce(|best, next| {
        if intervals[next].low > intervals[best].low {
            next
        } else {
            best
        }
    });
    let Some(surest) = surest else {
        return;
    };
    let mut merit = moves[surest].merit;
    for (number, entry) in moves.iter().enumerate() {
        let excess = intervals[surest].low - intervals[number].low;
        if number != surest && excess >= 0.0 {
            // So many times wider the other interval would have to be; at most five times.
            let radius = intervals[number].radius;
            let factor = (radius + excess) / (radius + 0.2 * excess);
            merit = merit.max(factor * factor * entry.merit);
        }
    }
    moves[surest].merit = merit;
}

/// The interval in which a utility surely lies, for the player to move.
#[derive(Clone, Copy, Debug)]
struct Interval {
    low: f64,
    radius: f64,
}

impl Interval {
    const UNKNOWN: Self = Self {
        low: -2.0 * UTILITY_RADIUS * N_STDEVS,
        radius: 2.0 * UTILITY_RADIUS * N_STDEVS,
    };

    /// The interval of visits with a sum of weights and of their squares.
    fn new(stats: &Stats, sign: f64, weight: f64, weight_sq: f64) -> Self {
        if weight <= 0.0 || weight_sq <= 0.0 {
            return Self::UNKNOWN;
        }
        let n_visits = weight * weight / weight_sq;
        // A few visits that agree prove little: a visit that disagrees as much as possible is added, and matters less
        // the more visits there are.
        let doubt = weight / (n_visits * n_visits * n_visits);
        let mean_sq = stats.utility * stats.utility;
        let utility_sq = stats.utility_sq.max(mean_sq + 1e-8);
        let with_doubt = (utility_sq * weight
            + (utility_sq + UTILITY_RADIUS * UTILITY_RADIUS) * doubt)
            / (weight + doubt);
        let all = weight + doubt;
        let n_visits = all * all / (weight_sq + doubt * doubt);
        let radius = N_STDEVS * ((with_doubt - mean_sq) / n_visits).sqrt();
        Self {
            low: sign * stats.utility - radius,
            radius,
        }
    }
}

/// The entries of a report about ranked moves.
pub(super) fn move_reports(
    graph: &Graph,
    root: &Node,
    moves: &[RootMove<'_>],
    samples: &Samples,
) -> Vec<MoveReport> {
    moves
        .iter()
        .map(|entry| {
            let stats = entry.visited.map_or(&root.stats, |(_, child)| &child.stats);
            let mut line = vec![entry.mv];
            let mut line_visits = vec![LineVisits {
                by_move: entry.visits(),
                of_position: entry.visited.map_or(0, |(_, child)| child.visits),
            }];
            if let Some((_, child)) = entry.visited {
                follow_most_visited(graph, child, &mut line, &mut line_visits);
            }
            let (weight, weight_sq) = entry.visited.map_or((0.0, 0.0), |(edge, child)| {
                let n = edge.visits;
                (child.weight_of(n), child.weight_sq_of(n))
            });
            MoveReport {
                mv: entry.mv,
                visits: entry.visits(),
                win_rate: win_rate(root, stats),
                prior: entry.prior,
                score_mean: stats.lead,
                line,
                line_visits,
                detail: Detail {
                    merit: entry.merit,
                    ..detail(stats, f64::from(root.to_move.sign()), weight, weight_sq)
                },
                ownership: samples.ownership_of(entry.mv).cloned(),
            }
        })
        .collect()
}

/// What else is known about the root.
pub(super) fn detail_of_root(root: &Node) -> Detail {
    let Stats {
        weight, weight_sq, ..
    } = root.stats;
    detail(
        &root.stats,
        f64::from(root.to_move.sign()),
        weight,
        weight_sq,
    )
}

/// The details of means over visits, with the sum of the weights and of their squares, for a player whose sign is 1 for
/// Black.
fn detail(stats: &Stats, sign: f64, weight: f64, weight_sq: f64) -> Detail {
    let variance = stats.score_sq - stats.score * stats.score;
    let Interval { radius, .. } = Interval::new(stats, sign, weight, weight_sq);
    Detail {
        final_score: stats.score,
        score_stdev: variance.max(0.0).sqrt(),
        utility: sign * stats.utility,
        utility_radius: radius.min(2.0 * UTILITY_RADIUS),
        no_result: stats.no_result,
        weight,
        merit: weight,
    }
}

/// How often the player to move at the root wins, in 0..=1; no result counts one half.
pub(super) fn win_rate(root: &Node, stats: &Stats) -> f64 {
    0.5 + 0.5 * f64::from(root.to_move.sign()) * stats.win_loss
}

/// Adds the most visited moves after a node to a line, and their visits.
fn follow_most_visited<'a>(
    graph: &'a Graph,
    mut node: &'a Node,
    line: &mut Vec<Move>,
    line_visits: &mut Vec<LineVisits>,
) {
    loop {
        let visited = node.edges.iter().filter(|edge| edge.visits > 0);
        let Some(edge) = visited.reduce(|best, next| {
            if next.visits > best.visits {
                next
            } else {
                best
            }
        }) else {
            return;
        };
        let (Some((mv, _)), Some(child)) =
            (node.candidate(usize::from(edge.index)), graph.child(edge))
        else {
            return;
        };
        line.push(mv);
        line_visits.push(LineVisits {
            by_move: edge.visits,
            of_position: child.visits,
        });
        node = child;
    }
}
