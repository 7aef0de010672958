//! Safety by windows: disjoint parts of the board in which the owner of some walls answers each play of the opponent,
//! so that all of them live together.
//!
//! The opponent moves first everywhere. In each window the owner keeps duties: to link walls, to keep a liberty for
//! them, to leave no room for two eyes. `window` is the game in a window, `duty` what is promised, `solver` the
//! complete search of it, `plan` what the promises of all windows make of the walls, and `assembly` the choice of
//! windows. The theorems and their proofs stand in `docs/design/windows.md`. `lead` bounds the score: the owner answers
//! in windows, and plays as it likes on free areas beside them (`free_area`, `free_sum`); see `docs/design/endgame.md`.
//!
//! Sources: Benson (1976) for vital regions and the elimination of what does not live; Mueller, "Playing it safe"
//! (1997), and Niu and Mueller, "An improved safety solver for computer Go" (2004), for local search with the opponent
//! first. Links, windows in open areas, and the one argument for all duties are ours.

mod apart;
mod assembly;
mod attack;
mod attacks;
mod closed_regions;
mod duty;
mod effort;
mod follow;
mod free_area;
mod free_sum;
mod kept;
mod lead;
mod mixer;
mod nearby;
mod order;
mod pairs;
mod plan;
mod pockets;
mod solver;
#[cfg(test)]
mod solver_tests;
mod window;
mod written;
mod zone_search;
mod zones;

use apart::Apart;
use assembly::Assembly;
use effort::Effort;
pub use effort::nodes_on_board;
pub use follow::{WindowFollower, WindowState, WindowStates, WindowStrategy};
pub use kept::Kept;
pub use lead::{SureLead, sure_lead};
use plan::Answers;
use window::MOST_POINTS;
pub(super) use written::WindowLines;

use super::safety_by_search::{Extent, FoundSafety, RegionSafety, SafetyStep};
use crate::base::Budget;
use crate::board::{Board, Color, PerColor, PointSet};
use crate::safety::{SafetyMap, StaticSafety};

/// Answers to questions about windows, remembered by shape: they hold anywhere on any board.
#[derive(Debug, Default)]
pub struct WindowMemory {
    answers: Answers,
}

/// What a color keeps by windows: stones that are never captured, and points in which the opponent can't live.
#[derive(Clone, Debug)]
pub struct WindowSafety<'a> {
    /// Stones that are never captured.
    pub stones: PointSet,
    /// Closed regions in which the opponent gets no room for two eyes; stones that stand there are included.
    pub territory: PointSet,
    assembly: Assembly<'a>,
}

impl<'a> WindowSafety<'a> {
    /// What `color` keeps by windows alone. A question about a window may take `nodes` nodes of the budget, which are
    /// positions looked at.
    pub fn new(
        board: &'a Board,
        color: Color,
        nodes: u64,
        memory: &mut WindowMemory,
        budget: &mut Budget,
    ) -> Self {
        let (nothing, extent) = (PointSet::EMPTY, Extent::Anywhere);
        let beside = (&nothing, &nothing);
        Self::within(extent, board, color, beside, nodes, (memory, budget))
    }

    /// Each window and what the owner keeps there, in words.
    fn reasons(&self) -> Vec<String> {
        let windows = self.assembly.windows.iter();
        let reasons = windows.map(|window| window.reason(&self.assembly.walls));
        reasons.collect()
    }

    /// The same with windows where `extent` allows them, `beside` known stones, which live by what happens on the
    /// points of the second set alone: the most that is found with any number of nodes up to this.
    fn within(
        extent: Extent,
        board: &'a Board,
        color: Color,
        beside: (&PointSet, &PointSet),
        nodes: u64,
        (memory, budget): (&mut WindowMemory, &mut Budget),
    ) -> Self {
        let efforts = Effort::all(board, nodes).into_iter();
        let tries = efforts
            .map(|effort| Self::once(extent, board, color, beside, effort, (memory, budget)));
        let first = |most: Self, next: Self| {
            if next.n_points() > most.n_points() {
                next
            } else {
                most
            }
        };
        let most = tries.reduce(first);
        most.expect("there is a least effort")
    }

