//! Safety by miai pairs: what stays alive if the owner only answers plays of the opponent on one point of a pair with
//! the other.
//!
//! Given disjoint pairs of empty points, a point is *secured* for a chain if it touches the chain, or if it touches
//! both points of a pair that are secured themselves: whatever the opponent does, an own stone connected with the chain
//! will stand beside it. Blocks for which both points of a pair are secured are one chain. A region is vital for a
//! chain if all its empty points are secured for it; all its points, if the owner may come to play there and thereby
//! capture, or if suicide is allowed. The partner of a secured point need not be secured if the two are neighbors:
//! either the owner's stone comes to stand on the partner, or one that the chain has beside it. A pair counts a region
//! twice if each of its points cuts the region in two. Chains that keep two vital regions enclosed by such chains alone
//! can't be captured under alternate play, the opponent moving first.
//!
//! Why: let the first capture take a block whose only liberty is `z`. A chain with an open pair has two liberties at
//! every part, so the block is the whole chain. It has a vital region without `z`, all of whose empty points are
//! liberties, but for partners, beside which there is a liberty as long as their pair is open; there are none, so the
//! region holds only stones of the opponent, without a liberty. They can't stand there. The region is not empty, since
//! of each pair the owner takes one point at most; the points that it can never take are counted. The owner's answers
//! are legal for the same reason, and no ko forbids them, since they are made where nothing was captured.
//!
//! Source: the idea is Mueller, "Playing it safe" (1997), with the chains, 1-vital and 2-vital regions of Niu and
//! Mueller (2004); the rule is restated so that one argument covers chains, interior points, intersection points and
//! miai between regions.

use std::fmt;

use super::elimination::{ENOUGH_EYES, eliminate};
use super::region::{Regions, component};
use crate::board::{Board, Color, N_INDICES, Point, PointSet};

/// A pair of empty points: when the opponent plays one, the owner plays the other.
pub type Pair = [Point; 2];

/// The position of one color, taken apart for weighing sets of pairs.
#[derive(Clone, Debug)]
pub(super) struct Ground<'a> {
    board: &'a Board,
    pub(super) regions: Regions,
    /// A stone of each block.
    heads: Vec<Point>,
    /// The points beside each block that hold no stone of the color.
    beside: Vec<PointSet>,
    /// Numbers of the blocks around each region.
    pub(super) around: Vec<Vec<usize>>,
    pub(super) empty: PointSet,
}

impl fmt::Display for ChainProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |points: &PointSet| -> String {
            let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
            names.join(" ")
        };
        write!(f, "chain {}: eyes", names(&self.stones))?;
        for (points, count) in &self.eyes {
            let times = if *count > 1 { " twice" } else { "" };
            write!(f, " [{}]{times}", names(points))?;
        }
        if !self.pairs.is_empty() {
            let pairs: Vec<String> = (self.pairs.iter())
                .map(|[p, q]| format!("{p}-{q}"))
                .collect();
            write!(f, "; pairs {}", pairs.join(" "))?;
        }
        Ok(())
    }
}

/// Blocks joined by pairs.
#[derive(Clone, Debug)]
pub(super) struct Chains {
    /// The chain of each block, by the number of its first block.
    pub(super) of_block: Vec<usize>,
    /// The points secured for each chain, at the number of the chain.
    pub(super) secured: Vec<PointSet>,
}

/// What a set of pairs keeps alive.
#[derive(Clone, Debug, Default)]
pub(super) struct PairOutcome {
    /// Stones of the chains that can't be captured.
    pub(super) stones: PointSet,
    /// Points secured for one of these chains.
    pub(super) secured: PointSet,
    /// The pairs that are needed; the owner ignores the others.
    pub(super) pairs: Vec<Pair>,
}

