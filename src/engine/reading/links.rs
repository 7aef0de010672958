//! Questions about a connection in full: an estimate among likely moves, and if that joins the two, a proof.

use std::time::Instant;

use super::budgets::share;
use super::error::ReadingError;
use super::finding::Finding;
use super::link_basis::LinkBasis;
use super::position::PositionReading;
use crate::base::{Budget, Color, Point, PointSet};
use crate::board::Board;
use crate::tactics::connection::{Connection, ConnectionTarget, JoinProof, Link, Open};
use crate::tactics::ko::Success;
use crate::tsumego::Verdict;
use crate::tsumego::reader::Past;

/// What is asked about two blocks of one color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkGoal {
    /// Whether the owner connects them, moving first.
    Connect,
    /// Whether the other side keeps them apart, moving first.
    Cut,
}

/// Nodes of each search of the first round.
const FIRST_NODES: u64 = 2_000;

/// By which factor the nodes of a search grow from round to round.
const GROWTH: u64 = 4;

/// Searches of a round, at most.
const SEARCHES: u64 = 40;

/// The fewest nodes of a search that are worth a round.
const LEAST_NODES: u64 = 50;

/// How well the side that moves first succeeds, by likely moves.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    success: Success,
    mv: Option<Point>,
    basis: LinkBasis,
}

impl PositionReading<'_> {
    /// Whether two blocks are connected or cut by the side whose goal it is, moving first, with all that is known about
    /// the answer.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn link_in_full(
        &self,
        blocks: (Point, Point),
        goal: LinkGoal,
        end: Instant,
    ) -> Result<Finding, ReadingError> {
        let mut budget = self.limits.clone().until(end);
        read_link(self.board, &self.life.past, blocks, goal, &mut budget)
    }
}

/// Whether two blocks are connected or cut by the side whose goal it is, moving first. Half of the budget goes to an
/// estimate, the rest to a proof that the two are connected. That they are kept apart is never proved. A proof minds the
/// past of the game, if superko makes it count.
///
/// # Errors
/// If a point is empty, or the blocks are of two colors.
pub fn read_link(
    board: &Board,
    past: &Past,
    (from, to): (Point, Point),
    goal: LinkGoal,
    budget: &mut Budget,
) -> Result<Finding, ReadingError> {
    let start = Instant::now();
    let owner = board.color(from).ok_or(ReadingError::NoStone)?;
    let other = board.color(to).ok_or(ReadingError::NoStone)?;
    if owner != other {
        return Err(ReadingError::TwoColors);
    }
    let to_move = match goal {
        LinkGoal::Connect => owner,
        LinkGoal::Cut => owner.opponent(),
    };
    let target = ConnectionTarget::Block(to);
    let mut connection = Connection::new(board, from, target).ok_or(ReadingError::NoStone)?;
    let n_before = budget.spent();
    let mut half = share(budget, 1, 2);
    let estimate = estimated(&mut connection, goal, &mut half);
    budget.charge(half.spent());
    let is_joined = estimate.basis != LinkBasis::Nothing
        && match goal {
            LinkGoal::Connect => estimate.success == Success::Clean,
            LinkGoal::Cut => estimate.success == Success::None,
        };
    let proof = if is_joined {
        connection.proof(to_move, estimate.mv, budget)
    } else {
        None
    };
    let proof = proof.filter(|proof| past.lets_pass(board, owner, &proof.zone, proof.has_losses));
    Ok(Finding {
        n_nodes: budget.spent() - n_before,
        elapsed: start.elapsed(),
        ..finding(estimate, proof, to_move)
    })
}

/// What is said with an estimate, and with a proof if there is one.
fn finding(estimate: Estimate, proof: Option<JoinProof>, to_move: Color) -> Finding {
    let basis = if proof.is_some() {
        LinkBasis::Proof
    } else {
        estimate.basis
    };
    let verdict = match basis {
        LinkBasis::Nothing => Verdict::Unknown,
        LinkBasis::NoCutShown
        | LinkBasis::LikelyJoin
        | LinkBasis::LikelyCut
        | LinkBasis::LikelyKo
        | LinkBasis::Proof => Verdict::of(estimate.success),
    };
    let shown = || estimate.mv.into_iter().map(Some).collect();
    let (line, zone) = proof.map_or_else(
        || (shown(), PointSet::EMPTY),
        |proof| (proof.line, proof.zone),
    );
    Finding {
        to_move,
        verdict: verdict.name(),
        is_proven: basis == LinkBasis::Proof,
        basis: basis.name(),
        confidence: basis.confidence(),
        needs_threats: verdict.needs_threats(to_move),
        n_threats: None,
        line,
        zone,
        n_nodes: 0,
        elapsed: std::time::Duration::ZERO,
    }
}

/// Rounds of searches with ever more nodes, until none ends early.
fn estimated(connection: &mut Connection, goal: LinkGoal, budget: &mut Budget) -> Estimate {
    let mut nodes = FIRST_NODES;
    let mut last = Estimate {
        success: Success::None,
        mv: None,
        basis: LinkBasis::Nothing,
    };
    loop {
        let round = nodes.min(budget.remaining() / SEARCHES);
        if round < LEAST_NODES {
            return last;
        }
        let before = connection.n_nodes();
        connection.stop_with(budget);
        let link = match goal {
            LinkGoal::Connect => connection.join(round),
            LinkGoal::Cut => connection.cut(round),
        };
        budget.charge(connection.n_nodes() - before);
        let is_over = budget.check().is_err();
        if !is_over || last.basis == LinkBasis::Nothing {
            last = estimate_of(&link, goal);
        }
        if link.open.is_none() || is_over || round < nodes {
            return last;
        }
        nodes = nodes.saturating_mul(GROWTH);
    }
}

/// What searches about a connection come to.
fn estimate_of(link: &Link, goal: LinkGoal) -> Estimate {
    let of = |success: Success, mv, basis| Estimate { success, mv, basis };
    let (joined, apart) = (LinkBasis::LikelyJoin, LinkBasis::LikelyCut);
    let [best, worst] = match goal {
        LinkGoal::Connect => [joined, apart],
        LinkGoal::Cut => [apart, joined],
    };
    match (link.success, link.open, goal) {
        (Success::Clean, _, _) => of(link.success, link.mv, best),
        (Success::None, None, _) => of(link.success, None, worst),
        // After the move the cutter had its say and showed no way to cut.
        (
            Success::None,
            Some(Open {
                success,
                mv: Some(mv),
            }),
            LinkGoal::Connect,
        ) => of(success, Some(mv), LinkBasis::NoCutShown),
        // The cutter had its say about each move.
        (Success::None, Some(Open { mv: Some(_), .. }), LinkGoal::Cut) => {
            of(link.success, None, LinkBasis::NoCutShown)
        }
        (Success::None, Some(Open { mv: None, .. }), _) => {
            of(link.success, None, LinkBasis::Nothing)
        }
        (Success::KoNeedingThreat | Success::KoTakingFirst, _, _) => {
            of(link.success, link.mv, LinkBasis::LikelyKo)
        }
    }
}
