//! Questions about a connection in full: an estimate among likely moves, and if that joins the two, a proof.

use std::time::{Duration, Instant};

use super::agreement::Graded;
use super::budgets::share;
use super::effort::Effort;
use super::error::ReadingError;
use super::finding::{AnswerBasis, Finding, Outcome};
use super::link_basis::LinkBasis;
use super::open::WhyOpen;
use super::position::PositionReading;
use crate::base::Budget;
use crate::board::{Color, Point, PointSet};
use crate::tactics::connection::{Connection, ConnectionTarget, JoinProof, Link, Open};
use crate::tactics::ko::Success;
use crate::tsumego::Verdict;

/// The question about two blocks of one color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkGoal {
    /// Whether the owner connects them, moving first.
    Connect,
    /// Whether the other side keeps them apart, moving first.
    Cut,
}

impl LinkGoal {
    const fn opposite(self) -> Self {
        match self {
            Self::Connect => Self::Cut,
            Self::Cut => Self::Connect,
        }
    }

    /// Searches of so many nodes each.
    fn ask(self, connection: &mut Connection, nodes: u64) -> Link {
        match self {
            Self::Connect => connection.join(nodes),
            Self::Cut => connection.cut(nodes),
        }
    }
}

/// Nodes of each search of the first round.
const FIRST_NODES: u64 = 2_000;

/// By which factor the nodes of a search grow from round to round.
const GROWTH: u64 = 4;

/// Searches of a round, at most.
const SEARCHES: u64 = 40;

/// The fewest nodes of a search that are worth a round.
const LEAST_NODES: u64 = 50;

/// A cut is likely to hold after which the joiner was refuted with so many moves missing, though a search over longer
/// ways did not end, where a single move was missing before it (`docs/measurements/reading.md`).
const SHORT_WAY: u8 = 3;
const CLOSE: u8 = 1;

/// How well the side that moves first succeeds, by likely moves.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    success: Success,
    mv: Option<Point>,
    basis: LinkBasis,
}

/// The question about one block and what it is to be joined with.
#[derive(Clone, Debug)]
pub(super) struct LinkQuestion {
    pub(super) from: Point,
    pub(super) target: ConnectionTarget,
    pub(super) goal: LinkGoal,
}

