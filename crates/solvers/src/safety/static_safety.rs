//! Safety under alternate play without search: stones that can't be captured, and points where the opponent can't
//! live, though the opponent moves first.
//!
//! Sets of miai pairs are tried, greedily by region and in a few orders of purpose, and weighed by
//! the module `pairing`; whatever set is found, its outcome is proved. At most a few dozen sets are weighed
//! for each region.
//!
//! Sources: Mueller, "Playing it safe" (1997); Niu and Mueller, "An improved safety solver for computer Go" (2004).

use super::nakade::Nakade;
use super::pair_plans::{ORDERS, plans};
use super::pairing::{ChainProof, Ground, Pair, PairOutcome};
use super::region::components;
use crate::board::{Board, Cell, Color, Point, PointSet};

/// What one color holds under alternate play, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaticSafety {
    /// Stones that can't be captured, though the opponent moves first, if the owner keeps to the pairs.
    pub stones: PointSet,
    /// Points enclosed by such stones alone in which the opponent can't make two eyes by plays that the owner
    /// answers on the pairs and in the eye spaces only; stones of either color that stand there are included.
    pub territory: PointSet,
    /// When the opponent plays on one point of a pair, the owner has to play on the other.
    pub pairs: Vec<Pair>,
    /// Eye spaces of the opponent that the owner keeps down to one eye, with answers in them. They are disjoint from
    /// the pairs; no other answers are needed.
    pub nakade: Vec<Nakade>,
}

impl StaticSafety {
    /// Stones and territory together.
    #[must_use]
    pub fn points(&self) -> PointSet {
        self.stones | self.territory
    }

    /// Why the stones are safe, chain by chain in point order. `board` and `color` are those of the safety.
    #[must_use]
    pub fn proofs(&self, board: &Board, color: Color) -> Vec<ChainProof> {
        Ground::new(board, color).proofs(&self.pairs)
    }
}

/// The static safety of one color.
///
/// Always contains its unconditional life.
#[must_use]
pub fn static_safety(board: &Board, color: Color) -> StaticSafety {
    let ground = Ground::new(board, color);
    let options = plans(board, &ground);
    let mut chosen: Vec<usize> = vec![0; options.len()];
    let mut best = settle(board, &ground, &all_pairs(&options, &chosen), None);
    for n in 1..=ORDERS.len() {
        let candidate: Vec<usize> = options.iter().map(|plans| n.min(plans.len() - 1)).collect();
        best = improve(board, &ground, &options, &mut chosen, candidate, best);
    }
    loop {
        let n_before = best.points().len();
        for region in 0..options.len() {
            // Pairs in a region that is settled already can't add to it; they may only cost elsewhere.
            let is_settled = ground.regions.get(region).points.is_subset(&best.points());
            for plan in 0..options[region].len() {
                if is_settled {
                    break;
                }
                let mut candidate = chosen.clone();
                candidate[region] = plan;
                best = improve(board, &ground, &options, &mut chosen, candidate, best);
            }
        }
        if best.points().len() == n_before {
            break;
        }
    }
    let mut best = join_across_regions(board, &ground, &all_pairs(&options, &chosen), best);
    add_eye_spaces(board, &ground, &mut best);
    best
}

/// What of the static safety of one color rests on its territory alone: the stones have their eyes there, and all pairs
/// lie there. It holds whatever is played elsewhere, by either color and any number of times.
#[must_use]
pub fn closed_safety(board: &Board, color: Color) -> StaticSafety {
    closed_part(board, color, &static_safety(board, color))
}

/// The same, for a color whose static safety is known already.
#[must_use]
pub fn closed_part(board: &Board, color: Color, known: &StaticSafety) -> StaticSafety {
    let ground = Ground::new(board, color);
    let mut best = known.clone();
    // Each round loses a block, or is the last.
    for _ in 0..=ground.regions.heads().len() {
        let closed = best.territory;
        let mut pairs = best.pairs.clone();
        pairs.retain(|pair| pair.iter().all(|&point| closed.contains(point)));
        best = settle(board, &ground, &pairs, Some(&closed));
        if closed.is_subset(&best.territory) {
            return best;
        }
    }
    StaticSafety::default()
}

