//! Safety by pairs of points: when the other color plays on one point of a pair, the owner plays on the other.
//!
//! A point is *secured* for a chain if it lies beside the chain, or beside both points of a pair that is secured
//! itself: whatever happens, an own stone of the chain comes to stand beside it. Blocks for which both points of a pair
//! are secured are one chain. A region is *vital* for a chain around it if the owner never fills all of it, and each of
//! its empty points is secured for the chain; each of its points, if a point of a pair lies in it, since stones may
//! then be taken there. The second point of a pair of neighbors need not be secured if it has an own stone beside it:
//! one of the two stones of the owner stands beside what is left. A region counts twice if it holds a pair of secured
//! points, each of which cuts it into two parts that last. Chains with two vital regions that only such chains enclose
//! are never taken.
//!
//! *No two eyes*: the other color may have an eye on a point of an area among safe stones only if the point is not
//! secured, if it holds none of its stones (without suicide these are never taken off, unless the owner answers there),
//! and if not too many of the diagonal points are safe stones.
//!
//! Sources: Mueller (1997), "Playing it safe"; Niu and Mueller (2004), "An improved safety solver for computer Go".

use crate::grid::Grid;
use crate::set::Set;

/// Vital regions that keep a chain alive.
const ENOUGH: usize = 2;

/// A pair of points.
type Pair = [usize; 2];

/// A board from the view of one color: own stones and others.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub(super) grid: Grid,
    pub(super) own: Set,
    pub(super) other: Set,
    pub(super) blocks: Vec<Set>,
    /// The parts of the board without own stones that own stones touch.
    pub(super) regions: Vec<Set>,
}

/// What pairs keep.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// Stones that are never taken.
    pub(super) stones: Set,
    /// Points among these stones where the other color gets no two eyes.
    pub(super) territory: Set,
    /// The regions that serve as eyes or hold a point of a pair.
    pub(super) used: Set,
    /// The points on which all this rests: these eyes, and the points of the pairs.
    pub(super) rests_on: Set,
}

/// Blocks joined by pairs: the chain of each block, and the points secured for each chain.
struct Chains {
    of_block: Vec<usize>,
    secured: Vec<Set>,
}

/// A region with the chains around it and how many eyes it is for each.
struct Eyes {
    region: Set,
    chains: Vec<(usize, usize)>,
}

impl Ground {
    pub(super) fn new(grid: Grid, own: Set, other: Set) -> Self {
        let rest = grid.all - own;
        let mut regions = grid.parts(rest, rest);
        regions.retain(|&region| grid.spread(region).meets(own));
        Self {
            grid,
            own,
            other,
            blocks: grid.parts(own, own),
            regions,
        }
    }

    pub(super) fn empty(&self) -> Set {
        self.grid.all - self.own - self.other
    }

