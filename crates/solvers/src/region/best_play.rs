//! The best play on a board of which only small regions are open, by counting each region to its end.
//!
//! A region is worth what a color gets there, moving first and second; where the budget leaves that open, the middle
//! between the bounds is taken. How much moving first gains is counted twice: with no ko threats elsewhere, and as the
//! mean of what a color gets if it has all of them and if the other color has. The larger gain counts: to win or to
//! avoid a ko is worth what is at stake. The play goes where moving first gains most, sente and reverse sente counted
//! double. Of plays that gain the same, the one that threatens most is best, then one that needs no ko. That is exact
//! for one region without ko; for several it is the usual rule of thumb and not a proof.

use super::count::{RegionCount, RegionKo};
use crate::base::Budget;
use crate::board::{Board, Color, Point, Rules};
use crate::safety::SafetyMap;

/// The largest number of empty points in a region.
const MOST_EMPTY: usize = 12;
/// Budget of one proof that counts a region, in nodes.
const COUNT_NODES: u64 = 120_000;
/// Budget of one proof by which plays that gain as much are compared.
const COMPARE_NODES: u64 = 10_000;

/// A play that gains in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionPlay {
    /// Where.
    pub point: Point,
    /// How many half points it is worth to move first instead of second, by the scoring of the rules.
    pub gain: i32,
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

    const fn for_opponent(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }
}

/// The play of `color` that gains most by the scoring of the rules, if all points that are not
/// settled in `map` lie in small regions between its safe stones; `None` if they don't, or if nothing gains so much.
pub fn best_region_play(
    board: &Board,
    map: &SafetyMap,
    color: Color,
    rules: &Rules,
    budget: &mut Budget,
) -> Option<RegionPlay> {
    let regions = open_regions(board, map, rules)?;
    let mut gains = Vec::new();
    for region in &regions {
        let mut reading = GainSearch {
            region,
            nodes: COUNT_NODES,
            budget,
        };
        gains.push(reading.gain(board, color));
    }
    gains.retain(|gain| gain.most > 0);
    // The largest gain first, the first region of equals.
    gains.sort_by_key(|gain| std::cmp::Reverse((gain.most, gain.least)));
    let (largest, second) = match gains.as_slice() {
        [] => return None,
        [largest] => (largest.most, 0),
        [largest, second, ..] => (largest.most, second.most),
    };
    let mut best: Option<((i32, i32), RegionPlay)> = None;
    for (n, gain) in gains.iter().enumerate() {
        // Sente and reverse sente are worth four times as much at most.
        if best
            .as_ref()
            .is_some_and(|((value, _), _)| *value > 4 * gain.most)
        {
            break;
        }
        let mut reading = GainSearch {
            region: gain.region,
            nodes: COMPARE_NODES,
            budget,
        };
        let Some((point, threat)) = reading.best_point(board, color, gain.first) else {
            continue;
        };
        let mut value = gain.most;
        let mut threats = threat;
        if gains.len() > 1 {
            let elsewhere = if n == 0 { second } else { largest };
            value <<= i32::from(threat > elsewhere);
            let their_first = gain.second.for_opponent();
            if let Some((_, theirs)) = reading.best_point(board, color.opponent(), their_first) {
                value <<= i32::from(theirs > elsewhere);
                threats += theirs;
            }
        }
        tracing::debug!(%point, gain = gain.most, threats, value, "region weighed");
        let worth = (value, threats);
        if best.as_ref().is_none_or(|(known, _)| worth > *known) {
            let gain = gain.most;
            best = Some((worth, RegionPlay { point, gain }));
        }
    }
    best.map(|(_, play)| play)
}

/// What moving first gains in a region.
struct Gain<'a> {
    region: &'a RegionCount,
    /// What the color gets when it moves first, and second, without ko threats.
    first: Lead,
    second: Lead,
    /// The difference of the two in half points, or that with ko threats; the larger, and the smaller one.
    most: i32,
    least: i32,
}

