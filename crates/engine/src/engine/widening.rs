//! How far the open regions between assumed walls are widened, so that what is threatened behind these walls counts.
//!
//! *By need.* Plays in a region take liberties of the blocks around it. A block that has few others may have to be
//! defended in the end by a play in its own territory, or by a dame that has to be taken in time. So it belongs to the
//! region, with all of its liberties, and so do the other regions that it touches, the blocks that have few liberties
//! but those, and the dead stones beside them. What is left to be taken for granted are blocks that have more liberties
//! in their territory than one play can make too few. If the region becomes too large that way, it is not widened. In a
//! large region the blocks are held ([`Granted::held`]): their owner answers what threatens them.
//!
//! *By size.* A region is widened by the blocks beside it that have few liberties altogether, and by up to two layers
//! of the territory beside it, as long as it stays small and apart from the others.

use super::assumed_safe::AssumedSafe;
use crate::board::{Board, Color, PerColor, PointSet};
use crate::endgame::Granted;
use crate::safety::components;

/// How many points deep a region is widened into assumed territory.
const MOST_LAYERS: usize = 2;

/// Most points of a region that was widened by size.
const MOST_POINTS: usize = 9;

/// Most empty points of a region that was widened by need.
const MOST_EMPTY: usize = 8;

/// A block with no more liberties may be put into atari by one play.
const FEW_LIBERTIES: usize = 2;

/// A block with its liberties.
struct Block {
    stones: PointSet,
    liberties: PointSet,
}

/// A board on which some stones and territories are assumed safe.
pub(super) struct Widening<'a> {
    board: &'a Board,
    assumed: &'a AssumedSafe,
    empty: PointSet,
    territory: PointSet,
    /// The parts of the board that are not assumed safe.
    regions: Vec<PointSet>,
    /// Blocks that are assumed to live and not proved to.
    blocks: Vec<Block>,
    /// Blocks in the territory of the other color.
    dead: Vec<Block>,
}

impl<'a> Widening<'a> {
    /// The board of these assumptions. `proved` are stones that stay whatever is played in open regions.
    pub(super) fn new(
        board: &'a Board,
        assumed: &'a AssumedSafe,
        proved: &PerColor<PointSet>,
    ) -> Self {
        let all: PointSet = board.size().points().collect();
        let territory = assumed.territory[Color::Black] | assumed.territory[Color::White];
        let open = all - territory - assumed.stones[Color::Black] - assumed.stones[Color::White];
        let blocks = |color: Color, within: &PointSet| {
            let blocks = board.first_stones(color).into_iter().filter_map(|head| {
                Some(Block {
                    stones: board.stones(head).collect(),
                    liberties: *board.block_at(head)?.liberties(),
                })
            });
            let blocks = blocks.filter(|block| block.stones.intersects(within));
            blocks.collect::<Vec<_>>()
        };
        let of_both = |within: &PerColor<PointSet>| {
            let [black, white] = Color::BOTH.map(|color| blocks(color, &within[color]));
            black.into_iter().chain(white).collect()
        };
        Self {
            board,
            assumed,
            empty: board.empty_points().iter().copied().collect(),
            territory,
            regions: components(open).collect(),
            blocks: of_both(&PerColor::from_fn(|color| {
                assumed.stones[color] - proved[color]
            })),
            dead: of_both(&PerColor::from_fn(|color| {
                assumed.territory[color.opponent()]
            })),
        }
    }

    /// What is granted if regions are widened by need and by size; by size; and not at all.
    pub(super) fn all(&self) -> [Granted; 3] {
        let needed = self.by_need();
        let large = needed.iter().filter(|region| region.len() > MOST_POINTS);
        let large = large.fold(PointSet::EMPTY, |all, region| all | *region);
        [
            Granted {
                held: large
                    & (self.assumed.stones[Color::Black] | self.assumed.stones[Color::White]),
                ..self.by_size(needed)
            },
            self.by_size(self.regions.clone()),
            self.outside(PointSet::EMPTY),
        ]
    }

    /// The regions, each with all that plays in it make short of liberties, where that is not too much; and blocks that
    /// have few liberties by themselves.
    fn by_need(&self) -> Vec<PointSet> {
        let mut regions = self.regions.clone();
        let short = self.blocks.iter().filter(|block| {
            block.liberties.len() <= FEW_LIBERTIES && block.liberties.is_subset(&self.territory)
        });
        let short = short.map(|block| block.stones | block.liberties);
        for region in self.regions.iter().copied().chain(short) {
            if let Some(wide) = self.needed(&region, &regions) {
                regions.retain(|other| !other.intersects(&wide));
                regions.push(wide);
            }
        }
        regions
    }

    /// A region with all that plays in it make short of liberties, and the others of these regions that it touches
    /// then; `None` if that has too many empty points.
    fn needed(&self, region: &PointSet, regions: &[PointSet]) -> Option<PointSet> {
        let mut wide = *region;
        while (wide & self.empty).len() <= MOST_EMPTY {
            let mut grown = self.with_short_blocks(&wide);
            let near = grown.spread();
            for other in regions.iter().filter(|other| other.intersects(&near)) {
                grown |= *other;
            }
            if grown == wide {
                return Some(wide);
            }
            wide = grown;
        }
        None
    }

