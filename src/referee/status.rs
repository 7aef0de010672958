//! The status of each block at the end of a game, with the reason for it.

use crate::base::{Color, PerColor, Point, PointSet};
use crate::board::{Board, Cell};
use crate::safety::unconditional_life;

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
    /// It stands in a region that unconditionally alive stones enclose and leave no room to live in.
    InsideSafeTerritory,
    /// No proof was found: the ownership estimate decides. `confidence` is 0 for a toss-up, 1 for certainty.
    Ownership {
        /// How clearly the estimate speaks.
        confidence: f32,
    },
}

impl Reason {
    /// Whether the status is proved.
    #[must_use]
    pub const fn is_proof(self) -> bool {
        match self {
            Self::UnconditionallyAlive | Self::InsideSafeTerritory => true,
            Self::Ownership { .. } => false,
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
}

/// What is proved about the points of a board, by color.
#[derive(Clone, Debug, Default)]
pub(super) struct Proved {
    /// Stones that can't be captured.
    pub(super) safe: PerColor<PointSet>,
    /// Points that belong to the color whatever stands on them: enclosed by safe stones, no room for the other side.
    pub(super) territory: PerColor<PointSet>,
}

impl Proved {
    pub(super) fn new(board: &Board) -> Self {
        let life = PerColor::from_fn(|color| unconditional_life(board, color));
        Self {
            safe: PerColor::from_fn(|color| life[color].stones),
            territory: PerColor::from_fn(|color| life[color].vital),
        }
    }
}

/// The status of every block, in point order of their first stones.
///
/// `ownership` tells for each point how far it belongs to Black: 1 surely, -1 surely to White.
pub(super) fn judge_blocks(
    board: &Board,
    proved: &Proved,
    ownership: &dyn Fn(Point) -> f32,
) -> Vec<BlockJudgement> {
    let mut judgements: Vec<BlockJudgement> = Color::BOTH
        .into_iter()
        .flat_map(|color| board.block_heads(color))
        .map(|head| judge_block(board, proved, ownership, head))
        .collect();
    judgements.sort_by_key(|judgement| judgement.head);
    judgements
}

fn judge_block(
    board: &Board,
    proved: &Proved,
    ownership: &dyn Fn(Point) -> f32,
    head: Point,
) -> BlockJudgement {
    let color = match board.cell(head) {
        Cell::White => Color::White,
        Cell::Black | Cell::Empty | Cell::Wall => Color::Black,
    };
    let stones: PointSet = board.stones(head).collect();
    let (status, reason) = if proved.safe[color].contains(head) {
        (Status::Alive, Reason::UnconditionallyAlive)
    } else if proved.territory[color.opponent()].contains(head) {
        (Status::Dead, Reason::InsideSafeTerritory)
    } else {
        by_ownership(color, &stones, ownership)
    };
    BlockJudgement {
        head,
        color,
        stones,
        status,
        reason,
    }
}

/// Dead if the stones belong to the opponent on average.
fn by_ownership(
    color: Color,
    stones: &PointSet,
    ownership: &dyn Fn(Point) -> f32,
) -> (Status, Reason) {
    let sign = if color == Color::Black { 1.0 } else { -1.0 };
    let (sum, n) = stones.iter().fold((0.0, 0.0), |(sum, n), point| {
        (sum + sign * ownership(point), n + 1.0)
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
