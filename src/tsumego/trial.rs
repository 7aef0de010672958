//! A claim tried on a board: who moves, who may take back a ko, and the moves made so far.
//!
//! What a [`Claim`] looks at and when it is settled differs from question to question; how it is played out and graded
//! is the same for all of them and stands here.

use super::capture::Success;
use super::fight::KoRights;
use crate::base::{Budget, Color, Point, zobrist};
use crate::board::Board;
use crate::proof::{AndOrGraph, Verdict, prove_with_zone};

/// Most entries of the table of a search: 2 to this power.
const MOST_LOG2_ENTRIES: u32 = 14;

/// From the best to the worst: how well the one who claims something succeeds, and who may take back a ko then.
pub(super) const GRADES: [(KoRights, Success); 3] = [
    (KoRights::Refuter, Success::Clean),
    (KoRights::Nobody, Success::KoTakingFirst),
    (KoRights::Prover, Success::KoNeedingThreat),
];

/// The same for the other side: how well he succeeds if a claim fails, from the best to the worst.
pub(super) fn grades_against() -> impl Iterator<Item = (KoRights, Success)> {
    let rights = GRADES.into_iter().rev().map(|(ko, _)| ko);
    rights.zip(GRADES.into_iter().map(|(_, success)| success))
}

/// A position in which one side tries to prove something.
#[derive(Debug)]
pub(super) struct Trial {
    pub board: Board,
    /// The side whose claim it is.
    pub prover: Color,
    pub to_move: Color,
    ko: KoRights,
    /// Moves made since the search began.
    pub n_plies: usize,
    /// Positions looked at by all searches so far.
    pub n_nodes: u64,
}

impl Trial {
    /// The claim of `prover` on a board; nobody may take back a ko until a question says so.
    pub(super) fn new(board: &Board, prover: Color) -> Self {
        let mut board = board.clone().with_suicide(false);
        board.forget_history();
        Self {
            board,
            prover,
            to_move: prover,
            ko: KoRights::Nobody,
            n_plies: 0,
            n_nodes: 0,
        }
    }

    /// Whether the other side may take back any ko at once.
    pub(super) fn is_refuter_retaking(&self) -> bool {
        self.ko == KoRights::Refuter
    }

    fn play(&mut self, mv: Option<Point>) {
        match mv {
            Some(point) => {
                let played = self.board.play(self.to_move, point);
                debug_assert!(played.is_ok(), "{point} is illegal");
            }
            None => self.board.pass(),
        }
        self.n_plies += 1;
        self.to_move = self.to_move.opponent();
        self.lift_ko();
    }

    fn undo(&mut self) {
        self.board.undo();
        self.n_plies -= 1;
        self.to_move = self.to_move.opponent();
    }

    /// A ko ban does not hold for the one who may always take back.
    fn lift_ko(&mut self) {
        let is_free = self.board.ko().is_some_and(|(banned, _)| match self.ko {
            KoRights::Refuter => banned != self.prover,
            KoRights::Nobody => false,
            KoRights::Prover => banned == self.prover,
        });
        if is_free {
            self.board.set_ko(None);
        }
    }

    fn key(&self) -> u64 {
        let ko = self.board.ko().map_or(0, |(color, point)| {
            zobrist::ko(point) ^ zobrist::to_move(color)
        });
        self.board.hash() ^ ko ^ zobrist::to_move(self.to_move).rotate_left(1)
    }
}

/// Something that one side claims to reach against all moves looked at.
pub(super) trait Claim: Sized {
    /// What a proof rests on; see [`AndOrGraph::Zone`].
    type Zone: Copy + Default;

    /// The position.
    fn trial(&self) -> &Trial;

    /// The position, to be changed.
    fn trial_mut(&mut self) -> &mut Trial;

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

    /// The answer to a question after a move; the default, such as `false`, if the move is illegal.
    fn after<T: Default>(
        &mut self,
        color: Color,
        point: Point,
        ask: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if self.trial_mut().board.play(color, point).is_err() {
            return T::default();
        }
        let answer = ask(self);
        self.trial_mut().board.undo();
        answer
    }

    /// Whether the claim is proved with `to_move` to move, among the moves looked at.
    fn holds(&mut self, to_move: Color, ko: KoRights, nodes: u64) -> bool {
        self.verdict(to_move, ko, nodes) == Verdict::Proved
    }

    /// What a search says about the claim with `to_move` to move, among the moves looked at.
    fn verdict(&mut self, to_move: Color, ko: KoRights, nodes: u64) -> Verdict {
        self.search(to_move, ko, nodes).0
    }

    /// The same, and what the proof rests on if there is one.
    fn search(&mut self, to_move: Color, ko: KoRights, nodes: u64) -> (Verdict, Self::Zone) {
        let trial = self.trial_mut();
        trial.to_move = to_move;
        trial.ko = ko;
        let banned = trial.board.ko();
        trial.lift_ko();
        // A search keeps an entry for a node at most.
        let log2_entries = (nodes.max(1).ilog2() + 1).min(MOST_LOG2_ENTRIES);
        let mut budget = Budget::nodes(nodes);
        let found = prove_with_zone(&mut Walk(self), log2_entries, &mut budget);
        let trial = self.trial_mut();
        trial.board.set_ko(banned);
        trial.n_nodes += budget.spent();
        found
    }
}

/// A claim as the graph that a search walks.
struct Walk<'a, C>(&'a mut C);

impl<C: Claim> AndOrGraph for Walk<'_, C> {
    type Move = Option<Point>;
    type Zone = C::Zone;

    fn key(&self) -> u64 {
        self.0.trial().key()
    }

    fn is_prover_to_move(&self) -> bool {
        self.0.trial().to_move == self.0.trial().prover
    }

    fn outcome(&self) -> Option<bool> {
        self.0.outcome()
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        self.0.moves()
    }

    fn play(&mut self, mv: Option<Point>) {
        self.0.trial_mut().play(mv);
    }

    fn undo(&mut self) {
        self.0.trial_mut().undo();
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
