//! The positions that a game has had, where a superko rule forbids to come back to them.
//!
//! A proof is about a position, independent of the game before it. Under a superko rule a move of the prover is
//! forbidden if it leads back to a position of the game. So each move of the prover in a proof is compared with all of
//! them: it may lead back to one only if that position has the same contents on the zone of the move. Outside the frame
//! the prover does not play: there its stones become fewer, and without suicide those of the refuter become more.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::base::{Color, PerColor, Point, PointSet};
use crate::board::{Board, Game, KoRule};
use crate::tsumego::fight::Position;
use crate::tsumego::frame::Frame;
use crate::tsumego::frame::cells::Cells;

/// A position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Earlier {
    stones: PerColor<PointSet>,
    to_move: Color,
}

/// The positions of a game to which superko forbids to come back, the present one among them; none under other rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    positions: Vec<Earlier>,
    /// Whether a position counts only if the same player is to move.
    is_situational: bool,
}

impl Past {
    /// The past of a game. Costs one undo for each move of the game under a superko rule, and nothing else.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let rule = game.rules().ko;
        if rule == KoRule::Simple || game.moves().is_empty() {
            return Self::default();
        }
        let mut game = game.clone();
        let mut positions = Vec::new();
        loop {
            let stones = |color: Color| game.board().points_of(color).collect();
            positions.push(Earlier {
                stones: PerColor::from_fn(stones),
                to_move: game.to_move(),
            });
            if game.undo().is_none() {
                break;
            }
        }
        Self {
            positions,
            is_situational: rule == KoRule::SituationalSuperko,
        }
    }

    /// Whether no position counts.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// A hash of the past; 0 for the empty one.
    pub(crate) fn fingerprint(&self) -> u64 {
        if self.is_empty() {
            return 0;
        }
        let mut hasher = DefaultHasher::new();
        for position in &self.positions {
            position.to_move.index().hash(&mut hasher);
            for color in Color::BOTH {
                for point in position.stones[color].iter() {
                    point.index().hash(&mut hasher);
                }
                usize::MAX.hash(&mut hasher);
            }
        }
        hasher.finish() | 1
    }

    /// Whether a stone of a color stood in the game on one of some points where none stands now.
    pub(crate) fn has_lost(&self, board: &Board, color: Color, points: &PointSet) -> bool {
        let is_gone = |point: Point| points.contains(point) && board.color(point) != Some(color);
        let mut positions = self.positions.iter();
        positions.any(|earlier| earlier.stones[color].iter().any(is_gone))
    }

    /// The positions to which a move of `prover` in a frame could lead back.
    pub(super) fn in_frame<const N: usize>(
        &self,
        board: &Board,
        frame: &Frame<N>,
        prover: Color,
    ) -> PastCells<N> {
        let refuter = prover.opponent();
        let outside = |stones: PointSet| stones - frame.region;
        let now = PerColor::from_fn(|color: Color| outside(board.points_of(color).collect()));
        let can_return = |earlier: &&Earlier| {
            let is_same_side = !self.is_situational || earlier.to_move == refuter;
            is_same_side
                && outside(earlier.stones[prover]).is_subset(&now[prover])
                && (board.allows_suicide() || now[refuter].is_subset(&earlier.stones[refuter]))
        };
        let cells = |stones: &PointSet| {
            let inside = stones.iter();
            inside.fold(Cells::EMPTY, |cells, point| cells | frame.cell(point))
        };
        let mut positions: Vec<(Cells<N>, Cells<N>)> = Vec::new();
        for earlier in self.positions.iter().filter(can_return) {
            let attacker = frame.defender.opponent();
            let both = (
                cells(&earlier.stones[attacker]),
                cells(&earlier.stones[frame.defender]),
            );
            if !positions.contains(&both) {
                positions.push(both);
            }
        }
        PastCells(positions)
    }
}

/// Positions of the game as the cells of a frame: the stones of the attacker and of the defender.
#[derive(Clone, Debug)]
pub(super) struct PastCells<const N: usize>(Vec<(Cells<N>, Cells<N>)>);

impl<const N: usize> PastCells<N> {
    /// Whether a move of the prover may lead back to one of them: `after` is the position after the move, `zone` that
    /// of the move.
    pub(super) fn may_forbid(&self, after: &Position<N>, zone: Cells<N>) -> bool {
        let differ = |one: Cells<N>, other: Cells<N>| ((one ^ other) & zone).intersects(zone);
        self.0.iter().any(|&(attackers, defenders)| {
            !differ(attackers, after.attackers) && !differ(defenders, after.defenders)
        })
    }
}
