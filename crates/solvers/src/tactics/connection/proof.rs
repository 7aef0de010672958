//! Connections that hold against every move of the cutter.
//!
//! The joiner plays the moves that [`Connection`] generates: what it plays is its own choice. The cutter plays these
//! too, and then every move in the zone of its pass: all others lose as the pass does (see `zone`). So what is proved
//! holds on the whole board, though the cutter may take back every ko for ever. Where suicide is allowed, both sides
//! may use it. That the two are kept apart is never proved, since the joiner may have moves that are not looked at.

use super::{Connection, STEPS};
use crate::base::Budget;
use crate::board::{Color, Point, PointSet};
use crate::proof::{Memory, Numbers, Outcome};
use crate::tactics::goal_search::{GoalSearch, SearchBoard};
use crate::tactics::ko::{KoThreats, LONGEST_LINE};
use crate::tactics::zone::{WholeBoard, ZoneBoard};

/// The most nodes of a search for one move of the line that is shown.
const LINE_NODES: u64 = 2_000;

/// A connection that is proved.
#[derive(Clone, Debug)]
pub struct JoinProof {
    /// How it goes on until the two are joined: moves of the joiner that win, likely ones of the cutter. It begins with
    /// the side that moves first, and is empty if the joiner moves first and needs no move.
    pub line: Vec<Option<Point>>,
    /// The points that it rests on.
    pub zone: PointSet,
    /// Whether a stone of the joiner was taken, or any removed by suicide, in the search for it. If not, the joiner
    /// only adds stones.
    pub has_losses: bool,
}

impl Connection {
    /// A proof that the two are joined if `to_move` moves first: that they become one block that can't be taken at
    /// once. If the joiner moves first, `first` is tried before its other moves; without it, whether a move is needed
    /// at all. `None` if there is no proof among the joiner's likely moves, or not within the budget.
    pub fn proof(
        &mut self,
        to_move: Color,
        first: Option<Point>,
        budget: &mut Budget,
    ) -> Option<JoinProof> {
        self.search_board.limit = budget.clone();
        self.search_board.board.set_suicide(self.allows_suicide);
        self.search_board.begin(KoThreats::RefuterEndless);
        self.search_board.forget_losses();
        let before = self.search_board.n_nodes;
        let mut claim = AgainstAll {
            connection: self,
            memory: Memory::default(),
        };
        let proof = claim.proof(to_move, first);
        budget.charge(self.search_board.n_nodes - before);
        // The other searches leave suicide out.
        self.search_board.board.set_suicide(false);
        proof
    }
}

/// The claim of a connection against all moves of the cutter.
#[derive(Debug)]
struct AgainstAll<'a> {
    connection: &'a mut Connection,
    memory: Memory<PointSet>,
}

