//! Safety under alternate play by local search, where miai pairs do not show it.
//!
//! The regions that a color encloses are searched one by one, the opponent moving first, the owner answering inside the
//! region or not at all. Blocks around the region are *doubly* safe if they live by it alone, though every liberty
//! elsewhere is taken; with an eye elsewhere it is enough that each keeps one eye and, at every moment, a liberty here.
//! A block that two regions serve in this way is safe, provided that all other blocks around these regions are: to
//! capture it, its liberties in both would have to be filled at the same time. Regions of which neither helps alone
//! are merged and searched as one where they share a block.
//!
//! The owner has to end up with two eyes for good: what can't be captured because neither side can move, as in a seki,
//! is not called safe here.
//!
//! Disjoint regions never disturb each other: a play in one changes no liberty inside another, and what it changes
//! outside is taken for lost beforehand. The opponent may take back every ko at once, the owner not, and a repetition
//! is a failure of the owner; a superko that looks further back than the position itself is left out of account.
//!
//! Source: Niu and Mueller, "An improved safety solver for computer Go" (2004): region merging and weak dependence
//! of regions that share a block; the statement by liberties is ours.

use super::region_board::{Hold, RegionBoard, RegionPosition};
use crate::base::Budget;
use crate::board::{Board, Color, PerColor, Point, PointSet, zobrist};
use crate::proof::{AndOrGraph, Memory, Outcome, prove_with_zone};
use crate::safety::elimination::{ENOUGH_EYES, eliminate};
use crate::safety::{Regions, SafetyMap, StaticSafety, static_safety};

/// The most empty points of what is searched as one.
const MOST_EMPTY: usize = 12;
/// One search may take this part of a color's budget.
const PART: u64 = 8;
/// The most attempts to merge regions of a color.
const MOST_MERGERS: usize = 24;
/// Size of the table of a search: 2 to this power entries at least, and at most.
const LOG2_ENTRIES: (u32, u32) = (12, 18);

/// What holds under alternate play by pairs or by search, the opponent of each color moving first. Contains
/// [`SafetyMap::alternate`]. With a smaller budget less is found; what is found is proved.
pub fn safety_by_search(board: &Board, budget: &mut Budget) -> SafetyMap {
    RegionSafety::new(board, budget).map(board)
}

/// What pairs and the search of regions show about both colors of a board: the base that windows add to.
#[derive(Clone, Debug, Default)]
pub struct RegionSafety {
    pub(super) known: PerColor<StaticSafety>,
    pub(super) found: PerColor<FoundSafety>,
}

impl RegionSafety {
    /// Searches the regions of both colors, each with half of the budget at most.
    pub fn new(board: &Board, budget: &mut Budget) -> Self {
        let known = PerColor::from_fn(|color| static_safety(board, color));
        let found = PerColor::from_fn(|color| {
            let mut part = budget.part(budget.remaining() / 2);
            let found = find_safety(board, color, &known[color], Extent::Anywhere, &mut part);
            budget.charge(part.spent());
            found
        });
        Self { known, found }
    }

    /// The points that are safe so; see [`safety_by_search()`].
    #[must_use]
    pub fn map(&self, board: &Board) -> SafetyMap {
        SafetyMap::new(
            board,
            PerColor::from_fn(|color| self.found[color].stones),
            PerColor::from_fn(|color| self.found[color].territory),
        )
    }
}

/// What of the safety of a color rests on its territory alone, by search as well: all eyes and all answers lie there,
/// so that it holds whatever is played elsewhere, by either color and any number of times. `known` is the result of
/// [`crate::safety::closed_safety`], and is contained in the answer.
///
/// In the territory the owner answers a play with one play at most. So it counts for its owner as a whole, the stones
/// of the opponent twice: no line of play makes it more, and none that is answered makes it less.
#[must_use]
pub fn closed_safety_by_search(
    board: &Board,
    color: Color,
    known: &StaticSafety,
    budget: &mut Budget,
) -> StaticSafety {
    let found = find_safety(board, color, known, Extent::Territory, budget);
    StaticSafety {
        stones: found.stones,
        territory: found.territory,
        pairs: known.pairs.clone(),
        nakade: known.nakade.clone(),
    }
}