    /// The own blocks beside a set, by number.
    fn around(&self, region: Set) -> impl Iterator<Item = usize> + '_ {
        let near = self.grid.spread(region);
        (0..self.blocks.len()).filter(move |&block| self.blocks[block].meets(near))
    }

    /// What the pairs keep, where regions with points of `apart` are no eyes, and areas with such points no territory.
    /// `None` if they are not disjoint pairs of empty points, or if one of them serves no purpose: then the owner could
    /// not be sure that the answer is legal.
    pub(super) fn kept(&self, pairs: &[Pair], apart: Set) -> Option<Kept> {
        let paired: Set = pairs.iter().flatten().copied().collect();
        if paired.len() != 2 * pairs.len() || !paired.is_within(self.empty()) {
            return None;
        }
        let chains = self.chains(pairs);
        let mut all = self.eyes(pairs, &chains);
        all.retain(|eyes| !eyes.region.meets(apart));
        let (alive, eyes) = self.living(&chains, all);
        let is_alive = |block: usize| alive[chains.of_block[block]];
        let safe = |region: Set| self.around(region).all(is_alive);
        let region_of = |point: usize| self.regions.iter().copied().find(|set| set.has(point));
        let has_purpose = |pair: &Pair| {
            let points: Set = pair.iter().copied().collect();
            (0..alive.len()).filter(|&n| alive[n]).any(|chain| {
                let secured = chains.secured[chain];
                points.is_within(secured)
                    || self.partner(*pair, secured).is_some()
                        && region_of(pair[0]).is_some_and(safe)
            })
        };
        if !pairs.iter().all(has_purpose) {
            return None;
        }
        let living = (0..self.blocks.len()).filter(|&block| is_alive(block));
        let stones = living.fold(Set::EMPTY, |all, block| all | self.blocks[block]);
        let secured = (0..alive.len()).filter(|&n| alive[n] && chains.of_block[n] == n);
        let secured = secured.fold(Set::EMPTY, |all, chain| all | chains.secured[chain]);
        let serves = |region: &&Set| region.meets(paired) || eyes.contains(*region);
        let used = self.regions.iter().filter(serves);
        let used = used.fold(Set::EMPTY, |all, &region| all | region);
        Some(Kept {
            stones,
            territory: self.territory(stones, secured, paired, apart),
            used,
            rests_on: eyes.iter().fold(paired, |all, &eye| all | eye),
        })
    }

    /// The chains that the pairs make of the blocks.
    fn chains(&self, pairs: &[Pair]) -> Chains {
        let beside = self
            .blocks
            .iter()
            .map(|&block| self.grid.spread(block) - self.own);
        let mut chains = Chains {
            of_block: (0..self.blocks.len()).collect(),
            secured: beside.collect(),
        };
        loop {
            let changes = pairs.iter().filter(|&&pair| self.join(&mut chains, pair));
            if changes.count() == 0 {
                return chains;
            }
        }
    }

    /// Joins the chains for which both points are secured, and secures what lies beside both; whether this was new.
    fn join(&self, chains: &mut Chains, pair: Pair) -> bool {
        let points: Set = pair.into_iter().collect();
        let is_root = |&n: &usize| chains.of_block[n] == n && points.is_within(chains.secured[n]);
        let roots: Vec<usize> = (0..chains.of_block.len()).filter(is_root).collect();
        let Some((&first, others)) = roots.split_first() else {
            return false;
        };
        for &other in others {
            let theirs = chains.secured[other];
            chains.secured[first] |= theirs;
            let members = chains.of_block.iter_mut().filter(|chain| **chain == other);
            members.for_each(|chain| *chain = first);
        }
        let [near, far] = pair.map(|point| self.grid.spread(Set::of(point)));
        let between = (near & far) - points - self.own;
        let is_new = !between.is_within(chains.secured[first]);
        chains.secured[first] |= between;
        is_new || !others.is_empty()
    }

    /// The regions that are vital for some chain.
    fn eyes(&self, pairs: &[Pair], chains: &Chains) -> Vec<Eyes> {
        let eyes_in = |&region: &Set| {
            let mut around: Vec<usize> = self.around(region).map(|n| chains.of_block[n]).collect();
            around.sort_unstable();
            around.dedup();
            let lasts = has_lasting_point(region, pairs);
            let count = |chain: usize| {
                let is_vital = lasts && self.is_vital(region, pairs, chains.secured[chain]);
                let times = if self.counts_twice(region, pairs, chains.secured[chain]) {
                    2
                } else {
                    1
                };
                (chain, if is_vital { times } else { 0 })
            };
            Eyes {
                region,
                chains: around.into_iter().map(count).collect(),
            }
        };
        self.regions.iter().map(eyes_in).collect()
    }

    fn is_vital(&self, region: Set, pairs: &[Pair], secured: Set) -> bool {
        let is_played = pairs.iter().flatten().any(|&point| region.has(point));
        let needed = if is_played {
            region
        } else {
            region & self.empty()
        };
        let partners = pairs.iter().filter_map(|&pair| self.partner(pair, secured));
        needed.is_within(partners.collect::<Set>() | secured)
    }

    /// The point of a pair of neighbors that need not be secured, because the other one is.
    fn partner(&self, [p, q]: Pair, secured: Set) -> Option<usize> {
        let (near, far) = match (secured.has(p), secured.has(q)) {
            (true, false) => (p, q),
            (false, true) => (q, p),
            (true, true) | (false, false) => return None,
        };
        let beside = self.grid.spread(Set::of(far));
        (beside.has(near) && beside.meets(self.own)).then_some(far)
    }

    fn counts_twice(&self, region: Set, pairs: &[Pair], secured: Set) -> bool {
        let inside = region & secured;
        pairs.iter().any(|pair| {
            let cuts = |&point: &usize| inside.has(point) && self.cuts(region, point, pairs);
            pair.iter().all(cuts)
        })
    }

    /// Whether an own stone on a point leaves two parts of a region that last. The other point of its pair is lost
    /// then.
    fn cuts(&self, region: Set, point: usize, pairs: &[Pair]) -> bool {
        let others: Vec<Pair> = pairs
            .iter()
            .copied()
            .filter(|pair| !pair.contains(&point))
            .collect();
        let rest = region - Set::of(point);
        let parts = self.grid.parts(rest, rest);
        parts.len() >= ENOUGH && parts.iter().all(|&part| has_lasting_point(part, &others))
    }

    /// The chains that keep two eyes, and the regions that are eyes of such chains and that only they enclose.
    fn living(&self, chains: &Chains, mut eyes: Vec<Eyes>) -> (Vec<bool>, Vec<Set>) {
        loop {
            let mut counts = vec![0; self.blocks.len()];
            for &(chain, count) in eyes.iter().flat_map(|eyes| &eyes.chains) {
                counts[chain] += count;
            }
            let is_alive = |&(chain, _): &(usize, usize)| counts[chain] >= ENOUGH;
            let n_before = eyes.len();
            eyes.retain(|eyes| eyes.chains.iter().all(is_alive));
            if eyes.len() == n_before {
                let is_root = |chain: usize| chains.of_block[chain] == chain;
                let alive = (0..counts.len()).map(|n| is_root(n) && counts[n] >= ENOUGH);
                let is_eye = |eyes: &&Eyes| eyes.chains.iter().any(|&(_, count)| count > 0);
                let vital = eyes.iter().filter(is_eye).map(|eyes| eyes.region);
                return (alive.collect(), vital.collect());
            }
        }
    }

    /// The parts of the board among safe stones without room for two eyes and without points of `apart`.
    fn territory(&self, stones: Set, secured: Set, paired: Set, apart: Set) -> Set {
        if stones.is_empty() {
            return Set::EMPTY;
        }
        let rest = self.grid.all - stones;
        let answered = self.regions.iter().filter(|region| region.meets(paired));
        let answered = answered.fold(Set::EMPTY, |all, &region| all | region);
        let areas = self.grid.parts(rest, rest).into_iter();
        let areas = areas.filter(|area| !area.meets(apart)).filter(|&area| {
            let has_hole = self.has_hole(area);
            let candidates = area - secured - (self.other - answered);
            let eyes = candidates.points().filter(|&point| {
                let around = self.grid.diagonals(point);
                let n_safe = around.iter().filter(|&&point| stones.has(point)).count();
                has_hole || n_safe < if around.len() < 4 { 1 } else { 2 }
            });
            self.grid.is_one_eye(eyes.collect())
        });
        areas.fold(Set::EMPTY, |all, area| all | area)
    }

    /// Whether an area surrounds other points: points that no path with diagonal steps from the edge reaches.
    fn has_hole(&self, area: Set) -> bool {
        let outside = self.grid.all - area;
        let mut reached = outside & self.grid.edge();
        loop {
            let wider = self.grid.spread_to_diagonals(reached) & outside;
            if wider == reached {
                return reached != outside;
            }
            reached = wider;
        }
    }
}

/// Whether a set holds a point that the owner never fills: one in no pair, or both points of a pair.
fn has_lasting_point(points: Set, pairs: &[Pair]) -> bool {
    let is_split = |pair: &&Pair| points.has(pair[0]) != points.has(pair[1]);
    points.len() > pairs.iter().filter(is_split).count()
}
