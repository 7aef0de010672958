//! A claim tried on a board: the side to move, the side that may retake a ko, and the moves made so far.
//!
//! Questions differ in the moves that their [`GoalSearch`] looks at, and in when it is settled. How a claim is played
//! out and graded is the same for all of them.

use super::ko::KoThreats;
use crate::base::Budget;
use crate::board::{Board, Color, Point, zobrist};
use crate::proof::{AndOrGraph, Memory, Numbers, Outcome, prove_with_zone};

/// Most entries of a claim's table: 2 to this power.
const MOST_LOG2_ENTRIES: u32 = 16;

/// Entries of the table for each node of the first search, as a power of two. Later searches of the claim share the
/// table.
const LOG2_ENTRIES_PER_NODE: u32 = 3;

/// A position in which one side tries to prove something.
#[derive(Debug)]
pub(super) struct SearchBoard {
    pub board: Board,
    /// The side whose claim it is.
    pub prover: Color,
    pub to_move: Color,
    threats: KoThreats,
    /// The side that may not retake at the beginning, and where.
    banned: Option<(Color, Point)>,
    now: Retakes,
    past: Vec<(Color, Retakes)>,
    /// Whether a ko was ever met in which a ban could hold.
    has_met_ko: bool,
    /// Whether a stone of the prover was ever taken.
    has_lost_stones: bool,
    /// What all searches may cost together, and when they have to stop.
    pub limit: Budget,
    /// Positions looked at by all searches so far.
    pub n_nodes: u64,
}

/// What the side with counted ko threats may still retake.
#[derive(Clone, Copy, Debug)]
struct Retakes {
    n_left: u8,
    /// Where the side to move retakes if it plays there now.
    point: Option<Point>,
}

impl Retakes {
    const NONE: Self = Self {
        n_left: 0,
        point: None,
    };
}

impl SearchBoard {
    /// The claim of `prover` on a board; neither side has ko threats until [`Self::begin`] sets them.
    pub(super) fn new(board: &Board, prover: Color) -> Self {
        let mut board = board.clone().with_suicide(false);
        board.forget_history();
        Self {
            banned: board.ko(),
            board,
            prover,
            to_move: prover,
            threats: KoThreats::Nobody,
            now: Retakes::NONE,
            past: Vec::new(),
            has_met_ko: false,
            has_lost_stones: false,
            limit: Budget::unlimited(),
            n_nodes: 0,
        }
    }

    /// Ends all searches from now on when a budget's time is over or its token is cancelled; its nodes are not touched.
    pub(super) fn stop_with(&mut self, budget: &Budget) {
        self.limit = budget.renewed(u64::MAX);
    }

