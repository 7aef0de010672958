//! Which move a visit follows: the one with the largest sum of utility and exploration (PUCT).
//!
//! Exploration is proportional to the prior and grows with the visits of the node, a little faster than their square
//! root, and with how much utilities differ there (KataGo's dynamic `cpuct`). A move without visits counts as somewhat
//! worse than its parent, the more so the more of the prior was tried (first-play urgency). A visit under way counts as
//! lost, so that threads part.

use super::super::numbers::ln;
use super::graph::{Choice, Graph};
use super::node::{Edge, Node};
use super::value::UTILITY_RADIUS;
use crate::board::{Color, Move};

/// Exploration, and how it grows with the logarithm of the visits beyond [`EXPLORATION_BASE`].
const EXPLORATION: f64 = 1.0;
const EXPLORATION_GROWTH: f64 = 0.45;
const EXPLORATION_BASE: f64 = 500.0;

/// The usual standard deviation of utilities at a node, with the weight of this assumption, and how far exploration
/// follows the real one.
const USUAL_STDEV: f64 = 0.4;
const USUAL_STDEV_WEIGHT: f64 = 2.0;
const STDEV_INFLUENCE: f64 = 0.85;

/// How much worse than its parent a move without visits counts once all of the prior was tried; at the root, and below.
const ROOT_REDUCTION: f64 = 0.1;
const REDUCTION: f64 = 0.2;

/// Added to the visits, so that the first choice follows the prior.
const FIRST_VISIT: f64 = 0.01;

/// Which moves may be followed, and how likely they are at the root.
pub(super) trait Guide {
    /// The prior probability of a move at the root by its index, if it may be chosen.
    fn at_root(&self, index: usize) -> Option<f64>;

    /// Whether a player may make a move after so many others.
    fn lets_follow(&self, n_before: usize, color: Color, mv: Move) -> bool;
}

/// What the choices at one node have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighing {
    /// Factor of the prior.
    exploration: f64,
    /// Utility of moves without visits, for the player to move.
    first_play: f64,
    /// 1 if Black is to move, else -1.
    sign: f64,
}

impl Weighing {
    /// The terms of the next choice at a node, by its visits so far.
    pub(super) fn new(graph: &Graph, node: &Node, is_root: bool) -> Self {
        let (mut weight, mut tried) = (0.0, 0.0);
        for edge in &node.edges {
            if let Some((_, prior)) = node.candidate(usize::from(edge.index)) {
                tried += prior;
            }
            if let Some(child) = graph.child(edge) {
                weight += child.weight_of(edge.visits);
            }
        }
        let growth = ln((weight + EXPLORATION_BASE) / EXPLORATION_BASE);
        let exploration = (EXPLORATION + EXPLORATION_GROWTH * growth)
            * (weight + FIRST_VISIT).sqrt()
            * restlessness(node);
        let sign = f64::from(node.to_move.sign());
        let reduction = if is_root { ROOT_REDUCTION } else { REDUCTION };
        let trust = (tried * tried).min(1.0);
        let parent = trust * node.stats.utility + (1.0 - trust) * node.own_utility;
        Self {
            exploration,
            first_play: sign * parent - reduction * tried.sqrt(),
            sign,
        }
    }

    /// How much a move deserves the next visit: its utility for the player to move, and exploration.
    pub(super) fn urgency(self, prior: f64, weight: f64, utility: f64) -> f64 {
        utility + self.exploration * prior / (1.0 + weight)
    }

    /// The weight at which a move with this prior and utility would have deserved the next visit as much as one with
    /// `urgency` does.
    pub(super) fn deserved_weight(self, prior: f64, utility: f64, urgency: f64) -> f64 {
        let lacking = urgency - self.sign * utility;
        if lacking <= 0.0 {
            f64::INFINITY
        } else {
            (self.exploration * prior / lacking - 1.0).max(0.0)
        }
    }

    /// The urgency of a move that was tried.
    pub(super) fn of_edge(self, graph: &Graph, edge: &Edge, prior: f64) -> f64 {
        let (mut weight, mut utility) = match graph.child(edge) {
            Some(child) => (
                child.weight_of(edge.visits),
                self.sign * child.stats.utility,
            ),
            None => (0.0, self.first_play),
        };
        if edge.n_under_way > 0 {
            /// The least weight against which lost visits are weighed.
            const LEAST: f64 = 0.25;
            let lost = f64::from(edge.n_under_way);
            let share = lost / (lost + weight.max(LEAST));
            utility += (-UTILITY_RADIUS - utility) * share;
            weight += lost;
        }
        self.urgency(prior, weight, utility)
    }
}

/// How much the utilities at a node differ, as a factor of exploration; 1 where they differ as usual.
fn restlessness(node: &Node) -> f64 {
    let stats = &node.stats;
    let square = stats.utility * stats.utility;
    let usual = USUAL_STDEV * USUAL_STDEV;
    let stdev = if node.visits <= 1 || stats.weight <= 1.0 {
        USUAL_STDEV
    } else {
        let squares =
            (square + usual) * USUAL_STDEV_WEIGHT + stats.utility_sq.max(square) * stats.weight;
        let variance = squares / (USUAL_STDEV_WEIGHT + stats.weight - 1.0) - square;
        variance.max(0.0).sqrt()
    };
    1.0 + STDEV_INFLUENCE * (stdev / USUAL_STDEV - 1.0)
}

/// The move to follow at a node: the first one of the most urgent. `n_before` moves were made since the root.
pub(super) fn choose(graph: &Graph, node: &Node, n_before: usize, guide: &impl Guide) -> Choice {
    let is_root = n_before == 0;
    let prior_of = |index: usize| {
        let (mv, prior) = node.candidate(index)?;
        if is_root {
            guide.at_root(index)
        } else {
            guide
                .lets_follow(n_before, node.to_move, mv)
                .then_some(prior)
        }
    };
    let weighing = Weighing::new(graph, node, is_root);
    let (mut best, mut best_urgency) = (Choice::Nothing, f64::NEG_INFINITY);
    for (number, edge) in node.edges.iter().enumerate() {
        if edge.is_waiting() {
            continue;
        }
        let Some(prior) = prior_of(usize::from(edge.index)) else {
            continue;
        };
        let urgency = weighing.of_edge(graph, edge, prior);
        if urgency > best_urgency {
            (best, best_urgency) = (Choice::Follow(number), urgency);
        }
    }
    if !graph.has_room() {
        return best;
    }
    let untried = node
        .untried()
        .filter_map(|index| Some((index, prior_of(index)?)));
    let likeliest = if is_root {
        // Hints change the order there; the first of equal moves counts.
        untried.reduce(|best, next| if next.1 > best.1 { next } else { best })
    } else {
        untried.into_iter().next()
    };
    match likeliest {
        Some((index, prior))
            if weighing.urgency(prior, 0.0, weighing.first_play) > best_urgency =>
        {
            Choice::Try(index)
        }
        Some(_) | None => best,
    }
}
