//! Which moves of a fight look like winning moves, from features with weights that were learned from searches.
//!
//! The model is that of the whole-board search's prior: the sum of a move's weights is the logarithm of how likely it
//! is to win. Features depend on the side that moves, attacker or defender, but not on how the board is turned.

use std::sync::LazyLock;

use super::eye_prospects::EyeProspects;
use super::pattern::Pattern;
use super::weights::{FeatureWeights, feature};
use crate::base::weights::Weights;
use crate::tsumego::fight::blocks::{Block, Blocks, Effect};
use crate::tsumego::fight::eye_space::TargetSpace;
use crate::tsumego::fight::{Fight, Position};
use crate::tsumego::frame::cells::Cells;

/// The weights that `tedomari-dev fit-reader` learned.
static EMBEDDED: &[u8] = include_bytes!("../../../data/reading.bin");

static WEIGHTS: LazyLock<FeatureWeights> = LazyLock::new(|| {
    let weights = Weights::new(EMBEDDED).unwrap_or(Weights::NONE);
    FeatureWeights::new(weights, 0..(Kind::Reach as u64 + 1) << 1)
});

/// The most steps around the block that features count.
const MOST_STEPS: usize = 4;

/// Kinds of features. The order is part of the file of weights.
#[derive(Clone, Copy)]
enum Kind {
    /// The eight points around, and whether walls or exits are among the neighbors.
    Pattern,
    /// The same, with the four points behind the neighbors.
    WidePattern,
    /// The eight points around, with the line on the board.
    PatternOnLine,
    Line,
    /// Liberties of the block that the move makes, and the stones it takes.
    Block,
    /// The same, with the size of that block.
    SizeOfBlock,
    /// Whether the move touches the block in question, and the liberties of that block.
    Target,
    /// Neighboring blocks that are short of liberties.
    Contact,
    /// The same, with the block that the move makes.
    ContactOfBlock,
    /// The same, with the steps to the block in question.
    NearContact,
    /// How many possible eyes of each price are near.
    BesideEyes,
    /// The price of an eye on the point itself.
    Eye,
    /// Whether the point is on the way out.
    Way,
    /// Steps to the block in question, and whether the block reaches the point.
    Steps,
    /// The eye space of the block in question, and where it may have eyes around the point.
    EyeSpace,
    /// The same, with the line on the board.
    SpaceOnLine,
    /// Whether the point is marked as vital.
    Hint,
    /// How many blocks of each side are neighbors.
    Joined,
    /// The same, with the block that the move makes.
    JoinedBlock,
    /// Empty points within two steps.
    Room,
    /// Whether the point is within two steps of the block in question or its eyes.
    Reach,
}

/// What the order of moves looks at in a position.
pub(crate) struct Scene<'a, const N: usize> {
    fight: &'a Fight<'a, N>,
    position: &'a Position<N>,
    own: Cells<N>,
    other: Cells<N>,
    space: TargetSpace<N>,
    eye_prospects: EyeProspects<N>,
    /// The cells within one step of the block, within two steps, and so on.
    rings: [Cells<N>; MOST_STEPS],
    /// The cells within two steps of the block or of a possible eye.
    reach: Cells<N>,
    blocks: Blocks<N>,
    /// Stones of blocks with one and with two liberties, first of the side to move, then of the other side.
    short: [Cells<N>; 4],
}

impl<'a, const N: usize> Scene<'a, N> {
    pub(crate) fn new(fight: &'a Fight<'a, N>, position: &'a Position<N>) -> Self {
        let frame = fight.frame;
        let target = fight.target(position);
        let space = fight.space(position, target);
        let (own, other) = position.own_and_other();
        let blocks = Blocks::new(fight, position);
        let short = short_blocks(position, blocks.each());
        let mut rings = [frame.spread(target); MOST_STEPS];
        for n in 1..MOST_STEPS {
            rings[n] = frame.spread(rings[n - 1]);
        }
        Self {
            fight,
            position,
            own,
            other,
            eye_prospects: EyeProspects::new(fight, position, &space),
            reach: frame.spread(frame.spread(target | space.eyes)),
            space,
            rings,
            blocks,
            short,
        }
    }

    /// What a stone of the side to move on an empty cell does.
    pub(crate) fn effect(&self, cell: Cells<N>) -> Effect<N> {
        self.blocks.effect(self.fight, self.position, cell)
    }