    /// Limits what the searches from now on may cost together.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.limit = self.limit.renewed(nodes);
    }

    /// Sets the ko threats from now on.
    pub(super) fn begin(&mut self, threats: KoThreats) {
        self.threats = threats;
        self.now = Retakes {
            n_left: threats.count().unwrap_or(0),
            point: None,
        };
        self.board.set_ko(self.banned);
        self.lift_ko();
    }

    /// The same claim with the rule of suicide of the board that it was made for.
    pub(super) fn with_suicide_of(mut self, board: &Board) -> Self {
        self.board.set_suicide(board.allows_suicide());
        self
    }

    /// Whether a play is legal and changes the board: the suicide of a single stone is as good as a pass.
    pub(super) fn is_play(&self, color: Color, point: Point) -> bool {
        let is_beside = |near: Point| self.board.color(near) == Some(color);
        self.board.is_legal(color, point)
            && (!self.board.allows_suicide()
                || !self.board.is_suicide(color, point)
                || point.neighbors().into_iter().any(is_beside))
    }

    /// The number of moves of a line, from its start, that can be played without a ko threat.
    pub(super) fn playable(&self, to_move: Color, line: &[Option<Point>]) -> usize {
        let mut board = self.board.clone();
        board.set_ko(self.banned);
        let turns = line
            .iter()
            .zip([to_move, to_move.opponent()].into_iter().cycle());
        let played = turns.take_while(|&(&mv, color)| match mv {
            Some(point) => board.play(color, point).is_ok(),
            None => {
                board.pass();
                true
            }
        });
        played.count()
    }

    /// Whether a claim to capture a block succeeds whose stone on a point is gone. It does, unless the other side may
    /// retake at once the single stone that took it. If its retakes are endless, the claim fails; if they are counted,
    /// they are played out.
    pub(super) fn outcome_of_taking(&self, point: Point) -> Option<bool> {
        let takes = |near: Point| {
            let block = self.board.block_at(near);
            block.is_some_and(|block| block.n_stones() == 1 && block.atari() == Some(point))
        };
        let is_endless = self.threats == KoThreats::RefuterEndless;
        let is_taken_back = (is_endless || self.threats.favor(false) && self.now.n_left > 0)
            && self.board.is_empty(point)
            && point.neighbors().into_iter().any(takes);
        if is_taken_back {
            is_endless.then_some(false)
        } else {
            Some(true)
        }
    }

    /// The move that goes on with a ko in which a stone on a point was taken: it is taken back or filled.
    pub(super) fn move_in_ko(&self, point: Point) -> Option<Point> {
        Some(point).filter(|&point| self.board.is_legal(self.to_move, point))
    }

    /// Whether any search so far met a ko. If none did, ko threats make no difference.
    pub(super) const fn has_met_ko(&self) -> bool {
        self.has_met_ko
    }

    /// Whether the other side has taken a stone of the prover, or any was removed by suicide, in any search so far.
    pub(super) const fn has_lost_stones(&self) -> bool {
        self.has_lost_stones
    }

    /// Looks for lost stones of the prover from now on only.
    pub(super) const fn forget_losses(&mut self) {
        self.has_lost_stones = false;
    }

    /// Moves made since the beginning.
    pub(super) const fn n_plies(&self) -> usize {
        self.past.len()
    }

    fn play(&mut self, mv: Option<Point>) {
        self.past.push((self.to_move, self.now));
        if mv.is_some() && mv == self.now.point {
            self.now.n_left -= 1;
        }
        self.now.point = None;
        match mv {
            Some(point) => {
                let played = self.board.play(self.to_move, point);
                debug_assert!(played.is_ok(), "{point} is illegal");
                let is_own = self.to_move == self.prover;
                self.has_lost_stones |= played
                    .is_ok_and(|played| played.n_suicide > 0 || !is_own && played.n_captured > 0);
            }
            None => self.board.pass(),
        }
        self.to_move = self.to_move.opponent();
        self.lift_ko();
    }

    fn undo(&mut self) {
        self.board.undo();
        if let Some(before) = self.past.pop() {
            (self.to_move, self.now) = before;
        }
    }

    /// Lifts a ko ban from a side that has a threat.
    fn lift_ko(&mut self) {
        let Some((banned, point)) = self.board.ko() else {
            return;
        };
        self.has_met_ko = true;
        let is_counted = self.threats.count().is_some();
        let has_threat = self.threats.favor(banned == self.prover);
        if has_threat && (!is_counted || self.now.n_left > 0) {
            self.board.set_ko(None);
            self.now.point = is_counted.then_some(point);
        }
    }

    /// The threats that are left, in a claim of the other side.
    #[cfg(test)]
    pub(super) const fn mirrored(&self) -> KoThreats {
        match self.threats {
            KoThreats::RefuterEndless => KoThreats::ProverEndless,
            KoThreats::ProverEndless => KoThreats::RefuterEndless,
            KoThreats::Refuter(_) => KoThreats::Prover(self.now.n_left),
            KoThreats::Prover(_) => KoThreats::Refuter(self.now.n_left),
            KoThreats::Nobody => KoThreats::Nobody,
        }
    }

    /// Stands for the position, the side to move and the threats that are left.
    pub(super) fn key(&self) -> u64 {
        let ko = self.board.ko().map_or(0, |(color, point)| {
            zobrist::ko(point) ^ zobrist::to_move(color)
        });
        let retake = self.now.point.map_or(0, zobrist::ko);
        let threats = u64::from(self.now.n_left) << 3 | self.threats.rank() as u64;
        self.board.hash()
            ^ ko
            ^ zobrist::to_move(self.to_move).rotate_left(1)
            ^ retake.rotate_left(2)
            ^ spread(threats)
    }
}

