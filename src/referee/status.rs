//! The status of each block at the end of a game, with the reason for it.

use std::fmt;

use super::calibration::reliability;
use super::reading::read_doubtful;
use super::standoff::find_seki;
use crate::base::{Budget, Color, PerColor, Point, PointSet};
use crate::board::{Board, Cell};
use crate::region::safety_by_search;
use crate::safety::{SafetyMap, component, unconditional_life};

/// What becomes of a block when the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// It stays on the board and its surrounded points count.
    Alive,
    /// It is taken off.
    Dead,
    /// It stays, but neither side can play on without loss.
    Seki,
}

/// Why a block has its status.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// It can't be captured though its owner passes forever.
    UnconditionallyAlive,
    /// It can't be captured if its owner answers each play, though the opponent moves first, as pairs of points show.
    SafeByProof,
    /// The same, as complete search of the regions around it shows.
    SafeBySearch,
    /// Safe stones of the other color enclose it and leave it no room for two eyes.
    InsideSafeTerritory,
    /// Complete reading in its area captures it though its owner moves first. The stones around the area, which are
    /// proved safe or clearly alive by ownership, are taken for granted.
    CapturedByReading,
    /// Ownership doubts it, but complete reading in its area keeps it on the board though the opponent moves first;
    /// the stones around the area are taken for granted.
    SurvivesByReading,
    /// In a small region neither side gains by moving first, and neither can fill the shared liberties without loss:
    /// complete reading says so, with the stones around the region taken for granted.
    NobodyGains,
    /// A reading or the estimate takes it, but by stones that are dead themselves: all living stones around are its own.
    AmongOwn,
    /// No proof was found: the ownership estimate decides.
    Ownership {
        /// How clearly the estimate speaks: 0 for a toss-up, 1 if it is always the same. How far that can be trusted
        /// tells [`reliability`].
        confidence: f32,
    },
}

impl Reason {
    /// Whether the status is proved.
    #[must_use]
    pub const fn is_proof(self) -> bool {
        match self {
            Self::UnconditionallyAlive
            | Self::SafeByProof
            | Self::SafeBySearch
            | Self::InsideSafeTerritory => true,
            Self::CapturedByReading
            | Self::SurvivesByReading
            | Self::NobodyGains
            | Self::AmongOwn
            | Self::Ownership { .. } => false,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alive => "alive",
            Self::Dead => "dead",
            Self::Seki => "seki",
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnconditionallyAlive => f.write_str("unconditionally alive"),
            Self::SafeByProof => f.write_str("safe by proof"),
            Self::SafeBySearch => f.write_str("safe by search of its regions"),
            Self::InsideSafeTerritory => f.write_str("inside territory of safe stones"),
            Self::CapturedByReading => f.write_str("captured by reading"),
            Self::SurvivesByReading => f.write_str("survives by reading"),
            Self::NobodyGains => f.write_str("neither side gains by moving first"),
            Self::AmongOwn => f.write_str("among living stones of its own color"),
            Self::Ownership { confidence } => {
                let reliability = reliability(*confidence);
                write!(
                    f,
                    "judged by ownership {confidence:.2}, confidence {reliability:.2}"
                )
            }
        }
    }
}

/// The judgement on one block.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockJudgement {
    /// Its first stone in point order.
    pub head: Point,
    /// Its color.
    pub color: Color,
    /// All its stones.
    pub stones: PointSet,
    /// What becomes of it.
    pub status: Status,
    /// Why.
    pub reason: Reason,
    /// The liberties that it shares with its opponents in a seki.
    pub shared: PointSet,
}

/// What is proved about the points of a board, by color.
#[derive(Clone, Debug, Default)]
pub(super) struct Proved {
    /// Stones that can't be captured though their owner passes forever.
    unconditional: PerColor<PointSet>,
    /// What holds under alternate play by pairs.
    alternate: SafetyMap,
    /// What holds under alternate play by pairs or by search.
    searched: SafetyMap,
}

/// Budget of the search for safe stones, in nodes.
const SAFETY_NODES: u64 = 40_000;

/// What is proved about a board as part of a judgement: safe points of both colors under alternate play, by static
/// rules and by search.
pub(super) fn proved_safety(board: &Board) -> SafetyMap {
    safety_by_search(board, &mut Budget::nodes(SAFETY_NODES))
}

impl Proved {
    pub(super) fn new(board: &Board) -> Self {
        Self {
            unconditional: PerColor::from_fn(|color| unconditional_life(board, color).stones),
            alternate: SafetyMap::alternate(board),
            searched: proved_safety(board),
        }
    }

    /// What is proved about the block of the stone on `stone`.
    fn status(&self, color: Color, stone: Point) -> Option<(Status, Reason)> {
        let opponent = color.opponent();
        if self.unconditional[color].contains(stone) {
            Some((Status::Alive, Reason::UnconditionallyAlive))
        } else if self.alternate.stones[color].contains(stone) {
            Some((Status::Alive, Reason::SafeByProof))
        } else if self.searched.stones[color].contains(stone) {
            Some((Status::Alive, Reason::SafeBySearch))
        } else if self.searched.territory[opponent].contains(stone) {
            Some((Status::Dead, Reason::InsideSafeTerritory))
        } else {
            None
        }
    }
}

/// The status of every block, in point order of their first stones.
///
/// `ownership` tells for each point how far it belongs to Black when the given color moves first: 1 surely, -1 surely
/// to White.
pub(super) fn judge_blocks(
    board: &Board,
    proved: &Proved,
    ownership: &dyn Fn(Color, Point) -> f32,
) -> Vec<BlockJudgement> {
    let mut judgements: Vec<BlockJudgement> = Color::BOTH
        .into_iter()
        .flat_map(|color| board.first_stones(color))
        .map(|head| judge_block(board, proved, ownership, head))
        .collect();
    judgements.sort_by_key(|judgement| judgement.head);
    reconcile(&mut judgements);
    read_doubtful(board, &mut judgements);
    spare_enclosed(board, &mut judgements);
    find_seki(board, &mut judgements);
    judgements
}

