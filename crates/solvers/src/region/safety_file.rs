//! Writes proofs of safety down, in the format that [`crate::proofcheck::safety`] reads.
//!
//! What they consist of is chosen by `parts`: pairs, steps of the search of regions, and windows beside these.

use std::io::{self, Write};

use super::no_safety_proof::NoSafetyProof;
use super::parts::{Parts, PartsOptions};
use super::safety_by_search::Extent;
use super::step_lines::{StepLines, write_steps};
use super::windows::{Kept, WindowLines};
use super::written::{WrittenBoard, written_side};
use crate::base::Budget;
use crate::board::{Board, Color, Point, PointSet, Scoring};
use crate::proofcheck::safety::format::{KIND, SafetyHeader, VERSION};

/// Nodes of a question about a window for a proof of a score or of its bounds.
const CLOSED_WINDOW_NODES: u64 = 5_000;

/// A proof of safety as lines.
#[derive(Clone, Debug)]
pub struct SafetyFile {
    header: SafetyHeader,
    steps: Vec<StepLines>,
    windows: Vec<WindowLines>,
}

impl SafetyFile {
    /// The proof of what is safe for a color under alternate play, the other color moving first: by pairs, by search of
    /// regions, or by windows, each question about which may take `window_nodes` nodes. What is found depends on a
    /// fixed number of nodes; the answers are written within the budget. Where suicide is allowed, the format has
    /// windows alone.
    ///
    /// # Errors
    /// If nothing is safe, or its proof can't be written.
    pub fn new(
        board: &Board,
        color: Color,
        window_nodes: u64,
        budget: &mut Budget,
    ) -> Result<Self, NoSafetyProof> {
        let options = PartsOptions {
            extent: Extent::Anywhere,
            window_nodes,
            stand_apart: true,
        };
        let parts = Parts::new(board, color, options, budget)?;
        let kept = &parts.kept;
        if kept.stones.is_empty() {
            return Err(if board.allows_suicide() {
                NoSafetyProof::Suicide
            } else {
                NoSafetyProof::Nothing
            });
        }
        let heads = board.first_stones(color).into_iter();
        let heads = heads.filter(|&head| kept.stones.contains(head));
        let written = WrittenBoard::new(board);
        let header = SafetyHeader {
            proof: KIND.to_owned(),
            version: VERSION,
            width: written.width,
            height: written.height,
            black: written.black,
            white: written.white,
            suicide: board.allows_suicide(),
            color: written_side(color),
            stones: heads.map(|head| head.to_string()).collect(),
            territory: names(&kept.territory),
            pairs: pairs(kept),
            apart: names(&parts.apart),
            steps: parts.steps.len(),
            windows: parts.windows.len(),
        };
        Ok(Self {
            header,
            steps: parts.steps,
            windows: parts.windows,
        })
    }

    /// The position and what is safe.
    #[must_use]
    pub const fn header(&self) -> &SafetyHeader {
        &self.header
    }

    /// Writes the lines.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", serde_json::to_string(&self.header)?)?;
        write_steps(&self.steps, out)?;
        write_windows(&self.windows, out)
    }
}

/// Writes the lines of some windows: all windows, then all answers.
fn write_windows(windows: &[WindowLines], out: &mut impl Write) -> io::Result<()> {
    for (window, _) in windows {
        writeln!(out, "{}", serde_json::to_string(window)?)?;
    }
    for answers in windows.iter().flat_map(|(_, answers)| answers) {
        writeln!(out, "{}", serde_json::to_string(answers)?)?;
    }
    Ok(())
}

/// What a color keeps by pairs, by search of regions and by windows, as lines for a proof of a score or of its
/// bounds.
#[derive(Clone, Debug, Default)]
pub struct WrittenKept {
    /// What is kept, and where the color answers.
    pub kept: Kept,
    /// The pairs.
    pub pairs: Vec<(String, String)>,
    /// A stone of each wall of the windows; none without windows.
    pub walls: Vec<String>,
    steps: Vec<StepLines>,
    windows: Vec<WindowLines>,
}

impl WrittenKept {
    /// What a color keeps by what lies in its territory alone. Suicide has to be forbidden.
    ///
    /// # Errors
    /// If the proof can't be written.
    pub fn in_territory(
        board: &Board,
        color: Color,
        budget: &mut Budget,
    ) -> Result<Self, NoSafetyProof> {
        Self::within(board, color, Extent::Territory, budget)
    }

    /// What a color keeps; nothing if that is not found, or would be too large to write. Suicide has to be forbidden.
    /// By territory all that it rests on lies in territory, so that nothing lives in a seki.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn new(
        board: &Board,
        color: Color,
        scoring: Scoring,
        budget: &mut Budget,
    ) -> Result<Self, NoSafetyProof> {
        let extent = match scoring {
            Scoring::Area => Extent::Anywhere,
            Scoring::Territory => Extent::Territory,
        };
        match Self::within(board, color, extent, budget) {
            Err(NoSafetyProof::Stopped(stop)) => Err(stop.into()),
            Err(_) => Ok(Self::default()),
            Ok(written) => Ok(written),
        }
    }

    fn within(
        board: &Board,
        color: Color,
        extent: Extent,
        budget: &mut Budget,
    ) -> Result<Self, NoSafetyProof> {
        let options = PartsOptions {
            extent,
            window_nodes: CLOSED_WINDOW_NODES,
            stand_apart: false,
        };
        let parts = Parts::new(board, color, options, budget)?;
        let heads = board.first_stones(color).into_iter();
        let is_wall = |head: &Point| !parts.windows.is_empty() && parts.kept.stones.contains(*head);
        Ok(Self {
            pairs: pairs(&parts.kept),
            walls: heads.filter(is_wall).map(|head| head.to_string()).collect(),
            windows: parts.windows,
            steps: parts.steps,
            kept: parts.kept,
        })
    }

    /// Number of windows.
    #[must_use]
    pub const fn n_windows(&self) -> usize {
        self.windows.len()
    }

    /// Number of steps.
    #[must_use]
    pub const fn n_steps(&self) -> usize {
        self.steps.len()
    }

    /// Writes the lines of the steps and of the windows.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_steps(&self, out: &mut impl Write) -> io::Result<()> {
        write_steps(&self.steps, out)?;
        write_windows(&self.windows, out)
    }
}

fn names(points: &PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

/// The names of the pairs.
fn pairs(kept: &Kept) -> Vec<(String, String)> {
    let pairs = kept.pairs.iter();
    pairs.map(|[p, q]| (p.to_string(), q.to_string())).collect()
}