/// The regions of all points that are not settled, or nothing if one is too large.
fn open_regions(board: &Board, map: &SafetyMap, rules: &Rules) -> Option<Vec<RegionCount>> {
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
        regions.push(region.with_ko(RegionKo::Superko).with_rules(rules));
    }
    Some(regions)
}

struct GainSearch<'a, 'b> {
    region: &'a RegionCount,
    /// Most nodes of one proof.
    nodes: u64,
    budget: &'b mut Budget,
}

impl<'a> GainSearch<'a, '_> {
    fn gain(&mut self, board: &Board, color: Color) -> Gain<'a> {
        let size = self.region.size();
        let other = color.opponent();
        // Moving first is no worse, and claims against all ko threats are the harder ones: what is known bounds the
        // rest.
        let second = self.lead_within(board, color, other, self.widest());
        let known = [(second.low, size), (second.high, size)];
        let first = self.lead_within(board, color, color, known);
        let known = [(-size, second.high), (second.low, size)];
        let second_free = self.with_free_ko(|free| free.lead_within(board, color, other, known));
        let known = [
            (second_free.low, first.high),
            (first.low.max(second_free.high), size),
        ];
        let first_free = self.with_free_ko(|free| free.lead_within(board, color, color, known));
        let (first, second) = ((first, first_free), (second, second_free));
        tracing::debug!(
            points = self.region.points().len(),
            ?first,
            ?second,
            left = self.budget.remaining(),
            "region counted"
        );
        let gains = [
            first.0.double_mean() - second.0.double_mean(),
            first.1.double_mean() - second.1.double_mean(),
        ];
        Gain {
            region: self.region,
            first: first.0,
            second: second.0,
            most: gains[0].max(gains[1]),
            least: gains[0].min(gains[1]),
        }
    }

    /// Searches the same region with endless ko threats of the refuter.
    fn with_free_ko<T>(&mut self, ask: impl FnOnce(&mut GainSearch<'_, '_>) -> T) -> T {
        let region = self.region.clone().with_ko(RegionKo::RefuterEndless);
        ask(&mut GainSearch {
            region: &region,
            nodes: self.nodes,
            budget: self.budget,
        })
    }

    /// What `color` gets when `to_move` moves first.
    fn lead(&mut self, board: &Board, color: Color, to_move: Color) -> Lead {
        self.lead_within(board, color, to_move, self.widest())
    }

    /// The same where something is known: between what the lower bound lies, and between what the upper one.
    fn lead_within(
        &mut self,
        board: &Board,
        color: Color,
        to_move: Color,
        [lower, upper]: [(i32, i32); 2],
    ) -> Lead {
        let low = self.proved(board, color, to_move, lower);
        let theirs = (-upper.1, -upper.0.max(low));
        let high = -self.proved(board, color.opponent(), to_move, theirs);
        Lead { low, high }
    }

    /// Bounds when nothing is known.
    fn widest(&self) -> [(i32, i32); 2] {
        let size = self.region.size();
        [(-size, size); 2]
    }

    /// The play that keeps what `color` can get, with what a second play in a row adds, in half points. Of several
    /// plays the one that does best whatever the ko threats, then that may win most with threats of its own, then that
    /// leaves the opponent the smallest threats, then that threatens most.
    fn best_point(&mut self, board: &Board, color: Color, lead: Lead) -> Option<(Point, i32)> {
        let other = color.opponent();
        let mut keeping: Vec<(Point, Board)> = Vec::new();
        for point in self.region.points() {
            let mut after = board.clone();
            if after.play(color, point).is_ok() && self.gets(&after, color, lead.low) {
                keeping.push((point, after));
            }
        }
        if keeping.len() > 1 {
            let robust: Vec<Lead> = keeping
                .iter()
                .map(|(_, after)| self.with_free_ko(|reading| reading.lead(after, color, other)))
                .collect();
            let most = robust.iter().max().copied();
            let mut robust = robust.into_iter();
            keeping.retain(|_| robust.next() == most);
        }
        if keeping.len() > 1
            && let Some(threats) = self.threats_left(&keeping, other)
        {
            let least = threats.iter().min().copied();
            let mut threats = threats.into_iter();
            keeping.retain(|_| threats.next() == least);
        }
        let mut best: Option<(i32, Point)> = None;
        for (point, mut after) in keeping {
            after.set_ko(None);
            let threat = self.lead(&after, color, color).double_mean();
            if best.is_none_or(|(value, _)| threat > value) {
                best = Some((threat, point));
            }
        }
        best.map(|(threat, point)| (point, threat - lead.double_mean()))
    }

    /// What `color` is proved to get by two plays in a row in each of these positions; nothing if that takes more than
    /// half of the budget.
    fn threats_left(&mut self, positions: &[(Point, Board)], color: Color) -> Option<Vec<i32>> {
        let mut part = self.budget.part(self.budget.remaining() / 2);
        let mut reading = GainSearch {
            region: self.region,
            nodes: self.nodes,
            budget: &mut part,
        };
        let size = self.region.size();
        let mut threats = Vec::new();
        for (_, board) in positions {
            let mut most = i32::MIN;
            for point in self.region.points() {
                let mut after = board.clone();
                after.set_ko(None);
                if after.play(color, point).is_ok() {
                    after.set_ko(None);
                    most = most.max(reading.proved(&after, color, color, (-size, size)));
                }
            }
            threats.push(most);
        }
        self.budget.charge(part.spent());
        (part.remaining() > 0).then_some(threats)
    }

    /// Whether `color` is proved to get `least` points when the opponent moves first.
    fn gets(&mut self, board: &Board, color: Color, least: i32) -> bool {
        let (region, other) = (self.region, color.opponent());
        region.is_proved(board, color, other, least, COUNT_NODES, self.budget)
    }

    /// The most points that `prover` is proved to get when `to_move` moves first, between two numbers.
    fn proved(
        &mut self,
        board: &Board,
        prover: Color,
        to_move: Color,
        (least, most): (i32, i32),
    ) -> i32 {
        let range = (least, most.max(least));
        let (region, nodes) = (self.region, self.nodes);
        region.best_proved(board, prover, to_move, range, nodes, self.budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rules: &str, diagram: &str, color: Color, expected: Option<(&str, i32)>) {
        let board: Board = diagram.parse().unwrap();
        let map = SafetyMap::alternate(&board);
        let rules = Rules::named(rules).unwrap();
        let mut budget = Budget::nodes(1_000_000);
        let found = best_region_play(&board, &map, color, &rules, &mut budget);
        let expected = expected.map(|(name, gain)| RegionPlay {
            point: name.parse().unwrap(),
            gain,
        });
        assert_eq!(found, expected, "{color}\n{diagram}");
    }

    #[test]
    fn the_vital_point_of_an_open_group() {
        let diagram = ". . . X O . O .\nX X X X O O O O\nO O O O O . . O\n. O . O O O O O";
        for color in Color::BOTH {
            // Black has all eight points or none.
            check("chinese", diagram, color, Some(("B4", 32)));
            // Two points of territory, or five prisoners with the points below them and two more.
            check("japanese", diagram, color, Some(("B4", 28)));
        }
    }

    /// By area a dame gains as much as the last but one point of a corridor, but there is more to gain in the corridor.
    #[test]
    fn a_corridor_comes_before_a_dame() {
        let diagram = "\
            . X . X X X X O .\n\
            X X X X X . . O O\n\
            X X X X X X X O .\n\
            X X X X X X . O O\n\
            X X X X X X X O .";
        for color in Color::BOTH {
            check("chinese", diagram, color, Some(("G4", 4)));
        }
    }

    #[test]
    fn a_dame_gains_a_point_by_area() {
        let diagram = ". X . X . O . O .\nX X X X O O O O O\n. . X X O O . . .";
        check("chinese", diagram, Color::Black, Some(("E3", 4)));
        check("japanese", diagram, Color::Black, None);
        let filled = ". X . X O . O .\nX X X X O O O O";
        check("chinese", filled, Color::Black, None);
    }
}