    /// The same with one effort for each question.
    fn once(
        extent: Extent,
        board: &'a Board,
        color: Color,
        beside: (&PointSet, &PointSet),
        effort: Effort,
        (memory, budget): (&mut WindowMemory, &mut Budget),
    ) -> Self {
        let credit = (&mut memory.answers, budget);
        let assembly = Assembly::new(board, color, beside, extent, effort, credit);
        let territory = assembly.windows.iter().map(|window| window.territory);
        Self {
            stones: assembly.walls.stones,
            territory: territory.fold(PointSet::EMPTY, |all, points| all | points),
            assembly,
        }
    }

    /// How many points it shows.
    fn n_points(&self) -> usize {
        (self.stones | self.territory).len()
    }
}

/// What holds under alternate play by pairs, by search of regions and by windows, the opponent of each color moving
/// first. Contains what [`super::safety_by_search()`] finds with the budget `regions`. A question about a window may
/// take `nodes` nodes, all questions together `windows`.
pub fn safety_by_windows(
    board: &Board,
    nodes: u64,
    regions: &mut Budget,
    windows: &mut Budget,
) -> SafetyMap {
    add_windows(board, &RegionSafety::new(board, regions), nodes, windows)
}

/// What windows add to the safety by regions of the same board; see [`safety_by_windows()`].
pub fn add_windows(
    board: &Board,
    regions: &RegionSafety,
    nodes: u64,
    windows: &mut Budget,
) -> SafetyMap {
    let mut memory = WindowMemory::default();
    add_windows_beside(
        board,
        regions,
        &PointSet::EMPTY,
        nodes,
        &mut memory,
        windows,
    )
}

/// The same if the stones of `assumed`, of both colors, are never captured.
pub fn add_windows_beside(
    board: &Board,
    regions: &RegionSafety,
    assumed: &PointSet,
    nodes: u64,
    memory: &mut WindowMemory,
    windows: &mut Budget,
) -> SafetyMap {
    let kept = kept_beside(board, (regions, assumed), nodes, memory, windows);
    SafetyMap::new(
        board,
        PerColor::from_fn(|color| kept[color].stones),
        PerColor::from_fn(|color| kept[color].territory),
    )
}

/// What each color keeps by pairs, by the search of regions and by windows. A question about a window may take
/// `nodes` nodes of the budget `windows`.
pub fn kept_by_windows(
    board: &Board,
    nodes: u64,
    regions: &mut Budget,
    memory: &mut WindowMemory,
    windows: &mut Budget,
) -> PerColor<Kept> {
    let regions = RegionSafety::new(board, regions);
    kept_beside(board, (&regions, &PointSet::EMPTY), nodes, memory, windows)
}

/// What each color keeps by pairs and by the search of regions: each block by two eyes, never by a seki.
pub fn kept_by_regions(board: &Board, budget: &mut Budget) -> PerColor<Kept> {
    let regions = RegionSafety::new(board, budget);
    PerColor::from_fn(|color| {
        let (known, found) = (&regions.known[color], &regions.found[color]);
        Kept {
            stones: found.stones,
            territory: found.territory,
            answers: used_points(board, color, (known, found)),
            pairs: known.pairs.clone(),
        }
    })
}

/// What each color keeps beside stones of both colors that are taken to live.
fn kept_beside(
    board: &Board,
    (regions, assumed): (&RegionSafety, &PointSet),
    nodes: u64,
    memory: &mut WindowMemory,
    windows: &mut Budget,
) -> PerColor<Kept> {
    let mut most = PerColor::from_fn(|color| {
        let shown = (&regions.known[color], &regions.found[color]);
        Most::new(board, color, shown, assumed)
    });
    for effort in Effort::all(board, nodes) {
        for color in Color::BOTH {
            let share = match color {
                Color::Black => windows.remaining() / 2,
                Color::White => windows.remaining(),
            };
            let mut part = windows.part(share);
            let theirs = most[color.opponent()].kept.territory;
            most[color].try_windows(board, color, effort, (&theirs, memory, &mut part));
            windows.charge(part.spent());
        }
    }
    PerColor::from_fn(|color| most[color].kept.clone())
}