/// A chain that can't be captured under alternate play, and what it lives on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainProof {
    /// The stones of its blocks.
    pub stones: PointSet,
    /// The points of each region that is vital for it, with how often the region counts: once or twice.
    pub eyes: Vec<(PointSet, u16)>,
    /// The pairs by which it is joined and its eyes are kept.
    pub pairs: Vec<Pair>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(board: &'a Board, color: Color) -> Self {
        let regions = Regions::new(board, color);
        let heads = regions.heads().to_vec();
        let mut number = [usize::MAX; N_INDICES];
        for (n, &head) in heads.iter().enumerate() {
            number[board.block_id(head).index()] = n;
        }
        let beside = heads
            .iter()
            .map(|&head| {
                let stones: PointSet = board.stones(head).collect();
                (stones.spread() - stones)
                    .iter()
                    .filter(|&point| regions.number(point).is_some())
                    .collect()
            })
            .collect();
        let around = regions
            .iter()
            .map(|region| {
                let ids = region.enclosing_blocks(board, color);
                ids.into_iter().map(|id| number[id.index()]).collect()
            })
            .collect();
        let empty = board.empty_set();
        Self {
            board,
            regions,
            heads,
            beside,
            around,
            empty,
        }
    }

    /// A stone of a block, by its number.
    pub(super) fn head(&self, block: usize) -> Point {
        self.heads[block]
    }

    /// The chains that the pairs make of the blocks, and what is secured for each.
    pub(super) fn chains(&self, pairs: &[Pair]) -> Chains {
        let mut chains = Chains {
            of_block: (0..self.heads.len()).collect(),
            secured: self.beside.clone(),
        };
        let mut changes = !pairs.is_empty();
        while changes {
            changes = false;
            for &[p, q] in pairs {
                changes |= chains.apply(&self.regions, p, q);
            }
        }
        chains
    }

    /// What stays alive if the owner answers by these pairs, which are disjoint and of empty points. If only the
    /// regions in `eyes` may serve as eyes, nothing that happens in others matters.
    pub(super) fn weigh(&self, pairs: &[Pair], eyes: Option<&PointSet>) -> PairOutcome {
        let mut pairs = pairs.to_vec();
        loop {
            let chains = self.chains(&pairs);
            let is_alive = self.living_chains(&pairs, &chains, eyes);
            let alive = || {
                (0..self.heads.len())
                    .filter(|&chain| is_alive[chain] && chains.of_block[chain] == chain)
            };
            let has_living_border = |&[p, _]: &Pair| {
                self.regions.number(p).is_some_and(|region| {
                    let mut around = self.around[region].iter();
                    around.all(|&block| is_alive[chains.of_block[block]])
                })
            };
            let is_used = |pair: &Pair| {
                alive().any(|chain| {
                    let secured = &chains.secured[chain];
                    pair.iter().all(|&point| secured.contains(point))
                        || self.partner(pair, secured).is_some() && has_living_border(pair)
                })
            };
            let n_before = pairs.len();
            pairs.retain(is_used);
            if pairs.len() < n_before {
                // The owner no longer answers on pairs of chains that were eliminated: look again without them.
                continue;
            }
            let mut outcome = PairOutcome {
                pairs: pairs.clone(),
                ..PairOutcome::default()
            };
            for chain in alive() {
                outcome.secured |= chains.secured[chain];
            }
            for (block, &head) in self.heads.iter().enumerate() {
                if is_alive[chains.of_block[block]] {
                    outcome.stones.extend(self.board.stones(head));
                }
            }
            return outcome;
        }
    }

    /// The chains that these pairs keep alive, each with its part of the proof. The pairs are those of an outcome, none
    /// of which is superfluous.
    pub(super) fn proofs(&self, pairs: &[Pair]) -> Vec<ChainProof> {
        let chains = self.chains(pairs);
        let is_alive = self.living_chains(pairs, &chains, None);
        let mut proofs = Vec::new();
        for root in (0..self.heads.len()).filter(|&n| is_alive[n] && chains.of_block[n] == n) {
            let blocks = (0..self.heads.len()).filter(|&block| chains.of_block[block] == root);
            let stones = blocks.flat_map(|block| self.board.stones(self.heads[block]));
            let secured = &chains.secured[root];
            let is_own = |pair: &&Pair| {
                pair.iter().all(|&point| secured.contains(point))
                    || self.partner(pair, secured).is_some()
            };
            let mut proof = ChainProof {
                stones: stones.collect(),
                eyes: Vec::new(),
                pairs: pairs.iter().filter(is_own).copied().collect(),
            };
            for (region, around) in self.around.iter().enumerate() {
                let is_closed = around.iter().all(|&block| is_alive[chains.of_block[block]]);
                let vital = self.vital_for(region, pairs, &chains);
                let own = vital.into_iter().find(|&(chain, _)| chain == root);
                if let Some((_, count)) = own.filter(|_| is_closed) {
                    proof.eyes.push((self.regions.get(region).points, count));
                }
            }
            proofs.push(proof);
        }
        proofs
    }

    /// Which chains keep two vital regions, by the number of their first block. Numbers of other blocks mean nothing.
    fn living_chains(&self, pairs: &[Pair], chains: &Chains, eyes: Option<&PointSet>) -> Vec<bool> {
        let may_serve = |region: usize| {
            let points = &self.regions.get(region).points;
            eyes.is_none_or(|eyes| points.is_subset(eyes))
        };
        // The regions that may serve as eyes, with the chains for which they are vital, and how often they count.
        let vital: Vec<(usize, Vec<(usize, u16)>)> = (0..self.regions.len())
            .filter(|&region| may_serve(region))
            .map(|region| (region, self.vital_for(region, pairs, chains)))
            .collect();
        let mut n_eyes = vec![0; self.heads.len()];
        let mut regions: Vec<_> = vital.iter().collect();
        eliminate(&mut regions, &mut n_eyes, |(region, vital)| {
            let around = self.around[*region].iter();
            let chains = around.map(|&block| (chains.of_block[block], 0));
            chains.chain(vital.iter().copied())
        });
        n_eyes.into_iter().map(|n| n >= ENOUGH_EYES).collect()
    }

    /// The point of a pair that need not be secured because its neighbor, the other one, is. An own stone stands beside
    /// it, so that the owner's play there is no suicide.
    fn partner(&self, pair: &Pair, secured: &PointSet) -> Option<Point> {
        let &[p, q] = pair;
        let (near, far) = match (secured.contains(p), secured.contains(q)) {
            (true, false) => (p, q),
            (false, true) => (q, p),
            (true, true) | (false, false) => return None,
        };
        let touches_own = || {
            let mut neighbors = far.neighbors().into_iter();
            neighbors.any(|point| self.board.color(point) == Some(self.regions.color()))
        };
        (near.is_adjacent_to(far) && touches_own()).then_some(far)
    }

    /// The chains around a region for which it is vital as long as its whole border is, with 2 for those to which a
    /// pair gives it twice.
    fn vital_for(&self, region: usize, pairs: &[Pair], chains: &Chains) -> Vec<(usize, u16)> {
        let points = &self.regions.get(region).points;
        let is_played = pairs.iter().flatten().any(|&point| points.contains(point));
        if !has_lasting_point(points, pairs) {
            return Vec::new();
        }
        let needed = if is_played || self.board.allows_suicide() {
            *points
        } else {
            *points & self.empty
        };
        let mut found: Vec<(usize, u16)> = Vec::new();
        for &block in &self.around[region] {
            let chain = chains.of_block[block];
            let secured = &chains.secured[chain];
            let partners = pairs.iter().filter_map(|pair| self.partner(pair, secured));
            let held = *secured | partners.collect();
            if found.iter().all(|&(other, _)| other != chain) && needed.is_subset(&held) {
                let halves = |&[p, q]: &Pair| {
                    let is_inside =
                        |point: Point| points.contains(point) && secured.contains(point);
                    is_inside(p) && is_inside(q) && cuts(points, p, pairs) && cuts(points, q, pairs)
                };
                found.push((chain, if pairs.iter().any(halves) { 2 } else { 1 }));
            }
        }
        found
    }
}