/// How the safety of a color was found beyond what pairs show: its steps, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundSafety {
    pub(super) stones: PointSet,
    pub(super) territory: PointSet,
    pub(super) steps: Vec<SafetyStep>,
}

/// Regions that make the blocks around them safe.
#[derive(Clone, Debug)]
pub(super) struct SafetyStep {
    /// What the blocks around have outside, unless they are safe already.
    pub(super) hold: Hold,
    /// The stones that were safe before.
    pub(super) safe: PointSet,
    /// The points of each region, and what the search found that the owner keeps there; nothing where the region is an
    /// eye as it is.
    pub(super) regions: Vec<(PointSet, Option<SafetyGoal>)>,
}

impl SafetyStep {
    /// The points of its regions.
    pub(super) fn points(&self) -> PointSet {
        let regions = self.regions.iter();
        regions.fold(PointSet::EMPTY, |all, (region, _)| all | *region)
    }
}

impl FoundSafety {
    /// Adds a step of a search that may have shown more before, if all that the step rests on is shown here as well;
    /// whether it is.
    pub(super) fn add(&mut self, board: &Board, color: Color, step: &SafetyStep) -> bool {
        let own: PointSet = board.points_of(color).collect();
        let beside = step.points().spread() & own;
        let walls: PointSet = (beside.iter())
            .flat_map(|stone| board.stones(stone))
            .collect();
        if !(walls & step.safe).is_subset(&self.stones) {
            return false;
        }
        self.stones |= walls;
        for (region, goal) in &step.regions {
            if *goal != Some(SafetyGoal::Blocks) {
                self.territory |= *region;
            }
        }
        self.steps.push(step.clone());
        true
    }
}

/// What search adds to the safety `known` of a color, and by which steps.
pub(super) fn find_safety(
    board: &Board,
    color: Color,
    known: &StaticSafety,
    extent: Extent,
    budget: &mut Budget,
) -> FoundSafety {
    let mut solver = Solver::new(board, color, known, extent, budget);
    solver.solve();
    FoundSafety {
        stones: solver.safe,
        territory: solver.territory,
        steps: solver.steps,
    }
}

/// Where the owner may have eyes and give answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// In every region.
    Anywhere,
    /// Only in regions in which the opponent can't live.
    Territory,
}

/// What the owner has to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SafetyGoal {
    /// All blocks around the region.
    Blocks,
    /// These, and that the opponent has no room for two eyes.
    BlocksAndRegion,
}

/// Regions that are searched as one.
#[derive(Clone, Debug)]
struct Cluster {
    points: PointSet,
    n_empty: usize,
    /// A stone of each block around it, ascending.
    heads: Vec<Point>,
    /// Blocks of which all empty points are liberties, if it is a single region.
    healthy_for: Vec<Point>,
    /// What the owner can keep here if each block has an eye elsewhere.
    kept: Option<SafetyGoal>,
    /// Whether it has been searched since a block around it became safe.
    is_searched: bool,
    /// Whether the owner's answers here already serve a proof.
    is_used: bool,
}

struct Solver<'a> {
    board: &'a Board,
    color: Color,
    extent: Extent,
    budget: &'a mut Budget,
    /// What one search may cost.
    nodes: u64,
    /// Stones that are proved to be safe.
    safe: PointSet,
    territory: PointSet,
    clusters: Vec<Cluster>,
    steps: Vec<SafetyStep>,
}

impl<'a> Solver<'a> {
    fn new(
        board: &'a Board,
        color: Color,
        known: &StaticSafety,
        extent: Extent,
        budget: &'a mut Budget,
    ) -> Self {
        Self {
            board,
            color,
            extent,
            nodes: budget.remaining() / PART,
            budget,
            clusters: clusters(board, color, known),
            safe: known.stones,
            territory: known.territory,
            steps: Vec::new(),
        }
    }

    /// Searches until nothing more is found.
    fn solve(&mut self) {
        let mut n_mergers = 0;
        loop {
            while self.prove_alone() || self.prove_together() {}
            if n_mergers >= MOST_MERGERS || !self.merge(&mut n_mergers) {
                break;
            }
        }
        self.prove_territory();
    }

