//! What a proof of safety consists of: pairs, steps of the search of regions, and windows, each small enough to be
//! written.
//!
//! Windows are chosen beside pairs and regions, by themselves, or beside a part. Where the strategy of a region has
//! many nodes, windows beside the pairs alone are taken if they show the same. What can't be written is left out, and
//! the rest is chosen again.

use super::no_safety_proof::{MOST_NODES, NoSafetyProof};
use super::safety_by_search::{Extent, FoundSafety, SafetyStep, find_safety};
use super::step_lines::{StepLines, step_lines};
use super::windows::{Basis, Kept, WindowLines, WindowMemory, nodes_on_board};
use crate::base::Budget;
use crate::board::{Board, Color, PointSet};
use crate::safety::{Nakade, StaticSafety, closed_part, component, static_safety};

/// Nodes for the search of what is safe.
const SAFETY_NODES: u64 = 800_000;

/// Questions about windows that are paid for.
const WINDOW_QUESTIONS: u64 = 800;

/// With more nodes, regions are left out of a proof if windows keep the same without them: their answers take little
/// room.
const MANY_NODES: usize = 100;

/// How often windows are chosen at most because one of them could not be written.
const MOST_CHOICES: usize = 12;

/// What may be in a proof.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartsOptions {
    /// Where eyes and answers may lie.
    pub(super) extent: Extent,
    /// Nodes of a question about a window.
    pub(super) window_nodes: u64,
    /// Whether windows may stand beside less than all that pairs and regions show.
    pub(super) stand_apart: bool,
}

/// A proof of safety.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// What it shows, and by which pairs.
    pub(super) kept: Kept,
    /// Points on which no pair, eye and region rests.
    pub(super) apart: PointSet,
    pub(super) steps: Vec<StepLines>,
    pub(super) windows: Vec<WindowLines>,
}

impl Parts {
    /// What pairs, regions and windows show. Where suicide is allowed, the format has windows alone.
    ///
    /// # Errors
    /// If the budget ends.
    pub(super) fn new(
        board: &Board,
        color: Color,
        options: PartsOptions,
        budget: &mut Budget,
    ) -> Result<Self, NoSafetyProof> {
        let mut chooser = Chooser::new(board, color, options, budget);
        let found = chooser.search(color);
        let first = chooser.choose(&found)?;
        if let Ok(steps) = chooser.step_lines(&first.steps, MANY_NODES) {
            return Ok(first.with(steps));
        }
        let second = chooser.choose(&chooser.by_pairs())?;
        if second.kept.contains(&first.kept) {
            return Ok(second.with(Vec::new()));
        }
        if let Some(steps) = chooser.steps_if_written(&first.steps)? {
            return Ok(first.with(steps));
        }
        let writable = chooser.writable(&found)?;
        let third = chooser.choose(&writable)?;
        let steps = chooser.steps_if_written(&third.steps)?;
        Ok(match steps {
            Some(steps) if third.kept.n_points() > second.kept.n_points() => third.with(steps),
            _ => second.with(Vec::new()),
        })
    }
}

/// Windows that are written, beside steps that are not yet.
struct Choice {
    kept: Kept,
    apart: PointSet,
    steps: Vec<SafetyStep>,
    windows: Vec<WindowLines>,
}

impl Choice {
    fn with(self, steps: Vec<StepLines>) -> Parts {
        Parts {
            kept: self.kept,
            apart: self.apart,
            steps,
            windows: self.windows,
        }
    }
}

/// The choice of what is written.
struct Chooser<'a> {
    board: &'a Board,
    color: Color,
    options: PartsOptions,
    known: StaticSafety,
    /// Territory of the other color.
    theirs: PointSet,
    memory: WindowMemory,
    budget: &'a mut Budget,
}

impl<'a> Chooser<'a> {
    fn new(board: &'a Board, color: Color, options: PartsOptions, budget: &'a mut Budget) -> Self {
        let mut chooser = Self {
            board,
            color,
            options,
            known: known(board, color, options.extent),
            theirs: PointSet::EMPTY,
            memory: WindowMemory::default(),
            budget,
        };
        if options.stand_apart {
            chooser.theirs = chooser.search(color.opponent()).territory;
        }
        chooser
    }

