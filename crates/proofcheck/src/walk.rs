//! The walk through a proof: every move of the refuter that matters, and one answer of the prover.

use std::collections::HashMap;

use super::arena::{Arena, State};
use super::ends::{NodeProof, shown_by};
use super::fault::{Fault, Wrong};
use super::format::{End, Goal, Next, ProverReply, Start};
use super::room::Rooms;
use super::set::Set;
use super::zone::View;

/// The most moves of the prover on one line. A line on a board is never so long by need, and the stack is finite.
const LONGEST_LINE: usize = 400;

/// Where the answers of the prover come from.
pub(crate) trait Guide {
    /// Called when a node is entered.
    fn enter(&mut self, _node: u32) {}

    /// The answer after a move of the refuter at a node, `None` for a pass; `state` is the position after that move.
    /// `attempt` counts the answers that were tried before. `rooms` are those solved so far.
    fn answer(
        &mut self,
        node: u32,
        reply: Option<usize>,
        state: &State,
        attempt: usize,
        rooms: &mut Rooms,
    ) -> Result<ProverReply, Wrong>;

    /// Whether another answer may be tried where one went wrong.
    fn may_retry(&self, _wrong: &Wrong) -> bool {
        false
    }

    /// Called when all moves that matter at a node were checked.
    fn leave(&mut self, node: u32) -> Result<(), Wrong>;
}

/// A walk through the proof of a claim.
pub(crate) struct Walk<'a, G> {
    arena: &'a Arena,
    pub(crate) guide: G,
    /// The position of each node, and what is shown of it; `None` while it is being checked.
    seen: HashMap<u32, (State, Option<NodeProof>)>,
    pub(crate) rooms: Rooms,
    /// The moves that lead to the current position.
    line: Vec<Option<usize>>,
    /// The nodes on this line.
    open: Vec<u32>,
}

impl<'a, G: Guide> Walk<'a, G> {
    pub(crate) fn new(arena: &'a Arena, guide: G) -> Self {
        Self {
            arena,
            guide,
            seen: HashMap::new(),
            rooms: Rooms::new(),
            line: Vec::new(),
            open: Vec::new(),
        }
    }

    /// How many nodes were visited.
    pub(crate) fn n_nodes(&self) -> usize {
        self.seen.len()
    }

    /// Walks through a whole proof.
    pub(crate) fn run(&mut self, start: &Start, state: &State) -> Result<NodeProof, Fault> {
        let shown = match start {
            Start::Refuter(next) => self.next(*next, state),
            Start::Prover(answer) => self.answered(answer, state),
        };
        let arena = self.arena;
        let shown = shown.and_then(|shown| {
            let stand = arena.withstands(shown.ground & arena.attacker_secure, shown.n_elsewhere);
            let is_sure = arena.goal == Goal::Live || stand;
            is_sure.then_some(shown).ok_or(Wrong::Walls {
                n_elsewhere: shown.n_elsewhere,
            })
        });
        shown.map_err(|wrong| Fault {
            line: self.line.iter().map(|&mv| self.name(mv)).collect(),
            wrong,
        })
    }

    fn name(&self, mv: Option<usize>) -> String {
        mv.map_or_else(|| "pass".to_owned(), |point| self.arena.grid.name(point))
    }

    /// Follows an answer in a position in which the prover is to move.
    fn answered(&mut self, answer: &ProverReply, state: &State) -> Result<NodeProof, Wrong> {
        let (name, next) = match answer {
            ProverReply::End(end) => return self.end(*end, state),
            ProverReply::Play(name, next) => (name, *next),
        };
        if !self.arena.is_prover_to_move(state) {
            return Err(Wrong::Turn);
        }
        let view = View::new(self.arena, state);
        if name == "pass" {
            self.line.push(None);
            let after = self.next(next, &Arena::pass(state))?;
            self.line.pop();
            let zone = view.closed(after.zone);
            return Ok(after.with_zone(zone));
        }
        let point = self.arena.grid.point(name);
        let played = point.and_then(|point| Some((point, self.arena.play(state, point)?)));
        let Some((point, played)) = played else {
            return Err(Wrong::Illegal(name.clone()));
        };
        self.line.push(Some(point));
        let after = self.next(next, &played)?;
        self.line.pop();
        Ok(after.with_zone(view.of_play(point, after.zone)))
    }