impl PositionReading<'_> {
    /// Whether two blocks are connected or cut by the side whose goal it is, moving first.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn link(
        &self,
        (from, to): (Point, Point),
        goal: LinkGoal,
        effort: &Effort,
    ) -> Result<Finding, ReadingError> {
        self.of_one_color(from, to)?;
        let target = ConnectionTarget::Block(to);
        self.link_to(&LinkQuestion { from, target, goal }, effort)
    }

    /// The same with all that is known about the answer in the time until `end`.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn link_in_full(
        &self,
        blocks: (Point, Point),
        goal: LinkGoal,
        end: Instant,
    ) -> Result<Finding, ReadingError> {
        self.link(blocks, goal, &Effort::until(end, &self.limits))
    }

    /// The answer about a block and what it is to be joined with. If it is an estimate that the side to move first
    /// fails, the other side's question is read, too: if both can't be right, the less sure answer gives way.
    ///
    /// # Errors
    /// If the point of the block is empty.
    pub(super) fn link_to(
        &self,
        question: &LinkQuestion,
        effort: &Effort,
    ) -> Result<Finding, ReadingError> {
        let own = self.read_link(question, &effort.for_own())?;
        let is_beyond_doubt = own.is_proven
            || matches!(own.verdict, Outcome::Achieved | Outcome::Unknown)
            || self.board.ko().is_some();
        if is_beyond_doubt {
            return Ok(own);
        }
        let opposite = LinkQuestion {
            goal: question.goal.opposite(),
            ..question.clone()
        };
        let other = self.read_link(&opposite, effort)?;
        let (n_nodes, elapsed) = (own.n_nodes + other.n_nodes, own.elapsed + other.elapsed);
        Ok(Finding {
            n_nodes,
            elapsed,
            ..beside(question.goal, own, &other)
        })
    }

    /// An answer without a look at the other side's. A part of the effort goes to an estimate, the rest to a proof that
    /// the two are connected. That they are kept apart is never proved. Under superko a proof counts only if no
    /// position of the game can come back in its course.
    fn read_link(&self, question: &LinkQuestion, effort: &Effort) -> Result<Finding, ReadingError> {
        let start = Instant::now();
        let (from, goal) = (question.from, question.goal);
        let owner = self.owner(from)?;
        let to_move = match goal {
            LinkGoal::Connect => owner,
            LinkGoal::Cut => owner.opponent(),
        };
        let connection = Connection::new(self.board, from, question.target.clone());
        let mut connection = connection.ok_or(ReadingError::NoStone)?;
        let (estimate, mut budget) = match effort {
            Effort::Usual(limits) | Effort::Fixed(limits) => {
                let is_fixed = matches!(effort, Effort::Fixed(_));
                let more = (!is_fixed).then(|| self.budgets.for_more(limits)).flatten();
                let nodes = self.depth.scale(self.budgets.connection);
                let estimate = deepened(&mut connection, goal, nodes, limits, more);
                (estimate, limits.renewed(self.budgets.life))
            }
            Effort::Within(limits) => {
                let mut budget = limits.clone();
                let mut half = share(&budget, 1, 2);
                let estimate = estimated(&mut connection, goal, &mut half);
                budget.charge(half.spent());
                (estimate, budget)
            }
        };
        let is_joined = estimate.basis != LinkBasis::Nothing
            && match goal {
                LinkGoal::Connect => estimate.success == Success::Clean,
                LinkGoal::Cut => estimate.success == Success::None,
            };
        let n_estimated = connection.n_nodes();
        let n_before = budget.spent();
        let proof = if is_joined {
            connection.proof(to_move, estimate.mv, &mut budget)
        } else {
            None
        };
        let past = &self.life.past;
        let proof =
            proof.filter(|proof| past.lets_pass(self.board, owner, &proof.zone, proof.has_losses));
        let n_nodes = n_estimated + budget.spent() - n_before;
        let finding = Finding {
            n_nodes,
            elapsed: start.elapsed(),
            ..finding(estimate, proof, to_move)
        };
        let finding = self.as_playable(finding);
        Ok(finding.with_reason(|| WhyOpen::of(effort, n_nodes)))
    }
}

/// An answer as far as the answer to the other side's question lets it stand.
fn beside(goal: LinkGoal, own: Finding, other: &Finding) -> Finding {
    let is_connect = goal == LinkGoal::Connect;
    let Some(least) = Graded::from(&own).given_way_to(Graded::from(other), is_connect) else {
        return own;
    };
    let verdict = Verdict::of(least);
    Finding {
        verdict: Outcome::of(verdict),
        success: least,
        is_proven: other.is_proven,
        basis: other.basis,
        needs_threats: verdict.needs_threats(own.to_move),
        line: Vec::new(),
        zone: own.zone | other.zone,
        ..own
    }
}

/// The outcome of searches of some nodes each; if one ends early, and there is more effort, rounds with ever more nodes
/// follow. A first round with few nodes would find connecting moves where nothing needs to be played.
fn deepened(
    connection: &mut Connection,
    goal: LinkGoal,
    nodes: u64,
    limits: &Budget,
    more: Option<Budget>,
) -> Estimate {
    connection.stop_with(limits);
    let mut nodes = nodes;
    let mut link = goal.ask(connection, nodes);
    let Some(more) = more else {
        return estimate_of(&link, goal);
    };
    connection.stop_with(&more);
    while link.open.is_some() && connection.n_nodes() < more.remaining() {
        nodes = nodes.saturating_mul(GROWTH);
        let deeper = goal.ask(connection, nodes);
        if more.check().is_err() {
            break;
        }
        link = deeper;
    }
    estimate_of(&link, goal)
}

