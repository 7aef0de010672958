//! The best play on a board of which only small regions are open, by counting each region to its end.
//!
//! A region is worth what a color is proved to get there, moving first and second; where a ko or the budget keeps
//! the two colors' proofs apart, the middle between them is taken. The play goes where moving first gains most. That
//! is exact for one region; for several it is the usual rule of thumb and not a proof.

use super::region_count::RegionCount;
use crate::base::{Budget, Color, Point, PointSet};
use crate::board::Board;
use crate::proof::Verdict;
use crate::safety::SafetyMap;

/// The largest number of empty points in a region.
const MOST_EMPTY: usize = 12;
/// Budget of one proof, in nodes.
const PROOF_NODES: u64 = 20_000;

/// A play that gains in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionPlay {
    /// Where.
    pub point: Point,
    /// How many points of area it is worth to move first instead of second, times two.
    pub double_gain: i32,
}

/// What a color gets in a region, as far as it is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lead {
    /// At least.
    low: i32,
    /// At most.
    high: i32,
}

impl Lead {
    const fn double_mean(self) -> i32 {
        self.low + self.high
    }
}

/// The play of `color` that gains most by area, and more than `least` points times two, if all points that are not
/// settled in `map` lie in small regions between its safe stones; `None` if they don't, or if nothing gains so much.
pub fn best_region_play(
    board: &Board,
    map: &SafetyMap,
    color: Color,
    least: i32,
    budget: &mut Budget,
) -> Option<RegionPlay> {
    let regions = open_regions(board, map)?;
    let mut best: Option<(i32, &RegionCount, Lead)> = None;
    for region in &regions {
        let mut reading = Reading { region, budget };
        let first = reading.lead(board, color, color);
        let second = reading.lead(board, color, color.opponent());
        let double_gain = first.double_mean() - second.double_mean();
        tracing::debug!(
            points = region.points().len(),
            first = ?(first.low, first.high),
            second = ?(second.low, second.high),
            left = budget.remaining(),
            "region counted"
        );
        if double_gain > best.as_ref().map_or(least, |(gain, ..)| *gain) {
            best = Some((double_gain, region, first));
        }
    }
    let (double_gain, region, lead) = best?;
    let point = Reading { region, budget }.best_point(board, color, lead)?;
    Some(RegionPlay { point, double_gain })
}

/// The regions of all points that are not settled, or nothing if one is too large.
fn open_regions(board: &Board, map: &SafetyMap) -> Option<Vec<RegionCount>> {
    let settled = map.safe(Color::Black) | map.safe(Color::White);
    let walls = map.stones[Color::Black] | map.stones[Color::White];
    let mut regions = Vec::new();
    let mut seen = settled;
    for point in board.size().points() {
        if seen.contains(point) {
            continue;
        }
        let is_wall = |point: Point| walls.contains(point);
        let region = RegionCount::around(board, point, is_wall, MOST_EMPTY)?;
        seen |= *region.points();
        regions.push(region);
    }
    Some(regions)
}

struct Reading<'a> {
    region: &'a RegionCount,
    budget: &'a mut Budget,
}

impl Reading<'_> {
    /// What `color` gets when `to_move` moves first.
    fn lead(&mut self, board: &Board, color: Color, to_move: Color) -> Lead {
        Lead {
            low: self.proved(board, color, to_move),
            high: -self.proved(board, color.opponent(), to_move),
        }
    }

    /// The play that keeps what `color` can get; of several the one that may get most, then that threatens most.
    fn best_point(&mut self, board: &Board, color: Color, lead: Lead) -> Option<Point> {
        let points: PointSet = *self.region.points();
        let mut keeping: Vec<(Point, Board)> = Vec::new();
        for point in &points {
            let mut after = board.clone();
            if after.play(color, point).is_ok() && self.gets(&after, color, lead.low) {
                keeping.push((point, after));
            }
        }
        if keeping.len() < 2 {
            return keeping.first().map(|(point, _)| *point);
        }
        let mut best: Option<((i32, i32), Point)> = None;
        for (point, mut after) in keeping {
            let other = color.opponent();
            let most = if lead.low < lead.high {
                -self.proved(&after, other, other)
            } else {
                lead.high
            };
            after.set_ko(None);
            let threat = self.proved(&after, color, color);
            if best.is_none_or(|(value, _)| (most, threat) > value) {
                best = Some(((most, threat), point));
            }
        }
        best.map(|(_, point)| point)
    }

    /// Whether `color` is proved to get `least` points when the opponent moves first.
    fn gets(&mut self, board: &Board, color: Color, least: i32) -> bool {
        let mut part = self.budget.part(PROOF_NODES);
        let other = color.opponent();
        let verdict = self.region.prove(board, color, other, least, &mut part);
        self.budget.charge(part.spent());
        verdict == Verdict::Proved
    }

    /// The most points that `prover` is proved to get when `to_move` moves first.
    fn proved(&mut self, board: &Board, prover: Color, to_move: Color) -> i32 {
        let (region, nodes) = (self.region, PROOF_NODES);
        region.best_proved(board, prover, to_move, nodes, self.budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(diagram: &str, color: Color, expected: Option<(&str, i32)>) {
        let board: Board = diagram.parse().unwrap();
        let map = SafetyMap::alternate(&board);
        let found = best_region_play(&board, &map, color, 0, &mut Budget::nodes(1_000_000));
        let expected = expected.map(|(name, double_gain)| RegionPlay {
            point: name.parse().unwrap(),
            double_gain,
        });
        assert_eq!(found, expected, "{color}\n{diagram}");
    }

    #[test]
    fn the_vital_point_of_an_open_group() {
        // Black lives or dies in the corner: twelve points each way.
        let diagram = ". . . X O . O .\nX X X X O O O O\nO O O O O . . O\n. O . O O O O O";
        check(diagram, Color::White, Some(("B4", 32)));
        check(diagram, Color::Black, Some(("B4", 32)));
    }

    #[test]
    fn a_dame_gains_a_point() {
        let diagram = ". X . X . O . O .\nX X X X O O O O O\n. . X X O O . . .";
        check(diagram, Color::Black, Some(("E3", 4)));
        check(". X . X O . O .\nX X X X O O O O", Color::Black, None);
    }
}