    fn is_safe(&self, head: Point) -> bool {
        self.safe.contains(head)
    }

    fn make_safe(&mut self, head: Point) {
        self.safe.extend(self.board.stones(head));
        for cluster in &mut self.clusters {
            cluster.is_searched &= !cluster.heads.contains(&head);
        }
    }

    /// Notes a step, before what it makes safe is.
    fn note(&mut self, hold: Hold, regions: Vec<(PointSet, Option<SafetyGoal>)>) {
        self.steps.push(SafetyStep {
            hold,
            safe: self.safe,
            regions,
        });
    }

    /// Marks the owner's strategy in a cluster as settled.
    fn use_cluster(&mut self, n: usize, kept: SafetyGoal) {
        self.clusters[n].is_used = true;
        if kept == SafetyGoal::BlocksAndRegion {
            self.territory |= self.clusters[n].points;
        }
    }

    /// Finds clusters by which alone the blocks around them live; whether there was one.
    fn prove_alone(&mut self) -> bool {
        let mut has_found = false;
        for n in 0..self.clusters.len() {
            let cluster = &self.clusters[n];
            let is_done = cluster.is_used || cluster.is_searched;
            if is_done || cluster.heads.iter().all(|&head| self.is_safe(head)) {
                continue;
            }
            if let Some(kept) = self.keeps(&cluster.clone(), Hold::Nothing) {
                let region = (self.clusters[n].points, Some(kept));
                self.note(Hold::Nothing, vec![region]);
                for head in self.clusters[n].heads.clone() {
                    self.make_safe(head);
                }
                self.use_cluster(n, kept);
                has_found = true;
            }
        }
        has_found
    }

    /// Finds blocks that live by two clusters or more; whether there was one.
    fn prove_together(&mut self) -> bool {
        for n in 0..self.clusters.len() {
            if !self.clusters[n].is_used && !self.clusters[n].is_searched {
                self.clusters[n].kept = self.keeps(&self.clusters[n].clone(), Hold::Eye);
                self.clusters[n].is_searched = true;
            }
        }
        let alive = self.blocks_with_two_eyes();
        let mut regions = Vec::new();
        for n in 0..self.clusters.len() {
            let cluster = &self.clusters[n];
            let serves = |head: &Point| cluster.heads.contains(head);
            if cluster.is_used || !alive.iter().any(serves) || !self.is_closed(cluster, &alive) {
                continue;
            }
            let points = cluster.points;
            if let Some(kept) = cluster.kept {
                regions.push((points, Some(kept)));
                self.use_cluster(n, kept);
            } else if alive.iter().any(|head| cluster.healthy_for.contains(head)) {
                // All empty points are liberties of a block that stays: no room for an eye.
                regions.push((points, None));
                self.use_cluster(n, SafetyGoal::BlocksAndRegion);
            }
        }
        if !regions.is_empty() {
            self.note(Hold::Eye, regions);
        }
        for &head in &alive {
            self.make_safe(head);
        }
        !alive.is_empty()
    }

    /// Whether all blocks around a cluster are safe or in `alive`.
    fn is_closed(&self, cluster: &Cluster, alive: &[Point]) -> bool {
        let mut heads = cluster.heads.iter();
        heads.all(|head| self.is_safe(*head) || alive.contains(head))
    }

    /// The blocks that are not known to be safe, but have two eyes in clusters that only such blocks and safe ones
    /// enclose.
    fn blocks_with_two_eyes(&self) -> Vec<Point> {
        let heads = self.clusters.iter().flat_map(|cluster| &cluster.heads);
        let mut open: Vec<Point> = heads.copied().filter(|&head| !self.is_safe(head)).collect();
        open.sort_unstable();
        open.dedup();
        let clusters = self.clusters.iter().filter(|cluster| !cluster.is_used);
        let mut clusters: Vec<&Cluster> = clusters.collect();
        let mut n_eyes = vec![0; open.len()];
        eliminate(&mut clusters, &mut n_eyes, |cluster| {
            cluster.heads.iter().filter_map(|head| {
                let has_eye = cluster.kept.is_some() || cluster.healthy_for.contains(head);
                Some((open.binary_search(head).ok()?, u16::from(has_eye)))
            })
        });
        let mut counts = n_eyes.into_iter();
        open.retain(|_| counts.next().is_some_and(|n_eyes| n_eyes >= ENOUGH_EYES));
        open
    }

