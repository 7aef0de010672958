//! Connection of two blocks, or of a block with an area, and how it is cut.
//!
//! One side joins, the other cuts. The joiner succeeds once there is one block, or once the joiner is to move and a
//! safe move makes one. The joiner fails once a block is taken or more than four moves are missing. Both look at the
//! points that lie on shortest ways, and at those that take or save blocks along them. Within these moves the search is
//! complete; its answers are estimates.
//!
//! A connection that holds against all moves of the cutter, not only the likely ones, is a [`JoinProof`].
//!
//! Who captures a block of the other side that touches both joins them, too.
//!
//! A search that ends early is no failure of either side. Then the moves of the side in question are tried one by one,
//! each followed by the other side's searches: see [`Link`].

mod cutters;
mod proof;
mod ways;

use std::cell::Cell;

use crate::base::Budget;
use crate::board::{Board, Color, Point, PointSet};
use crate::proof::{Memory, Numbers, Outcome};
use crate::tactics::goal_search::{GoalSearch, SearchBoard};
use crate::tactics::ko::{GRADES, Success, grades_against};

pub use proof::JoinProof;

/// Moves that may be missing to a connection when the joiner is to move. The first search allows few: each move of the
/// joiner has to threaten to join, so it is short.
const STEPS: [u8; 3] = [2, 3, 4];

/// The most moves that may be missing.
const MOST_STEPS: u8 = STEPS[STEPS.len() - 1];

/// How much more all searches for an answer may cost than one.
const SEARCHES: u64 = 20;

/// The part of the nodes of a search that a wider one may cost after it has ended early.
const WIDER: u64 = 8;

/// What a block is to be connected with.
#[derive(Clone, Debug)]
pub enum ConnectionTarget {
    /// The block on a point.
    Block(Point),
    /// Any of some points.
    Area(PointSet),
}

/// A question about a connection.
#[derive(Debug)]
pub struct Connection {
    search_board: SearchBoard,
    memory: Memory<()>,
    from: Point,
    goal: ConnectionTarget,
    joiner: Color,
    /// Whether the rules allow suicide, which the searches for estimates leave out.
    allows_suicide: bool,
    /// Moves that may be missing when the joiner is to move.
    most_steps: u8,
    /// What `Self::missing_now` last found.
    last_missing: Cell<Option<Missing>>,
}

/// The moves missing in a position, unless they are more than `most`.
#[derive(Clone, Copy, Debug)]
struct Missing {
    position: u64,
    most: u8,
    n_moves: Option<u8>,
}

/// How well the side that moves first joins or cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// How well it succeeds, as far as searches show that were complete.
    pub success: Success,
    /// Its move; `None` if none is needed, or if none helps.
    pub mv: Option<Point>,
    /// If searches for a better success ended early: the first move after which the other side was not shown to prevent
    /// it, if there is one.
    pub open: Option<Open>,
}

/// What searches that ended early leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// How well the side that moves first may succeed at best.
    pub success: Success,
    /// The move after which the other side's searches ran to the end of their credit without finding an answer: the one
    /// that is best by [`Self::refuted`].
    pub mv: Option<Point>,
    /// The most moves that may be missing so that the connection was refuted after this move; 0 if it never was.
    pub refuted: u8,
    /// The moves that were missing to the connection before this move, at most those that are looked at.
    pub missing: u8,
}

impl Link {
    fn known(success: Success, mv: Option<Point>, open: Option<Open>) -> Self {
        Self {
            success,
            mv,
            open: open.filter(|open| open.success > success),
        }
    }
}

impl Connection {
    /// `None` if there is no stone on `from`, or if the stone to be connected with has another color.
    #[must_use]
    pub fn new(board: &Board, from: Point, goal: ConnectionTarget) -> Option<Self> {
        let joiner = board.color(from)?;
        if let ConnectionTarget::Block(point) = goal
            && board.color(point) != Some(joiner)
        {
            return None;
        }
        Some(Self {
            search_board: SearchBoard::new(board, joiner),
            memory: Memory::default(),
            from,
            goal,
            joiner,
            allows_suicide: board.allows_suicide(),
            most_steps: MOST_STEPS,
            last_missing: Cell::new(None),
        })
    }