/// The most that windows show for a color with several numbers of nodes a question, beside what pairs and regions show
/// or by themselves.
struct Most<'a> {
    /// What pairs and regions show, and stones that are taken to live.
    base: Kept,
    /// These stones alone.
    alone: Kept,
    kept: Kept,
    /// The windows behind it, if there are any, and what they stand beside.
    windows: Option<(WindowSafety<'a>, Beside)>,
    shown: (&'a StaticSafety, &'a FoundSafety),
    /// Where windows may lie.
    extent: Extent,
    /// Whether windows may stand beside less than all that pairs and regions show.
    uses_parts: bool,
}

/// What windows stand beside.
#[derive(Clone, Debug)]
enum Beside {
    /// All that pairs and regions show.
    All,
    /// The part of it that rests on no point near blocks that nothing kept.
    Part(Box<Apart>),
    /// Nothing.
    Nothing,
}

/// How far from blocks that nothing keeps a point counts as near.
const NEAR: usize = 2;

impl<'a> Most<'a> {
    fn new(
        board: &Board,
        color: Color,
        (known, found): (&'a StaticSafety, &'a FoundSafety),
        assumed: &PointSet,
    ) -> Self {
        let own: PointSet = board.points_of(color).collect();
        let alone = Kept {
            stones: *assumed & own,
            ..Kept::default()
        };
        let base = Kept {
            stones: found.stones | alone.stones,
            territory: found.territory,
            answers: used_points(board, color, (known, found)),
            pairs: known.pairs.clone(),
        };
        Self {
            kept: base.clone(),
            base,
            alone,
            windows: None,
            shown: (known, found),
            extent: Extent::Anywhere,
            uses_parts: true,
        }
    }

    /// The same with windows where `extent` allows them.
    fn within(self, extent: Extent, uses_parts: bool) -> Self {
        Self {
            extent,
            uses_parts,
            ..self
        }
    }

    /// Looks for windows with one effort, beside all that pairs and regions show, by themselves, and
    /// beside a part. Without all of it they count if they have all of it. `theirs` is territory of the other color.
    fn try_windows(
        &mut self,
        board: &'a Board,
        color: Color,
        effort: Effort,
        (theirs, memory, budget): (&PointSet, &mut WindowMemory, &mut Budget),
    ) {
        self.try_beside(Beside::All, board, color, effort, (memory, budget));
        if self.base.answers.is_empty() || !self.uses_parts {
            return;
        }
        self.try_beside(Beside::Nothing, board, color, effort, (memory, budget));
        if let Some(part) = self.part(board, color, theirs) {
            let beside = Beside::Part(Box::new(part));
            self.try_beside(beside, board, color, effort, (memory, budget));
        }
    }

    /// The part of what pairs and regions show that rests on no point near blocks that nothing keeps so far; nothing if
    /// that is all of it, or if nothing is left.
    fn part(&self, board: &Board, color: Color, theirs: &PointSet) -> Option<Apart> {
        let own: PointSet = board.points_of(color).collect();
        let open = own - self.kept.stones - *theirs;
        let near = (0..NEAR).fold(open, |near, _| near.spread()) & PointSet::board(board.size());
        if !near.intersects(&self.base.answers) {
            return None;
        }
        let mut part = Apart::new(board, color, self.shown, &near);
        part.kept.stones |= self.alone.stones;
        (!part.kept.answers.is_empty()).then_some(part)
    }

    fn try_beside(
        &mut self,
        beside: Beside,
        board: &'a Board,
        color: Color,
        effort: Effort,
        (memory, budget): (&mut WindowMemory, &mut Budget),
    ) {
        let start = match &beside {
            Beside::All => &self.base,
            Beside::Part(part) => &part.kept,
            Beside::Nothing => &self.alone,
        };
        let (extent, known) = (self.extent, (&start.stones, &start.answers));
        let safety = WindowSafety::once(extent, board, color, known, effort, (memory, budget));
        let kept = start.with_windows(&safety);
        if kept.contains(&self.base) && kept.n_points() > self.kept.n_points() {
            self.kept = kept;
            self.windows = Some((safety, beside));
        }
    }
}