/// What is left of the static safety of one color, if no region with a point of `near` may be an eye, and no point of
/// `near` belongs to a pair.
#[must_use]
pub fn part_apart(
    board: &Board,
    color: Color,
    known: &StaticSafety,
    near: &PointSet,
) -> StaticSafety {
    let mut pairs = known.pairs.clone();
    pairs.retain(|pair| pair.iter().all(|&point| !near.contains(point)));
    let eyes = PointSet::board(board.size()) - *near;
    settle(board, &Ground::new(board, color), &pairs, Some(&eyes))
}

/// The better of `best` and what `candidate` gives; `chosen` follows.
fn improve(
    board: &Board,
    ground: &Ground<'_>,
    options: &[Vec<Vec<Pair>>],
    chosen: &mut Vec<usize>,
    candidate: Vec<usize>,
    best: StaticSafety,
) -> StaticSafety {
    if candidate == *chosen {
        return best;
    }
    let found = settle(board, ground, &all_pairs(options, &candidate), None);
    if found.points().len() > best.points().len() {
        *chosen = candidate;
        found
    } else {
        best
    }
}

fn all_pairs(options: &[Vec<Vec<Pair>>], chosen: &[usize]) -> Vec<Pair> {
    options
        .iter()
        .zip(chosen)
        .flat_map(|(plans, &plan)| plans[plan].iter().copied())
        .collect()
}

/// Adds pairs of points from two regions that join chains, as long as that makes more points safe.
fn join_across_regions(
    board: &Board,
    ground: &Ground<'_>,
    pairs: &[Pair],
    best: StaticSafety,
) -> StaticSafety {
    let mut pairs = pairs.to_vec();
    let mut best = best;
    loop {
        let chains = ground.chains(&pairs);
        let taken: PointSet = pairs.iter().flatten().copied().collect();
        let mut roots = chains.of_block.clone();
        roots.sort_unstable();
        roots.dedup();
        let mut found = None;
        'search: for (n, &a) in roots.iter().enumerate() {
            for &b in &roots[n + 1..] {
                let is_safe = |chain: usize| best.stones.contains(ground.head(chain));
                if is_safe(a) && is_safe(b) {
                    continue;
                }
                let shared = (chains.secured[a] & chains.secured[b] & ground.empty) - taken;
                let points: Vec<Point> = shared.iter().take(4).collect();
                for (i, &p) in points.iter().enumerate() {
                    for &q in points[i + 1..]
                        .iter()
                        .filter(|&&q| ground.regions.number(p) != ground.regions.number(q))
                    {
                        let mut more = pairs.clone();
                        more.push([p, q]);
                        let safety = settle(board, ground, &more, None);
                        if safety.points().len() > best.points().len() {
                            found = Some((more, safety));
                            break 'search;
                        }
                    }
                }
            }
        }
        match found {
            Some((more, safety)) => (pairs, best) = (more, safety),
            None => return best,
        }
    }
}

/// The stones that the pairs keep alive and the territory that they enclose.
fn settle(
    board: &Board,
    ground: &Ground<'_>,
    pairs: &[Pair],
    eyes: Option<&PointSet>,
) -> StaticSafety {
    let outcome = ground.weigh(pairs, eyes);
    let mut safety = StaticSafety {
        stones: outcome.stones,
        territory: PointSet::EMPTY,
        pairs: outcome.pairs.clone(),
        nakade: Vec::new(),
    };
    for area in areas(board, &outcome.stones) {
        if !has_room_for_two_eyes(&possible_eyes(board, ground, &area, &outcome)) {
            safety.territory |= area;
        }
    }
    safety
}

/// The parts of the board that safe stones enclose; none if there are no such stones.
fn areas(board: &Board, stones: &PointSet) -> Vec<PointSet> {
    if stones.is_empty() {
        return Vec::new();
    }
    let all: PointSet = board.size().points().collect();
    components(all - *stones).collect()
}