/// A block called dead that touches no living opponent, by empty points and dead stones, lives if it touches living
/// stones of its own color: whatever could capture it is captured in turn.
fn spare_enclosed(board: &Board, judgements: &mut [BlockJudgement]) {
    let alive = PerColor::from_fn(|color| {
        let living = judgements
            .iter()
            .filter(|block| block.color == color && block.status != Status::Dead);
        living.fold(PointSet::EMPTY, |all, block| all | block.stones)
    });
    let open = PointSet::board(board.size()) - alive[Color::Black] - alive[Color::White];
    for block in judgements
        .iter_mut()
        .filter(|block| block.status == Status::Dead)
    {
        let reached = component(&open, block.head).spread();
        let is_among_own = reached.intersects(&alive[block.color])
            && !reached.intersects(&alive[block.color.opponent()]);
        if is_among_own {
            block.status = Status::Alive;
            block.reason = Reason::AmongOwn;
        }
    }
}

/// Of two neighboring blocks of different colors at most one is dead: of two that the estimate calls dead, the less
/// clear one lives.
fn reconcile(judgements: &mut [BlockJudgement]) {
    for one in 0..judgements.len() {
        for other in 0..judgements.len() {
            let [a, b] = [&judgements[one], &judgements[other]];
            let both_dead = a.status == Status::Dead && b.status == Status::Dead;
            if !both_dead || a.color == b.color || !a.stones.spread().intersects(&b.stones) {
                continue;
            }
            if let Some(confidence) = a.estimate()
                && b.estimate().is_none_or(|other| confidence <= other)
            {
                judgements[one].status = Status::Alive;
                judgements[one].reason = Reason::Ownership { confidence: 0.0 };
            }
        }
    }
}

/// Stones that ownership calls alive this clearly may serve as a wall for reading; a block with less is doubtful.
pub(super) const CLEAR: f32 = 0.8;

/// Below this confidence an estimate is hardly better than a toss-up.
const TOSS_UP: f32 = 0.4;

impl BlockJudgement {
    /// How clearly the estimate speaks, where it decides.
    pub(super) const fn estimate(&self) -> Option<f32> {
        match self.reason {
            Reason::Ownership { confidence } => Some(confidence),
            Reason::UnconditionallyAlive
            | Reason::SafeByProof
            | Reason::SafeBySearch
            | Reason::InsideSafeTerritory
            | Reason::CapturedByReading
            | Reason::SurvivesByReading
            | Reason::NobodyGains
            | Reason::AmongOwn => None,
        }
    }

    /// Whether an estimate decides that is hardly better than a toss-up.
    pub(super) fn is_doubtful(&self) -> bool {
        self.estimate()
            .is_some_and(|confidence| confidence < TOSS_UP)
    }

    /// Whether the block lives by proof, or nearly always.
    pub(super) fn is_clearly_alive(&self) -> bool {
        let is_clear = self
            .estimate()
            .map_or(self.reason.is_proof(), |confidence| confidence >= CLEAR);
        self.status == Status::Alive && is_clear
    }
}

fn judge_block(
    board: &Board,
    proved: &Proved,
    ownership: &dyn Fn(Color, Point) -> f32,
    head: Point,
) -> BlockJudgement {
    let color = match board.cell(head) {
        Cell::White => Color::White,
        Cell::Black | Cell::Empty | Cell::Wall => Color::Black,
    };
    let stones: PointSet = board.stones(head).collect();
    let (status, reason) = proved
        .status(color, head)
        .unwrap_or_else(|| by_ownership(color, &stones, ownership));
    BlockJudgement {
        head,
        color,
        stones,
        status,
        reason,
        shared: PointSet::EMPTY,
    }
}

/// Share of the case that the opponent moves first in an estimate: stones that he can then capture are dead (Japanese
/// rules, article 7.1), but a race that is lost by who moves second is no reason to call both sides dead.
const OPPONENT_FIRST: f32 = 0.75;

/// Dead if the stones belong to the opponent on average.
fn by_ownership(
    color: Color,
    stones: &PointSet,
    ownership: &dyn Fn(Color, Point) -> f32,
) -> (Status, Reason) {
    let sign = if color == Color::Black { 1.0 } else { -1.0 };
    let own = |point: Point| {
        OPPONENT_FIRST * ownership(color.opponent(), point)
            + (1.0 - OPPONENT_FIRST) * ownership(color, point)
    };
    let (sum, n) = stones.iter().fold((0.0, 0.0), |(sum, n), point| {
        (sum + sign * own(point), n + 1.0)
    });
    let mean: f32 = sum / n;
    let status = if mean < 0.0 {
        Status::Dead
    } else {
        Status::Alive
    };
    let confidence = mean.abs().min(1.0);
    (status, Reason::Ownership { confidence })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stone_among_dead_captors_is_not_dead() {
        let diagram = "X . O X .\n. O X . X\nO X . X .\nX . X . X\n. X . X .";
        let board: Board = diagram.parse().unwrap();
        let corner: Point = "A5".parse().unwrap();
        let blocks = judge_blocks(&board, &Proved::default(), &|_, point| {
            if point == corner { -1.0 } else { 1.0 }
        });
        for block in blocks {
            let expected = match block.color {
                Color::Black => Status::Alive,
                Color::White => Status::Dead,
            };
            assert_eq!(block.status, expected, "{}", block.head);
            assert_eq!(block.reason == Reason::AmongOwn, block.head == corner);
        }
    }
}