impl Chains {
    /// Joins the chains that have both points, and secures what touches both; whether anything was new.
    fn apply(&mut self, regions: &Regions, p: Point, q: Point) -> bool {
        let has_both = |chains: &Self, chain: usize| {
            chains.of_block[chain] == chain
                && chains.secured[chain].contains(p)
                && chains.secured[chain].contains(q)
        };
        let Some(first) = (0..self.of_block.len()).find(|&chain| has_both(self, chain)) else {
            return false;
        };
        let mut changes = false;
        for other in first + 1..self.of_block.len() {
            if has_both(self, other) {
                let secured = self.secured[other];
                self.secured[first] |= secured;
                for chain in self.of_block.iter_mut().filter(|chain| **chain == other) {
                    *chain = first;
                }
                changes = true;
            }
        }
        for point in p.neighbors() {
            if point != q && point.is_adjacent_to(q) && regions.number(point).is_some() {
                changes |= self.secured[first].insert(point);
            }
        }
        changes
    }
}

/// Whether a set of points holds one that the owner will never fill: one in no pair, or two of the same pair.
fn has_lasting_point(points: &PointSet, pairs: &[Pair]) -> bool {
    let lost = pairs
        .iter()
        .filter(|[p, q]| points.contains(*p) != points.contains(*q))
        .count();
    points.len() > lost
}

/// Whether an own stone on `point` leaves two parts of a region, each with a point that lasts.
pub(super) fn cuts(points: &PointSet, point: Point, pairs: &[Pair]) -> bool {
    let mut rest = *points;
    rest.remove(point);
    // The other point of its own pair is the opponent's then.
    let open: Vec<Pair> = pairs
        .iter()
        .copied()
        .filter(|pair| !pair.contains(&point))
        .collect();
    let mut n_parts = 0;
    while let Some(start) = rest.first() {
        let part = component(&rest, start);
        if !has_lasting_point(&part, &open) {
            return false;
        }
        rest -= part;
        n_parts += 1;
    }
    n_parts >= 2
}