    /// Merges two clusters that share a block not known to be safe, if the search then shows more; whether it did.
    /// Counts attempts.
    fn merge(&mut self, n_attempts: &mut usize) -> bool {
        for one in 0..self.clusters.len() {
            for other in one + 1..self.clusters.len() {
                let (a, b) = (&self.clusters[one], &self.clusters[other]);
                let in_need = |head: &&Point| !self.is_safe(**head) && b.heads.contains(head);
                let shares = a.heads.iter().any(|head| in_need(&head));
                let is_open = !a.is_used && !b.is_used && a.n_empty + b.n_empty <= MOST_EMPTY;
                if !shares || !is_open {
                    continue;
                }
                if *n_attempts >= MOST_MERGERS {
                    return false;
                }
                *n_attempts += 1;
                let merged = a.merged(b);
                let alone = self.keeps(&merged, Hold::Nothing);
                let kept = alone.or_else(|| self.keeps(&merged, Hold::Eye));
                let adds_eye = [one, other]
                    .iter()
                    .all(|&n| self.clusters[n].kept.is_none());
                if alone.is_some() || kept.is_some() && adds_eye {
                    self.clusters.remove(other);
                    self.clusters[one] = Cluster { kept, ..merged };
                    return true;
                }
            }
        }
        false
    }

    /// Finds regions among safe stones in which the opponent can't live.
    fn prove_territory(&mut self) {
        for n in 0..self.clusters.len() {
            let cluster = &self.clusters[n];
            if !cluster.is_used && self.is_closed(cluster, &[]) {
                let kept = self.keeps(&cluster.clone(), Hold::TwoEyes);
                if kept == Some(SafetyGoal::BlocksAndRegion) {
                    let region = (self.clusters[n].points, kept);
                    self.note(Hold::Nothing, vec![region]);
                    self.use_cluster(n, SafetyGoal::BlocksAndRegion);
                }
            }
        }
    }

    /// What the owner can keep in a cluster if its blocks have `hold` outside, and safe ones life.
    fn keeps(&mut self, cluster: &Cluster, hold: Hold) -> Option<SafetyGoal> {
        self.budget.check().ok()?;
        let hold_of = |_: Color, stone: Point| {
            if self.safe.contains(stone) {
                Hold::TwoEyes
            } else {
                hold
            }
        };
        let region_board = RegionBoard::new(self.board, &cluster.points, hold_of)?;
        // The opponent may take every ko.
        let start = RegionBoard::pass(&region_board.position(self.board));
        let goals: &[SafetyGoal] = match self.extent {
            Extent::Anywhere => &[SafetyGoal::BlocksAndRegion, SafetyGoal::Blocks],
            Extent::Territory => &[SafetyGoal::BlocksAndRegion],
        };
        goals.iter().copied().find(|&goal| {
            let mut defense = Defense::new(&region_board, start, self.color, goal);
            let mut part = self.budget.part(self.nodes);
            let mut memory = Memory::default();
            memory.reserve(log2_entries(self.nodes));
            let is_kept = defense.holds(&mut memory, &mut part);
            self.budget.charge(part.spent());
            is_kept
        })
    }
}

impl Cluster {
    fn merged(&self, other: &Self) -> Self {
        let mut heads = [self.heads.clone(), other.heads.clone()].concat();
        heads.sort_unstable();
        heads.dedup();
        Self {
            points: self.points | other.points,
            n_empty: self.n_empty + other.n_empty,
            heads,
            healthy_for: Vec::new(),
            kept: None,
            is_searched: false,
            is_used: false,
        }
    }
}