/// The most that a color keeps by pairs, regions and windows, and all that a proof of it consists of.
#[derive(Clone, Debug)]
pub(super) struct Basis<'a> {
    pub(super) kept: Kept,
    /// Points on which no pair, eye and region rests, so that windows may lie there.
    pub(super) apart: PointSet,
    pub(super) steps: Vec<SafetyStep>,
    /// The windows, if there are any.
    pub(super) windows: Option<WindowSafety<'a>>,
}

impl<'a> Basis<'a> {
    /// The most beside what pairs and regions have `shown` for a color, and if `uses_parts` beside a part of it or by
    /// windows alone. `theirs` is territory of the other color. A question about a window may take `nodes` nodes of the
    /// budget. Windows lie where `extent` allows them.
    pub(super) fn new(
        board: &'a Board,
        color: Color,
        shown: (&'a StaticSafety, &'a FoundSafety),
        (extent, uses_parts, theirs): (Extent, bool, &PointSet),
        nodes: u64,
        (memory, budget): (&mut WindowMemory, &mut Budget),
    ) -> Self {
        let most = Most::new(board, color, shown, &PointSet::EMPTY);
        let mut most = most.within(extent, uses_parts);
        for effort in Effort::all(board, nodes) {
            most.try_windows(board, color, effort, (theirs, memory, &mut *budget));
        }
        let (windows, beside) = most
            .windows
            .map_or((None, Beside::All), |(windows, beside)| {
                (Some(windows), beside)
            });
        let (apart, steps) = match beside {
            Beside::All => (PointSet::EMPTY, shown.1.steps.clone()),
            Beside::Part(part) => (part.near, part.steps),
            Beside::Nothing => {
                let own: PointSet = board.points_of(color).collect();
                (PointSet::board(board.size()) - own, Vec::new())
            }
        };
        Self {
            kept: most.kept,
            apart,
            steps,
            windows,
        }
    }
}

/// Why windows show what they show for a color, in words, and what they stand beside where that is not all that pairs
/// and regions show: lines for its chains, and the steps of the search of regions.
#[derive(Debug, Default)]
pub(super) struct WindowReasons {
    pub(super) windows: Vec<String>,
    pub(super) beside: Option<(Vec<String>, Vec<SafetyStep>)>,
}

/// The reasons of a color beside pairs and regions. A question about a window may take `nodes` nodes.
pub(super) fn window_reasons(
    board: &Board,
    color: Color,
    shown: (&StaticSafety, &FoundSafety),
    nodes: u64,
    budget: &mut Budget,
) -> WindowReasons {
    let mut most = Most::new(board, color, shown, &PointSet::EMPTY);
    let mut memory = WindowMemory::default();
    for effort in Effort::all(board, nodes) {
        let credit = (&PointSet::EMPTY, &mut memory, &mut *budget);
        most.try_windows(board, color, effort, credit);
    }
    let Some((safety, beside)) = most.windows else {
        return WindowReasons::default();
    };
    WindowReasons {
        windows: safety.reasons(),
        beside: match beside {
            Beside::All => None,
            Beside::Nothing => Some((Vec::new(), Vec::new())),
            Beside::Part(part) => {
                let chains = part.chains.iter().map(|chain| format!("beside {chain}"));
                Some((chains.collect(), part.steps))
            }
        },
    }
}

impl Kept {
    /// The same with what windows add elsewhere.
    pub(super) fn with_windows(&self, more: &WindowSafety<'_>) -> Self {
        let windows = more.assembly.windows.iter().map(|window| window.points);
        Self {
            stones: more.stones | self.stones,
            territory: more.territory | self.territory,
            answers: windows.fold(self.answers, |all, points| all | points),
            pairs: self.pairs.clone(),
        }
    }
}

/// The points on which the stones that live by pairs and by the search of regions depend, and territory.
pub(super) fn used_points(
    board: &Board,
    color: Color,
    (known, found): (&StaticSafety, &FoundSafety),
) -> PointSet {
    let mut used = known.territory | found.territory;
    for step in &found.steps {
        for (region, _) in &step.regions {
            used |= *region;
        }
    }
    used.extend(known.pairs.iter().flatten().copied());
    for proof in known.proofs(board, color) {
        for (eye, _) in &proof.eyes {
            used |= *eye;
        }
    }
    used
}