    /// How promising a move with this effect looks: the logarithm of its odds, in sixteenths.
    pub(crate) fn promise(&self, cell: Cells<N>, effect: &Effect<N>) -> i32 {
        let mut promise = 0;
        self.visit_values(cell, effect, |kind, value| {
            promise += WEIGHTS.of(kind, value);
        });
        promise
    }

    /// Calls `visit` with each feature of a move that has this effect.
    pub(crate) fn visit_features(
        &self,
        cell: Cells<N>,
        effect: &Effect<N>,
        mut visit: impl FnMut(u64),
    ) {
        self.visit_values(cell, effect, |kind, value| visit(feature(kind, value)));
    }

    /// Calls `visit` with the kind of each feature, which includes the side that moves, and its value.
    fn visit_values(&self, cell: Cells<N>, effect: &Effect<N>, mut visit: impl FnMut(u64, u64)) {
        let role = u64::from(self.position.is_attacker_to_move);
        let mut add = |kind: Kind, value: u64| visit((kind as u64) << 1 | role, value);
        let line = u64::from(self.fight.frame.line(cell));
        self.visit_pattern(cell, line, &mut add);
        self.visit_blocks(cell, effect, &mut add);
        self.visit_space(cell, line, &mut add);
        add(Kind::Line, line);
        add(Kind::Hint, u64::from(cell.intersects(self.fight.hint)));
    }

    /// The contents of the points around.
    fn visit_pattern(&self, cell: Cells<N>, line: u64, add: &mut impl FnMut(Kind, u64)) {
        let frame = self.fight.frame;
        let around = Pattern::around(frame, self.own, self.other, cell);
        let near = around.circle();
        let contents = |at: i32| {
            let number = u32::try_from(at).ok();
            match number.filter(|&number| frame.cells.has(number)) {
                None => 3,
                Some(number) => {
                    u64::from(self.own.has(number)) | u64::from(self.other.has(number)) << 1
                }
            }
        };
        let at = cell.number().cast_signed();
        let row = frame.stride().cast_signed();
        // Beyond a cell outside everything is outside too: by its number, the next cell may belong to another row.
        let beyond = |n: usize, step: i32| {
            if near[n] == 3 {
                3
            } else {
                contents(at + 2 * step)
            }
        };
        let far = [beyond(1, -row), beyond(3, 1), beyond(5, row), beyond(7, -1)];
        let (pattern, wide) = (around.least(), around.least_with(far));
        let border = u64::from(cell.intersects(frame.anchored)) << 1
            | u64::from(cell.intersects(frame.exits));
        add(Kind::Pattern, pattern << 2 | border);
        add(Kind::WidePattern, wide << 2 | border);
        add(Kind::PatternOnLine, (pattern << 2 | border) << 4 | line);
    }

    /// The neighboring blocks, and the block that the move makes.
    fn visit_blocks(&self, cell: Cells<N>, effect: &Effect<N>, add: &mut impl FnMut(Kind, u64)) {
        let near = self.fight.frame.spread(cell);
        let n_liberties = if effect.is_rescued {
            5
        } else {
            effect.liberties.len().min(4)
        };
        let n_taken = effect.taken.len().min(4);
        let made = u64::from(n_liberties * 8 + n_taken);
        let size = u64::from(effect.made.len().min(4));
        let contact = contact(near, &self.short);
        let steps = self.rings.iter().position(|ring| ring.intersects(cell));
        let steps = steps.unwrap_or(MOST_STEPS) as u64;
        let joined = self.n_beside(near & self.own) * 4 + self.n_beside(near & self.other);
        add(Kind::Block, made);
        add(Kind::SizeOfBlock, made << 3 | size);
        add(Kind::Contact, contact);
        add(Kind::ContactOfBlock, contact << 8 | made);
        add(Kind::NearContact, steps << 16 | contact << 8 | made);
        add(
            Kind::Steps,
            steps << 1 | u64::from(cell.intersects(self.space.area)),
        );
        add(Kind::Joined, joined);
        add(Kind::JoinedBlock, joined << 8 | made);
        let is_beside = near.intersects(self.space.target);
        let n_liberties = self.space.n_liberties.min(6);
        add(
            Kind::Target,
            u64::from(n_liberties * 2 + u32::from(is_beside)),
        );
    }

