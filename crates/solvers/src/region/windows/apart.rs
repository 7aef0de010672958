//! The part of what pairs and the search of regions show that rests on no point of a set: windows may lie there then.
//!
//! Pairs and regions are chosen before windows. One of them may take the only point by which a window would keep other
//! blocks. What is left without the points beside blocks that nothing keeps is a proof by itself, and windows often
//! show the rest again.

use super::super::safety_by_search::{FoundSafety, SafetyStep};
use super::kept::Kept;
use crate::board::{Board, Color, PointSet};
use crate::safety::{ChainProof, StaticSafety, components, part_apart};

/// What is left, and by which pairs and regions.
#[derive(Clone, Debug)]
pub(super) struct Apart {
    /// The points that it rests on none of.
    pub(super) near: PointSet,
    pub(super) kept: Kept,
    /// The chains with the eyes that are left.
    pub(super) chains: Vec<ChainProof>,
    pub(super) steps: Vec<SafetyStep>,
}

impl Apart {
    /// What is left of what pairs and regions show for a color without the points of `near`: no eye, pair, region or
    /// territory has one of them. Costs one weighing of the pairs.
    pub(super) fn new(
        board: &Board,
        color: Color,
        (known, found): (&StaticSafety, &FoundSafety),
        near: &PointSet,
    ) -> Self {
        let safety = part_apart(board, color, known, near);
        let mut chains = safety.proofs(board, color);
        chains.retain(|chain| chain.stones.is_subset(&safety.stones));
        for chain in &mut chains {
            chain.eyes.retain(|(eye, _)| !eye.intersects(near));
        }
        let areas = components(safety.territory).filter(|area| !area.intersects(near));
        let territory = areas.fold(PointSet::EMPTY, |all, area| all | area);
        let eyes = chains.iter().flat_map(|chain| &chain.eyes);
        let pairs: PointSet = safety.pairs.iter().flatten().copied().collect();
        let mut left = FoundSafety {
            stones: safety.stones,
            territory,
            steps: Vec::new(),
        };
        let mut answers = eyes.fold(territory | pairs, |all, (eye, _)| all | *eye);
        for step in found
            .steps
            .iter()
            .filter(|step| !step.points().intersects(near))
        {
            if left.add(board, color, step) {
                answers |= step.points();
            }
        }
        Self {
            near: *near,
            kept: Kept {
                stones: left.stones,
                territory: left.territory,
                answers,
                pairs: safety.pairs,
            },
            chains,
            steps: left.steps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::safety_by_search::{Extent, find_safety};
    use super::*;
    use crate::base::{Budget, Rng};
    use crate::board::Size;
    use crate::safety::static_safety;

    /// A board after random plays of both colors, few of which fill an eye.
    fn random_board(rng: &mut Rng) -> Board {
        let size = Size::square(7 + u8::try_from(rng.below(3)).unwrap());
        let mut board = Board::new(size);
        let n_plays = size.points().count() + rng.index(30);
        for turn in 0..n_plays {
            let color = Color::BOTH[turn % 2];
            let is_good = |point: &crate::board::Point| {
                let mut around = point.neighbors().into_iter();
                let fills =
                    around.all(|near| !size.contains(near) || board.color(near) == Some(color));
                board.is_legal(color, *point) && !fills
            };
            let plays: Vec<_> = size.points().filter(is_good).collect();
            if plays.is_empty() {
                board.pass();
            } else {
                board.play(color, plays[rng.index(plays.len())]).unwrap();
            }
        }
        board
    }

    #[test]
    fn what_is_left_is_a_part_that_does_not_meet_the_points() {
        let mut rng = Rng::new(59, 0);
        let (mut n_same, mut n_less, mut n_left) = (0, 0, 0);
        for _ in 0..60 {
            let board = random_board(&mut rng);
            for color in Color::BOTH {
                let known = static_safety(&board, color);
                let mut budget = Budget::nodes(20_000);
                let found = find_safety(&board, color, &known, Extent::Anywhere, &mut budget);
                let shown = (&known, &found);
                let whole = Apart::new(&board, color, shown, &PointSet::EMPTY);
                assert_eq!(whole.kept.stones, found.stones, "{board}");
                let near: PointSet = (board.size().points())
                    .filter(|_| rng.below(12) == 0)
                    .collect();
                let left = Apart::new(&board, color, shown, &near).kept;
                assert!(whole.kept.contains(&left), "{board}");
                assert!(!left.answers.intersects(&near), "{board}");
                assert!(left.territory.is_subset(&left.answers), "{board}");
                n_same += usize::from(left.stones == whole.kept.stones);
                n_less += usize::from(left.stones != whole.kept.stones);
                n_left += usize::from(!left.stones.is_empty() && left.stones != whole.kept.stones);
            }
        }
        assert!(
            n_same > 5 && n_less > 5 && n_left > 0,
            "{n_same} {n_less} {n_left}"
        );
    }
}
