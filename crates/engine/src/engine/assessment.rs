//! A judgement of the whole board, the estimate behind it, and the number of points in doubt.

use super::likely_owners::LikelyOwners;
use crate::board::{Board, Color, Point, PointSet};
use crate::mcts::Ownership;
use crate::referee::{Basis, Judgement, Status, Unfinished};

/// A judgement and the likely owners that decided where there is no proof.
pub(super) struct Assessment {
    pub(super) judgement: Judgement,
    pub(super) owners: LikelyOwners,
}

impl Assessment {
    /// Number of stones and surrounded points whose owner is neither proved nor nearly certain. `searched` is the
    /// ownership found by a search, which reads further than playouts alone.
    pub(super) fn n_uncertain(&self, searched: Option<&Ownership>) -> usize {
        let is_certain = |color: Color, point: &Point| {
            let by_search = searched.map_or(0.0, |ownership| ownership.mean(*point));
            certain_owner(&self.owners, *point) == Some(color)
                || clear_owner(by_search, CERTAIN_BY_SEARCH) == Some(color)
        };
        let of_blocks = self
            .judgement
            .blocks
            .iter()
            .filter(|block| !block.basis.is_proof())
            .map(|block| {
                let owner = if block.status == Status::Dead {
                    block.color.opponent()
                } else {
                    block.color
                };
                let hangs = block.basis == Basis::HangsOnFirstMove;
                block
                    .stones
                    .iter()
                    .filter(|point| hangs || !is_certain(owner, point))
                    .count()
            });
        let of_territory = Color::BOTH.into_iter().map(|color| {
            let empty = self.judgement.territory[color] - self.judgement.dead;
            empty
                .iter()
                .filter(|point| !is_certain(color, point))
                .count()
        });
        of_blocks.sum::<usize>() + of_territory.sum::<usize>()
    }

    /// The liberties that blocks of both colors share in a seki that reading shows: a play there gives up more.
    pub(super) fn seki_liberties(&self) -> PointSet {
        let blocks = self.judgement.blocks.iter();
        let in_seki = blocks.filter(|block| block.status == Status::Seki);
        in_seki.fold(PointSet::EMPTY, |all, block| all | block.shared)
    }

    /// Number of points of the board that no player owns for certain.
    pub(super) fn n_open(&self, board: &Board) -> usize {
        let is_open = |&point: &Point| certain_owner(&self.owners, point).is_none();
        board.size().points().filter(is_open).count()
    }

    /// Whether the board counts as won by `color` only because much of it is still to be played: it looks unfinished,
    /// and the win is gone if the opponent also gets all points without an owner so far.
    pub(super) fn wins_too_early(&self, color: Color) -> bool {
        let wins = self.judgement.score.winner() == Some(color);
        if !wins || Unfinished::of(&self.judgement).is_none() {
            return false;
        }
        // A neutral point that is taken moves the score by one point.
        let open = i32::try_from(2 * self.judgement.dame.len()).unwrap_or(i32::MAX);
        self.worst_margin(color).saturating_sub(open) <= 0
    }

    /// Half points by which `color` wins if every uncertain point goes to the opponent; negative if it then loses.
    pub(super) fn worst_margin(&self, color: Color) -> i32 {
        // A point that changes hands moves the score by two points.
        let at_risk = i32::try_from(4 * self.n_uncertain(None)).unwrap_or(i32::MAX);
        self.judgement
            .score
            .for_color(color)
            .half_points()
            .saturating_sub(at_risk)
    }
}

/// Least mean ownership of a settled point, by playouts from the position.
const CERTAIN: f64 = 0.7;

/// The same by the playouts of a search, which depend on each other.
const CERTAIN_BY_SEARCH: f64 = 0.8;

/// The color that owns a point clearly: by a mean owner of at least `least`, from its side.
fn clear_owner(mean: f64, least: f64) -> Option<Color> {
    let is_clear = |color: &Color| mean * f64::from(color.sign()) >= least;
    Color::BOTH.into_iter().find(is_clear)
}

/// The owner of a point that counts as settled, whichever side moves first.
pub(super) fn certain_owner(owners: &LikelyOwners, point: Point) -> Option<Color> {
    clear_owner(owners.mean(point), CERTAIN)
}