/// The answer with an estimate, and with a proof if there is one.
fn finding(estimate: Estimate, proof: Option<JoinProof>, to_move: Color) -> Finding {
    let basis = if proof.is_some() {
        LinkBasis::Proof
    } else {
        estimate.basis
    };
    let verdict = match basis {
        LinkBasis::Nothing => Verdict::Unknown,
        LinkBasis::NoCutShown
        | LinkBasis::NoJoinShown
        | LinkBasis::LikelyJoin
        | LinkBasis::LikelyCut
        | LinkBasis::LikelyKo
        | LinkBasis::Proof => Verdict::of(estimate.success),
    };
    let shown = || estimate.mv.into_iter().map(Some).collect();
    let (line, zone) = proof.map_or_else(
        || (shown(), PointSet::EMPTY),
        |proof| {
            // Where no move is needed, none is named.
            let needs_move = estimate.mv.is_some() || estimate.success != Success::Clean;
            let line = if needs_move { proof.line } else { Vec::new() };
            (line, proof.zone)
        },
    );
    Finding {
        to_move,
        verdict: Outcome::of(verdict),
        success: verdict.success(),
        is_proven: basis == LinkBasis::Proof,
        basis: AnswerBasis::Link(basis),
        needs_threats: verdict.needs_threats(to_move),
        why_open: None,
        n_threats: None,
        line,
        zone,
        n_nodes: 0,
        elapsed: Duration::ZERO,
        reading: None,
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
        let link = goal.ask(connection, round);
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
        // After the move the cutter was read and has no way to cut. That counts more than a ko by another move.
        (
            _,
            Some(Open {
                success,
                mv: Some(mv),
                ..
            }),
            LinkGoal::Connect,
        ) => of(success, Some(mv), LinkBasis::NoCutShown),
        // After the move the joiner was read and has no short way to join.
        (
            _,
            Some(Open {
                success,
                mv: Some(mv),
                refuted,
                missing,
            }),
            LinkGoal::Cut,
        ) if refuted >= SHORT_WAY && missing <= CLOSE => {
            of(success, Some(mv), LinkBasis::NoJoinShown)
        }
        // The cutter was read after each move.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_that_leaves_long_ways_open_is_likely() {
        let mv: Point = "C3".parse().unwrap();
        let estimate = |goal, refuted, missing| {
            let open = Open {
                success: Success::Clean,
                mv: Some(mv),
                refuted,
                missing,
            };
            let link = Link {
                success: Success::None,
                mv: None,
                open: Some(open),
            };
            let found = estimate_of(&link, goal);
            (found.success, found.mv, found.basis)
        };
        let cut = LinkBasis::NoJoinShown;
        let join = LinkBasis::NoCutShown;
        let joined = (Success::None, None, join);
        assert_eq!(
            estimate(LinkGoal::Cut, 3, 1),
            (Success::Clean, Some(mv), cut)
        );
        assert_eq!(estimate(LinkGoal::Cut, 2, 1), joined);
        assert_eq!(estimate(LinkGoal::Cut, 3, 2), joined);
        assert_eq!(
            estimate(LinkGoal::Connect, 3, 1),
            (Success::Clean, Some(mv), join)
        );
    }

    #[test]
    fn what_is_left_open_counts_more_than_a_ko_by_another_move() {
        let [ko, open]: [Point; 2] = ["C3", "D3"].map(|name| name.parse().unwrap());
        let link = |left: Option<Point>| Link {
            success: Success::KoNeedingThreat,
            mv: Some(ko),
            open: Some(Open {
                success: Success::Clean,
                mv: left,
                refuted: 2,
                missing: 2,
            }),
        };
        let found = |left, goal| {
            let estimate = estimate_of(&link(left), goal);
            (estimate.success, estimate.mv, estimate.basis)
        };
        let by_ko = (Success::KoNeedingThreat, Some(ko), LinkBasis::LikelyKo);
        let joined = (Success::Clean, Some(open), LinkBasis::NoCutShown);
        assert_eq!(found(Some(open), LinkGoal::Connect), joined);
        // The credit was used up, or the joiner has short ways.
        assert_eq!(found(None, LinkGoal::Connect), by_ko);
        assert_eq!(found(Some(open), LinkGoal::Cut), by_ko);
    }
}