    /// The same question, given up when a budget's time is over or its token is cancelled; its nodes are not touched.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Self {
        self.stop_with(budget);
        self
    }

    /// Gives up from now on when a budget's time is over or its token is cancelled; its nodes are not touched.
    pub fn stop_with(&mut self, budget: &Budget) {
        self.search_board.stop_with(budget);
    }

    /// How well the joiner joins by moving first, and with which move. No move is named if none is needed. Each of the
    /// searches may cost `nodes`, all together `SEARCHES` times as much. The captures of blocks between the two cost
    /// up to `nodes` each besides.
    pub fn join(&mut self, nodes: u64) -> Link {
        self.search_board.allow(SEARCHES.saturating_mul(nodes));
        let link = self.join_along_ways(nodes);
        if link.success == Success::Clean {
            return link;
        }
        if self.is_joined_by_capture(nodes) {
            return Link::known(Success::Clean, None, None);
        }
        let (success, mv) = self.join_by_capture(nodes);
        if success > link.success {
            Link::known(success, mv, link.open)
        } else {
            link
        }
    }

    fn join_along_ways(&mut self, nodes: u64) -> Link {
        let mut open: Option<Open> = None;
        for (threats, success) in GRADES {
            self.search_board.begin(threats);
            if self.is_joined() || self.verdict_of(self.cutter(), nodes).outcome == Outcome::Proved
            {
                return Link::known(success, None, open);
            }
            if self.verdict_of(self.joiner, nodes).outcome == Outcome::Disproved {
                if !self.search_board.has_met_ko() {
                    break;
                }
                continue;
            }
            for point in self.joining_first() {
                let found = self.verdict_after(self.joiner, point, nodes);
                match found.outcome {
                    Outcome::Proved => return Link::known(success, Some(point), open),
                    Outcome::Unknown(_) => {
                        let left = self.left_open(success, point, found);
                        note(&mut open, left, |refuted, before| refuted < before);
                    }
                    Outcome::Disproved => {}
                }
            }
            if !self.search_board.has_met_ko() {
                break;
            }
        }
        Link::known(Success::None, None, open)
    }

    /// How well the cutter keeps the two apart by moving first, and with which move. No move is named if none is
    /// needed. For the cost see [`Self::join`].
    pub fn cut(&mut self, nodes: u64) -> Link {
        self.search_board.allow(SEARCHES.saturating_mul(nodes));
        let link = self.cut_along_ways(nodes);
        let is_settled = link.success == Success::None && link.open.is_none();
        if is_settled {
            return link;
        }
        if self.is_joined_by_capture(nodes) {
            return Link::known(Success::None, None, None);
        }
        if link.success == Success::None {
            link
        } else {
            self.unless_captured(link, nodes)
        }
    }

    fn cut_along_ways(&mut self, nodes: u64) -> Link {
        let mut open: Option<Open> = None;
        for (threats, success) in grades_against() {
            self.search_board.begin(threats);
            if self.is_joined() {
                return Link::known(Success::None, None, open);
            }
            if self.verdict_of(self.joiner, nodes).outcome == Outcome::Disproved {
                return Link::known(success, None, open);
            }
            self.search_board.to_move = self.cutter();
            for point in self.candidates() {
                let found = self.verdict_after(self.cutter(), point, nodes);
                match found.outcome {
                    Outcome::Disproved => return Link::known(success, Some(point), open),
                    Outcome::Unknown(_) => {
                        let left = self.left_open(success, point, found);
                        note(&mut open, left, |refuted, before| refuted > before);
                    }
                    Outcome::Proved => {}
                }
            }
            if !self.search_board.has_met_ko() {
                break;
            }
        }
        Link::known(Success::None, None, open)
    }

    /// Whether the cutter, moving first, is shown not to part the two, without any ko. Each of the searches may cost
    /// `nodes`.
    pub fn is_firm(&mut self, nodes: u64) -> bool {
        let (threats, _) = GRADES[0];
        self.search_board.allow(u64::MAX);
        self.search_board.begin(threats);
        self.is_joined() || self.verdict_of(self.cutter(), nodes).outcome == Outcome::Proved
    }

    fn cutter(&self) -> Color {
        self.joiner.opponent()
    }

    fn has_credit(&self) -> bool {
        self.search_board.limit.remaining() > 0 && self.search_board.limit.check().is_ok()
    }

    /// Positions looked at so far.
    #[must_use]
    pub const fn n_nodes(&self) -> u64 {
        self.search_board.n_nodes
    }

    /// What a move is that the searches after it left open.
    fn left_open(&self, success: Success, point: Point, found: Width) -> Open {
        Open {
            success,
            mv: self.has_credit().then_some(point),
            refuted: found.refuted,
            missing: self.n_missing(),
        }
    }

    /// The result of searches of growing width for the connection with `to_move` to move, among the moves looked at.
    /// Each may cost `nodes`, or a part of it after one that ended early: it has less to join with, and where it does
    /// not end a wider one joins soon or does not end either. The widest one decides whether it fails.
    fn verdict_of(&mut self, to_move: Color, nodes: u64) -> Width {
        let mut found = Width {
            outcome: Outcome::Disproved,
            refuted: 0,
        };
        let mut most = nodes;
        for steps in STEPS {
            self.most_steps = steps;
            found.outcome = self.verdict(to_move, most);
            match found.outcome {
                Outcome::Proved => break,
                Outcome::Disproved => found.refuted = steps,
                Outcome::Unknown(_) => most = nodes / WIDER,
            }
        }
        found
    }

    /// The same after a move; an illegal one fails.
    fn verdict_after(&mut self, color: Color, point: Point, nodes: u64) -> Width {
        let settled = |outcome| Width {
            outcome,
            refuted: 0,
        };
        let found = self.after(color, point, |after| {
            if after.is_joined() && color == after.joiner {
                return Some(settled(Outcome::Proved));
            }
            Some(after.verdict_of(color.opponent(), nodes))
        });
        let fails = if color == self.joiner {
            Outcome::Disproved
        } else {
            Outcome::Proved
        };
        found.unwrap_or(settled(fails))
    }

    fn head(&self, point: Point) -> Option<Point> {
        if self.search_board.board.color(point) != Some(self.joiner) {
            return None;
        }
        Some(self.search_board.board.block_at(point)?.head())
    }

    fn is_joined(&self) -> bool {
        let Some(head) = self.head(self.from) else {
            return false;
        };
        match &self.goal {
            ConnectionTarget::Block(point) => self.head(*point) == Some(head),
            ConnectionTarget::Area(area) => area.iter().any(|point| self.head(point) == Some(head)),
        }
    }

    fn is_lost(&self) -> bool {
        let is_taken = |point: Point| self.head(point).is_none();
        is_taken(self.from)
            || matches!(self.goal, ConnectionTarget::Block(point) if is_taken(point))
    }
}

