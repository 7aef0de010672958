//! How much a judgement may read.

use std::time::{Duration, Instant};

use crate::base::Budget;

/// Settings of the referee.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RefereeParams {
    /// About how many seconds the reader may take for a judgement; 0 reads nothing.
    pub seconds: f64,
}

impl Default for RefereeParams {
    fn default() -> Self {
        Self { seconds: 1.0 }
    }
}

/// How much a judgement may read, and what ends it early.
#[derive(Clone, Copy, Debug)]
pub struct JudgementEffort<'a> {
    /// About how many seconds the reader may take. It is turned into a number of nodes, so that the same position gets
    /// the same judgement; 0 reads nothing.
    pub seconds: f64,
    /// Its clock and its token end all readings; its credit does not matter.
    pub limits: &'a Budget,
}

/// Nodes of the reader for a second, as a release build reads them on a finished board.
const NODES_PER_SECOND: f64 = 100_000.0;

/// Nodes of the searches of small regions, however little is read.
const LEAST_REGION_NODES: f64 = 20_000.0;

/// Nodes that they get for each second of the reader, up to one.
const REGION_NODES_PER_SECOND: f64 = 40_000.0;

/// Nodes of the searches of windows for a choice of walls, however little is read.
const LEAST_WINDOW_NODES: f64 = 400_000.0;

/// Nodes that they get for each second of the reader.
const WINDOW_NODES_PER_SECOND: f64 = 1_600_000.0;

/// The clock ends a reading after so many times its seconds: on a machine that is slow or busy. The searches of windows
/// between the readings count.
const PATIENCE: f64 = 3.0;

impl JudgementEffort<'_> {
    /// The budget of all searches of small regions for sekis.
    pub(super) fn region_budget(&self) -> Budget {
        let nodes = LEAST_REGION_NODES + REGION_NODES_PER_SECOND * self.seconds.clamp(0.0, 1.0);
        self.limits.renewed(whole(nodes))
    }

    /// The budget of all searches of windows for a choice of walls.
    pub(super) fn window_budget(&self) -> Budget {
        let nodes = LEAST_WINDOW_NODES + WINDOW_NODES_PER_SECOND * self.seconds.max(0.0);
        self.limits.renewed(whole(nodes))
    }

    /// The budget of the reader.
    pub(super) fn reading_budget(&self) -> Budget {
        let seconds = self.seconds.max(0.0);
        let nodes = whole(seconds * NODES_PER_SECOND);
        let longest = Duration::try_from_secs_f64(PATIENCE * seconds).unwrap_or(Duration::MAX);
        let budget = self.limits.renewed(nodes);
        match Instant::now().checked_add(longest) {
            Some(end) => budget.until(end),
            None => budget,
        }
    }
}

/// A number of nodes, rounded down.
const fn whole(nodes: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of nodes, not negative"
    )]
    {
        nodes as u64
    }
}