impl AgainstAll<'_> {
    fn proof(&mut self, to_move: Color, first: Option<Point>) -> Option<JoinProof> {
        let (joiner, cutter) = (self.connection.joiner, self.connection.cutter());
        let mut proof = None;
        if to_move == cutter || first.is_none() {
            proof = self.zone(cutter, 1).map(|zone| JoinProof {
                line: Vec::new(),
                zone,
                has_losses: false,
            });
        }
        if to_move == cutter {
            if let Some(proof) = &mut proof {
                proof.line = self.line(cutter, LONGEST_LINE);
            }
        } else if proof.is_none() {
            let others = self.connection.joining_first();
            let others = others.into_iter().filter(|&other| Some(other) != first);
            let moves: Vec<Point> = first.into_iter().chain(others).collect();
            let n_moves = moves.len();
            let mut moves = moves.into_iter().enumerate();
            proof = moves.find_map(|(n, point)| self.proof_by(joiner, point, n_moves - n));
        }
        let search_board = &self.connection.search_board;
        let on_board: PointSet = search_board.board.size().points().collect();
        let mut proof = proof?;
        // The cutter may have no threat for a ko that it takes back here.
        let n_playable = search_board.playable(to_move, &proof.line);
        proof.line.truncate(n_playable);
        proof.zone &= on_board;
        proof.has_losses = search_board.has_lost_stones();
        Some(proof)
    }

    /// A proof by a move of the joiner, for one of so many parts of the nodes left.
    fn proof_by(&mut self, joiner: Color, point: Point, parts: usize) -> Option<JoinProof> {
        let cutter = joiner.opponent();
        let after = self.after(joiner, point, |after| {
            let zone = after.zone(cutter, parts)?;
            Some((zone, after.line(cutter, LONGEST_LINE - 1)))
        });
        let (zone, rest) = after?;
        Some(JoinProof {
            line: [Some(point)].into_iter().chain(rest).collect(),
            zone: self.zone_of_move(Some(point), &zone),
            has_losses: false,
        })
    }

    /// What a proof rests on if there is one. Searches of growing width share one of so many parts of the nodes left.
    fn zone(&mut self, to_move: Color, parts: usize) -> Option<PointSet> {
        let n_searches = parts * STEPS.len();
        let left = self.connection.search_board.limit.remaining();
        let nodes = left / u64::try_from(n_searches).unwrap_or(u64::MAX);
        STEPS.into_iter().find_map(|steps| {
            self.connection.most_steps = steps;
            match self.search(to_move, nodes) {
                (Outcome::Proved, zone) => Some(zone),
                (Outcome::Disproved | Outcome::Unknown(_), _) => None,
            }
        })
    }

    /// How a proved connection goes on. Ends early where the table has lost what was proved.
    fn line(&mut self, to_move: Color, longest: usize) -> Vec<Option<Point>> {
        if self.outcome().is_some() || longest == 0 {
            return Vec::new();
        }
        let joiner = self.connection.joiner;
        self.connection.search_board.to_move = to_move;
        let mut moves = self.moves().into_iter();
        let mv = if to_move == joiner {
            moves.find(|&mv| {
                let wins = self.after(joiner, mv, |after| {
                    let found = after.verdict(joiner.opponent(), LINE_NODES);
                    Some(found == Outcome::Proved)
                });
                wins == Some(true)
            })
        } else {
            moves.next()
        };
        let Some(mv) = mv else {
            return Vec::new();
        };
        let rest = self.after(to_move, mv, |after| {
            after.line(to_move.opponent(), longest - 1)
        });
        [mv].into_iter().chain(rest).collect()
    }

    /// The board for the zones of the joiner, the winner of a connection.
    const fn won(&self) -> WholeBoard<'_> {
        WholeBoard {
            board: &self.connection.search_board.board,
            winner: self.connection.joiner,
        }
    }
}

impl GoalSearch for AgainstAll<'_> {
    type Zone = PointSet;

    fn memory(&mut self) -> &mut Memory<PointSet> {
        &mut self.memory
    }

    fn variant(&self) -> u64 {
        self.connection.variant()
    }

    fn search_board(&self) -> &SearchBoard {
        self.connection.search_board()
    }

    fn search_board_mut(&mut self) -> &mut SearchBoard {
        self.connection.search_board_mut()
    }

    fn first_numbers(&self) -> Numbers {
        self.connection.first_numbers()
    }

    fn outcome(&self) -> Option<bool> {
        self.connection.outcome()
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        self.connection.moves()
    }

    /// The one block, with the liberties that show that it can't be taken at once.
    fn shown(&self) -> PointSet {
        /// Where the cutter is to move one liberty would not do.
        const LIBERTIES: usize = 2;
        let SearchBoard { board, to_move, .. } = self.search_board();
        let mut points: PointSet = board.stones(self.connection.from).collect();
        let block = board.block_at(self.connection.from);
        if let Some(block) = block.filter(|block| block.color() != *to_move) {
            points.extend(block.liberties().iter().take(LIBERTIES));
        }
        self.won().closed(points)
    }

    fn zone_of_move(&self, mv: Option<Point>, after: &PointSet) -> PointSet {
        match mv {
            Some(point) => self.won().zone_of_play(point, *after),
            None => self.won().closed(*after),
        }
    }

    fn zone_of_replies(&self, lost: &[(Option<Point>, PointSet)]) -> PointSet {
        self.won().zone_of_replies(lost.iter().copied())
    }

    fn replies_in(&self, zone: &PointSet) -> Vec<Option<Point>> {
        let search_board = self.search_board();
        let color = search_board.to_move;
        let plays = zone
            .iter()
            .filter(|&point| search_board.is_play(color, point));
        plays.map(Some).collect()
    }
}
