//! What a position holds in the terms of the theory of goals (Klinger, chapter 3).
//!
//! What is expensive, the matches of rules, is kept through play and undo with what it depends on. What is cheap or
//! local is computed at its first use, and kept until the position changes: standings of blocks, links, cores, eyes and
//! room. After an undo, all that was known before is known again.
//!
//! The facts of a [`State`] hold for the position with either side to move: a block is lost if its owner can't save it
//! by moving first, and lives if the other side can't take it by moving first.

mod assertions;
mod aura;
mod core;
mod eyes;
mod facts;
mod known;
mod link;
mod race;
mod standing;

use std::sync::Arc;

pub use self::known::{Aura, Core, EyeCount, EyeSource, EyeSpace, Link, Standing};

pub(super) use self::eyes::ENOUGH_EYES;

use self::assertions::{Changes, all_matches, follow};
use self::facts::Facts;
use super::rules::{Assertion, RuleBase};
use tedomari_base::Budget;
use tedomari_board::{Board, Color, IllegalMove, Point, PointSet};
use tedomari_solvers::tsumego::reader::Past;

/// How much each of the searches may cost that answer the leaves of a goal graph, in nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// A search about the capture of one block; all about the block together cost at most some forty times as much.
    pub capture: u64,
    /// A search about one connection, likewise.
    pub connection: u64,
    /// A search about one race.
    pub race: u64,
    /// A search about the eyes of one small space.
    pub eyes: u64,
}

impl Costs {
    /// Few nodes: a position costs some milliseconds.
    pub const FEW: Self = Self {
        capture: 30,
        connection: 15,
        race: 100,
        eyes: 2000,
    };
}

/// A position with the matches of rules and the results of short searches, kept through play and undo.
#[derive(Debug)]
pub struct State<'r> {
    board: Board,
    rules: &'r RuleBase,
    costs: Costs,
    /// When searches are given up; its nodes are not touched.
    limits: Budget,
    /// The game before the position, where superko makes it count.
    past: Arc<Past>,
    assertions: Vec<Arc<Assertion>>,
    facts: Facts,
    frames: Vec<Frame>,
}

/// What was known before a play.
#[derive(Debug)]
struct Frame {
    assertions: Vec<Arc<Assertion>>,
    facts: Facts,
}

impl<'r> State<'r> {
    /// A position. Every rule is matched at every point, for both players.
    #[must_use]
    pub fn new(board: Board, rules: &'r RuleBase, costs: Costs) -> Self {
        Self {
            assertions: all_matches(&board, rules),
            board,
            rules,
            costs,
            limits: Budget::unlimited(),
            past: Arc::default(),
            facts: Facts::default(),
            frames: Vec::new(),
        }
    }

    /// The same position, whose searches are given up when a budget's time is over or its token is cancelled; its nodes
    /// are not touched.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Self {
        self.limits = budget.clone();
        self
    }

    /// The same position after a game: where a superko rule holds, proofs respect the positions before.
    #[must_use]
    pub fn after(mut self, past: &Arc<Past>) -> Self {
        self.past = Arc::clone(past);
        self
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rules that are matched.
    #[must_use]
    pub const fn rules(&self) -> &'r RuleBase {
        self.rules
    }

    /// What the searches may cost.
    #[must_use]
    pub const fn costs(&self) -> Costs {
        self.costs
    }

    /// When searches are given up.
    pub(super) const fn limits(&self) -> &Budget {
        &self.limits
    }

    /// The matches of rules, in a fixed order that does not depend on how the position came about.
    pub fn assertions(&self) -> impl Iterator<Item = &Assertion> {
        self.assertions.iter().map(Arc::as_ref)
    }

    /// Nodes of all searches so far about the position at hand.
    #[must_use]
    pub const fn n_nodes(&self) -> u64 {
        self.facts.n_nodes.get()
    }

    /// Counts the nodes of a search about the position at hand.
    pub(super) fn count(&self, nodes: u64) {
        self.facts.count(nodes);
    }

    /// Plays a stone. Matches that read a changed point, or the liberties of a changed block, are looked for again; all
    /// others are kept.
    ///
    /// # Errors
    /// If the play is illegal.
    pub fn play(&mut self, color: Color, point: Point) -> Result<(), IllegalMove> {
        let vanishing = assertions::vanishing(&self.board, color, point);
        self.board.play(color, point)?;
        let changes = Changes::new(&self.board, vanishing);
        let next = follow(&self.assertions, &changes, &self.board, self.rules);
        self.frames.push(Frame {
            assertions: std::mem::replace(&mut self.assertions, next),
            facts: std::mem::take(&mut self.facts),
        });
        Ok(())
    }

    /// Takes the last play back. False if there was none.
    pub fn undo(&mut self) -> bool {
        let Some(frame) = self.frames.pop() else {
            return false;
        };
        self.board.undo();
        self.assertions = frame.assertions;
        self.facts = frame.facts;
        true
    }

    /// The first stone, in point order, of the block on a point: the name of the block in goals.
    #[must_use]
    pub fn name(&self, stone: Point) -> Option<Point> {
        self.board.color(stone)?;
        self.board.stones(stone).min()
    }

    /// The names of the blocks of a color that have one of these stones, in point order.
    #[must_use]
    pub fn names_of(&self, color: Color, stones: &PointSet) -> Vec<Point> {
        let own = stones
            .iter()
            .filter(|&stone| self.board.color(stone) == Some(color));
        let mut names: Vec<Point> = own.filter_map(|stone| self.name(stone)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