/// The regions that are small enough and of which the static proof makes no use, each on its own.
fn clusters(board: &Board, color: Color, known: &StaticSafety) -> Vec<Cluster> {
    let regions = Regions::new(board, color);
    let paired: PointSet = known.pairs.iter().flatten().copied().collect();
    let taken = known.territory | paired;
    let is_open = |region: &&crate::safety::Region| {
        let n_empty = usize::from(region.n_empty);
        region.is_bounded() && n_empty <= MOST_EMPTY && !region.points.intersects(&taken)
    };
    regions
        .iter()
        .filter(is_open)
        .map(|region| {
            let ids = region.enclosing_blocks(board, color);
            let mut heads: Vec<Point> = ids.iter().map(|&id| board.block(id).head()).collect();
            heads.sort_unstable();
            let healthy = region.healthy_for.iter();
            Cluster {
                points: region.points,
                n_empty: usize::from(region.n_empty),
                heads,
                healthy_for: healthy.map(|&id| board.block(id).head()).collect(),
                kept: None,
                is_searched: false,
                is_used: false,
            }
        })
        .collect()
}

/// The size of the table of a search with so many nodes.
fn log2_entries(nodes: u64) -> u32 {
    let (fewest, most) = LOG2_ENTRIES;
    nodes.max(1).ilog2().clamp(fewest, most)
}

/// The owner's defense of a cluster as a search for a proof. Both may pass: a pass never helps the opponent to
/// capture. But without it the opponent would have to destroy a seki, or its own life, and the owner would seem to have
/// eyes.
pub(super) struct Defense<'a> {
    region_board: &'a RegionBoard,
    /// The positions of the line, the current one last.
    path: Vec<RegionPosition>,
    owner: Color,
    goal: SafetyGoal,
    to_move: Color,
}

impl<'a> Defense<'a> {
    /// The defense from a position in which the opponent is to move.
    pub(super) fn new(
        region_board: &'a RegionBoard,
        start: RegionPosition,
        owner: Color,
        goal: SafetyGoal,
    ) -> Self {
        Self {
            region_board,
            path: vec![start],
            owner,
            goal,
            to_move: owner.opponent(),
        }
    }

    /// Whether the defense is proved to hold. Searches about the same region, owner and goal may share a memory.
    pub(super) fn holds(&mut self, memory: &mut Memory<()>, budget: &mut Budget) -> bool {
        prove_with_zone(self, memory, budget).0 == Outcome::Proved
    }

    /// Whether the owner keeps its goal from here without another move.
    pub(super) fn is_held(&self) -> bool {
        self.outcome() == Some(true)
    }

    fn last(&self) -> &RegionPosition {
        &self.path[self.path.len() - 1]
    }
}

impl AndOrGraph for Defense<'_> {
    type Move = Option<u8>;
    type Key = u64;
    type Zone = ();

    fn key(&self) -> u64 {
        RegionBoard::key(self.last()) ^ zobrist::to_move(self.to_move)
    }

    fn is_prover_to_move(&self) -> bool {
        self.to_move == self.owner
    }

    fn outcome(&self) -> Option<bool> {
        let (position, opponent) = (self.last(), self.owner.opponent());
        if position.has_fallen || !self.region_board.keeps_liberties(position, self.owner) {
            return Some(false);
        }
        let life = self.region_board.life(position, self.owner);
        let is_held = life.has_all_walls
            && (self.goal == SafetyGoal::Blocks
                || !self.region_board.has_room(position, opponent, &life));
        is_held.then_some(true)
    }

    fn moves(&mut self) -> Vec<Option<u8>> {
        let plays = self.region_board.plays(self.last(), self.to_move).map(Some);
        plays.chain([None]).collect()
    }

    fn play(&mut self, mv: Option<u8>) {
        let position = self.last();
        let played = mv.and_then(|index| self.region_board.play(position, self.to_move, index));
        debug_assert_eq!(played.is_some(), mv.is_some(), "moves are legal");
        let mut next = played.unwrap_or_else(|| RegionBoard::pass(position));
        if self.to_move == self.owner {
            // The opponent may take back at once.
            next = RegionBoard::pass(&next);
        }
        self.path.push(next);
        self.to_move = self.to_move.opponent();
    }

    fn undo(&mut self) {
        self.path.pop();
        self.to_move = self.to_move.opponent();
    }
}