    /// What pairs and the search of regions show for a color.
    fn search(&mut self, color: Color) -> FoundSafety {
        if self.board.allows_suicide() {
            return FoundSafety::default();
        }
        let extent = self.options.extent;
        let known = known(self.board, color, extent);
        let mut search = self.budget.renewed(SAFETY_NODES);
        find_safety(self.board, color, &known, extent, &mut search)
    }

    /// What pairs alone show.
    fn by_pairs(&self) -> FoundSafety {
        FoundSafety {
            stones: self.known.stones,
            territory: self.known.territory,
            steps: Vec::new(),
        }
    }

    /// The best windows beside what was found, each of which can be written.
    fn choose(&mut self, found: &FoundSafety) -> Result<Choice, NoSafetyProof> {
        let nodes = self.options.window_nodes;
        let options = (self.options.extent, self.options.stand_apart, &self.theirs);
        let credit = nodes_on_board(self.board, nodes.saturating_mul(WINDOW_QUESTIONS));
        for choice in 0..=MOST_CHOICES {
            let is_last = choice == MOST_CHOICES;
            if is_last {
                // Without nodes and answers from before no window is kept but what needs no answer.
                self.memory = WindowMemory::default();
            }
            let mut search = self.budget.renewed(if is_last { 0 } else { credit });
            let (shown, search) = ((&self.known, found), (&mut self.memory, &mut search));
            let basis = Basis::new(self.board, self.color, shown, options, nodes, search);
            self.budget.check()?;
            let windows = match &basis.windows {
                Some(windows) => windows.written(&mut self.memory, self.budget)?,
                None => Some(Vec::new()),
            };
            if let Some(windows) = windows {
                return Ok(Choice {
                    kept: basis.kept,
                    apart: basis.apart,
                    steps: basis.steps,
                    windows,
                });
            }
        }
        Err(NoSafetyProof::TooLarge)
    }

    fn step_lines(
        &mut self,
        steps: &[SafetyStep],
        most_nodes: usize,
    ) -> Result<Vec<StepLines>, NoSafetyProof> {
        step_lines(self.board, self.color, steps, most_nodes, self.budget)
    }

    /// The lines of some steps, or nothing if they can't be written.
    fn steps_if_written(
        &mut self,
        steps: &[SafetyStep],
    ) -> Result<Option<Vec<StepLines>>, NoSafetyProof> {
        match self.step_lines(steps, MOST_NODES) {
            Ok(lines) => Ok(Some(lines)),
            Err(NoSafetyProof::Stopped(stop)) => Err(stop.into()),
            Err(_) => Ok(None),
        }
    }

    /// The steps that can be written, and that rest on such steps alone.
    fn writable(&mut self, found: &FoundSafety) -> Result<FoundSafety, NoSafetyProof> {
        let (mut left, mut n_left) = (self.by_pairs(), MOST_NODES);
        for step in &found.steps {
            match self.step_lines(std::slice::from_ref(step), n_left) {
                Ok(lines) if left.add(self.board, self.color, step) => {
                    n_left -= lines.iter().map(n_nodes).sum::<usize>();
                }
                Err(NoSafetyProof::Stopped(stop)) => return Err(stop.into()),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(left)
    }
}

/// What pairs show for a color; nothing where suicide is allowed.
fn known(board: &Board, color: Color, extent: Extent) -> StaticSafety {
    if board.allows_suicide() {
        return StaticSafety::default();
    }
    let known = without_nakade(board, static_safety(board, color));
    match extent {
        Extent::Anywhere => known,
        Extent::Territory => closed_part(board, color, &known),
    }
}

/// The nodes of a step.
fn n_nodes((_, regions): &StepLines) -> usize {
    regions.iter().map(|(_, nodes)| nodes.len()).sum()
}

/// The same without the territory in which the owner keeps an eye space down. The format has no such reason; the search
/// looks for another one.
fn without_nakade(board: &Board, mut known: StaticSafety) -> StaticSafety {
    let rest = PointSet::board(board.size()) - known.stones;
    for space in known.nakade.iter().map(Nakade::points) {
        if let Some(point) = space.first() {
            known.territory -= component(&rest, point);
        }
    }
    known.nakade.clear();
    known
}