    /// A set with the blocks that have liberties in it and few others in territory, and the dead stones beside its
    /// empty points, each with its liberties.
    fn with_short_blocks(&self, set: &PointSet) -> PointSet {
        let empty = *set & self.empty;
        let is_short = |block: &&Block| {
            let left = (block.liberties & self.territory) - *set;
            block.liberties.intersects(&empty) && left.len() <= FEW_LIBERTIES
        };
        let is_beside = |block: &&Block| block.liberties.intersects(&empty);
        let short = self.blocks.iter().filter(is_short);
        let short = short.chain(self.dead.iter().filter(is_beside));
        short.fold(*set, |all, block| all | block.stones | block.liberties)
    }

    /// What is left of the assumptions if these regions are widened further while they stay small and apart.
    fn by_size(&self, mut regions: Vec<PointSet>) -> Granted {
        let is_weak = |block: &&Block| block.liberties.len() <= FEW_LIBERTIES;
        let weak: Vec<&Block> = self.blocks.iter().filter(is_weak).collect();
        widen(&mut regions, |region| {
            let beside = weak
                .iter()
                .filter(|block| block.liberties.intersects(region));
            beside.fold(*region, |all, block| all | block.stones | block.liberties)
        });
        for _ in 0..MOST_LAYERS {
            widen(&mut regions, |region| {
                with_border(self.board, region, &self.territory)
            });
        }
        self.outside(
            regions
                .into_iter()
                .fold(PointSet::EMPTY, |all, region| all | region),
        )
    }

    /// What is assumed outside of a set.
    fn outside(&self, set: PointSet) -> Granted {
        Granted {
            stones: PerColor::from_fn(|color| self.assumed.stones[color] - set),
            territory: PerColor::from_fn(|color| self.assumed.territory[color] - set),
            held: PointSet::EMPTY,
        }
    }
}

/// Widens each region that stays small and apart from the others.
fn widen(regions: &mut [PointSet], wider: impl Fn(&PointSet) -> PointSet) {
    for number in 0..regions.len() {
        let others = regions.iter().enumerate();
        let others = others.filter(|&(other, _)| other != number);
        let near = others.fold(PointSet::EMPTY, |all, (_, region)| all | region.spread());
        let wide = wider(&regions[number]);
        if wide.len() <= MOST_POINTS && !wide.intersects(&near) {
            regions[number] = wide;
        }
    }
}

/// A region with the points of `territory` beside it, and all of each block that stands there.
fn with_border(board: &Board, region: &PointSet, territory: &PointSet) -> PointSet {
    let mut grown = *region;
    for point in &((region.spread() & *territory) - *region) {
        grown.insert(point);
        if board.color(point).is_some() {
            grown.extend(board.stones(point));
        }
    }
    grown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::game::Start;
    use crate::board::{Game, Komi, Point, Rules};
    use crate::endgame::{Endgame, EndgameParams, Partition, ShapeStore};

    fn names(set: &PointSet) -> Vec<String> {
        set.iter().map(|point: Point| point.to_string()).collect()
    }

    /// Black's wall of three stones on the third column is open to White at C2, and C1 is a block of its own with two
    /// liberties.
    #[test]
    fn small_regions_are_widened_into_territory_and_by_weak_blocks() {
        let board: Board = ". . X O . . .\n. . X O . . .\n. . . O . . .\n. . X O . . ."
            .parse()
            .unwrap();
        let assumed = AssumedSafe::new(&board, |point| if point.x() < 3 { 1.0 } else { -1.0 });
        assert!(assumed.territory[Color::Black].contains("B2".parse().unwrap()));
        let [_, by_size, narrow] = Widening::new(&board, &assumed, &PerColor::default()).all();
        assert_eq!(names(&by_size.territory[Color::Black]), ["A3", "A4", "B4"]);
        let weak = "C1".parse().unwrap();
        assert!(narrow.stones[Color::Black].contains(weak));
        assert!(!by_size.stones[Color::Black].contains(weak));
    }

    /// The score by territory when the widest regions are counted, whichever color moves first. `owners` are the points
    /// that each color holds.
    fn check(diagram: &str, owners: &str, black_first: &str, white_first: &str) {
        let board: Board = diagram.parse().unwrap();
        let owners: Board = owners.parse().unwrap();
        let assumed = AssumedSafe::new(&board, |point| {
            owners
                .color(point)
                .map_or(0.0, |color| f64::from(color.sign()))
        });
        let closed = Partition::new(&board);
        let [widest, ..] = Widening::new(&board, &assumed, &closed.walls).all();
        let open: Vec<usize> = (0..closed.regions.len()).collect();
        let partition = closed.granting(&board, &open, &widest);
        let rules = Rules {
            komi: Komi::default(),
            ..Rules::named("japanese").unwrap()
        };
        let game = Game::from_start(Start::from_board(&board), rules).unwrap();
        let mut store = ShapeStore::default();
        let params = EndgameParams::default();
        let limits = Budget::unlimited();
        let endgame = Endgame::of_parts(&game, partition, &mut store, &params, &limits);
        let found = Color::BOTH.map(|color| endgame.score(&mut store, color).unwrap().to_string());
        assert_eq!(found, [black_first, white_first], "{diagram}");
    }

    /// Black has to join on D1 once White is on F1, and a stone on F1 does not help.
    #[test]
    fn a_wall_that_has_to_be_joined_after_a_dame_costs_a_point() {
        check(
            ". X . X X O O .\nX X X X O O . O\nX X . . X . O O",
            "X X X X X O O O\nX X X X O O O O\nX X X X X . O O",
            "1",
            "1",
        );
    }
}