/// A small number as a part of a key.
const fn spread(number: u64) -> u64 {
    (number + 1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .rotate_left(23)
}

/// Something that one side claims to reach against all moves looked at.
pub(super) trait GoalSearch: Sized {
    /// What a proof rests on; see [`AndOrGraph::Zone`].
    type Zone: Copy + Default;

    /// The position.
    fn search_board(&self) -> &SearchBoard;

    /// The position, to be changed.
    fn search_board_mut(&mut self) -> &mut SearchBoard;

    /// What is known from earlier searches.
    fn memory(&mut self) -> &mut Memory<Self::Zone>;

    /// Distinguishes searches of the same positions that differ in the moves looked at or in when they are settled.
    fn variant(&self) -> u64 {
        0
    }

    /// See [`AndOrGraph::first_numbers`].
    fn first_numbers(&self) -> Numbers {
        Numbers::OPEN
    }

    /// Whether the claim is reached, or has failed, if that is settled.
    fn outcome(&self) -> Option<bool>;

    /// The moves to look at for the side to move, at least one, the best first; `None` is a pass.
    fn moves(&mut self) -> Vec<Option<Point>>;

    /// See [`AndOrGraph::shown`].
    fn shown(&self) -> Self::Zone {
        Self::Zone::default()
    }

    /// See [`AndOrGraph::zone_of_move`].
    fn zone_of_move(&self, _mv: Option<Point>, _after: &Self::Zone) -> Self::Zone {
        Self::Zone::default()
    }

    /// See [`AndOrGraph::zone_of_replies`].
    fn zone_of_replies(&self, _lost: &[(Option<Point>, Self::Zone)]) -> Self::Zone {
        Self::Zone::default()
    }

    /// See [`AndOrGraph::replies_in`].
    fn replies_in(&self, _zone: &Self::Zone) -> Vec<Option<Point>> {
        Vec::new()
    }

    /// The answer to a question after a move or a pass; the default, such as `false`, if the move is illegal.
    fn after<T: Default>(
        &mut self,
        color: Color,
        mv: impl Into<Option<Point>>,
        ask: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mv = mv.into();
        let search_board = self.search_board_mut();
        if mv.is_some_and(|point| !search_board.board.is_legal(color, point)) {
            return T::default();
        }
        search_board.to_move = color;
        search_board.play(mv);
        let answer = ask(self);
        self.search_board_mut().undo();
        answer
    }

    /// Whether the claim is proved with `to_move` to move, among the moves looked at.
    fn holds(&mut self, to_move: Color, nodes: u64) -> bool {
        self.verdict(to_move, nodes) == Outcome::Proved
    }

    /// The result of a search for the claim with `to_move` to move, among the moves looked at.
    fn verdict(&mut self, to_move: Color, nodes: u64) -> Outcome {
        self.search(to_move, nodes).0
    }

    /// The same, and what the proof rests on if there is one.
    fn search(&mut self, to_move: Color, nodes: u64) -> (Outcome, Self::Zone) {
        self.search_board_mut().to_move = to_move;
        // An answer takes many searches, and each looks at the token only after some hundred nodes.
        if let Err(stop) = self.search_board().limit.check() {
            return (Outcome::Unknown(stop), Self::Zone::default());
        }
        let log2_entries = (nodes.max(1).ilog2() + LOG2_ENTRIES_PER_NODE).min(MOST_LOG2_ENTRIES);
        let mut budget = self.search_board().limit.part(nodes);
        let mut memory = std::mem::take(self.memory());
        memory.reserve(log2_entries);
        let found = prove_with_zone(&mut GoalGraph(self), &mut memory, &mut budget);
        *self.memory() = memory;
        let search_board = self.search_board_mut();
        search_board.limit.charge(budget.spent());
        search_board.n_nodes += budget.spent();
        found
    }
}

/// A claim as the graph that a search walks.
struct GoalGraph<'a, C>(&'a mut C);

impl<C: GoalSearch> AndOrGraph for GoalGraph<'_, C> {
    type Move = Option<Point>;
    type Key = u64;
    type Zone = C::Zone;

    fn key(&self) -> u64 {
        self.0.search_board().key() ^ spread(self.0.variant()).rotate_left(7)
    }

    fn first_numbers(&self) -> Numbers {
        self.0.first_numbers()
    }

    fn is_prover_to_move(&self) -> bool {
        self.0.search_board().to_move == self.0.search_board().prover
    }

    fn outcome(&self) -> Option<bool> {
        self.0.outcome()
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        self.0.moves()
    }

    fn play(&mut self, mv: Option<Point>) {
        self.0.search_board_mut().play(mv);
    }

    fn undo(&mut self) {
        self.0.search_board_mut().undo();
    }

    fn shown(&self) -> C::Zone {
        self.0.shown()
    }

    fn zone_of_move(&self, mv: Option<Point>, after: &C::Zone) -> C::Zone {
        self.0.zone_of_move(mv, after)
    }

    fn zone_of_replies(&self, lost: &[(Option<Point>, C::Zone)]) -> C::Zone {
        self.0.zone_of_replies(lost)
    }

    fn replies_in(&self, zone: &C::Zone) -> Vec<Option<Point>> {
        self.0.replies_in(zone)
    }
}