/// Adds the areas in which the opponent has room for more than one eye, but all of it in an eye space that the owner
/// keeps down.
fn add_eye_spaces(board: &Board, ground: &Ground<'_>, safety: &mut StaticSafety) {
    let outcome = ground.weigh(&safety.pairs, None);
    for area in areas(board, &outcome.stones) {
        if area.is_subset(&safety.territory) {
            continue;
        }
        let eyes = possible_eyes(board, ground, &area, &outcome);
        if let Some(space) = Nakade::new(board, &eyes, ground.regions.color()) {
            safety.territory |= area;
            safety.nakade.push(space);
        }
    }
}

/// Whether two eyes fit on these points.
fn has_room_for_two_eyes(eyes: &PointSet) -> bool {
    let mut points = eyes.iter();
    match (points.next(), points.next(), points.next()) {
        (Some(a), Some(b), None) => !a.is_adjacent_to(b),
        (_, _, third) => third.is_some(),
    }
}

/// The points on which the opponent might make an eye in an area that only safe stones enclose.
///
/// An eye needs a point that is not secured. Its point is false for sure if too many of the diagonal points are safe
/// stones and the area has no hole, so that the opponent's stones can't go around one of these.
fn possible_eyes(
    board: &Board,
    ground: &Ground<'_>,
    area: &PointSet,
    outcome: &PairOutcome,
) -> PointSet {
    let (color, safe, secured) = (ground.regions.color(), &outcome.stones, &outcome.secured);
    let paired: PointSet = outcome.pairs.iter().flatten().copied().collect();
    let has_hole = has_hole(board, area);
    let might_be_eye = |&point: &Point| {
        // A stone of the opponent makes no room unless it is taken off: by suicide, or by an answer of the owner.
        let is_stone = board.cell(point) == Cell::from(color.opponent());
        let is_answered = || {
            ground
                .regions
                .at(point)
                .is_some_and(|region| region.points.intersects(&paired))
        };
        if secured.contains(point) || (is_stone && !board.allows_suicide() && !is_answered()) {
            return false;
        }
        let n_off_board = point
            .diagonals()
            .into_iter()
            .filter(|&p| board.cell(p) == Cell::Wall)
            .count();
        let n_safe = point
            .diagonals()
            .into_iter()
            .filter(|&p| safe.contains(p))
            .count();
        has_hole || n_safe < if n_off_board > 0 { 1 } else { 2 }
    };
    area.iter().filter(might_be_eye).collect()
}

/// Whether an area surrounds points that are not its own: whether the rest of the board, the border around it
/// included, falls apart even if diagonal steps are allowed.
fn has_hole(board: &Board, area: &PointSet) -> bool {
    let outside: PointSet = board
        .size()
        .points()
        .filter(|point| !area.contains(*point))
        .collect();
    let mut reached: PointSet = outside
        .iter()
        .filter(|&point| board.size().line(point) == 1)
        .collect();
    if reached.is_empty() {
        let Some(first) = outside.first() else {
            return false;
        };
        // The area holds the whole border of the board: what is outside is a hole.
        return outside.contains(first);
    }
    let mut front = reached;
    while !front.is_empty() {
        let around: PointSet = front.iter().flat_map(Point::around).collect();
        front = (around & outside) - reached;
        reached |= front;
    }
    reached != outside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safety::marks::marked;

    /// The points safe for Black: `*` stones, `+` territory.
    fn check(diagram: &str, expected: &str) {
        let board: Board = diagram.parse().unwrap();
        let safety = static_safety(&board, Color::Black);
        assert_eq!(
            marked(&board, &safety.stones, &safety.territory),
            expected,
            "{diagram}"
        );
    }

    #[test]
    fn four_in_a_row_lives_and_three_does_not() {
        check(
            ". . . . X O\nX X X X X O\nO O O O O .",
            "++++*+ *****+ ++++++",
        );
        check(
            ". . . X O O\nX X X X O .\nO O O O O .",
            "------ ------ ------",
        );
    }

    #[test]
    fn a_joint_that_opens_to_the_outside_is_no_eye() {
        check(
            ". X . X . O\nX X . X X O\nO O O O O .\n. . . . . .",
            "------ ------ ------ ------",
        );
    }
}
