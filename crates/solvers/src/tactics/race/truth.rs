//! Races by exhaustive search, to test those that are read.

use std::collections::HashMap;

use super::Race;
use crate::board::{Board, Color, Point, PointSet};
use crate::proof::{Memory, Outcome};
use crate::tactics::all_moves::AllMoves;
use crate::tactics::goal_search::{GoalSearch, SearchBoard};
use crate::tactics::ko::{GRADES, Success};

/// The claim that a group takes another one and then stays on the board, whatever the other side plays. Both sides
/// may play anywhere or pass.
struct TakeAndStay {
    race: Race,
    prey: PointSet,
    memory: Memory<()>,
    nodes: u64,
    /// Whether the group stays, by the key of the position after the capture.
    stays: std::cell::RefCell<HashMap<u64, Option<bool>>>,
    is_open: std::cell::Cell<bool>,
}

/// How well the group on `hunter` takes the block on `prey` and stays on the board, with `to_move` to move. `None` if a
/// search of `nodes` does not end.
pub(crate) fn take_and_stay(
    board: &Board,
    [hunter, prey]: [Point; 2],
    to_move: Color,
    nodes: u64,
) -> Option<Success> {
    for (threats, success) in GRADES {
        let mut race = Race::new(board, hunter, prey)?;
        race.search_board.begin(threats);
        let stones = board.stones(prey).collect();
        let mut claim = TakeAndStay {
            race,
            prey: stones,
            memory: Memory::default(),
            nodes,
            stays: std::cell::RefCell::default(),
            is_open: std::cell::Cell::new(false),
        };
        let found = claim.verdict(to_move, nodes);
        if claim.is_open.get() {
            return None;
        }
        match found {
            Outcome::Proved => return Some(success),
            Outcome::Disproved => {}
            Outcome::Unknown(_) => return None,
        }
    }
    Some(Success::None)
}

/// Whether a block is taken, as a fact.
fn is_taken(race: &Race) -> Option<bool> {
    let rival = race.search_board.prover.opponent();
    race.is_gone(race.prey, rival).then_some(true)
}

impl TakeAndStay {
    fn stays(&self) -> Option<bool> {
        let search_board = &self.race.search_board;
        let key = search_board.key();
        if let Some(&known) = self.stays.borrow().get(&key) {
            return known;
        }
        let board = &search_board.board;
        let rival = search_board.prover.opponent();
        let mut attack = Race {
            search_board: SearchBoard::new(board, rival),
            memory: Memory::default(),
            hunter: self.race.hunter,
            prey: self.race.hunter,
            escape: u16::MAX - 1,
        };
        attack.search_board.begin(search_board.mirrored());
        let mut all = AllMoves::new(&mut attack, is_taken);
        let stays = match all.verdict(search_board.to_move, self.nodes) {
            Outcome::Proved => Some(false),
            Outcome::Disproved => Some(true),
            Outcome::Unknown(_) => None,
        };
        self.is_open.set(self.is_open.get() || stays.is_none());
        self.stays.borrow_mut().insert(key, stays);
        stays
    }
}

impl GoalSearch for TakeAndStay {
    type Zone = ();

    fn memory(&mut self) -> &mut Memory<()> {
        &mut self.memory
    }

    fn search_board(&self) -> &SearchBoard {
        &self.race.search_board
    }

    fn search_board_mut(&mut self) -> &mut SearchBoard {
        &mut self.race.search_board
    }

    fn outcome(&self) -> Option<bool> {
        let (race, board) = (&self.race, &self.race.search_board.board);
        let color = race.search_board.prover;
        if race.is_gone(race.hunter, color) {
            return Some(false);
        }
        let is_whole = self
            .prey
            .iter()
            .all(|point| board.color(point) == Some(color.opponent()));
        if is_whole {
            return None;
        }
        Some(self.stays().unwrap_or(false))
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        let SearchBoard { board, to_move, .. } = self.search_board();
        let empty = board.empty_points().iter().copied();
        let legal = empty.filter(|&point| board.is_legal(*to_move, point));
        legal.map(Some).chain([None]).collect()
    }
}