    fn next(&mut self, next: Next, state: &State) -> Result<NodeProof, Wrong> {
        match next {
            Next::End(end) => self.end(end, state),
            Next::Node(node) => self.node(node, state),
        }
    }

    /// Checks that a claim is reached for a reason.
    fn end(&mut self, end: End, state: &State) -> Result<NodeProof, Wrong> {
        shown_by(self.arena, end, state, &mut self.rooms).ok_or(Wrong::End(end))
    }

    /// Walks through all moves of the refuter at a node that matter.
    fn node(&mut self, node: u32, state: &State) -> Result<NodeProof, Wrong> {
        if self.arena.is_prover_to_move(state) {
            return Err(Wrong::Turn);
        }
        match self.seen.get(&node) {
            Some((other, _)) if other != state => return Err(Wrong::TwoPositions(node)),
            Some((_, Some(shown))) => return Ok(*shown),
            Some((_, None)) => return Err(Wrong::Circle(node)),
            None if self.open.len() >= LONGEST_LINE => return Err(Wrong::TooLong),
            None => {}
        }
        self.seen.insert(node, (*state, None));
        self.open.push(node);
        self.guide.enter(node);
        let shown = self.replies(node, state)?;
        self.open.pop();
        self.guide.leave(node)?;
        self.seen.insert(node, (*state, Some(shown)));
        Ok(shown)
    }

    fn replies(&mut self, node: u32, state: &State) -> Result<NodeProof, Wrong> {
        let arena = self.arena;
        let view = View::new(arena, state);
        let is_left_alone = arena.goal == Goal::Live && arena.banned(state).is_none();
        let mut worst = if is_left_alone {
            let target = arena.target(state);
            if target.is_empty() {
                return Err(Wrong::Taken);
            }
            NodeProof::at(view.closed(target))
        } else {
            let after = self.reply(node, None, &Arena::pass(state))?;
            NodeProof {
                n_elsewhere: after.n_elsewhere + 1,
                ..after
            }
        };
        let nothing = worst.zone;
        let mut zone = view.of_replies(nothing, &[]);
        let mut asked = Set::EMPTY;
        let mut lost: Vec<(usize, Set)> = Vec::new();
        // Where a pass leaves the block alone, all moves in the zones of the answers matter too.
        loop {
            let fresh = (zone & arena.empty(state)) - asked;
            let mut is_same = true;
            for point in fresh.points() {
                asked.insert(point);
                let Some(after) = arena.play(state, point) else {
                    continue;
                };
                let shown = self.reply(node, Some(point), &after)?;
                worst.n_elsewhere = worst.n_elsewhere.max(shown.n_elsewhere);
                worst.ground |= shown.ground;
                lost.push((point, shown.zone));
                is_same = false;
            }
            let all = view.of_replies(nothing, &lost);
            if !is_left_alone || is_same {
                return Ok(worst.with_zone(all));
            }
            zone = all;
        }
    }

    /// Walks through the answer to a move of the refuter.
    fn reply(
        &mut self,
        node: u32,
        reply: Option<usize>,
        after: &State,
    ) -> Result<NodeProof, Wrong> {
        self.line.push(reply);
        let (n_moves, n_open) = (self.line.len(), self.open.len());
        let mut attempt = 0;
        loop {
            let rooms = &mut self.rooms;
            let answer = self.guide.answer(node, reply, after, attempt, rooms)?;
            match self.answered(&answer, after) {
                Ok(shown) => {
                    self.line.pop();
                    return Ok(shown);
                }
                Err(wrong) if self.guide.may_retry(&wrong) => self.go_back(n_moves, n_open),
                Err(wrong) => return Err(wrong),
            }
            attempt += 1;
        }
    }

    /// Drops what was begun beyond so many moves and nodes of the line.
    pub(crate) fn go_back(&mut self, n_moves: usize, n_open: usize) {
        self.line.truncate(n_moves);
        for node in self.open.drain(n_open..) {
            self.seen.remove(&node);
        }
    }
}