    /// The eyes and the eye space around.
    fn visit_space(&self, cell: Cells<N>, line: u64, add: &mut impl FnMut(Kind, u64)) {
        let frame = self.fight.frame;
        let near = frame.spread(cell);
        for (need, &eyes) in (0..).zip(self.eye_prospects.eyes()) {
            add(Kind::BesideEyes, need << 4 | u64::from((near & eyes).len()));
            if cell.intersects(eyes) {
                add(Kind::Eye, need);
            }
        }
        add(
            Kind::Way,
            u64::from(cell.intersects(self.eye_prospects.way())),
        );
        add(Kind::Reach, u64::from(cell.intersects(self.reach)));
        let n_empty = match self.space.n_empty {
            n @ 0..=6 => n,
            7..=8 => 7,
            9..=12 => 8,
            13..=20 => 9,
            _ => 10,
        };
        let n_eyes = u64::from((near & self.space.eyes & !cell).len());
        let is_eye = u64::from(cell.intersects(self.space.eyes));
        let space = u64::from(n_empty) << 4 | n_eyes << 1 | is_eye;
        add(Kind::EyeSpace, space);
        add(Kind::SpaceOnLine, space << 4 | line);
        let room = (frame.spread(near) & self.fight.empty(self.position)).len();
        add(Kind::Room, u64::from(room));
    }

    /// How many of the blocks contain one of some stones.
    fn n_beside(&self, stones: Cells<N>) -> u64 {
        self.blocks.of(stones).count() as u64
    }
}

/// One bit for each of some sets: whether it meets `near`.
pub(crate) fn contact<const N: usize>(near: Cells<N>, short: &[Cells<N>; 4]) -> u64 {
    let beside = short
        .iter()
        .map(|&stones| u64::from(near.intersects(stones)));
    beside.fold(0, |set, is_beside| set << 1 | is_beside)
}

/// Stones of blocks with one and with two liberties, first of the side to move, then of the other side.
pub(crate) fn short_blocks<const N: usize>(
    position: &Position<N>,
    blocks: impl Iterator<Item = Block<N>>,
) -> [Cells<N>; 4] {
    let mut short = [Cells::EMPTY; 4];
    for block in blocks.filter(|block| !block.is_rescued) {
        let side = usize::from(block.is_attackers != position.is_attacker_to_move);
        match block.liberties.len() {
            0 | 1 => short[2 * side] |= block.stones,
            2 => short[2 * side + 1] |= block.stones,
            _ => {}
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Point, PointSet};
    use crate::tsumego::frame::{Boundary, Frame};
    use crate::tsumego::images::for_each_image;
    use crate::tsumego::question::Goal;

    #[test]
    fn shipped_weights_are_well_formed() {
        assert!(Weights::new(EMBEDDED).is_ok());
    }

    /// The features of all moves in the frame of a whole board, by the points.
    fn features(board: &Board, target: Point) -> Option<Vec<(Point, Vec<u64>)>> {
        let all: PointSet = board.size().points().collect();
        let none = PointSet::EMPTY;
        let frame: Frame<2> = Frame::new(board, target, &all, &none, Boundary::Shut)?;
        let fight = Fight::without_threats(&frame, Goal::Kill);
        let position = fight.start(true, Cells::EMPTY);
        let scene = Scene::new(&fight, &position);
        let moves = fight.empty(&position).each().filter_map(|cell| {
            let effect = scene.effect(cell);
            fight.play_to(&position, cell, &effect)?;
            let mut features = Vec::new();
            scene.visit_features(cell, &effect, |feature| features.push(feature));
            Some((frame.point(cell), features))
        });
        Some(moves.collect())
    }

    /// Turning and mirroring the board changes nothing.
    #[test]
    fn images_have_the_same_features() {
        let weights = Weights::new(EMBEDDED).unwrap();
        let (mut n_moves, mut n_known) = (0, 0);
        for_each_image(150, |board, other, image, target| {
            let mut found = features(board, target).unwrap();
            for (point, _) in &mut found {
                *point = image(*point);
            }
            found.sort();
            let mut expected = features(other, image(target)).unwrap();
            expected.sort();
            assert_eq!(found, expected, "{board}");
            n_moves += found.len();
            let all = found.iter().flat_map(|(_, features)| features);
            n_known += all.filter(|&&one| weights.of(one).is_some()).count();
        });
        assert!(
            n_moves > 500 && n_known > 10 * n_moves,
            "{n_known} of {n_moves}"
        );
    }
}