/// The result of searches of growing width.
#[derive(Clone, Copy, Debug)]
struct Width {
    /// That of the widest search.
    outcome: Outcome,
    /// The moves that may be missing in the widest search that refuted the connection; 0 if none did.
    refuted: u8,
}

/// Notes the best move that was left open at the best grade, the first one of equals. Where the credit was used up, the
/// other side was not searched.
fn note(open: &mut Option<Open>, left: Open, is_better: impl Fn(u8, u8) -> bool) {
    match open {
        None => *open = Some(left),
        Some(noted) if noted.success != left.success || left.mv.is_none() => {}
        Some(noted) => {
            if noted.mv.is_none() || is_better(left.refuted, noted.refuted) {
                *noted = left;
            }
        }
    }
}

impl GoalSearch for Connection {
    type Zone = ();

    fn memory(&mut self) -> &mut Memory<()> {
        &mut self.memory
    }

    fn variant(&self) -> u64 {
        self.most_steps.into()
    }

    fn search_board(&self) -> &SearchBoard {
        &self.search_board
    }

    fn search_board_mut(&mut self) -> &mut SearchBoard {
        &mut self.search_board
    }

    fn first_numbers(&self) -> Numbers {
        let most = self.most_missing();
        let missing = self.missing_now().unwrap_or(most);
        Numbers::new(missing.max(1).into(), (most + 1 - missing).into())
    }

    fn outcome(&self) -> Option<bool> {
        if self.is_joined() {
            let block = self.search_board.board.block_at(self.from);
            let is_safe = self.search_board.to_move == self.joiner
                || block.is_some_and(|b| b.n_liberties() > 1);
            return Some(is_safe);
        }
        if self.is_lost() {
            return Some(false);
        }
        self.missing_now().is_none().then_some(false)
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        let color = self.search_board.to_move;
        if color == self.joiner
            && let Some(point) = self.joining_move()
        {
            return vec![Some(point)];
        }
        let points = self.candidates().into_iter();
        let plays = points.filter(|&point| self.search_board.is_play(color, point));
        let mut moves: Vec<Option<Point>> = plays.map(Some).collect();
        if moves.is_empty() || color != self.joiner {
            moves.push(None);
        }
        moves
    }
}

#[cfg(test)]
mod tests;
