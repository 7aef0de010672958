//! Sekis that the liberties show: blocks that stay on the board and whose dame cannot be filled.

use super::basis::{Basis, BasisKind};
use super::seki_by_proof::{is_enclosed, liberties};
use super::status::{BlockJudgement, Status};
use crate::board::{Board, Color, PointSet};
use crate::endgame::fill::is_self_atari;

/// Notes the sekis among the blocks that live by search or reading. Each liberty of two neighboring blocks is an eye of
/// the block alone or shared with the other one, no block has two eyes, and neither side can fill a shared liberty: the
/// play is illegal, or takes nothing and leaves its block in atari. So the shared liberties stay empty, and the blocks
/// live with them. Windows keep such blocks on the board without a look at their eyes.
pub(super) fn find_seki_by_shape(board: &Board, judgements: &mut [BlockJudgement]) {
    let mut sekis = Vec::new();
    for one in 0..judgements.len() {
        for other in one + 1..judgements.len() {
            let [a, b] = [&judgements[one], &judgements[other]];
            if is_kept(a) && is_kept(b) && a.color != b.color {
                sekis.extend(shared_in_seki(board, a, b).map(|shared| (one, other, shared)));
            }
        }
    }
    for (one, other, shared) in sekis {
        for n in [one, other] {
            let block = &mut judgements[n];
            (block.status, block.basis) = (Status::Seki, Basis::NobodyGains);
            block.shared |= shared;
        }
    }
}

/// Whether a block stays on the board by a search or a reading, which need not rest on eyes.
fn is_kept(block: &BlockJudgement) -> bool {
    let is_searched = match block.basis.kind() {
        BasisKind::RegionSearch | BasisKind::ProofByReader | BasisKind::Reading => true,
        BasisKind::StaticProof | BasisKind::Estimate => false,
    };
    block.status == Status::Alive && is_searched
}

/// The liberties that two blocks of different colors share in a seki; `None` if it is none.
fn shared_in_seki(board: &Board, a: &BlockJudgement, b: &BlockJudgement) -> Option<PointSet> {
    let [of_a, of_b] = [a, b].map(|block| liberties(board, block));
    let shared = of_a & of_b;
    let has_one_eye = |own: PointSet, block: &BlockJudgement| {
        let eyes = own - shared;
        eyes.len() <= 1
            && eyes
                .iter()
                .all(|point| is_enclosed(board, point, |near| block.stones.contains(near)))
    };
    let is_seki = !shared.is_empty()
        && has_one_eye(of_a, a)
        && has_one_eye(of_b, b)
        && shared.iter().all(|point| {
            Color::BOTH
                .into_iter()
                .all(|color| is_self_atari(board, color, point))
        });
    is_seki.then_some(shared)
}
