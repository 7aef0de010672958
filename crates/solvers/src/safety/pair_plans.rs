//! Greedy choices of miai pairs within one region, to be weighed by `pairing`.

use super::benson;
use super::pairing::{Chains, Ground, Pair, cuts};
use crate::board::{Board, Point, PointSet};

/// In regions with more points than this pairs only join blocks: a pairing hardly ever covers them.
const LARGEST_REGION: usize = 60;

/// In which order a greedy choice of pairs looks after its purposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Join the blocks around the region.
    Connect,
    /// Secure every point of the region.
    Secure,
    /// Cut the region in two.
    Divide,
    /// Give points that are not secured a secured neighbor as partner.
    Follow,
}

use Purpose::{Connect, Divide, Follow, Secure};

/// The orders of purposes that are tried in a region.
pub(super) const ORDERS: [&[Purpose]; 7] = [
    &[Connect, Secure, Divide],
    &[Divide, Connect, Secure],
    &[Connect, Divide, Secure],
    &[Secure, Connect, Divide],
    &[Connect, Secure],
    &[Connect, Secure, Follow],
    &[Follow, Connect, Secure],
];

/// The orders for regions that are too large to be covered.
const OPEN_ORDERS: [&[Purpose]; 1] = [&[Connect]];

/// For each region the sets of pairs worth weighing, the empty set first. The regions of unconditional life stay
/// without pairs, so that its blocks remain alive whatever is done elsewhere.
pub(super) fn plans(board: &Board, ground: &Ground<'_>) -> Vec<Vec<Vec<Pair>>> {
    let vital = benson::of_regions(board, &ground.regions).vital;
    ground
        .regions
        .iter()
        .enumerate()
        .map(|(number, region)| {
            let mut plans = vec![Vec::new()];
            let orders: &[&[Purpose]] = if region.points.len() <= LARGEST_REGION {
                &ORDERS
            } else {
                &OPEN_ORDERS
            };
            let is_open = region.is_bounded() && region.n_empty >= 2;
            if is_open && !region.points.intersects(&vital) {
                for order in orders {
                    let plan = Planner::new(ground, number).plan(order);
                    if !plans.contains(&plan) {
                        plans.push(plan);
                    }
                }
            }
            plans
        })
        .collect()
}

/// A greedy choice of pairs within one region.
struct Planner<'a> {
    ground: &'a Ground<'a>,
    region: usize,
    points: PointSet,
    /// Empty points that are in no pair yet.
    free: PointSet,
    pairs: Vec<Pair>,
}

impl<'a> Planner<'a> {
    fn new(ground: &'a Ground<'a>, region: usize) -> Self {
        let points = ground.regions.get(region).points;
        Self {
            ground,
            region,
            points,
            free: points & ground.empty,
            pairs: Vec::new(),
        }
    }

    fn plan(mut self, order: &[Purpose]) -> Vec<Pair> {
        for purpose in order {
            match purpose {
                Connect => while self.connect() {},
                Secure => while self.secure() {},
                Divide => self.divide(),
                Follow => while self.follow() {},
            }
        }
        self.pairs
    }

    /// The distinct chains around the region.
    fn chains_around(&self, chains: &Chains) -> Vec<usize> {
        let mut around: Vec<usize> = self.ground.around[self.region]
            .iter()
            .map(|&block| chains.of_block[block])
            .collect();
        around.sort_unstable();
        around.dedup();
        around
    }

    /// The points secured for the chain that has most of the region.
    fn best_secured(&self, chains: &Chains) -> PointSet {
        self.chains_around(chains)
            .into_iter()
            .map(|chain| chains.secured[chain] & self.points)
            .rev()
            .max_by_key(PointSet::len)
            .unwrap_or_default()
    }

    fn take(&mut self, pair: Pair) {
        for point in pair {
            self.free.remove(point);
        }
        self.pairs.push(pair);
    }

    /// Takes the pair that joins most chains, points that cut the region first; whether there was one.
    fn connect(&mut self) -> bool {
        let chains = self.ground.chains(&self.pairs);
        let around = self.chains_around(&chains);
        if around.len() < 2 {
            return false;
        }
        let reached_by = |point: Point| -> Vec<usize> {
            let has_point = |chain: &usize| chains.secured[*chain].contains(point);
            around.iter().copied().filter(has_point).collect()
        };
        let joints: Vec<(Point, Vec<usize>)> = (self.free.iter())
            .map(|point| (point, reached_by(point)))
            .filter(|(_, reached)| reached.len() >= 2)
            .collect();
        let mut best: Option<((usize, usize), Pair)> = None;
        for (n, (p, reached)) in joints.iter().enumerate() {
            for (q, others) in &joints[n + 1..] {
                let n_joined = others
                    .iter()
                    .filter(|chain| reached.contains(chain))
                    .count();
                if n_joined < 2 || best.is_some_and(|((known, _), _)| known > n_joined) {
                    continue;
                }
                let pair = [*p, *q];
                let n_cuts = pair.into_iter().filter(|&point| self.cuts(point)).count();
                let value = (n_joined, n_cuts);
                if best.is_none_or(|(known, _)| value > known) {
                    best = Some((value, pair));
                }
            }
        }
        best.map(|(_, pair)| self.take(pair)).is_some()
    }

    /// Takes a pair beside the unsecured point with the least choice of pairs; whether there was one.
    fn secure(&mut self) -> bool {
        let secured = self.best_secured(&self.ground.chains(&self.pairs));
        let unsecured = self.points - secured;
        let usable = self.free & secured;
        let touches = |point: Point| {
            let neighbors = point.neighbors().into_iter();
            neighbors
                .filter(|&neighbor| unsecured.contains(neighbor))
                .count()
        };
        let mut best: Option<((usize, usize), Pair)> = None;
        for point in &unsecured {
            let beside: Vec<Point> = point
                .neighbors()
                .into_iter()
                .filter(|&neighbor| usable.contains(neighbor))
                .collect();
            for (n, &p) in beside.iter().enumerate() {
                for &q in &beside[n + 1..] {
                    // Few other choices, and few other unsecured points that could have used the two.
                    let value = (beside.len(), touches(p) + touches(q));
                    if best.is_none_or(|(known, _)| value < known) {
                        best = Some((value, [p, q]));
                    }
                }
            }
        }
        best.map(|(_, pair)| self.take(pair)).is_some()
    }

    /// Takes a pair of which either point cuts the region, if there is one; one that secures a point is best.
    fn divide(&mut self) {
        let secured = self.best_secured(&self.ground.chains(&self.pairs));
        let unsecured = self.points - secured;
        let cutting: Vec<Point> = (self.free & secured)
            .iter()
            .filter(|&point| self.cuts(point))
            .collect();
        let n_secured = |[p, q]: Pair| {
            let beside_both = |point: &Point| point.is_adjacent_to(p) && point.is_adjacent_to(q);
            unsecured.iter().filter(beside_both).count()
        };
        let pairs = cutting
            .iter()
            .enumerate()
            .flat_map(|(n, &p)| cutting[n + 1..].iter().map(move |&q| [p, q]));
        if let Some(pair) = pairs.rev_max_by_key(n_secured) {
            self.take(pair);
        }
    }

    /// Takes a pair of neighbors of which one is secured for a chain and the other for another chain only, if there is
    /// one; whether there was.
    fn follow(&mut self) -> bool {
        let chains = self.ground.chains(&self.pairs);
        let of_region = |chain: usize| chains.secured[chain] & self.points;
        let reaches: Vec<PointSet> = (self.chains_around(&chains).into_iter())
            .map(of_region)
            .collect();
        let secured = reaches
            .iter()
            .fold(PointSet::EMPTY, |all, reach| all | *reach);
        for reach in &reaches {
            for far in &((self.free & secured) - *reach) {
                let mut beside = far.neighbors().into_iter();
                if let Some(near) = beside.find(|&p| self.free.contains(p) && reach.contains(p)) {
                    self.take([near, far]);
                    return true;
                }
            }
        }
        false
    }

    fn cuts(&self, point: Point) -> bool {
        cuts(&self.points, point, &self.pairs)
    }
}

/// The first maximum of an iterator, where `max_by_key` gives the last.
trait FirstMaximum: Iterator + Sized {
    fn rev_max_by_key<K: Ord>(self, key: impl Fn(Self::Item) -> K) -> Option<Self::Item>
    where
        Self::Item: Copy,
    {
        let mut best: Option<(K, Self::Item)> = None;
        for item in self {
            let value = key(item);
            if best.as_ref().is_none_or(|(known, _)| value > *known) {
                best = Some((value, item));
            }
        }
        best.map(|(_, item)| item)
    }
}

impl<I: Iterator> FirstMaximum for I {}
